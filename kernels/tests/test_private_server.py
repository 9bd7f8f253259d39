"""What the server sets up in kernels, and how it tells whether that worked."""

from __future__ import annotations

import ast
import asyncio
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import paced_channels
import paced_output
import private_server
import prompt_kernels
import pytest
import zmq
from ipykernel import iostream, kernelapp
from jupyter_client.kernelspec import KernelSpec
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from paced_channels import MAX_QUEUED_MESSAGES, MAX_QUEUED_UNPACED, PacedKernelManager
from private_server import KERNEL_CONFIG
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from traitlets.config import Config

KERNELS = Path(__file__).parent.parent
UNKNOWN_KERNEL = "00000000-0000-0000-0000-000000000000"


def test_output_is_paced_where_history_cannot_be_bounded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[str] = []
    paced = SimpleNamespace(pace_output=lambda: calls.append("paced"))
    monkeypatch.setitem(sys.modules, "paced_output", paced)
    # This makes importing it fail.
    monkeypatch.setitem(sys.modules, "bounded_history", None)
    monkeypatch.setitem(sys.modules, "live_branch", SimpleNamespace(enable_branches=lambda: None))
    config = KERNEL_CONFIG.format(folder="/nowhere", names=[])
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


def ask(path: str, headers: dict[str, str], root: Path, method: str = "GET") -> tuple[int, Any]:
    """The status and the JSON, if it is that, of one request to a server of its own."""

    async def serve_one() -> tuple[int, Any]:
        application = private_server.create_application("secret", str(root), private_server.create_config())
        server = HTTPServer(application)
        [listening] = bind_sockets(0, "127.0.0.1")
        server.add_sockets([listening])
        url = f"http://127.0.0.1:{listening.getsockname()[1]}{path}"
        body = "{}" if method == "POST" else None
        response = await AsyncHTTPClient().fetch(
            url, headers=headers, method=method, body=body, raise_error=False
        )
        server.stop()
        await server.close_all_connections()
        return response.code, json.loads(response.body) if response.body.startswith(b"{") else None

    return asyncio.run(serve_one())


def test_whoever_has_the_token_gets_the_kernels(tmp_path: Path) -> None:
    status, specs = ask("/api/kernelspecs", {"Authorization": "token secret"}, tmp_path)
    assert status == 200 and "python3" in specs["kernelspecs"]
    assert ask("/api/kernelspecs?token=secret", {}, tmp_path)[0] == 200


@pytest.mark.parametrize("headers", [{}, {"Authorization": "token wrong"}, {"Cookie": "username=secret"}])
def test_nobody_else_gets_anything(headers: dict[str, str], tmp_path: Path) -> None:
    for path in ("/api/kernelspecs", "/api/kernels", f"/api/kernels/{UNKNOWN_KERNEL}/channels"):
        assert ask(path, headers, tmp_path)[0] == 403
    assert ask("/api/kernels", headers, tmp_path, "POST")[0] == 403


@pytest.mark.parametrize(
    "path", ["/", "/api", "/api/contents", "/api/sessions", "/api/terminals", "/files/x"]
)
def test_there_is_nothing_but_kernels(path: str, tmp_path: Path) -> None:
    assert ask(path, {"Authorization": "token secret"}, tmp_path)[0] == 404


def test_a_kernel_that_is_gone_has_no_channels(tmp_path: Path) -> None:
    headers = {"Authorization": "token secret"}
    assert ask(f"/api/kernels/{UNKNOWN_KERNEL}", headers, tmp_path)[0] == 404
    assert ask(f"/api/kernels/{UNKNOWN_KERNEL}/channels", headers, tmp_path)[0] == 404


class Ahead:
    """What a manager of kernels is asked to start and to end by a `PromptKernels`, with no kernel behind it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.started: list[tuple[str, str]] = []
        self.ended: list[str] = []
        self.failure: Exception | None = None

        async def start(manager: Any, *, kernel_name: str, path: str, kernel_id: str | None = None) -> str:
            self.started.append((kernel_name, path))
            name = f"kernel-{len(self.started)}"
            manager._kernels[name] = None
            return name

        async def end(manager: Any, kernel_id: str, now: bool) -> None:
            self.ended.append(kernel_id)
            if self.failure:
                raise self.failure

        monkeypatch.setattr(paced_channels.PacedKernels, "start_kernel", start)
        monkeypatch.setattr(paced_channels.PacedKernels, "shutdown_kernel", end)

    def ask_for(self, *names: str, has_died: bool = False) -> list[str]:
        async def ask() -> list[str]:
            kernels = prompt_kernels.PromptKernels()
            kernels.start_ahead("python3")
            while not kernels._kernels:
                await asyncio.sleep(0)
            if has_died:
                kernels._kernels.clear()
            return [await kernels.start_kernel(kernel_name=name, path="", kernel_id=None) for name in names]

        return asyncio.run(ask())


def test_a_kernel_started_ahead_is_the_one_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = Ahead(monkeypatch)
    assert ahead.ask_for("python3", "python3") == ["kernel-1", "kernel-2"]
    assert ahead.ended == []


def test_a_kernel_started_ahead_that_nobody_asks_for_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = Ahead(monkeypatch)
    assert ahead.ask_for("ir") == ["kernel-2"]
    assert ahead.started == [("python3", ""), ("ir", "")] and ahead.ended == ["kernel-1"]


def test_a_kernel_started_ahead_that_has_died_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = Ahead(monkeypatch)
    assert ahead.ask_for("python3", has_died=True) == ["kernel-2"]
    assert ahead.ended == []


def test_a_kernel_started_ahead_that_cannot_be_ended_is_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ahead = Ahead(monkeypatch)
    ahead.failure = OSError("It does not end.")
    assert ahead.ask_for("ir") == ["kernel-2"]
    assert "It does not end." in caplog.text


def test_what_keeps_others_out_is_said_and_not_left_to_defaults(tmp_path: Path) -> None:
    application = private_server.create_application("secret", str(tmp_path), private_server.create_config())
    said = {name: application.settings.get(name) for name in ("allow_remote_access", "local_hostnames")}
    assert said == {"allow_remote_access": False, "local_hostnames": ["localhost"]}
    assert application.settings.get("allow_unauthenticated_access") is False


def test_it_runs_with_a_loop_that_waits_for_sockets_whatever_the_default_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Other(asyncio.SelectorEventLoop):
        """Stands for the loop that Windows has by default."""

    loops: list[type] = []

    async def serve(*_: Any) -> None:
        loops.append(type(asyncio.get_running_loop()))

    monkeypatch.setattr(asyncio.get_event_loop_policy(), "new_event_loop", Other)
    monkeypatch.setattr(private_server, "serve", serve)
    monkeypatch.chdir(tmp_path)
    for name in ("JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    private_server.run_server("secret", str(tmp_path), None, None)
    asyncio.set_event_loop(None)
    assert loops and not issubclass(loops[0], Other)
