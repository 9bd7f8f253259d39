"""A column of a table: what it holds, and its values as texts and numbers.

Methods of the user's own classes are never called: values of object columns are recognized by comparing class objects.
"""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable
from typing import Any

from ..known_classes import class_name, find_class
from .texts import MISSING, Texts, WholeTexts

TRUSTED_LIBRARIES = ("numpy", "pandas", "pyarrow", "geopandas")
# What a column of objects may hold to be one of these; missing values aside.
OBJECT_KINDS: tuple[tuple[str, set[type]], ...] = (
    ("text", {str}),
    ("boolean", {bool}),
    ("number", {int, float, decimal.Decimal}),
    ("date", {datetime.date}),
)
# A column of floats whose values need more decimals is shown with fewer.
MAX_DECIMALS = 4
# Of a column that is shown with fewer: its larger values have so many digits that count.
SHOWN_DIGITS = 6
MAX_SUGGESTED_DECIMALS = 8
SAMPLE_ROWS = 2000
# Of numbers that are kept with fewer digits.
RELATIVE_ERRORS = {"float32": 1e-7, "float16": 1e-3}
MAX_LEVELS = 8
MAX_TYPE_LENGTH = 200


def is_known(dtype: object) -> bool:
    module = type.__getattribute__(type(dtype), "__module__")
    return type(module) is str and module.split(".")[0] in TRUSTED_LIBRARIES


def is_of_objects(column: Any) -> bool:
    return bool(column.dtype == "object")


def is_missing(value: object) -> bool:
    kind = type(value)
    return (
        value is None
        or ((kind is float or kind is find_class("numpy", "float64")) and value != value)
        or any(kind is find_class(*each) for each in MISSING)
    )


def list_classes(column: Any) -> set[type]:
    """Of the values in a column of objects, missing ones aside."""
    # Classes are collected a hundred times faster than values are looked at one by one.
    kinds = set(map(type, column.to_numpy().tolist())) - {
        type(None),
        *(find_class(*each) for each in MISSING),
    }
    if float in kinds and not any(each == each for each in column.to_numpy() if type(each) is float):
        kinds.remove(float)
    return kinds


def hold_in_arrow(column: Any) -> Any:
    """A column of texts as Arrow holds it, which counts, sorts and compares it several times faster; others as they are."""
    if not is_of_objects(column) or find_kind(column) != "text":
        return column
    try:
        import pandas
        import pyarrow

        texts = pyarrow.array(column.array, type=pyarrow.large_string(), from_pandas=True)
        return pandas.Series(pandas.arrays.ArrowExtensionArray(texts), index=column.index, copy=False)
    except (ImportError, ValueError, TypeError):
        # Without Arrow, or with half a character.
        return column


def find_kind(column: Any) -> str:
    """``number``, ``text``, ``date``, ``boolean``, or ``other``: what the column can be compared as."""
    dtype = column.dtype
    if not is_known(dtype):
        return "other"
    if is_of_objects(column):
        kinds = list_classes(column)
        return next((name for name, own in OBJECT_KINDS if kinds and kinds <= own), "other")
    from pandas.api import types

    if isinstance(dtype, find_class("pandas", "CategoricalDtype")):
        return find_kind(column.cat.categories.to_series())
    if types.is_bool_dtype(dtype):
        return "boolean"
    if types.is_numeric_dtype(dtype):
        return "other" if types.is_complex_dtype(dtype) else "number"
    if types.is_datetime64_any_dtype(dtype) or str(dtype).startswith("date32"):
        return "date"
    return "text" if types.is_string_dtype(dtype) else "other"


def describe_values(column: Any) -> dict[str, Any]:
    """Facts of the whole column."""
    dtype = column.dtype
    kind = find_kind(column)
    label = str(dtype).removesuffix("[pyarrow]") if is_known(dtype) else class_name(type(dtype))
    return {
        "type": label[:MAX_TYPE_LENGTH],
        "kind": kind,
        "isNumeric": kind == "number",
        **(suggest_decimals(column) if kind == "number" else {}),
        **({"isDateOnly": True} if kind == "date" and is_date_only(column) else {}),
    }


def describe_name(name: object, texts: Texts) -> dict[str, Any]:
    if type(name) is not tuple:
        return {"name": texts.write(name) or ""}
    levels = [texts.write(each) or "" for each in name[:MAX_LEVELS]]
    return {"name": texts.shorten(" / ".join(each for each in levels if each)), "levels": levels}


def to_floats(column: Any) -> Any:
    """Of a column of numbers; NaN where one is missing."""
    import numpy

    if str(column.dtype) == "category":
        return spread_categories(column, to_floats, numpy.nan)
    if is_of_objects(column):
        return numpy.array([to_float(each) for each in column.tolist()], dtype="float64")
    return column.to_numpy(dtype="float64", na_value=numpy.nan)


def spread_categories(column: Any, read: Callable[[Any], Any], missing: Any) -> Any:
    """What ``read`` finds for each category, for each row."""
    import numpy

    found = read(column.cat.categories.to_series())
    # The code of a missing value is -1: the last.
    return numpy.append(found, numpy.array([missing], dtype=found.dtype))[column.cat.codes.to_numpy()]


