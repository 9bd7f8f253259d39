"""Classes of well-known libraries, found without importing a library for it and without running anything of the user's."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

absent: Any = object()

# Of the class itself: a class of the user's may answer for its name and bases what it likes.
class_name = type.__dict__["__name__"].__get__
class_bases = type.__dict__["__mro__"].__get__


def find_class(module: str, name: str) -> Any:
    """The class, or an object that is nothing else where its module has not been imported."""
    found = sys.modules.get(module)
    return found.__dict__.get(name, absent) if type(found) is ModuleType else absent


def is_one_of(kind: type, kinds: Iterable[object]) -> bool:
    """By identity: a class of the user's may say of itself that it equals another."""
    return any(kind is each for each in kinds)


def is_a(value: object, module: str, name: str) -> bool:
    kind = find_class(module, name)
    return isinstance(kind, type) and isinstance(value, kind)
