"""How pandas can read a file: its separator, marks and header row, judged from its first lines; its sheets or records."""

from __future__ import annotations

import codecs
import csv
import io
import itertools
import json
import os
import re
import zipfile
from collections import Counter
from typing import Any

from . import databases
from .features import is_collection, list_extras
from .memory_bounds import bound_memory
from .merged_cells import Merged, find_merged

SEPARATORS = (";", "\t", "|", ",")
SAMPLE_LINES = 400
SAMPLE_CHARACTERS = 400_000
BLOCK_BYTES = 1 << 20
# A small file may unpack to any size: what looking into one may take of the kernel's memory, and what is read of it.
MAX_MEMORY_BYTES = 2 << 30
MAX_ENCODED_BYTES = 1 << 30
MAX_JSON_BLOCKS = 400
# No data makes a part of a workbook both this large and this many times what it takes in the file.
MAX_PART_BYTES = 100 << 20
MAX_PART_RATIO = 100
# Rows of a sheet among which its header is looked for.
HEADER_ROWS = 20
MIN_CAPITALS = 2
MAX_SHEETS = 12
DECIMAL_COMMA = re.compile(r"-?(\d{1,3}(\.\d{3})*|\d+),\d+")
# What cannot be a thousands separator: `2,5`, `0,125`, `1.234,50 €`.
SURE_COMMA = re.compile(
    r"[^\w.,-]{0,3}-?(\d{1,3}(\.\d{3})+,\d+|\d+,(\d{1,2}|\d{4,})|0,\d+)\s*(%|[^\w\s.,]|[A-Za-z]{1,3})?"
)
POINT = re.compile(r"-?\d+\.\d+")
# Codes of regions and countries.
CAPITALS = re.compile(r"[A-Z]{2,5}")
CODE = re.compile(r"0\d\d+")
DATABASES = (".db", ".db3", ".sqlite", ".sqlite3")
TEXTS = (".csv", ".tsv", ".psv", ".tab", ".txt", ".dat")
# What files of other names begin with.
MARKS = {b"PAR1": "parquet", b"ARROW1": "feather"}
WORKBOOKS = (".xlsx", ".xls", ".xlsm", ".ods")
# What texts do not have; some files of old systems end with the last of them.
CONTROLS = re.compile("[\x00-\x08\x0e-\x19]")


def find_format(file: str) -> dict[str, Any]:
    """``{"kind"}`` and what that kind needs to be known, or ``{"kind": "none", "why"}`` with a sentence about the file."""
    if not os.path.isfile(file):
        return {"kind": "none", "why": "is not in the folder of the notebook"}
    try:
        # Not within the bounds: what it loads for linear algebra does not get over a refusal.
        import pandas  # noqa: F401

        with bound_memory(MAX_MEMORY_BYTES):
            return look_into(file)
    except MemoryError:
        return {"kind": "none", "why": "takes too much memory to be read"}
    except ImportError as error:
        return {"kind": "none", "why": f"needs the Python package {error.name or error}, which is not there"}
    except Exception as error:
        return {"kind": "none", "why": f"could not be read ({type(error).__name__}: {str(error)[:200]})"}


def look_into(file: str) -> dict[str, Any]:
    ending = os.path.splitext(re.sub(r"\.(gz|zip|bz2|xz|zst)$", "", file.lower()))[1]
    with open(file, "rb") as binary:
        start = binary.read(len(databases.MARK))
    if start == databases.MARK:
        return databases.find_tables(file)
    if ending in DATABASES:
        return {"kind": "none", "why": "is not an SQLite database"}
    if ending in WORKBOOKS:
        return find_sheets(file)
    if ending in (".parquet", ".feather"):
        return {"kind": ending[1:]}
    if ending in (".json", ".jsonl", ".ndjson", ".geojson"):
        return find_records(file)
    if ending in TEXTS:
        return find_columns(file)
    if start == b"":
        return {"kind": "none", "why": "is empty"}
    kinds = [kind for mark, kind in MARKS.items() if start.startswith(mark)]
    return (
        {"kind": kinds[0]} if kinds else {"kind": "none", "why": "is not in a format that is read as a table"}
    )


def find_columns(file: str) -> dict[str, Any]:
    encoding = find_encoding(file)
    with open_text(file, encoding) as text:
        # The file may be one endless line.
        lines = io.StringIO(text.read(SAMPLE_CHARACTERS), newline="")
    sample = "".join(itertools.islice(lines, SAMPLE_LINES))
    if sample.strip() == "":
        return {"kind": "none", "why": "is empty"}
    if "\0" in sample or len(CONTROLS.findall(sample)) * 100 > len(sample):
        return {"kind": "none", "why": "does not contain text"}
    _, width, separator, header = max(
        (read_as(sample, separator) for separator in SEPARATORS), key=lambda each: each[:2]
    )
    rows = list(csv.reader(sample.splitlines(keepends=True), delimiter=separator))[header:]
    fields = [field.strip() for row in rows for field in row]
    is_sure = any(SURE_COMMA.fullmatch(field) for field in fields)
    has_points = any(POINT.fullmatch(field) for field in fields)
    # Semicolons are used where commas are decimal marks; tabs and bars, everywhere.
    is_likely = separator == ";" and not has_points and any(map(DECIMAL_COMMA.fullmatch, fields))
    return {
        "kind": "delimited",
        "separator": separator,
        "decimal": "," if (is_sure or is_likely) and separator != "," else ".",
        "encoding": encoding,
        "skippedLines": header,
        "hasLongLines": width > 1 and any(len(row) > width for row in rows),
        **find_codes(rows, width),
    }


