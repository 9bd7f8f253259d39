"""Finds what keeps a running kernel from being forked: what its fork would share with it, or would lack. Linux only.

It asks the system, so that what a library holds is found whatever the library is: threads, child processes, open files,
connections, and shared memory. Python's own objects are looked at only to name the variable in the way.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import re
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterable
from itertools import islice
from typing import Any

from native_threads import LOOKS, find_owners, list_native_threads
from open_descriptors import find_shared, list_fds, list_trackers

MAX_NAMED = 3
MAX_PARTS = 100
OWN_PACKAGES = re.compile(r"/site-packages/(ipykernel|zmq|tornado)/")
ENDED = "Z"
# ZeroMQ's, which a fork never touches, jemalloc's, which it starts again, and one that Polars has before it does anything.
SURVIVING = re.compile(r"ZMQbg/|jemalloc_bg_thd|polars-ooc-clea")
# Files, with their folder, of libraries whose threads are started again in a fork, or are not missed there.
RESTARTING = re.compile(r"openblas|/libarrow\.|^(numexpr|cv2|catboost|tokenizers)/")
# It ends a fork, although its threads have ended before.
UNFORKABLE = {"numba.np.ufunc.omppool": "parallel code of numba"}
# Locks of multiprocessing, which nobody holds while no code runs.
LOCKS = "/dev/shm/sem."
# Files that are mapped to be written to, together with others.
SHARED_MAP = re.compile(r"w[x-]s [0-9a-f]+ \S+ \d+ +(/.*)")
OPENMP = re.compile(r"/lib(gomp|omp|iomp)")


class Baseline:
    """What the process of a kernel has when it is ready and has run no code, and native threads that were looked at since."""

    def __init__(self) -> None:
        self.threads = set(threading.enumerate())
        self.native_threads = set(list_native_threads())
        self.files = {fd: os.fstat(fd).st_ino for fd in list_fds()}
        self.maps = set(list_shared_maps(read_maps()))


def find_obstacles(
    baseline: Baseline,
    own_ports: set[int],
    forks: set[int],
    namespace: dict[str, Any],
    mapped: str | None = None,
    looks: int = LOOKS,
) -> list[str]:
    """Each as a part of a sentence, such as ``the thread “worker”``; empty where a fork is as good as its parent. ``mapped``: what
    ``read_maps`` returned just now; ``looks``: how often a busy thread is looked at before it counts as one of these."""
    names = Names(namespace)
    maps = list_shared_maps(mapped or read_maps())
    found = [
        *find_threads(baseline, looks),
        *find_children(forks),
        *find_tasks(),
        *find_shared(baseline.files, own_ports, names, maps),
        *find_maps(baseline, names, maps),
        *find_temporary_folders(names),
    ]
    return list(dict.fromkeys(found))


class Names:
    """Finds the variable that holds an object, at its top or one level down."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.namespace = namespace

    def list_variables(self) -> list[tuple[str, Any]]:
        """Only once something is in the way, as for the trackers of children."""
        return [(name, value) for name, value in list(self.namespace.items()) if not name.startswith("_")]

    def find(self, wanted: Any) -> str | None:
        for name, value in self.list_variables():
            if any(each is wanted for each in (value, *list_parts(value))):
                return name
        return None

    def find_by(self, is_it: Any) -> str | None:
        """The first whose value is such an object."""
        for name, value in self.list_variables():
            for each in (value, *list_parts(value)):
                try:
                    if is_it(each):
                        return name
                except Exception:
                    continue
        return None


def list_parts(value: Any) -> Iterable[Any]:
    if type(value) in (list, tuple, set):
        return list(islice(value, MAX_PARTS))
    if type(value) is dict:
        return list(islice(value.values(), MAX_PARTS))
    return list(vars(value).values()) if type(getattr(value, "__dict__", None)) is dict else []


def with_name(what: str, name: str | None) -> str:
    return f"{what} (variable {name})" if name else what


def find_threads(baseline: Baseline, looks: int) -> list[str]:
    added = [each for each in threading.enumerate() if each not in baseline.threads and not is_monitor(each)]
    python = [f"the thread “{each.name}”" for each in added[:MAX_NAMED]]
    native = [each for each in list_native_threads() if each not in baseline.native_threads]
    named = sorted({each.name for each in native if each.name and not SURVIVING.match(each.name)})
    owners = find_owners([each for each in native if not each.name], looks)
    # They may be busy the next time.
    baseline.native_threads |= {each for each, owner in owners.items() if is_restarting(owner)}
    unnamed = sorted({describe_owner(owner) for owner in owners.values() if not is_restarting(owner)})
    return [
        *python,
        *[f"the thread “{name}” of a library" for name in named[:MAX_NAMED]],
        *unnamed[:MAX_NAMED],
        *[name for module, name in UNFORKABLE.items() if module in sys.modules],
    ]


