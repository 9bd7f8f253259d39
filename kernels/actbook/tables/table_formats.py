"""Tables as text: CSV, tab-separated values, and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table_steps import Columns, Step


def write_csv(columns: Columns, steps: Iterator[Step]) -> Iterator[bytes]:
    return write_delimited(columns, steps, ",")


def write_tsv(columns: Columns, steps: Iterator[Step]) -> Iterator[bytes]:
    return write_delimited(columns, steps, "\t")


def write_delimited(columns: Columns, steps: Iterator[Step], separator: str) -> Iterator[bytes]:
    """RFC 4180, with the line ends of spreadsheets; a missing value is empty."""

    def write(rows: list[tuple[str | None, ...]]) -> bytes:
        text = io.StringIO()
        csv.writer(text, delimiter=separator, lineterminator="\r\n").writerows(rows)
        return text.getvalue().encode("utf-8", "replace")

    yield write([tuple(columns.names)])
    for step in steps:
        yield write(list(zip(*step.list_texts(), strict=True)))


def write_markdown(columns: Columns, steps: Iterator[Step]) -> Iterator[bytes]:
    def write(cells: list[str]) -> str:
        return f"| {' | '.join(cells)} |\n"

    heads = write([escape(name) for name in columns.names])
    lines = write(["---:" if facts.get("isNumeric") else "---" for facts in columns.facts])
    yield (heads + lines).encode("utf-8", "replace")
    for step in steps:
        rows = zip(*step.list_texts(), strict=True)
        yield "".join(write([escape(text or "") for text in row]) for row in rows).encode("utf-8", "replace")


def escape(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace("|", "\\|").split("\n")).replace("\r", "")


WRITERS: dict[str, Callable[[Columns, Iterator[Step]], Iterator[bytes]]] = {
    "csv": write_csv,
    "tsv": write_tsv,
    "md": write_markdown,
}
