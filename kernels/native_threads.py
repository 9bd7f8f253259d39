"""Finds the threads of a process that libraries made, and which library each belongs to. Linux only.

A thread that waits has the addresses on its stack at which its functions continue, each behind a call. The innermost that is
not in the C or C++ library, by which it waits, is in the library whose thread it is.
"""

from __future__ import annotations

import os
import platform
import re
import threading
import time
from bisect import bisect_right
from dataclasses import dataclass

# Those of OpenBLAS are busy for a tenth of a second after they had something to do: half a second in all.
LOOKS = 25
LOOK_SECONDS = 0.02
STACK_BYTES = 32 * 1024
# ARM signs addresses in their upper bits.
ADDRESS_BITS = (1 << 48) - 1
# Behind the name, in clock ticks.
START_FIELD = 19
# Of x86: `call` with a distance, and the one with a register or a place in memory, which has at most seven bytes.
CALL_BYTES = 7
CALL = 0xE8
INDIRECT = 0xFF
INDIRECT_CALL = 2
WAITED_BY = re.compile(r"(ld-|libc[.-]|libpthread[.-]|libstdc\+\+\.|libgcc_s|libpython|python[\d.]*$)")


@dataclass(frozen=True)
class NativeThread:
    id: int
    name: str
    """Its own; empty where it has that of the process."""
    started: str
    """An ID is used again."""


def list_native_threads() -> list[NativeThread]:
    python = {each.native_id for each in threading.enumerate()}
    with open("/proc/self/comm") as file:
        own = file.read().rstrip("\n")
    threads = []
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/stat") as file:
                start, _, fields = file.read().rpartition(")")
        except OSError:
            continue  # it has ended
        name = start.partition("(")[2]
        if int(task) not in python:
            threads.append(NativeThread(int(task), "" if name == own else name, fields.split()[START_FIELD]))
    return threads


def find_owners(threads: list[NativeThread], looks: int) -> dict[NativeThread, str | None]:
    """Files of libraries; None where it cannot be told. A busy thread is looked at so often, with time in between."""
    if not threads:
        return {}
    libraries = Libraries()
    owners: dict[NativeThread, str | None] = {}
    busy = threads
    for look in range(looks):
        if look > 0:
            time.sleep(LOOK_SECONDS)
        looked_at, busy = busy, []
        for thread in looked_at:
            try:
                stack = read_stack(thread)
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended
            except OSError:
                stack = memoryview(b"")
            if stack is None:
                busy.append(thread)
            else:
                owners[thread] = libraries.find(stack)
        if not busy:
            break
    return {**owners, **dict.fromkeys(busy)}


def read_stack(thread: NativeThread) -> memoryview | None:
    """From its innermost function on; None where the thread runs."""
    with open(f"/proc/self/task/{thread.id}/syscall") as file:
        state = file.read().split()
    if state[0] == "running":
        return None
    read = read_memory(int(state[-2], 16), STACK_BYTES)
    return memoryview(read[: len(read) // 8 * 8]).cast("Q")


def read_memory(address: int, length: int) -> bytes:
    """What was unmapped in between is an error here, and would end the process elsewhere."""
    memory = os.open("/proc/self/mem", os.O_RDONLY)
    try:
        return os.pread(memory, length, address)
    finally:
        os.close(memory)


class Libraries:
    """Where the code of each is."""

    def __init__(self) -> None:
        self.mapped = []
        with open("/proc/self/maps") as file:
            for line in file:
                parts = line.rstrip("\n").split(maxsplit=5)
                if len(parts) == 6 and "x" in parts[1] and parts[5].startswith("/"):
                    start, end = (int(each, 16) for each in parts[0].split("-"))
                    self.mapped.append((start, end, parts[5]))
        self.starts = [start for start, _, _ in self.mapped]

    def find(self, stack: memoryview) -> str | None:
        for word in stack:
            address = word & ADDRESS_BITS
            index = bisect_right(self.starts, address) - 1
            if index < 0:
                continue
            _, end, path = self.mapped[index]
            if address < end and not WAITED_BY.match(os.path.basename(path)) and is_behind_call(address):
                return path
        return None


def is_behind_call(address: int) -> bool:
    """Pointers to functions are on stacks too. Of other processors than those of PCs, all addresses count."""
    if platform.machine() != "x86_64":
        return True
    code = read_memory(address - CALL_BYTES, CALL_BYTES)
    is_indirect = any(
        code[-length] == INDIRECT and (code[1 - length] >> 3) & 7 == INDIRECT_CALL
        for length in range(2, CALL_BYTES + 1)
    )
    return code[-5] == CALL or is_indirect
