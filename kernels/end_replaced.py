"""Ends a kernel that was taken back (``checkpoints.py``): another one has its variables, and what belongs to them.

So it runs no ``atexit`` handlers and finalizers, which might remove a folder that the other one uses, but writes what is in
buffers. Child processes of its code end with it, in whatever session they are: there was none when the checkpoint was made
that became the other kernel. Linux only.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import checkpoint_calls
import fork_obstacles


def end_replaced(kernel: Any, branches: Any) -> Callable[..., Awaitable[None]]:
    """A handler of ``shutdown_request`` in place of the kernel's own, which it calls for a kernel that was not replaced."""
    shut_down = kernel.control_handlers["shutdown_request"]

    async def end(stream: Any, identity: Any, parent: Any) -> None:
        if not is_replaced(kernel.parent.abs_connection_file):
            await shut_down(stream, identity, parent)
            return
        try:
            kill_with_descendants(fork_obstacles.list_other_children(branches.forks))
            branches.flush()
        finally:
            os._exit(0)

    return end


def is_replaced(connection_file: str) -> bool:
    """Whether the kernel in place of this one has not ended: one that does not answer is given up."""
    successor = checkpoint_calls.read_successor(connection_file)
    return successor is not None and fork_obstacles.is_alive(successor)


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
