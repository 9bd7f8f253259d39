"""Has a server of ours serve one kernel, so that what that fills and leaves in memory is shared by all forks.

The kernel is a fork that ends with this. The server runs in this process, and of it nothing may be left but memory.
"""

import asyncio
import json
import os
import signal
import socket
from http import HTTPStatus
from typing import Any

import fork_server
import kernel_forks
import private_server
from fork_provisioner import NAME, ForkProvisioner, provide_forks
from jupyter_client.provisioning import KernelProvisionerFactory
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import (
    deserialize_msg_from_ws_v1,
    serialize_msg_to_ws_v1,
)
from tornado.httpclient import HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import Resolver, bind_unix_socket
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.web import Application, HTTPError
from tornado.websocket import WebSocketClientConnection, websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
TOKEN = "rehearsal"
# After some calls, Python rewrites a function's code in place: what is rewritten here is not written by each fork.
CELLS = 12
# It takes half a second. The app waits for the zygote, and this is not worth much of its time.
TIMEOUT_SECONDS = 5


class OnlyForks(kernel_forks.KernelForks):
    """Refuses where a server in a box would start its kernel cold: here, that would be outside any box."""

    async def start(self, command: list[str], cwd: str, env: dict[str, str]) -> kernel_forks.ForkedKernel:
        kernel = await super().start(command, cwd, env)
        if kernel is None:
            raise HTTPError(503, "The kernel could not be forked.")
        return kernel


class OneSocket(Resolver):
    """Leads to a Unix socket, whatever host is named."""

    def initialize(self, path: str) -> None:
        self.path = path

    async def resolve(self, *host: Any) -> list[tuple[int, Any]]:
        return [(socket.AF_UNIX, self.path)]


def rehearse_server() -> None:
    folder = os.environ["JUPYTER_RUNTIME_DIR"]
    config = private_server.create_config()
    if config.KernelManager.transport != "ipc":
        # Others can reach ports of this machine.
        raise RuntimeError("The path of its folder is too long for Unix sockets.")
    private_server.write_ipython_profile()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = fork_server.fork()
    if pid == 0:
        ours.close()
        fork_kernels(theirs)
    application: Application | None = None
    try:
        theirs.close()
        server = kernel_forks.ForkServer(ours, kernel_forks.read_packages())
        provide_forks(OnlyForks(server), config)
        application = private_server.create_application(TOKEN, folder, config)
        asyncio.run(asyncio.wait_for(converse(application, os.path.join(folder, "s")), TIMEOUT_SECONDS))
    finally:
        # Its kernel goes with it.
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        ours.close()
        if application is not None:
            application.settings["kernel_manager"].context.destroy(linger=0)
        asyncio.set_event_loop(None)
        KernelProvisionerFactory.clear_instance()
        KernelProvisionerFactory.provisioners.pop(NAME, None)
        ForkProvisioner.forks = None
        private_server.PromptConnection._open_sessions.clear()


def fork_kernels(channel: socket.socket) -> None:
    """Never returns: whatever happens here is not to go on as the zygote."""
    try:
        fork_server.die_with_parent()
        request = fork_server.serve(channel, set())
        if request:
            fork_server.become_kernel(request, {}, channel)
    finally:
        os._exit(0)


async def converse(application: Application, path: str) -> None:
    server = HTTPServer(application)
    server.add_socket(bind_unix_socket(path))
    client = SimpleAsyncHTTPClient(force_instance=True, resolver=OneSocket(path=path))
    headers = {"Authorization": f"token {TOKEN}"}
    url = "http://localhost/api/kernels"
    try:
        body = json.dumps({"name": "python3", "path": ""})
        started = await client.fetch(url, method="POST", headers=headers, body=body, raise_error=False)
        if started.code != HTTPStatus.CREATED:
            raise RuntimeError(json.loads(started.body)["message"])
        kernel_id = json.loads(started.body)["id"]
        channels = HTTPRequest(
            f"ws://localhost/api/kernels/{kernel_id}/channels?session_id=r", headers=headers
        )
        connection = await websocket_connect(channels, subprotocols=[PROTOCOL], resolver=OneSocket(path=path))
        session = Session(session="r", key=b"")
        await ask(connection, session, "kernel_info_request", {})
        for _ in range(CELLS):
            await ask(connection, session, "execute_request", {"code": "print(1)", "silent": False})
        connection.close()
        await client.fetch(f"{url}/{kernel_id}", method="DELETE", headers=headers)
    finally:
        client.close()
        server.stop()
        await server.close_all_connections()


async def ask(
    connection: WebSocketClientConnection, session: Session, kind: str, content: dict[str, Any]
) -> None:
    """Returns once the kernel is idle again."""
    message = session.msg(kind, content)
    await connection.write_message(serialize_msg_to_ws_v1(message, "shell", session.pack), binary=True)
    while True:
        received = await connection.read_message()
        if received is None:
            raise ConnectionError("The server closed the channels.")
        _, (header, parent, _, said) = deserialize_msg_from_ws_v1(received)
        if json.loads(header)["msg_type"] != "status" or json.loads(said)["execution_state"] != "idle":
            continue
        if json.loads(parent).get("msg_id") == message["msg_id"]:
            return
