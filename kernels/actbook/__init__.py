"""The part of Actbook that lives in a Python kernel. It is put there as text by ``loader.py``, so nothing is installed.

Works with Python 3.10 and ipykernel 6 or later.
"""

from __future__ import annotations

import base64
import importlib
import json

from .errors import ToolError

__all__ = ["ToolError", "answer"]


def answer(function: str, arguments: str) -> str:
    """
    Calls a function of this package, such as ``names.list_names`` or ``tables.table_pages.read_page``, with keyword
    arguments, given as JSON. Returns base64 of JSON.
    """
    module, _, name = function.rpartition(".")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)(**json.loads(arguments))
    return base64.b64encode(json.dumps(value).encode()).decode()
