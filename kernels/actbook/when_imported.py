"""Does something with a library once it is imported: no library is imported for it."""

from __future__ import annotations

import contextlib
import importlib.abc
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

Actions = dict[str, Callable[[Any], None]]


class LibraryFinder(importlib.abc.MetaPathFinder):
    """Lets the other finders find a library, and acts on it once it is imported."""

    def __init__(self, purpose: str, actions: Actions) -> None:
        self.purpose = purpose
        self.actions = actions

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.actions:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (
            finder.find_spec(fullname, path, target) for finder in others if hasattr(finder, "find_spec")
        )
        spec = next((spec for spec in specs if spec), None)
        if spec and isinstance(spec.loader, importlib.abc.Loader):
            execute = spec.loader.exec_module

            def execute_and_act(module: ModuleType) -> None:
                execute(module)
                self.act(module)

            vars(spec.loader)["exec_module"] = execute_and_act
        return spec

    def act(self, module: ModuleType) -> None:
        # Another version of a library may have another interface: it stays as it is then.
        with contextlib.suppress(Exception):
            self.actions[module.__name__](module)


def when_imported(purpose: str, actions: Actions) -> None:
    """Acts on what is imported, and on what will be. Done again for the same purpose, it changes nothing."""
    if any(getattr(finder, "purpose", None) == purpose for finder in sys.meta_path):
        return
    finder = LibraryFinder(purpose, actions)
    sys.meta_path.insert(0, finder)
    for name in actions:
        if name in sys.modules:
            finder.act(sys.modules[name])
