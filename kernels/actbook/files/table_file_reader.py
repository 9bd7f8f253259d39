"""Opens files as tables, in a process of its own: CSV and its kin, Excel, JSON, Parquet and Feather."""

from __future__ import annotations

import contextlib
import csv
import importlib.util
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import Refusal
from ..known_classes import class_name
from ..tables.column_readings import find_reading
from ..tables.opened_table import Table, open_value
from ..tables.table_columns import is_missing
from ..tables.texts import Texts
from . import features
from .arrow_frames import name_type, to_frame
from .delimited_readings import describe_reading, describe_skipped, read_with_codes
from .file_formats import find_format, find_header, open_text, swells
from .large_files import find_version
from .merged_cells import fill_down, find_merged

MAX_MEMORY_BYTES = 3 << 29
# Of larger files, only the first rows are read.
MAX_BYTES = 400 << 20
HEAD_ROWS = 200_000
MAX_SHEETS = 100
MAX_TEXT_LENGTH = 200
# Rows of a sheet among which its header is looked for.
HEADER_ROWS = 20
MAX_LEVEL = 4
# Values of a column that are looked at before all of it is.
GLANCE = 40
# Not of telephones: `030 123`, `+49 171`.
NUMERIC = re.compile(r"\s*[-(]?\s*(?!0\d)\d[\d.,'\s]*-?\)?\s*")
TABLES = r"\.(csv|tsv|psv|tab|txt|dat|json|jsonl|ndjson|parquet|pq|feather|xlsx|xlsm|xls|ods)(\.(gz|bz2|xz|zst|zip))?$"

Facts = dict[str, Any]


class Key(NamedTuple):
    path: str
    changed_at: int
    size: int
    sheet: str | None


opened: dict[Key, Table] = {}


def open_file(path: str, sheet: str | None) -> Table:
    """Raises Refusal. What was opened last is kept until the file changes."""
    key = Key(path, *find_version(path), sheet)
    if key not in opened:
        opened.clear()
        limit_memory()
        try:
            opened[key] = open_large(path) or open_whole(path, sheet)
        except Refusal:
            raise
        except MemoryError:
            raise Refusal("The file takes too much memory to be shown.") from None
        except ImportError as error:
            package = find_package(error)
            raise Refusal(f"Reading this file needs the Python package {package} in the kernel.") from None
        except Exception as error:
            texts = Texts(MAX_TEXT_LENGTH)
            raise Refusal(
                texts.shorten(f"The file could not be read: {class_name(type(error))}: {error}")
            ) from None
    return opened[key]


def open_large(path: str) -> Table | None:
    """A folder, or a file that is not read as a whole; None where that is not so, or DuckDB reads less of it than pandas."""
    is_folder = os.path.isdir(path)
    is_parquet = path.lower().endswith((".parquet", ".pq"))
    size = count_parquet_bytes(path) if is_parquet and not is_folder else os.path.getsize(path)
    if not is_folder and (size <= MAX_BYTES or not importlib.util.find_spec("duckdb")):
        return None
    from .large_parquet import open_parquet
    from .large_table import MAX_PROCESS_BYTES
    from .large_text import open_delimited

    limit_memory(MAX_PROCESS_BYTES)
    table = open_parquet(path) if is_folder or is_parquet else open_delimited(path)
    if table is None:
        limit_memory()
    return table


def open_whole(path: str, sheet: str | None) -> Table:
    frame, facts = read_frame(path, sheet)
    table = open_value(frame, has_labels=has_labels(frame))
    table.types = [name_type(str(dtype)) for dtype in frame.dtypes]
    table.facts = facts
    return table


def find_package(error: ImportError) -> str:
    """What is not there, as pandas names it in its messages."""
    named = re.search(r"Import ([\w-]+)|dependency '([\w-]+)'", str(error))
    return error.name or (named and (named[1] or named[2])) or str(error)


