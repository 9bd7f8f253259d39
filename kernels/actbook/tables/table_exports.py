"""Tables written as files, whole, piece by piece: each call returns some bytes, and the kernel is free between calls."""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import Refusal
from .opened_table import Table
from .table_columns import describe_name
from .table_files import IDLE_S, ask_export, ask_file
from .table_rows import select_rows
from .table_steps import Columns, Step
from .texts import Texts, WholeTexts

# Values that one step writes.
STEP_VALUES = 20_000
MAX_EXPORTS = 4
PACKAGES = {"parquet": "pyarrow"}

exports: dict[str, Export] = {}


class Export:
    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks = chunks
        self.used_at = time.monotonic()


def start(place: dict[str, Any], query: dict[str, Any], kind: str, max_text_length: int) -> dict[str, Any]:
    """``kind``: csv, tsv, md, xlsx or parquet. Returns ``{"exportId", "rows", "columns"}`` or ``{"refusal", "code"}``."""
    from .table_pages import answer

    if place["source"] == "files":
        given = {"query": query, "kind": kind, "max_text_length": max_text_length}
        return ask_file(place, "tables.table_exports.start", given)

    def make(table: Table) -> dict[str, Any]:
        positions, count = select_rows(table, query, Texts(max_text_length))
        columns = list_columns(table)
        write = find_writer(kind, count, len(columns.names))
        export_id = secrets.token_hex(8)
        forget_idle()
        exports[export_id] = Export(
            write(columns, stream_steps(table, query, columns) or list_steps(columns, positions, count))
        )
        return {"exportId": export_id, "rows": count, "columns": table.column_count}

    return answer(place, Texts(max_text_length), make, is_kept=True)


def proceed(export_id: str, max_bytes: int, seconds: float) -> dict[str, Any]:
    """Up to about so many bytes, in about that time: ``{"data", "isLast"}``, in base64, ``{"refusal"}``, or ``{"isPending"}``."""
    elsewhere = ask_export(
        export_id, "tables.table_exports.proceed", {"max_bytes": max_bytes, "seconds": seconds}
    )
    if elsewhere is not None:
        return elsewhere
    export = exports.get(export_id)
    if export is None:
        return {"refusal": "This export has ended.", "code": "conflict"}
    end = time.monotonic() + seconds
    data = bytearray()
    is_last = False
    while len(data) < max_bytes and time.monotonic() < end:
        chunk = next(export.chunks, None)
        if chunk is None:
            is_last = True
            del exports[export_id]
            break
        data += chunk
    export.used_at = time.monotonic()
    return {"data": base64.b64encode(data).decode(), "isLast": is_last}


def cancel(export_id: str) -> None:
    ask_export(export_id, "tables.table_exports.cancel", {})
    exports.pop(export_id, None)


def forget_idle() -> None:
    now = time.monotonic()
    idle = [name for name, each in exports.items() if now - each.used_at > IDLE_S]
    for name in [*idle, *list(exports)[: -MAX_EXPORTS + 1]]:
        exports.pop(name, None)


def find_writer(kind: str, rows: int, columns: int) -> Callable[[Columns, Iterator[Step]], Iterator[bytes]]:
    from . import table_formats, workbook_format

    if kind == "xlsx":
        workbook_format.check_size(rows, columns)
        return workbook_format.write
    if kind == "parquet":
        try:
            from . import parquet_format
        except ImportError as error:
            raise Refusal(f"Parquet files need the Python package {error.name} in the kernel.") from None
        return parquet_format.write
    return table_formats.WRITERS[kind]


def list_columns(table: Table) -> Columns:
    texts = WholeTexts()
    level_names = [] if table.is_numbered else table.index_names
    many = len(level_names) > 1
    labels = [
        texts.write(name) or (f"level {at + 1}" if many else "index") for at, name in enumerate(level_names)
    ]
    own = range(table.column_count)
    label_facts = table.describe_levels() if level_names else []

    def read(picked: Any) -> list[Any]:
        levels = table.list_levels(picked) if level_names else []
        return [*levels, *table.read_columns(picked, own)]

    return Columns(
        [*labels, *(describe_name(table.names[at], texts)["name"] for at in own)],
        [*label_facts, *(table.describe(at) for at in own)],
        read,
    )


def stream_steps(table: Table, query: dict[str, Any], columns: Columns) -> Iterator[Step] | None:
    """Of a file that is not in memory, as it is read."""
    frames = table.stream(query)
    if frames is None:
        return None
    size = max(1, STEP_VALUES // max(1, len(columns.names)))
    return (
        Step([part.iloc[:, at] for at in range(part.shape[1])], columns.facts)
        for frame in frames
        for part in (frame.iloc[at : at + size] for at in range(0, len(frame), size))
    )


def list_steps(columns: Columns, positions: Any, count: int) -> Iterator[Step]:
    size = max(1, STEP_VALUES // max(1, len(columns.names)))
    for start_at in range(0, count, size):
        picked: Any = slice(start_at, min(start_at + size, count))
        yield Step(columns.read(picked if positions is None else positions[picked]), columns.facts)
