"""Modules that reach a cluster: ``sales.spark`` is a Spark Connect session, ``sales.dask`` a client of Dask's scheduler.

A kernel has no network: the host opens a socket in the session's folder that leads to the cluster's entrance, and adds
the secret there if there is one.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

from IPython.display import display

from ..errors import ToolError
from ..shell import find_shell
from .calls import call
from .connections import list_places, sweep

# Shorter jobs show no progress; that of longer ones is shown as often as this, and rarer the longer they take.
FIRST_SECONDS = 1.0
SHARE = 0.05
PACKAGES = {"spark": "pyspark-client", "dask": "distributed"}

# Open clusters of this process, with the connections that hold their doors.
opened: dict[str, tuple[int, Any, socket.socket]] = {}


class ClusterModule(ModuleType):
    def __init__(self, name: str, tool: dict[str, Any]) -> None:
        label = f"{name}.{tool['name']}"
        super().__init__(name, f"Reaches the cluster of the connection {name}: see {label}.")
        self.kind = tool["name"]
        # As functions are described to a model, which reads the signature.
        self.described = {"id": tool["id"], "name": label, "signature": label, "doc": tool["description"]}

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), self.kind]

    def __getattr__(self, attribute: str) -> Any:
        __tracebackhide__ = True
        name, kind = self.__name__, vars(self).get("kind")
        if attribute == kind:
            return connect(name, kind)
        if attribute in {"query", "tables", "describe"}:
            raise ToolError(f"{name} is a cluster: use {name}.{kind}.")
        raise AttributeError(f"module {name!r} has no attribute {attribute!r}")


def connect(name: str, kind: str) -> Any:
    __tracebackhide__ = True
    pid, client, hold = opened.get(name, (0, None, None))
    # A forked process shares no connection; and the host's program may have ended meanwhile.
    if pid == os.getpid() and hold is not None and is_held(hold):
        return client
    sweep()
    make = {"spark": make_spark, "dask": make_dask}[kind]
    try:
        __import__({"spark": "pyspark", "dask": "distributed"}[kind])
    except ImportError:
        raise ToolError(
            f"{name}.{kind} needs the package {PACKAGES[kind]}, which this kernel does not have. "
            f"Install it where Actbook's kernels have theirs: pip install {PACKAGES[kind]}"
        ) from None
    door = call(f"{name}.{kind}", {})
    path = next((path for path in list_places(door["file"]) if os.path.exists(path)), None)
    if path is None:
        raise ToolError("A kernel that does not share a folder with Actbook does not reach clusters.")
    folder = os.open(os.path.dirname(path), os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    place = f"/proc/self/fd/{folder}/{door['file']}"
    hold = socket.socket(socket.AF_UNIX)
    hold.connect(place)
    client = make(name, place, door.get("user"))
    opened[name] = (os.getpid(), client, hold)
    return client


def is_held(hold: socket.socket) -> bool:
    try:
        hold.setblocking(False)
        return hold.recv(1) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


class Progress:
    """One output under a cell, replaced while its job runs."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.began = self.shown = time.monotonic()
        self.handle: Any = None
        self.text = ""

    def show(self, done: int, total: int, is_last: bool = False) -> None:
        now = time.monotonic()
        pause = max(FIRST_SECONDS, (now - self.began) * SHARE)
        text = f"{self.label}: {done:,} of {total:,} tasks"
        if text == self.text or (now - self.shown < pause and not (is_last and self.handle)):
            return
        self.shown, self.text = now, text
        bundle = {"text/plain": text}
        if self.handle is None:
            self.handle = display(bundle, raw=True, display_id=True)
        else:
            self.handle.update(bundle, raw=True)


