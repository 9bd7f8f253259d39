"""Who gets into the server, asked over real sockets, of a server with a kernel that runs."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

SCRIPT = Path(__file__).parents[1] / "serve.py"
TOKEN = "secret"
OWNER = {"Authorization": f"token {TOKEN}"}
STRANGERS: list[dict[str, str]] = [
    {},
    {"Authorization": "token wrong"},
    {"Authorization": "token "},
    {"Cookie": f"username={TOKEN}; token={TOKEN}"},
]
PROTOCOL = "v1.kernel.websocket.jupyter.org"
TIMEOUT_SECONDS = 60


class Served:
    """A server of its own and the kernel that was started on it."""

    def __init__(self, port: int) -> None:
        self.place = f"127.0.0.1:{port}"
        self.kernel = json.loads(self.ask("POST", "", OWNER)[1])["id"]

    def ask(self, method: str, path: str, headers: dict[str, str]) -> tuple[int, bytes]:
        async def fetch() -> tuple[int, bytes]:
            client = AsyncHTTPClient(force_instance=True)
            response = await client.fetch(
                f"http://{self.place}/api/kernels{path}",
                method=method,
                headers=headers,
                body=b"{}" if method == "POST" else None,
                follow_redirects=False,
                raise_error=False,
                request_timeout=TIMEOUT_SECONDS,
            )
            client.close()
            return response.code, response.body

        return asyncio.run(fetch())

    async def connect(self, headers: dict[str, str]) -> WebSocketClientConnection:
        url = f"ws://{self.place}/api/kernels/{self.kernel}/channels?session_id=s"
        return await websocket_connect(HTTPRequest(url, headers=headers), subprotocols=[PROTOCOL])

    def knock(self, headers: dict[str, str], query: str = "") -> int:
        """The status that a request for the channels is answered with; 101 opens them."""
        upgrade = {"Host": self.place, "Connection": "Upgrade", "Upgrade": "websocket", **headers}
        key = {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13"}
        lines = [f"GET /api/kernels/{self.kernel}/channels?session_id=k{query} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in {**upgrade, **key}.items()]
        host, port = self.place.split(":")
        with socket.create_connection((host, int(port)), TIMEOUT_SECONDS) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode())
            with connection.makefile("rb") as answer:
                return int(answer.readline().split()[1])

    def list_kernels(self) -> list[str]:
        return [kernel["id"] for kernel in json.loads(self.ask("GET", "", OWNER)[1])]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = str(tmp_path_factory.mktemp("server"))
    names = ("HOME", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")
    env = {"PATH": os.environ["PATH"], **dict.fromkeys(names, folder)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, SCRIPT, folder], stdin=pipe, stdout=pipe, env=env, text=True
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(f"{TOKEN}\n")
        process.stdin.flush()
        yield Served(json.loads(process.stdout.readline())["port"])
        process.terminate()


def run(act: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(act, TIMEOUT_SECONDS))


async def execute(connection: WebSocketClientConnection, code: str) -> str:
    session = Session(session="s", key=b"")
    # After an error, a kernel aborts what comes at once, unless the failed request says otherwise.
    content = {"code": code, "silent": False, "stop_on_error": False}
    message = session.msg("execute_request", content)
    await connection.write_message(serialize_msg_to_ws_v1(message, "shell", session.pack), binary=True)
    return str(message["msg_id"])


async def wait_for(connection: WebSocketClientConnection, kind: str, request: str) -> dict[str, Any]:
    """What the first message of this kind says that answers the request."""
    while True:
        received = await connection.read_message()
        assert received is not None, "The server closed the channels."
        _, (header, parent, _, content) = deserialize_msg_from_ws_v1(received)
        if json.loads(header)["msg_type"] == kind and json.loads(parent).get("msg_id") == request:
            return dict(json.loads(content))


@pytest.mark.parametrize("headers", STRANGERS)
def test_channels_open_for_nobody_without_the_token(headers: dict[str, str], served: Served) -> None:
    assert served.knock(headers) == 403
    assert served.knock(headers, "&token=wrong") == 403


def test_channels_open_for_the_owner(served: Served) -> None:
    assert served.knock(OWNER) == 101
    assert served.knock({}, f"&token={TOKEN}") == 101


@pytest.mark.parametrize("host", ["example.com", "example.com:80", "127.0.0.1.example.com", "10.0.0.1"])
def test_no_other_host_is_answered(host: str, served: Served) -> None:
    headers = {**OWNER, "Host": host}
    assert served.knock(headers) == 403
    for method, path in [("GET", ""), ("POST", ""), ("DELETE", f"/{served.kernel}")]:
        assert served.ask(method, path, headers)[0] == 403
    assert served.list_kernels() == [served.kernel]


def test_no_page_of_another_origin_gets_channels(served: Served) -> None:
    assert served.knock({"Origin": "http://example.com"}) == 403


@pytest.mark.parametrize("headers", STRANGERS)
def test_a_kernel_obeys_nobody_without_the_token(headers: dict[str, str], served: Served) -> None:
    """It is neither interrupted nor restarted nor ended, and the owner then does all of that."""

    async def meet() -> None:
        connection = await served.connect(OWNER)
        request = await execute(connection, "mark = 1\nprint('on')\nwhile mark: pass")
        await wait_for(connection, "stream", request)
        for method, path in [("POST", "/interrupt"), ("POST", "/restart"), ("DELETE", "")]:
            status, _ = await asyncio.to_thread(served.ask, method, f"/{served.kernel}{path}", headers)
            assert status == 403
        status, _ = await asyncio.to_thread(served.ask, "POST", f"/{served.kernel}/interrupt", OWNER)
        assert status == 204
        assert (await wait_for(connection, "execute_reply", request))["ename"] == "KeyboardInterrupt"
        # It is the same process as before.
        # One write: what two writes print may come in two messages.
        request = await execute(connection, "print(mark, end='')")
        assert (await wait_for(connection, "stream", request))["text"] == "1"
        connection.close()
        while await connection.read_message() is not None:
            pass

    run(meet())
    assert served.list_kernels() == [served.kernel]


def test_the_owner_restarts_and_ends_a_kernel(served: Served) -> None:
    kernel = json.loads(served.ask("POST", "", OWNER)[1])["id"]
    assert kernel in served.list_kernels()
    assert served.ask("POST", f"/{kernel}/restart", OWNER)[0] == 200
    assert served.ask("DELETE", f"/{kernel}", OWNER)[0] == 204
    assert served.ask("GET", f"/{kernel}", OWNER)[0] == 404
    assert served.list_kernels() == [served.kernel]
