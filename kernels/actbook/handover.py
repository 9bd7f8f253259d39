"""Values that go from one kernel to another: by value where they can be copied, else as a file."""

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Any

from .shell import find_shell

MAX_BYTES = 512_000_000
# How a value that cannot be copied is written: the first of these methods that it has.
WRITERS = (
    ("to_parquet", ".parquet"),
    ("write_parquet", ".parquet"),
    ("to_csv", ".csv"),
    ("write_csv", ".csv"),
    ("savefig", ".png"),
    ("write_html", ".html"),
    ("to_html", ".html"),
    ("save", ".html"),
)


def give_values(names: list[str], folder: str, copies: str) -> list[dict[str, Any]]:
    """Writes the values below ``folder``: a copy of each into the folder ``copies`` of it, else a file that others can read."""
    values = find_shell().user_ns
    (Path(folder) / copies).mkdir(exist_ok=True)
    return [
        give(name, values[name], Path(folder), copies)
        if name in values
        else {"name": name, "reason": "The agent did not define it."}
        for name in names
    ]


def give(name: str, value: object, folder: Path, copies: str) -> dict[str, Any]:
    copy = folder / copies / f"{name}.pickle"
    try:
        with copy.open("wb") as file:
            pickle.dump(value, Bounded(file), protocol=5)
        # Only what can be read back is a copy.
        with copy.open("rb") as file:
            pickle.load(file)
        return {"name": name, "copy": f"{copies}/{copy.name}"}
    except BaseException as error:
        copy.unlink(missing_ok=True)
        if isinstance(error, KeyboardInterrupt):
            raise
        return {"name": name, **write_file(name, value, folder, f"{type(error).__name__}: {error}"[:300])}


def write_file(name: str, value: Any, folder: Path, problem: str) -> dict[str, str]:
    for method, ending in WRITERS:
        write = getattr(type(value), method, None)
        path = folder / f"{name}{ending}"
        if write is None or path.exists():
            continue
        try:
            write(value, str(path))
            return {"file": path.name, "reason": problem}
        except Exception:
            path.unlink(missing_ok=True)
    return {"reason": problem}


def take_values(names: list[str], folder: str, copies: str) -> list[dict[str, str]]:
    """Defines each name by its copy, and removes the copies. Returns the problems, by name."""
    values = find_shell().user_ns
    problems = []
    for name in names:
        copy = Path(folder) / copies / f"{name}.pickle"
        try:
            with copy.open("rb") as file:
                values[name] = pickle.load(file)
        except Exception as error:
            problems.append({"name": name, "reason": f"{type(error).__name__}: {error}"[:300]})
        copy.unlink(missing_ok=True)
    try:
        os.rmdir(Path(folder) / copies)
    except OSError:
        pass
    return problems


class Bounded:
    """A file that refuses what is too long."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.left = MAX_BYTES

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        self.left -= size
        if self.left < 0:
            raise ValueError(f"it takes more than {MAX_BYTES // 1_000_000} MB")
        self.file.write(data)
        return size
