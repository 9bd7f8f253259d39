"""Finds the descriptors of a kernel's app, so that its forks do without them: a fork of a fork would have more and more."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from typing import Any

import fork_obstacles
import zmq
from open_descriptors import WAITING, is_channel, list_fds


def list_own_descriptors(
    app: Any, streams: Iterable[Any], baseline: fork_obstacles.Baseline, ports: set[int]
) -> Iterator[int]:
    """Those that nothing in a fork uses, as ZeroMQ knows by the process that its objects are not the fork's. Not those that the
    objects of event loops and of ``streams`` close themselves. ``ports``: those of the app's channels."""
    read_ends = {each._fid for each in streams if getattr(each, "_fid", None) is not None}
    pipes = {os.fstat(fd).st_ino for fd in read_ends}
    mailboxes = {each.getsockopt(zmq.FD) for each in list(app.context._sockets) if not each.closed}
    for fd in list_fds():
        found = os.fstat(fd)
        is_first = baseline.files.get(fd) == found.st_ino
        if fd < 3 or fd in read_ends:
            continue
        if stat.S_ISFIFO(found.st_mode):
            is_own = is_first and found.st_ino in pipes
        elif os.readlink(f"/proc/self/fd/{fd}") in WAITING:
            is_own = is_first or fd in mailboxes
        else:
            is_own = stat.S_ISSOCK(found.st_mode) and (is_first or is_channel(fd, ports))
        if is_own:
            yield fd


def close_loops(app: Any, loops: Iterable[Any]) -> None:
    """Nothing is unregistered: what waits is the same in the parent."""
    threads = (app.iopub_thread, app.control_thread, app.shell_channel_thread)
    of_threads = [each.io_loop.asyncio_loop for each in threads if each is not None]
    for loop in (*loops, *of_threads):
        for each in (loop._ssock, loop._csock, loop._selector):
            if each is not None:
                each.close()


def close_descriptors(fds: Iterable[int]) -> None:
    for fd in fds:
        try:
            os.close(fd)
        except OSError:
            continue  # an object has closed it
