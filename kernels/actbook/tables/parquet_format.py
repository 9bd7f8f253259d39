"""Tables as a Parquet file. A column keeps its type where Arrow has it; anything else is written as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow
import pyarrow.parquet

from .table_columns import is_known, list_whole_values
from .texts import WholeTexts
from .workbook_format import Sink

if TYPE_CHECKING:
    from .table_steps import Columns, Step

# Values of a group of rows: smaller ones make a file large, larger ones are held in memory.
GROUP_VALUES = 1_000_000
OWN_TYPE = re.compile(r"U?Int\d+|Float\d+|boolean")
TYPES_OF_OBJECTS = {"boolean": pyarrow.bool_(), "date": pyarrow.date32()}


def write(columns: Columns, steps: Iterator[Step]) -> Iterator[bytes]:
    samples = columns.read(slice(0, 0))
    names = make_unique(columns.names)
    types = [find_type(*each) for each in zip(samples, columns.facts, strict=True)]
    schema = pyarrow.schema(list(zip(names, types, strict=True))).with_metadata(note_types(names, samples))
    sink = Sink()
    rows_of_group = max(1, GROUP_VALUES // max(1, len(names)))
    with pyarrow.parquet.ParquetWriter(pyarrow.PythonFile(sink, mode="w"), schema) as writer:
        group: list[Any] = []
        count = 0
        for step in steps:
            batch = make_batch(step, schema)
            group.append(batch)
            count += batch.num_rows
            if count >= rows_of_group:
                writer.write_table(pyarrow.Table.from_batches(group, schema))
                group, count = [], 0
            yield sink.take()
        if group:
            writer.write_table(pyarrow.Table.from_batches(group, schema))
    yield sink.take()


def note_types(names: list[str], samples: list[Any]) -> dict[bytes, bytes] | None:
    """What pandas reads its own types of numbers by, which hold missing values; without it they become floats."""
    import pandas

    own = {
        name: each for name, each in zip(names, samples, strict=True) if OWN_TYPE.fullmatch(str(each.dtype))
    }
    frame = pandas.DataFrame({name: each.reset_index(drop=True) for name, each in own.items()})
    metadata: dict[bytes, bytes] | None = pyarrow.Schema.from_pandas(frame, preserve_index=False).metadata
    return metadata if own else None


def make_unique(names: list[str]) -> list[str]:
    unique: dict[str, None] = {}
    for name in names:
        own, count = name, 0
        while own in unique:
            count += 1
            own = f"{name}.{count}"
        unique[own] = None
    return list(unique)


def find_type(column: Any, facts: dict[str, Any]) -> Any:
    if not is_known(column.dtype):
        return pyarrow.string()
    if column.dtype == object:
        return TYPES_OF_OBJECTS.get(facts["kind"], pyarrow.string())
    is_category = str(column.dtype) == "category"
    if facts["kind"] == "text" and not is_category:
        return pyarrow.string()
    try:
        found = pyarrow.Array.from_pandas(column).type
    except (pyarrow.ArrowException, TypeError, UnicodeEncodeError):
        return pyarrow.string()
    if is_category and not is_known(column.cat.categories.dtype):
        return pyarrow.string()
    is_other = pyarrow.types.is_null(found) or isinstance(found, pyarrow.BaseExtensionType)
    return pyarrow.string() if is_other else found


def make_batch(step: Step, schema: Any) -> Any:
    texts = WholeTexts()
    arrays = [
        make_array(column, facts, field.type, texts)
        for column, facts, field in zip(step.columns, step.facts, schema, strict=True)
    ]
    return pyarrow.record_batch(arrays, schema=schema)


def make_array(column: Any, facts: dict[str, Any], kind: Any, texts: WholeTexts) -> Any:
    if pyarrow.types.is_string(kind) and (column.dtype == object or facts["kind"] != "text"):
        return hold_texts(list_whole_values(column, facts, texts), kind)
    if str(column.dtype) == "category":
        return pyarrow.Array.from_pandas(column)
    found = pyarrow.array(column, type=kind, from_pandas=True)
    return found.combine_chunks() if isinstance(found, pyarrow.ChunkedArray) else found


def hold_texts(texts: list[str | None], kind: Any) -> Any:
    try:
        return pyarrow.array(texts, type=kind)
    except UnicodeEncodeError:
        # Half a character has no place in a file.
        return pyarrow.array([text and text.encode("utf-8", "replace").decode() for text in texts], type=kind)
