"""How far columns of several files match that look like keys to one another: what a join of them would keep."""

from __future__ import annotations

import itertools
import os
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from ..tables.table_facts import ends_with_totals, find_empty_rows, to_json
from .file_formats import MAX_MEMORY_BYTES, find_format
from .file_heads import HEAD_ROWS, MAX_BYTES, read_column, read_frames
from .memory_bounds import bound_memory

MAX_S = 3.0
"""Files are looked into for so long; then what was found is all."""
MAX_OVERLAPS = 6
MAX_TABLES = 20
MAX_COLUMNS = 60
MAX_LENGTH = 60
"""Of the texts of a key, on average."""
DISTINCT_PART = 0.9
"""The part of a column that is different, where others look up in it."""
MIN_DISTINCT = 3
MATCHED_PART = 0.5
"""The part of the different values that tells that columns of other names belong together."""
MIN_MATCHED_PART = 0.1
"""Of the rows; with fewer, two columns have a name in common and no more."""
# `id`, `nr`: numbers under such a name number anything.
MAX_BARE_NAME = 3
WHOLE_KINDS = ("json", "feather")
"""These are read as a whole, whatever their length."""

Form = dict[str, Any]
Loosening = Callable[[str], str]

# Each also does what those before it do.
LOOSENINGS: list[tuple[str, Loosening]] = [
    ("blanks", lambda text: " ".join(text.split())),
    ("case", lambda text: " ".join(text.split()).casefold()),
    ("zeros", lambda text: re.sub(r"^0+(?=\w)", "", " ".join(text.split()).casefold())),
]


class Place(NamedTuple):
    file: str
    table: str
    """Of a database, or a sheet; empty in other files."""
    column: str


class Column(NamedTuple):
    place: Place
    form: Form
    counts: Counter[str]
    """How many rows have each value, as text."""
    rows: int
    loosened: set[str]
    """Those of texts, without what may differ by the way they are written."""
    is_number: bool
    is_cut: bool
    """Whether there may be more rows than those."""


Whole = dict[Place, Counter[str] | None]
"""How often each value is in the whole file, where that was asked for and could be read."""


def find_overlaps(files: list[str]) -> list[dict[str, Any]]:
    """
    ``[{"from": {"file", "table", "column"}, "to": {…}, "rows", "isCut", "matched", "looser": [{"how", "rows"}], "repeated", "isMixed"}]``:
    how many of the rows have their value of one column in the other, how many more if texts are compared less exactly, and how
    many rows there repeat a value.
    """
    end = time.monotonic() + MAX_S
    with bound_memory(MAX_MEMORY_BYTES), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tables = read_tables(files, end)
        found: list[dict[str, Any]] = []
        whole: Whole = {}
        for at, table in enumerate(tables):
            for other in tables[at + 1 :]:
                if time.monotonic() < end:
                    found += compare_tables(table, other, whole)
    return found[:MAX_OVERLAPS]


def read_tables(files: list[str], end: float) -> list[list[Column]]:
    tables: list[list[Column]] = []
    for file in files:
        if time.monotonic() > end or len(tables) >= MAX_TABLES:
            break
        try:
            form = find_format(file)
            is_whole = form["kind"] not in ("delimited", "parquet", "sqlite")
            if form["kind"] == "none" or (is_whole and os.stat(file).st_size > MAX_BYTES):
                continue
            frames = read_frames(file, form)
        except Exception:
            continue
        parts = form.get("sheets", []) or form.get("tables", [])
        names = [part["name"] for part in parts] or [""]
        tables += [list_columns(frame, file, form, name) for name, frame in zip(names, frames, strict=False)]
    return tables[:MAX_TABLES]


def list_columns(frame: Any, file: str, form: Form, table: str) -> list[Column]:
    is_cut = len(frame) >= HEAD_ROWS and form["kind"] not in WHOLE_KINDS
    frame = frame[~find_empty_rows(frame)]
    if ends_with_totals(frame):
        frame = frame.iloc[:-1]
    columns = []
    for at in range(min(frame.shape[1], MAX_COLUMNS)):
        values = frame.iloc[:, at]
        texts = to_texts(values)
        if texts is None:
            continue
        counts = Counter(texts)
        length = sum(map(len, counts))
        if len(counts) >= MIN_DISTINCT and length <= MAX_LENGTH * len(counts):
            is_number = values.dtype.kind in "iuf"
            loosened = set() if is_number else set(map(loosen, counts))
            place = Place(file, table, str(frame.columns[at]))
            columns.append(Column(place, form, counts, len(frame), loosened, is_number, is_cut))
    return columns


