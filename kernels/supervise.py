"""Runs one command and lets nothing it started outlive its owner for long.

The owner holds the other end of this process's standard input. The first line of it is handed on to the command: that
is how a secret travels without showing in a process list or an environment. When the owner closes it after a line
``end``, the whole process tree ends and the scratch folder is removed. When it closes without, the owner has died: then
another one may connect to the socket ``owner.sock`` in the scratch folder for some seconds, is greeted with a line
``{"pid": N}`` and holds that connection as the first owner held standard input. When nobody comes, all of it ends.

Usage: ``python supervise.py [--grace SECONDS] [--listen PATH FD] [--group FOLDER]... SCRATCH_DIR COMMAND [ARGUMENT...]``.
Without ``--grace`` nobody is waited for. With ``--listen`` the command inherits, as file descriptor FD, a Unix socket that
listens at PATH: so the command needs no access to the folder of PATH. With ``--group`` the command is in that control group
from its first moment, while this process stays outside. Other descriptors that were inherited are handed on.
"""

import argparse
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
SWEEP_SECONDS = 0.02
MAX_SWEEPS = 100
CHUNK_BYTES = 65536
RELAY_SECONDS = 1
FAREWELL = b"end\n"


def main() -> int:
    arguments = parse_arguments()
    adopt_orphans()
    # A terminal's Ctrl-C is the parent's to handle. Not SIG_IGN, which kernels would inherit.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    first_line = read_line(0)
    if not first_line.endswith(b"\n"):
        # Whoever started it is gone, and nobody knows of it.
        shutil.rmtree(arguments.scratch, ignore_errors=True)
        return 1
    if arguments.listen:
        listen(*arguments.listen)
    door = open_door(arguments.scratch) if arguments.grace > 0 else None
    # Python's own descriptors are never inherited; those that were meant for the command are.
    child = subprocess.Popen(
        arguments.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        close_fds=False,
        # There is one thread yet.
        preexec_fn=(lambda: begin(arguments.group)) if sys.platform == "linux" else None,  # noqa: PLW1509
    )
    # All three are pipes.
    assert child.stdin and child.stdout and child.stderr
    child.stdin.write(first_line)
    child.stdin.close()
    relays = [relay(child.stdout.fileno(), 1), relay(child.stderr.fileno(), 2)]
    threading.Thread(target=end_with_owner, args=[child, door, arguments.grace], daemon=True).start()
    status = wait(child)
    kill_descendants()
    for each in relays:
        each.join(RELAY_SECONDS)
    shutil.rmtree(arguments.scratch, ignore_errors=True)
    return status


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--grace", type=float, default=0)
    parser.add_argument("--listen", nargs=2, metavar=("PATH", "FD"))
    parser.add_argument("--group", action="append", default=[], metavar="FOLDER")
    parser.add_argument("scratch")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def read_line(fd: int) -> bytes:
    """Takes no byte more, as the rest is for others to read."""
    line = b""
    while not line.endswith(b"\n") and (byte := os.read(fd, 1)):
        line += byte
    return line


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


def begin(groups: list[str]) -> None:
    """Runs in the command's process before the command does."""
    # A box asks for this itself, but only once it has its namespaces: on a busy machine that takes a while.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    for group in groups:
        with open(os.path.join(group, "cgroup.procs"), "w") as processes:
            processes.write("0")


def open_door(scratch: str) -> socket.socket | None:
    """The socket where the next owner may come in; None where there is no such thing."""
    try:
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        door.bind(os.path.join(scratch, "owner.sock"))
        door.listen()
        return door
    except (AttributeError, OSError):
        return None


def end_with_owner(child: subprocess.Popen[bytes], door: socket.socket | None, grace: float) -> None:
    owner: int | None = 0
    while owner is not None and not says_farewell(owner):
        owner = admit_owner(door, grace) if door else None
    child.kill()


def says_farewell(owner: int) -> bool:
    """Waits until the owner is gone, and tells whether it asked for everything to end with it."""
    said = b""
    while True:
        try:
            chunk = os.read(owner, CHUNK_BYTES)
        except OSError:
            chunk = b""
        if not chunk:
            return said.endswith(FAREWELL)
        said = (said + chunk)[-len(FAREWELL) :]


def admit_owner(door: socket.socket, grace: float) -> int | None:
    """The file descriptor of the next owner, or None when nobody came in time."""
    door.settimeout(grace)
    try:
        owner, _ = door.accept()
    except OSError:
        return None
    owner.setblocking(True)
    try:
        owner.sendall(json.dumps({"pid": os.getpid()}).encode() + b"\n")
    except OSError:
        pass  # it has left already, which the next read tells
    return owner.detach()


def relay(source: int, target: int) -> threading.Thread:
    """Hands output on, and lets it go when the one who read it is gone: a broken pipe would end whoever writes."""

    def copy() -> None:
        while chunk := os.read(source, CHUNK_BYTES):
            try:
                os.write(target, chunk)
            except OSError:
                pass

    thread = threading.Thread(target=copy, daemon=True)
    thread.start()
    return thread


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
    """Takes killed children off the process table, where they would be found forever."""
    if os.name != "posix":
        return
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def wait(child: subprocess.Popen[bytes]) -> int:
    """Waits for the command, reaping adopted orphans on the way."""
    if os.name != "posix":
        return child.wait()
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == child.pid:
            return abs(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    sys.exit(main())
