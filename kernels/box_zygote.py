"""Imports what Jupyter servers and kernels need, once, and forks boxes that have it.

It reads nothing of a session, because what it has read would be in the memory of every later box: a connection to its
socket is a box to make, and only the fork that serves the connection reads it (``box_guard.py``).

Usage: ``python box_zygote.py [REHEARSAL...]``, naming rehearsals to leave out. Standard input has one line, the path of
the socket to listen at. Once that takes connections, ``{"ready": true, "failures": {...}}`` is printed, with the reason for
each rehearsal that failed, by its name. When standard input ends, so does the listening, and this process goes after
its last fork. When it is killed, all forks are. Linux only.
"""

import gc
import json
import os
import select
import selectors
import shutil
import signal
import socket
import sys
import threading
import time
import warnings

import box_calls
import box_guard
import box_init
import fork_server
import kernel_forks
import rehearse

# What a server imports beyond kernels, while it starts and with its first requests.
SERVER_MODULES = [
    *[
        "private_server",
        "serve",
        "rehearse_server",
        "bounded_history",
        "live_branch",
        "paced_output",
        "psutil",
    ],
]
BACKLOG = 256
RETRY_SECONDS = 0.05


def main() -> None:
    path = sys.stdin.readline().rstrip("\n")
    # Ctrl-C in a terminal is for the owner to handle.
    os.setsid()
    del sys.path[0]

    def leave(*_: object) -> None:
        shutil.rmtree(os.path.dirname(path), ignore_errors=True)
        os._exit(1)

    # Nobody listens to standard input while this process loads, which takes seconds on a busy machine.
    signal.signal(signal.SIGHUP, leave)
    fork_server.die_with_parent(signal.SIGHUP)
    # The owner may have been killed before; it writes nothing after the path.
    if select.select([0], [], [], 0)[0]:
        leave()
    imports, failures = load(sys.argv[1:])
    fork_server.die_with_parent(0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(path)
    listening.listen(BACKLOG)
    try:
        print(json.dumps({"ready": True, "failures": failures}), flush=True)
        connection = serve(listening)
    except BrokenPipeError:
        connection = None
    if connection is not None:
        request, ends = box_guard.guard(connection, imports.packages)
        box_init.run_box(request, ends, imports)
    else:
        # Its owner may have been killed.
        shutil.rmtree(os.path.dirname(path), ignore_errors=True)


def load(left_out: list[str]) -> tuple[box_init.Imports, dict[str, str]]:
    given = dict(os.environ)
    # What is installed meanwhile makes what is imported here outdated.
    packages = kernel_forks.read_packages()
    fork_server.preload(fork_server.KERNEL_MODULES)
    kernel_names = fork_server.top_level_names()
    with fork_server.notebook_shell():
        fork_server.preload(fork_server.LIBRARIES)
    # Servers choose their warnings, which are not those of kernels.
    with warnings.catch_warnings():
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        # As serve.py does, which says why.
        sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
        fork_server.preload(SERVER_MODULES)
        del sys.path[0]
        failures = rehearse.rehearse(left_out)
    if threading.active_count() > 1:
        sys.exit("A library started a thread, which a fork would not have.")
    imports = box_init.Imports(
        variables={name: value for name, value in os.environ.items() if given.get(name) != value},
        library_names=fork_server.top_level_names() - kernel_names,
        packages=packages,
    )
    gc.collect()
    gc.freeze()
    return imports, failures


def serve(listening: socket.socket) -> socket.socket | None:
    """Returns a connection in each fork, and None in this process when all is done."""
    selector = selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    selector.register(listening, selectors.EVENT_READ)
    own = os.getpid()
    is_ending = False
    while selector.get_map():
        for key, _ in selector.select():
            if key.data:
                selector.unregister(key.fd)
                os.close(key.fd)
                os.waitpid(key.data, 0)
            elif key.fd == 0:
                if not os.read(0, 1):
                    selector.unregister(0)
                    is_ending = True
            else:
                connection = fork_guard(listening, own, selector)
                if connection is not None:
                    return connection
        # Who has connected already gets a guard.
        if is_ending and listening.fileno() >= 0 and not select.select([listening], [], [], 0)[0]:
            selector.unregister(listening)
            listening.close()
    return None


def fork_guard(listening: socket.socket, own: int, selector: selectors.BaseSelector) -> socket.socket | None:
    """Returns the connection in the fork. What the system has too little of at the moment ends no other box."""
    try:
        connection, _ = listening.accept()
    except OSError:
        time.sleep(RETRY_SECONDS)
        return None
    try:
        pid = fork_server.fork()
    except OSError:
        connection.close()
        return None
    if pid == 0:
        selector.close()
        fork_server.die_with_parent()
        if os.getppid() != own:
            os._exit(1)
        box_calls.close_all_but([connection.fileno()])
        return connection
    connection.close()
    try:
        selector.register(os.pidfd_open(pid), selectors.EVENT_READ, pid)
    except OSError:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return None


if __name__ == "__main__":
    main()
