"""Which rows a query leaves, and what columns say of themselves."""

from __future__ import annotations

import datetime
import decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.tables import table_rows
from actbook.tables.table_columns import is_missing
from actbook.tables.table_pages import read_page, summarize

FRAME = pd.DataFrame(
    {
        "n": [3, 1, 20, 1],
        "price": [1.5, None, 0.1 + 0.2, 2.25],
        "name": ["Öl", "b", None, ""],
        "day": pd.to_datetime(["2024-01-31", "2024-02-01", None, "2024-02-01"]),
        "at": pd.to_datetime(["2024-01-31 10:00:00", "2024-02-01 23:59:59", None, "2024-02-01 00:00:00"]),
        "ok": [True, False, True, True],
        "kind": pd.Categorical(["x", "y", "x", None]),
        "list": [[1], [2], None, [1]],
        "paid": [decimal.Decimal("1.10"), decimal.Decimal(2), None, decimal.Decimal(10)],
        "born": [datetime.date(2000, 1, 1), None, datetime.date(1999, 5, 5), datetime.date(2001, 1, 1)],
        "zoned": pd.to_datetime(["2024-01-31", "2024-02-01", None, "2024-02-01"]).tz_localize("Europe/Oslo"),
        "span": pd.to_timedelta([1, 2, None, 2], unit="h"),
    },
    index=["a", "b", "c", "d"],
)
AT = {name: at for at, name in enumerate(FRAME.columns)}


@pytest.mark.parametrize("value", [None, float("nan"), np.float64("nan"), pd.NA, pd.NaT])
def test_what_counts_as_missing(value: Any) -> None:
    assert is_missing(value)


@pytest.fixture(autouse=True)
def frame(shell: Any) -> pd.DataFrame:
    shell.user_ns["df"] = FRAME.copy()
    return shell.user_ns["df"]


def read(find: int | None = None, **query: Any) -> dict[str, Any]:
    place = {"source": "variables", "name": "df"}
    return read_page(place, {"ascending": True, **query}, (0, 100), (0, 40), find, 200)


def match(column: str, **condition: Any) -> str | list[int]:
    page = read(filters=[{"column": AT[column], **condition}])
    return page["refusal"] if "refusal" in page else [row["position"] for row in page["rows"]]


@pytest.mark.parametrize(
    ("column", "condition", "rows"),
    [
        ("n", {"is": "equals", "text": "1"}, [1, 3]),
        ("n", {"is": "equals", "text": "1.0"}, [1, 3]),
        ("n", {"is": "contains", "text": "2"}, [2]),
        ("n", {"is": "range", "from": "2"}, [0, 2]),
        ("price", {"is": "equals", "text": "0.3"}, [2]),
        ("price", {"is": "range", "from": "0.5", "to": "2.25"}, [0, 3]),
        ("price", {"is": "empty"}, [1]),
        ("price", {"is": "not-empty"}, [0, 2, 3]),
        ("name", {"is": "contains", "text": "öL"}, [0]),
        ("name", {"is": "equals", "text": "öl"}, []),
        ("name", {"is": "one-of", "texts": ["b", None]}, [1, 2]),
        ("name", {"is": "empty"}, [2, 3]),
        ("name", {"is": "range", "from": "a", "to": "c"}, [1]),
        ("day", {"is": "equals", "text": "2024-02-01"}, [1, 3]),
        ("day", {"is": "contains", "text": "-01-"}, [0]),
        ("day", {"is": "contains", "text": "00:00"}, []),
        ("at", {"is": "range", "to": "2024-01-31"}, [0]),
        ("at", {"is": "range", "from": "2024-02-01", "to": "2024-02-01"}, [1, 3]),
        ("at", {"is": "contains", "text": "23:59"}, [1]),
        ("ok", {"is": "equals", "text": "False"}, [1]),
        ("kind", {"is": "one-of", "texts": ["x"]}, [0, 2]),
        ("kind", {"is": "contains", "text": "Y"}, [1]),
        ("list", {"is": "equals", "text": "[1]"}, [0, 3]),
        ("paid", {"is": "range", "from": "2", "to": "10"}, [1, 3]),
        ("paid", {"is": "equals", "text": "1.1"}, [0]),
        ("born", {"is": "range", "to": "1999"}, [2]),
        ("born", {"is": "range", "to": "2000-01"}, [0, 2]),
        ("born", {"is": "range", "to": "soon"}, "“soon” is not a date. Write dates such as 2024-03-31."),
        ("born", {"is": "range", "from": "2000-01-01"}, [0, 3]),
        ("zoned", {"is": "equals", "text": "2024-02-01"}, [1, 3]),
        ("span", {"is": "empty"}, [2]),
        ("n", {"is": "equals", "text": "x"}, "“x” is not a number. Write numbers such as 1234.5."),
        ("list", {"is": "range", "from": "1"}, "Only columns of numbers, dates, or text have a range."),
    ],
)
def test_columns_are_filtered_as_what_they_are(
    column: str, condition: dict[str, Any], rows: str | list[int]
) -> None:
    assert match(column, **condition) == rows


@pytest.mark.parametrize(
    ("text", "rows"), [("öl", [0]), ("2024-02", [1, 3]), ("20", [0, 1, 2, 3]), ("C", [2]), ("nothing", [])]
)
def test_a_search_reads_all_values_and_labels(text: str, rows: list[int]) -> None:
    page = read(search=text)
    assert [row["position"] for row in page["rows"]] == rows
    assert (page["matchCount"], page["rowCount"]) == (len(rows), 4)


