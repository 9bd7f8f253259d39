"""What code has defined in this kernel.

Calls nothing that the user's classes could have defined: types are told apart by identity, named by ``type`` itself,
and sizes asked only of well-known classes. As ``%who``, it leaves out what IPython itself put there, and private names.
"""

from __future__ import annotations

from types import BuiltinFunctionType
from typing import Any

from .known_classes import absent, class_name, find_class
from .notes import take_notes
from .shell import find_shell
from .tables.plain_tables import has_rows

SIZED = (list, tuple, dict, set, frozenset)
TABLES = (("pandas", "DataFrame"), ("pandas", "Series"), ("numpy", "ndarray"), ("polars", "DataFrame"))
FRAMES = (("pandas", "DataFrame"), ("polars", "DataFrame"))
MAX_COLUMNS_LENGTH = 4_000
# Longer integers are not written out.
MAX_INTEGER_BITS = 128


def tell_state(max_names: int, max_name_length: int) -> dict[str, Any]:
    """The names that there are now, and what the cell has lost in silence."""
    return {"names": list_names(max_names, max_name_length), "notes": take_notes()}


def list_names(max_names: int, max_name_length: int) -> list[dict[str, Any]]:
    """The newest ``max_names``: name and type of each, and where they are known its shape, bytes and value."""
    shell = find_shell()
    own = [
        (name, value)
        for name, value in list(shell.user_ns.items())
        if is_name(name, max_name_length) and shell.user_ns_hidden.get(name, absent) is not value
    ]
    return [describe(name, value, max_name_length) for name, value in own[-max_names:]]


def is_name(name: object, max_length: int) -> bool:
    return type(name) is str and name.isidentifier() and len(name) <= max_length and not name.startswith("_")


def describe(name: str, value: object, max_length: int) -> dict[str, Any]:
    kind = type(value)
    label = "function" if kind is BuiltinFunctionType else class_name(kind)
    shown = label[:max_length] if label.isidentifier() else "object"
    rows = {"isTable": True} if has_rows(value) else {}
    return {
        "name": name,
        "type": shown,
        **measure(value, kind),
        **columns(value, kind),
        **tell(value, kind),
        **rows,
    }


def measure(value: Any, kind: type) -> dict[str, Any]:
    if any(kind is each for each in SIZED):
        return {"shape": [len(value)]}
    if any(kind is find_class(*each) for each in TABLES):
        return {"shape": [int(size) for size in value.shape], **weigh(value)}
    return {}


def weigh(value: Any) -> dict[str, int]:
    try:
        if hasattr(value, "nbytes"):
            return {"bytes": int(value.nbytes)}
        if hasattr(value, "estimated_size"):
            return {"bytes": int(value.estimated_size())}
        # pandas takes milliseconds to add up what a frame takes, its blocks microseconds.
        return {"bytes": sum(int(block.values.nbytes) for block in value._mgr.blocks)}
    except Exception:
        return {}


def columns(value: Any, kind: type) -> dict[str, str]:
    """Names by type, as ``int64: a, b; str: c``."""
    if not any(kind is find_class(*each) for each in FRAMES):
        return {}
    by_type: dict[str, list[str]] = {}
    for label, dtype in zip(value.columns, value.dtypes, strict=True):
        by_type.setdefault(str(dtype), []).append(label if type(label) is str else name_label(label))
    text = "; ".join(f"{dtype}: {', '.join(labels)}" for dtype, labels in by_type.items())
    return {"columns": text if len(text) <= MAX_COLUMNS_LENGTH else f"{text[: MAX_COLUMNS_LENGTH - 1]}…"}


def name_label(label: object) -> str:
    is_plain = type(label) in (int, float) or (
        type(label) is tuple and all(type(each) is str for each in label)
    )
    return repr(label) if is_plain else "…"


def tell(value: Any, kind: type) -> dict[str, str]:
    is_short = kind is bool or kind is float or (kind is int and value.bit_length() <= MAX_INTEGER_BITS)
    return {"value": repr(value)} if is_short else {}
