"""The process outside a box that makes it, owns its socket and scratch folder, and ends it with its owner.

It does for a forked box what ``supervise.py`` does for a command. Its owner holds a connection, on which it

- sends one line, the request: ``forked-box.ts`` says what is in it;
- receives ``{"pid": N}``, this process, once the box is closed around its first process; or ``{"outdated": true}`` when
  packages have changed since they were imported, or ``{"refused": WHY}`` when the system does not let it make the box;
- sends one line, the server's token, which only the server's process reads;
- receives what the server prints once it listens, or ``{"failed": S, "log": TEXT}`` when the box ended before.

What happens when the connection closes, with or without a line ``end``, and how another owner comes in, is as there.
"""

import json
import os
import select
import selectors
import shutil
import signal
import socket
import sys
import time
from dataclasses import dataclass
from typing import Any

import box_calls as calls
import enter_box
import fork_server
import kernel_forks
import supervise

Request = dict[str, Any]

CHUNK_BYTES = 65536
MAX_LOG_BYTES = 4000
EXIT_NOT_ENTERED = 70


@dataclass
class BoxEnds:
    """Descriptors that the box has: the socket to serve, the token, and where to say that it listens."""

    listening: int
    token: int
    printed: int


@dataclass
class GuardEnds:
    token: int
    printed: int
    log: int
    life: int


def guard(owner: socket.socket, packages: list[int]) -> tuple[Request, BoxEnds]:
    """Returns in the first process of the box. The other one never returns: it ends with its box."""
    calls.prctl(calls.PR_SET_CHILD_SUBREAPER, 1)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)
    request = read_request(owner)
    if request is None or packages != kernel_forks.read_packages():
        tell(owner, {"outdated": True})
        os._exit(0)
    os.chdir(request["scratch"])
    box_ends, guard_ends, pid = make_box(request)
    if guard_ends is None:
        return request, box_ends
    for fd in (box_ends.listening, box_ends.token, box_ends.printed):
        os.close(fd)
    if not pid:
        os.unlink(request["socketPath"])
        tell(owner, {"refused": os.read(guard_ends.log, MAX_LOG_BYTES).decode(errors="replace").strip()})
        os._exit(0)
    door = supervise.open_door(request["scratch"]) if request["graceS"] > 0 else None
    Guard(owner, door, request["graceS"], guard_ends, pid).watch()
    shutil.rmtree(request["scratch"], ignore_errors=True)
    os._exit(0)


def read_request(owner: socket.socket) -> Request | None:
    """The token comes after this, and only once it is asked for: nothing is read past the line."""
    line = b""
    while not line.endswith(b"\n"):
        chunk = owner.recv(CHUNK_BYTES)
        if not chunk:
            return None
        line += chunk
    request: Request = json.loads(line)
    return request


