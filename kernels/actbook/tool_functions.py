"""Python functions and modules that stand for tools of the host."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Container
from types import ModuleType
from typing import Any

from .calls import call
from .functions import describe
from .signatures import read_parameters, to_identifier


def make_function(tool: dict[str, Any], place: str | None) -> Callable[..., Any]:
    """``place`` is the name of the module that it is to be in, if any."""
    parameters = read_parameters(tool["parameters"])
    name = to_identifier(tool["name"])
    label = f"{place}.{name}" if place else name

    def function(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return call(tool["id"], parameters.bind(label, args, kwargs))

    function.__name__ = function.__qualname__ = name
    function.__module__ = place or __package__
    vars(function)["__signature__"] = parameters.signature
    function.__doc__ = "\n\n".join(
        part for part in (tool["description"], parameters.doc and "Args:\n" + parameters.doc) if part
    )
    return function


def make_module(server: str, tools: list[dict[str, Any]], taken: Container[str]) -> ModuleType:
    """Gives way to a module that Python has already; those in ``taken`` are of other servers."""
    name = to_identifier(server)
    if name in sys.stdlib_module_names or (name not in taken and is_importable(name)):
        name += "_tools"
    module = ModuleType(name, f"Tools of {server}.")
    for tool in tools:
        function = make_function(tool, name)
        setattr(module, function.__name__, function)
    return module


def is_importable(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True


def describe_tool(function: Callable[..., Any]) -> dict[str, str]:
    place = "" if function.__module__ == __package__ else f"{function.__module__}."
    return describe(place + function.__name__, function)
