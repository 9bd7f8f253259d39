"""Tables that this kernel can show: variables, what cells displayed, and in the file reader's process a file."""

from __future__ import annotations

import weakref
import zlib
from typing import Any

from .kept_tables import copy, find_kept_tables, is_table
from .known_classes import absent, find_class
from .opened_table import Memory, Table, open_value
from .shell import find_shell

# Tables larger than that are not compared with what is remembered of them.
MAX_SUMMED_BYTES = 1 << 30

# By the name of a variable: the value, its checksum, and what was found out about it.
remembered: dict[str, tuple[Any, int, Memory]] = {}
MAX_REMEMBERED = 3


def open_place(place: dict[str, Any], is_kept: bool = False) -> Table:
    """
    ``place`` has ``source`` and ``name``. With ``is_kept``, later changes of a variable do not reach the table, where a
    copy of it costs little. Raises Refusal.
    """
    if place["source"] == "displays":
        return find_kept_tables().open(place["name"])
    if place["source"] == "opened-files":
        from .table_file_reader import open_file

        return open_file(place["name"], place["sheet"])
    name = place["name"]
    value = find_shell().user_ns.get(name, absent)
    own = copy(value) if is_kept and is_table(value) else None
    return open_value(value if own is None else own, recall(name, value))


def recall(name: str, value: Any) -> Memory | None:
    """What is known of the variable, if it is what it was then; whatever the code did with it."""
    total = sum_up(value)
    if total is None:
        return None
    found = remembered.pop(name, None)
    if found is None or found[0]() is not value or found[1] != total:
        found = (weakref.ref(value), total, Memory())
    remembered[name] = found
    while len(remembered) > MAX_REMEMBERED:
        del remembered[next(iter(remembered))]
    return found[2]


def sum_up(value: Any) -> int | None:
    """A checksum of all values and labels, in a few milliseconds; None where there cannot be one."""
    if not any(type(value) is find_class("pandas", name) for name in ("DataFrame", "Series")):
        return None
    try:
        total, left = zlib.crc32(repr(value.shape).encode()), MAX_SUMMED_BYTES
        for values in [*list_index_values(value.index), *(block.values for block in value._mgr.blocks)]:
            for part in list_buffers(values):
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


def list_buffers(values: Any) -> list[Any]:
    """The memory of an array of NumPy or pandas. Raises ValueError where it does not show what changes."""
    import numpy

    if isinstance(values, numpy.ndarray):
        plain = values if values.flags.c_contiguous else values.T
        if plain.dtype == object or not plain.flags.c_contiguous:
            raise ValueError("Values elsewhere in memory are not summed up.")
        return [plain.view("int64") if plain.dtype.kind in "mM" else plain]
    in_arrow = getattr(values, "_pa_array", None)
    if in_arrow is not None:
        buffers = [each for chunk in in_arrow.chunks for each in chunk.buffers()]
        return [each for each in buffers if each is not None]
    found = [getattr(values, name, None) for name in ("_ndarray", "_data", "_mask")]
    parts = [part for part in found if isinstance(part, numpy.ndarray)]
    if not parts:
        raise ValueError("This kind of array is not known.")
    return [buffer for part in parts for buffer in list_buffers(part)]
