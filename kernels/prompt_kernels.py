"""The kernels of our server, the first of which may be started before it is asked for."""

from __future__ import annotations

import asyncio
from typing import Any

from branch_kernels import BranchRequest
from jupyter_server.utils import ApiPath
from paced_channels import PacedKernels


class PromptKernels(PacedKernels):
    """Whoever makes a server for a kernel asks it for that a moment later: the kernel need not wait for the question."""

    _ahead: asyncio.Task[str] | None = None
    _ahead_name = ""

    def start_ahead(self, name: str) -> None:
        """In the server's folder. Needs a running event loop."""
        self._ahead_name = name
        self._ahead = asyncio.create_task(super().start_kernel(kernel_name=name, path=ApiPath("")))

    async def start_kernel(self, **wanted: Any) -> str:  # type: ignore[override]
        ahead, self._ahead = self._ahead, None
        if ahead is None:
            return await super().start_kernel(**wanted)
        is_it = wanted.get("kernel_name") == self._ahead_name and not wanted.get("path")
        try:
            kernel_id = await ahead
        except Exception:
            # Starting it again tells why it cannot be.
            return await super().start_kernel(**wanted)
        # One that died meanwhile is not to be handed out: whoever asked for it would be told that it is unknown.
        if kernel_id in self:
            if is_it and wanted.get("kernel_id") in (None, kernel_id):
                return kernel_id
            await self._end_unwanted(kernel_id)
        return await super().start_kernel(**wanted)

    async def start_branch(self, name: str, branch: BranchRequest, cwd: str) -> str:
        """Throws HTTPError 409 where it cannot be forked: what is in the way is in ``branch``."""
        return await super().start_kernel(kernel_name=name, branch=branch, cwd=cwd)

    async def _end_unwanted(self, kernel_id: str) -> None:
        try:
            await self.shutdown_kernel(kernel_id, now=True)
        except Exception:
            self.log.exception("A kernel that nobody asked for could not be ended.")
