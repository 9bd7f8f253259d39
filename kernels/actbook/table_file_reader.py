"""Reads the head of a Parquet or Excel file, in a process of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from .known_classes import class_name
from .texts import Texts

MAX_MEMORY_BYTES = 2 << 30


class Table(NamedTuple):
    columns: list[tuple[str, str]]
    """Name and type of each."""
    rows: list[tuple[Any, ...]]
    row_count: int
    column_count: int
    sheets: list[str] | None


def read(path: str, kind: str, max_rows: int, max_columns: int, max_text_length: int) -> dict[str, Any]:
    """``kind`` is ``parquet`` or ``excel``. Returns a page or ``{"refusal"}``, a sentence."""
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    texts = Texts(max_text_length)
    try:
        if kind == "parquet":
            return to_page(read_parquet(path, max_rows, max_columns), texts)
        return to_page(read_excel(path, max_rows, max_columns, texts), texts)
    except MemoryError:
        return {"refusal": "The file takes too much memory to be shown."}
    except Exception as error:
        return {"refusal": texts.shorten(f"The file could not be read: {class_name(type(error))}: {error}")}


def read_parquet(path: str, max_rows: int, max_columns: int) -> Table:
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(path)
    schema = file.schema_arrow
    names = list(dict.fromkeys(schema.names))[:max_columns]
    batch = next(file.iter_batches(batch_size=max_rows, columns=names), None)
    values: dict[str, list[Any]] = {}
    if batch is not None:
        for index, field in enumerate(batch.schema):
            values[field.name] = batch.column(index).slice(0, max_rows).to_pylist()
    columns = [(name, str(schema.field(name).type)) for name in names if name in values or batch is None]
    rows = list(zip(*(values[name] for name, _ in columns), strict=True)) if values else []
    return Table(columns, rows, file.metadata.num_rows, len(schema.names), None)


def read_excel(path: str, max_rows: int, max_columns: int, texts: Texts) -> Table:
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    sheet = book.worksheets[0]
    rows = list(sheet.iter_rows(max_row=max_rows + 1, max_col=max_columns, values_only=True))
    # Asked for a width, openpyxl fills up what is not there.
    width = max((index + 1 for row in rows for index, each in enumerate(row) if each is not None), default=0)
    rows = [row[:width] for row in rows]
    names = [texts.write(each) or "" for each in rows[0]] if rows else []
    is_whole = len(rows) <= max_rows
    row_count = max((len(rows) if is_whole else sheet.max_row or 1) - 1, 0)
    column_count = max(sheet.max_column or 0, width)
    sheets = [each.title for each in book.worksheets]
    return Table([(name, "") for name in names], rows[1:], row_count, column_count, sheets)


def to_page(table: Table, texts: Texts) -> dict[str, Any]:
    numeric = [is_numeric([row[index] for row in table.rows]) for index in range(len(table.columns))]
    columns = [
        {
            "name": texts.shorten(name),
            "type": texts.shorten(kind),
            "kind": "number" if numeric[index] else "other",
            "isNumeric": numeric[index],
        }
        for index, (name, kind) in enumerate(table.columns)
    ]
    return {
        "columns": columns,
        "index": [],
        "rows": [
            {"position": at, "labels": [], "values": [texts.write(each) for each in row]}
            for at, row in enumerate(table.rows)
        ],
        "rowCount": table.row_count,
        "matchCount": table.row_count,
        "columnCount": table.column_count,
        "rowOffset": 0,
        "columnOffset": 0,
        **({} if table.sheets is None else {"sheets": table.sheets, "sheet": table.sheets[0]}),
    }


def is_numeric(values: list[Any]) -> bool:
    kinds = {type(each) for each in values if each is not None}
    return bool(kinds) and kinds <= {int, float}
