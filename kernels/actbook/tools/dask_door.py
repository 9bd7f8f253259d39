"""Lets Dask's client reach its scheduler over a socket in a folder."""

from __future__ import annotations

import socket
from typing import Any

from distributed.comm.core import Connector
from distributed.comm.registry import Backend, backends
from distributed.comm.tcp import MAX_BUFFER_SIZE, TCP
from tornado.iostream import IOStream

SCHEME = "actbook"


class DoorSocket(socket.socket):
    def setsockopt(self, level: int, *rest: Any) -> None:
        # Dask sets how long TCP may be silent, and complains where there is no TCP.
        if level == socket.SOL_SOCKET:
            super().setsockopt(level, *rest)


class DoorConnector(Connector):  # type: ignore[misc]
    def __init__(self, places: dict[str, str]) -> None:
        self.places = places

    async def connect(self, address: str, deserialize: bool = True, **_: Any) -> TCP:
        stream = IOStream(DoorSocket(socket.AF_UNIX), max_buffer_size=MAX_BUFFER_SIZE)
        await stream.connect(self.places[address])
        return TCP(stream, f"{SCHEME}://kernel", f"{SCHEME}://{address}", deserialize)


class DoorBackend(Backend):  # type: ignore[misc]
    """Addresses are names of connections."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}

    def get_connector(self) -> DoorConnector:
        return DoorConnector(self.places)

    def get_listener(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def get_address_host(self, loc: str) -> str:
        return loc

    def resolve_address(self, loc: str) -> str:
        return loc

    def get_local_address_for(self, loc: str) -> str:
        return loc


def add_door(name: str, place: str) -> str:
    """The address for a client. ``place`` is the path of the socket."""
    backend = backends.setdefault(SCHEME, DoorBackend())
    backend.places[name] = place
    return f"{SCHEME}://{name}"
