"""Pieces of tables that variables hold."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.tables.table_pages import read_page
from actbook.tables.texts import Texts

FRAME = pd.DataFrame({"n": [3, 1, 2], "name": ["c", None, "a"]}, index=["x", "y", "z"])


VARIABLE = {"source": "variables", "name": "df"}


def read(
    sort: int | None = None, ascending: bool = True, columns: tuple[int, int] = (0, 40), **more: Any
) -> dict[str, Any]:
    find = more.pop("find", None)
    query = {"sort": sort, "ascending": ascending, **more}
    return read_page(VARIABLE, query, (0, 100), columns, find, max_text_length=200)


def list_rows(page: dict[str, Any]) -> list[list[str | None]]:
    return [row["values"] for row in page["rows"]]


@pytest.fixture
def frame(shell: Any) -> pd.DataFrame:
    shell.user_ns["df"] = FRAME.copy()
    return shell.user_ns["df"]


def test_a_page_has_texts_types_and_the_size_of_the_whole(frame: pd.DataFrame) -> None:
    page = read_page(VARIABLE, {}, (1, 2), (0, 40), None, 200)
    assert page == {
        "columns": [
            {"name": "n", "type": "int64", "kind": "number", "isNumeric": True, "decimals": 0},
            {"name": "name", "type": str(frame["name"].dtype), "kind": "text", "isNumeric": False},
        ],
        "index": [None],
        "rows": [
            {"position": 1, "labels": ["y"], "values": ["1", None]},
            {"position": 2, "labels": ["z"], "values": ["2", "a"]},
        ],
        "rowCount": 3,
        "matchCount": 3,
        "columnCount": 2,
        "rowOffset": 1,
        "columnOffset": 0,
    }


@pytest.mark.usefixtures("frame")
def test_columns_come_in_windows() -> None:
    assert list_rows(read(columns=(1, 1))) == [["c"], [None], ["a"]]
    assert list_rows(read(columns=(5, 1))) == [[], [], []]


@pytest.mark.usefixtures("frame")
def test_rows_are_sorted_with_missing_values_last() -> None:
    assert list_rows(read(sort=0)) == [["1", None], ["2", "a"], ["3", "c"]]
    assert list_rows(read(sort=1)) == [["2", "a"], ["3", "c"], ["1", None]]
    assert list_rows(read(sort=1, ascending=False)) == [["3", "c"], ["2", "a"], ["1", None]]


def test_a_column_of_several_types_is_not_sorted(frame: pd.DataFrame) -> None:
    frame["mixed"] = pd.Series([1, "a", None], index=frame.index, dtype=object)
    assert "several types" in read(sort=2)["refusal"]


@pytest.mark.usefixtures("frame")
def test_a_column_that_is_not_there_is_refused() -> None:
    assert read(sort=2) == {"refusal": "This table does not have such a column.", "code": "conflict"}


def test_a_series_is_a_table_of_one_column(shell: Any) -> None:
    shell.user_ns["df"] = pd.Series([0.1 + 0.2, np.float32(1) / 3], name="s")
    assert list_rows(read()) == [["0.30000000000000004"], ["0.3333333432674408"]]
    shell.user_ns["df"] = pd.Series([1 / 3], dtype="float32")
    assert list_rows(read()) == [["0.33333334"]]
    shell.user_ns["df"] = pd.Series([16777217, 0.1], dtype="float32")
    assert list_rows(read()) == [["16777216"], ["0.1"]]


def test_other_values_are_refused(shell: Any) -> None:
    assert read() == {
        "refusal": "There is no such variable in the kernel now.",
        "code": "conflict",
    }
    shell.user_ns["df"] = 1
    assert read() == {
        "refusal": "Only tables, arrays, lists, and dicts can be opened.",
        "code": "conflict",
    }


class Hostile:
    def __str__(self) -> str:
        raise AssertionError

    __repr__ = __format__ = __str__  # type: ignore[assignment]


class HostileZone(datetime.tzinfo):
    def tzname(self, _: Any) -> str:
        raise AssertionError

    utcoffset = dst = tzname  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("x" * 300, "x" * 199 + "…"),
        (float("nan"), None),
        (pd.NA, None),
        (pd.NaT, None),
        (1 << 5000, "a very large integer"),
        (b"abc", "3 bytes"),
        ([1, "a", [2]], "[1, a, list of 1]"),
        (tuple(range(12)), "(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …)"),
        ({"a": 1}, "dict of 1"),
        (datetime.date(2024, 2, 29), "2024-02-29"),
        (datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone.utc), "2024-02-29 00:00:00+00:00"),
        (pd.Timestamp("2024-02-29"), "2024-02-29 00:00:00"),
        (np.int8(3), "3"),
    ],
)
def test_values_have_texts(value: Any, text: str | None) -> None:
    assert Texts(200).write(value) == text


def test_only_known_types_are_asked_for_their_text() -> None:
    texts = Texts(200)
    kind = type("int", (int,), {"__str__": Hostile.__str__})
    assert texts.write(Hostile()) == "<Hostile>"
    assert texts.write([kind(1)]) == "[<int>]"
    assert texts.write(datetime.datetime(2024, 2, 29, tzinfo=HostileZone())) == "datetime"
