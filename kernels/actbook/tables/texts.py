"""Values of tables as texts.

Only of types known by identity is the text asked for: what a class of the user's would say of itself could do
anything, and is replaced by the name of the class.
"""

from __future__ import annotations

import datetime
import decimal
import json
import sys
import uuid
from typing import Any

from ..known_classes import class_bases, class_name, find_class, is_one_of

SHOWN_ELEMENTS = 10
MAX_INTEGER_BITS = 4096
MAX_DEPTH = 50
CONTAINERS = (list, tuple, dict, set, frozenset)
MISSING = (("pandas._libs.missing", "NAType"), ("pandas._libs.tslibs.nattype", "NaTType"))
PLAIN = (datetime.date, datetime.timedelta, decimal.Decimal, uuid.UUID, complex)
PLAIN_OF_PANDAS = ("Timedelta", "Period", "Interval")
# Of time zones whose text is as plain as they are.
ZONE_MODULES = ("datetime", "zoneinfo", "pytz", "dateutil.tz.tz", "pytz.tzfile")


class Texts:
    """Writes values, none longer than ``max_length`` characters."""

    def __init__(self, max_length: int) -> None:
        self.max_length = max_length

    def shorten(self, text: str) -> str:
        return text if len(text) <= self.max_length else text[: self.max_length - 1] + "…"

    def write(self, value: Any, digits: int = 12, depth: int = 1) -> str | None:
        """None for a missing value. Floats have ``digits`` significant digits, all they need with 0; lists are written ``depth`` levels deep."""
        kind = type(value)
        if value is None or any(kind is find_class(*each) for each in MISSING):
            return None
        if kind is str:
            return self.shorten(value)
        if kind is bool:
            return "True" if value else "False"
        if kind is float:
            return None if value != value else format(value, f".{digits}g") if digits else repr(value)
        if kind is int:
            return (
                self.shorten(str(value)) if value.bit_length() < MAX_INTEGER_BITS else "a very large integer"
            )
        if kind in (bytes, bytearray):
            return f"{len(value):,} byte{'' if len(value) == 1 else 's'}"
        if kind is find_class("numpy", "ndarray") and value.ndim == 1:
            # Of a long one, only what is shown.
            more = "" if len(value) <= SHOWN_ELEMENTS else f", … {len(value):,} in all"
            shown = self.write_list(value[:SHOWN_ELEMENTS].tolist(), digits, depth)
            return self.shorten(f"{shown[:-1]}{more}]")
        if kind in (list, tuple) and depth > 0:
            return self.write_list(value, digits, depth)
        if kind in (list, tuple, dict, set, frozenset):
            return f"{class_name(kind)} of {len(value):,}"
        if kind in (datetime.datetime, datetime.time) or kind is find_class("pandas", "Timestamp"):
            return self.shorten(str(value)) if has_known_zone(value) else class_name(kind)
        return self.shorten(str(value) if is_plain(kind) else f"<{class_name(kind)}>")

    def write_list(self, value: list[Any] | tuple[Any, ...], digits: int, depth: int) -> str:
        shown = ", ".join(str(self.write(each, digits, depth - 1)) for each in value[:SHOWN_ELEMENTS])
        more = ", …" if len(value) > SHOWN_ELEMENTS else ""
        return self.shorten(f"[{shown}{more}]" if type(value) is list else f"({shown}{more})")


class WholeTexts(Texts):
    """Writes values of any length, and of lists and dicts all of their elements as JSON."""

    def __init__(self) -> None:
        super().__init__(sys.maxsize)

    def write(self, value: Any, digits: int = 0, depth: int = MAX_DEPTH) -> str | None:
        kind = type(value)
        if kind in CONTAINERS or kind is find_class("numpy", "ndarray"):
            return json.dumps(self.to_plain(value, depth), ensure_ascii=False)
        if kind is int:
            return str(value) if value.bit_length() < MAX_INTEGER_BITS else "a very large integer"
        if kind in (bytes, bytearray):
            return repr(bytes(value))
        return super().write(value, digits, depth)

    def to_plain(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if depth == 0:
            return "…"
        if kind is dict:
            return {self.write(key) or "": self.to_plain(each, depth - 1) for key, each in value.items()}
        if kind is find_class("numpy", "ndarray"):
            return self.to_plain(value.tolist(), depth)
        if kind in CONTAINERS:
            return [self.to_plain(each, depth - 1) for each in value]
        is_json = kind in (bool, int, float) and value == value and abs(value) != float("inf")
        return value if is_json else self.write(value)


def has_known_zone(value: Any) -> bool:
    return value.tzinfo is None or getattr(type(value.tzinfo), "__module__", "") in ZONE_MODULES


def is_plain(kind: type) -> bool:
    if is_one_of(find_class("shapely", "Geometry"), class_bases(kind)):
        return kind is find_class("shapely", class_name(kind))
    if kind in PLAIN or any(kind is find_class("pandas", each) for each in PLAIN_OF_PANDAS):
        return True
    return find_class("numpy", "generic") in class_bases(kind) and kind is find_class(
        "numpy", class_name(kind)
    )
