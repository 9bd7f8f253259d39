"""The Jupyter server of Actbook: for one owner, with kernels and nothing else.

It has the kernels, their channels, and their specifications of jupyter_server, and none of its application: files,
sessions, pages, and extensions would be memory in each box, and doors that nobody uses.
"""

import asyncio
import hmac
import json
import logging
import os
import socket
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from branch_kernels import BRANCHES_PATH, CHECKPOINTS_PATH, BranchesHandler, CheckpointsHandler
from fork_provisioner import provide_forks
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.paths import jupyter_runtime_dir
from jupyter_server.auth import AllowAllAuthorizer, IdentityProvider, User
from jupyter_server.services.kernels import handlers as kernel_handlers
from jupyter_server.services.kernels.websocket import KernelWebsocketHandler
from jupyter_server.services.kernelspecs import handlers as spec_handlers
from kernel_forks import KernelForks
from paced_channels import PacedConnection, PacedKernelManager
from prompt_kernels import PromptKernels
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from traitlets import Unicode
from traitlets.config import Config, LoggingConfigurable

MAX_MESSAGE_BYTES = 512 * 1024 * 1024
# Longer ones are sent in pieces: whoever reads them holds each one several times.
MAX_STREAM_BYTES = 1024 * 1024
# A Unix socket path holds 104 bytes on macOS and 108 on Linux; a kernel's socket name takes 54 of them.
MAX_IPC_DIR_BYTES = 50
# Each kernel takes a dozen of the server's.
MIN_OPEN_FILES = 4096


class Place(LoggingConfigurable):
    """What the managers of kernels ask of a server application."""

    root_dir = Unicode()


class TokenIdentity(IdentityProvider):
    """Whoever has the token is the owner. Cookies let nobody in."""

    async def get_user(self, handler: RequestHandler) -> User | None:
        given = self.get_token(handler) or ""
        if not self.token or not hmac.compare_digest(given.encode(), self.token.encode()):
            return None
        # The base class asks for this name: such requests cannot come from a page of someone else.
        vars(handler)["_token_authenticated"] = True
        return User("owner")


class ChannelsHandler(KernelWebsocketHandler):
    def write_error(self, status_code: int, **kwargs: Any) -> None:
        # The base class renders a page.
        self.finish()


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


def create_application(token: str, root_dir: str, config: Config) -> Application:
    """Binds nothing, starts nothing, and needs no event loop. Kernels' paths are relative to ``root_dir``."""
    place = Place(config=config, root_dir=root_dir)
    specs = KernelSpecManager(parent=place)
    kernels = PromptKernels(parent=place, kernel_spec_manager=specs, connection_dir=jupyter_runtime_dir())
    identity = TokenIdentity(parent=place, token=token)
    routes = [
        *kernel_handlers.default_handlers,
        *spec_handlers.default_handlers,
        (BRANCHES_PATH, BranchesHandler),
        (CHECKPOINTS_PATH, CheckpointsHandler),
    ]
    return Application(
        [(path, ChannelsHandler if kind is KernelWebsocketHandler else kind) for path, kind in routes],
        # Said here, as what handlers take for unsaid differs between versions.
        allow_remote_access=False,
        allow_unauthenticated_access=False,
        authorizer=AllowAllAuthorizer(parent=place, identity_provider=identity),
        base_url="/",
        config=config,
        identity_provider=identity,
        kernel_manager=kernels,
        kernel_spec_manager=specs,
        kernel_websocket_connection_class=PromptConnection,
        local_hostnames=["localhost"],
        log_function=lambda handler: None,
        websocket_max_message_size=MAX_MESSAGE_BYTES,
    )


def create_config() -> Config:
    config = Config()
    config.PacedKernels.kernel_manager_class = (
        f"{PacedKernelManager.__module__}.{PacedKernelManager.__name__}"
    )
    # The default rate limits drop output for good; Actbook bounds output itself, where it can be told.
    config.ZMQChannelsWebsocketConnection.limit_rate = False
    config.KernelRestarter.time_to_dead = 0.3
    if os.name == "posix" and len(os.fsencode(jupyter_runtime_dir())) <= MAX_IPC_DIR_BYTES:
        config.KernelManager.transport = "ipc"
    return config