def to_float(value: Any) -> float:
    if is_missing(value):
        return float("nan")
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def to_moments(column: Any) -> Any:
    """Of a column of dates: ``datetime64`` as its own clock shows them; NaT where one is missing."""
    import numpy
    import pandas

    dtype = column.dtype
    if str(dtype) == "category":
        return spread_categories(column, to_moments, numpy.datetime64("NaT"))
    if is_of_objects(column) or str(dtype).startswith("date32"):
        values = [None if is_missing(each) else each for each in column.tolist()]
        return pandas.Series(values, dtype="datetime64[s]").to_numpy()
    if getattr(dtype, "tz", None) is not None:
        return column.dt.tz_localize(None).to_numpy()
    if isinstance(dtype, pandas.ArrowDtype):
        return column.dt.tz_localize(None).to_numpy(dtype="datetime64[ns]")
    return column.to_numpy()


def is_date_only(column: Any) -> bool:
    import numpy

    moments = to_moments(column)
    return bool(((moments.astype("datetime64[D]") == moments) | numpy.isnat(moments)).all()) and not bool(
        numpy.isnat(moments).all()
    )


def suggest_decimals(column: Any) -> dict[str, Any]:
    """The decimals that all values need, if these are few; else so many that the larger values show some digits."""
    import numpy

    if getattr(column.dtype, "kind", "") in "iu":
        return {"decimals": 0}
    values = to_floats(column)
    values = values[numpy.isfinite(values)]
    if len(values) == 0:
        return {}
    # A sample tells the number that all are then checked for.
    step = max(1, len(values) // SAMPLE_ROWS)
    error = RELATIVE_ERRORS.get(str(column.dtype).lower(), 1e-12)
    for decimals in range(MAX_DECIMALS + 1):
        if has_decimals(values[::step], decimals, error) and has_decimals(values, decimals, error):
            return {"decimals": decimals}
    largest = float(numpy.quantile(numpy.abs(values), 0.9))
    if largest == 0 or not 1e-4 <= largest < 1e12:
        return {}
    before = int(numpy.floor(numpy.log10(largest))) + 1
    return {"decimals": min(max(SHOWN_DIGITS - before, 2), MAX_SUGGESTED_DECIMALS), "isRounded": True}


def has_decimals(values: Any, decimals: int, error: float) -> bool:
    """Whether the values are what is left of them with so many decimals, but for the error of their arithmetic."""
    import numpy

    with numpy.errstate(all="ignore"):
        return bool((numpy.abs(numpy.round(values, decimals) - values) <= error * numpy.abs(values)).all())


def list_values(column: Any, facts: dict[str, Any], texts: Texts) -> list[str | None]:
    if not is_known(column.dtype):
        return ["…"] * len(column)
    written = [
        write_float(value) if type(value) is float else texts.write(value) for value in list_numbers(column)
    ]
    return drop_times(written) if facts.get("isDateOnly") else written


def write_float(value: float) -> str | None:
    """All digits that it needs: what is drawn is rounded, what is opened is not."""
    return None if value != value else repr(value).removesuffix(".0")


def list_numbers(column: Any) -> list[Any]:
    """The values; shorter floats with the digits that tell them apart, and none that come from their longer form."""
    values: list[Any] = column.tolist()
    if str(column.dtype) not in ("float32", "Float32"):
        return values
    import numpy

    return [value if is_missing(value) else float(str(numpy.float32(value))) for value in values]


def list_whole_values(column: Any, facts: dict[str, Any], texts: WholeTexts) -> list[str | None]:
    """Nothing shortened: numbers have all digits that they need."""
    if not is_known(column.dtype):
        return [None if is_missing(each) else f"<{class_name(type(each))}>" for each in column.tolist()]
    written = write_plainly(column, facts)
    if written is None:
        written = [texts.write(value) for value in column.tolist()]
    if facts.get("isDateOnly"):
        return drop_times(written)
    if facts.get("decimals") == 0 and "isRounded" not in facts:
        return [text and text.removesuffix(".0") for text in written]
    return written


def write_plainly(column: Any, facts: dict[str, Any]) -> list[str | None] | None:
    """The same several times faster, where all values are of one class; None elsewhere."""
    dtype = column.dtype
    if str(dtype) in ("float32", "Float32"):
        return [None if is_missing(each) else format(each, ".12g") for each in list_numbers(column)]
    if str(dtype) == "float64":
        return [repr(each) if each == each else None for each in column.tolist()]
    if str(dtype).startswith(("int", "uint")) and dtype.kind in "iu" and not column.hasnans:
        return [str(each) for each in column.tolist()]
    if str(dtype) == "str" or (facts["kind"] == "text" and is_of_objects(column)):
        return [each if type(each) is str else None for each in column.tolist()]
    if facts["kind"] == "date" and str(dtype).startswith("datetime64") and getattr(dtype, "tz", None) is None:
        return [None if each != each else str(each) for each in column.tolist()]
    return None


def drop_times(written: list[str | None]) -> list[str | None]:
    return [text and text.partition(" ")[0] for text in written]