def make_box(request: Request) -> tuple[BoxEnds, GuardEnds | None, int]:
    """In the guard with the ID of the box's first process, 0 when it could not enter; in that process with no ends."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(request["socketPath"])
    listening.listen()
    token_end, token = os.pipe()
    printed, printed_end = os.pipe()
    log, log_end = os.pipe()
    report, report_end = os.pipe()
    collected, collected_end = os.pipe()
    entered, entered_end = os.pipe()
    life, life_end = os.pipe()
    ends = BoxEnds(listening.detach(), token_end, printed_end)
    between = fork_server.fork()
    if between == 0:
        kept = [ends.listening, ends.token, ends.printed, log_end, report_end, collected, entered_end, life]
        calls.close_all_but(kept)
        for fd in (1, 2):
            os.dup2(log_end, fd)
        os.close(log_end)
        enter(request, report_end, collected, life)
        os.write(entered_end, b"1")
        os.close(entered_end)
        return ends, None, 0
    for fd in (log_end, report_end, collected, entered_end):
        os.close(fd)
    said = b""
    while chunk := os.read(report, CHUNK_BYTES):
        said += chunk
    os.close(report)
    os.waitpid(between, 0)
    # Only now: the files of a process close before its children get the signal of its death, which is not to reach
    # a child that has asked to die with its parent.
    os.close(collected_end)
    os.close(life)
    is_inside = os.read(entered, 1) != b""
    os.close(entered)
    pid = int(said or 0)
    if pid and not is_inside:
        os.waitpid(pid, 0)
    # Open for as long as this process lives.
    return ends, GuardEnds(token, printed, log, life_end), pid if is_inside else 0


def enter(request: Request, report: int, collected: int, life: int) -> None:
    """Returns in the first process of the box."""
    try:
        for folder in request["groups"]:
            enter_box.write(os.path.join(folder, "cgroup.procs"), "0")
        enter_box.leave_namespaces(request["uid"])
        pid = fork_server.fork()
        if pid:
            os.write(report, str(pid).encode())
            os._exit(0)
        os.close(report)
        os.read(collected, 1)
        os.close(collected)
        os.setsid()
        enter_box.enter_box(request)
        look_at_python()
        # Only now: a change of the user clears it. The pipe tells whether the guard went in between.
        fork_server.die_with_parent()
        if select.select([life], [], [], 0)[0]:
            os._exit(1)
        os.close(life)
        # Nobody in the box looks into its first process.
        calls.prctl(calls.PR_SET_DUMPABLE, 0)
    except BaseException as error:  # whatever it is, nothing may run half inside
        os.write(2, f"box: {error}\n".encode())
        os._exit(EXIT_NOT_ENTERED)


def look_at_python() -> None:
    """Throws OSError where the user of the box cannot read what code imports later. A cold server would not even begin."""
    for module in (sys.modules.get("os"), sys.modules.get("ipykernel")):
        if module is not None and module.__file__ is not None:
            with open(module.__file__, "rb"):
                pass
    if not os.access(sys.executable, os.X_OK):
        raise PermissionError(f"{sys.executable} cannot be executed.")


class Guard:
    def __init__(
        self, owner: socket.socket, door: socket.socket | None, grace: float, ends: GuardEnds, pid: int
    ) -> None:
        self.owner: socket.socket | None = owner
        self.door = door
        self.grace = grace
        self.ends = ends
        self.pid = pid
        self.selector = selectors.DefaultSelector()
        self.deadline: float | None = None
        self.said = b""
        self.printed = b""
        self.log = b""
        self.is_serving = False
        self.has_token = False

    def watch(self) -> None:
        """Returns when the box has ended."""
        ended = os.pidfd_open(self.pid)
        self.selector.register(ended, selectors.EVENT_READ)
        for source, act in (
            (self.owner, self.hear_owner),
            (self.ends.log, self.read_log),
            (self.ends.printed, self.read_printed),
        ):
            assert source is not None
            self.selector.register(source, selectors.EVENT_READ, act)
        tell(self.owner, {"pid": os.getpid()})
        while True:
            timeout = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
            events = [key for key, _ in self.selector.select(timeout)]
            if not events and self.deadline is not None:
                self.deadline = None
                self.kill()
            if any(key.fd == ended for key in events):
                break
            for key in events:
                key.data()
        # The connection stays open until this process ends, which is what its owner waits for.
        self.report(os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1]))

    def report(self, status: int) -> None:
        if self.is_serving:
            return
        os.set_blocking(self.ends.log, False)
        self.read_log()
        text = self.log.decode(errors="replace").strip()
        tell(self.owner, {"failed": status, "log": text})

    def hear_owner(self) -> None:
        assert self.owner is not None
        try:
            chunk = self.owner.recv(CHUNK_BYTES)
        except OSError:
            chunk = b""
        if chunk and not self.has_token:
            # What comes after the line is said to us.
            line, end, chunk = chunk.partition(b"\n")
            os.write(self.ends.token, line + end)
            if end:
                os.close(self.ends.token)
                self.has_token = True
            if not chunk:
                return
        if chunk:
            self.said = (self.said + chunk)[-len(supervise.FAREWELL) :]
            return
        self.selector.unregister(self.owner)
        self.owner.close()
        self.owner = None
        # Nobody looks for a box that is just starting.
        if self.said.endswith(supervise.FAREWELL) or self.door is None or not self.has_token:
            self.kill()
            return
        self.said = b""
        self.deadline = time.monotonic() + self.grace
        self.selector.register(self.door, selectors.EVENT_READ, self.admit_owner)

    def admit_owner(self) -> None:
        assert self.door is not None
        try:
            owner, _ = self.door.accept()
        except OSError:
            return
        self.selector.unregister(self.door)
        owner.setblocking(True)
        self.owner, self.deadline = owner, None
        self.selector.register(owner, selectors.EVENT_READ, self.hear_owner)
        tell(owner, {"pid": os.getpid()})

    def read_log(self) -> None:
        chunk = read_chunk(self.ends.log)
        if chunk:
            self.log = (self.log + chunk)[-MAX_LOG_BYTES:] if not self.is_serving else b""
        elif chunk is not None and self.selector.get_map().get(self.ends.log):
            self.selector.unregister(self.ends.log)

    def read_printed(self) -> None:
        chunk = read_chunk(self.ends.printed)
        if not chunk:
            self.selector.unregister(self.ends.printed)
        elif not self.is_serving:
            self.printed += chunk
            line, end, _ = self.printed.partition(b"\n")
            if end:
                self.is_serving = True
                send(self.owner, line + end)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


def read_chunk(fd: int) -> bytes | None:
    """Empty at the end, None when there is nothing yet."""
    try:
        return os.read(fd, CHUNK_BYTES)
    except BlockingIOError:
        return None


def tell(owner: socket.socket | None, message: Request) -> None:
    send(owner, json.dumps(message).encode() + b"\n")


def send(owner: socket.socket | None, line: bytes) -> None:
    try:
        if owner is not None:
            owner.sendall(line)
    except OSError:
        pass  # it has left already, which the next read tells


if __name__ == "__main__":
    sys.exit("This is part of box_zygote.py.")