def find_codes(rows: list[list[str]], width: int) -> dict[str, list[str]]:
    """Columns of codes such as 007, which are not numbers, and those with NA for North America, by their names in pandas."""
    names, *lines = rows
    columns = zip(*(row for row in lines if len(row) == width), strict=True)
    named = [
        (name or f"Unnamed: {at}", column)
        for at, (name, column) in enumerate(zip(names, columns, strict=False))
    ]
    own = [(name, column) for name, column in named if names.count(name) < 2]
    with_na = [name for name, column in named if "NA" in column]
    return {
        "codes": [name for name, column in own if holds_codes(column)],
        # In several columns, it stands for what is missing.
        "keepsNa": [name for name, column in own if with_na == [name] and holds_capitals(column)],
    }


def holds_capitals(column: tuple[str, ...]) -> bool:
    texts = {field for field in column if field != ""}
    return len(texts) > MIN_CAPITALS and all(map(CAPITALS.fullmatch, texts))


def holds_codes(column: tuple[str, ...]) -> bool:
    texts = [field.strip() for field in column if field.strip() != ""]
    return all(map(str.isdigit, texts)) and any(
        CODE.fullmatch(text) and text.strip("0") != "" for text in texts
    )


def read_as(sample: str, separator: str) -> tuple[int, int, str, int]:
    """How many lines have the same number of fields, that number, and how many lines precede the first of them."""
    rows = list(csv.reader(sample.splitlines(), delimiter=separator))
    widths = Counter(len(row) for row in rows if len(row) > 1)
    if not widths:
        return 0, 1, ",", 0
    width, lines = max(widths.items(), key=lambda each: (each[1], each[0]))
    # A line of a report's head may have as many separators, and nothing between them.
    header = next(
        index
        for index, row in enumerate(rows)
        if len(row) == width and sum(field.strip() != "" for field in row) > width / 2
    )
    return lines, width, separator, header


def open_text(file: str, encoding: str) -> Any:
    from pandas.io.common import get_handle

    return get_handle(file, "r", encoding=encoding, compression="infer", errors="replace").handle


def find_encoding(file: str) -> str:
    """UTF-8 if all of it is, or its first gigabyte, UTF-16 by its mark, or else that of Windows, which can be told from no other."""
    from pandas.io.common import get_handle

    decoder = codecs.getincrementaldecoder("utf-8")()
    with get_handle(file, "rb", compression="infer", is_text=False) as handles:
        start = handles.handle.read(BLOCK_BYTES)
        if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            return "utf-16"
        try:
            block, count = start, 0
            while block and count < MAX_ENCODED_BYTES:
                decoder.decode(block)
                count += len(block)
                block = handles.handle.read(BLOCK_BYTES)
            if not block:
                decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
    return "utf-8-sig" if start[:3] == codecs.BOM_UTF8 else "utf-8"


def find_sheets(file: str) -> dict[str, Any]:
    import pandas

    if swells(file):
        return {"kind": "none", "why": "unpacks to far more than its size"}
    frames = pandas.read_excel(file, sheet_name=None, header=None, nrows=HEADER_ROWS)
    filled = {name: frame for name, frame in frames.items() if frame.size > 0}
    if not filled:
        return {"kind": "none", "why": "is empty"}
    found = {name: find_header(frame) for name, frame in filled.items()}
    merged = find_merged(file)
    tables = [
        {"name": name, **sheet, **describe_merged(file, name, sheet, merged.get(name, []))}
        for name, sheet in found.items()
        if sheet
    ]
    if not tables:
        return {"kind": "none", "why": "has no table: no rows below a heading"}
    return {
        "kind": "workbook",
        "sheets": tables[:MAX_SHEETS],
        "withoutTable": [name for name, sheet in found.items() if not sheet][:MAX_SHEETS],
        "hiddenSheets": max(0, len(tables) - MAX_SHEETS),
    }


