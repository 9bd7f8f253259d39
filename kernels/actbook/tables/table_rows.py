"""Which rows of a table a query leaves, and in which order."""

from __future__ import annotations

import decimal
import time
from typing import Any

from ..errors import Refusal, Unfinished
from .opened_table import Found, Table
from .table_columns import (
    find_kind,
    hold_in_arrow,
    is_known,
    is_missing,
    is_of_objects,
    list_classes,
    list_values,
    spread_categories,
    to_floats,
    to_moments,
)
from .texts import Texts

# Numbers are compared as they are shown, with twelve digits.
RELATIVE_ERROR = 1e-11
# Of a search, before the kernel has a turn for something else.
MAX_SEARCH_S = 0.5
MAX_REMEMBERED_SEARCHES = 4
# Picking more of the rows takes longer than it saves.
MAX_NARROWED = 0.3
NUMBER_CHARACTERS = frozenset("0123456789.eE+-infIN")
DATE_CHARACTERS = frozenset("0123456789-:. +T")


def select_rows(table: Table, query: dict[str, Any], texts: Texts) -> Found:
    if not query.get("filters") and not query.get("search") and query.get("sort") is None:
        return Found(None, table.row_count)
    found: Found = table.remember_rows(
        query, lambda: table.find_large(query) or find_here(table, query, texts)
    )
    return found


def find_here(table: Table, query: dict[str, Any], texts: Texts) -> Found:
    positions = find_rows(table, query, texts)
    return Found(positions, table.row_count if positions is None else len(positions))


def find_rows(table: Table, query: dict[str, Any], texts: Texts) -> Any:
    """
    Positions of the rows, or None for all as they are. ``query`` may have ``filters``, ``search``, ``sort`` (position of
    a column) and ``ascending``.
    """
    mask = find_matches(table, query, texts)
    sort = query.get("sort")
    if sort is None:
        return None if mask is None else mask.nonzero()[0]
    column = get_column(table, sort)
    if mask is None:
        return find_order(column, query["ascending"])
    picked = mask.nonzero()[0]
    return picked[find_order(column.iloc[picked], query["ascending"])]


def find_matches(table: Table, query: dict[str, Any], texts: Texts) -> Any:
    """True for each row that is left, or None when no row is left out."""
    mask = None
    for each in query.get("filters") or []:
        column = get_column(table, each["column"])
        found = meets(column, each, table.describe(each["column"]), texts)
        mask = found if mask is None else mask & found
    search = query.get("search")
    if search:
        found = search_all(table, search)
        mask = found if mask is None else mask & found
    return mask


def get_column(table: Table, index: int) -> Any:
    if index >= table.column_count:
        raise Refusal("This table does not have such a column.")
    return table.get_column(index)


def search_all(table: Table, text: str) -> Any:
    """Raises Unfinished after a while, if it can be continued."""
    import numpy

    memory = table.memory
    begun = memory.searches.pop(text, None) or Search(narrow(table, text))
    search_columns(table, text, begun)
    found = begun.found
    if begun.rows is not None:
        found = numpy.zeros(table.row_count, dtype=bool)
        found[begun.rows] = begun.found
    while len(memory.found) >= MAX_REMEMBERED_SEARCHES:
        del memory.found[next(iter(memory.found))]
    memory.found[text.casefold()] = found
    return found


class Search:
    """How far a search has come."""

    def __init__(self, rows: Any) -> None:
        # Positions of those that are searched; None for all.
        self.rows = rows
        self.found: Any = False
        self.next_column = 0


def narrow(table: Table, text: str) -> Any:
    """
    Rows that had a part of the text, as while somebody types: only they can have all of it. None where that is not known
    or saves nothing.
    """
    parts = [each for each in table.memory.found if each in text.casefold()]
    if not parts:
        return None
    rows = table.memory.found[max(parts, key=len)].nonzero()[0]
    return rows if len(rows) <= MAX_NARROWED * table.row_count else None


def search_columns(table: Table, text: str, begun: Search) -> None:
    """Raises Unfinished."""
    import numpy

    end = time.monotonic() + MAX_SEARCH_S
    picked = slice(None) if begun.rows is None else begun.rows
    if begun.next_column == 0:
        begun.found = numpy.zeros(table.row_count, dtype=bool)[picked]
    for index in range(begun.next_column, table.column_count):
        if table.is_remembered and index > begun.next_column and time.monotonic() > end:
            begun.next_column = index
            searches = table.memory.searches
            while len(searches) >= MAX_REMEMBERED_SEARCHES:
                del searches[next(iter(searches))]
            searches[text] = begun
            raise Unfinished
        begun.found |= contains(table.get_column(index).iloc[picked], text, table.describe(index))
    # Labels that only count the rows are not part of what they say.
    if not table.is_numbered:
        for level, facts in zip(table.list_levels(picked), table.describe_levels(), strict=True):
            begun.found |= contains(level, text, facts)


