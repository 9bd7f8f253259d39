"""Tables as they were when a cell displayed them, to be read whole while the notebook shows a part of them.

A table is kept as a lazy copy: with the copy-on-write of pandas 3 it takes no memory until the code changes the original,
and no change of the original reaches it. What is kept is bounded; the largest of the older half is dropped first.
"""

from __future__ import annotations

import secrets
import sys
from typing import Any, NamedTuple

from ..errors import Refusal
from ..known_classes import class_bases, find_class, is_one_of
from ..shell import find_shell
from .opened_table import Memory, Table, open_value
from .plain_tables import read_subclass

MAX_KEPT = 300
MAX_REMEMBERED_REASONS = 2000
MAX_TOTAL_BYTES = 512 << 20
# Of the memory that this process may take.
MAX_SHARE = 0.1
# Above that use of its memory, the code needs it more.
FULL_SHARE = 0.7
# Copied at once: it is as fast, and pins nothing larger of which it is a part.
SMALL_BYTES = 1 << 20
# Without copy-on-write, copied up to that.
MAX_COPIED_BYTES = 64 << 20
OBJECT_BYTES = 64
NAME = "_actbook_kept_tables"

LOST = "The kernel no longer has this table, because it was restarted."
TOO_LARGE = "The kernel did not keep this table, because it is too large."
DROPPED = "The kernel no longer has this table, because newer ones needed the memory."
SCARCE = "The kernel no longer has this table, because code needed the memory."


class Kept(NamedTuple):
    value: Any
    memory: Memory
    parts: dict[int, int]
    """Bytes of each piece of memory that it holds, by the identity of the piece."""


