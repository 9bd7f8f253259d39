"""The result of a query as a frame of pandas."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any


def to_frame(table: Any) -> Any:
    """Numbers stay exact: decimals are ``Decimal``, and whole numbers with gaps are not turned into fractions."""
    import pandas as pd

    names = table.column_names
    # Names may be there twice.
    keys = [str(position) for position in range(len(names))]
    fields = list(table.schema)
    table = table.rename_columns(keys)
    own: dict[str, Any] = dict(read_exact(keys, fields, table))
    frame = table.drop_columns(list(own)).to_pandas(date_as_object=False, split_blocks=True)
    for key, values in own.items():
        frame[key] = values
    frame = frame[keys] if own else frame
    frame.columns = pd.Index(names)
    return frame


def read_exact(keys: list[str], fields: list[Any], table: Any) -> Iterator[tuple[str, Any]]:
    """The columns that Arrow would change."""
    import pandas as pd
    import pyarrow as pa

    for key, field, column in zip(keys, fields, table.columns, strict=True):
        if pa.types.is_integer(column.type) and column.null_count > 0:
            dtype = pd.api.types.pandas_dtype(str(column.type).replace("uint", "UInt").replace("int", "Int"))
            yield key, column.to_pandas(types_mapper=lambda _, dtype=dtype: dtype)
        elif is_decimal_text(field):
            values = pd.Series([to_decimal(value) for value in column.to_pylist()], dtype=object)
            yield key, values
        elif pa.types.is_nested(column.type) and any(map(needs_objects, column.chunks)):
            with contextlib.suppress(ValueError, OverflowError):
                # Not times that Python does not know.
                yield key, pd.Series(column.to_pylist(), dtype=object)


def is_decimal_text(field: Any) -> bool:
    """Whether these are decimals, or arrays of them, that no decimal type of Arrow holds."""
    import pyarrow as pa

    kind = field.type.value_type if pa.types.is_list(field.type) else field.type
    return (field.metadata or {}).get(b"actbook") == b"decimal" and pa.types.is_string(kind)


def to_decimal(value: Any) -> Any:
    if isinstance(value, list):
        return [to_decimal(part) for part in value]
    return None if value is None else Decimal(value)


def needs_objects(array: Any) -> bool:
    """Whether whole numbers are missing somewhere inside, or times have a zone: arrays of NumPy know neither."""
    import pyarrow as pa

    kind = array.type
    if pa.types.is_struct(kind):
        return any(needs_objects(array.field(number)) for number in range(kind.num_fields))
    if pa.types.is_map(kind):
        return needs_objects(array.keys) or needs_objects(array.items)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return needs_objects(array.flatten())
    return (pa.types.is_integer(kind) and array.null_count > 0) or (
        pa.types.is_timestamp(kind) and kind.tz is not None
    )
