"""Versions of installed packages, as their metadata states them. Nothing is imported for it."""

from __future__ import annotations

import platform
import re
from importlib import metadata

PYTHON = "Python"
"""The name under which the version of Python itself is listed."""
MAX_PACKAGES = 300
NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
VERSION = re.compile(r"^Version:[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE)


def read_used(modules: list[str]) -> list[dict[str, str]]:
    """Python, the packages that these top-level modules come from, and all packages that those require, by name."""
    wanted = list_givers(modules)
    found: dict[str, str] = {}
    while wanted and len(found) < MAX_PACKAGES:
        name = normalize(wanted.pop())
        if name in found:
            continue
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        found[name] = read_version(distribution)
        wanted += list_required(distribution)
    return to_list({PYTHON: platform.python_version(), **dict(sorted(found.items()))})


def read_versions(names: list[str]) -> list[dict[str, str]]:
    """Of those among these packages that are installed, in the same order."""
    found: dict[str, str] = {}
    for name in names:
        try:
            found[name] = (
                platform.python_version() if name == PYTHON else read_version(metadata.distribution(name))
            )
        except metadata.PackageNotFoundError:
            continue
    return to_list(found)


def read_version(distribution: metadata.Distribution) -> str:
    """Metadata is long with its description, and parsing all of it takes a millisecond."""
    text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""
    stated = VERSION.search(text.partition("\n\n")[0])
    return stated[1].strip() if stated else distribution.version


def list_givers(modules: list[str]) -> list[str]:
    """Packages with one of these modules. Their lists of files are searched as text: to parse them all takes seconds."""
    if not modules:
        return []
    # A folder, or a file with any ending.
    file = re.compile(rf"^(?:{'|'.join(map(re.escape, modules))})(?:/|\.[^/,]+,)", re.MULTILINE)
    wanted = set(modules)

    def gives(distribution: metadata.Distribution) -> bool:
        return bool(file.search(distribution.read_text("RECORD") or "")) or not wanted.isdisjoint(
            (distribution.read_text("top_level.txt") or "").split()
        )

    return [each.metadata["Name"] for each in metadata.distributions() if gives(each)]


def list_required(distribution: metadata.Distribution) -> list[str]:
    """Without those of extras, and with those of other systems, which are not installed."""
    requirements = [each for each in distribution.requires or [] if "extra ==" not in each]
    return [match[0] for match in map(NAME.match, requirements) if match]


def normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def to_list(versions: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "version": version} for name, version in versions.items()]
