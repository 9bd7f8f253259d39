"""Runs one command and lets nothing it started outlive this process's standard input.

The parent holds the other end of the pipe: when it closes it, or dies by any means, the whole process
tree ends and the scratch folder is removed. The first line of standard input is handed on to the command:
that is how a secret travels without showing in a process list or an environment.
Usage: ``python supervise.py [--listen PATH FD] SCRATCH_DIR COMMAND [ARGUMENT...]``. With ``--listen`` the
command inherits, as file descriptor FD, a Unix socket that listens at PATH: so the command needs no access to
the folder of PATH. Other descriptors that were inherited are handed on.
"""

import argparse
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36
SWEEP_SECONDS = 0.02
MAX_SWEEPS = 100


def main() -> int:
    arguments = parse_arguments()
    adopt_orphans()
    # A terminal's Ctrl-C is the parent's to handle. Not SIG_IGN, which kernels would inherit.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    first_line = sys.stdin.buffer.readline()
    if arguments.listen:
        listen(*arguments.listen)
    # Python's own descriptors are never inherited; those that were meant for the command are.
    child = subprocess.Popen(
        arguments.command, stdin=subprocess.PIPE, start_new_session=True, close_fds=False
    )
    child.stdin.write(first_line)
    child.stdin.close()
    threading.Thread(target=end_with_input, args=[child], daemon=True).start()
    status = wait(child)
    kill_descendants()
    shutil.rmtree(arguments.scratch, ignore_errors=True)
    return status


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--listen", nargs=2, metavar=("PATH", "FD"))
    parser.add_argument("scratch")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def listen(path: str, fd: str) -> None:
    """Leaves a socket that listens at ``path`` open as ``fd``, for this process's children."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(path)
    listening.listen()
    os.dup2(listening.detach(), int(fd))
    os.set_inheritable(int(fd), True)


def adopt_orphans() -> None:
    """Makes detached grandchildren ours to find and end (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_input(child: subprocess.Popen) -> None:
    while os.read(0, 4096):
        pass
    child.kill()


def kill_descendants() -> None:
    """Kills until none is left, as a process may start another while it is being killed."""
    try:
        import psutil
    except ModuleNotFoundError:
        return  # it comes with ipykernel: without it no kernel was started

    for _ in range(MAX_SWEEPS):
        descendants = psutil.Process().children(recursive=True)
        if not descendants:
            return
        for process in descendants:
            try:
                process.kill()
            except psutil.NoSuchProcess:
                pass
        time.sleep(SWEEP_SECONDS)
        collect_ended()


def collect_ended() -> None:
    """Takes killed children off the process table, where they would be found for ever."""
    if os.name != "posix":
        return
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def wait(child: subprocess.Popen) -> int:
    """Waits for the command, reaping adopted orphans on the way."""
    if os.name != "posix":
        return child.wait()
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == child.pid:
            return abs(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    sys.exit(main())
