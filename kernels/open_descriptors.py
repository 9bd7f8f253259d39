"""What of the open files, pipes, and connections of a kernel a fork of it can have for itself, and what it would share. Linux only.

A fork has the descriptors of its parent, and what a descriptor leads to has one position for both. Files and folders that are
open for reading are opened again in the fork, where they were at its beginning. A pipe or a pair of sockets cannot be: what
one process reads from it, the other never gets.
"""

from __future__ import annotations

import array
import fcntl
import os
import re
import socket
import stat
import sys
import termios
from collections.abc import Collection, Iterator
from typing import Any

# Of /dev/null, /dev/urandom, and the like, which remember nothing.
MEMORY_DEVICES = 1
# Each object that waits for others has some, such as those of ZeroMQ: a fork covers them.
WAITING = ["anon_inode:[eventfd]", "anon_inode:[eventpoll]", "anon_inode:[pidfd]"]
ANONYMOUS = "anon_inode:"
EVENT = WAITING[0]
PIPE = "a pipe"
# ZeroMQ's sockets begin with the name of the kernel's file.
CHANNEL = re.compile(r"/kernel-[^/]*-ipc-\d+$")
MAX_PIPES = 3
WRITING = os.O_WRONLY | os.O_RDWR
# What a file is opened again with: never so that it is created, emptied, or waited for.
KEPT_FLAGS = os.O_ACCMODE | os.O_APPEND | os.O_NONBLOCK | os.O_DIRECTORY


def list_fds() -> Iterator[int]:
    for name in os.listdir("/proc/self/fd"):
        try:
            os.fstat(int(name))
        except OSError:
            continue  # the folder that was listed
        yield int(name)


def list_added(before: dict[int, int]) -> Iterator[tuple[int, os.stat_result]]:
    """``before``: the inodes of descriptors that were there when the kernel was ready."""
    for fd in list_fds():
        found = os.fstat(fd)
        if before.get(fd) != found.st_ino:
            yield fd, found


def has_added_writers(before: dict[int, int]) -> bool:
    """Whether code has opened anything, such as a pipe, that it may have written to without its being sent."""
    return any(
        not stat.S_ISSOCK(status.st_mode) and stat.S_IFMT(status.st_mode) != 0 and read_flags(fd) & WRITING
        for fd, status in list_added(before)
    )


def find_shared(before: dict[int, int], own_ports: set[int], names: Any, maps: list[str]) -> list[str]:
    """What a fork would share with its parent, each as a part of a sentence. ``names`` finds variables (``fork_obstacles.py``);
    ``maps``: files that are mapped for writing, which are found as such."""
    added = list(list_added(before))
    wakers = find_wakers(added)
    found = []
    for fd, status in added:
        path = os.readlink(f"/proc/self/fd/{fd}")
        what = None if fd in wakers or path in maps else describe(fd, status, path, own_ports)
        if what:
            found.append((fd, what))
    # The trackers of multiprocessing take down what each process says, and need not know which one it was.
    told = (
        {getattr(each, "_fd", None) for each in list_trackers()}
        if any(what == PIPE for _, what in found)
        else set()
    )
    pipes = [fd for fd, what in found if what == PIPE and fd not in told][:MAX_PIPES]
    return [add_name(what, fd, names) for fd, what in found if what != PIPE or fd in pipes]


def add_name(what: str, fd: int, names: Any) -> str:
    # By its class: an attribute of a library of `ctypes` is a function of C, which would end the process.
    name = names.find_by(lambda each: hasattr(type(each), "fileno") and each.fileno() == fd)
    if name:
        return f"{what} (variable {name})"
    # Those of `os.pipe` are plain numbers, as many variables are.
    return f"{what} (descriptor {fd})" if what == PIPE else what


def describe(fd: int, status: os.stat_result, path: str, own_ports: set[int]) -> str | None:
    """None for what a fork has for itself, or need not have."""
    mode, name = status.st_mode, os.path.basename(path)
    if stat.S_ISREG(mode) and read_flags(fd) & WRITING:
        return f"the file {name}, which is open for writing"
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return None if can_reopen(fd) else f"{name}, which is open and cannot be opened again"
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and os.major(status.st_rdev) != MEMORY_DEVICES):
        return f"the device {path}"
    if stat.S_ISFIFO(mode):
        return PIPE if path.startswith("pipe:") else f"the pipe {name}"
    if stat.S_ISSOCK(mode):
        with socket.socket(fileno=os.dup(fd)) as each:
            place = describe_place(each, own_ports)
        return f"a connection ({place})" if place else None
    if path == EVENT:
        return None if read_flags(fd) & os.O_NONBLOCK else "an event descriptor"
    if path.startswith(ANONYMOUS) and path not in WAITING:
        return f"a descriptor of the system ({path.removeprefix(ANONYMOUS).strip('[]')})"
    return None


