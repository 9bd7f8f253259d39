"""A large Parquet file, or a folder of Parquet files, as one table."""

from __future__ import annotations

import bisect
import itertools
import os
from collections.abc import Iterator
from typing import Any

from ..errors import Refusal
from .arrow_frames import name_type, to_frame
from .large_files import list_parquet, quote
from .large_table import HEAD_ROWS, Ask, LargeTable, connect


class ParquetRows:
    """Of several files, one after the other."""

    place = "file_index, file_row_number"

    def __init__(self, files: list[str], counts: list[int]) -> None:
        self.files = files
        # Positions of the first row of each file, and how many rows there are.
        self.starts = [0, *itertools.accumulate(counts)]
        self.source = read_files(files)
        self.placed = f"(select *, {self.place} from {self.source})"

    def find_positions(self, found: Any) -> Any:
        import numpy

        files = found.column("file_index").to_numpy().astype("int64")
        return numpy.array(self.starts)[files] + found.column("file_row_number").to_numpy()

    def read(self, ask: Ask, names: str, runs: list[tuple[int, int]]) -> Iterator[Any]:
        import duckdb

        for file, first, end in (part for run in runs for part in self.split(*run)):
            limits = f"limit {end - first} offset {first}"
            try:
                # Ten times as fast as to find the file among the others.
                yield ask(f"select {names} from {read_files([self.files[file]])} {limits}")
            except duckdb.BinderException:
                # Only others have one of the columns.
                rows = f"file_index = {file} and file_row_number between {first} and {end - 1}"
                yield ask(f"select {names} from {self.source} where {rows}")

    def split(self, first: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The files that have these rows, and their own rows."""
        while first < end:
            at = bisect.bisect_right(self.starts, first) - 1
            last = min(end, self.starts[at + 1])
            yield at, first - self.starts[at], last - self.starts[at]
            first = last


def read_files(files: list[str]) -> str:
    named = ", ".join(map(quote, files))
    return f"read_parquet([{named}], hive_partitioning = true, union_by_name = true)"


def open_parquet(path: str) -> LargeTable:
    """Raises Refusal."""
    files = list_parquet(path) if os.path.isdir(path) else [path]
    if not files:
        raise Refusal("The folder has no Parquet files.")
    connection = connect()
    named = ", ".join(map(quote, files))
    counted = connection.sql(f"select file_name, num_rows from parquet_file_metadata([{named}])").fetchall()
    rows_of = dict(counted)
    rows = ParquetRows(files, [rows_of[file] for file in files])
    head = to_frame(connection.sql(f"select * from {rows.source} limit {HEAD_ROWS}").to_arrow_table())
    names = [str(name) for name in head.columns]
    taken = {name.casefold() for name in names} & {"file_index", "file_row_number"}
    if taken:
        raise Refusal(
            f"The table cannot be shown: its column {min(taken)} has a name that is used to read it."
        )
    table = LargeTable(connection, rows, names, head, rows.starts[-1])
    table.types = [name_type(str(kind)) for kind in head.dtypes]
    if len(files) > 1:
        table.facts = {"note": f"{len(files):,} Parquet files."}
    return table