def limit_memory(max_bytes: int = MAX_MEMORY_BYTES) -> None:
    # Windows has no such limit.
    with contextlib.suppress(ImportError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        limit = max_bytes if hard == resource.RLIM_INFINITY else min(max_bytes, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def has_labels(frame: Any) -> bool:
    """Of files only Parquet has labels: those of a frame that was written with them."""
    return type(frame.index).__name__ != "RangeIndex"


def read_frame(path: str, sheet: str | None) -> tuple[Any, Facts]:
    name = path.lower()
    if not re.search(TABLES, name):
        raise Refusal("Only CSV, Excel, JSON, Parquet, and Feather files are shown as tables.")
    if name.endswith((".parquet", ".pq")):
        return read_parquet(path)
    if name.endswith((".xlsx", ".xlsm", ".xls", ".ods")):
        return read_workbook(path, sheet)
    form = find_format(path)
    if form["kind"] == "none":
        raise Refusal(f"The file cannot be shown as a table: it {form['why']}.")
    readers: dict[str, Callable[[], tuple[Any, Facts]]] = {
        "delimited": lambda: read_delimited(path, form),
        "json": lambda: read_json(path, form, sheet),
        "feather": lambda: read_feather(path),
    }
    return readers[form["kind"]]()


def read_delimited(path: str, form: dict[str, Any]) -> tuple[Any, Facts]:
    import pandas

    if os.path.getsize(path) > MAX_BYTES:
        return read_delimited_rows(path, form, HEAD_ROWS)
    try:
        return read_delimited_rows(path, form, None)
    except MemoryError:
        pass
    except pandas.errors.ParserError as error:
        # So its reader says it.
        if "out of memory" not in str(error):
            raise
    return read_delimited_rows(path, form, HEAD_ROWS)


def read_delimited_rows(path: str, form: dict[str, Any], limit: int | None) -> tuple[Any, Facts]:
    import pandas

    options: dict[str, Any] = {
        "sep": form["separator"],
        "decimal": form["decimal"],
        "encoding": form["encoding"],
        "encoding_errors": "replace",
        "skiprows": form["skippedLines"],
        "nrows": limit,
        "low_memory": False,
    }
    if form["hasLongLines"]:
        frame = read_long_lines(path, form, options)
    else:
        try:
            frame = read_with_codes(path, options)
        except pandas.errors.ParserError as error:
            if "out of memory" in str(error):
                raise
            frame = read_long_lines(path, form, options)
    read_numbers(frame, form["decimal"] == ",")
    # A frame below the limit is the whole file.
    is_whole = limit is None or len(frame) < limit
    facts: Facts = {} if is_whole else {"readRows": len(frame), "rowCount": None}
    notes = [describe_reading(form)]
    if form["skippedLines"]:
        notes.append(describe_skipped(form["skippedLines"], "line"))
    if any(notes):
        facts["note"] = " ".join(filter(None, notes))
    return frame, facts


def read_numbers(frame: Any, has_commas: bool) -> None:
    """Text that is numbers, such as 1.234,56, becomes numbers by the rules of the facts of tables, where nothing of it is lost: no unit, no mark for what is missing."""
    import pandas

    for at in range(frame.shape[1]):
        column = frame.iloc[:, at]
        if not pandas.api.types.is_string_dtype(column.dtype):
            continue
        known = column.dropna()
        distinct = known.drop_duplicates()
        if not all(each.map(looks_numeric).all() for each in (distinct.head(GLANCE), distinct)):
            continue
        reading = find_reading(str(frame.columns[at]), "text", distinct, known, has_commas)
        if reading is None or reading["as"] != "number":
            continue
        if reading["unit"] is not None or reading["lost"] or reading["marks"]:
            continue
        texts = column
        for pattern, written in reading["steps"]:
            texts = texts.str.replace(pattern, written, regex=True)
        frame.isetitem(at, pandas.to_numeric(texts))


def looks_numeric(value: Any) -> bool:
    return isinstance(value, str) and NUMERIC.fullmatch(value) is not None


def read_long_lines(path: str, form: dict[str, Any], options: dict[str, Any]) -> Any:
    """Of a file where some lines have more values than the header has names: the rest have no names, and are read."""
    with open_text(path, form["encoding"]) as text:
        rows = csv.reader(text, delimiter=form["separator"])
        for _ in range(form["skippedLines"]):
            next(rows)
        names = next(rows)
        width = max((len(row) for row in rows), default=0)
    names = [*names, *[""] * (width - len(names))]
    options = {**options, "names": name_columns(names), "header": None, "skiprows": form["skippedLines"] + 1}
    return read_with_codes(path, options)


def read_feather(path: str) -> tuple[Any, Facts]:
    import pyarrow.feather

    return to_frame(pyarrow.feather.read_table(path)), {}


def count_parquet_bytes(path: str) -> int:
    """Of what it unpacks to."""
    import pyarrow.parquet

    metadata = pyarrow.parquet.read_metadata(path)
    return sum(metadata.row_group(at).total_byte_size for at in range(metadata.num_row_groups))


def read_parquet(path: str) -> tuple[Any, Facts]:
    import pyarrow
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(path)
    if count_parquet_bytes(path) <= MAX_BYTES:
        return to_frame(file.read()), {}
    batches = []
    rows = 0
    for batch in file.iter_batches(batch_size=20_000):
        batches.append(batch)
        rows += batch.num_rows
        if rows >= HEAD_ROWS:
            break
    frame = to_frame(pyarrow.Table.from_batches(batches))
    count = file.metadata.num_rows
    return frame, {} if len(frame) == count else {"readRows": len(frame), "rowCount": count}


def read_workbook(path: str, sheet: str | None) -> tuple[Any, Facts]:
    import pandas

    if swells(path):
        raise Refusal("The file cannot be shown as a table: it unpacks to far more than its size.")
    with pandas.ExcelFile(path) as book:
        names = [str(name) for name in book.sheet_names]
        chosen = names[0] if sheet is None else sheet
        if chosen not in names:
            raise Refusal("The file does not have such a sheet.")
        frame = pandas.read_excel(book, sheet_name=chosen, header=None, dtype=object)
    facts: Facts = {"sheets": [name[:MAX_TEXT_LENGTH] for name in names[:MAX_SHEETS]], "sheet": chosen}
    if frame.size == 0:
        return pandas.DataFrame(), facts
    found = find_header(frame.iloc[:HEADER_ROWS])
    if found is None and len(frame) == 1:
        found = {"header": 0, "headerRows": 1}
    if found is None:
        # Cells without a heading are shown as they are.
        frame.columns = name_columns([None] * frame.shape[1])
        return frame, facts
    header, rows = found["header"], found["headerRows"]
    if header:
        facts["note"] = describe_skipped(header, "row")
    body = frame.iloc[header + rows :].reset_index(drop=True)
    fill_down(body, find_merged(path).get(chosen, []), header + rows)
    body = body.infer_objects()
    titles = frame.iloc[header : header + rows]
    if rows == 2:
        groups = titles.iloc[0].ffill().where(titles.iloc[1].notna(), titles.iloc[0])
        titles = [join_titles(*each) for each in zip(groups, titles.iloc[1], strict=True)]
    else:
        titles = titles.iloc[0].tolist()
    body.columns = name_columns(titles)
    return body, facts


def join_titles(*cells: Any) -> str | None:
    """The name of a group and that of a column in it, as far as they are there."""
    return " ".join(" ".join(str(cell) for cell in cells if not is_missing(cell)).split()) or None


def name_columns(cells: list[Any]) -> list[str]:
    """Each its own: a second `a` is `a.1`, as pandas has it."""
    texts = Texts(MAX_TEXT_LENGTH)
    names: dict[str, None] = {}
    for at, cell in enumerate(cells):
        name = own = texts.write(cell) or f"Column {at + 1}"
        count = 0
        while own in names:
            count += 1
            own = f"{name}.{count}"
        names[own] = None
    return list(names)


def read_json(path: str, form: dict[str, Any], sheet: str | None) -> tuple[Any, Facts]:
    """Records as rows; objects in them become columns such as `address.city`. Of several lists, each is a sheet."""
    import json

    import pandas

    with open_text(path, "utf-8-sig") as text:
        if form["records"] == "lines":
            data: Any = [json.loads(line) for line in text if line.strip()]
        else:
            data = json.load(text)
    facts: Facts = {}
    if form["records"] == "features":
        return features.to_frame(data["features"], form["extras"]), facts
    if form["records"] == "under-key":
        lists = [key for key, value in data.items() if isinstance(value, list)]
        chosen = form["key"] if sheet is None else sheet
        if chosen not in lists:
            raise Refusal("The file does not have such a list.")
        facts = {"sheets": [key[:MAX_TEXT_LENGTH] for key in lists[:MAX_SHEETS]], "sheet": chosen}
        data = data[chosen]
    elif form["records"] == "columns":
        return pandas.DataFrame(data), facts
    elif form["records"] == "by-key":
        data = [{"key": key, **value} for key, value in data.items()]
    elif form["records"] == "one":
        data = [data]
    records = [each if isinstance(each, dict) else {"value": each} for each in data]
    return pandas.json_normalize(records, max_level=MAX_LEVEL), facts
