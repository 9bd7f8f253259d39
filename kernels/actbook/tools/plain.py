"""Python values as JSON has them."""

from __future__ import annotations

import base64
import json
from typing import Any

from ..errors import ToolError

MAX_DEPTH = 100


def to_json(value: Any) -> str:
    return json.dumps(to_plain(value, MAX_DEPTH), ensure_ascii=True, allow_nan=False)


def to_plain(value: Any, depth: int) -> Any:
    """The value as JSON has it: NaN is null, times are ISO 8601, tables are lists of records, bytes are base64."""
    if depth == 0:
        raise ToolError(f"An argument is nested deeper than {MAX_DEPTH} levels.")
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if abs(value) < float("inf") else None
    if isinstance(value, dict):
        return {str(key): to_plain(each, depth - 1) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return [to_plain(each, depth - 1) for each in value]
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    return to_plain(simplify(value), depth - 1)


def simplify(value: Any) -> Any:
    """What stands for an object, of plainer types. Classes are told apart by name, so that none is loaded for it."""
    name = type(value).__name__
    if name in ("NaTType", "NAType"):
        return None
    if name == "DataFrame":
        return value.to_dicts() if hasattr(value, "to_dicts") else value.to_dict("records")
    if name == "Series":
        return value.to_list()
    for method in ("isoformat", "tolist", "model_dump", "item", "__fspath__"):
        if callable(getattr(value, method, None)):
            return getattr(value, method)()
    if hasattr(value, "__dataclass_fields__"):
        return {field: getattr(value, field) for field in value.__dataclass_fields__}
    if name == "Decimal":
        return float(value)
    if hasattr(value, "value") and hasattr(type(value), "__members__"):
        return value.value
    raise ToolError(
        f"An argument of type {name} cannot be passed to a tool. Use strings, numbers, lists and dicts."
    )