class KeptTables:
    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.kept: dict[str, Kept] = {}
        self.reasons: dict[str, str] = {}

    def keep(self, value: Any) -> dict[str, Any] | None:
        """``{"id", "rows", "columns"}`` of a table; None for anything else."""
        value = find_plain(value)
        if value is None:
            return None
        table_id = secrets.token_hex(8)
        table = open_value(value)
        own = copy(value) if weigh_alone(value) <= self.max_bytes else None
        if own is None:
            self.explain(table_id, TOO_LARGE)
        else:
            self.kept[table_id] = Kept(own, Memory(), weigh(own))
            self.trim()
        return {"id": table_id, "rows": table.row_count, "columns": table.column_count}

    def open(self, table_id: str) -> Table:
        """Raises Refusal ``gone``."""
        found = self.kept.get(table_id)
        if found is None:
            raise Refusal(self.reasons.get(table_id, LOST), "gone")
        return open_value(found.value, found.memory)

    def trim(self) -> None:
        """Drops what does not fit."""
        while len(self.kept) > MAX_KEPT or self.count_bytes() > self.max_bytes:
            older = list(self.kept)[: max(1, len(self.kept) // 2)]
            self.drop(max(older, key=lambda each: sum(self.kept[each].parts.values())), DROPPED)

    def relieve(self) -> None:
        """Gives memory back where the code is short of it."""
        if self.kept and count_used_bytes() > FULL_SHARE * find_memory_limit():
            for table_id in list(self.kept):
                self.drop(table_id, SCARCE)

    def count_bytes(self) -> int:
        """Memory that several of them hold counts once."""
        return sum({part: size for each in self.kept.values() for part, size in each.parts.items()}.values())

    def drop(self, table_id: str, reason: str) -> None:
        del self.kept[table_id]
        self.explain(table_id, reason)

    def explain(self, table_id: str, reason: str) -> None:
        self.reasons[table_id] = reason
        while len(self.reasons) > MAX_REMEMBERED_REASONS:
            del self.reasons[next(iter(self.reasons))]


def find_kept_tables() -> KeptTables:
    """Those of this kernel. They outlive this package when a later version of it takes its place."""
    shell = find_shell()
    found: KeptTables | None = vars(shell).get(NAME)
    if found is None:
        found = vars(shell)[NAME] = KeptTables(int(min(MAX_TOTAL_BYTES, MAX_SHARE * find_memory_limit())))
        shell.events.register("pre_run_cell", lambda *_: found.relieve())
    return found


def is_table(value: object) -> bool:
    libraries, names = ("pandas", "polars"), ("DataFrame", "Series")
    return any(type(value) is find_class(library, name) for library in libraries for name in names)


def find_plain(value: object) -> Any:
    """The table that a value is, also of a class of the user's that is displayed as one; None for anything else."""
    if is_table(value):
        return value
    for name in ("DataFrame", "Series"):
        if is_one_of(find_class("pandas", name), class_bases(type(value))) and is_shown_as_table(value):
            return read_subclass(value, name)
    return None


def is_shown_as_table(value: Any) -> bool:
    """Whether no class of the user's says how it is displayed."""
    for kind in class_bases(type(value)):
        names = set(type.__getattribute__(kind, "__dict__"))
        if names & {"_repr_html_", "_repr_mimebundle_", "_ipython_display_"}:
            return kind is find_class("pandas", "DataFrame")
    return True


def copy(value: Any) -> Any:
    """Not reached by later changes of the value; None where that would take too much memory."""
    if not is_of_pandas(value):
        return value.clone()
    alone = weigh_alone(value)
    # A piece of a larger table would keep all of that.
    is_piece = sum(weigh(value).values()) > 2 * alone
    if alone > SMALL_BYTES and not is_piece and has_copy_on_write():
        return value.copy(deep=False)
    return copy_whole(value) if alone <= MAX_COPIED_BYTES else None


def copy_whole(value: Any) -> Any:
    own = value.copy(deep=True)
    for block in own._mgr.blocks:
        texts = getattr(block.values, "_pa_array", None)
        if texts is not None:
            # A deep copy leaves them in the memory of the larger table.
            import pyarrow

            block.values._pa_array = texts.take(pyarrow.array(range(len(texts))))
    return own


def is_of_pandas(value: object) -> bool:
    return any(type(value) is find_class("pandas", name) for name in ("DataFrame", "Series"))


def has_copy_on_write() -> bool:
    import pandas

    if int(pandas.__version__.split(".")[0]) >= 3:
        return True
    try:
        return pandas.get_option("mode.copy_on_write") is True
    except KeyError:
        return False


def weigh(value: Any) -> dict[int, int]:
    """Bytes of each piece of memory that keeping the value holds, with all of a larger piece it is a part of."""
    if not is_of_pandas(value):
        return {id(value): int(value.estimated_size())}
    parts = {}
    for block in value._mgr.blocks:
        in_arrow = getattr(block.values, "_pa_array", None)
        if in_arrow is not None:
            buffers = [each for chunk in in_arrow.chunks for each in chunk.buffers() if each is not None]
            parts.update({each.address: each.size for each in buffers})
            continue
        array = getattr(block.values, "_ndarray", block.values)
        while getattr(array, "base", None) is not None and hasattr(array.base, "nbytes"):
            array = array.base
        parts[id(array)] = int(array.nbytes) + weigh_objects(block.values)
    return parts


def weigh_alone(value: Any) -> int:
    if not is_of_pandas(value):
        return int(value.estimated_size())
    return sum(int(block.values.nbytes) + weigh_objects(block.values) for block in value._mgr.blocks)


def weigh_objects(values: Any) -> int:
    """What the objects of an array take, about."""
    return int(values.size) * OBJECT_BYTES if values.dtype == object else 0


def find_memory_limit() -> int:
    """Bytes that this process may take."""
    limits = [physical_bytes()]
    if sys.platform != "win32":
        import resource

        for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
            soft = resource.getrlimit(kind)[0]
            if soft != resource.RLIM_INFINITY:
                limits.append(soft)
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        text = read_text(path).strip()
        if text.isdigit():
            limits.append(int(text))
    return min(limits)


def physical_bytes() -> int:
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 8 << 30


def count_used_bytes() -> int:
    """Zero where it cannot be known."""
    import os

    fields = read_text("/proc/self/statm").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") if len(fields) > 1 else 0


def read_text(path: str) -> str:
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""
