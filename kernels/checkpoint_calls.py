"""What a kernel and its server share about checkpoints (``checkpoints.py``): a list in a file, and a socket for each.

Both are next to the kernel's connection file, so that they survive a crash of the kernel. A socket takes one line of JSON:
``{"connection_file": PATH}`` makes the checkpoint a kernel, which replies ``{"pid": N}``. With ``cwd``, it is a branch that
works in that folder; with ``before``, the connection file of a kernel, it takes that kernel's place. ``{}`` ends the
checkpoint. Linux only.

A socket belongs to the kernel whose name its path begins with, and is renamed when it gets another owner. So no kernel ends
what is not its own any more, whatever is in its list.
"""

from __future__ import annotations

import json
import os
import select
import socket
from collections.abc import Collection
from typing import Any

LIST_SUFFIX = ".checkpoints"
# Ends the name of a file with the process of the kernel in this one's place.
SUCCESSOR_SUFFIX = ".successor"
# In place of the ID of a cell that is still to come.
NEXT = ""
# Why one that was there is not.
ENDED = "the end of its checkpoint"
RAN_AGAIN = "a later run of the cell, the state before which was kept in its place"
TAKEN = "a branch that began with it"
LOST = "another kernel that did not answer in its place"


def read_list(connection_file: str) -> dict[str, Any]:
    """``checkpoints``, each with ``cellId``, ``socket``, and ``bytes``; what keeps others from being there is in ``missing``, by
    cell, and in ``off`` for all that would follow."""
    listed = read_all(connection_file)
    of_cells = [each for each in listed["checkpoints"] if each["cellId"] != NEXT]
    there = [each for each in of_cells if os.path.exists(find_socket(connection_file, each))]
    taken = {each["cellId"]: explain_taken(connection_file) for each in of_cells if each not in there}
    return {**listed, "checkpoints": there, "missing": {**listed["missing"], **taken}}


def read_all(connection_file: str) -> dict[str, Any]:
    """The same as it is written, with those that are for no cell yet. ``heir``: the process of a checkpoint that became this kernel,
    whose they are."""
    empty: dict[str, Any] = {"checkpoints": [], "missing": {}, "off": None}
    try:
        with open(connection_file + LIST_SUFFIX) as file:
            return {**empty, **json.load(file)}
    except (OSError, ValueError, TypeError):
        return empty


def write_list(connection_file: str, content: dict[str, Any]) -> None:
    path = connection_file + LIST_SUFFIX
    with open(f"{path}.new", "w", opener=open_private) as file:
        json.dump(content, file)
    os.replace(f"{path}.new", path)


def explain_taken(connection_file: str) -> str:
    """A kernel that was replaced, and still needs a reason, is there again."""
    return TAKEN if read_successor(connection_file) is None else LOST


def take(connection_file: str, entry: dict[str, Any], other_file: str, name: str) -> bool:
    """Makes a checkpoint that of another kernel. False where it has ended."""
    try:
        os.rename(find_socket(connection_file, entry), find_socket(other_file, {"socket": name}))
    except OSError:
        return False
    return True


def name_successor(connection_file: str, pid: int) -> None:
    with open(connection_file + SUCCESSOR_SUFFIX, "w", opener=open_private) as file:
        file.write(str(pid))


def read_successor(connection_file: str) -> int | None:
    try:
        with open(connection_file + SUCCESSOR_SUFFIX) as file:
            return int(file.read())
    except (OSError, ValueError):
        return None


def open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def wait_for_input(fds: Collection[int], seconds: float | None = None) -> list[int]:
    """Those that can be read, whatever their numbers, which ``select`` bounds; none after that time."""
    poll = select.poll()
    for fd in fds:
        poll.register(fd, select.POLLIN)
    return [fd for fd, _ in poll.poll(None if seconds is None else seconds * 1000)]


def listen(path: str) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with Folder(path) as short:
        listening.bind(short)
    listening.listen()
    return listening


def connect(path: str) -> socket.socket:
    """Throws OSError where nothing listens."""
    calling = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with Folder(path) as short:
            calling.connect(short)
    except OSError:
        calling.close()
        raise
    return calling


def drop(connection_file: str, entry: dict[str, Any]) -> None:
    """Ends a checkpoint, if it is there."""
    path = find_socket(connection_file, entry)
    try:
        with connect(path) as calling:
            calling.sendall(b"{}\n")
    except OSError:
        pass  # it has ended, or became a kernel
    remove(path)


def remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


def drop_all(connection_file: str) -> None:
    for entry in read_all(connection_file)["checkpoints"]:
        drop(connection_file, entry)
    remove(connection_file + LIST_SUFFIX)
    remove(connection_file + SUCCESSOR_SUFFIX)


def find_socket(connection_file: str, entry: dict[str, Any]) -> str:
    # The name comes from a kernel, whose code may have written any.
    return os.path.join(os.path.dirname(connection_file), os.path.basename(str(entry.get("socket"))))


class Folder:
    """The path of a socket by its folder's descriptor, as the system takes no more than 108 bytes."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> str:
        folder, name = os.path.split(self.path)
        self.fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        return f"/proc/self/fd/{self.fd}/{name}"

    def __exit__(self, *_: object) -> None:
        os.close(self.fd)
