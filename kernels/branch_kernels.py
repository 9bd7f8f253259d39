"""The server's side of ``live_branch.py``: starts a kernel as a fork of one that runs, where that can be forked."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

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


class BranchesHandler(KernelsAPIHandler):
    @web.authenticated
    @authorized
    async def post(self, kernel_id: str) -> None:
        """Replies with the ``id`` of the new kernel, or with ``obstacles``. Without ``cwd`` it only looks for those."""
        kernels: Any = self.kernel_manager
        kernels._check_kernel_id(kernel_id)
        parent = kernels.get_kernel(kernel_id)
        request = BranchRequest(parent)
        cwd = (self.get_json_body() or {}).get("cwd")
        looked = await request.ask({})
        if cwd is None or looked["obstacles"]:
            self.finish(json.dumps(looked))
            return
        try:
            branch_id = await kernels.start_branch(parent.kernel_name, request, cwd)
        except web.HTTPError:
            self.finish(json.dumps({"obstacles": request.obstacles}))
            return
        self.set_status(201)
        self.finish(json.dumps({"id": branch_id, "obstacles": []}))
