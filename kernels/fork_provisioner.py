"""Starts a Jupyter server's kernels: by a fork where that comes to the same, else cold."""

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, ClassVar

import checkpoint_calls
from branch_kernels import BranchRequest
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.localinterfaces import localhost
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner
from kernel_forks import ForkedKernel, KernelForks
from traitlets.config import Config

NAME = "actbook-forks"
# Languages whose kernels are known to speak over Unix sockets; Deno's speaks over TCP alone.
IPC_LANGUAGES = ("python", "r")


class ForkProvisioner(LocalProvisioner):
    forks: ClassVar[KernelForks | None]

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        if self.parent and self.kernel_spec.language.lower() not in IPC_LANGUAGES:
            self.parent.transport = "tcp"
            self.parent.ip = localhost()
        return await super().pre_launch(**kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        cwd = str(kwargs.get("cwd") or Path.cwd())
        branch: BranchRequest | None = kwargs.pop("branch", None)
        process = await branch.fork(self.parent.connection_file, cwd) if branch and self.parent else None
        if process is None and self.forks:
            process = await self.forks.start(cmd, cwd, kwargs["env"])
        if process is None:
            return await super().launch_kernel(cmd, **kwargs)
        # As much of a Popen as is looked at.
        self.process = process  # type: ignore[assignment]
        # It leads a process group of its own.
        self.pid = self.pgid = process.pid
        self.cwd = cwd
        return self.connection_info

    async def cleanup(self, restart: bool = False) -> None:
        # A kernel that starts again after a crash may be taken back to before it.
        if self.parent and not restart:
            checkpoint_calls.drop_all(self.parent.connection_file)
        await super().cleanup(restart=restart)

    async def wait(self) -> int | None:
        # The base class would look ten times a second.
        if isinstance(self.process, ForkedKernel):
            await self.process.ended.wait()
        return await super().wait()


def provide_forks(forks: KernelForks | None, config: Config) -> None:
    """Makes it the provisioner of every kernel whose specification names none."""
    ForkProvisioner.forks = forks
    entry_point = EntryPoint(NAME, f"{__name__}:ForkProvisioner", KernelProvisionerFactory.GROUP_NAME)
    KernelProvisionerFactory.provisioners[NAME] = entry_point
    config.KernelProvisionerFactory.default_provisioner_name = NAME
