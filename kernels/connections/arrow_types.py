"""Which Arrow type holds the values of two batches, and exact decimals from text."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from connections.problem import Problem

DIGITS, MOST_DIGITS = 38, 76
# Of a field whose values are decimals, even where no decimal type holds them and they are text: the kernel turns them into numbers.
DECIMAL_MARK = {b"actbook": b"decimal"}
# Databases know infinite dates. They arrive as the largest number, or as one before 4713 BC, where calendars begin.
FIRST_DAY, MICROSECONDS_A_DAY = -3_000_000, 86_400_000_000


def widen(a: Any, b: Any) -> list[Any]:
    """Types to try in this order until all values of both can be cast without loss."""
    if a == b or pa.types.is_null(b):
        return [a]
    if pa.types.is_null(a):
        return [b]
    whole = [pa.types.is_integer(kind) for kind in (a, b)]
    decimal = [pa.types.is_decimal(kind) for kind in (a, b)]
    if all(whole):
        return [pa.int64(), pa.decimal128(DIGITS, 0), pa.string()]
    if any(decimal) and all(x or y for x, y in zip(whole, decimal, strict=True)):
        scale = max(kind.scale for kind in (a, b) if pa.types.is_decimal(kind))
        return [
            pa.decimal128(DIGITS, min(scale, DIGITS)),
            pa.decimal256(MOST_DIGITS, min(scale, MOST_DIGITS)),
            pa.string(),
        ]
    if all(x or pa.types.is_floating(kind) for x, kind in zip(whole, (a, b), strict=True)):
        return [pa.float64(), pa.string()]
    if pa.types.is_timestamp(a) and pa.types.is_timestamp(b) and (a.tz is None) == (b.tz is None):
        return [pa.timestamp("ns" if "ns" in (a.unit, b.unit) else "us", a.tz), pa.string()]
    if pa.types.is_list(a) and pa.types.is_list(b):
        return [pa.list_(kind) for kind in widen(a.value_type, b.value_type)]
    return [pa.string(), pa.binary()]


def read_decimals(texts: Any) -> Any:
    """Text of numbers as decimals of the smallest scale that holds them; unchanged if they are not finite, or too long."""
    if len(texts) == texts.null_count:
        return texts.cast(pa.decimal128(DIGITS, 0))
    point, length = pc.find_substring(texts, "."), pc.utf8_length(texts)
    has_point = pc.greater_equal(point, 0)
    scale = pc.max(pc.if_else(has_point, pc.subtract(pc.subtract(length, point), 1), 0)).as_py()
    whole = pc.max(pc.if_else(has_point, point, length)).as_py()
    # A sign counts as a digit here; a value is then kept in a wider type than it needs, or is tried once in vain.
    for make, digits in ((pa.decimal128, DIGITS), (pa.decimal256, MOST_DIGITS)):
        if whole + scale <= digits + 1 and scale <= digits:
            try:
                return texts.cast(make(digits, scale))
            except pa.ArrowInvalid:
                continue
    return texts


def flatten(array: Any) -> Any:
    """Without extension types and dictionaries, which not every reader of the file knows."""
    if isinstance(array, pa.ExtensionArray):
        array = array.storage
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_string_view(array.type):
        return array.cast(pa.string())
    if pa.types.is_binary_view(array.type):
        return array.cast(pa.binary())
    if pa.types.is_list(array.type) and array.type.value_type != (values := flatten(array.values)).type:
        return pa.ListArray.from_arrays(
            array.offsets, values, mask=array.is_null() if array.null_count else None
        )
    return array


def refuse_infinite(name: str, array: Any) -> None:
    """Throws a Problem that says what to write: no table can keep these, and leaving them empty would be a lie."""
    if pa.types.is_list(array.type):
        return refuse_infinite(name, array.values)
    if pa.types.is_time64(array.type):
        day = pa.scalar(MICROSECONDS_A_DAY * (1000 if array.type.unit == "ns" else 1))
        if pc.any(pc.greater_equal(array.view(pa.int64()), day)).as_py():
            raise Problem(
                "sql",
                f"The column {name} has the time 24:00, which a table cannot keep. Cast it to text in the query.",
            )
        return None
    is_date = pa.types.is_date32(array.type)
    if not is_date and array.type not in (pa.timestamp("us"), pa.timestamp("us", "UTC")):
        return None
    ends = pc.min_max(array.view(pa.int32() if is_date else pa.int64())).as_py()
    first = FIRST_DAY * (1 if is_date else MICROSECONDS_A_DAY)
    if ends["min"] is not None and (ends["min"] < first or ends["max"] == 2 ** (31 if is_date else 63) - 1):
        raise Problem(
            "sql",
            f"The column {name} has infinite dates, or dates too far away, which a table cannot keep. Write nullif({name}, 'infinity') in the query, or cast it to text.",
        )
    return None


def name_type(field: Any) -> str:
    kind = field.type.value_type if pa.types.is_list(field.type) else field.type
    if (field.metadata or {}).items() >= DECIMAL_MARK.items() and pa.types.is_string(kind):
        return "list<decimal>" if pa.types.is_list(field.type) else "decimal"
    return str(field.type)


def make_empty(schema: Any) -> Any:
    return pa.RecordBatch.from_arrays([pa.array([], kind) for kind in schema.types], names=schema.names)
