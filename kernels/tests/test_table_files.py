"""Files as tables."""

from __future__ import annotations

import gzip
import importlib.util
import json
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from actbook.files import table_file_reader
from actbook.tables.table_pages import read_page


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the process that reads files would hold for all tests."""
    monkeypatch.setattr(table_file_reader, "limit_memory", lambda *_: None)


def read(path: Path, sheet: str | None = None, **query: Any) -> dict[str, Any]:
    place = {"source": "opened-files", "name": str(path), "sheet": sheet}
    return read_page(place, {"ascending": True, **query}, (0, 100), (0, 40), None, 200)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def list_rows(page: dict[str, Any]) -> list[list[str | None]]:
    return [row["values"] for row in page["rows"]]


def list_names(page: dict[str, Any]) -> list[str]:
    return [column["name"] for column in page["columns"]]


def test_delimited_text_is_read_whole_and_codes_stay_codes(tmp_path: Path) -> None:
    lines = "".join(f"{at:05};{at},5;x\n" for at in range(3000))
    page = read(write(tmp_path, "a.csv", f"Report;;\ncode;value;text\n{lines}"), sort=1, ascending=False)
    assert (page["rowCount"], page["note"]) == (
        3000,
        "Read with semicolons and decimal commas. 1 line before the header is left out.",
    )
    assert list_rows(page)[0] == ["02999", "2999.5", "x"]
    assert (page["index"], page["rows"][0]["labels"], page["columns"][1]["decimals"]) == ([], [], 1)
    (tmp_path / "b.tsv.gz").write_bytes(gzip.compress(b"a\tb\n1\t\n"))
    assert list_rows(read(tmp_path / "b.tsv.gz")) == [["1", None]]


def test_numbers_with_separated_thousands_are_numbers_where_nothing_of_them_is_lost(tmp_path: Path) -> None:
    text = "sold;price;day;phone;left;size\n1.234,56;5,00 €;01.02.2024;030 123;1.000;1.234.567\n-99,5;1.000,00 €;03.02.2024;040 456;-;1\n"
    page = read(write(tmp_path, "a.csv", text))
    assert list_rows(page) == [
        ["1234.56", "5,00 €", "01.02.2024", "030 123", "1.000", "1234567"],
        ["-99.5", "1.000,00 €", "03.02.2024", "040 456", "-", "1"],
    ]
    assert [column["kind"] for column in page["columns"]].count("number") == 2
    english = read(write(tmp_path, "b.csv", 'sold,version\n"1,234.56",1.2.3\n99.00,1.10.0\n'))
    assert list_rows(english) == [["1234.56", "1.2.3"], ["99", "1.10.0"]]


@pytest.mark.parametrize("long_at", [1, 700])
def test_lines_longer_than_the_header_lose_nothing(tmp_path: Path, long_at: int) -> None:
    lines = "".join("1,2,3,4\n" if at == long_at else "1,2\n" for at in range(800))
    page = read(write(tmp_path, "a.csv", "a,b\n" + lines), filters=[{"column": 3, "is": "not-empty"}])
    assert list_names(page) == ["a", "b", "Column 3", "Column 4"]
    assert (list_rows(page), page["rowCount"]) == ([["1", "2", "3", "4"]], 800)


def test_every_sheet_of_a_workbook_can_be_chosen(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].title = "Sales"
    for row in (
        ["Sales of 2024", None, None],
        ["id", "day", "day"],
        [1, pd.Timestamp("2024-01-31"), "x"],
        [2],
    ):
        book.worksheets[0].append(row)
    book.create_sheet("More").append(["only"])
    book.create_sheet("Empty")
    book.save(tmp_path / "a.xlsx")
    page = read(tmp_path / "a.xlsx")
    assert (page["sheets"], page["sheet"]) == (["Sales", "More", "Empty"], "Sales")
    assert list_names(page) == ["id", "day", "day.1"]
    assert list_rows(page) == [["1", "2024-01-31", "x"], ["2", None, None]]
    assert page["note"] == "1 row before the header is left out."
    assert list_names(read(tmp_path / "a.xlsx", "More")) == ["only"]
    assert read(tmp_path / "a.xlsx", "Empty")["rowCount"] == 0
    assert read(tmp_path / "a.xlsx", "None")["refusal"] == "The file does not have such a sheet."


def test_json_is_a_table_of_its_records(tmp_path: Path) -> None:
    people = [{"name": "a", "at": {"city": "Oslo", "tags": [1, 2]}}, {"name": "b"}]
    lines = "\n".join(json.dumps(each) for each in people)
    for path in (write(tmp_path, "a.json", json.dumps(people)), write(tmp_path, "a.jsonl", lines)):
        page = read(path)
        assert list_names(page) == ["name", "at.city", "at.tags"]
        assert list_rows(page) == [["a", "Oslo", "[1, 2]"], ["b", None, None]]
    several = write(tmp_path, "b.json", json.dumps({"people": people, "ids": [1, 2, 3], "version": 1}))
    page = read(several)
    assert (page["sheets"], page["sheet"], page["rowCount"]) == (["people", "ids"], "ids", 3)
    assert read(several, "people")["columns"][1]["name"] == "at.city"
    by_key = write(tmp_path, "c.json", json.dumps({"x": {"n": 1}, "y": {"n": 2}}))
    assert list_rows(read(by_key)) == [["x", "1"], ["y", "2"]]
    assert list_rows(read(write(tmp_path, "d.json", '{"n": 1, "of": {"a": 2}}'))) == [["1", "2"]]


def test_parquet_keeps_whole_numbers_whole(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {"n": pd.array([1, None], dtype="Int64"), "ok": [True, None], "list": [[1, 2], None]}
    )
    frame.to_parquet(tmp_path / "a.parquet")
    page = read(tmp_path / "a.parquet")
    assert [column["kind"] for column in page["columns"]] == ["number", "boolean", "other"]
    assert [column["type"].partition("<")[0] for column in page["columns"]] == ["int64", "bool", "list"]
    assert list_rows(page) == [["1", "True", "[1, 2]"], [None, None, None]]
    frame.set_index("n").to_parquet(tmp_path / "b.parquet")
    assert read(tmp_path / "b.parquet")["index"] == ["n"]


def test_without_duckdb_a_large_file_says_how_much_of_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(table_file_reader, "MAX_BYTES", 1000)
    monkeypatch.setattr(table_file_reader, "HEAD_ROWS", 50)
    frame = pd.DataFrame({"n": range(100_000)})
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    page = read(tmp_path / "a.csv")
    assert (page["rowCount"], page["matchCount"], page["readRows"]) == (None, 50, 50)
    page = read(tmp_path / "a.parquet")
    assert (page["rowCount"], page["readRows"]) == (100_000, page["matchCount"])
    wide = pd.DataFrame({"text": ["x" * 100] * 20})
    wide.to_csv(tmp_path / "wide.csv", index=False)
    assert "readRows" not in read(tmp_path / "wide.csv")


def test_a_changed_file_is_read_again_and_other_files_are_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "n\n1\n")
    assert list_rows(read(path)) == [["1"]]
    path = write(tmp_path, "a.csv", "n\n22\n")
    assert list_rows(read(path)) == [["22"]]
    assert "ArrowInvalid" in read(write(tmp_path, "a.parquet", "no table"))["refusal"]
    assert "is empty" in read(write(tmp_path, "b.csv", ""))["refusal"]
    assert read(write(tmp_path, "a.png", "x"))["refusal"].startswith("Only CSV, Excel")
    (tmp_path / "a.xls").write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))
    assert "needs the Python package " in read(tmp_path / "a.xls")["refusal"]