def meets(column: Any, condition: dict[str, Any], facts: dict[str, Any], texts: Texts) -> Any:
    kind = condition["is"]
    if kind in ("empty", "not-empty"):
        empty = find_empty(column)
        return empty if kind == "empty" else ~empty
    if kind == "contains":
        return contains(column, condition["text"], facts)
    if kind == "range":
        return is_between(column, condition, facts)
    values = [condition["text"]] if kind == "equals" else condition["texts"]
    found = equals_any(column, [value for value in values if value is not None], facts, texts)
    return found | find_missing(column) if None in values else found


def find_missing(column: Any) -> Any:
    import numpy

    if not is_known(column.dtype):
        return numpy.zeros(len(column), dtype=bool)
    # pandas asks values of other classes whether they are themselves.
    if is_of_objects(column) and not list_classes(column) <= {str, int, float, bool}:
        return numpy.array([is_missing(each) for each in column.array], dtype=bool)
    return column.isna().to_numpy(dtype=bool)


def find_empty(column: Any) -> Any:
    missing = find_missing(column)
    if find_kind(column) != "text":
        return missing
    return missing | hold_in_arrow(column).isin([""]).to_numpy(dtype=bool)


def contains(column: Any, text: str, facts: dict[str, Any]) -> Any:
    """Whether values as they are written contain the text, in any case."""
    import numpy

    kind = facts["kind"]
    if text == "":
        return ~find_missing(column)
    characters = {"number": NUMBER_CHARACTERS, "date": DATE_CHARACTERS}.get(kind)
    if characters is not None and not characters.issuperset(text):
        return numpy.zeros(len(column), dtype=bool)
    if str(column.dtype) == "category" and is_known(column.dtype):
        categories = column.cat.categories.to_series()
        return spread_categories(column, lambda _: contains(categories, text, facts), missing=False)
    found = match_in_arrow(column, text, facts)
    if found is not None:
        return found
    wanted = text.casefold()
    longer = Texts(1_000_000)
    return numpy.array(
        [each is not None and wanted in each.casefold() for each in list_values(column, facts, longer)],
        dtype=bool,
    )


def match_in_arrow(column: Any, text: str, facts: dict[str, Any]) -> Any:
    """The same many times faster, for columns that Arrow writes alike; None for others and without Arrow."""
    dtype = column.dtype
    kind = facts["kind"]
    is_plain = getattr(dtype, "kind", "O") in "iufMb" and getattr(dtype, "tz", None) is None
    is_text = kind == "text"
    if not (is_plain or is_text):
        return None
    try:
        import pyarrow
        import pyarrow.compute
    except ImportError:
        return None
    try:
        values = pyarrow.array(column, type=pyarrow.string() if is_text else None, from_pandas=True)
        if facts.get("isDateOnly"):
            values = values.cast(pyarrow.date32())
        elif kind == "date":
            if "." in text:
                return None
            values = values.cast(pyarrow.timestamp("s"), safe=False)
        found = pyarrow.compute.match_substring(values.cast(pyarrow.string()), text, ignore_case=True)
    except (pyarrow.ArrowException, TypeError, ValueError):
        return None
    return found.fill_null(False).to_numpy(zero_copy_only=False)


def equals_any(column: Any, wanted: list[str], facts: dict[str, Any], texts: Texts) -> Any:
    import numpy

    kind = facts["kind"]
    if kind == "number":
        return equals_any_number(column, [read_number(each) for each in wanted])
    if kind == "date":
        moments = to_moments(column)
        found: Any = numpy.zeros(len(column), dtype=bool)
        for each in wanted:
            found |= moments == read_moment(each)
        return found
    if kind == "text" and is_known(column.dtype) and all(len(each) < texts.max_length for each in wanted):
        return column.isin(wanted).to_numpy(dtype=bool)
    return numpy.array([each in wanted for each in list_values(column, facts, texts)], dtype=bool)


