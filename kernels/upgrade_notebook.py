"""Reads a notebook of any older format on standard input and writes it as nbformat 4 on standard output.

The file is untrusted: it is counted before it is converted, and memory and processor time are limited.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import nbformat
from actbook.files.memory_bounds import bound_memory

MAX_MEMORY_BYTES = 1_000_000_000
MAX_SECONDS = 60
# As in lib/files/create-notebook-bound.ts, which sees the cells of nbformat 4 only.
MAX_CELLS = 10_000
MAX_HEADING_LEVEL = 6


def main() -> None:
    # Their text is as long as the notebook, and nobody reads it.
    logging.disable()
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    try:
        with bound_memory(MAX_MEMORY_BYTES):
            text = upgrade(sys.stdin.buffer.read().decode("utf-8"))
    except MemoryError:
        sys.exit("it takes more than 1 GB of memory")
    except RecursionError:
        sys.exit("it is nested too deep")
    sys.stdout.buffer.write(text.encode("utf-8"))


def upgrade(text: str) -> str:
    notebook = json.loads(text)
    cells = list(list_cells(notebook))
    if len(cells) > MAX_CELLS:
        sys.exit(f"it has more than {MAX_CELLS:,} cells")
    for cell in cells:
        level = cell.get("level")
        # The conversion writes as many signs.
        if isinstance(level, int):
            cell["level"] = min(max(level, 1), MAX_HEADING_LEVEL)
    upgraded = nbformat.reads(json.dumps(notebook), as_version=4)
    return str(nbformat.writes(upgraded, version=4))


def list_cells(notebook: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Those of its sheets, and of the first format, which has none. What is misshapen is left to the conversion."""
    sheets = notebook.get("worksheets")
    for sheet in [notebook, *(sheets if isinstance(sheets, list) else [])]:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        yield from (cell for cell in cells or [] if isinstance(cell, dict)) if isinstance(cells, list) else ()


if __name__ == "__main__":
    main()