def to_texts(values: Any) -> list[str] | None:
    """Texts, whole numbers, and dates, as text; ``None`` for what cannot be a key."""
    known = values.dropna()
    kind = known.dtype.kind
    if kind == "f":
        # Whole numbers with gaps are floats.
        if not ((known == known.round()) & (known.abs() < 2**53)).all():
            return None
        known = known.astype("int64")
    elif kind == "M":
        return [str(to_json(value)) for value in known]
    elif kind not in "iu" and not all(isinstance(value, str) for value in known):
        return None
    return [str(value) for value in known.tolist()]


def compare_tables(first: list[Column], second: list[Column], whole: Whole) -> list[dict[str, Any]]:
    """Each column with the one it matches best, from the table whose rows look up to the one that has each value once."""
    best: dict[Place, dict[str, Any]] = {}
    for a, b in itertools.product(first, second):
        founds = (compare(*pair, whole) for pair in direct(a, b) if belong(*pair))
        found = next(filter(None, founds), None)
        if found is None:
            continue
        origin = Place(**found["from"])
        known = best.get(origin)
        if known is None or found["matched"] > known["matched"]:
            best[origin] = found
    return sorted(best.values(), key=lambda found: -found["matched"])[:2]


def direct(a: Column, b: Column) -> list[tuple[Column, Column]]:
    """Which may look up in which, the longer table first: the other has each value about once, as far as was read."""
    pairs = [(a, b), (b, a)] if a.rows >= b.rows else [(b, a), (a, b)]
    return [(origin, target) for origin, target in pairs if is_key(target)]


def is_key(column: Column) -> bool:
    return len(column.counts) >= DISTINCT_PART * column.counts.total()


def belong(origin: Column, target: Column) -> bool:
    if share_name(origin, target):
        return True
    matched = len(origin.loosened & target.loosened)
    return matched >= max(MIN_DISTINCT, MATCHED_PART * len(origin.loosened))


def share_name(origin: Column, target: Column) -> bool:
    """`kunde` and `Kunde`, and `customer_id` and the `id` of customers.csv; not `id` and `id`, which number two things."""
    a, b = spell(origin.place.column), spell(target.place.column)
    if a == b:
        return len(a) > MAX_BARE_NAME or not (is_key(origin) and origin.is_number)
    stem = spell(os.path.splitext(os.path.basename(target.place.file))[0])
    return a in {stem + b, stem.removesuffix("s") + b}


def spell(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


loosen = LOOSENINGS[-1][1]


def compare(origin: Column, target: Column, whole: Whole) -> dict[str, Any] | None:
    """``None`` where nothing matches, or where the other file is too long to know what is not in it."""
    if target.place not in whole:
        whole[target.place] = count_all(target)
    counts = whole[target.place]
    if counts is None or len(counts) < DISTINCT_PART * counts.total():
        return None
    looser: Counter[str] = Counter()
    matched = 0
    missing = {}
    for text, count in origin.counts.items():
        if text in counts:
            matched += count
        else:
            missing[text] = count
    for how, turn in LOOSENINGS if missing else []:
        known = {turn(text) for text in counts}
        close = [text for text in missing if turn(text) in known]
        if close:
            looser[how] = sum(missing.pop(text) for text in close)
    if matched + looser.total() < MIN_MATCHED_PART * origin.rows:
        return None
    return {
        "from": origin.place._asdict(),
        "to": target.place._asdict(),
        "rows": origin.rows,
        "isCut": origin.is_cut,
        "matched": matched,
        "looser": [{"how": how, "rows": more} for how, more in looser.items()],
        "repeated": counts.total() - len(counts),
        "isMixed": origin.is_number != target.is_number,
    }


def count_all(column: Column) -> Counter[str] | None:
    """The values of the whole file."""
    if not column.is_cut:
        return column.counts
    file, _, name = column.place
    if os.stat(file).st_size > MAX_BYTES:
        return None
    try:
        values = read_column(file, column.form, name)
    except Exception:
        # Its name is there twice, or a later row is not as the first ones.
        return None
    texts = None if values is None else to_texts(values)
    return None if texts is None else Counter(texts)
