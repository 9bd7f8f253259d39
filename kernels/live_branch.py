"""Lets a running Python kernel fork itself into another kernel that has all it has: variables, imports, random state.

The kernel answers ``branch_request`` on its shell channel, while it runs no code. Its content is ``connection_file`` and
``cwd`` of the kernel to be, or neither to learn only whether it could be; the content of ``branch_reply`` is ``obstacles``,
parts of a sentence (``fork_obstacles.py``), or ``pid`` once the other kernel takes messages. Linux, and ipykernel 7.

A fork has one thread and its parent's descriptors. So the fork leaves ZeroMQ and the event loops of its parent as they are
and never touches them again, gets an ``IPKernelApp`` of its own, and hands that the shell, whose variables they are.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import io
import os
import random
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Collection
from contextvars import copy_context
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

import duckdb_threads
import fork_obstacles
import lean_start
import open_descriptors
import process_locks
from checkpoint_calls import wait_for_input
from checkpoints import Checkpoints
from end_replaced import end_replaced, mark_processes
from ipykernel.displayhook import ZMQDisplayHook
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp
from own_descriptors import close_descriptors, close_loops, list_own_descriptors

IPYKERNEL_MAJOR = 7
# Ends the name of a file next to the kernel's connection file, which tells the server that this kernel answers.
BRANCHES_SUFFIX = ".branches"
CHANNELS = ("shell", "iopub", "stdin", "hb", "control")
# A fork that is not there by then never will be.
START_SECONDS = 5


class Branches:
    """The forks of one kernel."""

    def __init__(self, kernel: Any) -> None:
        self.kernel = kernel
        self.baseline = fork_obstacles.Baseline()
        # Of what a fork leaves behind, nothing may be collected: it would touch what the parent uses.
        self.left: list[Any] = []
        self.forks: set[int] = set()
        # Of descriptors by which it learns that a fork has ended.
        self.watches: set[int] = set()
        # Where files were read to, and what locks held, when the newest fork was made.
        self.places: dict[int, int] = {}
        self.locks: dict[int, bytes] = {}

    def answer(self, content: dict[str, Any]) -> dict[str, Any]:
        fork_obstacles.quiesce()
        with duckdb_threads.paused():
            return self.answer_at_rest(content)

    def answer_at_rest(self, content: dict[str, Any]) -> dict[str, Any]:
        obstacles = self.find_obstacles()
        if obstacles or "connection_file" not in content:
            return {"obstacles": obstacles}
        self.flush()
        pid = self.fork(content["connection_file"], content["cwd"])
        if pid is None:
            return {"obstacles": ["a fork that did not answer"]}
        return {"obstacles": [], "pid": pid}

    def find_obstacles(self, **how: Any) -> list[str]:
        app = IPKernelApp.instance()
        ports = {getattr(app, f"{name}_port") for name in CHANNELS}
        return fork_obstacles.find_obstacles(
            self.baseline, ports, self.forks, self.kernel.shell.user_ns, **how
        )

    def flush(self) -> None:
        """What is in a buffer would be written twice."""
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                stream.flush()
        # To look through all objects takes long.
        if open_descriptors.has_added_writers(self.baseline.files):
            flush_files()

    def fork(self, connection_file: str, cwd: str) -> int | None:
        """Returns the process ID of a kernel that takes messages, or None when none came of it; in the fork, never."""
        woken, wake = os.pipe()

        def act(drawn: tuple[Any, ...]) -> None:
            os.close(woken)
            self.detach()
            self.become(connection_file, cwd, drawn, lambda: announce(wake))

        pid = self.split(act)
        os.close(wake)
        is_bound = wait_for_input([woken], START_SECONDS) and os.read(woken, 1) != b""
        os.close(woken)
        if not is_bound:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return None
        self.collect_later(pid)
        return pid

    def split(self, act: Callable[[tuple[Any, ...]], None]) -> int:
        """Returns the process ID of a fork that does ``act``, with the state of ``random``. It ends then, or becomes a kernel."""
        drawn = random.getstate()
        loop = asyncio.get_running_loop()
        if loop not in self.left:
            self.left.append(loop)
        self.places = open_descriptors.read_places()
        self.locks = process_locks.read_locks()
        # An interrupt is for the kernel, whose process group the fork leaves first.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            with warnings.catch_warnings():
                # Of threads, each of which was looked at.
                warnings.simplefilter("ignore", DeprecationWarning)
                pid = os.fork()
            if pid == 0:
                os.setsid()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        if pid != 0:
            return pid
        try:
            act(drawn)
        except Successor:
            raise
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        os._exit(1)

    def collect_later(self, pid: int, then: Callable[[], None] = lambda: None) -> None:
        """Takes the fork off the process table when it has ended, and does ``then``."""
        self.forks.add(pid)
        ended = os.pidfd_open(pid)
        self.watches.add(ended)
        loop = asyncio.get_running_loop()

        def collect() -> None:
            loop.remove_reader(ended)
            self.watches.discard(ended)
            os.close(ended)
            self.forks.discard(pid)
            try:
                os.waitpid(pid, 0)
            except ChildProcessError:
                pass  # code has waited for it
            then()

        loop.add_reader(ended, collect)

    def detach(self, kept: Collection[int] = ()) -> None:
        """Called once in a fork. It then holds nothing that its parent uses, but for descriptors in ``kept``."""
        before = IPKernelApp.instance()
        self.left.append((before, asyncio.get_event_loop_policy()))
        for act in (before.close, before.iopub_thread.stop, before.cleanup_connection_file):
            atexit.unregister(act)
        streams = (sys.stdout, sys.stderr)
        ports = {getattr(before, f"{name}_port") for name in CHANNELS}
        own = {*self.watches, *list_own_descriptors(before, streams, self.baseline, ports)}
        release_streams(streams)
        close_loops(before, [each for each in self.left if isinstance(each, asyncio.AbstractEventLoop)])
        close_descriptors(own.difference(kept))
        open_descriptors.cover(kept, self.places)
        process_locks.renew_locks(self.locks)

    def become(
        self, connection_file: str, cwd: str | None, drawn: tuple[Any, ...], tell_bound: Callable[[], None]
    ) -> NoReturn:
        """After ``detach``. Without ``cwd`` it stays where its parent was."""

        def open_app() -> Any:
            if cwd is not None:
                os.chdir(cwd)
                mark_processes()
            before = IPKernelApp.instance()
            asyncio.events._set_running_loop(None)
            asyncio.set_event_loop(asyncio.new_event_loop())
            app = create_app(before, (sys.stdout, sys.stderr), connection_file, tell_bound)
            hand_over(before, app)
            # Python draws other numbers in a fork, and libraries draw some while it starts.
            random.setstate(drawn)
            return app

        raise Successor(open_app)


class Successor(SystemExit):
    """Leaves the frames of the parent in a fork: one fork of another would have less and less of the stack, otherwise.

    Event loops pass on no other exception but this and that of an interrupt.
    """

    def __init__(self, open_app: Callable[[], Any]) -> None:
        super().__init__(1)
        self.open_app = open_app
        # Has the context variables that code has set.
        self.context = copy_context()


def start_successors(app: Any, start: Callable[[Any], None]) -> None:
    """Returns when the kernel has ended; in a fork, never."""
    # With the frames that each has left, whose objects are never collected.
    successors: list[Successor] = []
    try:
        start(app)
    except Successor as successor:
        successors.append(successor)
    while successors:
        try:
            successors[-1].context.run(lambda: start(successors[-1].open_app()))
        except Successor as successor:
            successors.append(successor)
            continue
        except BaseException:
            os.write(2, traceback.format_exc().encode())
        os._exit(1)


def announce(wake: int) -> None:
    os.write(wake, b"1")
    os.close(wake)


def flush_files() -> None:
    """What is in a buffer would be written twice."""
    for each in gc.get_objects():
        if type(each) in (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom):
            try:
                each.flush()
            except (OSError, ValueError):
                continue


def release_streams(streams: tuple[Any, ...]) -> None:
    """Descriptors 1 and 2 lead again where they did before the kernel took them."""
    for fd, stream in enumerate(streams, 1):
        copy = getattr(stream, "_original_stdstream_copy", None)
        if copy is not None:
            os.dup2(copy, fd)
            os.close(copy)
            os.close(stream._fid)


def create_app(
    before: Any, streams: tuple[Any, ...], connection_file: str, tell_bound: Callable[[], None]
) -> Any:
    for kind in (type(before), type(before.kernel)):
        clear_instances(kind)

    class BranchApp(IPKernelApp):
        """An app whose shell, files, and settings are there already."""

        def load_config_file(self, *args: Any, **kwargs: Any) -> None: ...
        def init_crash_handler(self) -> None: ...
        def init_code(self) -> None: ...
        def init_extensions(self) -> None: ...
        def init_gui_pylab(self) -> None: ...
        def init_path(self) -> None: ...
        def init_pdb(self) -> None: ...
        def init_poller(self) -> None: ...
        def configure_tornado_logger(self) -> None: ...
        def patch_io(self) -> None: ...
        def log_connection_info(self) -> None:
            self._ports = {name: getattr(self, f"{name}_port") for name in CHANNELS}

        def init_heartbeat(self) -> None:
            super().init_heartbeat()
            tell_bound()

        def init_io(self) -> None:
            # Loggers and progress bars hold these very objects.
            for name, stream in zip(("stdout", "stderr"), streams, strict=True):
                setattr(sys, name, getattr(sys, f"__{name}__"))
                stream.__init__(self.session, self.iopub_thread, name)
                setattr(sys, name, stream)
            self.displayhook = ZMQDisplayHook(self.session, self.iopub_socket)
            sys.displayhook = self.displayhook

    app = BranchApp.instance(config=before.config, parent_handle=0)
    app.profile_dir = before.profile_dir
    arguments = ["-f", connection_file]
    lean_start.start_lean(app, arguments)
    app.initialize(arguments)
    return app


def clear_instances(kind: Any) -> None:
    for each in kind.__mro__:
        if vars(each).get("_instance") is not None:
            each._instance = None


def hand_over(before: Any, app: Any) -> None:
    """Points the shell and its comms to the new kernel. Code that looks the kernel up finds it anyway."""
    shell, kernel = before.shell, app.kernel
    shell.kernel = shell.parent = kernel
    comms = sys.modules.get("comm")
    for each in list(comms.get_comm_manager().comms.values()) if comms else []:
        if getattr(each, "kernel", None) is not None:
            each.kernel = kernel


def enable_branches() -> None:
    """Called once in a kernel's process, before it has a kernel."""
    if sys.platform != "linux" or int(version("ipykernel").split(".")[0]) != IPYKERNEL_MAJOR:
        return
    mark_processes()
    start = IPythonKernel.start

    def start_with_branches(kernel: Any) -> None:
        start(kernel)
        branches = Branches(kernel)
        try:
            Path(kernel.parent.abs_connection_file + BRANCHES_SUFFIX).touch(mode=0o600)
        except OSError:
            return  # the server then takes it for a kernel that cannot

        def answer(stream: Any, identity: Any, parent: Any) -> None:
            content = branches.answer(parent["content"])
            kernel.session.send(stream, "branch_reply", content, parent, ident=identity)

        kernel.shell_handlers["branch_request"] = answer
        kernel.control_handlers["shutdown_request"] = end_replaced(kernel, branches)
        Checkpoints(kernel, branches).enable()

    IPythonKernel.start = start_with_branches  # type: ignore[method-assign]
    start_app = IPKernelApp.start
    IPKernelApp.start = lambda app: start_successors(app, start_app)  # type: ignore[method-assign]
