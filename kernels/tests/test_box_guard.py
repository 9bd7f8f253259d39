"""The process that makes a box: what keeps it from letting one begin."""

import sys
from pathlib import Path

import box_guard
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Boxes need Linux.")


def test_a_box_whose_user_cannot_run_python_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box_guard.look_at_python()
    program = tmp_path / "python"
    program.touch(0o600)
    monkeypatch.setattr(sys, "executable", str(program))
    with pytest.raises(PermissionError, match="cannot be executed"):
        box_guard.look_at_python()
