"""The host process: where results go, what it keeps to itself, and kinds that it does not have."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

KERNELS = Path(__file__).parents[2]


@pytest.fixture
def database(tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "empty.sqlite"
    sqlite3.connect(path).close()
    path.touch()
    return {"kind": "sqlite", "path": str(path)}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    return folder


def test_a_link_in_place_of_the_folder_is_not_followed(
    host: Any, database: dict[str, Any], workspace: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (workspace / ".actbook-queries").symlink_to(outside)
    error = host.refuse(database, "SELECT 1", folder=str(workspace))
    assert error["code"] == "folder"
    assert not list(outside.iterdir())


def test_a_link_in_place_of_the_file_is_not_followed(
    host: Any, database: dict[str, Any], workspace: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.write_text("kept")
    (workspace / ".actbook-queries").mkdir()
    (workspace / ".actbook-queries/result.arrow").symlink_to(outside)
    assert host.refuse(database, "SELECT 1", folder=str(workspace), file="result.arrow")["code"] == "folder"
    (workspace / ".actbook-queries/dangling.arrow").symlink_to(tmp_path / "new")
    assert host.refuse(database, "SELECT 1", folder=str(workspace), file="dangling.arrow")["code"] == "folder"
    assert outside.read_text() == "kept" and not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["../x", "a/b", "/tmp/x", "", ".", "..", ".hidden", "a\0b", "a\n"])
def test_only_plain_names(host: Any, database: dict[str, Any], name: str) -> None:
    assert host.refuse(database, "SELECT 1", file=name)["code"] == "folder"


def test_the_file_belongs_to_the_owner_of_the_workspace(
    host: Any, database: dict[str, Any], workspace: Path
) -> None:
    if os.geteuid() == 0:
        os.chown(workspace, 65534, 65534)
    host.ask("query", database, sql="SELECT 1", folder=str(workspace), file="result.arrow")
    folder, file = workspace / ".actbook-queries", workspace / ".actbook-queries/result.arrow"
    assert {folder.stat().st_uid, file.stat().st_uid} == {workspace.stat().st_uid}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in folder.iterdir()] == ["result.arrow"]


def test_no_folder(host: Any, database: dict[str, Any], tmp_path: Path) -> None:
    assert host.refuse(database, "SELECT 1", folder=str(tmp_path / "none"))["code"] == "folder"


def test_kinds_that_are_not_there(host: Any) -> None:
    assert host.ask("test", {"kind": "oracle"})["error"]["code"] == "refused"
    for kind, module, package in [
        ("mssql", "mssql_python", "mssql-python"),
        ("trino", "trino", "trino"),
        ("snowflake", "snowflake", "snowflake-connector-python"),
        ("clickhouse", "clickhouse_connect", "clickhouse-connect"),
        ("bigquery", "google.cloud.bigquery", "google-cloud-bigquery"),
    ]:
        if module.split(".")[0] not in sys.modules and not has_package(module):
            error = host.ask("test", {"kind": kind, "host": "127.0.0.1", "port": 1})["error"]
            assert error["code"] == "missing-package"
            assert f"pip install {package}" in error["message"]


def has_package(module: str) -> bool:
    return (
        subprocess.run(
            [sys.executable, "-c", f"import {module}"], capture_output=True, check=False
        ).returncode
        == 0
    )


def test_the_process_by_its_folder_from_anywhere(database: dict[str, Any], tmp_path: Path) -> None:
    """Ends with its input; nothing but replies is on its output, and no password of its environment is used."""
    request = {"id": 1, "op": "test", "connection": {"name": "x", **database}}
    run = subprocess.run(
        [sys.executable, KERNELS / "connections"],
        cwd=tmp_path,
        check=False,
        input=f"{json.dumps(request)}\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert run.returncode == 0
    # Its input ends at once; a test that has not ended by then is cancelled.
    assert [reply["id"] for reply in replies] == [1]
