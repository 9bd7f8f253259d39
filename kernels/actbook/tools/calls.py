"""Calls from the code of a cell to the program that runs this kernel.

A call is an ``input_request`` whose prompt begins with MARK and continues with JSON; the program, not the user, answers
it with JSON.
"""

from __future__ import annotations

import json
from typing import Any

from IPython.display import display

from ..errors import ToolError
from ..shell import find_shell
from .stdin import Stdin

MARK = "\x10actbook-call\x10"
# A stock Jupyter server closes the connection on a longer message.
MAX_ARGUMENTS_LENGTH = 8_000_000


def prepare_stdin() -> None:
    """Lets several threads ask at once."""
    kernel = find_shell().kernel
    if not isinstance(getattr(kernel._input_request, "__self__", None), Stdin):
        kernel._input_request = Stdin(kernel).ask


def call(name: str, arguments: dict[str, Any]) -> Any:
    """Calls a function of the host. Raises ToolError when it fails or cannot be called."""
    __tracebackhide__ = True
    from .plain import to_json

    request = to_json({"name": name, "arguments": arguments})
    if len(request) > MAX_ARGUMENTS_LENGTH:
        limit_mb = MAX_ARGUMENTS_LENGTH // 1_000_000
        raise ToolError(
            f"The arguments of {name} are longer than {limit_mb} MB. Write them to a file instead."
        )
    reply = json.loads(ask(name, request))
    for bundle in reply.get("displays", ()):
        display(bundle, raw=True)
    if "error" in reply:
        raise ToolError(reply["error"])
    return reply.get("value")


def ask(name: str, request: str) -> str:
    __tracebackhide__ = True
    try:
        reply: str = find_shell().kernel.raw_input(MARK + request)
    except EOFError:
        raise ToolError(f"{name} was not answered: tools can be called only while a cell runs.") from None
    except Exception as error:
        if type(error).__name__ != "StdinNotImplementedError":
            raise
        raise ToolError(f"{name} cannot be called from a cell that is run without tools.") from None
    return reply
