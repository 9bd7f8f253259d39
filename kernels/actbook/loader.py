"""Makes this package importable from its sources alone. Its text is run by a kernel, or by ``python -c``.

As a program it reads ``{"sources", "version"}`` as JSON from the first line of standard input, and from each that follows
``{"id", "function", "arguments"}``. For each it writes a line: ``{"id", "answer"}``, with what ``actbook.answer`` returns.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import json
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import CodeType, ModuleType

PACKAGE = "actbook"
IDLE_S = 180
# Longer than anybody waits for an answer: when nobody does any more, nobody else ends it.
BUSY_S = 120


class SourceLoader(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds the modules of the package, each compiled when it is first imported."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.sources = sources
        self.packages = {name.rpartition(".")[0] for name in sources}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(fullname, self) if fullname in self.sources else None

    def is_package(self, fullname: str) -> bool:
        return fullname in self.packages

    def get_source(self, fullname: str) -> str:
        return self.sources[fullname]

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.sources[fullname], f"<{fullname}>")


def load(sources: dict[str, str], version: str) -> ModuleType:
    """Puts the package in the place of an earlier version. Functions that code has kept from that one still work."""
    for name in [*sys.modules]:
        if name.partition(".")[0] == PACKAGE:
            del sys.modules[name]
    sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != SourceLoader.__name__]
    sys.meta_path.insert(0, SourceLoader(sources))
    package = importlib.import_module(PACKAGE)
    vars(package)["VERSION"] = version
    return package


def main() -> None:
    given = json.loads(sys.stdin.readline())
    package = load(given["sources"], given["version"])
    # What libraries print is not taken for an answer.
    written, sys.stdout = sys.stdout, sys.stderr
    while True:
        set_alarm(IDLE_S)
        line = sys.stdin.readline()
        set_alarm(BUSY_S)
        if not line:
            return
        call = json.loads(line)
        answer = package.answer(call["function"], call["arguments"])
        print(json.dumps({"id": call["id"], "answer": answer}), file=written, flush=True)


def set_alarm(seconds: int) -> None:
    """Ends this process after so many seconds without another alarm, where the system has them."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
