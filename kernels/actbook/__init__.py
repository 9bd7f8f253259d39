"""Functions of the program that runs this kernel, callable from the code of a cell.

A call is an ``input_request`` whose prompt begins with MARK and goes on with JSON; the program, not a person, answers
it with JSON. The program puts this package into the kernel, so nothing is installed; needs ipykernel 6 or later.
"""

import base64
import importlib.util
import inspect
import json
import sys
import types

from IPython import get_ipython
from IPython.display import display

from .errors import ToolError
from .outputs import make_outputs
from .plain import to_json
from .signatures import read_parameters, to_identifier
from .stdin import Stdin

MARK = "\x10actbook-call\x10"
# A stock Jupyter server closes the connection on a longer message.
MAX_ARGUMENTS_LENGTH = 8_000_000


def call(name, arguments):
    """Calls a function of the host. Raises ToolError when it fails or cannot be called."""
    __tracebackhide__ = True
    request = to_json({"name": name, "arguments": arguments})
    if len(request) > MAX_ARGUMENTS_LENGTH:
        limit_mb = MAX_ARGUMENTS_LENGTH // 1_000_000
        raise ToolError(f"The arguments of {name} are longer than {limit_mb} MB. Write them to a file instead.")
    reply = json.loads(ask(name, request))
    for bundle in reply.get("displays", ()):
        display(bundle, raw=True)
    if "error" in reply:
        raise ToolError(reply["error"])
    return reply.get("value")


def ask(name, request):
    __tracebackhide__ = True
    try:
        return get_ipython().kernel.raw_input(MARK + request)
    except EOFError:
        raise ToolError(f"{name} was not answered: tools can be called only while a cell runs.") from None
    except Exception as error:
        if type(error).__name__ != "StdinNotImplementedError":
            raise
        raise ToolError(f"{name} cannot be called from a cell that is run without tools.") from None


def make_function(tool, place):
    parameters = read_parameters(tool["parameters"])
    name = to_identifier(tool["name"])
    label = f"{place}.{name}" if place else name

    def function(*args, **kwargs):
        __tracebackhide__ = True
        return call(tool["id"], parameters.bind(label, args, kwargs))

    function.__name__ = function.__qualname__ = name
    function.__module__ = place or __name__
    function.__signature__ = parameters.signature
    function.__doc__ = "\n\n".join(
        part for part in (tool["description"], parameters.doc and "Args:\n" + parameters.doc) if part
    )
    return function


def make_module(server, tools):
    """Tools that have a module become its functions. It gives way to a module that Python has already."""
    name = to_identifier(server)
    if name in sys.stdlib_module_names or (name not in modules and is_importable(name)):
        name += "_tools"
    module = types.ModuleType(name, f"Tools of {server}.")
    for tool in tools:
        function = make_function(tool, name)
        setattr(module, function.__name__, function)
    modules[name] = sys.modules[name] = module
    return module


def is_importable(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return True


outputs = make_outputs(call)
# What was put into the person's namespace, and among the modules, by name.
defined = {}
modules = {}


def define(tools):
    """Defines these tools in the person's namespace, and no others; a name that a person took stays theirs.

    Returns base64 of JSON: name, signature and docstring of each tool that is there.
    """
    shell = get_ipython()
    if not isinstance(getattr(shell.kernel._input_request, "__self__", None), Stdin):
        shell.kernel._input_request = Stdin(shell.kernel).ask
    forget(shell.user_ns, shell.user_ns_hidden)
    servers = dict.fromkeys(tool["module"] for tool in tools if tool.get("module"))
    values = [ToolError, *(make_function(tool, None) for tool in tools if not tool.get("module"))]
    values += [make_module(server, [tool for tool in tools if tool.get("module") == server]) for server in servers]
    for value in [*values, outputs]:
        name = value.__name__
        if name not in shell.user_ns:
            defined[name] = shell.user_ns[name] = shell.user_ns_hidden[name] = value
    functions = [value for value in defined.values() if inspect.isfunction(value) and value is not outputs]
    for module in modules.values():
        functions += [value for value in vars(module).values() if inspect.isfunction(value)]
    return base64.b64encode(json.dumps([describe(function) for function in functions]).encode()).decode()


def forget(namespace, hidden):
    for name, value in defined.items():
        if namespace.get(name) is value:
            del namespace[name]
            hidden.pop(name, None)
    for name, module in modules.items():
        if sys.modules.get(name) is module:
            del sys.modules[name]
    defined.clear()
    modules.clear()


def describe(function):
    place = "" if function.__module__ == __name__ else f"{function.__module__}."
    name = place + function.__name__
    return {"name": name, "signature": name + str(function.__signature__), "doc": inspect.getdoc(function) or ""}
