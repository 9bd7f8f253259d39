"""Files that are larger than memory, and folders of Parquet: how large they are as tables, and how code queries them."""

from __future__ import annotations

import importlib.util
import os
from typing import Any

from ..tables.kept_tables import find_memory_limit
from .file_formats import find_format

PARQUET = (".parquet", ".pq")
MAX_FILES = 10_000
# Of more files, some that are evenly spaced say how large all are.
MAX_MEASURED = 100
# Reading a file into a table takes about twice what the table takes.
MAX_SHARE = 0.5
VALUE_BYTES = 8
# How DuckDB calls encodings that it has without an extension.
ENCODINGS = ("utf-8", "utf-8-sig")


def find_loadable_format(file: str) -> dict[str, Any]:
    """As ``find_format``; of a file that is larger than memory ``{"kind": "none", "why"}``, which says how to query it."""
    form = find_folder_format(file) if os.path.isdir(file) else find_format(file)
    large = describe_large(file, form)
    if large is None:
        return form
    sizes = f"about {write_bytes(large['bytes'])} as a table, and this kernel may take {write_bytes(large['memoryBytes'])}"
    how = f". Query it in a cell of your own without loading it: `{large['query']}`" if large["query"] else ""
    return {"kind": "none", "why": f"is larger than memory ({sizes}){how}"}


def find_folder_format(folder: str) -> dict[str, Any]:
    return {"kind": "parquet"} if list_parquet(folder) else {"kind": "none", "why": "has no Parquet files"}


def list_parquet(folder: str) -> list[str]:
    """Its Parquet files and those of the folders in it, by name; without those that Spark and others set aside."""
    found = []
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith((".", "_")))
        found += [
            os.path.join(path, name)
            for name in names
            if name.lower().endswith(PARQUET) and not name.startswith((".", "_"))
        ]
        if len(found) > MAX_FILES:
            break
    return sorted(found[:MAX_FILES])


def describe_large(file: str, form: dict[str, Any]) -> dict[str, Any] | None:
    """``{"bytes", "memoryBytes", "query"}``: of the table, of this process, and Python code or None; None for what can be loaded."""
    if form["kind"] not in ("parquet", "delimited", "json"):
        return None
    memory = find_memory_limit()
    size = estimate_bytes(file, form)
    if size <= memory * MAX_SHARE:
        return None
    return {"bytes": size, "memoryBytes": memory, "query": write_query(file, form)}


def estimate_bytes(file: str, form: dict[str, Any]) -> int:
    """Of its table. Text takes about as much as in its file; Parquet says what it unpacks to."""
    if form["kind"] != "parquet":
        return os.path.getsize(file)
    import pyarrow.parquet

    files = list_parquet(file) if os.path.isdir(file) else [file]
    measured = files[:: -(-len(files) // MAX_MEASURED)]
    sizes = [os.path.getsize(each) for each in files]
    unpacked = sum(unpack(pyarrow.parquet.read_metadata(each)) for each in measured)
    packed = sum(os.path.getsize(each) for each in measured)
    return round(unpacked * sum(sizes) / max(1, packed))


def unpack(metadata: Any) -> int:
    """Repeated values take less in a file than in a table."""
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    return sum(
        max(column.total_uncompressed_size, column.num_values * VALUE_BYTES)
        for group in groups
        for column in (group.column(at) for at in range(group.num_columns))
    )


def count_rows(folder: str) -> int | None:
    """As the ends of the files say; None where these are too many to be read at once."""
    import pyarrow.parquet

    files = list_parquet(folder) if os.path.isdir(folder) else [folder]
    if len(files) > MAX_FILES // 10:
        return None
    return sum(pyarrow.parquet.read_metadata(each).num_rows for each in files)


def write_query(file: str, form: dict[str, Any]) -> str | None:
    """With what this kernel has. None where nothing of that reads the file in pieces."""
    path = os.path.relpath(file)
    if not importlib.util.find_spec("duckdb"):
        return write_pieces(path, form)
    if form["kind"] == "parquet":
        named = f"{path}/**/*.parquet" if os.path.isdir(file) else path
        return query(f"from {quote(named)}" if named.endswith(".parquet") else f"from read_parquet({quote(named)})")
    if form["kind"] == "json":
        return query(f"from read_json({quote(path)})") if form["records"] == "lines" else None
    if form["encoding"] not in ENCODINGS:
        return write_pieces(path, form)
    options = [
        *([f"delim = {quote(form['separator'])}"] if form["separator"] != "," else []),
        *(["decimal_separator = ','"] if form["decimal"] == "," else []),
        *([f"skip = {form['skippedLines']}"] if form["skippedLines"] else []),
        *(["null_padding = true"] if form["hasLongLines"] else []),
    ]
    return query(f"from read_csv({', '.join([quote(path), *options])})")


def query(sql: str) -> str:
    return f"duckdb.sql({sql!r})"


def quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def write_pieces(path: str, form: dict[str, Any]) -> str | None:
    if form["kind"] == "parquet":
        return f"pyarrow.dataset.dataset({path!r}, partitioning='hive').to_batches()"
    if form["kind"] == "json":
        return f"pandas.read_json({path!r}, lines=True, chunksize=100_000)" if form["records"] == "lines" else None
    return f"pandas.read_csv({path!r}, sep={form['separator']!r}, encoding={form['encoding']!r}, chunksize=500_000)"


def write_bytes(count: int) -> str:
    size, unit = (count / 1e9, "GB") if count >= 1e9 else (count / 1e6, "MB")
    return f"{size:,.1f} {unit}" if size < 10 else f"{size:,.0f} {unit}"
