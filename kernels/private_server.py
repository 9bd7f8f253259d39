"""The Jupyter server of Actbook: for one owner, without extensions, with no files on show."""

import json
import os
import socket
from pathlib import Path
from typing import Any

from fork_provisioner import provide_forks
from jupyter_core.paths import jupyter_runtime_dir
from jupyter_server.serverapp import ServerApp
from kernel_forks import KernelForks
from paced_channels import PacedConnection, PacedKernelManager, PacedKernels
from tornado.netutil import bind_sockets
from traitlets.config import Config

MAX_MESSAGE_BYTES = 512 * 1024 * 1024
# Longer ones are sent in pieces: whoever reads them holds each one several times.
MAX_STREAM_BYTES = 1024 * 1024
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


class PromptConnection(PacedConnection):
    """Waits for nothing that is not needed."""

    async def prepare(self) -> None:
        await super().prepare()
        # The kernel has answered, so it has started. The base class would look again only after 50 ms.
        if self.kernel_manager.execution_state == "starting":
            self.kernel_manager.execution_state = "idle"

    def _on_zmq_reply(self, stream: Any, msg_list: Any) -> None:
        for part in split_stream(msg_list) if isinstance(msg_list, list) else [msg_list]:
            super()._on_zmq_reply(stream, part)

    def connect(self) -> Any:
        # With Nagle's algorithm every execution would wait 40 ms for an ACK.
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def split_stream(parts: list[Any]) -> list[list[Any]]:
    """A message of header, parent header, metadata and content; a kernel sends what was printed while it was busy as one."""
    if len(parts) != 4 or len(parts[3]) <= MAX_STREAM_BYTES:
        return [parts]
    # Told by the header, which is short: a display of 50 MB is not to be parsed for this.
    if read_object(parts[0]).get("msg_type") != "stream":
        return [parts]
    content = read_object(parts[3])
    text = content.get("text")
    if not isinstance(text, str):
        return [parts]
    pieces = [text[at : at + MAX_STREAM_BYTES] for at in range(0, len(text), MAX_STREAM_BYTES)]
    return [[*parts[:3], json.dumps({**content, "text": piece}).encode()] for piece in pieces]


def read_object(part: bytes) -> dict[str, Any]:
    """Empty for anything but a JSON object: a kernel may send anything."""
    try:
        value = json.loads(bytes(part))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


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
    server.kernel_manager_class = PacedKernels
    config.PacedKernels.kernel_manager_class = (
        f"{PacedKernelManager.__module__}.{PacedKernelManager.__name__}"
    )
    server.tornado_settings = {"websocket_max_message_size": MAX_MESSAGE_BYTES}
    # The default rate limits drop output for good; Actbook bounds output itself, where it can be told.
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    config.KernelRestarter.time_to_dead = 0.3
    if os.name == "posix" and len(os.fsencode(jupyter_runtime_dir())) <= MAX_IPC_DIR_BYTES:
        config.KernelManager.transport = "ipc"
    return config


# Read by every Python kernel before it opens its sockets, in whatever Python it runs: what fails must not end it.
KERNEL_CONFIG = """\
import sys

config = get_config()
config.HistoryManager.hist_file = ":memory:"
sys.path.insert(0, {folder!r})
try:
    try:
        from paced_output import pace_output

        pace_output()
    except Exception as error:
        print(f"Output may be dropped: {{error!r}}", file=sys.stderr)
    try:
        from bounded_history import bound_history

        bound_history()
    except Exception as error:
        print(f"History keeps all output in memory: {{error!r}}", file=sys.stderr)
finally:
    sys.path.remove({folder!r})
    # A notebook may have modules with these names.
    for name in ("bounded_history", "numbered_messages", "paced_output"):
        sys.modules.pop(name, None)
"""


def write_ipython_profile() -> None:
    """Keeps history in memory, as kernels that share its file lock each other out; output waits for its reader."""
    profile = Path(os.environ["IPYTHONDIR"], "profile_default")
    profile.mkdir(parents=True, exist_ok=True)
    config = KERNEL_CONFIG.format(folder=str(Path(__file__).parent))
    profile.joinpath("ipython_kernel_config.py").write_text(config)


def run_server(token: str, root_dir: str, listening: socket.socket | None, forks: KernelForks | None) -> None:
    """Serves until the process ends, on a port of its own or the socket given."""
    PrivateServer.given_socket = listening
    os.chdir(root_dir)
    write_ipython_profile()
    config = create_config(token, root_dir)
    provide_forks(forks, config)
    PrivateServer.launch_instance(argv=[], config=config)
