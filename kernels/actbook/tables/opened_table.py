"""A table whose columns are read one by one, whatever library made it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..errors import Refusal
from ..known_classes import absent, find_class
from .table_columns import MAX_LEVELS, MAX_TYPE_LENGTH, describe_name, describe_values
from .texts import Texts

MAX_REMEMBERED_QUERIES = 4
# Values that are looked at in one request. Of more, so many evenly spaced rows are.
MAX_SUMMED = 5_000_000
MIN_SAMPLED_ROWS = 50_000


class Found(NamedTuple):
    """Rows that a query leaves."""

    positions: Any
    """In its order; None for all as they are. Of very many in a large file, the first."""
    total: int


class Memory:
    """What was found out about a table, as long as it does not change: facts of columns, and rows of queries."""

    def __init__(self) -> None:
        self.facts: dict[int, dict[str, Any]] = {}
        self.rows: dict[str, Any] = {}
        # By the text that is searched for: a search that is to be continued.
        self.searches: dict[str, Any] = {}
        # By a text in small letters: the rows that have it.
        self.found: dict[str, Any] = {}


class Table:
    """``get_column`` returns a series of pandas. ``index`` is an index of pandas, or None where rows have no labels. ``types`` are
    the types of the columns where they are not those of pandas."""

    def __init__(
        self,
        names: Any,
        index: Any,
        shape: tuple[int, int],
        get_column: Callable[[int], Any],
        memory: Memory | None = None,
        types: Any = None,
    ) -> None:
        # What else a page says of the table, where it is of a file.
        self.facts: dict[str, Any] = {}
        self.names = names
        self.index = index
        self.row_count, self.column_count = shape
        self.get_column = get_column
        self.types = types
        # Without a memory that outlives this call, nothing can be continued.
        self.is_remembered = memory is not None
        self.memory = memory or Memory()

    def read_columns(self, picked: Any, shown: range) -> list[Any]:
        """A series for each column, of the rows at these positions."""
        return [self.get_column(at).iloc[picked] for at in shown]

    def sample(self, count: int, columns: int) -> Any:
        """Offsets among so many rows, from all over them, that are enough to sum up so many columns; None for all."""
        limit = max(MAX_SUMMED // max(1, columns), MIN_SAMPLED_ROWS)
        if count <= limit:
            return None
        import numpy

        return numpy.linspace(0, count - 1, limit).astype("int64")

    def describe(self, column: int) -> dict[str, Any]:
        """What the values of a column are, without its name."""
        facts = self.memory.facts
        if column not in facts:
            described = describe_values(self.get_column(column))
            if self.types is not None:
                described = {**described, "type": str(self.types[column])[:MAX_TYPE_LENGTH]}
            facts[column] = described
        return facts[column]

    def describe_with_name(self, column: int, texts: Texts) -> dict[str, Any]:
        return {**describe_name(self.names[column], texts), **self.describe(column)}

    @property
    def level_names(self) -> list[object] | None:
        names = list(getattr(self.names, "names", None) or [])[:MAX_LEVELS]
        return names if len(names) > 1 or names not in ([], [None]) else None

    @property
    def is_numbered(self) -> bool:
        """Whether the labels of the rows only count them."""
        if self.index is None:
            return True
        is_range = type(self.index) is find_class("pandas", "RangeIndex")
        return is_range and self.index.name is None and self.index.start == 0 and self.index.step == 1

    @property
    def index_names(self) -> list[object]:
        return [] if self.index is None else list(self.index.names)[:MAX_LEVELS]

    def list_levels(self, picked: Any) -> list[Any]:
        """A series for each level of the labels of these rows."""
        if self.index is None:
            return []
        index = self.index[picked]
        return [index.get_level_values(level).to_series() for level in range(min(index.nlevels, MAX_LEVELS))]

    def describe_levels(self) -> list[dict[str, Any]]:
        """What the values of each level are."""
        if self.index is None:
            return []
        if self.index.nlevels > 1:
            return [describe_values(level.to_series()) for level in self.index.levels[:MAX_LEVELS]]
        if type(self.index) is find_class("pandas", "RangeIndex"):
            return [{"kind": "number", "isNumeric": True, "decimals": 0}]
        return [describe_values(self.index.to_series())]

    def find_large(self, query: dict[str, Any]) -> Found | None:
        """Where the values are not in memory, the rows that something else finds."""
        return None

    def stream(self, query: dict[str, Any]) -> Iterator[Any] | None:
        """And frames of all of them."""
        return None

    def remember_rows(self, query: dict[str, Any], find: Callable[[], Any]) -> Any:
        """What ``find`` returns for the query, without finding it twice."""
        rows = self.memory.rows
        key = json.dumps(query, sort_keys=True)
        if key not in rows:
            found = find()
            while len(rows) >= MAX_REMEMBERED_QUERIES:
                del rows[next(iter(rows))]
            rows[key] = found
        return rows[key]


def from_polars(series: Any) -> Any:
    """With missing values, the integers of pandas itself would become floats, and long ones lose digits."""
    try:
        return series.to_pandas(use_pyarrow_extension_array=series.dtype.is_numeric())
    except ImportError:
        return series.to_pandas()


def open_value(value: Any, memory: Memory | None = None, has_labels: bool = True) -> Table:
    """Raises Refusal for what is not made of rows."""
    if value is absent:
        raise Refusal("There is no such variable in the kernel now.")
    if type(value) is find_class("pandas", "DataFrame"):
        index = value.index if has_labels else None
        return Table(value.columns, index, value.shape, lambda at: value.iloc[:, at], memory)
    if type(value) is find_class("pandas", "Series"):
        return Table([value.name], value.index, (len(value), 1), lambda _: value, memory)
    if type(value) is find_class("polars", "DataFrame"):
        return Table(
            value.columns,
            None,
            value.shape,
            lambda at: from_polars(value.to_series(at)),
            memory,
            value.dtypes,
        )
    if type(value) is find_class("polars", "Series"):
        return Table([value.name], None, (len(value), 1), lambda _: from_polars(value), memory, [value.dtype])
    raise Refusal("Only tables, arrays, lists, and dicts can be opened.")
