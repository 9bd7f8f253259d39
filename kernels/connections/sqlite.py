"""SQLite, in this process: the file is opened to read, and the library asks us about each step of a statement."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from connections.catalog import collect_tables
from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem
from connections.query import Reply
from connections.statements import add_place, refuse_other, trim, trim_comments
from connections.values import read_batches

# Reading, calling a function, and recursion; everything else is denied, whatever the statement.
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
# Of full-text search, which asks so whether its index is current.
ALLOWED_PRAGMA = (sqlite3.SQLITE_PRAGMA, "data_version", None)
REFUSED_FUNCTIONS = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}
# Longer texts and blobs are refused, as they are made in the memory of this process.
MAX_VALUE_BYTES = 100_000_000
SQLITE_LIMIT_LENGTH = 0

COLUMNS = """
SELECT 'main', t.name, c.name, c.type, c."notnull" = 0 AND c.pk = 0, NULL, c.pk FROM pragma_table_list t, pragma_table_xinfo(t.name) c
WHERE t.schema = 'main' AND t.type <> 'shadow' AND t.name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY t.name, c.cid
"""
TABLES = "SELECT 'main', name, type, NULL, NULL FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY name"
KEYS = """
SELECT 'main', t.name, f.id, f."from", 'main', f."table", coalesce(f."to", '') FROM pragma_table_list t, pragma_foreign_key_list(t.name) f
WHERE t.schema = 'main' ORDER BY t.name, f.id, f.seq
"""


class Sqlite:
    def __init__(self, connection: Connection, job: Job) -> None:
        path = connection.path or ""
        if not os.path.isfile(path):
            raise Problem("unreachable", f"The file {path} does not exist.")
        self.path = path
        # Nobody has such a file open, and a reader would leave files beside it.
        self.is_still = is_closed_wal(path)
        mode = "ro&immutable=1" if self.is_still else "ro"
        self.link = sqlite3.connect(
            f"file:{quote(path)}?mode={mode}", uri=True, check_same_thread=False, isolation_level=None
        )
        job.cancel = self.cancel
        try:
            self.link.execute("PRAGMA query_only = ON")
            # Tables that the library makes when they are first named; making them is denied later.
            self.link.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")
            for (name,) in self.link.execute(
                "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%'"
            ).fetchall():
                self.link.execute('SELECT 1 FROM "{}" LIMIT 0'.format(name.replace('"', '""')))
        except sqlite3.Error as error:
            raise Problem("unreachable", str(error)) from error
        if hasattr(self.link, "setlimit"):
            self.link.setlimit(SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)

    def test(self) -> Reply:
        return {"server": f"SQLite {sqlite3.sqlite_version}", "user": None, "writers": [], "notEnforced": []}

    def find_writers(self) -> list[str]:
        return []

    def read_catalog(self) -> list[Reply]:
        columns = self.link.execute(COLUMNS).fetchall()
        keys = sorted((row for row in columns if row[6]), key=lambda row: (row[1], row[6]))
        tables = self.link.execute(TABLES).fetchall()
        return collect_tables(
            tables,
            [row[:6] for row in columns],
            [row[:3] for row in keys],
            self.link.execute(KEYS).fetchall(),
        )

    def query(self, sql: str) -> Iterator[Any]:
        sql = trim(sql)
        with contextlib.suppress(Problem):
            sql = trim_comments(sql)
        refuse_other(sql)
        self.link.set_authorizer(authorize)
        try:
            cursor = self.link.execute(sql)
            yield from read_batches(cursor, [column[0] for column in cursor.description])
            if self.is_still and not is_closed_wal(self.path):
                raise Problem("sql", "Another program opened the file during the query. Run the query again.")
        except (sqlite3.Error, sqlite3.Warning) as error:
            is_refused = (
                "not authorized" in str(error) or "denied" in str(error) or "one statement" in str(error)
            )
            raise Problem("refused" if is_refused else "sql", add_place(str(error), sql)) from error

    def cancel(self) -> None:
        self.link.interrupt()

    def close(self) -> None:
        self.link.close()


def is_closed_wal(path: str) -> bool:
    """Whether the file keeps changes in another one (WAL), which exists while a program has the file open."""
    with open(path, "rb") as file:
        header = file.read(20)
    return header[18:20] == b"\2\2" and not os.path.exists(f"{path}-wal")


def authorize(action: int, first: str | None, second: str | None, *_: object) -> int:
    is_allowed = action in ALLOWED or (action, first, second) == ALLOWED_PRAGMA
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in REFUSED_FUNCTIONS:
        is_allowed = False
    return sqlite3.SQLITE_OK if is_allowed else sqlite3.SQLITE_DENY
