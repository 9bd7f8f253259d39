"""A piece of a table that a variable of this kernel holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .known_classes import absent, class_name, find_class
from .shell import find_shell
from .texts import Texts

TRUSTED_LIBRARIES = ("numpy", "pandas", "pyarrow")


class Refusal(Exception):
    """Why a table cannot be shown: a sentence for the user."""


def read_table(
    name: str,
    rows: tuple[int, int],
    columns: tuple[int, int],
    sort: int | None,
    ascending: bool,
    max_text_length: int,
) -> dict[str, Any]:
    """``rows`` and ``columns``: the first and how many. ``sort``: index of a column. Returns a page or ``{"refusal"}``."""
    texts = Texts(max_text_length)
    try:
        return read(name, rows, columns, (sort, ascending), texts)
    except Refusal as refusal:
        return {"refusal": str(refusal)}
    except Exception as error:
        return {"refusal": texts.shorten(f"The table could not be read: {class_name(type(error))}.")}


def read(
    name: str, rows: tuple[int, int], columns: tuple[int, int], order: tuple[int | None, bool], texts: Texts
) -> dict[str, Any]:
    value = find_shell().user_ns.get(name, absent)
    names, get_column, total = open_table(value)
    sort, ascending = order
    if sort is not None and sort >= total:
        raise Refusal("There is no such column to sort by.")
    start, count = rows
    picked: Any = slice(start, start + count)
    positions: Any = range(len(value.index))[picked]
    if sort is not None:
        picked = positions = find_order(get_column(sort), ascending)[picked]
    first, width = columns
    shown = range(min(first, total), min(first + width, total))
    pieces = [get_column(index).iloc[picked] for index in shown]
    labels = [texts.write(each) for each in value.index[picked].tolist()]
    values = [list_values(piece, texts) for piece in pieces]
    lines = list(zip(*values, strict=True)) if values else [()] * len(labels)
    return {
        "columns": [
            describe_column(piece, names[index], texts) for index, piece in zip(shown, pieces, strict=True)
        ],
        "index": [texts.write(name) for name in value.index.names],
        "rows": [
            {"position": int(at), "labels": [label], "values": list(line)}
            for at, label, line in zip(positions, labels, lines, strict=True)
        ],
        "rowCount": len(value.index),
        "matchCount": len(value.index),
        "columnCount": total,
        "rowOffset": start,
        "columnOffset": first,
    }


def open_table(value: Any) -> tuple[Any, Callable[[int], Any], int]:
    """Names of the columns, a function that gets one by index, and their number."""
    if value is absent:
        raise Refusal("There is no such variable in the kernel now.")
    if type(value) is find_class("pandas", "DataFrame"):
        return value.columns, lambda index: value.iloc[:, index], value.shape[1]
    if type(value) is find_class("pandas", "Series"):
        return [value.name], lambda index: value, 1
    raise Refusal("Only tables and columns of pandas can be opened.")


def is_known(dtype: object) -> bool:
    module = type.__getattribute__(type(dtype), "__module__")
    return type(module) is str and module.split(".")[0] in TRUSTED_LIBRARIES


def describe_column(column: Any, name: object, texts: Texts) -> dict[str, Any]:
    dtype = column.dtype
    label = str(dtype) if is_known(dtype) else class_name(type(dtype))
    is_numeric = is_known(dtype) and getattr(dtype, "kind", "O") in "iufc"
    return {
        "name": texts.write(name) or "",
        "type": texts.shorten(label),
        "kind": "number" if is_numeric else "other",
        "isNumeric": bool(is_numeric),
    }


def list_values(column: Any, texts: Texts) -> list[str | None]:
    if not is_known(column.dtype):
        return ["…"] * len(column)
    digits = 7 if str(column.dtype) in ("float32", "Float32") else 12
    return [texts.write(value, digits) for value in column.tolist()]


def find_order(column: Any, ascending: bool) -> Any:
    """Positions of the rows in the order of the column, missing values last."""
    if not is_known(column.dtype):
        raise Refusal("This column cannot be sorted: its type is not one of pandas.")
    if column.dtype == object:
        # Missing values are NaN or None, and are not compared.
        kinds = {
            type(each)
            for each in column.array
            if each is not None and not (type(each) is float and each != each)
        }
        if not (kinds <= {str} or kinds <= {int, float, bool}):
            raise Refusal(
                "This column cannot be sorted: it holds values of several types, or of classes of their own."
            )
    return column.array.argsort(ascending=ascending, kind="mergesort", na_position="last")
