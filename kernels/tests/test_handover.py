"""Values that go from one kernel to another."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from actbook import handover

COPIES = ".handover"


class Shell:
    def __init__(self) -> None:
        self.user_ns: dict[str, object] = {}


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Shell:
    shell = Shell()
    monkeypatch.setattr(handover, "find_shell", lambda: shell)
    return shell


class Figure:
    """What cannot be pickled, and writes itself."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def savefig(self, path: str) -> None:
        Path(path).write_text("drawn")


def test_a_value_comes_back_and_the_copies_are_gone(shell: Shell, tmp_path: Path) -> None:
    shell.user_ns = {"table": {"a": [1, 2]}}
    given = handover.give_values(["table", "gone"], str(tmp_path), COPIES)
    assert given == [
        {"name": "table", "copy": f"{COPIES}/table.pickle"},
        {"name": "gone", "reason": "The agent did not define it."},
    ]
    shell.user_ns = {}
    assert handover.take_values(["table"], str(tmp_path), COPIES) == []
    assert shell.user_ns == {"table": {"a": [1, 2]}}
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_copied_is_written_to_a_file_or_named(shell: Shell, tmp_path: Path) -> None:
    shell.user_ns = {"plot": Figure(), "lock": threading.Lock()}
    plot, lock = handover.give_values(["plot", "lock"], str(tmp_path), COPIES)
    assert plot["file"] == "plot.png"
    assert "pickle" in plot["reason"]
    assert (tmp_path / "plot.png").read_text() == "drawn"
    assert set(lock) == {"name", "reason"}
    assert list((tmp_path / COPIES).iterdir()) == []


def test_a_file_of_that_name_stays(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "plot.png").write_text("before")
    shell.user_ns = {"plot": Figure()}
    assert "file" not in handover.give_values(["plot"], str(tmp_path), COPIES)[0]
    assert (tmp_path / "plot.png").read_text() == "before"


def test_what_is_too_large_is_not_copied(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "MAX_BYTES", 1_000_000)
    shell.user_ns = {"big": b"x" * 2_000_000}
    assert handover.give_values(["big"], str(tmp_path), COPIES) == [
        {"name": "big", "reason": "ValueError: it takes more than 1 MB"}
    ]
    assert list((tmp_path / COPIES).iterdir()) == []


def test_a_broken_copy_is_a_problem_with_a_name(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / COPIES).mkdir()
    (tmp_path / COPIES / "x.pickle").write_bytes(b"no")
    [problem] = handover.take_values(["x"], str(tmp_path), COPIES)
    assert problem["name"] == "x"
    assert "x" not in shell.user_ns
