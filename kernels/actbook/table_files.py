"""The head of a file with a table. It is read outside this process: a file made to harm takes no variable with it."""

from __future__ import annotations

import os
import subprocess
from typing import Any

from .child import run_in_child


def read_table_file(
    roots: list[str], name: str, kind: str, timeout_s: float, bounds: dict[str, int]
) -> dict[str, Any]:
    """``roots`` are folders that may have the file; ``kind`` and ``bounds`` as ``table_file_reader`` takes them."""
    paths = [os.path.join(root, name) for root in roots]
    path = next((each for each in paths if os.path.isfile(each)), None)
    if path is None:
        return {"refusal": "The kernel does not have this file."}
    try:
        given = {"path": path, "kind": kind, **bounds}
        page: dict[str, Any] = run_in_child("table_file_reader.read", given, timeout_s)
    except subprocess.TimeoutExpired:
        return {"refusal": "Reading the file took too long to show it here."}
    except ChildProcessError:
        return {"refusal": "The file could not be read: its reader ended early."}
    return page