def test_a_long_search_continues_where_it_stopped(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_rows, "MAX_SEARCH_S", 0)
    shell.user_ns["df"] = pd.DataFrame({"a": [1.0, 2.0], "b": [2.5, 3.0], "c": [4, 5]})
    pages = [read(search="2") for _ in range(3)]
    assert pages[:2] == [{"isPending": True}, {"isPending": True}]
    assert pages[2]["matchCount"] == 2
    # What cannot be remembered is searched at once.
    shell.user_ns["df"] = FRAME.copy()
    assert read(search="2024-02")["matchCount"] == 2


def test_filters_search_and_order_work_together_and_find_a_row() -> None:
    only = [{"column": AT["n"], "is": "range", "to": "3"}]
    page = read(filters=only, sort=AT["price"], ascending=False, find=0)
    assert [row["labels"] for row in page["rows"]] == [["d"], ["a"], ["b"]]
    assert page["foundOffset"] == 1
    assert read(filters=only, find=2)["foundOffset"] is None
    assert read(find=2)["foundOffset"] == 2


def test_what_is_remembered_of_a_variable_is_given_up_when_it_changes(shell: Any) -> None:
    frame = shell.user_ns["df"] = pd.DataFrame({"n": [1.0, 2.0, 3.0]})
    assert [row["position"] for row in read(sort=0)["rows"]] == [0, 1, 2]
    frame.iloc[0, 0] = 9.5
    page = read(sort=0)
    assert [row["position"] for row in page["rows"]] == [1, 2, 0]
    assert page["columns"][0]["decimals"] == 1
    frame.index = [7, 8, 9]
    assert read(search="8")["matchCount"] == 1


@pytest.mark.parametrize(
    ("values", "facts"),
    [
        ([1, 2], {"decimals": 0}),
        ([1.0, None], {"decimals": 0}),
        ([1.5, 2.25], {"decimals": 2}),
        ([0.1 + 0.2, 1.0], {"decimals": 1}),
        ([1 / 3, 2 / 3], {"decimals": 6, "isRounded": True}),
        ([1234.56789, 0.00001], {"decimals": 2, "isRounded": True}),
        ([1e-9, 2e-9], {}),
        ([float("inf"), None], {}),
        (pd.array([1, None], dtype="Int64"), {"decimals": 0}),
        ([decimal.Decimal("1.10")], {"decimals": 1}),
    ],
)
def test_numbers_have_the_decimals_they_need(shell: Any, values: Any, facts: dict[str, Any]) -> None:
    shell.user_ns["df"] = pd.DataFrame({"x": values})
    column = read()["columns"][0]
    assert {name: column[name] for name in ("decimals", "isRounded") if name in column} == facts


def test_dates_have_no_time_where_all_are_at_midnight() -> None:
    page = read()
    names = [column["name"] for column in page["columns"] if column.get("isDateOnly")]
    assert names == ["day", "born", "zoned"]
    assert [page["rows"][0]["values"][AT[name]] for name in ("day", "at")] == [
        "2024-01-31",
        "2024-01-31 10:00:00",
    ]


def test_labels_and_names_of_several_levels_are_levels(shell: Any) -> None:
    shell.user_ns["df"] = pd.DataFrame(
        [[1, 2]],
        index=pd.MultiIndex.from_tuples([(pd.Timestamp("2024-01-01"), "x")], names=["day", None]),
        columns=pd.MultiIndex.from_tuples([("sum", "a"), ("sum", "")], names=["what", "of"]),
    )
    page = read()
    assert [(column["name"], column["levels"]) for column in page["columns"]] == [
        ("sum / a", ["sum", "a"]),
        ("sum", ["sum", ""]),
    ]
    assert (page["levelNames"], page["index"]) == (["what", "of"], ["day", None])
    assert page["rows"][0]["labels"] == ["2024-01-01", "x"]


def test_a_summary_counts_what_columns_hold() -> None:
    place = {"source": "variables", "name": "df"}
    only = {"filters": [{"column": AT["ok"], "is": "equals", "text": "True"}]}
    summary = summarize(place, only, (0, 40), 200)
    columns = {column["name"]: column for column in summary["columns"]}
    assert (summary["matchCount"], summary["sampledRows"]) == (3, None)
    number = columns["n"]
    assert (number["min"], number["max"], number["mean"], number["median"]) == ("1", "20", "8", "3")
    assert sum(each["count"] for each in number["histogram"]) == 3
    assert (columns["price"]["missing"], columns["price"]["distinct"]) == (0, 3)
    assert columns["kind"]["frequent"] == [{"text": "x", "count": 2}]
    assert (columns["day"]["min"], columns["day"]["max"]) == ("2024-01-31", "2024-02-01")
    assert (columns["list"]["missing"], columns["list"]["distinct"]) == (1, None)
    assert columns["ok"]["frequent"] == [{"text": "True", "count": 3}]
    assert columns["born"]["min"] == "1999-05-05"


def test_bars_of_whole_numbers_hold_equally_many(shell: Any) -> None:
    shell.user_ns["df"] = pd.DataFrame({"wide": np.arange(96) + 5, "few": np.arange(96) % 3})
    summary = summarize({"source": "variables", "name": "df"}, {}, (0, 40), 200)
    wide, few = (column["histogram"] for column in summary["columns"])
    assert [each["count"] for each in wide] == [4] * 24
    assert wide[0] == {"from": "5", "to": "8", "count": 4}
    assert few == [{"from": each, "to": each, "count": 32} for each in ("0", "1", "2")]


def test_a_summary_of_many_values_says_how_many_it_counted(shell: Any) -> None:
    shell.user_ns["df"] = pd.DataFrame(np.zeros((200_000, 40)))
    summary = summarize({"source": "variables", "name": "df"}, {}, (0, 40), 200)
    assert summary["sampledRows"] == 125_000
    assert summary["columns"][0]["frequent"] == [{"text": "0", "count": 125_000}]
