"""Describes functions for a model: name, signature and docstring."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from typing import Any

from ..shell import find_shell


def describe(name: str, function: Callable[..., Any]) -> dict[str, str]:
    signature = f"{name}{inspect.signature(function)}"
    return {"name": name, "signature": signature, "doc": inspect.getdoc(function) or ""}


def describe_source(source: str) -> list[dict[str, str]]:
    """Public functions of source that has run in this kernel, in its order."""
    namespace = find_shell().user_ns
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef)
    names = [each.name for each in ast.parse(source).body if isinstance(each, definitions)]
    return [describe(name, namespace[name]) for name in dict.fromkeys(names) if not name.startswith("_")]


def describe_modules(modules: list[str]) -> list[dict[str, str]]:
    """Public functions of modules that are imported, with the name of the module before each."""
    return [
        describe(f"{module}.{function.__name__}", function)
        for module in modules
        for name, function in vars(sys.modules[module]).items()
        if inspect.isfunction(function) and function.__module__ == module and not name.startswith("_")
    ]
