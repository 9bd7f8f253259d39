"""How a file is read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from actbook.files.file_formats import find_format
from actbook.files.file_heads import describe_head


def write(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def delimited(**changes: Any) -> dict[str, Any]:
    plain = {
        "separator": ",",
        "decimal": ".",
        "encoding": "utf-8",
        "skippedLines": 0,
        "hasLongLines": False,
        "codes": [],
        "keepsNa": [],
    }
    return {"kind": "delimited", **plain, **changes}


@pytest.mark.parametrize(
    ("content", "changes"),
    [
        ("a,b\n1,2\n", {}),
        ("a\n1\n2\n", {}),
        ("a;b\n1,5;2\n", {"separator": ";", "decimal": ","}),
        ("a;b\n1.234,5;03.01.2023\n", {"separator": ";", "decimal": ","}),
        ("a;b\n12,345;1.250\n8,100;2.375\n", {"separator": ";"}),
        ("a;b\n50,77 €;8.411\n", {"separator": ";", "decimal": ","}),
        ("plz,b,,b\n01067,2,007,1\n80331,000,1,2\n", {"codes": ["plz", "Unnamed: 2"]}),
        ("amount\n12.50\n000\n", {}),
        ("region,x\nNA,1\nEU,\nAPAC,3\n", {"keepsNa": ["region"]}),
        ("region,x\nNA,1\nEU,NA\nAPAC,3\n", {}),
        ("region,x\nNA,1\nEU,2\n", {}),
        ("name,x\nNA,1\nAnn,2\nBob,2\n", {}),
        ("a\tb\n1\t2\n", {"separator": "\t"}),
        ("a|b\n1|2\n", {"separator": "|"}),
        ("a\tb\n1,250\t980\n", {"separator": "\t"}),
        ("a|b\n0,250|980\n", {"separator": "|", "decimal": ","}),
        ("a;b\n1,250;980\n", {"separator": ";", "decimal": ","}),
        ('a,b\n"x; y",2\n"z; w",3\n', {}),
        ("Report\n\nby;year\na;b;c\n1;2;3\n4;5;6\n", {"separator": ";", "skippedLines": 3}),
        ("Report;;\na;b;c\n1;2;3\n", {"separator": ";", "skippedLines": 1}),
        ("a,b\n1,2\n3,4,5\n", {"hasLongLines": True}),
        ("é,b\n1,2\n".encode("cp1252"), {"encoding": "cp1252"}),
        ("é,b\n1,2\n".encode("utf-16"), {"encoding": "utf-16"}),
        (b"\xef\xbb\xbfa,b\n1,2\n", {"encoding": "utf-8-sig"}),
    ],
)
def test_separators_marks_encodings_and_headers(
    tmp_path: Path, content: str | bytes, changes: dict[str, Any]
) -> None:
    assert find_format(write(tmp_path, "x.csv", content)) == delimited(**changes)


def test_a_compressed_file_is_looked_into(tmp_path: Path) -> None:
    assert find_format(write(tmp_path, "x.csv.gz", gzip.compress(b"a;b\n1;2\n"))) == delimited(separator=";")


@pytest.mark.parametrize(
    ("data", "records", "key"),
    [
        ([{"a": 1}], "list", None),
        ({"a": [1, 2], "b": [3, 4]}, "columns", None),
        ({"meta": {"x": 1}, "items": [{"a": 1}]}, "under-key", "items"),
        ({"r1": {"a": 1}, "r2": {"a": 2}}, "by-key", None),
        ({"a": 1}, "one", None),
    ],
)
def test_records_are_found_in_json(tmp_path: Path, data: Any, records: str, key: str | None) -> None:
    found = find_format(write(tmp_path, "x.json", json.dumps(data)))
    assert found == {"kind": "json", "records": records, "key": key}


def test_lines_of_json(tmp_path: Path) -> None:
    path = write(tmp_path, "x.jsonl", '{"a": 1}\n\n{"a": 2}\n')
    assert find_format(path) == {"kind": "json", "records": "lines", "key": None}


def test_sheets_with_their_headers(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    with pd.ExcelWriter(path) as book:
        pd.DataFrame({"a": [1, 2], "b": [3, 4]}).to_excel(book, sheet_name="Cars", index=False)
        pd.DataFrame({"n\nm": [1], 2024: [2]}).to_excel(book, sheet_name="Late", index=False, startrow=3)
        pd.DataFrame().to_excel(book, sheet_name="Empty", index=False)
    plain = {"headerRows": 1, "hasGaps": False, "hasOddNames": False}
    assert find_format(str(path)) == {
        "kind": "workbook",
        "sheets": [
            {"name": "Cars", "header": 0, **plain},
            {"name": "Late", "header": 3, **plain, "hasOddNames": True},
        ],
        "withoutTable": [],
        "hiddenSheets": 0,
    }


def test_a_header_of_two_rows_and_a_sheet_without_a_table(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    report = [
        ["Headcount", None, None, None],
        [None, None, None, None],
        ["Department", "Region", "Headcount", None],
        [None, None, "Q1", "Q2"],
        ["Sales", "EU", 1, 2],
        [None, "US", 3, 4],
    ]
    with pd.ExcelWriter(path) as book:
        pd.DataFrame(report).to_excel(book, sheet_name="Report", index=False, header=False)
        notes = pd.DataFrame([["ask Tom", None], ["rate", 1.08]])
        notes.to_excel(book, sheet_name="Notes", index=False, header=False, startrow=2, startcol=1)
    found = find_format(str(path))
    assert [(sheet["name"], sheet["header"], sheet["headerRows"]) for sheet in found["sheets"]] == [
        ("Report", 2, 2)
    ]
    assert found["withoutTable"] == ["Notes"]
    head = describe_head(str(path))
    assert head is not None
    columns = [column["name"] for column in head["tables"][0]["columns"]]
    assert columns == ["Department", "Region", "Headcount Q1", "Headcount Q2"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("x.csv", "", "is empty"),
        ("x.csv", "PK\3\4\0\0,\0\n", "does not contain text"),
        ("x.jsonl", "\n", "is empty"),
        ("x.json", "3", "holds a single value and no records"),
        ("x.json", "{", "could not be read (JSONDecodeError"),
        ("x.xlsx", "no workbook", "could not be read (ValueError"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, name: str, content: str, why: str) -> None:
    found = find_format(write(tmp_path, name, content))
    assert found["kind"] == "none"
    assert found["why"].startswith(why)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert find_format(str(tmp_path / "x.csv"))["why"] == "is not in the folder of the notebook"
