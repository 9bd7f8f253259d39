"""What the columns of a table hold: counts, ends, the most frequent values, and how the values spread."""

from __future__ import annotations

from typing import Any

from .opened_table import Table
from .table_columns import find_kind, hold_in_arrow, is_known, list_values, to_floats, to_moments
from .table_rows import find_missing, select_rows
from .texts import Texts

MAX_BINS = 24
MAX_FREQUENT = 50
# Larger whole numbers are not told apart as floats.
MAX_EXACT = 2**53


def summarize_columns(
    table: Table, query: dict[str, Any], columns: tuple[int, int], texts: Texts
) -> dict[str, Any]:
    # Nothing of it depends on the order of the rows.
    positions, count = select_rows(table, {**query, "sort": None}, texts)
    first, width = columns
    shown = range(min(first, table.column_count), min(first + width, table.column_count))
    spaced = table.sample(count if positions is None else len(positions), len(shown))
    picked: Any = slice(None) if positions is None else positions
    if spaced is not None:
        picked = spaced if positions is None else positions[spaced]
    read = table.read_columns(picked, shown)
    looked_at = len(picked) if spaced is not None or positions is not None else count
    return {
        "columns": [
            {
                **table.describe_with_name(at, texts),
                **summarize(column, table.describe(at), texts),
            }
            for at, column in zip(shown, read, strict=True)
        ],
        "columnCount": table.column_count,
        "columnOffset": first,
        "matchCount": count,
        "sampledRows": looked_at if looked_at < count else None,
    }


def summarize(column: Any, facts: dict[str, Any], texts: Texts) -> dict[str, Any]:
    missing = find_missing(column)
    summary: dict[str, Any] = {"missing": int(missing.sum()), "distinct": None}
    known = column[~missing]
    if not can_be_counted(known):
        return summary
    try:
        counts = hold_in_arrow(known).value_counts(sort=False)
        counts = counts[counts > 0]
        # Values that are as frequent come as they do in the table.
        most = counts.sort_values(ascending=False, kind="stable").iloc[:MAX_FREQUENT]
        written = list_values(most.index.to_series(), facts, texts)
    except (TypeError, ValueError, NotImplementedError):
        # Lists in Arrow, and texts with half a character, are not told apart.
        return summary
    summary["distinct"] = len(counts)
    summary["frequent"] = [
        {"text": text, "count": int(count)}
        for text, count in zip(written, most.tolist(), strict=True)
        if text is not None
    ]
    if facts["kind"] == "number":
        return {**summary, **spread_numbers(to_floats(known), facts, texts)}
    if facts["kind"] == "date":
        return {**summary, **spread_moments(to_moments(known), facts)}
    return summary


def can_be_counted(column: Any) -> bool:
    """Whether no class of the user's is asked whether values are the same."""
    return is_known(column.dtype) and (column.dtype != object or find_kind(column) != "other")


def spread_numbers(values: Any, facts: dict[str, Any], texts: Texts) -> dict[str, Any]:
    import numpy

    values = values[numpy.isfinite(values)]
    if len(values) == 0:
        return {}
    first, last = float(values.min()), float(values.max())
    whole = facts.get("decimals") == 0 and not facts.get("isRounded")

    def write(value: float) -> str:
        # Counted as floats, whole numbers are still written as such.
        return texts.write(int(value) if value == int(value) and abs(value) < 1e15 else value) or ""

    spread = {}
    if whole and 0 < last - first < MAX_EXACT:
        spread = count_whole(values, int(first), int(last))
    elif first != last:
        spread = count_bins(values, write)
    return {
        "min": write(first),
        "max": write(last),
        "mean": write(float(values.mean())),
        "median": write(float(numpy.median(values))),
        **spread,
    }


def spread_moments(values: Any, facts: dict[str, Any]) -> dict[str, Any]:
    import numpy

    values = values.astype("datetime64[s]")
    if len(values) == 0:
        return {}
    unit = "D" if facts.get("isDateOnly") else "s"

    def write(value: float) -> str:
        moment: Any = numpy.datetime64(int(value), "s").astype(f"datetime64[{unit}]")
        return str(moment).replace("T", " ")

    first, last = values.min().astype("int64"), values.max().astype("int64")
    spread = {} if first == last else count_bins(values.astype("int64"), write)
    return {"min": write(first), "max": write(last), **spread}


def count_whole(values: Any, first: int, last: int) -> dict[str, Any]:
    """Each bar has as many whole numbers as any other: with edges between them, some would have one more."""
    import numpy

    width = -(-(last - first + 1) // MAX_BINS)
    edges = range(first, last + width + 1, width)
    counts = numpy.histogram(values, bins=list(edges))[0].tolist()
    bars = zip(edges, counts, strict=False)
    return {
        "histogram": [
            {"from": str(start), "to": str(min(start + width - 1, last)), "count": count}
            for start, count in bars
        ]
    }


def count_bins(values: Any, write: Any) -> dict[str, Any]:
    import numpy

    try:
        counts, edges = numpy.histogram(values, bins=MAX_BINS)
    except ValueError:
        # The ends are too far apart, or too near, for bars of equal width.
        return {}
    return {
        "histogram": [
            {"from": write(edges[at]), "to": write(edges[at + 1]), "count": int(count)}
            for at, count in enumerate(counts)
        ]
    }
