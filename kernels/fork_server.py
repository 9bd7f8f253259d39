"""Forks kernels that have the usual libraries imported already, in a tenth of the time of a cold start.

It is a child of one Jupyter server and works for that one alone: forks share a hash seed and a memory layout.
Usage: ``python fork_server.py FD``, FD being a connected SOCK_SEQPACKET socket. Each message is a JSON object:

- asked: ``{"id": N, "argv": [...], "cwd": PATH, "env": {...}}``;
- told: ``{"id": N, "pid": P}``, then by the kernel itself ``{"id": N, "bound": true}`` once its sockets take
  messages, and at its end ``{"id": N, "status": S}``, S as in ``subprocess``; or ``{"id": N, "refused": WHY}``.

When the other side closes its end no more are forked, and this process ends with its last kernel. Linux only.
"""

import builtins
import contextlib
import ctypes
import gc
import importlib
import importlib.util
import json
import os
import selectors
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import lean_start

Request = dict[str, Any]

PR_SET_PDEATHSIG = 1
MAX_MESSAGE_BYTES = 1024 * 1024

# What a kernel imports while it starts, and with its first cells.
KERNEL_MODULES = [
    *["ipykernel.kernelapp", "ipykernel.debugger", "ipykernel.displayhook", "ipykernel.subshell_manager"],
    *[
        "IPython.core.completerlib",
        "IPython.core.debugger",
        "IPython.core.historyapp",
        "IPython.core.oinspect",
    ],
    *["IPython.core.pylabtools", "IPython.display", "IPython.extensions.storemagic"],
    *["concurrent.futures.thread", "pdb", "psutil", "sqlite3", "tornado.platform.asyncio", "zmq.asyncio"],
]
# Not matplotlib_inline: when it is imported it looks for the kernel, to show its figures there.
LIBRARIES = [
    *["numpy", "pandas", "pandas.io.formats.html", "pandas.io.parsers"],
    *["matplotlib.pyplot", "matplotlib.backends.backend_agg"],
]


def main() -> None:
    # The kernel's configuration asks for them. They import what a kernel does.
    preload(["bounded_history", "live_branch", "paced_output"])
    # The folder of this file. A kernel has its own folder there.
    del sys.path[0]
    die_with_parent()
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.set_inheritable(False)
    given = dict(os.environ)
    preload(KERNEL_MODULES)
    kernel_names = top_level_names()
    with notebook_shell():
        preload(LIBRARIES)
    if threading.active_count() > 1:
        sys.exit("A library started a thread, which a fork would not have.")
    # Objects that are never looked at by the collector stay in memory that all forks share.
    gc.collect()
    gc.freeze()
    request = serve(channel, top_level_names() - kernel_names)
    if request:
        set_by_imports = {name: value for name, value in os.environ.items() if name not in given}
        become_kernel(request, set_by_imports, channel)


def preload(names: list[str]) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:
            # Missing, moved or broken: whoever needs it gets to know when importing it.
            continue


@contextlib.contextmanager
def notebook_shell() -> Iterator[None]:
    """Stands in for the shell of a kernel: without one, pandas takes its defaults for a terminal and cuts tables."""
    vars(builtins)["get_ipython"] = lambda: SimpleNamespace(kernel=None)
    try:
        yield
    finally:
        del vars(builtins)["get_ipython"]


def top_level_names() -> set[str]:
    return {name.partition(".")[0] for name in sys.modules}


def die_with_parent(sent: int = signal.SIGKILL) -> None:
    """With 0, this process outlives its parent again."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, sent, 0, 0, 0)


def serve(channel: socket.socket, library_names: set[str]) -> Request | None:
    """Returns its request in each kernel that is forked, and None in this process when all is done."""
    selector = selectors.DefaultSelector()
    selector.register(channel, selectors.EVENT_READ)
    while selector.get_map():
        for key, _ in selector.select():
            if key.data:
                selector.unregister(key.fd)
                os.close(key.fd)
                tell(channel, {"id": key.data["id"], "status": wait(key.data["pid"])})
                continue
            request = receive(channel, library_names)
            if request is None:
                selector.unregister(channel)
                continue
            if not request:
                continue
            pid = fork()
            if pid == 0:
                close_in_fork(selector)
                return request
            tell(channel, {"id": request["id"], "pid": pid})
            selector.register(os.pidfd_open(pid), selectors.EVENT_READ, {"id": request["id"], "pid": pid})
    return None


def receive(channel: socket.socket, library_names: set[str]) -> Request | None:
    """A request to fork a kernel, empty when it was refused, and None when there will be no other."""
    message = channel.recv(MAX_MESSAGE_BYTES)
    if not message:
        return None
    request: Request = json.loads(message)
    refusal = find_refusal(request, library_names)
    if refusal:
        tell(channel, {"id": request["id"], "refused": refusal})
        return {}
    return request


def find_refusal(request: Request, library_names: set[str]) -> str | None:
    """Files in the kernel's folder that an import there would have found before what is loaded here."""
    try:
        names = {name.partition(".")[0] for name in os.listdir(request["cwd"])}
    except OSError as error:
        return str(error)
    shadowing = names & (library_names | {"matplotlibrc"})
    return f"The folder has its own {', '.join(sorted(shadowing))}." if shadowing else None


def fork() -> int:
    with warnings.catch_warnings():
        # Of native threads, such as those of OpenBLAS, which stops them around a fork.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def close_in_fork(selector: selectors.BaseSelector) -> None:
    for key in selector.get_map().values():
        if key.data:
            os.close(key.fd)
    # Only closed: what is unregistered in a fork is unregistered in its parent too.
    selector.close()


def tell(channel: socket.socket, message: Request) -> None:
    try:
        channel.send(json.dumps(message).encode())
    except OSError:
        pass  # nobody listens any more


def wait(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def become_kernel(request: Request, set_by_imports: dict[str, str], channel: socket.socket) -> None:
    """Makes up for all that an own start would have set."""
    os.setsid()
    parent = os.getppid()
    die_with_parent()
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.environ.clear()
    os.environ.update(set_by_imports)
    os.environ.update(request["env"], JPY_PARENT_PID=str(parent))
    os.chdir(request["cwd"])
    launcher = importlib.util.find_spec("ipykernel_launcher")
    sys.argv = [(launcher and launcher.origin) or "", *request["argv"]]
    refresh_libraries()

    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance(parent_handle=parent)
    bind_last_socket = app.init_heartbeat

    def announce() -> None:
        bind_last_socket()
        tell(channel, {"id": request["id"], "bound": True})
        channel.close()

    vars(app)["init_heartbeat"] = announce
    lean_start.start_lean(app, request["argv"])
    # A notebook may have a module with this name.
    sys.modules.pop(lean_start.__name__, None)
    app.initialize()
    app.start()


def refresh_libraries() -> None:
    """Renews what libraries have read or drawn when they were imported."""
    if "multiprocessing.process" in sys.modules:
        processes = sys.modules["multiprocessing.process"]
        vars(processes)["ORIGINAL_DIR"] = os.getcwd()
        processes.current_process().authkey = os.urandom(32)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()
    if "matplotlib" in sys.modules:
        inline = "module://matplotlib_inline.backend_inline"
        sys.modules["matplotlib"].rcParams["backend"] = os.environ.get("MPLBACKEND") or inline


if __name__ == "__main__":
    main()
