"""Notes the rows that filters leave out because the column that they are about has no value there."""

from __future__ import annotations

import re
import weakref
from typing import Any

# A filter that takes out more than this part of the values selects, and is not there to clean.
MAX_CLEANED_PART = 0.1
# Columns whose filters are followed.
MAX_PARTS = 4
SAMPLE_ROWS = 5_000
NAME = re.compile(r"\w+")


def step_of(values: Any) -> int:
    """Between rows of a sample."""
    return max(1, len(values) // SAMPLE_ROWS)


def is_gapless(values: Any) -> bool:
    """Whether a sample of it has nothing missing: to look at all of it would take as long as the call."""
    return not bool(values.iloc[:: step_of(values)].isna().any())


def tell_filter(result: Any, frame: Any, mask: Any) -> str | None:
    name = getattr(mask, "name", None)
    if (
        getattr(getattr(mask, "dtype", None), "kind", "") != "b"
        or not isinstance(name, str)
        or name not in frame.columns
    ):
        return None
    if is_gapless(frame[name]):
        return None
    missing = frame[name].isna()
    count = int(missing.sum())
    if bool((mask & missing).any()):
        return None
    others = len(frame) - len(result) - count
    if others > MAX_CLEANED_PART * (len(frame) - count):
        return tell_parts(frame, name, mask, count)
    beside = f", beside the {others:,} that it is about" if others else ""
    return f"A filter loses {count:,} of {len(frame):,} rows, without “{name}”{beside}"


class Parts:
    """The rows of a frame that filters on one of its columns have selected, all together."""

    def __init__(self, frame: Any, name: str) -> None:
        self.frame = weakref.ref(frame)
        self.name = name
        self.selected: Any = None

    def is_of(self, frame: Any, name: str) -> bool:
        return self.frame() is frame and self.name == name


latest_parts: list[Parts] = []


def tell_parts(frame: Any, name: str, mask: Any, missing: int) -> str | None:
    """Filters that select, each a part, but together every row that has a value: the rest is in no part."""
    parts = next((each for each in latest_parts if each.is_of(frame, name)), None)
    if parts is None:
        parts = Parts(frame, name)
        latest_parts[:] = [parts, *latest_parts[: MAX_PARTS - 1]]
    is_first = parts.selected is None
    parts.selected = mask if is_first else parts.selected | mask
    if is_first or int(parts.selected.sum()) < len(frame) - missing:
        return None
    latest_parts.remove(parts)
    return f"Filters that together select all rows leave out {missing:,} of {len(frame):,}, without “{name}”"


def tell_query(result: Any, frame: Any, expression: str = "", *_: Any, **__: Any) -> str | None:
    """A query says its columns by name. Which rows it has selected shows their index, where that tells them apart."""
    if not frame.index.is_unique or not isinstance(expression, str):
        return None
    import pandas

    selected = frame.index.isin(result.index)
    named = (name for name in frame.columns if isinstance(name, str) and name in NAME.findall(expression))
    told = (
        tell_filter(result, frame, pandas.Series(selected, index=frame.index, name=name)) for name in named
    )
    return next((each for each in told if each), None)


def tell_located(result: Any, indexer: Any, key: Any) -> str | None:
    return tell_filter(result, indexer.obj, key[0] if isinstance(key, tuple) else key)