def describe_merged(file: str, name: str, sheet: dict[str, Any], merged: list[Merged]) -> dict[str, Any]:
    """Whether cells below the header are merged, and in which columns they are numbers, which count in each of their rows."""
    import pandas

    top = sheet["header"] + sheet["headerRows"]
    below = [each for each in merged if each.first >= top]
    if not below:
        return {}
    cells = pandas.read_excel(file, sheet_name=name, header=None, dtype=object)
    values = [
        (at, cells.iat[first, at]) for at, first, _ in below if first < cells.shape[0] and at < cells.shape[1]
    ]
    numbers = sorted({at for at, value in values if is_number(value)})
    titles = cells.iloc[sheet["header"] : top]
    if sheet["headerRows"] == 2:
        groups = titles.iloc[0].ffill()
        titles = pandas.DataFrame([groups.where(titles.iloc[1].notna(), titles.iloc[0]), titles.iloc[1]])
    names = [" ".join(" ".join(map(str, titles[at].dropna())).split()) for at in numbers]
    return {"hasMerged": True, "mergedNumbers": names[:MAX_SHEETS]}


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value


def swells(file: str) -> bool:
    """Whether this workbook was made to fill memory: no more is unpacked of a part than it says."""
    if not zipfile.is_zipfile(file):
        return False
    with zipfile.ZipFile(file) as archive:
        return any(
            part.file_size > max(MAX_PART_BYTES, MAX_PART_RATIO * part.compress_size)
            for part in archive.infolist()
        )


def find_header(frame: Any) -> dict[str, Any] | None:
    """The first row that fills most of the width, with the one beside it that names its groups; ``None`` without rows below."""
    filled = frame.notna().sum(axis=1)
    width = int((frame.notna().sum() > 0).sum())
    header = next((int(at) for at, count in enumerate(filled) if count * 2 > width), 0)
    below = frame.iloc[header:]
    if len(below.dropna(how="all")) < 2 and len(frame) < HEADER_ROWS:
        return None
    first = next((at for at in (header - 1, header) if has_groups(frame, at, header)), header)
    has_two = has_groups(frame, first, header)
    names = frame.iloc[first : first + 1 + has_two].stack().dropna().tolist()
    return {
        "header": first,
        "headerRows": 2 if has_two else 1,
        "hasGaps": bool(below.isna().all(axis=1).any() or below.isna().all().any()),
        "hasOddNames": any(type(name) is not str or name != " ".join(name.split()) for name in names),
    }


def has_groups(frame: Any, top: int, header: int) -> bool:
    """Whether two rows name the columns together: `Region` beside `Q1` and `Q2`, which are below `Headcount`."""
    if top < 0 or top + 2 >= len(frame):
        return False
    upper, lower = frame.loc[top], frame.loc[top + 1]
    columns = [at for at in frame if frame[at][top + 2 :].notna().any()]
    if (
        upper[columns].notna().all()
        or lower[columns].notna().all()
        or (upper.isna() & lower.isna())[columns].any()
    ):
        return False
    group = None
    for at in columns:
        group = at if upper.notna()[at] else group
        # A name that has nothing below it does not name the columns after it.
        if lower.notna()[at] and (group is None or lower.isna()[group]):
            return False
    if top < header:
        return True
    # A row of data is not only texts above numbers.
    named = [at for at in columns if lower.notna()[at]]
    is_text = all(isinstance(lower[at], str) for at in named)
    return is_text and any(
        not isinstance(value, str) for at in named for value in frame[at][top + 2 :].dropna()
    )


def find_records(file: str) -> dict[str, Any]:
    """Where in the file its records are."""
    with open_text(file, "utf-8-sig") as text:
        # In blocks: what is asked for at once is set aside at once, however small the file.
        blocks = iter(lambda: text.read(BLOCK_BYTES), "")
        content = "".join(itertools.islice(blocks, MAX_JSON_BLOCKS))
        is_whole = text.read(1) == ""
    if not is_whole:
        line, end, _ = content.partition("\n")
        if end and is_json(line):
            return {"kind": "json", "records": "lines", "key": None}
        return {"kind": "none", "why": "is too large to be read as JSON"}
    try:
        data = json.loads(content)
    except json.JSONDecodeError:
        lines = [line for line in content.splitlines() if line.strip()]
        if not lines:
            return {"kind": "none", "why": "is empty"}
        for line in lines:
            json.loads(line)
        return {"kind": "json", "records": "lines", "key": None}
    if isinstance(data, list):
        return {"kind": "json", "records": "list", "key": None}
    if not isinstance(data, dict):
        return {"kind": "none", "why": "holds a single value and no records"}
    if is_collection(data):
        extras = list_extras(data["features"])
        return {"kind": "json", "records": "features", "key": None, "extras": extras}
    lists = {key: len(value) for key, value in data.items() if isinstance(value, list)}
    if len(lists) > 1 and len(lists) == len(data) and len(set(lists.values())) == 1:
        return {"kind": "json", "records": "columns", "key": None}
    if lists:
        return {"kind": "json", "records": "under-key", "key": max(lists, key=lambda key: lists[key])}
    if len(data) > 1 and all(isinstance(value, dict) for value in data.values()):
        return {"kind": "json", "records": "by-key", "key": None}
    return {"kind": "json", "records": "one", "key": None}


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except json.JSONDecodeError:
        return False
    return True
