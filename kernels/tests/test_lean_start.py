"""A kernel that starts lean has what one has that parses its arguments and goes through all modules."""

import sys
from types import ModuleType
from typing import Any

import lean_start
import pytest
from ipykernel import ipkernel
from ipykernel.kernelapp import IPKernelApp

FILE = ["-f", "/tmp/kernel-1.json"]


def read_facts(app: Any) -> tuple[Any, ...]:
    return app.connection_file, app.argv, app.extra_args, app.cli_config, app.config


def test_its_file_is_taken_as_the_parser_takes_it() -> None:
    parsed, lean = IPKernelApp(), IPKernelApp()
    parsed.parse_command_line(FILE)
    lean_start.start_lean(lean, FILE)
    lean.parse_command_line()
    assert read_facts(lean) == read_facts(parsed)


@pytest.mark.parametrize("arguments", [["-f", "/tmp/k.json", "--quiet"], ["--IPKernelApp.quiet=True"]])
def test_other_arguments_are_parsed(arguments: list[str]) -> None:
    app = IPKernelApp()
    lean_start.start_lean(app, arguments)
    app.parse_command_line(arguments)
    assert app.quiet is True


def test_the_files_are_those_of_the_modules_that_were_there(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [file for module in sys.modules.values() if (file := getattr(module, "__file__", None))]
    files = lean_start.ModuleFiles()
    later = ModuleType("later")
    later.__file__ = "/later.py"
    monkeypatch.setitem(sys.modules, "later", later)
    assert list(files) == expected


def test_the_library_sees_all_modules_again_afterwards() -> None:
    seen: list[int] = []

    def init_kernel() -> None:
        seen.append(len(vars(ipkernel)["sys"].modules))
        seen.append(vars(ipkernel)["sys"].maxsize)
        app.kernel = ModuleType("kernel")

    app: Any = ModuleType("app")
    app.init_kernel = init_kernel
    lean_start.start_lean(app, [])
    app.init_kernel()
    assert seen == [0, sys.maxsize]
    assert vars(ipkernel)["sys"] is sys
    assert isinstance(app.kernel._kernel_modules, lean_start.ModuleFiles)
