"""The server's side of `paced_output.py`: reads what a kernel publishes only as fast as it is taken from here.

So a flood waits in the kernel, whose code waits with it, and not in this process.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import zmq
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager, ServerKernelManager
from zmq.eventloop.zmqstream import ZMQStream

# Written to the connection and not taken from it, bytes.
MAX_UNSENT_BYTES = 1024 * 1024
# Kept for a client that is to come back, bytes.
MAX_KEPT_BYTES = 64 * 1024 * 1024
# As in paced_output.py, whose constant of the same name says why.
MAX_QUEUED_MESSAGES = 50
# As in paced_output.py.
PACED_SUFFIX = ".paced"
# Kernels that cannot wait drop what is too much for both queues together: here is room for what they send at once.
MAX_QUEUED_UNPACED = 100_000


class PacedConnection(ZMQChannelsWebsocketConnection):
    """Stops reading what the kernel publishes while its client is behind. Its other channels go on."""

    _unsent_bytes = 0
    _is_over = False
    _has_new_channels = False

    def create_stream(self) -> None:
        super().create_stream()
        self._has_new_channels = True

    def nudge(self) -> asyncio.Future[None]:
        if self._has_new_channels:
            return super().nudge()
        # A nudge swallows the first message that comes. These channels are subscribed: it may be an output.
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ready.set_result(None)
        return ready

    def write_message(self, message: str | bytes, binary: bool = False) -> None:
        length = len(message)
        written = asyncio.ensure_future(self.websocket_handler.write_message(message, binary=binary))
        self._unsent_bytes += length
        written.add_done_callback(lambda done: self._note_written(done, length))
        if self._unsent_bytes >= MAX_UNSENT_BYTES:
            iopub = self._find_iopub()
            if iopub:
                iopub.stop_on_recv()

    def disconnect(self) -> None:  # type: ignore[override]
        # What the kernel publishes from here on is read by the one who keeps it for the next client.
        self._is_over = True
        super().disconnect()

    def _note_written(self, written: asyncio.Future[None], length: int) -> None:
        was_full = self._unsent_bytes >= MAX_UNSENT_BYTES // 2
        self._unsent_bytes -= length
        failed = written.cancelled() or written.exception() is not None
        if was_full and not failed and self._unsent_bytes < MAX_UNSENT_BYTES // 2:
            self._read_on()

    def _read_on(self) -> None:
        iopub = self._find_iopub()
        if iopub:
            iopub.on_recv_stream(self._pass_on)

    def _find_iopub(self) -> ZMQStream | None:
        iopub = None if self._is_over else self.channels.get("iopub")
        return None if iopub is None or iopub.closed() else iopub

    def _pass_on(self, stream: ZMQStream, parts: list[bytes]) -> None:
        self.handle_outgoing_message(stream, parts)  # type: ignore[arg-type]

    def _send_status_message(self, status: str) -> None:
        # The base class flushes the channel first, which drops what it finds when nobody reads.
        self._read_on()
        super()._send_status_message(status)


class PacedKernelManager(ServerKernelManager):
    def emit(self, schema_id: str, data: dict[str, Any]) -> None:
        """Nobody listens to events, whose schemas take longer to load than a kernel to start."""

    def connect_iopub(self, identity: bytes | None = None) -> Any:
        stream = super().connect_iopub(identity=identity)
        stream.setsockopt(zmq.RCVHWM, MAX_QUEUED_MESSAGES if self.is_paced() else MAX_QUEUED_UNPACED)
        return stream

    def is_paced(self) -> bool:
        """Whether it has called `pace_output`. Only its own process knows: its Python may have failed to."""
        return Path(self.connection_file + PACED_SUFFIX).exists()

    def is_ipykernel(self) -> bool:
        return self.kernel_spec is not None and any("ipykernel" in word for word in self.kernel_spec.argv)


class PacedKernels(AsyncMappingKernelManager):
    """Keeps a bounded part of what is published while no client is there; the kernel waits with the rest."""

    def start_watching_activity(self, kernel_id: str) -> None:
        super().start_watching_activity(kernel_id)
        kernel = self._kernels[kernel_id]
        if kernel.is_ipykernel():
            # Its client hears from the kernel itself whether it is busy. Otherwise, each message would be read twice.
            kernel._activity_stream.setsockopt(zmq.UNSUBSCRIBE, b"")

    def start_buffering(self, kernel_id: str, session_key: str, channels: dict[str, ZMQStream]) -> None:
        super().start_buffering(kernel_id, session_key, channels)
        kept = self._kernel_buffers[kernel_id]["buffer"]
        iopub = channels["iopub"]
        kept_bytes = 0

        def keep(parts: list[bytes]) -> None:
            nonlocal kept_bytes
            kept.append(("iopub", parts))
            kept_bytes += sum(len(part) for part in parts)
            if kept_bytes >= MAX_KEPT_BYTES:
                iopub.stop_on_recv()

        iopub.on_recv(keep)
