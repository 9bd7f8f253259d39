"""What this kernel takes for code, without running any of it."""

from __future__ import annotations

from typing import Any

import pytest
from actbook.syntax import MAX_LENGTH, check_sources


@pytest.mark.parametrize(
    "source",
    [
        "np.array([1., 2.])",
        "with (open('a') as f, open('b') as g):\n    pass",
        "for x in *a, b:\n    pass",
        "match x:\n    case 1: pass",
        "await f()",
        "%matplotlib inline\n!ls\nx = !ls",
        "%%bash\nls | wc",
        "print?",
        ">>> 1 + 1",
        "",
    ],
)
def test_code_of_python_and_ipython(shell: Any, source: str) -> None:
    assert check_sources([source]) == [True]


@pytest.mark.parametrize(
    "source",
    [
        "The mean is 41.",
        "print 'a'",
        "a = (1",
        "s = '''",
        "  a = 1\n b = 2",
        "x = 1\0",
        "(" * 5_000 + ")" * 5_000,
        " " * (MAX_LENGTH + 1),
    ],
)
def test_what_does_not_compile(shell: Any, source: str) -> None:
    assert check_sources(["1", source]) == [True, False]


def test_nothing_is_run_and_nothing_is_printed(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_sources(["y = 1\nprint('no')", "'\\d' is 1"]) == [True, True]
    assert "y" not in shell.user_ns
    assert capsys.readouterr() == ("", "")
