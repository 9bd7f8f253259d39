"""The process that boxes are forked from: what it does before the first box, and how it ends."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Boxes need Linux.")

SCRIPT = Path(__file__).parents[1] / "box_zygote.py"
TIMEOUT_SECONDS = 60


@pytest.fixture
def zygote(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, SCRIPT], stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=tmp_path, text=True
    ) as process:
        yield process
        process.kill()


def start(process: subprocess.Popen[str], path: Path) -> None:
    assert process.stdin and process.stdout
    process.stdin.write(f"{path}\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline()) == {"ready": True}


def test_rehearses_without_a_failure_and_leaves_no_file(
    zygote: subprocess.Popen[str], tmp_path: Path
) -> None:
    path = tmp_path / "zygote.sock"
    start(zygote, path)
    path.unlink()
    left = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file())
    assert [name for name in left if "fontlist" not in name] == []
    _, errors = zygote.communicate(timeout=TIMEOUT_SECONDS)
    assert "rehearsal:" not in errors
    assert zygote.returncode == 0


def test_stays_until_its_last_fork_has_gone(zygote: subprocess.Popen[str], tmp_path: Path) -> None:
    path = tmp_path / "zygote.sock"
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
