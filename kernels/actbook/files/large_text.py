"""A large file of delimited text as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .arrow_frames import name_type
from .delimited_readings import describe_reading, describe_skipped, read_with_codes
from .file_formats import find_format
from .large_files import ENCODINGS, quote
from .large_table import HEAD_ROWS, Ask, LargeTable, connect, quote_name

# What pandas takes for a missing value.
MISSING = [
    "",
    "#N/A",
    "#N/A_N/A",
    "#NA",
    "-1.#IND",
    "-1.#QNAN",
    "-NaN",
    "-nan",
    "1.#IND",
    "1.#QNAN",
    "<NA>",
    "N/A",
    "NA",
    "NULL",
    "NaN",
    "None",
    "n/a",
    "nan",
    "null",
]


class DelimitedRows:
    place = "place"

    def __init__(self, source: str) -> None:
        self.source = source
        self.placed = f"(select *, row_number() over () - 1 as place from {source})"

    def find_positions(self, found: Any) -> Any:
        return found.column("place").to_numpy()

    def read(self, ask: Ask, names: str, runs: list[tuple[int, int]]) -> Iterator[Any]:
        if len(runs) == 1:
            first, end = runs[0]
            yield ask(f"select {names} from {self.source} limit {end - first} offset {first}")
            return
        # All of them at once, as the file is read from its beginning.
        bounds = ", ".join(f"({first}, {end})" for first, end in runs)
        spans = f"(select unnest(range(first, past)) as wanted from (values {bounds}) as spans(first, past))"
        found = f"select {names} from {self.placed} where place in (select wanted from {spans})"
        yield ask(f"{found} order by place")


def open_delimited(path: str) -> LargeTable | None:
    """None where DuckDB reads less of it than pandas: other encodings, decimal commas, packed files, and broken lines."""
    import duckdb

    form = find_format(path)
    is_plain = form["kind"] == "delimited" and form["decimal"] == "." and not form["hasLongLines"]
    if (
        not is_plain
        or form["encoding"] not in ENCODINGS
        or path.endswith((".gz", ".bz2", ".xz", ".zst", ".zip"))
    ):
        return None
    options = {"sep": form["separator"], "encoding": form["encoding"], "skiprows": form["skippedLines"]}
    head = read_with_codes(path, {**options, "nrows": HEAD_ROWS})
    if type(head.index).__name__ != "RangeIndex":
        return None
    for at, kind in enumerate(head.dtypes):
        if kind == "bool":
            head.isetitem(at, head.iloc[:, at].astype(str))
    names = [f"column{at}" for at in range(head.shape[1])]
    connection = connect()
    # To fill up short lines takes twice the time.
    for source in (write_source(path, form, names, is_padded) for is_padded in (False, True)):
        try:
            # Reads all of it, so that later nothing fails.
            [(count, _)] = connection.sql(f"select count(*), count({names[-1]}) from {source}").fetchall()
            break
        except duckdb.Error:
            continue
    else:
        return None
    rows = DelimitedRows(source)
    table = LargeTable(connection, rows, names, head, count, is_text=True)
    table.types = [name_type(str(kind)) for kind in head.dtypes]
    skipped = form["skippedLines"]
    notes = [describe_reading(form), describe_skipped(skipped, "line") if skipped else ""]
    table.facts = {"note": " ".join(filter(None, notes))} if any(notes) else {}
    return table


def write_source(path: str, form: dict[str, Any], names: list[str], is_padded: bool) -> str:
    columns = ", ".join(f"{quote_name(name)}: 'VARCHAR'" for name in names)
    missing = ", ".join(map(quote, MISSING))
    return (
        f"read_csv({quote(path)}, auto_detect = false, columns = {{{columns}}}, delim = {quote(form['separator'])}, "
        f"quote = '\"', escape = '\"', header = true, skip = {form['skippedLines']}, null_padding = {str(is_padded).lower()}, "
        f"nullstr = [{missing}])"
    )
