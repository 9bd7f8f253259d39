"""Rows of a DB-API cursor as Arrow batches."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa

from connections.arrow_types import DIGITS

BATCH_ROWS, BATCH_VALUES = 20_000, 200_000


def read_batches(cursor: Any, names: list[str], make: Callable[[int, list[Any]], Any] | None = None) -> Iterator[Any]:
    """``make`` turns the values of a column, by its number, into an array. A batch has at most so many rows that many columns stay small. There is at least one, which may be empty."""
    size = max(100, min(BATCH_ROWS, BATCH_VALUES // max(1, len(names))))
    rows = cursor.fetchmany(size)
    while True:
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
        arrays = [make(number, list(column)) if make else to_array(list(column)) for number, column in enumerate(columns)]
        yield pa.RecordBatch.from_arrays(arrays, names=names)
        if not rows or not (rows := cursor.fetchmany(size)):
            return


def to_array(values: list[Any]) -> Any:
    """Of the type that all values have. Values of several types become text, and none is changed by that."""
    first = next((value for value in values if value is not None), None)
    try:
        if isinstance(first, (dict, list, tuple, set)):
            return to_texts(values)
        if isinstance(first, datetime.datetime) and first.tzinfo:
            return pa.array(values, pa.timestamp("us", "UTC"))
        array = pa.array(values)
        return to_texts(values) if isinstance(array, pa.ExtensionArray) else array
    except OverflowError:
        # Whole numbers of more than 64 bits.
        return to_decimals(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return to_texts(values)


def to_decimals(values: list[Any]) -> Any:
    try:
        return pa.array(values, pa.decimal128(DIGITS, 0))
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return to_texts(values)


def to_texts(values: list[Any]) -> Any:
    return pa.array([to_text(value) for value in values], pa.string())


def to_text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, (dict, list, tuple)):
        return json.dumps(value, default=str, ensure_ascii=False)
    return str(value)
