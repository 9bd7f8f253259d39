"""A socket in a session's folder that leads to one address, for a kernel that has no network.

The kernel holds the first connection open and sends nothing on it. When it closes, so do the door and every connection through it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass

from connections.problem import Problem
from connections.queries_folder import QueriesFolder, check_name, to_problem

FIRST_SECONDS = 60
MAX_CONNECTIONS = 64
PIECE_BYTES = 1024**2


@dataclass(frozen=True)
class Target:
    """``socket_path`` replaces host and port. With ``tls``, traffic that arrives unencrypted is sent on encrypted."""

    host: str = ""
    port: int = 0
    socket_path: str | None = None
    tls: ssl.SSLContext | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.socket_path is not None:
            return await asyncio.open_unix_connection(self.socket_path)
        return await asyncio.open_connection(self.host, self.port, ssl=self.tls)


def open_door(workspace: str, name: str, target: Target, on_close: Callable[[], None]) -> None:
    """Listens at ``name`` and returns; ``on_close`` is called once it is closed. Throws a Problem, and then calls nothing."""
    check_name(name)
    with QueriesFolder(workspace) as folder:
        handle = os.dup(folder.handle)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Going through the descriptor follows no link, and a long path fits.
            listener.bind(f"/proc/self/fd/{handle}/{name}")
            listener.listen(MAX_CONNECTIONS)
            if os.geteuid() == 0:
                owner = folder.owner
                os.chown(name, owner.st_uid, owner.st_gid, dir_fd=handle, follow_symlinks=False)
        except OSError as error:
            listener.close()
            os.close(handle)
            raise to_problem(error) from error

    def keep() -> None:
        try:
            asyncio.run(serve(listener, target))
        finally:
            with contextlib.suppress(OSError):
                os.unlink(name, dir_fd=handle)
            os.close(handle)
            on_close()

    threading.Thread(target=keep, daemon=True).start()


async def serve(listener: socket.socket, target: Target) -> None:
    came, left = asyncio.Event(), asyncio.Event()
    open_count = 0

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal open_count
        if not came.is_set():
            came.set()
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await reader.read(1)
            left.set()
        elif open_count < MAX_CONNECTIONS:
            open_count += 1
            # When the door closes, nobody is left to report this to.
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await lead(reader, writer, target)
            open_count -= 1
        writer.close()

    async with await asyncio.start_unix_server(take, sock=listener):
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(came.wait(), FIRST_SECONDS)
            await left.wait()


async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, target: Target) -> None:
    far_reader, far_writer = await target.connect()
    ways = [asyncio.create_task(pump(reader, far_writer)), asyncio.create_task(pump(far_reader, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        far_writer.close()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while piece := await reader.read(PIECE_BYTES):
            writer.write(piece)
            await writer.drain()


def probe(target: Target, what: str) -> None:
    """Throws a Problem if nothing listens there."""

    async def ask() -> None:
        _, writer = await asyncio.wait_for(target.connect(), 10)
        writer.close()

    try:
        asyncio.run(ask())
    except (OSError, asyncio.TimeoutError) as error:
        words = str(error) or "it did not answer within 10 seconds"
        raise Problem("unreachable", f"The {what} cannot be reached: {words}") from error
