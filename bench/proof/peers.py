"""The Python peers of the proof bench: nbval, and papermill with nbdime, set up as their documents show.

Usage: ``python peers.py nbval|papermill KERNEL``. Takes a line of JSON for each notebook on standard input, ``{"folder",
"timeoutS"}``, and answers with one: for each code cell of ``notebook.ipynb`` in that folder whether the tool finds its outputs
the same, and the milliseconds that it took. The kernel's name is that of an installed kernel.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

NAME = "notebook.ipynb"
RESULT = "result.ipynb"

Verify = Callable[[Path, float], list[bool]]


def create_nbval(kernel: str) -> Verify:
    """Each cell is a test of pytest's: it passes if nbval finds its outputs equal."""
    import pytest

    class Collector:
        def __init__(self) -> None:
            self.passed: dict[int, bool] = {}

        def pytest_runtest_logreport(self, report: Any) -> None:
            found = re.search(r"Cell (\d+)$", report.nodeid)
            if found:
                cell = int(found.group(1))
                self.passed[cell] = self.passed.get(cell, True) and report.outcome == "passed"

    def verify(folder: Path, timeout_s: float) -> list[bool]:
        collector = Collector()
        options = ["--nbval", f"--nbval-kernel-name={kernel}", f"--nbval-cell-timeout={timeout_s}"]
        pytest.main(
            [*options, "-p", "no:cacheprovider", f"--rootdir={folder}", str(folder / NAME)],
            plugins=[collector],
        )
        return [collector.passed.get(cell, False) for cell in range(count_cells(folder))]

    return verify


def create_papermill(kernel: str) -> Verify:
    """papermill runs the notebook, past errors too, and nbdime says in which cells the outputs are others."""
    import nbformat
    import papermill
    from nbdime import diff_notebooks
    from nbdime.diffing.notebooks import set_notebook_diff_targets

    # As `nbdiff --outputs` does.
    set_notebook_diff_targets(
        sources=False, outputs=True, attachments=False, metadata=False, identifier=False, details=False
    )

    def verify(folder: Path, timeout_s: float) -> list[bool]:
        with contextlib.suppress(Exception):
            papermill.execute_notebook(
                str(folder / NAME),
                str(folder / RESULT),
                kernel_name=kernel,
                cwd=str(folder),
                progress_bar=False,
                execution_timeout=int(timeout_s),
                allow_errors=True,
            )
        notebook, result = (nbformat.read(folder / name, as_version=4) for name in (NAME, RESULT))
        same = [True] * len(notebook.cells)
        changes = [each for each in diff_notebooks(notebook, result) if each.key == "cells"]
        for change in (inner for each in changes for inner in each.diff):
            if change.op == "patch":
                same[change.key] = False
            elif change.op == "removerange":
                same[change.key : change.key + change.length] = [False] * change.length
        return same

    return verify


def count_cells(folder: Path) -> int:
    return len(json.loads((folder / NAME).read_text())["cells"])


def main() -> None:
    mode, kernel = sys.argv[1:]
    verify = {"nbval": create_nbval, "papermill": create_papermill}[mode](kernel)
    answers = os.fdopen(os.dup(1), "w")
    # What the tools print must not be read as an answer.
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        started = perf_counter()
        same = verify(Path(asked["folder"]), asked["timeoutS"])
        print(json.dumps({"same": same, "ms": (perf_counter() - started) * 1000}), file=answers, flush=True)


main()
