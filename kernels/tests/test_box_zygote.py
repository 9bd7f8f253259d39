"""The process that boxes are forked from: what it does before the first box, and how it ends."""

import json
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Boxes need Linux.")

SCRIPT = Path(__file__).parents[1] / "box_zygote.py"
TIMEOUT_SECONDS = 60


@pytest.fixture
def folder() -> Iterator[Path]:
    """Its path leaves room for the sockets of a rehearsal."""
    with tempfile.TemporaryDirectory(prefix="z", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def zygote(folder: Path) -> Iterator[subprocess.Popen[str]]:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, SCRIPT], stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=folder, text=True
    ) as process:
        yield process
        process.kill()


def start(process: subprocess.Popen[str], path: Path) -> dict[str, str]:
    """The reason for each rehearsal that failed."""
    assert process.stdin and process.stdout
    process.stdin.write(f"{path}\n")
    process.stdin.flush()
    ready = json.loads(process.stdout.readline())
    assert ready["ready"] is True
    return dict(ready["failures"])


def test_rehearses_without_a_failure_and_leaves_no_file(zygote: subprocess.Popen[str], folder: Path) -> None:
    path = folder / "zygote.sock"
    # A busy machine may take longer than it is given.
    assert set(start(zygote, path).values()) <= {"TimeoutError()"}
    path.unlink()
    left = sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each.is_file())
    assert [name for name in left if "fontlist" not in name] == []
    zygote.communicate(timeout=TIMEOUT_SECONDS)
    assert zygote.returncode == 0


def test_stays_until_its_last_fork_has_gone(zygote: subprocess.Popen[str], folder: Path) -> None:
    path = folder / "zygote.sock"
    start(zygote, path)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        while not psutil.Process(zygote.pid).children():
            time.sleep(0.01)
        assert zygote.stdin
        zygote.stdin.close()
        with pytest.raises(subprocess.TimeoutExpired):
            zygote.wait(1)
    assert zygote.wait(TIMEOUT_SECONDS) == 0
