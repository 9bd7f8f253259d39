"""A private Jupyter server for Actbook: loopback only, no extensions, no files on show.

Reads its token as the first line of standard input, then prints one line, ``{"port": N}``, once it listens.
Usage: ``python serve.py ROOT_DIR [SOCKET_FD]``, in an environment whose JUPYTER_* and IPYTHONDIR folders are
private. With SOCKET_FD, a listening socket that was opened for it, it takes no port and prints a null.
"""

import ctypes
import json
import os
import signal
import socket
import sys
from pathlib import Path

EXIT_PACKAGE_MISSING = 3

try:
    import ipykernel  # noqa: F401
    from jupyter_core.paths import jupyter_runtime_dir
    from jupyter_server.serverapp import ServerApp
    from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
    from tornado.netutil import bind_sockets
    from traitlets.config import Config
except ModuleNotFoundError as error:
    print(error.name, file=sys.stderr)
    sys.exit(EXIT_PACKAGE_MISSING)

PR_SET_PDEATHSIG = 1

MAX_MESSAGE_BYTES = 512 * 1024 * 1024
# A Unix socket path holds 104 bytes on macOS and 108 on Linux; a kernel's socket name takes 54 of them.
MAX_IPC_DIR_BYTES = 50


class PrivateServer(ServerApp):
    """Binds its port once, so that nothing can take it in between, and writes no file with the token."""

    name = "jupyter_server"
    no_browser_open_file = True
    given_socket: socket.socket | None = None

    def _find_http_port(self) -> None:
        if self.given_socket:
            self.listening = [self.given_socket]
        else:
            self.listening = bind_sockets(0, self.ip)
            self.port = self.listening[0].getsockname()[1]

    def _bind_http_server_tcp(self) -> bool:
        self.http_server.add_sockets(self.listening)
        print(json.dumps({"port": None if self.given_socket else self.port}), flush=True)
        return True

    def write_server_info_file(self) -> None:
        pass


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Sends each message at once: with Nagle's algorithm every execution would wait 40 ms for an ACK."""

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def create_config(token: str, root_dir: str) -> Config:
    config = Config()
    config.IdentityProvider.token = token
    config.Application.log_level = "ERROR"
    server = config.ServerApp
    server.ip = "127.0.0.1"
    server.root_dir = root_dir
    server.allow_root = True
    server.open_browser = False
    server.jpserver_extensions = {}
    server.terminals_enabled = False
    server.kernel_websocket_connection_class = PromptConnection
    server.tornado_settings = {"websocket_max_message_size": MAX_MESSAGE_BYTES}
    # The default rate limits drop output for good; Actbook bounds output itself, where it can be told.
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    config.KernelRestarter.time_to_dead = 0.3
    if os.name == "posix" and len(os.fsencode(jupyter_runtime_dir())) <= MAX_IPC_DIR_BYTES:
        config.KernelManager.transport = "ipc"
    return config


def write_ipython_profile() -> None:
    """Keeps history in memory: kernels that share its database file lock each other out."""
    profile = Path(os.environ["IPYTHONDIR"], "profile_default")
    profile.mkdir(parents=True, exist_ok=True)
    profile.joinpath("ipython_kernel_config.py").write_text(
        'get_config().HistoryManager.hist_file = ":memory:"\n'
    )


def take_socket(fd: int) -> socket.socket:
    listening = socket.socket(fileno=fd)
    # Kernels are not to answer in the server's place.
    listening.set_inheritable(False)
    listening.setblocking(False)
    return listening


def volunteer_for_oom() -> None:
    """When the machine runs out of memory, a box goes before anything else does."""
    Path("/proc/self/oom_score_adj").write_text("500")


def main() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    token = sys.stdin.readline().strip()
    root_dir, *socket_fd = sys.argv[1:]
    if socket_fd:
        volunteer_for_oom()
        PrivateServer.given_socket = take_socket(int(socket_fd[0]))
    os.chdir(root_dir)
    write_ipython_profile()
    PrivateServer.launch_instance(argv=[], config=create_config(token, root_dir))


if __name__ == "__main__":
    main()
