"""The folder of packages that were added to the notebook: importable after all that the kernel has without it."""

from __future__ import annotations

import importlib
import os
import sys
from importlib import metadata

from .packages import normalize, read_version


def use_layer(path: str, root: str) -> list[dict[str, str]] | None:
    """
    Has the packages in ``path`` imported from now on, in the place of others in ``root``; empty for none. Returns the packages
    whose modules are imported already in another version, and None where the folder cannot be seen from here.
    """
    if path and not os.path.isdir(path):
        return None
    sys.path[:] = [each for each in sys.path if os.path.dirname(each) != root]
    if not path:
        return []
    sys.path.append(path)
    importlib.invalidate_caches()
    others = ((each, find_loaded(each, root)) for each in metadata.distributions(path=[path]))
    return [
        {"name": normalize(each.metadata["Name"]), "version": read_version(each), "loaded": loaded}
        for each, loaded in others
        if loaded not in ("", read_version(each))
    ]


def find_loaded(distribution: metadata.Distribution, root: str) -> str:
    """The version of a package whose module is imported from another folder of these; empty where none is."""
    for module in list_modules(distribution):
        file = getattr(sys.modules.get(module), "__file__", None)
        if type(file) is not str or not file.startswith(root + os.sep):
            continue
        layer = os.path.join(root, os.path.relpath(file, root).split(os.sep)[0])
        name = normalize(distribution.metadata["Name"])
        for other in metadata.distributions(path=[layer]):
            if normalize(other.metadata["Name"]) == name:
                return read_version(other)
    return ""


def list_modules(distribution: metadata.Distribution) -> list[str]:
    tops = [str(file).split("/")[0] for file in distribution.files or []]
    return [
        top.removesuffix(".py").partition(".")[0] for top in dict.fromkeys(tops) if not top.endswith("-info")
    ]
