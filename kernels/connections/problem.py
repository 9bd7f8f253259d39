"""Why a request cannot be answered, in words for the user."""

from __future__ import annotations

import importlib
from typing import Any

TOO_LARGE = "The query needs more memory than it may use here. Let the database give fewer or shorter values."


class Problem(Exception):
    """``code`` is one of missing-package, refused, unreachable, login, sql, timed-out, cancelled, too-large, folder."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def import_driver(module: str, package: str) -> Any:
    """Throws a Problem that says what to install."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        message = f"This kind of connection needs the Python package {package}. Install it where Actbook's kernels have theirs: pip install {package}"
        raise Problem("missing-package", message) from error
