"""The server's side of ``fork_server.py``: keeps one running and asks it for kernels."""

import asyncio
import itertools
import json
import os
import signal
import site
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

MAX_MESSAGE_BYTES = 1024 * 1024
# A cold start is then sooner there: the libraries come from a slow disk, or the machine is busy.
FORK_TIMEOUT_SECONDS = 10
# Variables that no library reads while it is imported.
FREE_PREFIXES = ("JPY_", "JUPYTER_", "KERNEL_")


class ForkedKernel:
    """A kernel's process as far as jupyter_client looks at a ``Popen``."""

    stdin = stdout = stderr = None

    def __init__(self) -> None:
        self.pid = 0
        self.returncode: int | None = None
        self.ended = asyncio.Event()
        self._bound: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._is_unwanted = False

    async def bind(self) -> bool:
        """Waits until it takes messages; false when it never will."""
        try:
            return await asyncio.wait_for(self._bound, FORK_TIMEOUT_SECONDS)
        except asyncio.TimeoutError:
            self._is_unwanted = True
            self.kill()
            return False

    def handle(self, message: dict[str, Any]) -> None:
        if "pid" in message:
            self.pid = message["pid"]
            if self._is_unwanted:
                self.kill()
        elif "bound" in message:
            self._settle(True)
        else:
            self.end(message.get("status", 1))

    def end(self, status: int) -> None:
        self.returncode = status
        self.ended.set()
        self._settle(False)

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.pid and self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _settle(self, is_bound: bool) -> None:
        if not self._bound.done():
            self._bound.set_result(is_bound)


class ForkServer:
    """Asks for kernels by a connected SOCK_SEQPACKET socket, as ``fork_server.py`` describes."""

    def __init__(
        self, channel: socket.socket, packages: list[int], process: subprocess.Popen[bytes] | None = None
    ) -> None:
        """``packages`` as they were when the libraries were imported; ``process`` when it is a child of this one."""
        self.environment = dict(os.environ)
        self.packages = packages
        self.is_gone = False
        self._ids = itertools.count(1)
        self._kernels: dict[int, ForkedKernel] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channel = channel
        self._channel.setblocking(False)
        self._process = process

    async def fork(self, argv: list[str], cwd: str, env: dict[str, str]) -> ForkedKernel | None:
        """A kernel that takes messages, or None when none came of it."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._channel, self._read)
        kernel_id = next(self._ids)
        kernel = ForkedKernel()
        request = {"id": kernel_id, "argv": argv, "cwd": cwd, "env": env}
        try:
            self._channel.send(json.dumps(request).encode())
        except OSError:
            return None
        self._kernels[kernel_id] = kernel
        return kernel if await kernel.bind() else None

    def retire(self) -> None:
        """Forks no more; ends with the last of its kernels."""
        self.is_gone = True
        try:
            self._channel.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _read(self) -> None:
        try:
            message = self._channel.recv(MAX_MESSAGE_BYTES)
        except BlockingIOError:
            return
        except OSError:
            message = b""
        if not message:
            self._close()
            return
        content = json.loads(message)
        kernel = self._kernels.get(content["id"])
        if kernel is None:
            return
        kernel.handle(content)
        if kernel.returncode is not None:
            del self._kernels[content["id"]]

    def _close(self) -> None:
        self.is_gone = True
        if self._loop:
            self._loop.remove_reader(self._channel)
        self._channel.close()
        if self._process:
            self._process.poll()
        # They have asked the system to be killed when it goes.
        for kernel in self._kernels.values():
            kernel.end(-signal.SIGKILL)
        self._kernels.clear()


def start_fork_server() -> ForkServer:
    """One ``fork_server.py``. It imports its libraries from the moment this is called."""
    packages = read_packages()
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        script = Path(__file__).with_name("fork_server.py")
        process = subprocess.Popen(
            [sys.executable, script, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
    return ForkServer(ours, packages, process)


class KernelForks:
    """Forks kernels where a fork is the same as a cold start."""

    def __init__(self, server: ForkServer | None = None) -> None:
        self._server = server or start_fork_server()

    async def start(self, command: list[str], cwd: str, env: dict[str, str]) -> ForkedKernel | None:
        """A kernel that takes messages, or None when it has to be started cold."""
        arguments = find_arguments(command)
        if arguments is None or not is_same_environment(env, self._server.environment):
            return None
        if self._server.is_gone or self._server.packages != read_packages():
            self._server.retire()
            self._server = start_fork_server()
            return None
        return await self._server.fork(arguments, cwd, env)


def find_arguments(command: list[str]) -> list[str] | None:
    """What ipykernel is given, if that is what the command starts, with this very Python."""
    head = [sys.executable, "-m", "ipykernel_launcher"]
    return command[len(head) :] if command[: len(head)] == head else None


def is_same_environment(one: dict[str, str], other: dict[str, str]) -> bool:
    def fixed(env: dict[str, str]) -> dict[str, str]:
        return {name: value for name, value in env.items() if not name.startswith(FREE_PREFIXES)}

    return fixed(one) == fixed(other)


def read_packages() -> list[int]:
    """Changes whenever packages are installed or removed."""
    folders = [Path(folder) for folder in (*site.getsitepackages(), site.getusersitepackages())]
    return [folder.stat().st_mtime_ns if folder.is_dir() else 0 for folder in folders]