def is_restarting(owner: str | None) -> bool:
    return owner is not None and bool(RESTARTING.search("/".join(owner.split("/")[-2:])))


def describe_owner(owner: str | None) -> str:
    if owner is None:
        return "a thread of a library"
    name = os.path.basename(owner).split(".")[0]
    return f"the threads of {name.lstrip('_').removeprefix('lib')}"


def is_monitor(thread: threading.Thread) -> bool:
    """Those of tqdm and of pyzmq, which replace one that they find dead. Large outputs start that of pyzmq."""
    return type(thread).__module__ in {"tqdm._monitor", "zmq.utils.garbage"}


def list_other_children(forks: set[int]) -> list[int]:
    """Child processes that code has started."""
    added = set(list_children()) - forks
    # References to modules are counted on their pages, each of which a checkpoint shares until then.
    return sorted(added - {getattr(each, "_pid", None) for each in list_trackers()}) if added else []


def find_children(forks: set[int]) -> list[str]:
    pids = list_other_children(forks)
    # To look through all objects takes long.
    for each in gc.get_objects() if pids else []:
        # Asks for the status of one that has ended, which only its parent gets.
        if isinstance(each, subprocess.Popen):
            each.poll()
    return [f"the process {pid} ({read_command(pid)})" for pid in pids if is_alive(pid)][:MAX_NAMED]


def list_children(parent: int | str = "self") -> list[int]:
    pids: list[int] = []
    for task in list_tasks(parent):
        try:
            with open(f"/proc/{parent}/task/{task}/children") as file:
                pids += [int(pid) for pid in file.read().split()]
        except OSError:
            continue
    return pids


def list_tasks(parent: int | str) -> list[str]:
    try:
        return os.listdir(f"/proc/{parent}/task")
    except OSError:
        return []  # it has ended


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != ENDED
    except OSError:
        return False


def read_command(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/comm") as file:
            return file.read().strip()
    except OSError:
        return "ended"


def find_tasks() -> list[str]:
    try:
        tasks = asyncio.all_tasks()
    except RuntimeError:
        return []
    current = asyncio.current_task()
    coroutines = [task.get_coro() for task in tasks if task is not current]
    return [f"the task {name}" for each in coroutines if (name := read_task_name(each))][:MAX_NAMED]


def read_task_name(coroutine: Any) -> str | None:
    """None for the kernel's own."""
    code = getattr(coroutine, "cr_code", None)
    if code is not None and OWN_PACKAGES.search(code.co_filename):
        return None
    return getattr(coroutine, "__qualname__", None) or "of asyncio"


def list_shared_maps(maps: str) -> list[str]:
    return [path for path in SHARED_MAP.findall(maps) if not path.startswith(LOCKS)]


def read_maps() -> str:
    """All that is mapped. The system takes milliseconds for it, so before a cell it is read once."""
    with open("/proc/self/maps", errors="surrogateescape") as file:
        return file.read()


def find_maps(baseline: Baseline, names: Names, maps: list[str]) -> list[str]:
    paths = [path for path in maps if path not in baseline.maps]
    numpy = sys.modules.get("numpy")
    name = names.find_by(lambda each: numpy is not None and isinstance(each, numpy.memmap)) if paths else None
    return [with_name(f"shared memory ({os.path.basename(path)})", name) for path in dict.fromkeys(paths)]


def find_temporary_folders(names: Names) -> list[str]:
    """Whichever process ends first removes one."""
    registry = getattr(weakref.finalize, "_registry", {})
    found = []
    for finalizer in list(registry):
        alive = finalizer.peek()
        if alive and isinstance(alive[0], tempfile.TemporaryDirectory):
            folder = alive[0]
            found.append(
                with_name(f"the temporary folder {os.path.basename(folder.name)}", names.find(folder))
            )
    return found


def quiesce() -> None:
    """Ends pools that start again by themselves, which a fork would wait for."""
    loky = sys.modules.get("joblib.externals.loky.reusable_executor")
    executor = getattr(loky, "_executor", None)
    if executor is not None:
        executor.shutdown(wait=True)
    end_reader()
    pause_openmp(read_maps())


def end_reader() -> None:
    """Ends our own process that reads files for previews, unless it is at work: it starts again when it is needed."""
    reader = sys.modules.get("actbook.files.reader_process")
    if reader is not None:
        reader.end_idle_reader()


def pause_openmp(mapped: str) -> None:
    """Ends the threads of OpenMP, which start again when they are needed."""
    lines = [line for line in mapped.splitlines() if "omp" in line and OPENMP.search(line)]
    for path in {line[line.index("/") :] for line in lines}:
        try:
            ctypes.CDLL(path).omp_pause_resource_all(2)
        except (OSError, AttributeError):
            continue
