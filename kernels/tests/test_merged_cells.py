"""Merged cells of a workbook have their value in each of their rows."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from actbook.files.file_formats import find_format
from actbook.files.file_heads import describe_head
from actbook.files.merged_cells import Merged, find_merged
from actbook.files.table_file_reader import read_workbook

ROWS = [
    ["Plan of 2024", None, None, None],
    ["region", "year", "city", "sales"],
    ["North", 2022, "Oslo", 1],
    [None, None, "Bergen", 50],
    [None, 2023, "Tromsø", None],
    ["South", None, "Rome", 60],
    [None, None, None, 2],
]


def write(path: Path, *ranges: str) -> str:
    book = openpyxl.Workbook()
    book.create_sheet("Notes")
    sheet = book.create_sheet("A & B")
    for row in ROWS:
        sheet.append(row)
    for each in ranges:
        sheet.merge_cells(each)
    book.save(path)
    return str(path)


def test_values_go_down_and_numbers_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "x.xlsx", "A1:D1", "A3:A5", "A6:A7", "B3:B4", "B5:B7", "C6:C7")
    [sheet] = find_format(path)["sheets"]
    assert (sheet["header"], sheet["hasMerged"], sheet["mergedNumbers"]) == (1, True, ["year"])
    head = describe_head(path)
    assert head is not None
    columns = {column["name"]: column for column in head["tables"][0]["columns"]}
    assert columns["region"]["missing"] == 0 and columns["region"]["values"] == ["North", "South"]
    assert columns["year"]["values"] == ["2023", "2022"]
    frame, _ = read_workbook(path, "A & B")
    assert frame["region"].tolist() == ["North"] * 3 + ["South"] * 2
    assert frame["year"].tolist() == [2022, 2022, 2023, 2023, 2023]
    assert frame["city"].tolist()[-1] == "Rome"


def test_cells_that_are_merged_across_stay_as_they_are(tmp_path: Path) -> None:
    path = write(tmp_path / "x.xlsx", "A1:D1", "C7:D7")
    assert find_merged(path) == {"Sheet": [], "Notes": [], "A & B": []}
    assert "hasMerged" not in find_format(path)["sheets"][0]


def test_ranges_are_found_where_blocks_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "x.xlsx", "A3:A5", "A6:A7", "B3:B4")
    for size in (100, 1000, 1001, 1002):
        monkeypatch.setattr("actbook.files.merged_cells.BLOCK_BYTES", size)
        assert sorted(find_merged(path)["A & B"]) == [Merged(0, 2, 5), Merged(0, 5, 7), Merged(1, 2, 4)]
