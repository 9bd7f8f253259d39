"""Python functions and modules that stand for tools of the host."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from .calls import call
from .functions import describe
from .signatures import read_parameters, to_identifier

# Where users see the functions that are in no module of their own.
HOME = "actbook"


def name_apart(
    names: Iterable[str], to_name: Callable[[str], str], taken: Iterable[str] = ()
) -> dict[str, str]:
    """A Python name for each of these, no two alike: a name that is one already is kept, others get a number."""
    wanted = {name: to_name(name) for name in names}
    used = set(taken)
    apart: dict[str, str] = {}
    for name in sorted(wanted, key=lambda name: wanted[name] != name):
        apart[name] = wanted[name]
        number = 1
        while apart[name] in used:
            number += 1
            apart[name] = f"{wanted[name]}_{number}"
        used.add(apart[name])
    return {name: apart[name] for name in wanted}


def make_functions(tools: list[dict[str, Any]], place: str | None) -> list[Callable[..., Any]]:
    """``place`` is the name of the module that they are to be in, if any."""
    names = name_apart([tool["name"] for tool in tools], to_identifier)
    return [make_function(tool, names[tool["name"]], place) for tool in tools]


def make_function(tool: dict[str, Any], name: str, place: str | None) -> Callable[..., Any]:
    parameters = read_parameters(tool["parameters"])
    label = f"{place}.{name}" if place else name

    def function(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        return call(tool["id"], parameters.bind(label, args, kwargs))

    function.__name__ = function.__qualname__ = name
    function.__module__ = place or HOME
    vars(function).update(__signature__=parameters.signature, tool_id=tool["id"])
    other_name = "" if name == to_identifier(tool["name"]) else f"The tool “{tool['name']}”."
    parts = (tool["description"], other_name, parameters.doc and "Args:\n" + parameters.doc)
    function.__doc__ = "\n\n".join(part for part in parts if part)
    return function


def make_module(server: str, name: str, tools: list[dict[str, Any]]) -> ModuleType:
    module = ModuleType(name, f"Tools of {server}.")
    for function in make_functions(tools, name):
        setattr(module, function.__name__, function)
    return module


def to_module_name(server: str) -> str:
    """Gives way to a module that Python has already."""
    name = to_identifier(server)
    return f"{name}_tools" if name in sys.stdlib_module_names or is_importable(name) else name


def is_importable(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True


def describe_tool(function: Callable[..., Any]) -> dict[str, str]:
    place = "" if function.__module__ == HOME else f"{function.__module__}."
    return {"id": vars(function)["tool_id"], **describe(place + function.__name__, function)}
