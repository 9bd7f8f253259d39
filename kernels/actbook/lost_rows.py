"""Notes what a cell's own calls of pandas lose in silence: rows that a join drops or repeats, values that a conversion empties.

Only calls that stand in a cell are looked at, not those of libraries. What was lost is computed from what went in and what came
out, in a part of the time that the call took.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .lost_filters import is_gapless, step_of, tell_filter, tell_located, tell_query
from .notes import add_note, has_room
from .shell import find_shell
from .when_imported import when_imported

MAX_EXAMPLES = 3
MAX_EXAMPLE_LENGTH = 24
# Where more of the keys repeat than this, they are meant to.
MAX_REPEATED_PART = 0.2
# Of a concatenation: pieces, and rows with which two of them begin that are the same.
MAX_PIECES = 20
MIN_SAME_ROWS = 5


def watch_libraries() -> None:
    """Done again, it changes nothing."""
    when_imported("lost rows", {"pandas": watch})


def watch(pandas: ModuleType) -> None:
    frame: Any = pandas.DataFrame
    wrap(pandas, "merge", tell_merge)
    wrap(frame, "merge", tell_merge)
    wrap(frame, "join", tell_join)
    wrap(frame, "dropna", tell_dropna)
    wrap(frame, "groupby", tell_groups)
    wrap(frame, "pivot_table", tell_pivot)
    wrap(pandas, "pivot_table", tell_pivot)
    wrap(pandas, "crosstab", tell_crosstab)
    wrap(frame, "reindex", tell_reindex)
    wrap(pandas.Series, "reindex", tell_reindex)
    wrap(frame, "query", tell_query, reads_caller=True)
    wrap(pandas, "merge_asof", tell_nearest)
    wrap(pandas, "concat", tell_concat)
    wrap(pandas.Series, "map", tell_map)
    for name in ("to_numeric", "to_datetime"):
        wrap(pandas, name, tell_conversion)
    wrap_selection(frame, tell_filter)
    wrap_selection(type(frame().loc), tell_located)


def wrap(owner: Any, name: str, tell: Callable[..., str | None], reads_caller: bool = False) -> None:
    """``reads_caller``: the call takes variables from its caller, which is one frame further away then."""
    original = getattr(owner, name)
    namespace = find_shell().user_ns

    @functools.wraps(original)
    def watched(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        if reads_caller:
            kwargs["level"] = kwargs.get("level", 0) + 1
        result = original(*args, **kwargs)
        if sys._getframe(1).f_globals is namespace and has_room():
            note_loss(tell, result, *args, **kwargs)
        return result

    replace(owner, name, watched)


def wrap_selection(owner: Any, tell: Callable[..., str | None]) -> None:
    """Of ``[]``, which is frequent: what selects no rows by a condition is told apart first."""
    original = owner.__getitem__
    namespace = find_shell().user_ns

    @functools.wraps(original)
    def watched(self: Any, key: Any) -> Any:
        __tracebackhide__ = True
        kind = type(key[0]) if type(key) is tuple and key else type(key)
        if kind is str or kind is int or kind is list or kind is slice:
            return original(self, key)
        result = original(self, key)
        if sys._getframe(1).f_globals is namespace and has_room():
            note_loss(tell, result, self, key)
        return result

    replace(owner, "__getitem__", watched)


def replace(owner: Any, name: str, watched: Any) -> None:
    watched.is_watched = True
    if not hasattr(getattr(owner, name), "is_watched"):
        setattr(owner, name, watched)


def note_loss(tell: Callable[..., str | None], *args: Any, **kwargs: Any) -> None:
    try:
        note = tell(*args, **kwargs)
    except Exception:
        # It is about the call: what it does not understand, it does not judge.
        note = None
    if note:
        add_note(note)


def tell_merge(
    result: Any,
    left: Any,
    right: Any,
    how: str = "inner",
    on: Any = None,
    left_on: Any = None,
    right_on: Any = None,
    left_index: bool = False,
    right_index: bool = False,
    *_: Any,
    indicator: bool | str = False,
    **__: Any,
) -> str | None:
    # With an indicator, rows without a match are what is looked for.
    if how not in ("inner", "left", "right") or indicator:
        return None
    common = [each for each in left.columns if each in right.columns] if on is None else on
    left_keys = find_keys(left, common if left_on is None else left_on, left_index)
    right_keys = find_keys(right, common if right_on is None else right_on, right_index)
    if how == "right":
        return tell_sides(len(result), right_keys, left_keys, "right", "left", is_kept=True)
    gaps = count_gaps(result, left, right) if how == "left" else None
    return tell_sides(len(result), left_keys, right_keys, "left", "right", is_kept=how == "left", gaps=gaps)


def tell_nearest(result: Any, left: Any, right: Any, *_: Any, **__: Any) -> str | None:
    count = count_gaps(result, left, right)
    return f"A join by the nearest key finds no match for {count:,} of {len(left):,} rows" if count else None


def count_gaps(result: Any, left: Any, right: Any) -> int | None:
    """Rows to which the right table brought nothing, where one of its columns shows that."""
    for name in right.columns:
        if name not in left.columns and name in result.columns and not right[name].hasnans:
            return int(result[name].isna().sum())
    return None


def tell_join(
    result: Any, left: Any, other: Any, on: Any = None, how: str = "left", *_: Any, **__: Any
) -> str | None:
    return tell_merge(result, left, other, how, left_on=on, left_index=on is None, right_index=True)


def find_keys(frame: Any, on: Any, is_index: bool) -> Any:
    keys = frame.index.to_frame(index=False) if is_index else frame[[on] if isinstance(on, str) else list(on)]
    return keys.set_axis(range(keys.shape[1]), axis="columns")


def tell_sides(
    rows: int, keys: Any, others: Any, side: str, other_side: str, is_kept: bool, gaps: int | None = None
) -> str | None:
    """``keys`` are those of the table whose rows the result is about; ``is_kept``: those without a match stay in it."""
    repeats = others.duplicated()
    has_repeats = bool(repeats.any())
    is_exact = not is_kept and not has_repeats
    if (is_exact or (gaps == 0 and not has_repeats)) and rows == len(keys):
        return None
    unmatched = None
    if is_exact:
        count = len(keys) - rows
    elif gaps is not None and not has_repeats:
        count = gaps
    else:
        unmatched = ~find_matches(keys, others)
        count = int(unmatched.sum())
    parts = []
    if count > 0:
        alike = count_alike(keys, others)
        least = "at least " if alike and step_of(keys) > 1 else ""
        but = f"; {least}{alike:,} of them for case or spaces alone" if alike else ""
        of = f"{count:,} of {len(keys):,} rows of the {side} table"
        told = (
            f"finds no match for {of}, so what the {other_side} one has is missing there"
            if is_kept
            else f"loses {of}, for want of a match"
        )
        parts.append(told + but)
    if has_repeats and unmatched is not None:
        expected = len(keys) if is_kept else len(keys) - count
        if rows > expected and is_accident(keys, others[repeats.to_numpy()]):
            parts.append(
                f"makes {rows:,} rows of {expected:,}, because keys repeat in the {other_side} table"
            )
        lost = None if keys.duplicated().any() else ~find_matches(others, keys)
        if not is_kept and lost is not None and bool(lost.any()):
            parts.append(
                f"loses {int(lost.sum()):,} of {len(others):,} rows of the {other_side} table, for want of a match"
            )
    return f"A join {', and '.join(parts)}" if parts else None


def find_matches(keys: Any, others: Any) -> Any:
    """Whether each row of the first is in the second."""
    if keys.shape[1] == 1:
        return keys[0].isin(others[0])
    import pandas

    return pandas.Series(pandas.MultiIndex.from_frame(keys).isin(pandas.MultiIndex.from_frame(others)))


def is_accident(keys: Any, repeated: Any) -> bool:
    """Both tables repeat keys, or only few of the keys repeat: a table that others point into has each once."""
    if bool(keys.duplicated().any()):
        return True
    matches = find_matches(keys, repeated)
    return bool(matches.mean() <= MAX_REPEATED_PART)


def count_alike(keys: Any, others: Any) -> int:
    """Rows whose key would match but for case or spaces; looked for in a few of the keys."""
    if keys.shape[1] != 1 or not isinstance(next(iter(keys[0].dropna().iloc[:1]), None), str):
        return 0
    exact = set(others[0].dropna())
    known = {str(each).strip().casefold() for each in exact}
    different = keys[0].iloc[:: step_of(keys)].dropna().unique()
    alike = [each for each in different if each not in exact and each.strip().casefold() in known]
    return int(keys[0].isin(alike).sum()) if alike else 0


def tell_dropna(
    result: Any, frame: Any, *_: Any, axis: Any = 0, inplace: bool = False, **__: Any
) -> str | None:
    lost = 0 if inplace or axis not in (0, "index") else len(frame) - len(result)
    return f"Dropping missing values loses {lost:,} of {len(frame):,} rows" if lost > 0 else None


def tell_groups(_: Any, frame: Any, by: Any = None, *args: Any, dropna: bool = True, **__: Any) -> str | None:
    return tell_keyless("group by", len(frame), list_columns(frame, by)) if dropna else None


def tell_pivot(
    _: Any, frame: Any, values: Any = None, index: Any = None, columns: Any = None, *__: Any, **___: Any
) -> str | None:
    keys = [*list_columns(frame, index), *list_columns(frame, columns)]
    return tell_keyless("pivot table", len(frame), keys)


def tell_crosstab(_: Any, index: Any, columns: Any, *__: Any, **___: Any) -> str | None:
    keys = [each for each in (index, columns) if isinstance(getattr(each, "name", None), str)]
    return tell_keyless("cross table", len(index), keys)


def list_columns(frame: Any, names: Any) -> list[Any]:
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list):
        return []
    return [frame[name] for name in listed if isinstance(name, str) and name in frame.columns]


def tell_keyless(what: str, rows: int, keys: list[Any]) -> str | None:
    lost = {key.name: int(key.isna().sum()) for key in keys if not is_gapless(key)}
    parts = [f"{count:,} of {rows:,} rows, without “{name}”" for name, count in lost.items() if count > 0]
    return f"A {what} leaves out {', and '.join(parts)}" if parts else None


def tell_reindex(result: Any, frame: Any, *_: Any, **__: Any) -> str | None:
    left_out = frame.index[~frame.index.isin(result.index)]
    if len(left_out) == 0 or len(left_out) == len(frame):
        return None
    names = ", ".join(repr(each)[:MAX_EXAMPLE_LENGTH] for each in left_out[:MAX_EXAMPLES])
    return f"Reindexing leaves out {len(left_out):,} of {len(frame):,} rows, such as {names}"


def tell_concat(_: Any, pieces: Any, *__: Any, axis: Any = 0, **___: Any) -> str | None:
    if not isinstance(pieces, (list, tuple)) or len(pieces) > MAX_PIECES:
        return None
    if axis in (1, "columns"):
        return tell_side_by_side(pieces)
    count = 0
    for at, later in enumerate(pieces):
        twin = next((each for each in pieces[:at] if starts_alike(each, later)), None)
        count += 0 if twin is None else count_common(twin, later)
    return f"A concatenation adds {count:,} rows that it has already" if count > 0 else None


def tell_side_by_side(pieces: Any) -> str | None:
    """Row numbers say nothing of what a row is: where they differ, rows do not belong together."""
    first, *others = [each.index for each in pieces]
    if any(index.dtype.kind != "i" or index.name is not None for index in (first, *others)):
        return None
    common = set(first).intersection(*others)
    most = max(len(index) for index in (first, *others))
    if len(common) == most:
        return None
    return f"A concatenation side by side finds only {len(common):,} of {most:,} rows in all tables, by their row numbers"


def starts_alike(earlier: Any, later: Any) -> bool:
    """Whether both begin with the same rows, which can be told apart."""
    first, second = earlier.iloc[:MIN_SAME_ROWS], later.iloc[:MIN_SAME_ROWS]
    if len(first) < MIN_SAME_ROWS or list(first.columns) != list(second.columns):
        return False
    is_same = first.reset_index(drop=True).equals(second.reset_index(drop=True))
    return is_same and not bool(first.duplicated().any())


def count_common(earlier: Any, later: Any) -> int:
    import pandas

    return int(pandas.concat([earlier.drop_duplicates(), later.drop_duplicates()]).duplicated().sum())


def tell_map(result: Any, series: Any, given: Any = None, *_: Any, **__: Any) -> str | None:
    if not isinstance(given, dict):
        return None
    return tell_emptied("mapping", result, series)


def tell_conversion(result: Any, given: Any, errors: str = "raise", *_: Any, **__: Any) -> str | None:
    return tell_emptied("conversion", result, given) if errors == "coerce" else None


def tell_emptied(what: str, result: Any, given: Any) -> str | None:
    empty = result.isna()
    if not bool(empty.any()):
        return None
    emptied = empty & ~given.isna()
    count = int(emptied.sum())
    if count == 0:
        return None
    examples = [
        repr(each)[:MAX_EXAMPLE_LENGTH] for each in given[emptied].drop_duplicates().iloc[:MAX_EXAMPLES]
    ]
    values = "value" if count == 1 else "values"
    return f"A {what} empties {count:,} {values}, such as {', '.join(examples)}"
