"""Runs a function of this package in a process of its own, which may come to harm."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from typing import Any


def run_in_child(function: str, arguments: dict[str, Any], timeout_s: float) -> Any:
    """Returns its value. Raises subprocess.TimeoutExpired, and ChildProcessError when it ended early."""
    sources = sys.modules[__package__].__loader__.sources  # type: ignore[union-attr]
    given = {"sources": sources, "version": "", "function": function, "arguments": json.dumps(arguments)}
    done = subprocess.run(
        # Isolated: what is in the workspace is not imported.
        [sys.executable, "-I", "-c", sources["actbook.loader"]],
        input=json.dumps(given).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=timeout_s,
        check=False,
    )
    if done.returncode != 0 or not done.stdout:
        raise ChildProcessError(f"{function} ended with code {done.returncode}.")
    return json.loads(base64.b64decode(done.stdout))
