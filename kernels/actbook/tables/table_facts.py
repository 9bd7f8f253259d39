"""What is known of the tables that variables of this kernel hold: each column's type, values and gaps."""

from __future__ import annotations

import re
from typing import Any

from ..known_classes import is_a
from ..shell import find_shell
from .column_readings import find_plain, find_reading

# `1-5`, of a rating.
SCALE = re.compile(r"\s*/?\s*\d+\s*(?:(?:-|–|to|/)\s*\d+\s*)?")
# `Price (EUR)`, `Umsatz in €`, `Price €`
UNIT_IN_NAME = re.compile(r"\(([^()]+)\)$| in ([a-zA-Z]{1,3})$|[ _]([$€£¥%])$")
TOTAL = re.compile(
    r"\s*((grand )?total(s|e|en)?|sum|gesamt(summe)?|summe|suma|somma|totaal|итого|всего|合计|总计|合計)\s*:?\s*",
    re.IGNORECASE,
)
# With fewer values above it, a number is their sum by chance.
MIN_ADDED = 2
MIN_ADDED_UNNAMED = 4
# The part of a column that is filled where a gap in the last row tells something.
MOSTLY_FILLED = 0.9
MAX_COLUMNS = 200
MAX_VALUES = 200
MAX_COUNTED = 10_000
# Values: as many take a tenth of a second.
MAX_COMPARED = 2_000_000
# What people write for a missing number: nines that fill a field. With two decimals, they are prices.
NINES = [sign * (10**digits - 1) for digits in range(2, 8) for sign in (1, -1)]
PLACEHOLDERS = [*NINES, *(nines / 10 for nines in NINES if abs(nines) > 99)]
# A field of nines is far above all values that the field is for; a best seller at 99 is not, among prices up to 40.
TIMES_ABOVE = 3
MIN_OTHERS = 3
# Questions name no longer texts.
MAX_VALUE_LENGTH = 120
# Of which it is measured how far they are from each other.
MAX_DATES = 8


def describe_tables(names: list[str]) -> list[dict[str, Any]]:
    """Of those names that hold a table of pandas."""
    values = find_shell().user_ns
    return [
        describe_table(name, values[name])
        for name in names
        if name in values and is_a(values[name], "pandas", "DataFrame")
    ]


def describe_table(name: str, frame: Any) -> dict[str, Any]:
    units = frame.attrs.get("units")
    units = units if isinstance(units, dict) else {}
    columns = [str(column) for column in frame.columns[:MAX_COLUMNS]]
    has_commas = frame.attrs.get("decimal") == ","
    skipped = frame.attrs.get("skippedLines")
    merged = frame.attrs.get("mergedNumbers")
    is_empty = find_empty_rows(frame)
    if is_empty.any():
        frame = frame[~is_empty]
    has_totals = ends_with_totals(frame)
    if has_totals:
        frame = frame.iloc[:-1]
    described = [
        describe_column(column, frame.iloc[:, at], units.get(column), has_commas)
        for at, column in enumerate(columns)
    ]
    measure_gaps(described, frame)
    return {
        "name": name,
        "rows": len(frame),
        **count_repeats(frame),
        "decimal": "," if has_commas else ".",
        "skippedLines": skipped if isinstance(skipped, int) else 0,
        **({"mergedNumbers": [str(each) for each in merged]} if isinstance(merged, list) else {}),
        "emptyRows": int(is_empty.sum()),
        "endsWithTotals": has_totals,
        "columns": described,
        "hiddenColumns": frame.shape[1] - len(columns),
    }


def measure_gaps(columns: list[dict[str, Any]], frame: Any) -> None:
    """Adds to each date how far from it the others usually are, so that their distance can be said in a unit that fits."""
    dates = [at for at, column in enumerate(columns) if column["type"] == "date"][:MAX_DATES]
    for at in dates:
        for other in dates[dates.index(at) + 1 :]:
            try:
                gaps = (frame.iloc[:, other] - frame.iloc[:, at]).abs().dt.total_seconds()
            except TypeError:
                # One of them has a time zone.
                continue
            typical = gaps[gaps > 0].median()
            if typical == typical:
                columns[at]["gaps"].append({"to": columns[other]["name"], "seconds": float(typical)})
                columns[other]["gaps"].append({"to": columns[at]["name"], "seconds": float(typical)})


def find_empty_rows(frame: Any) -> Any:
    """Which rows hold nothing. None where all are like that, or where the only column has gaps, which are values of it."""
    import numpy

    is_empty = numpy.full(len(frame), frame.shape[1] > 1)
    for at in range(frame.shape[1]):
        if not is_empty.any():
            break
        is_empty &= frame.iloc[:, at].isna().to_numpy(dtype=bool)
    return is_empty & (not is_empty.all())


def count_repeats(frame: Any) -> dict[str, int]:
    """Rows that equal an earlier one in every column; nothing where values cannot be compared, as lists, or are too many."""
    try:
        return {} if frame.size > MAX_COMPARED else {"repeatedRows": int(frame.duplicated().sum())}
    except TypeError:
        return {}


