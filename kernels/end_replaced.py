"""Ends a kernel that was taken back (``checkpoints.py``): another one has its variables, and what belongs to them.

So it runs no ``atexit`` handlers and finalizers, which might remove a folder that the other one uses, but writes what is in
buffers. Processes that its code has started end with it, in whatever session they are. It had no children when the
checkpoint was made that became the other kernel. Those whose parents have ended are known by a variable of their
environment, which each kernel has from its start, and a branch gets of its own. Linux only.
"""

from __future__ import annotations

import os
import signal
import uuid
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import checkpoint_calls
import fork_obstacles

MARK = "ACTBOOK_KERNEL_MARK"
# Of the words in a process's ``stat`` that follow its name.
START = 19


def mark_processes() -> None:
    """From now on, processes that this one starts are told from those of other kernels."""
    os.environ[MARK] = uuid.uuid4().hex


def end_replaced(kernel: Any, branches: Any) -> Callable[..., Awaitable[None]]:
    """A handler of ``shutdown_request`` in place of the kernel's own, which it calls for a kernel that was not replaced."""
    shut_down = kernel.control_handlers["shutdown_request"]

    async def end(stream: Any, identity: Any, parent: Any) -> None:
        connection_file = kernel.parent.abs_connection_file
        if not is_replaced(connection_file):
            await shut_down(stream, identity, parent)
            return
        try:
            children = fork_obstacles.list_other_children(branches.forks)
            orphans = find_orphans(checkpoint_calls.read_successor(connection_file))
            kill_with_descendants([*children, *orphans])
            branches.flush()
        finally:
            os._exit(0)

    return end


def is_replaced(connection_file: str) -> bool:
    """Whether the kernel in place of this one has not ended: one that does not answer is given up."""
    successor = checkpoint_calls.read_successor(connection_file)
    return successor is not None and fork_obstacles.is_alive(successor)


def find_orphans(successor: int | None) -> list[int]:
    """What this kernel's code has started since the fork that is in its place, and is not a child of this process."""
    since = read_start(successor)
    mark = f"{MARK}={os.environ.get(MARK)}".encode()
    children = fork_obstacles.list_children()
    pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    others = [pid for pid in pids if pid not in children and mark in read_environment(pid)]
    return [pid for pid in others if since is not None and (read_start(pid) or 0) > since]


def read_environment(pid: int) -> list[bytes]:
    """As the program of the process was started, so empty of marks for forks of a kernel."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def read_start(pid: int | None) -> int | None:
    """Ticks since the system started."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[START])
    except OSError:
        return None


def kill_with_descendants(pids: Iterable[int]) -> None:
    stopped: list[int] = []
    waiting = list(pids)
    while waiting:
        pid = waiting.pop()
        # It then starts no others while its children are looked for.
        if send(pid, signal.SIGSTOP):
            stopped.append(pid)
            waiting += fork_obstacles.list_children(pid)
    for pid in stopped:
        send(pid, signal.SIGKILL)


def send(pid: int, number: int) -> bool:
    try:
        os.kill(pid, number)
    except OSError:
        return False
    return True
