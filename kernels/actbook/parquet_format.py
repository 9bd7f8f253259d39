"""Tables as a Parquet file. A column keeps its type where Arrow has it; anything else is written as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pyarrow
import pyarrow.parquet

from .table_columns import is_known, list_whole_values
from .texts import WholeTexts
from .workbook_format import Sink

if TYPE_CHECKING:
    from .table_exports import Columns, Step

# Values of a group of rows: smaller ones make a file large, larger ones are held in memory.
GROUP_VALUES = 1_000_000
TYPES_OF_OBJECTS = {"boolean": pyarrow.bool_(), "date": pyarrow.date32()}


def write(columns: Columns, steps: Iterator[Step]) -> Iterator[bytes]:
    samples = columns.read(slice(0, 0))
    names = make_unique(columns.names)
    types = [find_type(*each) for each in zip(samples, columns.facts, strict=True)]
    schema = pyarrow.schema(list(zip(names, types, strict=True)))
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
    if facts["kind"] == "text":
        return pyarrow.string()
    try:
        found = pyarrow.Array.from_pandas(column).type
    except (pyarrow.ArrowException, TypeError):
        return pyarrow.string()
    if pyarrow.types.is_dictionary(found):
        return found.value_type
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
        return pyarrow.Array.from_pandas(column).dictionary_decode().cast(kind)
    found = pyarrow.array(column, type=kind, from_pandas=True)
    return found.combine_chunks() if isinstance(found, pyarrow.ChunkedArray) else found


def hold_texts(texts: list[str | None], kind: Any) -> Any:
    try:
        return pyarrow.array(texts, type=kind)
    except UnicodeEncodeError:
        # Half a character has no place in a file.
        return pyarrow.array([text and text.encode("utf-8", "replace").decode() for text in texts], type=kind)
