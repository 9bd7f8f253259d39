"""Versions of packages, read from their metadata."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from pathlib import Path

import pytest
from actbook.packages import read_used, read_versions

PYTHON = {"name": "Python", "version": platform.python_version()}


def install(folder: Path, name: str, version: str, *requires: str) -> None:
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {each}" for each in requires)]
    (info / "METADATA").write_text("\n".join(["Metadata-Version: 2.1", *lines, ""]))
    (info / "top_level.txt").write_text(f"{name.replace('-', '_')}_module\n")


def test_what_modules_require_is_listed_and_what_they_do_not_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        tmp_path,
        "Top-Level",
        "1.0",
        "middle_part >=1 ; python_version >= '3'",
        "extra-part ; extra == 'more'",
    )
    install(tmp_path, "middle-part", "2.0.post1", "top-level", "not-installed")
    install(tmp_path, "extra-part", "3.0")
    install(tmp_path, "other", "4.0")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert read_used(["Top_Level_module", "json", "missing"]) == [
        PYTHON,
        {"name": "middle-part", "version": "2.0.post1"},
        {"name": "top-level", "version": "1.0"},
    ]
    assert read_used([]) == [PYTHON]
    assert read_versions(["Python", "top-level", "gone", "other"]) == [
        PYTHON,
        {"name": "top-level", "version": "1.0"},
        {"name": "other", "version": "4.0"},
    ]


def test_the_installed_pandas_brings_numpy() -> None:
    names = [each["name"] for each in read_used(["pandas"])]
    assert names[0] == "Python"
    assert {"pandas", "numpy"} <= set(names)
    assert read_versions(["pandas"]) == [{"name": "pandas", "version": metadata.version("pandas")}]


def test_a_description_that_speaks_of_versions_is_no_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "described", "1.5")
    metadata_path = tmp_path / "described-1.5.dist-info" / "METADATA"
    metadata_path.write_text("Metadata-Version: 2.1\nName: described\nversion: 1.5\n\nVersion: 9\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert read_versions(["described"]) == [{"name": "described", "version": "1.5"}]
