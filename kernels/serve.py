"""A private Jupyter server for Actbook: loopback only, no extensions, no files on show.

Reads its token as the first line of standard input, then prints one line, ``{"port": N}``, once it listens.
Usage: ``python serve.py ROOT_DIR [SOCKET_FD]``, in an environment whose JUPYTER_* and IPYTHONDIR folders are
private. With SOCKET_FD, a listening socket that was opened for it, it takes no port and prints a null.
"""

import ctypes
import signal
import socket
import sys
from pathlib import Path

from kernel_forks import KernelForks

EXIT_PACKAGE_MISSING = 3
PR_SET_PDEATHSIG = 1


def main() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    token = sys.stdin.readline().strip()
    root_dir, *socket_fd = sys.argv[1:]
    listening = None
    if socket_fd:
        volunteer_for_oom()
        listening = take_socket(int(socket_fd[0]))
    # It loads its libraries while this process loads the server. Elsewhere a fork is not safe.
    forks = KernelForks() if sys.platform == "linux" else None
    # Building its grammar takes seconds, for a check of address formats that nothing here asks for.
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
    try:
        import ipykernel  # noqa: F401
        from private_server import run_server
    except ModuleNotFoundError as error:
        print(error.name, file=sys.stderr)
        sys.exit(EXIT_PACKAGE_MISSING)
    run_server(token, root_dir, listening, forks)


def take_socket(fd: int) -> socket.socket:
    listening = socket.socket(fileno=fd)
    # Kernels are not to answer in the server's place.
    listening.set_inheritable(False)
    listening.setblocking(False)
    return listening


def volunteer_for_oom() -> None:
    """When the machine runs out of memory, a box goes before anything else does."""
    Path("/proc/self/oom_score_adj").write_text("500")


if __name__ == "__main__":
    main()
