"""Whether texts are code of this kernel: as its own parser reads them, with IPython's magics and shell lines."""

from __future__ import annotations

import ast
import warnings

from .shell import find_shell

# Text of a reply that is nested deeper than any code, or longer, is not worth the parser's time.
MAX_LENGTH = 200_000
FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def check_sources(sources: list[str]) -> list[bool]:
    """One for each source: true when it compiles. Nothing is run."""
    return [is_valid(source) for source in sources]


def is_valid(source: str) -> bool:
    if len(source) > MAX_LENGTH:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = find_shell().input_transformer_manager.transform_cell(source)
            compile(code, "<reply>", "exec", FLAGS)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True
