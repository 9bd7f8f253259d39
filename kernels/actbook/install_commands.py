"""Says at once what to do instead of a command that cannot install packages where this kernel is."""

from __future__ import annotations

import functools
import re
import shlex
import sys
from importlib import metadata
from typing import Any

from .shell import find_shell

TOOLS = r"(?:pip3?|uv|uv\s+pip|conda|mamba|micromamba)"
INSTALL = re.compile(
    rf"\s*(?:(?:'[^']*python[^']*'|\S*python\S*)\s+-m\s+)?(?:[\w./-]*/)?({TOOLS})\s+(?:-\S+\s+)*(?:install|add)\s+(.*)",
    re.DOTALL,
)
MAGICS = ("pip", "uv", "conda", "mamba", "micromamba")
NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
# With these, pip changes nothing of Python, or asks no index.
ELSEWHERE = ("-t", "--target", "--prefix", "--root")
LOCAL = ("--no-index", "-h", "--help")


def watch_installs(is_online: bool) -> None:
    """Done again, it changes nothing."""
    shell: Any = find_shell()
    system, run_line_magic = shell.system, shell.run_line_magic
    if hasattr(run_line_magic, "__wrapped__"):
        return

    @functools.wraps(system)
    def watched(command: str) -> None:
        if not refuse(command, is_online):
            system(command)

    @functools.wraps(run_line_magic)
    def watched_magic(name: str, line: str, *more: Any, **options: Any) -> Any:
        # One more frame is between the code and the magic.
        options["_stack_depth"] = options.get("_stack_depth", 1) + 1
        if name in MAGICS and refuse(f"{name} {line}", is_online):
            return None
        return run_line_magic(name, line, *more, **options)

    shell.system, shell.run_line_magic = watched, watched_magic


def refuse(command: str, is_online: bool) -> bool:
    """Whether the command cannot work; then what to do was written, as by a command that failed."""
    found = INSTALL.match(command)
    words = split(found[2]) if found else []
    passes = (*LOCAL, *ELSEWHERE) if is_online else LOCAL
    if not found or any(word.split("=")[0] in passes for word in words):
        return False
    names = [word for word in words if NAME.match(word)]
    if found[1].startswith("pip") and len(names) == len(words) and all(map(is_installed, names)):
        return False
    asked = ", ".join(f'"{name}"' for name in names) or '"NAME"'
    sys.stderr.write(
        f"The sandbox of this notebook cannot install packages{'' if is_online else ', and has no network'}. "
        f"Add them under “Run and kernel” in the sidebar, or call add_packages({asked}), which asks the user.\n"
    )
    find_shell().user_ns["_exit_code"] = 1
    return True


def split(line: str) -> list[str]:
    # What follows is another command.
    first = re.split(r"[;&|\n]", line)[0]
    try:
        return [word for word in shlex.split(first) if word not in ("-q", "-qq", "--quiet", "-y", "--yes")]
    except ValueError:
        return first.split()


def is_installed(requirement: str) -> bool:
    try:
        from packaging.requirements import InvalidRequirement, Requirement
    except ImportError:
        return False
    try:
        wanted = Requirement(requirement)
        return wanted.specifier.contains(metadata.version(wanted.name), prereleases=True)
    except (InvalidRequirement, metadata.PackageNotFoundError):
        return False
