"""Settings of DuckDB for a kernel: it stays below the memory limit, spills into the session's folder, and asks no server for extensions."""

from __future__ import annotations

import functools
import os
import sys
from types import ModuleType
from typing import Any

from .tables.kept_tables import find_memory_limit
from .when_imported import when_imported

# Of the memory that this process may take: variables need the rest, and DuckDB exceeds its own limit somewhat.
MEMORY_SHARE = 0.5
SPILL_FOLDER = ".actbook-spill"


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
        settings = list_settings()
        if str(database) not in ("", ":memory:") and not str(database).startswith(":memory:"):
            # A database in a file spills next to the file.
            del settings["temp_directory"]
        return connect(database, read_only=read_only, config={**settings, **given})

    vars(duckdb)["connect"] = connect_with_defaults
    duckdb.set_default_connection(connect_with_defaults())


def list_settings(max_memory_bytes: int | None = None) -> dict[str, Any]:
    """``max_memory_bytes``: half of the memory that this process may take by default."""
    memory = int(find_memory_limit() * MEMORY_SHARE) if max_memory_bytes is None else max_memory_bytes
    return {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "memory_limit": f"{memory // 1_000_000}MB",
        "threads": count_processors(),
        "temp_directory": os.path.join(os.getcwd(), SPILL_FOLDER),
        **limit_spill(),
    }


def limit_spill() -> dict[str, str]:
    """A file longer than the limit on files would end the process, and a folder past its own limit the sandbox."""
    if sys.platform == "win32":
        return {}
    import resource

    longest = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return {} if longest == resource.RLIM_INFINITY else {"max_temp_directory_size": f"{longest // 1_000_000}MB"}


def count_processors() -> int:
    """Those that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
