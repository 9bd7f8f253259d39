"""Keeps the reading of a file from taking the memory that the kernel's variables need."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def bound_memory(more_bytes: int) -> Iterator[None]:
    """MemoryError is raised once this process takes ``more_bytes`` more than now. Without effect where that is not known."""
    used = count_data_bytes()
    if used is None:
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    bound = used + more_bytes
    lower = bound if soft == resource.RLIM_INFINITY else min(bound, soft)
    resource.setrlimit(resource.RLIMIT_DATA, (lower, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def count_data_bytes() -> int | None:
    """What the limit is compared with. None where the system is not Linux."""
    try:
        with open("/proc/self/status") as file:
            found = re.search(r"^VmData:\s+(\d+) kB$", file.read(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None
