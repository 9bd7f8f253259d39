"""Runs one query and writes its result, up to the limits, to the session's folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from connections.arrow_types import name_type
from connections.growing_file import GrowingFile
from connections.job import Job
from connections.queries_folder import QueriesFolder, check_name

PROGRESS_SECONDS = 0.5

Reply = dict[str, Any]


class Database(Protocol):
    """An open connection, for one request."""

    def test(self) -> Reply:
        """``server``, ``user``, ``writers``, and ``notEnforced``: sentences about what cannot be checked or enforced here."""

    def find_writers(self) -> list[str]:
        """How its user could change something, each a phrase that follows “it”."""

    def read_catalog(self) -> list[Reply]: ...

    def query(self, sql: str) -> Iterator[Any]:
        """Record batches without extension types, at least one; they differ only in types that ``widen`` knows."""

    def cancel(self) -> None:
        """From any thread."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Limits:
    max_rows: int
    max_bytes: int


def run_query(database: Database, request: Reply, job: Job, report: Callable[[Reply], None]) -> Reply:
    began, reported = time.monotonic(), time.monotonic()
    limits = Limits(int(request["maxRows"]), int(request["maxBytes"]))
    is_cut: str | None = None
    name = check_name(request["file"])
    with QueriesFolder(request["folder"]) as folder, GrowingFile(folder.create) as file:
        for batch in database.query(request["sql"]):
            job.check()
            fitting, is_cut = cut(batch, file, limits)
            file.add(fitting)
            if is_cut:
                database.cancel()
                break
            if time.monotonic() - reported >= PROGRESS_SECONDS:
                reported = time.monotonic()
                report({"rows": file.rows, "bytes": file.count_bytes()})
        job.check()
        handle = file.complete()
        folder.publish(handle, name)
        return {
            "file": name,
            "rows": file.rows,
            "bytes": os.fstat(handle).st_size,
            "ms": round((time.monotonic() - began) * 1000),
            "columns": [{"name": field.name, "type": name_type(field)} for field in file.schema],
            "isCut": is_cut,
        }


def cut(batch: Any, file: GrowingFile, limits: Limits) -> tuple[Any, str | None]:
    """The part of the batch that fits, and the limit that the whole batch would exceed."""
    rows, room = limits.max_rows - file.rows, max(0, limits.max_bytes - file.count_bytes())
    by_bytes = batch.num_rows if batch.nbytes <= room else int(batch.num_rows * room / batch.nbytes)
    if batch.num_rows <= min(rows, by_bytes):
        return batch, None
    return batch.slice(0, min(rows, by_bytes)), "rows" if rows <= by_bytes else "bytes"