def equals_any_number(column: Any, wanted: list[int | float]) -> Any:
    import numpy

    found: Any = numpy.zeros(len(column), dtype=bool)
    if getattr(column.dtype, "kind", "O") in "iu":
        known = ~find_missing(column)
        values = column[known].to_numpy(dtype=None if isinstance(column.dtype, numpy.dtype) else object)
        for each in wanted:
            found[known] |= numpy.asarray(values == each, dtype=bool)
        return found
    floats = to_floats(column)
    for each in wanted:
        with numpy.errstate(invalid="ignore"):
            found |= (floats == each) | (numpy.abs(floats - each) <= RELATIVE_ERROR * abs(each))
    return found


def is_between(column: Any, condition: dict[str, Any], facts: dict[str, Any]) -> Any:
    import numpy

    kind = facts["kind"]
    first, last = condition.get("from"), condition.get("to")
    if kind == "number":
        values, read = to_floats(column), read_number
    elif kind == "date":
        values, read = to_moments(column), read_moment
    elif kind == "text":
        return is_text_between(column, first, last)
    else:
        raise Refusal("Only columns of numbers, dates, or text have a range.")
    found = ~numpy.isnat(values) if kind == "date" else ~numpy.isnan(values)
    with numpy.errstate(invalid="ignore"):
        if first is not None:
            found &= values >= read(first)
        after = find_end(last) if last is not None and kind == "date" else None
        if after is not None:
            found &= values < after
        elif last is not None:
            found &= values <= read(last)
    return found


def is_text_between(column: Any, first: str | None, last: str | None) -> Any:
    import numpy

    if str(column.dtype) == "category":
        categories = column.cat.categories.to_series()
        return spread_categories(column, lambda _: is_text_between(categories, first, last), missing=False)
    texts = hold_in_arrow(column)
    found = ~texts.isna().to_numpy(dtype=bool)
    for end, has_met in ((first, texts.ge), (last, texts.le)):
        if end is not None:
            found &= numpy.asarray(has_met(end).fillna(False), dtype=bool)
    return found


def read_number(text: str) -> Any:
    for read in (int, float):
        try:
            return read(text.strip())
        except ValueError:
            continue
    raise Refusal(f"“{text[:60]}” is not a number. Write numbers such as 1234.5.")


def read_moment(text: str) -> Any:
    import pandas

    try:
        moment = pandas.Timestamp(text.strip())
    except (ValueError, TypeError):
        moment = pandas.NaT
    if moment is pandas.NaT:
        raise Refusal(f"“{text[:60]}” is not a date. Write dates such as 2024-03-31.")
    return moment.tz_localize(None).to_datetime64()


def find_end(text: str) -> Any:
    """What follows a year, a month or a day that is named as a whole; None for other dates."""
    import numpy

    try:
        named = numpy.datetime64(text.strip())
    except ValueError:
        return None
    return named + 1 if numpy.datetime_data(named.dtype)[0] in ("Y", "M", "D") else None


def find_order(column: Any, ascending: bool) -> Any:
    """Positions of the rows in the order of the column, missing values last, equal ones as they were."""
    if not is_known(column.dtype):
        raise Refusal("This column cannot be sorted: its type is not one of pandas.")
    if is_of_objects(column):
        # Missing values are NaN or None, and are not compared.
        kinds = list_classes(column)
        kind = find_kind(column)
        if kind == "number" and decimal.Decimal in kinds:
            return order_of(to_floats(column), ascending)
        if kind == "date":
            return order_of(to_moments(column), ascending)
        if kind not in ("text", "boolean", "number") and not kinds <= {int, float, bool}:
            raise Refusal(
                "This column cannot be sorted: it holds values of several types, or of classes of their own."
            )
    in_arrow = order_in_arrow(column, ascending)
    if in_arrow is not None:
        return in_arrow
    try:
        return column.array.argsort(ascending=ascending, kind="mergesort", na_position="last")
    except (TypeError, NotImplementedError):
        # Such as lists in Arrow.
        raise Refusal("This column cannot be sorted: its values have no order.") from None


def order_of(values: Any, ascending: bool) -> Any:
    import pandas

    return pandas.Series(values).array.argsort(ascending=ascending, kind="mergesort", na_position="last")


def order_in_arrow(column: Any, ascending: bool) -> Any:
    """Texts, which Arrow sorts several times faster."""
    if find_kind(column) != "text":
        return None
    values = getattr(hold_in_arrow(column).array, "_pa_array", None)
    if values is None:
        return None
    import pyarrow.compute

    order = "ascending" if ascending else "descending"
    return pyarrow.compute.array_sort_indices(values, order=order, null_placement="at_end").to_numpy()