def make_spark(name: str, place: str, user: str | None) -> Any:
    # What was tried of it with pandas 3 is in docs/connections.md.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    from pyspark.sql.connect.client import ChannelBuilder
    from pyspark.sql.connect.session import SparkSession

    class Door(ChannelBuilder):  # type: ignore[misc]
        host = name

        def toChannel(self) -> Any:
            # Without an authority that looks like a host, servers refuse the path of a socket.
            self.setChannelOption("grpc.default_authority", "localhost")
            return self._insecure_channel(f"unix:{place}")

    params = {} if user is None else {"user_id": user}
    session = SparkSession.builder.channelBuilder(Door(params=params)).create()
    try:
        # Spark connects with the first question. A session that nobody answers would stay the active one.
        str(session.version)
    except Exception as error:
        with contextlib.suppress(Exception):
            session.stop()
        raise ToolError(f"{name}.spark cannot be used: {error}") from None
    jobs: dict[str, Progress] = {}

    def follow(stages: Any, inflight_tasks: int, operation_id: str, done: bool) -> None:
        progress = jobs.setdefault(operation_id, Progress(f"{name}.spark"))
        counts = [(stage.num_completed_tasks, stage.num_tasks) for stage in stages or ()]
        if counts:
            progress.show(sum(count for count, _ in counts), sum(total for _, total in counts), done)
        if done:
            jobs.pop(operation_id, None)

    session.registerProgressHandler(follow)
    tag = f"actbook-{os.getpid()}"
    session.addTag(tag)
    when_interrupted(lambda: session.interruptTag(tag))
    return session


def make_dask(name: str, place: str, user: str | None) -> Any:
    from distributed import Client

    from .dask_door import add_door

    client = Client(add_door(name, place), direct_to_workers=False, name=f"actbook-{name}")
    kept: set[str] = set()

    def begin(*_: Any) -> None:
        if client.status != "running":
            find_shell().events.unregister("pre_run_cell", begin)
            return
        kept.clear()
        kept.update(client.futures)
        watch_dask(name, client, kept)

    def cancel() -> None:
        """Tasks that wait do not start; one that runs in a thread of a worker runs to its end."""
        fresh = [key for key in client.futures if key not in kept]
        from distributed import Future

        client.cancel([Future(key, client) for key in fresh], force=True)

    find_shell().events.register("pre_run_cell", begin)
    begin()
    when_interrupted(cancel)
    return client


def watch_dask(name: str, client: Any, kept: set[str]) -> None:
    """Shows progress until the cell ends."""
    ended = threading.Event()
    shell = find_shell()

    def end(*_: Any) -> None:
        ended.set()
        shell.events.unregister("post_run_cell", end)

    def count(own: list[str]) -> Callable[..., tuple[int, int]]:
        # Within a function, so that it goes to the scheduler as code: this package is not there.
        def count_tasks(dask_scheduler: Any = None) -> tuple[int, int]:
            wanted = [dask_scheduler.tasks[key] for key in own if key in dask_scheduler.tasks]
            groups, left = set(), [task.group for task in wanted]
            while left:
                group = left.pop()
                if group not in groups:
                    groups.add(group)
                    left.extend(group.dependencies)
            states = [group.states for group in groups]
            done = sum(each["memory"] + each["released"] + each["forgotten"] for each in states)
            return done, sum(sum(each.values()) for each in states)

        return count_tasks

    def watch() -> None:
        progress = Progress(f"{name}.dask")
        while not ended.wait(FIRST_SECONDS):
            own = [key for key in list(client.futures) if key not in kept]
            with contextlib.suppress(Exception):
                if own:
                    progress.show(*client.run_on_scheduler(count(own)))

    shell.events.register("post_run_cell", end)
    threading.Thread(target=watch, name="actbook-dask-progress", daemon=True).start()


def when_interrupted(cancel: Callable[[], object]) -> None:
    """After each cell that an interrupt has ended."""

    def check(result: Any) -> None:
        if isinstance(result.error_in_exec, KeyboardInterrupt):
            # A cluster that is gone has nothing to cancel.
            with contextlib.suppress(Exception):
                cancel()

    find_shell().events.register("post_run_cell", check)
