"""Modules that ask a database: each call goes to the host, and a result comes as an Arrow file in the session's folder."""

from __future__ import annotations

import base64
import contextlib
import os
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from ..errors import ToolError
from ..notes import add_note
from ..shell import find_shell
from .calls import call
from .query_frames import is_decimal_text, to_frame

# Where the session's folder is in a box; elsewhere it is where the shell began.
FOLDER_IN_BOX = "/session"
RESULTS = ".actbook-queries"

# Folders that this process has found results of earlier processes in and emptied.
swept: set[tuple[int, str]] = set()


def make_connection(name: str, tools: list[dict[str, Any]]) -> ModuleType:
    """A module with ``query``, ``tables``, and ``describe``, as ``tools`` describes them."""
    module = ModuleType(name, f"Asks the database of the connection {name}.")

    def query(sql: str, lazy: bool = False) -> Any:
        __tracebackhide__ = True
        return run_query(name, sql, lazy)

    def tables(search: str | None = None) -> Any:
        __tracebackhide__ = True
        import pandas as pd

        found = call(f"{name}.tables", {} if search is None else {"search": search})
        frame = pd.DataFrame(found, columns=["schema", "name", "kind", "rows", "comment"])
        # Estimates are whole numbers, and absent where the database has none.
        return frame.astype({"rows": "Int64"}) if frame["rows"].map(is_whole).all() else frame

    def describe(table: str) -> Any:
        __tracebackhide__ = True
        import pandas as pd

        found = call(f"{name}.describe", {"table": table})
        columns = ["column", "type", "nullable", "key", "references", "comment"]
        return pd.DataFrame(describe_columns(found), columns=columns)

    functions: dict[str, Callable[..., Any]] = {"query": query, "tables": tables, "describe": describe}
    for tool in tools:
        function = functions[tool["name"]]
        function.__qualname__ = function.__name__
        function.__module__ = name
        function.__doc__ = tool["description"]
        # A model reads the signature: quoted annotations tell it nothing.
        function.__annotations__ = {}
        vars(function)["tool_id"] = tool["id"]
        setattr(module, function.__name__, function)
    return module


def is_whole(value: Any) -> bool:
    return value is None or float(value).is_integer()


def describe_columns(table: dict[str, Any]) -> Iterator[list[Any]]:
    keys = set(table["primaryKey"])
    references = {}
    for key in table["foreignKeys"]:
        target = key["references"]
        place = f"{target['schema']}.{target['table']}" if target.get("schema") else target["table"]
        for column, other in zip(key["columns"], target["columns"], strict=False):
            references[column] = f"{place}.{other}"
    for column in table["columns"]:
        name = column["name"]
        facts = (column.get("nullable"), name in keys, references.get(name), column.get("comment"))
        yield [name, column["type"], *facts]


def run_query(name: str, sql: str, lazy: bool) -> Any:
    """A frame, or a relation over the file of the result, which is in memory only as far as it is used."""
    __tracebackhide__ = True
    sweep()
    result = call(f"{name}.query", {"sql": sql})
    path = next((path for path in list_places(result["file"]) if os.path.exists(path)), None)
    is_fetched = path is None
    if path is None:
        path = fetch(name, result["file"], result["bytes"])
    import pyarrow as pa

    try:
        with (pa.memory_map if lazy else pa.OSFile)(path) as source:
            table = pa.ipc.open_file(source).read_all()
        if is_fetched and table.num_rows != result["rows"]:
            raise ToolError("The result did not arrive whole. Run the query again.")
        made = to_relation(table) if lazy else None
    except BaseException:
        remove(path, os.getpid())
        raise
    if lazy:
        # A file without a name would take of the disk what nobody can measure.
        weakref.finalize(table, remove, path, os.getpid())
    else:
        remove(path, os.getpid())
        made = to_frame(table)
    if result["isCut"]:
        warn_of_cut(name, result)
    return made


def remove(path: str, process: int) -> None:
    """A fork of the process leaves it alone."""
    if os.getpid() == process:
        with contextlib.suppress(OSError):
            os.unlink(path)


def warn_of_cut(name: str, result: dict[str, Any]) -> None:
    limit = "rows" if result["isCut"] == "rows" else "bytes"
    sys.stderr.write(
        f"{name}.query returned the first {result['rows']:,} rows only, because of the connection's limit of {limit}: "
        "there are more, and sums or counts of this frame are wrong. Let the database filter or sum.\n"
    )


def list_folders() -> list[str]:
    starting = getattr(find_shell(), "starting_dir", "")
    return list(dict.fromkeys(folder for folder in (FOLDER_IN_BOX, starting) if folder))


def list_places(file: str) -> list[str]:
    return [os.path.join(folder, RESULTS, file) for folder in list_folders()]


def sweep() -> None:
    """Removes results that an earlier process of this kernel has not taken, before the first of this one comes."""
    for folder in list_folders():
        place = os.path.join(folder, RESULTS)
        mark = (os.getpid(), place)
        if mark in swept:
            continue
        swept.add(mark)
        with contextlib.suppress(OSError):
            for name in os.listdir(place):
                os.unlink(os.path.join(place, name))


def fetch(name: str, file: str, size: int) -> str:
    """Gets a result piece by piece: this kernel does not see the folder. Returns the path of a temporary file."""
    __tracebackhide__ = True
    handle, path = tempfile.mkstemp(suffix=".arrow")
    try:
        with os.fdopen(handle, "wb") as target:
            place = 0
            while place < size:
                piece = call(f"{name}.piece", {"file": file, "at": place})
                data = base64.b64decode(piece["data"])
                if not data:
                    raise ToolError("The result did not arrive whole. Run the query again.")
                target.write(data)
                place, size = place + len(data), piece["bytes"]
    except BaseException:
        os.unlink(path)
        raise
    return path


def to_relation(table: Any) -> Any:
    try:
        import duckdb
    except ImportError:
        raise ToolError("lazy=True needs the package duckdb, which this kernel does not have.") from None
    names = ", ".join(field.name for field in table.schema if is_decimal_text(field))
    if names:
        add_note(
            f"Text in this relation, because DuckDB has no decimals for it: {names}. These are numbers that are not finite, "
            "are in an array, or are too long. Without lazy=True they are Decimal objects; or cast them in the query."
        )
    return duckdb.from_arrow(table)
