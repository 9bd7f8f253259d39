from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from actbook import install_commands
from actbook.layers import use_layer


def make_layer(root: Path, key: str, version: str) -> str:
    info = root / key / f"layeredkit-{version}.dist-info"
    (root / key / "layeredkit").mkdir(parents=True)
    (root / key / "layeredkit" / "__init__.py").write_text(f"VERSION = {version!r}\n")
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: layeredkit\nVersion: {version}\n")
    (info / "RECORD").write_text(f"layeredkit/__init__.py,,\n{info.name}/METADATA,,\n")
    return str(root / key)


def test_a_layer_is_last_and_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    root = str(tmp_path)
    first, second = make_layer(tmp_path, "a", "1.0"), make_layer(tmp_path, "b", "1.1")
    assert use_layer(first, root) == []
    assert sys.path[-1] == first
    import layeredkit  # type: ignore[import-not-found]

    try:
        assert layeredkit.VERSION == "1.0"
        # Its module is that of the other folder.
        assert use_layer(second, root) == [{"name": "layeredkit", "version": "1.1", "loaded": "1.0"}]
        assert [each for each in sys.path if each.startswith(root)] == [second]
        assert use_layer(first, root) == []
    finally:
        del sys.modules["layeredkit"]
    assert use_layer(str(tmp_path / "missing"), root) is None
    assert use_layer("", root) == []
    assert not [each for each in sys.path if each.startswith(root)]


@pytest.mark.parametrize(
    ("command", "is_online", "is_refused"),
    [
        ("pip install nosuchkit", False, True),
        ("python3 -m pip install --quiet nosuchkit==1.0", False, True),
        ("'/a b/python' -m pip install nosuchkit", False, True),
        ("pip3 install -U pandas", False, True),
        ("uv pip install nosuchkit", False, True),
        ("conda install -y nosuchkit", True, True),
        ("pip install --target=lib nosuchkit", False, True),
        ("pip install --target=lib nosuchkit", True, False),
        ("pip install pandas 'numpy>1'", False, False),
        ("pip install --no-index ./a.whl", False, False),
        ("pip list", False, False),
        ("echo pip install nosuchkit", False, False),
    ],
)
def test_commands_that_cannot_install(
    shell: Any, capsys: pytest.CaptureFixture[str], command: str, is_online: bool, is_refused: bool
) -> None:
    assert install_commands.refuse(command, is_online) is is_refused
    assert ("add_packages(" in capsys.readouterr().err) is is_refused
    assert shell.user_ns.get("_exit_code", 0) == int(is_refused)
