"""Tables of files that are not loaded: DuckDB finds and counts rows, and reads those that are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ..duckdb_settings import list_settings
from ..tables.opened_table import Found, Memory, Table
from .arrow_frames import to_frame
from .row_queries import Field, write_conditions, write_order

MAX_MEMORY_BYTES = 700 << 20
# Of the process that reads files, with what the threads of DuckDB set aside and never touch.
MAX_PROCESS_BYTES = 3 << 30
# Rows whose values tell what a column holds.
HEAD_ROWS = 20_000
# Rows of a query that can be paged through; all of them are counted and exported.
MAX_FOUND = 100_000
BATCH_ROWS = 20_000
# Of a summary: pieces from all over the table, and rows of each.
SAMPLES = 50
SAMPLED_ROWS = 1_000


Ask = Callable[[str], Any]


def connect() -> Any:
    """For this process alone, whose memory is that of the reader."""
    import duckdb

    connection = duckdb.connect(config=list_settings(duckdb, MAX_MEMORY_BYTES))
    # Moments with a time zone are shown as they are in memory.
    connection.sql("set timezone = 'UTC'")
    return connection


class Rows(Protocol):
    """Where rows are, in SQL."""

    source: str
    placed: str
    """With columns that tell the place of each row."""
    place: str
    """Their names."""

    def find_positions(self, found: Any) -> Any:
        """Of what Arrow has of these columns."""

    def read(self, ask: Ask, names: str, runs: list[tuple[int, int]]) -> Iterator[Any]:
        """Tables of Arrow with the columns of these runs of rows, each from its first to before its end, in this order."""


def quote_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class LargeTable(Table):
    """Columns are described by their first rows. ``columns`` are the names that DuckDB has for those of ``head``."""

    def __init__(
        self,
        connection: Any,
        rows: Rows,
        columns: list[str],
        head: Any,
        row_count: int,
        is_text: bool = False,
    ) -> None:
        """``is_text``: all columns are, whatever ``head`` has made of them."""
        shape = (row_count, head.shape[1])
        super().__init__(list(head.columns), None, shape, lambda at: head.iloc[:, at], Memory())
        self.connection = connection
        self.rows = rows
        self.columns = [quote_name(name) for name in columns]
        self.is_text = is_text

    def describe(self, column: int) -> dict[str, Any]:
        """Rows that were not read may have more decimals, and times."""
        facts = dict(super().describe(column))
        kind = self.get_column(column).dtype
        if not str(kind).startswith("date32"):
            facts.pop("isDateOnly", None)
        is_whole = getattr(kind, "kind", "") in "iu" and not self.is_text
        return {**facts, "isRounded": True} if "decimals" in facts and not is_whole else facts

    def list_fields(self) -> list[Field]:
        described = [(name, self.describe(at), self.get_column(at)) for at, name in enumerate(self.columns)]
        return [
            Field(name, facts["kind"], getattr(column.dtype, "kind", "") == "f", self.is_text)
            for name, facts, column in described
        ]

    def find_large(self, query: dict[str, Any]) -> Found:
        fields = self.list_fields()
        condition = write_conditions(fields, query)
        order = write_order(fields, query)
        placed = f"from {self.rows.placed} where {condition.sql}"
        # Equal ones as they were.
        ordered = f" order by {order}, {self.rows.place}" if order else ""
        found = self.ask(f"select {self.rows.place} {placed}{ordered} limit {MAX_FOUND}", condition.values)
        count = found.num_rows
        if count == MAX_FOUND:
            counted = self.ask(f"select count(*) as count {placed}", condition.values)
            count = counted.column("count")[0].as_py()
        return Found(self.rows.find_positions(found), count)

    def read_columns(self, picked: Any, shown: range) -> list[Any]:
        import numpy
        import pandas

        positions = numpy.arange(*picked.indices(self.row_count)) if isinstance(picked, slice) else picked
        if len(positions) == 0:
            empty = [self.get_column(at).iloc[:0] for at in shown]
            return [column.astype(object) for column in empty] if self.is_text else empty
        ordered = numpy.unique(positions)
        # Where one does not follow the other.
        breaks = (numpy.diff(ordered) != 1).nonzero()[0] + 1
        runs = [(int(run[0]), int(run[-1]) + 1) for run in numpy.split(ordered, breaks)]
        names = ", ".join(self.columns[at] for at in shown)
        pieces = [self.to_frame(each, shown) for each in self.rows.read(self.ask, names, runs)]
        frame = pieces[0] if len(pieces) == 1 else pandas.concat(pieces, ignore_index=True)
        frame = frame.iloc[numpy.searchsorted(ordered, positions)]
        return [frame.iloc[:, at] for at in range(len(shown))]

    def stream(self, query: dict[str, Any]) -> Iterator[Any]:
        fields = self.list_fields()
        condition = write_conditions(fields, query)
        order = write_order(fields, query)
        source, ordered = self.rows.source, ""
        if order:
            source, ordered = self.rows.placed, f" order by {order}, {self.rows.place}"
        sql = f"select {', '.join(self.columns)} from {source} where {condition.sql}{ordered}"
        # Pages are read meanwhile.
        relation = self.connection.cursor().sql(sql, params=condition.values or None)
        every = range(self.column_count)
        return (self.to_frame(batch, every) for batch in relation.to_arrow_reader(BATCH_ROWS))

    def sample(self, count: int, columns: int) -> Any:
        """Pieces from all over: of each, the file is read from its beginning, or a part of it is unpacked."""
        import numpy

        if count <= SAMPLES * SAMPLED_ROWS:
            return None
        firsts = numpy.linspace(0, count - SAMPLED_ROWS, SAMPLES).astype("int64")
        return numpy.unique((firsts[:, None] + numpy.arange(SAMPLED_ROWS)).ravel())

    def ask(self, sql: str, values: list[Any] | None = None) -> Any:
        """A table of Arrow."""
        import duckdb

        try:
            return self.connection.sql(sql, params=values or None).to_arrow_table()
        except duckdb.OutOfMemoryException:
            raise MemoryError from None

    def to_frame(self, read: Any, shown: range) -> Any:
        frame = to_frame(read)
        for at, column in enumerate(shown) if self.is_text else ():
            if self.describe(column)["kind"] == "number":
                frame.isetitem(at, to_numbers(frame.iloc[:, at]))
        return frame


def to_numbers(texts: Any) -> Any:
    """As pandas reads them, unless one of them is none."""
    import pandas

    try:
        return pandas.to_numeric(texts)
    except (ValueError, TypeError):
        return texts
