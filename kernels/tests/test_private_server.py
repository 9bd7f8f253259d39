"""What the server sets up in kernels, and how it tells whether that worked."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import paced_output
import pytest
import zmq
from ipykernel import iostream, kernelapp
from jupyter_client.kernelspec import KernelSpec
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from paced_channels import MAX_QUEUED_MESSAGES, MAX_QUEUED_UNPACED, PacedKernelManager
from private_server import KERNEL_CONFIG
from traitlets.config import Config

KERNELS = Path(__file__).parent.parent


def test_output_is_paced_where_history_cannot_be_bounded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[str] = []
    paced = SimpleNamespace(pace_output=lambda: calls.append("paced"))
    monkeypatch.setitem(sys.modules, "paced_output", paced)
    # This makes importing it fail.
    monkeypatch.setitem(sys.modules, "bounded_history", None)
    config = KERNEL_CONFIG.format(folder="/nowhere")
    exec(config, {"get_config": Config})
    assert calls == ["paced"]
    assert "Output may be dropped" not in capsys.readouterr().err


@pytest.mark.parametrize("name", ["bounded_history", "numbered_messages", "paced_output"])
def test_no_base_class_has_subscripts(name: str) -> None:
    # Python 3.8 refuses them when the module is imported, and users' kernels may run it.
    tree = ast.parse((KERNELS / f"{name}.py").read_text())
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    assert [node.name for node in classes for base in node.bases if isinstance(base, ast.Subscript)] == []


def test_only_a_kernel_that_waits_gets_a_short_queue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    limits: list[tuple[int, int]] = []
    stream = SimpleNamespace(setsockopt=lambda *option: limits.append(option))
    monkeypatch.setattr(ServerKernelManager, "connect_iopub", lambda manager, identity: stream)
    manager = PacedKernelManager(connection_file=str(tmp_path / "kernel-1.json"))
    manager._kernel_spec = KernelSpec(argv=["python", "-m", "ipykernel_launcher"])
    manager.connect_iopub()

    monkeypatch.setattr(kernelapp.IPKernelApp, "init_iopub", lambda app, context: None)
    monkeypatch.setattr(kernelapp, "IOPubThread", iostream.IOPubThread)
    monkeypatch.setattr(iostream, "OutStream", iostream.OutStream)
    paced_output.pace_output()
    app: Any = SimpleNamespace(abs_connection_file=manager.connection_file, session=None)
    kernelapp.IPKernelApp.init_iopub(app, SimpleNamespace())
    manager.connect_iopub()
    assert limits == [(zmq.RCVHWM, MAX_QUEUED_UNPACED), (zmq.RCVHWM, MAX_QUEUED_MESSAGES)]
