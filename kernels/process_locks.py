"""Gives a fork of a kernel locks of ``multiprocessing`` of its own, with the values that they had at its beginning. Linux only.

Such a lock is a semaphore in memory that processes share. Only a child that is forked later is to share that of a fork, and
no child of the kernel is there when it is forked. A lock that has a name, as those for children that are spawned, stays
shared: a child finds it by its name.
"""

from __future__ import annotations

import ctypes
import mmap
import re

# Of one without a name: the file of a semaphore that was removed.
SEMAPHORE = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) rw-s .* /dev/shm/sem\.\S+ \(deleted\)$", re.MULTILINE)
MAP_FIXED = 0x10


def read_locks() -> dict[int, bytes]:
    """Their memory, by its address: read before a fork, whose parent continues to use them."""
    with open("/proc/self/maps") as file:
        found = [(int(start, 16), int(end, 16)) for start, end in SEMAPHORE.findall(file.read())]
    return {start: ctypes.string_at(start, end - start) for start, end in found}


def renew_locks(locks: dict[int, bytes]) -> None:
    """In a fork: memory of its own in the place of what it shares with its parent."""
    if not locks:
        return
    map_memory = ctypes.CDLL(None, use_errno=True).mmap
    map_memory.restype = ctypes.c_void_p
    map_memory.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    flags = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | MAP_FIXED
    for start, content in locks.items():
        place = map_memory(start, len(content), mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
        if place != start:
            raise OSError(ctypes.get_errno(), "A lock of multiprocessing cannot be renewed.")
        ctypes.memmove(start, content, len(content))
