"""Functions of the program that runs this kernel, defined in the user's namespace."""

from __future__ import annotations

import inspect
import sys
from types import ModuleType
from typing import Any

from ..errors import ToolError
from ..shell import find_shell
from .add_packages import add_packages
from .calls import prepare_stdin
from .outputs import outputs

# Actbook's own functions. The prompt mentions each one where the model needs it.
OWN = (outputs, add_packages)
# What was put into the user's namespace, and among the modules, by name.
defined: dict[str, Any] = {}
modules: dict[str, ModuleType] = {}


def define(tools: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Defines these tools in the user's namespace, and no others; a name that the user took stays theirs.

    Each has ``id``, ``name``, ``description``, ``parameters`` and may have ``module``. Returns name, signature and
    docstring of each tool that is there.
    """
    prepare_stdin()
    shell = find_shell()
    forget(shell.user_ns, shell.user_ns_hidden)
    for value in [ToolError, *make_values(tools), *OWN]:
        name = value.__name__
        if name not in shell.user_ns:
            defined[name] = shell.user_ns[name] = shell.user_ns_hidden[name] = value
    functions = [value for value in defined.values() if inspect.isfunction(value) and value not in OWN]
    for module in modules.values():
        functions += [value for value in vars(module).values() if inspect.isfunction(value)]
    described = [vars(module)["described"] for module in modules.values() if "described" in vars(module)]
    if not functions:
        return described
    from .tool_functions import describe_tool

    return [*described, *(describe_tool(function) for function in functions)]


def make_values(tools: list[dict[str, Any]]) -> list[Any]:
    if not tools:
        return []
    databases = make_connections([tool for tool in tools if tool.get("inKernel") == "connection"])
    tools = [tool for tool in tools if tool.get("inKernel") is None]
    if not tools:
        return databases
    from .tool_functions import make_functions, make_module, name_apart, to_module_name

    functions = make_functions([tool for tool in tools if not tool.get("module")], None)
    servers = dict.fromkeys(tool["module"] for tool in tools if tool.get("module"))
    names = name_apart(servers, to_module_name, {function.__name__ for function in functions})
    for server, name in names.items():
        module = make_module(server, name, [tool for tool in tools if tool.get("module") == server])
        modules[name] = sys.modules[name] = module
    return [*functions, *modules.values()]


def make_connections(tools: list[dict[str, Any]]) -> list[ModuleType]:
    """Each has the connection's name, also where Python has a module of that name: such a one is imported as ever."""
    if not tools:
        return []
    from .connections import make_connection
    from .tool_functions import is_importable

    for name in dict.fromkeys(tool["module"] for tool in tools):
        own = [tool for tool in tools if tool["module"] == name]
        if own[0]["name"] in {"spark", "dask"}:
            from .clusters import ClusterModule

            module: ModuleType = ClusterModule(name, own[0])
        else:
            module = make_connection(name, own)
        modules[name] = module
        if not is_importable(name):
            sys.modules[name] = module
    return [*modules.values()]


def forget(namespace: dict[str, Any], hidden: dict[str, Any]) -> None:
    for name, value in defined.items():
        if namespace.get(name) is value:
            del namespace[name]
            hidden.pop(name, None)
    for name, module in modules.items():
        if sys.modules.get(name) is module:
            del sys.modules[name]
    defined.clear()
    modules.clear()
