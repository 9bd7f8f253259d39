"""Settings of DuckDB for a kernel: it stays below the memory limit, spills into the session's folder, and asks no server for extensions."""

from __future__ import annotations

import functools
import os
import sys
import weakref
from types import ModuleType
from typing import Any

from .tables.kept_tables import find_memory_limit
from .when_imported import when_imported

# Of the memory that this process may take: variables need the rest, and the limit counts what threads only set aside.
MEMORY_SHARE = 0.4
SPILL_FOLDER = ".actbook-spill"
# Connections whose threads end before this process is forked (``duckdb_threads.py``).
opened: weakref.WeakSet[Any] = weakref.WeakSet()


def prepare_duckdb() -> None:
    """Done again, it changes nothing."""
    when_imported("duckdb settings", {"duckdb": set_defaults})


def set_defaults(duckdb: ModuleType) -> None:
    """For ``duckdb.sql`` and what else uses the default connection, and for each that code opens, whose own settings come first."""
    connect = duckdb.connect

    @functools.wraps(connect)
    def connect_with_defaults(
        database: Any = ":memory:", read_only: bool = False, config: dict[str, Any] | None = None
    ) -> Any:
        given = config or {}
        if str(database) == ":default:":
            return connect(database, read_only=read_only, config=given)
        settings = list_settings(duckdb)
        if str(database) not in ("", ":memory:") and not str(database).startswith(":memory:"):
            # A database in a file spills next to the file.
            del settings["temp_directory"]
        connection = connect(database, read_only=read_only, config={**settings, **given})
        opened.add(connection)
        return connection

    vars(duckdb)["connect"] = connect_with_defaults
    duckdb.set_default_connection(connect_with_defaults())


def list_settings(duckdb: ModuleType, max_memory_bytes: int | None = None) -> dict[str, Any]:
    """``max_memory_bytes``: by default a part of what this process may take."""
    memory = int(find_memory_limit() * MEMORY_SHARE) if max_memory_bytes is None else max_memory_bytes
    return {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "memory_limit": f"{memory // 1_000_000}MB",
        **count_threads(duckdb),
        "temp_directory": os.path.join(os.getcwd(), SPILL_FOLDER),
        **limit_spill(),
    }


def limit_spill() -> dict[str, str]:
    """A file longer than the limit on files would end the process, and a folder past its own limit the sandbox."""
    if sys.platform == "win32":
        return {}
    import resource

    longest = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return (
        {} if longest == resource.RLIM_INFINITY else {"max_temp_directory_size": f"{longest // 1_000_000}MB"}
    )


def count_threads(duckdb: ModuleType) -> dict[str, int]:
    """As many as processors that this process may run on. Those that only read files, which DuckDB 2 has, set memory aside too."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    reads_apart = int(duckdb.__version__.split(".")[0]) > 1
    return {"threads": count, **({"async_threads": count} if reads_apart else {})}
