"""Which descriptors keep a kernel from being forked, and what a fork has of the others. Linux only."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "linux":
    pytest.skip("Forks of kernels are for Linux.", allow_module_level=True)

import open_descriptors
from fork_obstacles import Names


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lines.txt").write_text("one\ntwo\nthree\n")


SITUATIONS = [
    ("a file that is read", "f = open('lines.txt'); f.readline()", []),
    ("a file that was removed", "import os; f = open('lines.txt', 'rb'); os.unlink('lines.txt')", []),
    ("a folder", "import os; f = os.open('.', os.O_RDONLY)", []),
    ("a path without a position", "import os; f = os.open('lines.txt', os.O_PATH)", []),
    ("random numbers of the system", "f = open('/dev/urandom', 'rb')", []),
    (
        "a file to be changed",
        "f = open('lines.txt', 'r+')",
        ["the file lines.txt, which is open for writing (variable f)"],
    ),
    ("a pipe", "import os; r, w = os.pipe()", ["a pipe (descriptor {r})", "a pipe (descriptor {w})"]),
    (
        "a pipe as two files",
        "import os; r, w = (os.fdopen(each) for each in os.pipe())",
        ["a pipe (variable r)", "a pipe (variable w)"],
    ),
    (
        "one end of a pipe",
        "import os; r, w = os.pipe(); os.set_blocking(r, False); os.close(w)",
        ["a pipe (descriptor {r})"],
    ),
    ("a pipe that wakes a library", "import os; r, w = os.pipe(); os.set_blocking(w, False)", []),
    (
        "such a pipe with something in it",
        "import os; r, w = os.pipe(); os.set_blocking(w, False); os.write(w, b'1')",
        ["a pipe (descriptor {r})", "a pipe (descriptor {w})"],
    ),
    (
        "what a child has written",
        "import subprocess; p = subprocess.Popen(['true'], stdout=-1); p.wait()",
        ["a pipe (variable p)"],
    ),
    ("a named pipe", "import os; os.mkfifo('p'); f = os.open('p', os.O_RDWR)", ["the pipe p"]),
    ("a queue", "import multiprocessing; q = multiprocessing.Queue()", ["a pipe (variable q)"]),
    (
        "a pair of sockets",
        "import socket; s, t = socket.socketpair()",
        ["a connection (a pair of sockets) (variable s)", "a connection (a pair of sockets) (variable t)"],
    ),
    (
        "both ends of multiprocessing",
        "import multiprocessing; c = multiprocessing.Pipe()",
        ["a connection (a pair of sockets) (variable c)"],
    ),
    ("an event loop that is not used", "import asyncio; loop = asyncio.new_event_loop()", []),
    (
        "a terminal",
        "import os; main, other = (os.readlink(f'/proc/self/fd/{each}') for each in os.openpty())",
        ["the device {main}", "the device {other}"],
    ),
    (
        "a counter of the system",
        "import ctypes; c = ctypes.CDLL(None).eventfd(0, 0)",
        ["an event descriptor"],
    ),
    (
        "a clock of the system",
        "import ctypes; c = ctypes.CDLL(None).timerfd_create(1, 0)",
        ["a descriptor of the system (timerfd)"],
    ),
]


@pytest.mark.parametrize(
    ("code", "expected"), [each[1:] for each in SITUATIONS], ids=[each[0] for each in SITUATIONS]
)
def test_what_would_be_shared_is_named(code: str, expected: list[str]) -> None:
    def find() -> str:
        before = {fd: os.fstat(fd).st_ino for fd in open_descriptors.list_fds()}
        namespace: dict[str, Any] = {}
        exec(code, namespace)
        values = {name: value for name, value in namespace.items() if type(value) in (int, str)}
        found = list(dict.fromkeys(open_descriptors.find_shared(before, set(), Names(namespace), [])))
        return json.dumps([found, [each.format(**values) for each in expected]])

    found, wanted = json.loads(run_fork(lambda: None, find))
    assert found == wanted


def run_fork(continue_parent: Callable[[], object], act: Callable[[], str]) -> str:
    """What ``act`` returns in a fork, whose parent has continued."""
    told, tell = os.pipe()
    waiting, wake = os.pipe()
    places = open_descriptors.read_places()
    pid = os.fork()
    if pid == 0:
        answer = ""
        try:
            os.read(waiting, 1)
            open_descriptors.cover([told, tell, waiting, wake], places)
            answer = act()
        except BaseException as error:
            answer = repr(error)
        finally:
            os.write(tell, answer.encode())
            os._exit(0)
    continue_parent()
    os.write(wake, b"1")
    for fd in (tell, waiting, wake):
        os.close(fd)
    with os.fdopen(told) as answers:
        answer = answers.readline()
    os.waitpid(pid, 0)
    return answer


@pytest.mark.parametrize("is_removed", [False, True])
def test_files_are_read_from_where_they_were(is_removed: bool) -> None:
    with open("lines.txt", "rb", buffering=0) as file:
        assert file.read(4) == b"one\n"
        if is_removed:
            os.unlink("lines.txt")
        assert run_fork(lambda: file.read(4), lambda: file.read(3).decode()) == "two"
        assert file.read(5) == b"three"


def test_folders_are_listed_from_where_they_were() -> None:
    listing = os.open(".", os.O_RDONLY)
    try:
        assert run_fork(lambda: os.lseek(listing, 0, os.SEEK_END), lambda: "".join(os.listdir(listing)))
        assert os.lseek(listing, 0, os.SEEK_CUR) > 0
    finally:
        os.close(listing)


def test_a_library_is_not_woken_by_its_parent() -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)

    def wake_itself() -> str:
        os.write(write, b"own")
        return f"{os.read(read, 9).decode()} {os.get_blocking(read)} {os.get_blocking(write)}"

    assert run_fork(lambda: None, wake_itself) == "own True False"
    assert open_descriptors.count_waiting(read) == 0
    os.close(read)
    os.close(write)
