"""Locks of ``multiprocessing`` in a fork. Linux only."""

from __future__ import annotations

import multiprocessing
import os
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("Forks of kernels are for Linux.", allow_module_level=True)

from process_locks import read_locks, renew_locks


def test_a_fork_has_locks_of_its_own() -> None:
    context = multiprocessing.get_context("fork")
    held, counted, event = context.Lock(), context.Semaphore(5), context.Event()
    locks = read_locks()
    held.acquire()
    counted.acquire()
    event.set()
    pid = os.fork()
    if pid == 0:
        renew_locks(locks)
        is_free = held.acquire(timeout=1)
        as_before = is_free and counted.get_value() == 5 and not event.is_set()
        counted.release()
        os._exit(0 if as_before else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert counted.get_value() == 4
    assert not held.acquire(block=False)
