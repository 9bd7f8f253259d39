"""Ends the threads of DuckDB before a fork, which would lack them, and starts them again afterwards, in the kernel and in the fork.

DuckDB does not do that itself. Without these threads, a database works more slowly, and nothing in it is lost.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# With these values, only the thread that asks works.
WITHOUT_THREADS = {"async_threads": 0, "threads": 1}

Pauses = list[tuple[Any, list[tuple[str, str]]]]


@contextmanager
def paused() -> Iterator[None]:
    """Of all databases that code has opened. Those of a process that leaves this by ``os._exit`` stay without threads."""
    pauses: Pauses = []
    try:
        for connection in list_connections():
            pause(connection, pauses)
        yield
    finally:
        # The first of several connections to a database has the values that the code has set.
        for cursor, values in reversed(pauses):
            for name, value in values:
                cursor.execute(f"set global {name} = {value}")


def list_connections() -> list[Any]:
    # Only DuckDB itself holds the default one.
    find_default = getattr(sys.modules.get("duckdb"), "default_connection", None)
    settings = sys.modules.get("actbook.duckdb_settings")
    return [find_default(), *settings.opened] if find_default and settings else []


def pause(connection: Any, pauses: Pauses) -> None:
    """A cursor is another connection to the same database: results that the code still reads are not disturbed."""
    try:
        cursor = connection.cursor()
        names = ", ".join(f"'{name}'" for name in WITHOUT_THREADS)
        query = f"select name, value from duckdb_settings() where name in ({names})"
        values = cursor.execute(query).fetchall()
        pauses.append((cursor, values))
        for name, _ in values:
            cursor.execute(f"set global {name} = {WITHOUT_THREADS[name]}")
    except Exception:
        # One that is closed has no threads, and those of one that cannot be asked are found as an obstacle.
        return
