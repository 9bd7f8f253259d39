"""Runs one command and lets nothing it started outlive this process's standard input.

The parent holds the other end of the pipe: when it closes it, or dies by any means, the whole process
tree ends and the scratch folder is removed. The first line of standard input is handed on to the command:
that is how a secret travels without showing in a process list or an environment.
Usage: ``python supervise.py SCRATCH_DIR COMMAND [ARGUMENT...]``.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

PR_SET_CHILD_SUBREAPER = 36
SWEEP_SECONDS = 0.02
MAX_SWEEPS = 100


def main() -> int:
    adopt_orphans()
    # A terminal's Ctrl-C is the parent's to handle. Not SIG_IGN, which kernels would inherit.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    first_line = sys.stdin.buffer.readline()
    child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, start_new_session=True)
    child.stdin.write(first_line)
    child.stdin.close()
    threading.Thread(target=end_with_input, args=[child], daemon=True).start()
    status = wait(child)
    kill_descendants()
    shutil.rmtree(sys.argv[1], ignore_errors=True)
    return status


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
