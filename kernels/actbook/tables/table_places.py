"""Tables that this kernel can show: variables, what cells displayed, and in the file reader's process a file."""

from __future__ import annotations

import ctypes
import datetime
import decimal
import uuid
import weakref
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from ..known_classes import absent, find_class
from ..shell import find_shell
from .kept_tables import copy, find_kept_tables, is_table
from .opened_table import Memory, Table, open_value
from .plain_tables import make_table
from .texts import MISSING

# Tables larger than that are not compared with what is remembered of them.
MAX_SUMMED_BYTES = 1 << 30

# Of these, an object stays what it is.
UNCHANGING = {str, bytes, int, float, bool, type(None), decimal.Decimal, uuid.UUID}
UNCHANGING |= {datetime.date, datetime.datetime, datetime.time, datetime.timedelta}
UNCHANGING_OF_PANDAS = ("Timestamp", "Timedelta", "Period")


class Remembered(NamedTuple):
    value: Callable[[], Any]
    total: int
    """A checksum of all of it."""
    memory: Memory
    objects: list[Any]
    """What it refers to. Kept, so that another object cannot take the place of one in memory."""


# By the name of a variable.
remembered: dict[str, Remembered] = {}
MAX_REMEMBERED = 3


def open_place(place: dict[str, Any], is_kept: bool = False) -> Table:
    """
    ``place`` has ``source`` and ``name``. With ``is_kept``, later changes of a variable do not reach the table, where a
    copy of it costs little. Raises Refusal.
    """
    if place["source"] == "displays":
        return find_kept_tables().open(place["name"])
    if place["source"] == "opened-files":
        from ..files.table_file_reader import open_file

        return open_file(place["name"], place["sheet"])
    name = place["name"]
    value = find_shell().user_ns.get(name, absent)
    if value is not absent and not is_table(value):
        value = make_table(value)
    own = copy(value) if is_kept and is_table(value) else None
    return open_value(value if own is None else own, recall(name, value))


def recall(name: str, value: Any) -> Memory | None:
    """What is known of the variable, if it is what it was then; whatever the code did with it."""
    objects: list[Any] = []
    total = sum_up(value, objects)
    if total is None:
        return None
    found = remembered.pop(name, None)
    if found is None or found.value() is not value or found.total != total:
        kept = [each.copy() for each in objects]
        found = Remembered(weakref.ref(value, lambda _: forget(name, kept)), total, Memory(), kept)
    remembered[name] = found
    while len(remembered) > MAX_REMEMBERED:
        del remembered[next(iter(remembered))]
    return found.memory


def forget(name: str, objects: list[Any]) -> None:
    """The table is gone, and nothing of it is kept any longer."""
    if name in remembered and remembered[name].objects is objects:
        del remembered[name]


def sum_up(value: Any, objects: list[Any]) -> int | None:
    """
    A checksum of all values and labels, in a few milliseconds; None where there cannot be one. Of ``objects``, to which
    it adds arrays, it only says which they are.
    """
    if not any(type(value) is find_class("pandas", name) for name in ("DataFrame", "Series")):
        return None
    try:
        total, left = zlib.crc32(repr(value.shape).encode()), MAX_SUMMED_BYTES
        for values in [*list_index_values(value.index), *(block.values for block in value._mgr.blocks)]:
            for part in list_buffers(values, objects):
                left -= memoryview(part).nbytes
                if left < 0:
                    return None
                total = zlib.crc32(part, total)
        return total
    except Exception:
        return None


def list_index_values(index: Any) -> list[Any]:
    if type(index) is find_class("pandas", "RangeIndex"):
        import numpy

        return [numpy.array([index.start, index.stop, index.step])]
    if index.nlevels > 1:
        return [part for level in index.levels for part in list_index_values(level)] + list(index.codes)
    return [index._values]


def list_buffers(values: Any, objects: list[Any]) -> list[Any]:
    """The memory of an array of NumPy or pandas. Raises ValueError where it does not show what changes."""
    import numpy

    if isinstance(values, numpy.ndarray):
        plain = values if values.flags.c_contiguous else values.T
        if not plain.flags.c_contiguous:
            raise ValueError("Values elsewhere in memory are not summed up.")
        if plain.dtype == object:
            return [list_addresses(plain, objects)]
        return [plain.view("int64") if plain.dtype.kind in "mM" else plain]
    in_arrow = getattr(values, "_pa_array", None)
    if in_arrow is not None:
        buffers = [each for chunk in in_arrow.chunks for each in chunk.buffers()]
        return [each for each in buffers if each is not None]
    categories = getattr(values, "categories", None)
    if categories is not None:
        # A frame may get other names for the same codes.
        named = [buffer for part in list_index_values(categories) for buffer in list_buffers(part, objects)]
        return [*named, bytes(values.ordered), *list_buffers(values.codes, objects)]
    found = [getattr(values, name, None) for name in ("_ndarray", "_data", "_mask")]
    parts = [part for part in found if isinstance(part, numpy.ndarray)]
    if not parts:
        raise ValueError("This kind of array is not known.")
    return [buffer for part in parts for buffer in list_buffers(part, objects)]


def list_addresses(values: Any, objects: list[Any]) -> Any:
    """Which objects there are. Raises ValueError if one of them could change."""
    known = UNCHANGING | {find_class(*each) for each in MISSING}
    known |= {find_class("pandas", each) for each in UNCHANGING_OF_PANDAS}
    if not set(map(type, values.ravel().tolist())) <= known:
        raise ValueError("An object may have changed.")
    objects.append(values)
    return bytes((ctypes.c_char * values.nbytes).from_address(values.ctypes.data))
