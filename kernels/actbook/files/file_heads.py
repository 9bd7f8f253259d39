"""What the tables of a file would be like, judged from its first rows: which file a question is about, before any is loaded."""

from __future__ import annotations

import os
import re
import warnings
from typing import Any

from ..tables.table_facts import describe_table
from .databases import read_table
from .file_formats import MAX_MEMORY_BYTES, find_format
from .large_files import count_rows, describe_large, find_version, list_parquet
from .memory_bounds import bound_memory
from .merged_cells import fill_down, find_merged
from .table_file_reader import read_json

HEAD_ROWS = 5_000
# These formats are read as a whole.
MAX_BYTES = 20 << 20
MAX_KEPT = 50
# What stands for a missing value where NA does not.
NOT_NA = ["", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None"]
# What pandas calls a heading that is not there.
UNNAMED = re.compile("Unnamed: ")

Head = dict[str, Any]

kept: dict[tuple[str, int, int], Head | None] = {}


def describe_head(file: str) -> Head | None:
    """
    ``{"format", "tables"}``, a table for each sheet, or ``None`` where only loading the file can tell. Of Parquet files also
    ``rowCount``, and of what is larger than memory ``large``. The file may be a folder of Parquet files.
    """
    try:
        changed_at, size = find_version(file)
    except OSError:
        return None
    key = (os.path.abspath(file), changed_at, size)
    if key not in kept:
        while len(kept) >= MAX_KEPT:
            del kept[next(iter(kept))]
        kept[key] = read_head(file, size)
    return kept[key]


def read_head(file: str, size: int) -> Head | None:
    files = list_parquet(file) if os.path.isdir(file) else []
    form = {"kind": "parquet"} if files else find_format(file)
    is_whole = form["kind"] not in ("delimited", "parquet", "sqlite")
    if form["kind"] == "none" or (is_whole and size > MAX_BYTES):
        return None
    try:
        with bound_memory(MAX_MEMORY_BYTES), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frames = read_frames(files[0] if files else file, form)
            add_partitions(frames, file, files)
            tables = [describe_table("head", frame) for frame in frames]
        # Not within the bounds, which are compared with there.
        row_count = count_rows(file) if form["kind"] == "parquet" else None
        return {"format": form, "tables": tables, "rowCount": row_count, "large": describe_large(file, form)}
    except Exception:
        return None


def read_frames(file: str, form: dict[str, Any]) -> list[Any]:
    """As the cell reads them that loads the file."""
    import pandas

    kind = form["kind"]
    if kind == "delimited":
        frame = pandas.read_csv(file, **to_options(form), nrows=HEAD_ROWS)
        frame.attrs["decimal"] = form["decimal"]
        return [frame]
    if kind == "workbook":
        return [read_sheet(file, sheet) for sheet in form["sheets"]]
    if kind == "sqlite":
        return [read_table(file, table, HEAD_ROWS) for table in form["tables"]]
    if kind == "json":
        return [read_json(file, form, None)[0]]
    if kind == "feather":
        return [pandas.read_feather(file)]
    import pyarrow.parquet

    batches = pyarrow.parquet.ParquetFile(file).iter_batches(batch_size=HEAD_ROWS)
    return [next(batches).to_pandas()]


def add_partitions(frames: list[Any], folder: str, files: list[str]) -> None:
    """The columns that are in the names of folders, such as ``month=01``. Their values are those of all files."""
    parts = [os.path.relpath(each, folder).split(os.sep)[:-1] for each in files]
    pairs = [dict(part.split("=", 1) for part in path if "=" in part) for path in parts]
    for name in pairs[0] if pairs else ():
        values = list(dict.fromkeys(each.get(name) for each in pairs))
        frames[0][name] = [values[at % len(values)] for at in range(len(frames[0]))]


def to_options(form: dict[str, Any]) -> dict[str, Any]:
    gaps = {"keep_default_na": False, "na_values": NOT_NA} if form["keepsNa"] else {}
    return {
        "sep": form["separator"],
        "decimal": form["decimal"],
        "encoding": form["encoding"],
        "dtype": dict.fromkeys(form["codes"], str),
        "skiprows": form["skippedLines"],
        "on_bad_lines": "skip",
        **gaps,
    }


def read_column(file: str, form: dict[str, Any], name: str) -> Any:
    """All values of a column, or ``None`` in formats that have no columns to read."""
    import pandas

    if form["kind"] == "delimited":
        return pandas.read_csv(file, **to_options(form), usecols=[name])[name]
    return pandas.read_parquet(file, columns=[name])[name] if form["kind"] == "parquet" else None


def read_sheet(file: str, sheet: dict[str, Any]) -> Any:
    import pandas

    first = sheet["header"]
    header = [first, first + 1] if sheet["headerRows"] == 2 else first
    has_merged = sheet.get("hasMerged", False)
    kinds = {"dtype": object} if has_merged else {}
    frame = pandas.read_excel(file, sheet_name=sheet["name"], header=header, nrows=HEAD_ROWS, **kinds)
    if has_merged:
        fill_down(frame, find_merged(file).get(sheet["name"], []), first + sheet["headerRows"])
        frame = frame.infer_objects()
    filled = frame.dropna(how="all").dropna(axis="columns", how="all") if sheet["hasGaps"] else frame
    parts = [title if isinstance(title, tuple) else (title,) for title in filled.columns]
    names = [[part for part in map(str, each) if len(each) == 1 or not UNNAMED.match(part)] for each in parts]
    filled.columns = [" ".join(" ".join(each).split()) for each in names]
    return filled
