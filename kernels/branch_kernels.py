"""The server's side of ``live_branch.py`` and ``checkpoints.py``: starts a kernel as a fork of one that runs, or ran."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

import checkpoint_calls
from jupyter_server.auth.decorator import authorized
from jupyter_server.services.kernels.handlers import KernelsAPIHandler
from kernel_forks import ForkedKernel
from tornado import web

# As in live_branch.py.
BRANCHES_SUFFIX = ".branches"
BRANCHES_PATH = r"/api/kernels/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)/branches"
# A kernel that runs no code answers at once; to fork one with many gigabytes takes a while.
ANSWER_SECONDS = 20
CANNOT = "its version of ipykernel"
NO_ANSWER = "code that is running"
CHECKPOINTS_PATH = r"/api/kernels/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)/checkpoints"


class BranchRequest:
    """Asks a kernel to fork itself, once: when the fork is started again later, it starts as any kernel."""

    def __init__(self, parent: Any) -> None:
        self.parent = parent
        self.is_used = False
        self.obstacles: list[str] = []

    async def fork(self, connection_file: str, cwd: str) -> ForkedKernel | None:
        """A kernel that takes messages, or None when its start is not the first. Throws HTTPError 409 if it cannot be."""
        if self.is_used:
            return None
        self.is_used = True
        answer = await self.ask({"connection_file": connection_file, "cwd": cwd})
        self.obstacles = answer["obstacles"]
        if self.obstacles:
            raise web.HTTPError(409, reason="The kernel cannot be forked.")
        return follow(answer["pid"])

    async def ask(self, content: dict[str, Any]) -> dict[str, Any]:
        """The answer of the kernel, or one in its place."""
        parent = self.parent
        if not Path(parent.connection_file + BRANCHES_SUFFIX).exists():
            return {"obstacles": [CANNOT]}
        stream = parent.connect_shell()
        answered: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        stream.on_recv(lambda parts: None if answered.done() else answered.set_result(parts))
        try:
            parent.session.send(stream, "branch_request", content)
            parts = await asyncio.wait_for(answered, ANSWER_SECONDS)
        except asyncio.TimeoutError:
            return {"obstacles": [NO_ANSWER]}
        finally:
            stream.close()
        _, frames = parent.session.feed_identities(parts)
        reply: dict[str, Any] = parent.session.deserialize(frames)["content"]
        return reply


class WakeRequest(BranchRequest):
    """Asks a checkpoint of a kernel to become a kernel, whether the kernel still lives or not.

    It works where the kernel did, or, as a branch, in the folder that it is started with.
    """

    def __init__(self, parent: Any, cell_id: str, is_branch: bool) -> None:
        super().__init__(parent)
        self.cell_id = cell_id
        self.is_branch = is_branch

    async def ask(self, content: dict[str, Any]) -> dict[str, Any]:
        file = self.parent.connection_file
        listed = checkpoint_calls.read_list(file)
        entry = next((each for each in listed["checkpoints"] if each["cellId"] == self.cell_id), None)
        if entry is None:
            reason = listed["missing"].get(self.cell_id) or listed["off"] or checkpoint_calls.ENDED
            return {"obstacles": [reason]}
        if not content:
            return {"obstacles": []}
        path = checkpoint_calls.find_socket(file, entry)
        try:
            heir = {"connection_file": content["connection_file"], "before": file}
            answer = await asyncio.wait_for(call(path, content if self.is_branch else heir), ANSWER_SECONDS)
        except (OSError, asyncio.TimeoutError):
            answer = None
        return {"obstacles": [checkpoint_calls.ENDED]} if answer is None else {"obstacles": [], **answer}


async def call(path: str, content: dict[str, Any]) -> dict[str, Any] | None:
    reader, writer = await asyncio.open_unix_connection(sock=checkpoint_calls.connect(path))
    try:
        writer.write(json.dumps(content).encode() + b"\n")
        line = await reader.readline()
    finally:
        writer.close()
    answer: dict[str, Any] | None = json.loads(line) if line else None
    if answer is not None:
        # A kernel that lives on then knows that it has this one no more.
        checkpoint_calls.remove(path)
    return answer


def follow(pid: int) -> ForkedKernel:
    """This process is not its parent: it learns that the kernel has ended, and not how."""
    kernel = ForkedKernel()
    kernel.handle({"pid": pid})
    loop = asyncio.get_running_loop()
    try:
        ended = os.pidfd_open(pid)
    except ProcessLookupError:
        kernel.end(-signal.SIGKILL)
        return kernel

    def end() -> None:
        loop.remove_reader(ended)
        os.close(ended)
        kernel.end(-signal.SIGKILL)

    loop.add_reader(ended, end)
    return kernel


class ForksHandler(KernelsAPIHandler):
    def find_kernel(self, kernel_id: str) -> Any:
        kernels: Any = self.kernel_manager
        kernels._check_kernel_id(kernel_id)
        return kernels.get_kernel(kernel_id)

    async def start_fork(self, request: BranchRequest, cwd: str | None) -> None:
        """Replies with the ``id`` of the new kernel, or with ``obstacles``. Without ``cwd`` it only looks for those."""
        looked = await request.ask({})
        if cwd is None or looked["obstacles"]:
            self.finish(json.dumps(looked))
            return
        kernels: Any = self.kernel_manager
        try:
            fork_id = await kernels.start_branch(request.parent.kernel_name, request, cwd)
        except web.HTTPError:
            self.finish(json.dumps({"obstacles": request.obstacles}))
            return
        self.set_status(201)
        self.finish(json.dumps({"id": fork_id, "obstacles": []}))


class BranchesHandler(ForksHandler):
    @web.authenticated
    @authorized
    async def post(self, kernel_id: str) -> None:
        """Starts a fork of the kernel as it is."""
        cwd = (self.get_json_body() or {}).get("cwd")
        await self.start_fork(BranchRequest(self.find_kernel(kernel_id)), cwd)


class CheckpointsHandler(ForksHandler):
    @web.authenticated
    @authorized
    async def get(self, kernel_id: str) -> None:
        """Replies as ``read_list`` describes, where nothing is known of a kernel without checkpoints."""
        self.finish(json.dumps(checkpoint_calls.read_list(self.find_kernel(kernel_id).connection_file)))

    @web.authenticated
    @authorized
    async def post(self, kernel_id: str) -> None:
        """Starts a kernel as this one was before ``cellId``. It works in the same folder, and started again in ``cwd``; as a
        branch (``isBranch``), always there."""
        body = self.get_json_body() or {}
        request = WakeRequest(
            self.find_kernel(kernel_id), str(body.get("cellId")), body.get("isBranch") is True
        )
        await self.start_fork(request, body.get("cwd"))
