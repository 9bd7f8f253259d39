"""A rehearsal that fails: it says so, in time, and leaves nothing outside a box."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import rehearse_server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Boxes need Linux.")

KERNELS = Path(__file__).parents[1]
# What the app waits for a zygote, seconds: READY_TIMEOUT_MS in box-zygote.ts.
READY_SECONDS = 30
TIMEOUT_SECONDS = 120

# One process for all, as it loads much.
REHEARSE = f"""
import asyncio, json, os, sys
from unittest.mock import patch
sys.path.insert(0, {str(KERNELS)!r})
import psutil, private_server, fork_server, rehearse, rehearse_server
OTHERS = ["rehearse_libraries", "rehearse_shell"]
started = []
sys.addaudithook(lambda event, given: started.append(str(given[1])) if event == "subprocess.Popen" else None)

def fail(*_): raise OSError("Not here.")
async def hang(*_): await asyncio.sleep(3600)

def rehearsed(*left_out):
    started.clear()
    failures = rehearse.rehearse([*OTHERS, *left_out])
    left = [process.status() for process in psutil.Process().children(recursive=True)]
    for process in psutil.Process().children(recursive=True): process.kill()
    return {{"failures": failures, "cold": [each for each in started if "ipykernel" in each], "left": left}}

rehearse_server.TIMEOUT_SECONDS = 60
found = {{"nothing": rehearsed()}}
with patch.object(fork_server, "find_refusal", lambda *_: "Not here."): found["no fork"] = rehearsed()
with patch.object(private_server, "create_application", fail):
    found["no setup"] = rehearsed()
    found["failed before"] = rehearsed("rehearse_server")
with patch.object(rehearse_server, "ask", hang), patch.object(rehearse_server, "TIMEOUT_SECONDS", 1):
    found["hanging"] = rehearsed()
os.environ["HOME"] += "/" + "long" * 15
os.mkdir(os.environ["HOME"])
found["ports"] = rehearsed()
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def rehearsals() -> Any:
    # Its path leaves room for those of Unix sockets.
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp") as folder:
        env = {"PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8"}
        command = [sys.executable, "-c", REHEARSE]
        done = subprocess.run(
            command, check=False, env=env, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_SECONDS
        )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ("no fork", "could not be forked"),
        ("no setup", "Not here."),
        ("hanging", "TimeoutError"),
        ("ports", "too long for Unix sockets"),
    ],
)
def test_a_failure_is_reported_and_leaves_no_process(trouble: str, reason: str, rehearsals: Any) -> None:
    found = rehearsals[trouble]
    assert reason in found["failures"].get("rehearse_server", "")
    # A kernel that is not forked would run outside any box.
    assert found["cold"] == [] and found["left"] == []


def test_it_is_not_tried_again_where_it_failed_before(rehearsals: Any) -> None:
    nothing: dict[str, object] = {"failures": {}, "cold": [], "left": []}
    assert rehearsals["nothing"] == rehearsals["failed before"] == nothing


def test_it_takes_little_of_what_the_app_waits() -> None:
    assert rehearse_server.TIMEOUT_SECONDS <= READY_SECONDS / 6