def ends_with_totals(frame: Any) -> bool:
    """Whether the last row adds up those above: a number in it is the sum of its column, and the rest of it is not data."""
    if frame.shape[0] <= MIN_ADDED:
        return False
    columns = [frame.iloc[:, at] for at in range(min(frame.shape[1], MAX_COLUMNS))]
    numbers = [each for each in columns if each.dtype.kind in "iuf"]
    sums = [count_added(each) for each in numbers]
    lasts = [each.iloc[-1] for each in columns]
    if any(isinstance(last, str) and TOTAL.fullmatch(last) for last in lasts):
        return max(sums, default=0) >= MIN_ADDED
    gaps = [each for each in columns if each.isna().iloc[-1]]
    has_gap = any(each.iloc[:-1].notna().mean() > MOSTLY_FILLED for each in gaps)
    return has_gap and max(sums, default=0) >= MIN_ADDED_UNNAMED


def count_added(column: Any) -> int:
    """How many values the last one adds up; 0 where it does not."""
    if column.isna().iloc[-1]:
        return 0
    above, last = column.iloc[:-1], float(column.iloc[-1])
    # Totals of money are rounded to cents.
    adds_up = abs(float(above.sum()) - last) <= max(0.005, abs(last) * 1e-9)
    return int((above.fillna(0) != 0).sum()) if adds_up else 0


def describe_column(name: str, values: Any, unit: Any = None, has_commas: bool = False) -> dict[str, Any]:
    from pandas import NA

    known = values.dropna()
    # Lists of Parquet files are arrays.
    has_lists = known.dtype == object and any(
        isinstance(value, (list, dict, set)) or is_a(value, "numpy", "ndarray") for value in known
    )
    has_records = has_lists and all(isinstance(value, dict) for value in known)
    if has_lists:
        known = known.astype(str)
    distinct = known.drop_duplicates()
    # The most frequent first, where counting them is worth it.
    shown = known.value_counts().index if len(distinct) <= MAX_COUNTED else distinct.iloc[:MAX_VALUES]
    kind = find_type(distinct)
    infinite = known.isin([float("inf"), float("-inf")]) if kind == "number" else None
    finite = known if infinite is None else known[~infinite]
    has_span = kind in ("number", "date") and len(finite) > 0
    texts = [str(to_json(value)) for value in shown[:MAX_VALUES]]
    found = UNIT_IN_NAME.search(name.strip())
    in_name = found[found.lastindex or 0] if found else None
    return {
        "name": name,
        "type": kind,
        "isInteger": kind == "number" and len(finite) == len(known) and is_whole(distinct),
        "missing": int(values.isna().sum()),
        "isNullable": getattr(values.dtype, "na_value", None) is NA,
        "unique": len(distinct),
        "values": [text for text in texts if len(text) <= MAX_VALUE_LENGTH],
        "span": {"first": str(to_json(finite.min())), "last": str(to_json(finite.max()))}
        if has_span
        else None,
        # `Rating (1-5)` is a scale.
        "unit": unit if isinstance(unit, str) else None if in_name and SCALE.fullmatch(in_name) else in_name,
        **({} if len(finite) == len(known) else {"infinite": len(known) - len(finite)}),
        "placeholders": find_placeholders(finite) if kind == "number" else [],
        "gaps": [],
        "reading": {"as": "text", "holds": "records" if has_records else "lists"}
        if has_lists
        else find_reading(name, kind, distinct, known, has_commas) or find_plain(values, known),
    }


def is_whole(numbers: Any) -> bool:
    return bool((numbers == numbers.round()).all())


def find_placeholders(known: Any) -> list[dict[str, Any]]:
    """
    Numbers that may stand for missing values: all their digits are nines, they are there several times, and a gap is
    between them and all others. Below these, it is wider than their range with zero, unless nothing else is negative;
    above, it is some times as wide.
    """
    counts = known[known.isin(PLACEHOLDERS)].value_counts()
    counts = counts[counts > 1]
    others = known[~known.isin(counts.index)] if len(counts) > 0 else known.iloc[:0]
    if others.nunique() < MIN_OTHERS:
        return []
    low, high = float(others.min()), float(others.max())
    width = max(high, 0) - min(low, 0)

    def is_apart(value: float) -> bool:
        return low >= 0 or low - value > width if value < 0 else value - high > width * TIMES_ABOVE

    return [
        {"value": to_json(value), "count": int(count)}
        for value, count in sorted(counts.items())
        if is_apart(float(value))
    ]


def find_type(distinct: Any) -> str:
    from pandas.api import types

    if len(distinct) == 0:
        return "empty"
    if types.is_bool_dtype(distinct) or (len(distinct) <= 2 and set(distinct) <= {0, 1}):
        return "boolean"
    if types.is_numeric_dtype(distinct):
        return "number"
    return "date" if types.is_datetime64_any_dtype(distinct) else "text"


def to_json(value: Any) -> Any:
    """Dates as ISO text, numbers as Python has them."""
    if hasattr(value, "isoformat"):
        return value.isoformat().removesuffix("T00:00:00")
    return value.item() if hasattr(value, "item") else value