NAMES_IN_KERNELS = [
    *["bounded_history", "checkpoint_calls", "checkpoint_pace", "checkpoints", "end_replaced"],
    *["duckdb_threads", "fork_obstacles", "lean_start", "live_branch", "native_threads", "numbered_messages"],
    *["open_descriptors", "own_descriptors", "paced_output", "process_locks"],
]

# Read by every Python kernel before it opens its sockets, in whatever Python it runs: what fails must not end it.
KERNEL_CONFIG = """\
import sys

config = get_config()
config.HistoryManager.hist_file = ":memory:"
# To choose a tip for the answer to an information request would draw from the random numbers of the code.
config.ZMQInteractiveShell.enable_tip = False
# orjson reads an integer of more than 64 bits as the nearest float.
config.Session.unpacker = "jupyter_client.session.json_unpacker"
sys.path.insert(0, {folder!r})
try:
    try:
        from paced_output import pace_output

        pace_output()
        # What was printed has been sent when a cell's last flush returns: no need to give it time.
        config.IPythonKernel._execute_sleep = 0
    except Exception as error:
        print(f"Output may be dropped: {{error!r}}", file=sys.stderr)
    try:
        from bounded_history import bound_history

        bound_history()
    except Exception as error:
        print(f"History keeps all output in memory: {{error!r}}", file=sys.stderr)
    try:
        from live_branch import enable_branches

        enable_branches()
    except Exception as error:
        print(f"The kernel cannot be branched: {{error!r}}", file=sys.stderr)
finally:
    sys.path.remove({folder!r})
    # A notebook may have modules with these names.
    for name in {names!r}:
        sys.modules.pop(name, None)
"""


def write_ipython_profile() -> None:
    """Keeps history in memory, as kernels that share its file lock each other out; output waits for its reader."""
    profile = Path(os.environ["IPYTHONDIR"], "profile_default")
    profile.mkdir(parents=True, exist_ok=True)
    config = KERNEL_CONFIG.format(folder=str(Path(__file__).parent), names=NAMES_IN_KERNELS)
    profile.joinpath("ipython_kernel_config.py").write_text(config)


def run_server(
    token: str,
    root_dir: str,
    listening: socket.socket | None,
    forks: KernelForks | None,
    ahead: str | None = None,
) -> None:
    """Serves until the process ends, on a port of its own or the socket given.

    ``ahead`` names a kernel that will be asked for, which is then started at once.
    """
    logging.basicConfig(level=logging.ERROR)
    os.chdir(root_dir)
    allow_open_files()
    write_ipython_profile()
    os.makedirs(jupyter_runtime_dir(), 0o700, exist_ok=True)
    config = create_config()
    provide_forks(forks, config)
    application = create_application(token, root_dir, config)
    run_with_selector(serve(application, listening, ahead))


def run_with_selector(act: Coroutine[Any, Any, None]) -> None:
    """Tornado and ZeroMQ wait for sockets, which the loop that Windows has by default cannot."""
    loop = asyncio.SelectorEventLoop()
    asyncio.set_event_loop(loop)
    try:
        loop.run_until_complete(act)
    finally:
        loop.close()


async def serve(application: Application, listening: socket.socket | None, ahead: str | None) -> None:
    """Binds its port once, so that nothing can take it in between, and then prints it."""
    sockets = [listening] if listening else bind_sockets(0, "127.0.0.1")
    server = HTTPServer(application, max_body_size=MAX_MESSAGE_BYTES, max_buffer_size=MAX_MESSAGE_BYTES)
    server.add_sockets(sockets)
    print(json.dumps({"port": None if listening else sockets[0].getsockname()[1]}), flush=True)
    if ahead:
        application.settings["kernel_manager"].start_ahead(ahead)
    await asyncio.Event().wait()


def allow_open_files() -> None:
    """As many as jupyter_server asks for; kernels inherit it."""
    try:
        import resource
    except ImportError:
        return  # Windows
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MIN_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MIN_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
