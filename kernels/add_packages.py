"""Finds and installs packages for a notebook, outside its sandbox and beside the environment that all notebooks share.

Reads one JSON object from standard input and writes JSON objects to standard output, one a line: any number of ``progress``
(a sentence), then one of ``layer``, ``conflict``, and ``error``. A layer is a folder of packages that never changes; its name
says what is in it. Nothing of a package runs here: only wheels are installed, and building one is refused. What is said names
no index and no folder, as they may hold passwords.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path
from typing import Any

from actbook.packages import normalize

Packages = dict[str, str]

SETTINGS = json.loads(Path(__file__).with_name("pip-settings.json").read_text())
SETTING = re.compile(r"^(global|install|:env:)\.([\w-]+)=(.*)$", re.MULTILINE)
SECTIONS = ("global", "install", ":env:")
NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
UNUSED_SECONDS = 30 * 24 * 3600
PART = ".part-"
MAX_ERROR_LENGTH = 600


class Failed(Exception):
    """What the installer said."""


def main() -> None:
    request = json.loads(sys.stdin.readline())
    # Kernels may be another user's.
    os.umask(0o022)
    try:
        tell(Adding(request).do(request))
    except Failed as failure:
        tell({"error": explain(str(failure))})


def tell(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


class Adding:
    def __init__(self, request: dict[str, Any]) -> None:
        self.folder = Path(request["folder"])
        self.base: Packages = {
            normalize(each.metadata["Name"]): each.version for each in metadata.distributions()
        }
        self.uv: str | None = request["uv"]
        self.env = {**os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        variables = read_uv_variables() if self.uv else None
        if variables is None:
            self.uv = None
        else:
            # What is set for uv itself counts more.
            self.env = {**variables, **self.env, "UV_NO_PROGRESS": "1", "NO_COLOR": "1"}

    def do(self, request: dict[str, Any]) -> dict[str, Any]:
        if "packages" in request:
            packages = request["packages"]
            return {"layer": self.open(packages), "packages": packages}
        wanted: list[str] = request["wanted"]
        try:
            packages = self.resolve(wanted, request["present"], request["keepsBase"])
        except Failed as failure:
            if request["keepsBase"] or not self.is_base_in_the_way(wanted):
                raise
            own = {normalize(NAME.match(each)[0]) for each in wanted}  # type: ignore[index]
            named = [name for name in self.base if name in own]
            shown = {name: self.base[name] for name in named or self.find_named(str(failure))}
            return {"conflict": find_demand(str(failure), shown), "base": shown, "isWanted": bool(named)}
        return {"layer": self.open(packages), "packages": packages}

    def find_named(self, text: str) -> list[str]:
        return [name for name, version in self.base.items() if f"{name}=={version}" in text]

    def is_base_in_the_way(self, wanted: list[str]) -> bool:
        if self.uv is None:
            return False
        try:
            self.plan(wanted, {}, True)
        except Failed:
            return False
        return True

    def resolve(self, wanted: list[str], present: Packages, keeps_base: bool) -> Packages:
        """Exact versions of all that the environment lacks. Those present stay where they can."""
        tell({"progress": "Finding versions that fit…"})
        if not wanted:
            return {}
        try:
            return self.plan(wanted, present, keeps_base)
        except Failed:
            if not present:
                raise
            return self.plan(wanted, {}, keeps_base)

    def plan(self, wanted: list[str], present: Packages, keeps_base: bool) -> Packages:
        with tempfile.TemporaryDirectory() as folder:
            fixed = write_pins(folder, "fixed.txt", present if keeps_base else {**self.base, **present})
            if self.uv is not None:
                kept = ["--overrides", write_pins(folder, "base.txt", self.base)] if keeps_base else []
                said = self.run(["--dry-run", "--constraints", fixed, *kept, *wanted])
                return dict(re.findall(r"^ \+ (\S+)==(\S+)$", said, re.MULTILINE))
            if keeps_base:
                raise Failed("This needs uv, which is not available here.")
            report = os.path.join(folder, "report.json")
            self.run(["--dry-run", "--quiet", "--report", report, "--constraint", fixed, *wanted])
            items = [each["metadata"] for each in json.loads(Path(report).read_text())["install"]]
            return {normalize(each["name"]): each["version"] for each in items}

    def open(self, packages: Packages) -> str:
        """The name of their layer, which is installed where it is missing."""
        if not packages:
            return ""
        place = [sys.implementation.cache_tag, sys.platform, platform.machine()]
        key = hashlib.sha256(json.dumps([place, sorted(packages.items())]).encode()).hexdigest()[:32]
        layer = self.folder / key
        if layer.is_dir():
            os.utime(layer)
            return key
        self.remove_unused()
        names = ", ".join(f"{name} {version}" for name, version in sorted(packages.items()))
        tell({"progress": f"Installing {names}…"})
        part = tempfile.mkdtemp(prefix=PART, dir=self.folder)
        try:
            pins = [f"{name}=={version}" for name, version in packages.items()]
            compiled = [] if self.uv is None else ["--compile-bytecode"]
            self.run(["--no-deps", "--target", part, *compiled, *pins])
            os.chmod(part, 0o755)
            try:
                os.rename(part, layer)
            except OSError:
                # Another notebook was faster.
                if not layer.is_dir():
                    raise
        finally:
            shutil.rmtree(part, ignore_errors=True)
        return key

    def remove_unused(self) -> None:
        """Opening a notebook that records these packages installs them again."""
        for layer in list(self.folder.iterdir()):
            if layer.stat().st_mtime < time.time() - UNUSED_SECONDS:
                shutil.rmtree(layer, ignore_errors=True)

    def run(self, arguments: list[str]) -> str:
        """What it said. Throws Failed."""
        if self.uv is None:
            command = [sys.executable, "-I", "-m", "pip", "install", "--no-input", "--retries", "1"]
        else:
            command = [self.uv, "pip", "install", "--break-system-packages", "--python", sys.executable]
        done = subprocess.run(
            [*command, "--only-binary", ":all:", *arguments],
            check=False,
            env=self.env,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        if done.returncode != 0:
            raise Failed(done.stdout)
        return done.stdout


def write_pins(folder: str, name: str, packages: Packages) -> str:
    path = os.path.join(folder, name)
    Path(path).write_text("".join(f"{each}=={version}\n" for each, version in packages.items()))
    return path


def read_uv_variables() -> dict[str, str] | None:
    """What tells uv how pip is configured, or None where it cannot be told."""
    command = [sys.executable, "-I", "-m", "pip", "config", "list"]
    listed = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    found = SETTING.findall(listed)
    variables = {"UV_INDEX_STRATEGY": "unsafe-best-match", "UV_SYSTEM_CERTS": "1"}
    for section in SECTIONS:
        for each, option, written in found:
            if each != section or option in SETTINGS["harmless"]:
                continue
            target = SETTINGS["variables"].get(option)
            if target is None:
                return None
            value = target["separator"].join(ast.literal_eval(written).split())
            variables.update(dict.fromkeys(target["names"], value))
    return variables


def find_demand(said: str, base: Packages) -> str:
    """What uv says that a package asks of those, without what follows from it."""
    names = "|".join(map(re.escape, base))
    demand = re.search(rf"((?:all versions of )?[\w.=-]+ depends? on (?:{names})\S+)", said)
    if not demand:
        return "The requirements do not fit together"
    return re.sub("^all", "All", demand[1].rstrip(",."))


def explain(said: str) -> str:
    """A sentence or two for the user, without addresses."""
    text = re.sub(r"\w+://\S+|(?<![\w.])/[^\s:]+", "…", said)
    if re.search(r"Failed to fetch|Connection|Temporary failure|timed out", text):
        name = re.search(r"simple/([\w.-]+)/", said)
        what = f"“{name[1]}”" if name else "packages"
        return f"The package index that this computer uses could not be reached to look up {what}."
    missing = (
        re.search(r"[Bb]ecause (\S+) was not found in", text)
        or re.search(r"[Bb]ecause there (?:is|are) no versions? of (\S+)", text)
        or re.search(r"(\S+) has no (?:usable )?wheels", text)
        or re.search(r"No matching distribution found for (\S+)", text)
    )
    if missing:
        return f"No package “{missing[1]}” with a compatible wheel was found in the package index that this computer uses."
    cause = re.search(r"cause: (.*)", text, re.DOTALL)
    lines = [line.strip(" ×╰─▶│") for line in (cause[1] if cause else text).splitlines()]
    sentences = " ".join(line for line in lines if line and not line.startswith(("hint:", "[notice]")))
    return sentences[-MAX_ERROR_LENGTH:] or "The packages could not be installed."


if __name__ == "__main__":
    main()
