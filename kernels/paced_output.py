"""Makes a Python kernel wait for whoever reads its output, so that none of it is dropped and little of it piles up.

ZeroMQ drops what a kernel publishes faster than it is read once 1,000 messages are queued. `pace_output` makes the
publishing thread wait instead, and code that prints or displays wait for that thread. It works on ipykernel 6 and 7
and is called by the kernel's configuration, before the kernel opens its sockets.
"""

from __future__ import annotations

import codecs
import os
import select
import sys
import threading
from array import array
from itertools import count
from pathlib import Path
from typing import Any

import zmq
from ipykernel import iostream, kernelapp
from ipykernel.iostream import IOPubThread, OutStream
from numbered_messages import number_sent

# Messages that one subscriber may be behind; each side of the connection holds as many.
MAX_QUEUED_MESSAGES = 50
# What one thread of the code may be ahead of the publishing thread, bytes or characters.
MAX_UNSENT_LENGTH = 256 * 1024
# What a message weighs without its content.
MESSAGE_LENGTH = 1024
# Ends the name of a file next to the kernel's connection file, which tells the server that this kernel waits.
PACED_SUFFIX = ".paced"
# They answer while code waits.
FREE_THREADS = ("IOPub", "Control")
# Read from the pipe at a time, bytes.
PIPE_READ_BYTES = 4096
# A thread that waits looks this often whether the publishing thread is still there.
CHECK_SECONDS = 1


class PacedIOPubThread(IOPubThread):
    """Waits when a subscriber is behind, and lets the threads that publish wait for it."""

    def __init__(self, socket: Any, *args: Any, **kwargs: Any) -> None:
        self._ahead = threading.local()
        super().__init__(socket, *args, **kwargs)

    def send_multipart(self, msg: list[Any], *args: Any, **kwargs: Any) -> None:
        super().send_multipart(msg, *args, **kwargs)
        length = getattr(self._ahead, "length", 0) + MESSAGE_LENGTH + sum(len(part) for part in msg)
        # The message is on its way before its thread waits: an interrupt then loses none.
        if length >= MAX_UNSENT_LENGTH:
            length = 0
            self.wait_until_sent()
        self._ahead.length = length

    def wait_until_sent(self) -> None:
        """Returns once all that was scheduled before is sent, at once in threads that must not wait."""
        if os.getpid() != self._master_pid or threading.current_thread().name in FREE_THREADS:
            return
        sent = threading.Event()
        self.schedule(sent.set)
        while not sent.wait(CHECK_SECONDS) and self.thread.is_alive():
            pass


class PacedOutStream(OutStream):
    """Hands text on in pieces, each when the one before was sent.

    What other processes print comes through a pipe, which a thread reads. A flush waits for what is in it by then: a cell
    flushes when it ends, and output after that belongs to none.
    """

    _held = 0
    _fid: int | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._pipe = threading.Condition()
        self._piped_bytes = 0
        # No two writes have the same number, whichever thread they come from.
        self._numbers = count(1)
        self._last_written = self._last_sent = 0
        # A character may be split between two reads.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        super().__init__(*args, **kwargs)

    def write(self, string: str) -> int | None:  # type: ignore[override]
        if not isinstance(string, str) or len(string) <= MAX_UNSENT_LENGTH:
            return self._write_piece(string)
        for at in range(0, len(string), MAX_UNSENT_LENGTH):
            self._write_piece(string[at : at + MAX_UNSENT_LENGTH])
        return len(string)

    def flush(self) -> None:
        self._await_pipe()
        # A kernel flushes both streams twice a cell. To wait for the publishing thread costs a millisecond, whatever is sent.
        if self._last_sent == self._last_written:
            return
        thread = self.pub_thread
        if thread and thread.thread.is_alive() and threading.current_thread() is not thread.thread:
            thread.schedule(self._flush)
            thread.wait_until_sent()
        else:
            self._flush()

    def _watch_pipe_fd(self) -> None:
        fid = self._fid
        if fid is None:
            return
        poller = select.poll()
        poller.register(fid, select.POLLIN)
        try:
            while self._should_watch:
                poller.poll()
                with self._pipe:
                    found = os.read(fid, PIPE_READ_BYTES)
                    if not found or not self._should_watch:
                        return
                    self._write_piece(self._decoder.decode(found))
                    self._piped_bytes += len(found)
                    self._pipe.notify_all()
                os.write(self._original_stdstream_copy, found)
        except Exception:
            self._exc = sys.exc_info()

    def _await_pipe(self) -> None:
        """Returns when what is in the pipe now was read, or nothing was for a while. At once where none is watched."""
        watcher = getattr(self, "watch_fd_thread", None)
        current = threading.current_thread()
        if watcher is None or current is watcher or os.getpid() != self._master_pid:
            return
        if current.name in FREE_THREADS:
            return
        with self._pipe:
            wanted = self._piped_bytes + count_unread(self._fid)
            while self._piped_bytes < wanted and watcher.is_alive():
                if not self._pipe.wait(CHECK_SECONDS):
                    return

    def _write_piece(self, string: str) -> int | None:
        written: int | None = super().write(string)
        self._last_written = next(self._numbers)
        self._held += len(string)
        if self._held >= MAX_UNSENT_LENGTH:
            self.flush()
        return written

    def _flush(self) -> None:
        # Noted before, and said to be sent only after: what is taken from the buffer is not yet in line to be sent.
        last = self._last_written
        super()._flush()
        self._last_sent = last

    def _rotate_buffers(self) -> Any:
        self._held = 0
        return super()._rotate_buffers()


def count_unread(fid: int | None) -> int:
    """Bytes in a pipe."""
    if fid is None or sys.platform == "win32":
        return 0
    import fcntl
    import termios

    unread = array("i", [0])
    fcntl.ioctl(fid, termios.FIONREAD, unread)
    return unread[0]


def pace_output() -> None:
    """Called once in a kernel's process, before its app opens sockets."""
    open_iopub = kernelapp.IPKernelApp.init_iopub

    def init_iopub(app: Any, context: zmq.Context[Any]) -> None:
        # Defaults of the sockets made meanwhile: a limit counts for connections made after it was set.
        number_sent(app.session)
        context.sndhwm = MAX_QUEUED_MESSAGES
        context.xpub_nodrop = 1
        try:
            open_iopub(app, context)
        finally:
            del context.sndhwm
            del context.xpub_nodrop
        try:
            Path(app.abs_connection_file + PACED_SUFFIX).touch(mode=0o600)
        except OSError:
            # The server then has room for a kernel that does not wait.
            pass

    kernelapp.IPKernelApp.init_iopub = init_iopub  # type: ignore[method-assign]
    kernelapp.IOPubThread = PacedIOPubThread  # type: ignore[attr-defined]
    iostream.OutStream = PacedOutStream  # type: ignore[misc]
