"""Arrays, lists, dicts and other plain values as tables of pandas.

Methods of the user's own classes are never called: the type of a value is recognized by comparing class objects, and a value
of any other class is put into its cell unchanged.
"""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any

from ..errors import Refusal
from ..known_classes import class_bases, class_name, find_class, is_one_of
from ..shell import find_shell

LISTS = (list, tuple, set, frozenset)
CONTAINERS = (*LISTS, dict)
DICTS = (dict, collections.defaultdict, collections.OrderedDict, collections.Counter)
INDEXES = ("Index", "RangeIndex", "MultiIndex", "DatetimeIndex", "TimedeltaIndex", "PeriodIndex")
# Values of these classes are held as pandas would. Integers with a gap would lose digits as floats.
INFERRED = ({str}, {bool}, {int}, {float}, {str, type(None)}, {float, type(None)})
MAX_COLUMNS = 2000
MAX_NESTED = 30
MAX_PLACES = 1_000_000
# Larger ones are made into a table once, and not for each piece that is looked at.
MIN_KEPT = 2000
NAME = "_actbook_plain_table"


def has_rows(value: object) -> bool:
    """Whether the value can be opened as a table."""
    kind = type(value)
    known = [("pandas", name) for name in (*INDEXES, "Categorical")]
    known += [("numpy", "ndarray"), ("polars", "DataFrame"), ("polars", "Series")]
    if is_one_of(kind, (*LISTS, *DICTS, collections.deque, range, *(find_class(*each) for each in known))):
        return True
    return any(is_one_of(find_class("pandas", name), class_bases(kind)) for name in ("DataFrame", "Series"))


def make_table(value: Any) -> Any:
    """A data frame or series of pandas. Raises Refusal for what is not made of rows."""
    size = len(value) if is_one_of(type(value), CONTAINERS) else 0
    if size < MIN_KEPT:
        return convert(value)
    # Until a cell is run, or has more or fewer of them.
    shell = find_shell()
    made = vars(shell).get(NAME)
    if made is None or made[0] is not value or made[1:3] != (size, shell.execution_count):
        made = vars(shell)[NAME] = (value, size, shell.execution_count, convert(value))
        shell.events.register("pre_run_cell", forget)
    return made[3]


def forget(*_: Any) -> None:
    """Before the code changes it. The table takes memory that the code may need."""
    shell = find_shell()
    vars(shell).pop(NAME, None)
    shell.events.unregister("pre_run_cell", forget)


def convert(value: Any) -> Any:
    kind = type(value)
    if any(kind is find_class("pandas", name) for name in INDEXES):
        return value.to_frame(index=False) if value.nlevels > 1 else make_series(value)
    if kind is find_class("pandas", "Categorical"):
        return make_series(value)
    for name in ("DataFrame", "Series"):
        if is_one_of(find_class("pandas", name), class_bases(kind)):
            return read_subclass(value, name)
    if kind is find_class("numpy", "ndarray"):
        return convert_array(value)
    if is_one_of(kind, DICTS):
        return convert_dict(value if kind is dict else dict(value))
    if is_one_of(kind, (*LISTS, collections.deque)):
        return convert_list(value if kind is list else list(value))
    if kind is range:
        return make_series(range(value.start, value.stop, value.step))
    raise Refusal("Only tables, arrays, lists, and dicts can be opened.")


def find_pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise Refusal("Opening this needs pandas in the kernel.") from None
    return pandas


def read_subclass(value: Any, name: str) -> Any:
    """What a class of the user's holds, without what it does differently."""
    pandas = find_pandas()
    manager = object.__getattribute__(value, "_mgr")
    plain = getattr(pandas, name)._from_mgr(manager, manager.axes)
    if name == "Series":
        plain._name = object.__getattribute__(value, "_name")
    return plain


def convert_array(value: Any) -> Any:
    """The last axis is in columns; labels count the others."""
    pandas = find_pandas()
    if value.dtype.names:
        flat = value.reshape(-1)
        return pandas.DataFrame({name: list_field(flat[name]) for name in value.dtype.names})
    if value.ndim < 2:
        return make_series(value.reshape(-1))
    width = value.shape[-1]
    if width > MAX_COLUMNS * 10:
        raise Refusal(f"An array with {width:,} columns is too wide to be shown as a table.")
    rows = value.reshape(-1, width)
    if value.ndim == 2:
        return pandas.DataFrame(rows)
    axes = [range(size) for size in value.shape[:-1]]
    names = [f"axis {at}" for at in range(value.ndim - 1)]
    return pandas.DataFrame(rows, index=pandas.MultiIndex.from_product(axes, names=names))


