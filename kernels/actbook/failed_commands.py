"""Notes that a command of a `!command` line has failed, which IPython does not say."""

from __future__ import annotations

import functools
from typing import Any

from .notes import add_note
from .shell import find_shell

MAX_SHOWN = 80


def watch_commands() -> None:
    """Done again, it changes nothing."""
    shell: Any = find_shell()
    system = shell.system
    if hasattr(system, "__wrapped__"):
        return

    @functools.wraps(system)
    def watched(command: str) -> None:
        system(command)
        status = shell.user_ns.get("_exit_code")
        if type(status) is int and status != 0:
            how = f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"
            add_note(f"The command “{command[:MAX_SHOWN]}” {how}")

    shell.system = watched
