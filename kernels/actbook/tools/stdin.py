"""The kernel's stdin channel for several threads at once: each reply goes to the request it names as its parent."""

from __future__ import annotations

import collections
import contextlib
import os
import queue
import sys
import threading
from typing import Any

from ..errors import ToolError

END_OF_INPUT = "\x04"
# How long a request may lie while the reply to another is awaited, milliseconds.
POLL_MS = 5


class Stdin:
    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.pid = os.getpid()
        self.lock = threading.Lock()
        self.outbox: collections.deque[tuple[Any, Any]] = collections.deque()
        self.waiting: dict[str, queue.SimpleQueue[str]] = {}
        self.is_carrying = False

    def ask(self, prompt: str, ident: Any, parent: Any, password: bool = False) -> str:
        """Takes the place of ipykernel's ``_input_request``, which would take another thread's reply for its own."""
        if os.getpid() != self.pid:
            raise ToolError(
                "Tools and input() work in the kernel's own process only, not in one that it forked."
            )
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        content = {"prompt": prompt, "password": password}
        message = self.kernel.session.msg("input_request", content, parent)
        message_id = message["header"]["msg_id"]
        reply: queue.SimpleQueue[str] = queue.SimpleQueue()
        try:
            with self.lock:
                self.waiting[message_id] = reply
                self.outbox.append((message, ident))
                if not self.is_carrying:
                    threading.Thread(target=self.carry, name="actbook-stdin", daemon=True).start()
                    self.is_carrying = True
            value = self.take(reply)
        finally:
            with self.lock:
                self.waiting.pop(message_id, None)
        if value == END_OF_INPUT:
            raise EOFError
        return value

    @staticmethod
    def take(reply: queue.SimpleQueue[str]) -> str:
        while True:
            # Without a time limit an interrupt would not get through on every system.
            with contextlib.suppress(queue.Empty):
                return reply.get(timeout=0.5)

    def carry(self) -> None:
        """Owns the socket for as long as anybody waits: it must not be used by two threads."""
        while True:
            with self.lock:
                self.is_carrying = bool(self.waiting)
                if not self.is_carrying:
                    return
                messages = [*self.outbox]
                self.outbox.clear()
            try:
                for message, ident in messages:
                    self.kernel.session.send(self.kernel.stdin_socket, message, ident=ident)
                if self.kernel.stdin_socket.poll(POLL_MS):
                    self.receive()
            except Exception:
                self.kernel.log.warning("Invalid message on the stdin channel", exc_info=True)

    def receive(self) -> None:
        _, message = self.kernel.session.recv(self.kernel.stdin_socket)
        if message is None:
            return
        with self.lock:
            reply = self.waiting.pop(message["parent_header"].get("msg_id"), None)
        if reply is not None:
            reply.put(message["content"].get("value", ""))