def list_field(values: Any) -> Any:
    return values if values.ndim == 1 and not values.dtype.names else hold(values.tolist()).array


def convert_list(values: list[Any]) -> Any:
    kinds = set(map(type, values))
    if values and kinds == {dict}:
        return make_records(values, None)
    if values and kinds <= {list, tuple}:
        widths = set(map(len, values))
        if (
            len(widths) == 1
            and 0 < max(widths) <= MAX_COLUMNS
            and not any(map(has_nested, values[:MAX_NESTED]))
        ):
            return make_frame({at: list(column) for at, column in enumerate(zip(*values, strict=True))}, None)
    if kinds & set(CONTAINERS):
        return list_places(values)
    return hold(values).rename("value")


def convert_dict(value: dict[Any, Any]) -> Any:
    each = list(value.values())
    kinds = set(map(type, each))
    if value and kinds == {dict} and len(value) > 1 and not any(map(has_nested, each[:MAX_NESTED])):
        return make_records(each, list(value))
    if value and kinds <= {list, tuple} and len(set(map(len, each))) == 1 and len(value) <= MAX_COLUMNS:
        return make_frame({name: list(values) for name, values in value.items()}, None)
    if kinds & set(CONTAINERS):
        return list_places(value)
    return find_pandas().DataFrame({"value": hold(each).array}, index=make_index(list(value), "key"))


def make_series(values: Any) -> Any:
    return find_pandas().Series(
        values, index=range(len(values)), name=getattr(values, "name", None) or "value"
    )


def has_nested(value: Any) -> bool:
    inner = value.values() if type(value) is dict else value
    return any(is_one_of(type(each), CONTAINERS) for each in inner)


def make_records(records: list[dict[Any, Any]], labels: list[Any] | None) -> Any:
    """A row for each; what one of them lacks is missing there."""
    names = list(dict.fromkeys(name for record in records for name in record))
    if len(names) > MAX_COLUMNS:
        return list_places(records if labels is None else dict(zip(labels, records, strict=True)))
    return make_frame({name: [record.get(name) for record in records] for name in names}, labels)


def make_frame(columns: dict[Any, list[Any]], labels: list[Any] | None) -> Any:
    pandas = find_pandas()
    held = {at: hold(values).array for at, values in enumerate(columns.values())}
    frame = pandas.DataFrame(held, index=None if labels is None else make_index(labels, None))
    frame.columns = make_index(list(columns), None)
    return frame


def make_index(labels: list[Any], name: str | None) -> Any:
    # A list of tuples would become levels.
    return find_pandas().Index(hold(labels).array, name=name, tupleize_cols=False)


def hold(values: list[Any]) -> Any:
    """A series with an element for each value, whatever it is."""
    import numpy

    array = numpy.fromiter(values, dtype=object, count=len(values))
    series = find_pandas().Series(array, dtype=object)
    if set(map(type, values)) not in INFERRED:
        return series
    try:
        return series.infer_objects()
    except ValueError:
        # Half a character, which Arrow refuses.
        return series


def list_places(value: Any) -> Any:
    """A row for each value inside, however deep, with where it is."""
    places: list[str] = []
    values: list[Any] = []
    for place, inner in walk(value, "", ()):
        if len(places) == MAX_PLACES:
            raise Refusal(f"This has more than {MAX_PLACES:,} values. Open a part of it.")
        places.append(place)
        values.append(inner)
    return make_frame({"place": places, "value": values}, None)


def walk(value: Any, place: str, above: tuple[int, ...]) -> Iterator[tuple[str, Any]]:
    kind = type(value)
    if not is_one_of(kind, CONTAINERS) or len(value) == 0 or len(above) == MAX_NESTED:
        yield place, value
        return
    if id(value) in above:
        yield place, "(contains itself)"
        return
    inside = (*above, id(value))
    if kind is dict:
        for key, each in value.items():
            yield from walk(each, write_key(place, key), inside)
        return
    for at, each in enumerate(value):
        yield from walk(each, f"{place}[{at}]", inside)


def write_key(place: str, key: Any) -> str:
    if type(key) is str and key.isidentifier():
        return f"{place}.{key}" if place else key
    known = is_one_of(type(key), (str, int, float, bool, type(None)))
    return f"{place}[{key!r}]" if known else f"{place}[<{class_name(type(key))}>]"
