"""What stands in for a kernel: IPython's shell in this process, as ipykernel makes one in a kernel's."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell


@pytest.fixture(scope="session")
def only_shell(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """IPython has one for each process."""
    shell = InteractiveShell.instance(ipython_dir=str(tmp_path_factory.mktemp("ipython")))
    shell.kernel = SimpleNamespace(_input_request=None)  # type: ignore[attr-defined]
    return shell


@pytest.fixture
def shell(only_shell: Any) -> Iterator[Any]:
    """With nothing in its namespace but what IPython itself put there, and a kernel that answers no call."""
    names, hidden = dict(only_shell.user_ns), dict(only_shell.user_ns_hidden)
    yield only_shell
    for namespace, before in ((only_shell.user_ns, names), (only_shell.user_ns_hidden, hidden)):
        namespace.clear()
        namespace.update(before)
    vars(only_shell.display_formatter).pop("format", None)
