"""A process beside this kernel that reads files: one that was made to harm takes no variable with it.

It keeps what it read last, and ends when nobody has asked for a while. The kernel waits for an answer only for a moment,
and is asked again for what took longer.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import subprocess
import sys
import threading
import time
from typing import Any, NamedTuple

WAIT_S = 2.0
# One that takes longer is ended with what it does.
MAX_BUSY_S = 90.0
# A call that nobody has come back for that long is in the way of the next.
ABANDONED_S = 5.0
MAX_UNREAD = 8
ENDED = {"refusal": "The file could not be read: its reader ended early.", "code": "conflict"}
PENDING = {"isPending": True}


class Asked(NamedTuple):
    id: int
    at: float


class ReaderProcess:
    def __init__(self) -> None:
        sources = sys.modules["actbook"].__loader__.sources  # type: ignore[union-attr]
        self.process = subprocess.Popen(
            # Isolated: what is in the workspace is not imported. On its own, so that an interrupt of a cell spares it.
            [sys.executable, "-I", "-c", sources["actbook.loader"]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.ids = itertools.count()
        self.changed = threading.Condition()
        self.asked: dict[str, Asked] = {}
        self.answers: dict[int, Any] = {}
        self.polled_at: dict[int, float] = {}
        self.kept_until: dict[str, float] = {}
        self.is_ended = False
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        self.write({"sources": sources, "version": ""})

    def ask(self, function: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What the function returns, ``PENDING``, or ``ENDED``. The same call, asked again, is not made again."""
        text = json.dumps(arguments)
        key = f"{function} {text}"
        with self.changed:
            if key not in self.asked:
                self.forget_unread()
                call_id = next(self.ids)
                self.asked[key] = Asked(call_id, time.monotonic())
                self.write({"id": call_id, "function": function, "arguments": text})
            asked = self.asked[key]
            self.polled_at[asked.id] = time.monotonic() + WAIT_S
            self.changed.wait_for(lambda: self.is_ended or asked.id in self.answers, WAIT_S)
            if asked.id in self.answers:
                del self.asked[key], self.polled_at[asked.id]
                answer: dict[str, Any] = self.answers.pop(asked.id)
                return answer
            if self.is_ended:
                return ENDED
            if time.monotonic() - asked.at > MAX_BUSY_S:
                self.close()
            return PENDING

    def is_free_for(self, function: str, arguments: dict[str, Any]) -> bool:
        """Whether no other call is made that nobody waits for any longer."""
        with self.changed:
            others = [
                asked.id for key, asked in self.asked.items() if key != f"{function} {json.dumps(arguments)}"
            ]
            abandoned = time.monotonic() - ABANDONED_S
            return all(each in self.answers or self.polled_at[each] > abandoned for each in others)

    def write(self, value: object) -> None:
        stdin = self.process.stdin
        try:
            if stdin:
                stdin.write(json.dumps(value).encode() + b"\n")
                stdin.flush()
        except (OSError, ValueError):
            self.is_ended = True

    def listen(self) -> None:
        for line in self.process.stdout or ():
            reply = json.loads(line)
            with self.changed:
                self.answers[reply["id"]] = json.loads(base64.b64decode(reply["answer"]))
                self.changed.notify_all()
        with self.changed:
            self.is_ended = True
            self.changed.notify_all()
        self.process.wait()
        # A fork of the kernel would share the pipes.
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()

    def forget_unread(self) -> None:
        """Answers that nobody came back for."""
        unread = [key for key, asked in self.asked.items() if asked.id in self.answers]
        for key in unread[: max(0, len(unread) - MAX_UNREAD)]:
            call_id = self.asked.pop(key).id
            del self.answers[call_id], self.polled_at[call_id]

    def is_idle(self) -> bool:
        now = time.monotonic()
        with self.changed:
            is_kept = any(until > now for until in self.kept_until.values())
            return not is_kept and all(asked.id in self.answers for asked in self.asked.values())

    def close(self) -> None:
        self.process.kill()


readers: list[ReaderProcess] = []


def end_idle_reader() -> None:
    """So that it is not in the way of a fork of the kernel: the next call starts another."""
    if readers and readers[0].is_idle():
        reader = readers.pop()
        reader.close()
        reader.listener.join()


def keep_reader(name: str, seconds: float) -> None:
    """Something in the process is not finished: it is not idle for that long."""
    for reader in readers:
        reader.kept_until[name] = time.monotonic() + seconds


def ask_reader(function: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Starts the process if none runs."""
    if readers and not readers[0].is_free_for(function, arguments):
        readers[0].close()
        readers.clear()
    if readers and readers[0].is_ended:
        readers.clear()
    if not readers:
        readers.append(ReaderProcess())
    return readers[0].ask(function, arguments)
