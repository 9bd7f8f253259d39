"""The first process of a forked box: forks the box's Jupyter server and its kernels, and collects what ends in the box.

When the server ends, so does this process, and with it all of the box.
"""

import os
import selectors
import signal
import socket
import sys
from dataclasses import dataclass
from typing import Any

import box_calls as calls
import fork_server
import kernel_forks
import serve
from box_guard import BoxEnds

Request = dict[str, Any]

# The configuration of each kernel asks for them, and hides them then.
KERNEL_MODULES = [
    *["bounded_history", "checkpoint_calls", "checkpoint_pace", "checkpoints", "end_replaced"],
    *["duckdb_threads", "fork_obstacles", "lean_start", "live_branch", "native_threads", "numbered_messages"],
    *["open_descriptors", "own_descriptors", "paced_output", "process_locks"],
]
OWN_MODULES = [
    *KERNEL_MODULES,
    *["box_calls", "box_guard", "box_init", "branch_kernels", "enter_box", "fork_provisioner", "fork_server"],
    *["kernel_forks", "paced_channels", "private_server"],
    *["prompt_kernels", "rehearse", "rehearse_server", "serve", "supervise"],
]


@dataclass
class Imports:
    """What importing did to the zygote."""

    variables: dict[str, str]
    """Of the environment, set by libraries."""
    library_names: set[str]
    """Top-level modules that a cold kernel would not have yet."""
    packages: list[int]


def run_box(request: Request, ends: BoxEnds, imports: Imports) -> None:
    """Returns in processes of the box that are done, and never in its first one."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    relocate(request["programs"])
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    server = fork_server.fork()
    if server == 0:
        theirs.close()
        calls.prctl(calls.PR_SET_DUMPABLE, 1)
        run_server(request, ends, ours, imports)
        return
    ours.close()
    calls.close_all_but([theirs.fileno()])
    kernel = serve_forks(theirs, server, imports.library_names)
    calls.prctl(calls.PR_SET_DUMPABLE, 1)
    for name in {*OWN_MODULES, "rfc3987_syntax"}.difference(KERNEL_MODULES):
        sys.modules.pop(name, None)
    fork_server.become_kernel(kernel, imports.variables, theirs)


def relocate(folder: str) -> None:
    """Our programs have another path in the box, and some find others by their own."""
    for name in OWN_MODULES:
        module = sys.modules.get(name)
        if module is not None:
            module.__file__ = f"{folder}/{name}.py"


def run_server(request: Request, ends: BoxEnds, forks: socket.socket, imports: Imports) -> None:
    with os.fdopen(ends.token) as line:
        token = line.readline().strip()
    os.dup2(ends.printed, 1)
    os.close(ends.printed)
    for fd in (1, forks.fileno()):
        os.set_inheritable(fd, fd == 1)
    set_environment(request["env"])
    import private_server

    listening = serve.take_socket(ends.listening)
    server = kernel_forks.ForkServer(forks, imports.packages)
    kernels = kernel_forks.KernelForks(server) if request["forksKernels"] else None
    private_server.run_server(token, request["folder"], listening, kernels, request["kernel"])


def set_environment(variables: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(variables)
    # Found by the home folder at the first question, which was another's.
    import site

    site.USER_SITE = site.USER_BASE = None


def serve_forks(channel: socket.socket, server: int, library_names: set[str]) -> Request:
    """Returns its request in each kernel that is forked; in the first process of the box, never."""
    woken, wake = os.pipe()
    for fd in (woken, wake):
        os.set_blocking(fd, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    # The system keeps from it what it does not handle.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.set_wakeup_fd(wake)
    selector = selectors.DefaultSelector()
    selector.register(channel, selectors.EVENT_READ)
    selector.register(woken, selectors.EVENT_READ)
    kernels: dict[int, int] = {}
    while True:
        collect(channel, server, kernels)
        for key, _ in selector.select():
            if key.fd == woken:
                os.read(woken, 4096)
                continue
            request = fork_server.receive(channel, library_names)
            if request is None:
                selector.unregister(channel)
                continue
            if not request:
                continue
            pid = fork_server.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                selector.close()
                os.close(woken)
                os.close(wake)
                return request
            fork_server.tell(channel, {"id": request["id"], "pid": pid})
            kernels[pid] = request["id"]


def collect(channel: socket.socket, server: int, kernels: dict[int, int]) -> None:
    """Orphans of the box are this process's children too."""
    while True:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        code = os.waitstatus_to_exitcode(status)
        if pid == server:
            os._exit(abs(code))
        if pid in kernels:
            fork_server.tell(channel, {"id": kernels.pop(pid), "status": code})
