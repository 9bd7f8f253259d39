"""supervise.py as the app starts it: a process of its own, with its owner at the other end of a pipe."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

SCRIPT = Path(__file__).parent.parent / "supervise.py"


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux ends a process with its parent.")
def test_a_command_that_asks_for_nothing_ends_with_a_killed_supervisor(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-I", SCRIPT, tmp_path, "sh", "-c", "echo started; exec sleep 600"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as supervisor:
        # Both are pipes.
        assert supervisor.stdin and supervisor.stdout
        supervisor.stdin.write(b"token\n")
        supervisor.stdin.flush()
        assert supervisor.stdout.readline() == b"started\n"
        [command] = psutil.Process(supervisor.pid).children()
        supervisor.send_signal(signal.SIGKILL)
    command.wait(10)
