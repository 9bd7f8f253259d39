"""Functions of the program that runs this kernel, callable from the code of a cell.

A call is an ``input_request`` whose prompt begins with MARK and goes on with JSON; the program, not a person, answers
it with JSON. The program puts this package into the kernel, so nothing is installed; needs ipykernel 6 or later.
"""

import base64
import inspect
import json

from IPython import get_ipython
from IPython.display import display

from .errors import ToolError
from .plain import to_json
from .signatures import Parameters, to_identifier
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


def make_function(tool):
    parameters = Parameters(tool["parameters"])
    name, called = to_identifier(tool["name"]), tool["name"]

    def function(*args, **kwargs):
        __tracebackhide__ = True
        return call(called, parameters.bind(name, args, kwargs))

    function.__name__ = function.__qualname__ = name
    function.__module__ = __name__
    function.__signature__ = parameters.signature
    function.__doc__ = "\n\n".join(
        part for part in (tool["description"], parameters.doc and "Args:\n" + parameters.doc) if part
    )
    return function


defined = {}


def define(tools):
    """Defines these functions in the person's namespace, and no others; a name that a person took stays theirs.

    Returns base64 of JSON: name, signature and docstring of each function that is there.
    """
    shell = get_ipython()
    if not isinstance(getattr(shell.kernel._input_request, "__self__", None), Stdin):
        shell.kernel._input_request = Stdin(shell.kernel).ask
    namespace, hidden = shell.user_ns, shell.user_ns_hidden
    for name, value in defined.items():
        if namespace.get(name) is value:
            del namespace[name]
            hidden.pop(name, None)
    defined.clear()
    for function in [ToolError, *map(make_function, tools)]:
        name = function.__name__
        if name in namespace:
            continue
        defined[name] = namespace[name] = hidden[name] = function
    described = [
        {
            "name": name,
            "signature": name + str(inspect.signature(function)),
            "doc": inspect.getdoc(function) or "",
        }
        for name, function in defined.items()
        if function is not ToolError
    ]
    return base64.b64encode(json.dumps(described).encode()).decode()
