"""Doors to clusters: where they are, what they lead to, and when they close. Real sockets."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from connections.clusters import blank
from connections.door import Target, open_door, probe
from connections.problem import Problem


@pytest.fixture
def echo() -> Iterator[int]:
    """The port of a server that sends back what it gets."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer(near: socket.socket) -> None:
        with near:
            while piece := near.recv(65536):
                near.sendall(piece)

    def serve() -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=[near], daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1]
    listener.close()


def knock(path: Path) -> socket.socket:
    found = socket.socket(socket.AF_UNIX)
    found.settimeout(10)
    found.connect(str(path))
    return found


def test_a_door_leads_there_for_as_long_as_its_first_connection(tmp_path: Path, echo: int) -> None:
    closed = threading.Event()
    open_door(str(tmp_path), "d.sock", Target("127.0.0.1", echo), closed.set)
    path = tmp_path / ".actbook-queries/d.sock"
    hold, through = knock(path), knock(path)
    through.sendall(b"x" * 3_000_000)
    got = 0
    while got < 3_000_000:
        got += len(through.recv(1 << 20))
    hold.close()
    assert closed.wait(10)
    assert through.recv(1) == b""
    through.close()
    assert not path.exists()


def test_a_link_is_not_followed(tmp_path: Path, echo: int) -> None:
    workspace, outside = tmp_path / "workspace", tmp_path / "outside"
    workspace.mkdir()
    outside.mkdir()
    (workspace / ".actbook-queries").symlink_to(outside)
    with pytest.raises(Problem):
        open_door(str(workspace), "d.sock", Target("127.0.0.1", echo), lambda: None)
    (workspace / ".actbook-queries").unlink()
    (workspace / ".actbook-queries").mkdir()
    (workspace / ".actbook-queries/d.sock").symlink_to(outside / "new.sock")
    with pytest.raises(Problem):
        open_door(str(workspace), "d.sock", Target("127.0.0.1", echo), lambda: None)
    assert not list(outside.iterdir())
    with pytest.raises(Problem):
        open_door(str(workspace), "../d.sock", Target("127.0.0.1", echo), lambda: None)


def test_where_nobody_listens(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="scheduler cannot be reached"):
        probe(Target("127.0.0.1", 1), "scheduler")


def test_a_cluster_needs_consent_its_package_and_a_host(host: Any, tmp_path: Path, echo: int) -> None:
    pytest.importorskip("distributed", reason="distributed is not tried here: pip install distributed.")
    cluster = {"kind": "dask", "host": "127.0.0.1", "port": echo}
    tested = host.ask("test", cluster)["result"]
    assert tested["writers"] == ["runs any code on the cluster"]
    assert host.ask("door", cluster, file="d.sock")["error"]["code"] == "refused"
    allowed = {**cluster, "allowsWriters": True}
    assert host.ask("catalog", allowed)["result"] == {"tables": []}
    assert "Use sales.dask" in host.refuse(allowed, "select 1")["message"]
    assert host.ask("door", allowed, file="d.sock")["result"] == {"file": "d.sock", "user": None}
    path = host.workspace / ".actbook-queries/d.sock"
    hold = knock(path)
    hold.close()
    until = time.monotonic() + 10
    while os.path.lexists(path) and time.monotonic() < until:
        time.sleep(0.02)
    assert not os.path.lexists(path)


def test_what_is_blanked_keeps_its_length() -> None:
    message = "\x0aü: a-token".encode()
    assert blank(message, ["a-token", "ü"]) == b"\x0a**: *******"
