"""Lets a running Python kernel keep what it was before each cell: a fork that sleeps until it becomes a kernel, or ends.

A checkpoint is made before an ``execute_request`` with ``cellId`` in its metadata, or, so that no cell waits for it, as soon as
the kernel has been idle for a moment. It shares its memory with the kernel: it costs what the cells after it change. It outlives the kernel, and ends with the server (``checkpoint_calls.py``). Nothing is
kept where a fork would not be as good as its parent (``fork_obstacles.py``), nor where keeping costs too much.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import resource
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import checkpoint_calls
import duckdb_threads
import fork_obstacles
from checkpoint_calls import wait_for_input
from checkpoint_pace import Allowance, Pace
from end_replaced import is_replaced

MAX_KEPT = 5
# What the checkpoints of a kernel may hold together, of memory that the kernel itself has given up.
MAX_HELD_BYTES = 512 * 1024**2
MAX_HELD_SHARE = 0.1
# One that holds more than this share of its kernel is the last one.
MAX_GROWTH_SHARE = 0.25
# A small kernel may change all it has.
FREE_GROWTH_BYTES = 64 * 1024**2
MAX_SECONDS = 0.02
# A cell that took less cannot have changed enough to be worth a look, which takes as long.
SHORT_SECONDS = 0.02
# So long after a request, the one for the next cell is made; if that comes sooner, it is made then.
IDLE_SECONDS = 0.03
# No cell waits for that one, but a request may.
MAX_IDLE_SECONDS = 0.1
# These leave variables as they are. What was kept before others is out of date.
READING = {
    *["kernel_info_request", "connect_request", "complete_request", "inspect_request", "history_request"],
    *["is_complete_request", "comm_info_request", "branch_request"],
}
REQUEST_SECONDS = 5
MAX_REQUEST_BYTES = 64 * 1024
# Cells of which it is known why they have none.
MAX_MISSING = 200
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
KIB = 1024


@dataclass
class Checkpoint:
    cell_id: str
    socket: str
    pid: int
    kernel_bytes: int
    """Anonymous memory of the kernel when it was made: all of it was shared."""
    held_bytes: int = 0
    """What of it the kernel has changed or given up since."""

    def to_entry(self) -> dict[str, Any]:
        return {"cellId": self.cell_id, "socket": self.socket, "bytes": self.held_bytes, "pid": self.pid}


class Checkpoints:
    """The checkpoints of one kernel."""

    def __init__(self, kernel: Any, branches: Any) -> None:
        self.kernel = kernel
        self.branches = branches
        self.connection_file: str = kernel.parent.abs_connection_file
        self.off: str | None = None
        self.allowance = Allowance()
        self.pace_before_cells = Pace(MAX_SECONDS)
        self.pace_when_idle = Pace(MAX_IDLE_SECONDS)
        self.idle: asyncio.TimerHandle | None = None
        self.has_cells = False
        listed = checkpoint_calls.read_all(self.connection_file)
        is_own = listed.get("heir") == os.getpid()
        self.kept = [Checkpoint(**each["state"]) for each in listed["checkpoints"]] if is_own else []
        self.missing: dict[str, str] = listed["missing"] if is_own else {}
        # Those of a process that crashed in this one's place, until a cell runs in this one.
        self.former = [] if is_own else listed["checkpoints"]
        self.max_held_bytes = find_max_held_bytes()

    def enable(self) -> None:
        """From now on there is one before each cell."""
        handlers = self.kernel.shell_handlers
        for kind, handle in list(handlers.items()):
            if kind not in READING:
                handlers[kind] = self.follow(handle)

    def follow(self, handle: Callable[..., Any]) -> Callable[..., Any]:
        async def handle_after_checkpoint(stream: Any, identity: Any, parent: Any) -> None:
            if threading.current_thread() is not threading.main_thread():
                await wait_for(handle(stream, identity, parent))
                return
            cell_id = find_cell_id(parent)
            self.attempt(self.prepare, cell_id)
            began = time.monotonic()
            try:
                await wait_for(handle(stream, identity, parent))
            finally:
                is_short = cell_id is None or time.monotonic() - began < SHORT_SECONDS
                # The status that ends the cell is not published yet.
                asyncio.get_running_loop().call_soon(self.attempt, self.finish, is_short)

        return handle_after_checkpoint

    def attempt(self, act: Callable[..., None], *arguments: Any) -> None:
        """Cells run without checkpoints, too."""
        try:
            act(*arguments)
        except Exception as error:
            self.off = f"an error ({error})"

    def prepare(self, cell_id: str | None) -> None:
        """Before a request; with None, before one that is not for a cell."""
        if self.idle:
            self.idle.cancel()
        coming = next((each for each in self.kept if each.cell_id == checkpoint_calls.NEXT), None)
        if cell_id is None:
            if coming:
                self.drop(coming)
            return
        for entry in self.former:
            checkpoint_calls.drop(self.connection_file, entry)
        self.former = []
        self.has_cells = True
        self.forget(cell_id)
        if coming and self.is_there(coming):
            coming.cell_id = cell_id
        elif reason := self.off or self.pace_before_cells.explain_rest() or self.keep(cell_id):
            self.note_missing(cell_id, reason)
        self.write()

    def keep(self, cell_id: str) -> str | None:
        """Returns why there is none, if so."""
        reason = self.pace_when_idle.explain_rest() or self.allowance.explain_lack()
        if reason:
            return reason
        # On a busy machine, cells take longer, too.
        began = time.thread_time()
        with duckdb_threads.paused():
            reason = self.find_obstacle() or self.make(cell_id)
        self.allowance.spend()
        seconds = time.thread_time() - began
        self.pace_before_cells.note(seconds)
        if cell_id == checkpoint_calls.NEXT:
            self.pace_when_idle.note(seconds)
        return reason

    def keep_next(self) -> None:
        """In an idle moment, for the cell that comes."""
        if self.off or is_replaced(self.connection_file):
            return
        if self.keep(checkpoint_calls.NEXT) is None or self.pace_when_idle.is_resting():
            self.write()

    def find_obstacle(self) -> str | None:
        fork_obstacles.end_reader()
        mapped = fork_obstacles.read_maps()
        fork_obstacles.pause_openmp(mapped)
        # A cell does not wait for threads that are busy.
        return next(iter(self.branches.find_obstacles(mapped=mapped, looks=1)), None)

    def make(self, cell_id: str) -> str | None:
        """Returns what kept it from being made; in the fork, never."""
        self.branches.flush()
        number = max((int(each.socket.rpartition(".c")[2]) for each in self.kept), default=0) + 1
        name = f"{Path(self.connection_file).stem}.c{number}"
        listening = checkpoint_calls.listen(os.path.join(os.path.dirname(self.connection_file), name))
        kernel_bytes = read_anonymous_bytes()

        def act(drawn: tuple[Any, ...]) -> None:
            self.branches.detach([listening.fileno()])
            self.sleep(listening, drawn)

        try:
            pid = self.branches.split(act)
        except OSError as error:
            return f"the system ({error.strerror})"
        finally:
            listening.close()
        made = Checkpoint(cell_id, name, pid, kernel_bytes)
        self.branches.collect_later(pid, lambda: self.note_end(made))
        self.kept.append(made)
        return None

    def sleep(self, listening: socket.socket, drawn: tuple[Any, ...]) -> None:
        """Returns when it is to end."""
        called = wait_for_call(listening)
        listening.close()
        if called is None:
            return
        calling, request = called

        def tell_bound() -> None:
            with calling:
                calling.sendall(json.dumps({"pid": os.getpid()}).encode() + b"\n")

        if "before" in request:  # not a branch, whose parent lives on
            self.hand_over(request["connection_file"], request["before"])
        self.branches.become(request["connection_file"], request.get("cwd"), drawn, tell_bound)

    def hand_over(self, connection_file: str, before: str) -> None:
        """In a fork: older checkpoints are those of the kernel that it becomes. The one before, which may be another than that it
        was forked from, ends, and drops what it has left; until then, it may write its list."""
        listed = checkpoint_calls.read_all(before)
        found = {each["pid"]: each for each in listed["checkpoints"]}
        entries: list[dict[str, Any]] = []
        # Cells that ran after it are taken back, and need no reason.
        missing = dict(self.missing)
        ran_again = {each["cellId"] for each in listed["checkpoints"]}
        for each in self.kept:
            entry = found.get(each.pid)
            name = f"{Path(connection_file).stem}.c{len(entries) + 1}"
            if entry and checkpoint_calls.take(before, entry, connection_file, name):
                each.socket, each.held_bytes = name, entry["bytes"]
                entries.append({**each.to_entry(), "state": vars(each)})
            else:
                reason = checkpoint_calls.RAN_AGAIN if each.cell_id in ran_again else checkpoint_calls.ENDED
                missing[each.cell_id] = listed["missing"].get(each.cell_id, reason)
        content = {"checkpoints": entries, "missing": missing, "off": None, "heir": os.getpid()}
        checkpoint_calls.write_list(connection_file, content)
        checkpoint_calls.name_successor(before, os.getpid())

    def forget(self, cell_id: str) -> None:
        """Drops that of an earlier run of the cell."""
        self.missing.pop(cell_id, None)
        for index, each in enumerate(self.kept):
            if each.cell_id != cell_id:
                continue
            if index > 0:
                # An older one may hold the same memory.
                self.kept[index - 1].held_bytes += each.held_bytes
            self.drop(each)
            return

    def finish(self, is_short: bool) -> None:
        """After a request, as it would take time from a cell before."""
        if self.former or not self.has_cells:
            return
        while len(self.kept) > MAX_KEPT:
            self.drop_oldest(f"later cells: the states before the last {MAX_KEPT} are kept")
        if self.kept and not is_short:
            self.measure()
        self.write()
        self.idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self.attempt, self.keep_next)

    def measure(self) -> None:
        """What the newest checkpoint now shares with the kernel, no cell has changed."""
        newest = self.kept[-1]
        own = read_rollup()
        held = max(0, newest.kernel_bytes - (own["Anonymous"] - own["Private_Dirty"]))
        newest.held_bytes = held
        if held > FREE_GROWTH_BYTES and held > MAX_GROWTH_SHARE * newest.kernel_bytes:
            self.off = f"the memory that the last such state held ({held // KIB**2:,} MB)"
        while self.kept and sum(each.held_bytes for each in self.kept) > self.max_held_bytes:
            self.drop_oldest(
                f"the memory that it held: {self.max_held_bytes // KIB**2:,} MB are for all such states"
            )

    def note_missing(self, cell_id: str, reason: str) -> None:
        self.missing[cell_id] = reason
        while len(self.missing) > MAX_MISSING:
            del self.missing[next(iter(self.missing))]

    def is_there(self, each: Checkpoint) -> bool:
        return os.path.exists(checkpoint_calls.find_socket(self.connection_file, each.to_entry()))

    def note_end(self, ended: Checkpoint) -> None:
        if ended in self.kept:
            self.drop(ended)
            self.note_missing(ended.cell_id, checkpoint_calls.ENDED)
            self.write()

    def drop_oldest(self, reason: str) -> None:
        oldest = self.kept[0]
        self.drop(oldest)
        self.note_missing(oldest.cell_id, reason)

    def drop(self, each: Checkpoint) -> None:
        self.kept.remove(each)
        checkpoint_calls.drop(self.connection_file, each.to_entry())

    def write(self) -> None:
        for each in [each for each in self.kept if not self.is_there(each)]:
            self.kept.remove(each)
            self.note_missing(each.cell_id, checkpoint_calls.explain_taken(self.connection_file))
        checkpoints = [each.to_entry() for each in self.kept]
        content = {
            "checkpoints": checkpoints,
            "missing": self.missing,
            "off": self.off or self.pace_when_idle.explain_rest(),
        }
        checkpoint_calls.write_list(self.connection_file, content)


async def wait_for(result: Any) -> None:
    if inspect.isawaitable(result):
        await result


def find_cell_id(parent: Any) -> str | None:
    """That of a cell of a notebook whose code is about to run."""
    content = parent.get("content", {})
    is_kept = content.get("store_history", True) and not content.get("silent", False)
    cell_id = parent.get("metadata", {}).get("cellId")
    is_named = isinstance(cell_id, str) and cell_id != checkpoint_calls.NEXT
    return cell_id if is_kept and is_named else None


def wait_for_call(listening: socket.socket) -> tuple[socket.socket, dict[str, Any]] | None:
    """Waits until it is to become a kernel; None when it is to end, as it does with the server."""
    try:
        server = [os.pidfd_open(int(os.environ["JPY_PARENT_PID"]))]
    except (KeyError, ValueError, OSError):
        return None  # nobody would end it
    called = listening.fileno()
    while called in wait_for_input([called, *server]):
        calling, _ = listening.accept()
        request = read_request(calling)
        if request is None:
            calling.close()
            continue
        for fd in server:
            os.close(fd)
        return (calling, request) if request else None
    return None


def read_request(calling: socket.socket) -> dict[str, Any] | None:
    """None for whoever says nothing that makes sense, as any code of the kernel can."""
    calling.settimeout(REQUEST_SECONDS)
    try:
        with calling.makefile() as lines:
            request = json.loads(lines.readline(MAX_REQUEST_BYTES))
    except (OSError, ValueError):
        return None
    calling.settimeout(None)
    is_request = isinstance(request, dict) and (not request or "connection_file" in request)
    return request if is_request else None


def find_max_held_bytes() -> int:
    """The limit of a box is not to be seen in it; that of each process in it is, and is lower."""
    limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
    if limit == resource.RLIM_INFINITY:
        return MAX_HELD_BYTES
    return min(MAX_HELD_BYTES, int(limit * MAX_HELD_SHARE))


def read_anonymous_bytes() -> int:
    """Of this process, at once."""
    resident, shared = Path("/proc/self/statm").read_text().split()[1:3]
    return (int(resident) - int(shared)) * PAGE_BYTES


def read_rollup() -> dict[str, int]:
    """Bytes of this process by kind. To walk through its memory takes as long as to fork it."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()[1:]
    parts = [line.split() for line in lines]
    return {words[0].rstrip(":"): int(words[1]) * KIB for words in parts}
