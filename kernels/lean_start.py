"""Keeps a forked kernel from writing to memory that it shares while it starts.

To look at an object is to write to it, as references to it are counted. ipykernel looks at every module for its debugger,
which cost each fork 8 MB and 20 ms, and at everything that can be configured to read two arguments, 3 MB and 10 ms.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any


class WithoutModules:
    """``sys`` for a library that would go through all modules."""

    modules: dict[str, Any] = {}  # noqa: RUF012

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)


class ModuleFiles:
    """The files of the modules that were loaded when this was made, looked up when they are asked for."""

    def __init__(self) -> None:
        self.count = len(sys.modules)

    def __iter__(self) -> Iterator[str]:
        modules = list(islice(sys.modules.values(), self.count))
        return iter([file for module in modules if (file := getattr(module, "__file__", None))])


def start_lean(app: Any, arguments: list[str]) -> None:
    """Called for an ``IPKernelApp`` before it is initialized. Other arguments than a file are left to its parser."""
    if len(arguments) == 2 and arguments[0] == "-f":
        vars(app)["parse_command_line"] = lambda argv=None: take_file(app, arguments)
    init_kernel = app.init_kernel

    def init_without_modules() -> None:
        from ipykernel import ipkernel

        files = ModuleFiles()
        vars(ipkernel)["sys"] = WithoutModules()
        try:
            init_kernel()
        finally:
            vars(ipkernel)["sys"] = sys
        app.kernel._kernel_modules = files
        debugger = getattr(app.kernel, "debugger", None)
        if debugger:
            debugger.kernel_modules = files

    vars(app)["init_kernel"] = init_without_modules


def take_file(app: Any, arguments: list[str]) -> None:
    """Leaves what the parser would."""
    from traitlets.config import Config

    app.argv = list(arguments)
    app.extra_args = []
    app.cli_config = Config({"IPKernelApp": {"connection_file": arguments[1]}})
    app.update_config(app.cli_config)
