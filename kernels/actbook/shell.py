"""The IPython shell of this kernel."""

from __future__ import annotations

from typing import Any

from IPython import get_ipython


def find_shell() -> Any:
    shell = get_ipython()
    if shell is None:
        raise RuntimeError("There is no IPython shell in this process.")
    return shell
