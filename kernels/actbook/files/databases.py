"""SQLite databases: their tables and views, read without changing the file."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MARK = b"SQLite format 3\0"
MAX_TABLES = 30
SAMPLE_ROWS = 200
# A view may take forever.
MAX_S = 5.0
STEPS = 10_000

Table = dict[str, Any]


def find_tables(file: str) -> dict[str, Any]:
    with open_database(file) as database:
        query = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
        names = [name for (name,) in database.execute(query) if name not in list_shadows(database)]
        if not names:
            return {"kind": "none", "why": "has no tables"}
        tables = [describe(database, name) for name in names[:MAX_TABLES]]
    return {
        "kind": "sqlite",
        "tables": tables,
        "hiddenTables": max(0, len(names) - MAX_TABLES),
    }


@contextlib.contextmanager
def open_database(file: str) -> Iterator[sqlite3.Connection]:
    database = sqlite3.connect(Path(file).resolve().as_uri() + "?mode=ro", uri=True)
    end = time.monotonic() + MAX_S
    database.set_progress_handler(lambda: int(time.monotonic() > end), STEPS)
    try:
        yield database
    finally:
        database.close()


def list_shadows(database: sqlite3.Connection) -> set[str]:
    """Tables in which virtual ones keep what they have."""
    try:
        rows = database.execute("SELECT name FROM pragma_table_list WHERE type = 'shadow'").fetchall()
    except sqlite3.OperationalError:
        # Before SQLite 3.37.
        return set()
    return {name for (name,) in rows}


def describe(database: sqlite3.Connection, name: str) -> Table:
    """``columns``: those to read where others hold binary values, else None."""
    cursor = database.execute(f"SELECT * FROM {quote(name)} LIMIT {SAMPLE_ROWS}")
    titles = [title for title, *_ in cursor.description]
    known = [[value for value in column if value is not None] for column in zip(*cursor, strict=True)]
    binary = {
        title
        for title, values in zip(titles, known, strict=False)
        if values and all(isinstance(value, bytes) for value in values)
    }
    others = [title for title in titles if title not in binary]
    is_plain = not binary or not others
    return {"name": name, "columns": None if is_plain else others, "binary": sorted(binary)}


def quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def read_table(file: str, table: Table, limit: int) -> Any:
    """The first rows."""
    import pandas

    columns = "*" if table["columns"] is None else ", ".join(map(quote, table["columns"]))
    with open_database(file) as database:
        return pandas.read_sql_query(f"SELECT {columns} FROM {quote(table['name'])} LIMIT {limit}", database)
