"""Executes notebooks with nbclient: JSON on standard input, JSON on standard output, one process for all.

Input: ``{"cwd": str, "notebooks": [{"notebook": {}, "allowErrors": bool, "ownKernel": bool}]}``.
Output: a list with each notebook as nbclient left it.
"""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

import nbformat
from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from traitlets.config import Config

# As in the private server: kernels that share a history file wait for each other.
ARGUMENTS = ["--HistoryManager.hist_file=:memory:"]
# pip does not install orjson with nbclient, which would read integers of more than 64 bits with it as floats.
CONFIG = Config({"Session": {"packer": "json"}})


def start_kernel(cwd: str) -> tuple[KernelManager, BlockingKernelClient]:
    manager = KernelManager(kernel_name="python3", config=CONFIG)
    # What a cell's child processes print comes through the kernel, and to its standard output too.
    manager.start_kernel(extra_arguments=ARGUMENTS, cwd=cwd, stdout=subprocess.DEVNULL)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    client.allow_stdin = False
    return manager, client


def execute(case: dict[str, Any], manager: KernelManager, client: BlockingKernelClient) -> Any:
    notebook = nbformat.reads(json.dumps(case["notebook"]), as_version=4)
    runner = NotebookClient(
        notebook, km=manager, allow_errors=case["allowErrors"], coalesce_streams=True, record_timing=False
    )
    runner.kc = client
    try:
        runner.execute(cleanup_kc=False)
    except (CellExecutionError, DeadKernelError):
        pass
    runner.set_widgets_metadata()
    return notebook


def main() -> None:
    request = json.load(sys.stdin)
    os.environ["IPYTHONDIR"] = tempfile.mkdtemp(dir=request["cwd"])
    shared = start_kernel(request["cwd"])
    results = []
    for case in request["notebooks"]:
        if case["ownKernel"]:
            own = start_kernel(tempfile.mkdtemp(dir=request["cwd"]))
            results.append(execute(case, *own))
            own[0].shutdown_kernel(now=True)
        else:
            shared[1].execute_interactive("get_ipython().reset()", silent=True)
            results.append(execute(case, *shared))
    shared[0].shutdown_kernel(now=True)
    json.dump(results, sys.stdout)


main()
