"""Runs cells of many sessions in one process: a request and its reply are a line of JSON each.

Each session has its own variables and folder, in an IPython shell as a kernel has it, without the kernel's protocol.
"""

from __future__ import annotations

import builtins
import importlib
import json
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3] / "kernels"))
os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"

from actbook.displays import add_digests
from IPython.core.displayhook import DisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from matplotlib_inline.backend_inline import configure_inline_support
from traitlets.config import Config

DIGEST_MIME_TYPE = "application/vnd.actbook.digest+json"
MAX_COPY_SIDE = 768

results: list[dict[str, Any]] = []


class Results(DisplayHook):
    """Keeps what the last line of a cell shows, as a kernel sends it."""

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        results.append(format_dict)

    def finish_displayhook(self) -> None:
        pass


class Shell(InteractiveShell):
    displayhook_class = Results
    # pandas takes a shell without one for a terminal, and then leaves out columns of a table.
    kernel = None

    def _showtraceback(self, *_: object) -> None:
        """What a cell raises is in its result."""


shell = Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
sessions: dict[str, ModuleType] = {}


def refuse_input(*_: object) -> str:
    """As in a kernel where nobody answers."""
    raise EOFError


def prepare() -> None:
    builtins.input = refuse_input
    configure_inline_support(shell, "inline")
    add_digests(DIGEST_MIME_TYPE, MAX_COPY_SIDE)


def enter(folder: str) -> None:
    """Makes the session's variables those of the shell."""
    if folder not in sessions:
        sessions[folder] = ModuleType("__main__")
        shell.user_module = sessions[folder]
        shell.user_ns = vars(sessions[folder])
        shell.init_user_ns()
    shell.user_module = sessions[folder]
    shell.user_ns = vars(sessions[folder])
    os.chdir(folder)


def run(code: str) -> dict[str, Any]:
    with capture_output() as captured:
        result = shell.run_cell(code)
    error = result.error_before_exec or result.error_in_exec
    streams = [
        {"output_type": "stream", "name": name, "text": text}
        for name, text in (("stdout", captured.stdout), ("stderr", captured.stderr))
        if text
    ]
    outputs = [to_output(data) for data in [*(each.data for each in captured.outputs), *results]]
    results.clear()
    raised = (
        [{"output_type": "error", "ename": type(error).__name__, "evalue": str(error), "traceback": []}]
        if error
        else []
    )
    return {"status": "error" if error else "ok", "outputs": [*streams, *outputs, *raised]}


def to_output(data: dict[str, Any]) -> dict[str, Any]:
    """What matters here is that there is a picture, not what it shows."""
    shown = {kind: "" if kind.startswith("image/") else value for kind, value in data.items()}
    digest = shown.pop(DIGEST_MIME_TYPE, None)
    output = {"output_type": "display_data", "data": shown, "metadata": {}}
    return {**output, "digest": digest} if digest else output


def call(function: str, arguments: dict[str, Any]) -> Any:
    module, _, name = function.rpartition(".")
    with shell.builtin_trap:
        return getattr(importlib.import_module(f"actbook.{module}"), name)(**arguments)


def main() -> None:
    replies = os.fdopen(os.dup(1), "w")
    prepare()
    for line in sys.stdin:
        request = json.loads(line)
        enter(request["folder"])
        try:
            value = run(request["code"]) if "code" in request else call(*request["call"])
        except Exception as error:
            value = {"failure": f"{type(error).__name__}: {error}"}
        replies.write(json.dumps(value) + "\n")
        replies.flush()
    os.chdir("/")
    shutil.rmtree(sys.argv[1], ignore_errors=True)


if __name__ == "__main__":
    main()