def describe_place(connection: socket.socket, own_ports: set[int]) -> str | None:
    """None for what belongs to the kernel: its channels, and the sockets by which event loops wake themselves."""
    ends = []
    for read in (connection.getpeername, connection.getsockname):
        try:
            ends.append(read())
        except OSError:
            continue
    if connection.family == socket.AF_UNIX:
        paths = [os.fsdecode(end) for end in ends if end]
        theirs = [path for path in paths if not CHANNEL.search(path)]
        if paths:
            return theirs[0] if theirs else None
        return None if is_waker(connection.fileno()) else "a pair of sockets"
    if connection.family not in (socket.AF_INET, socket.AF_INET6):
        return "of the system"
    if any(end[1] in own_ports for end in ends):
        return None
    return f"{ends[0][0]}:{ends[0][1]}" if ends else "not connected"


def is_channel(fd: int, own_ports: set[int]) -> bool:
    """Whether a socket is bound to one of the kernel's channels, or came from one."""
    with socket.socket(fileno=os.dup(fd)) as each:
        try:
            name = each.getsockname()
        except OSError:
            return False
    if each.family == socket.AF_UNIX:
        return bool(CHANNEL.search(os.fsdecode(name)))
    return each.family in (socket.AF_INET, socket.AF_INET6) and name[1] in own_ports


def find_wakers(added: list[tuple[int, os.stat_result]]) -> dict[int, int]:
    """Descriptors of pipes, each with the other end, by which a library such as Arrow wakes itself."""
    pipes = [(fd, status.st_ino) for fd, status in added if stat.S_ISFIFO(status.st_mode)]
    pairs: dict[int, int] = {}
    for read, inode in pipes:
        writes = [
            fd for fd, other in pipes if other == inode and read_flags(fd) & os.O_ACCMODE == os.O_WRONLY
        ]
        if read_flags(read) & os.O_ACCMODE == os.O_RDONLY and len(writes) == 1 and is_waker(writes[0]):
            pairs |= {read: writes[0], writes[0]: read}
    return pairs


def is_waker(fd: int) -> bool:
    """Who wakes does not wait until there is room, unlike code that sends data; and nobody is about to be woken."""
    return bool(read_flags(fd) & os.O_NONBLOCK) and count_waiting(fd) == 0


def count_waiting(fd: int) -> int:
    """Bytes that can be read."""
    waiting = array.array("i", [0])
    fcntl.ioctl(fd, termios.FIONREAD, waiting)
    return waiting[0]


def list_trackers() -> list[Any]:
    """Those that clean up behind processes that have ended. To go through the names of all modules takes a while in a fork's parent."""
    names = [name for name in list(sys.modules) if name.endswith(".resource_tracker")]
    found = [getattr(sys.modules[name], "_resource_tracker", None) for name in names]
    return [each for each in found if each is not None]


def can_reopen(fd: int) -> bool:
    try:
        os.close(open_again(fd))
    except OSError:
        return bool(read_flags(fd) & os.O_PATH)  # it has no position
    return True


def open_again(fd: int) -> int:
    return os.open(f"/proc/self/fd/{fd}", read_flags(fd) & KEPT_FLAGS | os.O_CLOEXEC)


def read_flags(fd: int) -> int:
    return fcntl.fcntl(fd, fcntl.F_GETFL)


def read_places() -> dict[int, int]:
    """Positions in files and folders, by descriptor: read before a fork, whose parent reads on at once."""
    places = {}
    for fd in list_fds():
        mode = os.fstat(fd).st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            try:
                places[fd] = os.lseek(fd, 0, os.SEEK_CUR)
            except OSError:
                continue  # it has no position
    return places


def cover(kept: Collection[int], places: dict[int, int]) -> None:
    """In a fork: nothing reaches its parent's sockets any more, and files have a position of their own, from ``places``.

    The numbers stay taken, as objects that are never closed hold them.
    """
    null = os.open(os.devnull, os.O_RDWR)
    added = [(fd, os.fstat(fd)) for fd in list_fds() if fd > 2 and fd != null and fd not in kept]
    wakers = find_wakers(added)
    for fd, status in added:
        path = os.readlink(f"/proc/self/fd/{fd}")
        if stat.S_ISSOCK(status.st_mode) or path in WAITING:
            os.dup2(null, fd, inheritable=False)
        elif fd in places:
            reopen(fd, places[fd])
        elif fd in wakers and fd < wakers[fd]:
            renew(fd, wakers[fd])
    os.close(null)


def reopen(fd: int, place: int) -> None:
    try:
        own = open_again(fd)
    except OSError:
        return  # it was looked at before the fork
    os.lseek(own, place, os.SEEK_SET)
    replace(fd, own)


def renew(one: int, other: int) -> None:
    """A pipe in place of an empty one."""
    ends = os.pipe()
    is_read = read_flags(one) & os.O_ACCMODE == os.O_RDONLY
    for fd, own in zip((one, other), ends if is_read else reversed(ends), strict=True):
        os.set_blocking(own, not read_flags(fd) & os.O_NONBLOCK)
        replace(fd, own)


def replace(fd: int, own: int) -> None:
    os.dup2(own, fd, inheritable=os.get_inheritable(fd))
    os.close(own)
