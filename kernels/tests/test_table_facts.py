"""What is known of a table, and how its columns are better read."""

from __future__ import annotations

from datetime import date, time, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.tables.table_facts import describe_column, describe_table, describe_tables


def read(values: list[Any], name: str = "x") -> Any:
    return describe_column(name, pd.Series(values))["reading"]


def test_only_tables_are_described(shell: Any) -> None:
    shell.user_ns.update(cars=pd.DataFrame({"a": [1, 2, 2]}), other=3)
    assert describe_tables(["cars", "other", "absent"]) == [
        {
            "name": "cars",
            "rows": 3,
            "repeatedRows": 1,
            "decimal": ".",
            "skippedLines": 0,
            "emptyRows": 0,
            "endsWithTotals": False,
            "columns": [
                {
                    "name": "a",
                    "type": "number",
                    "isInteger": True,
                    "missing": 0,
                    "isNullable": False,
                    "unique": 2,
                    "values": ["2", "1"],
                    "span": {"first": "1", "last": "2"},
                    "unit": None,
                    "placeholders": [],
                    "gaps": [],
                    "reading": None,
                }
            ],
            "hiddenColumns": 0,
        }
    ]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1.5, None], "number"),
        (["a", "b"], "text"),
        ([True, False], "boolean"),
        ([0, 1, 1], "boolean"),
        ([None, None], "empty"),
        (list(pd.to_datetime(["2024-01-01", "2024-02-01"])), "date"),
        ([["p"], ["q"]], "text"),
        ([np.array(["p", "q"]), np.array(["q"])], "text"),
    ],
)
def test_types(values: list[Any], kind: str) -> None:
    assert describe_column("x", pd.Series(values))["type"] == kind


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Price (EUR)", "EUR"),
        ("Rating (1-5)", None),
        ("Umsatz in €", "€"),
        ("Umsatz €", "€"),
        ("share_%", "%"),
        ("mass in kg", "kg"),
        ("price", None),
    ],
)
def test_a_header_has_a_unit(name: str, unit: str | None) -> None:
    assert describe_column(name, pd.Series([1, 2, 3]))["unit"] == unit


def test_units_that_the_notebook_noted(shell: Any) -> None:
    frame = pd.DataFrame({"a": [1, 2, 3]})
    frame.attrs["units"] = {"a": "kg"}
    shell.user_ns["cars"] = frame
    assert describe_tables(["cars"])[0]["columns"][0]["unit"] == "kg"


@pytest.mark.parametrize(
    ("values", "form", "is_day_first"),
    [
        (["2024-01-31", "2024-02-01"], "ISO8601", False),
        (["31.01.2024", "01.02.2024"], "%d.%m.%Y", True),
        (["1.2.2024", "3.4.2024"], "%d.%m.%Y", True),
        (["12/31/2024", "01/02/2024"], "%m/%d/%Y", False),
        (["31/12/24 10:30", "01/02/24 11:00"], "%d/%m/%y %H:%M", True),
        (["Jan 5, 2024", "Feb 6, 2024"], "mixed", False),
    ],
)
def test_dates(values: list[str], form: str, is_day_first: bool) -> None:
    found = read(values)
    assert (found["as"], found["format"], found["isDayFirst"]) == ("date", form, is_day_first)
    assert found["lost"] == 0


def test_days_or_months_first_may_be_open() -> None:
    assert read(["01/02/2024", "03/04/2024"])["isUndecided"]
    assert "isUndecided" not in read(["01/02/2024", "13/04/2024"])
    assert read(["13/04/2024", "04/13/2024", "12/31/2024"]) is None


def test_days_before_months_beside_years_before_months() -> None:
    found = read(["14.02.2023", "03.01.2023", "2024-01-10", "nie"])
    assert (found["format"], found["isDayFirst"], found["isTurned"]) == ("mixed", True, True)
    assert (found["lost"], found["lostTexts"]) == (1, ["nie"])
    assert read(["14.02.23", "2024-01-10"]) is None
    assert "isTurned" not in read(["02/14/2023", "2024-01-10"])


def test_compact_dates_are_told_by_the_name_of_their_column() -> None:
    assert read([20240131, 20240201], "sale_date")["format"] == "%Y%m%d"
    assert read([20240131, 20240201], "amount") is None


@pytest.mark.parametrize(
    ("values", "numbers", "unit"),
    [
        (["1,234.50", "12.00"], [1234.5, 12], None),
        (["1.234,56 €", "99,00 €"], [1234.56, 99], "€"),
        (["1 234,56\u00a0€", "1\u202f250\u00a0€", "-9,5 €"], [1234.56, 1250, -9.5], "€"),
        (["€ 250.000", "€ 1.050.000"], [250_000, 1_050_000], "€"),
        (["7 kg", "8 kg"], [7, 8], "kg"),
        (["10%", "7.5%"], [10, 7.5], "%"),
        (["21.5 °C", "3 °C"], [21.5, 3], "°C"),
        (["8.411", "812"], [8411, 812], None),
        (["1.250 kg", "2.500 kg"], [1.25, 2.5], "kg"),
        (["0,500 kg", "2,375 kg"], [0.5, 2.375], "kg"),
        (["1,250", "980", "12,500"], [1250, 980, 12_500], None),
        (["₹1,25,000", "₹95,000", "₹2,10,000"], [125_000, 95_000, 210_000], "₹"),
        (["$1.5m", "$900", "$2.5m"], [1_500_000, 900, 2_500_000], "$"),
        (["€1.5 Mio", "€3.2bn"], [1_500_000, 3_200_000_000], "€"),
        (["12k", "15k"], [12_000, 15_000], None),
        (["50K", "75K"], [50_000, 75_000], None),
        (["(1,200.50)", "- 3", "+4", " (5) "], [-1200.5, -3, 4, -5], None),
        (["1.234,50-", "12,00", "3,10-"], [-1234.5, 12, -3.1], None),
    ],
)
def test_numbers(values: list[str], numbers: list[float], unit: str | None) -> None:
    found = read(values)
    assert (found["as"], found["unit"], found["lost"]) == ("number", unit, 0)
    assert apply(found["steps"], values) == numbers


@pytest.mark.parametrize(
    ("values", "lost"),
    [
        (["0:43:41", "1:02:32", "0:59:59.25"], []),
        (["00:43:41", "-", "11:02:32", "DNF"], ["DNF"]),
        (["26:10:00", "3:00:00"], []),
        (["09:15:00", "14:30:10"], None),
        (["00:15:00", "14:30:10"], None),
        (["02:13:44", "05:10:00"], None),
        (["0:45", "12:30"], None),
        (["0:75:00", "0:12:00"], None),
    ],
)
def test_times_that_something_took(values: list[str], lost: list[str] | None) -> None:
    found = read(values)
    assert (found and found["lostTexts"]) == lost
    assert found is None or (found["as"], found["marks"]) == ("duration", ["-"] if "-" in values else [])


def test_days_come_first_where_commas_are_decimal_marks() -> None:
    assert read(["02/02/2024", "03/05/2024"])["isDayFirst"] is False
    german = pd.Series(["02/02/2024", "03/05/2024"])
    assert describe_column("x", german, has_commas=True)["reading"]["isDayFirst"] is True


def test_k_of_temperatures_is_their_unit() -> None:
    found = read(["273 K", "280 K"], "temp")
    assert (found["unit"], apply(found["steps"], ["273 K", "280 K"])) == ("K", [273, 280])


def apply(steps: list[list[str]], values: list[str]) -> list[float]:
    column = pd.Series(values)
    for pattern, written in steps:
        column = column.str.replace(pattern, written, regex=True)
    return [float(each) for each in pd.to_numeric(column, errors="coerce")]


def test_what_is_not_read_to_its_end_is_lost() -> None:
    found = read(["1,200", "900", "3/4", "5 ft 3", "6", "7", "8", "9", "10", "11"])
    assert found["lostTexts"] == ["3/4", "5 ft 3"]
    assert read(["$5", "$7", "$6 p", "$8", "$9"])["lostTexts"] == ["$6 p"]
    assert read(["1,250.00", "2,100.50", "1,5"])["lostTexts"] == ["1,5"]


@pytest.mark.parametrize("values", [["$100", "€200", "$50"], ["5 EUR", "7 USD"], ["7 kg", "5k"]])
def test_different_units_are_not_one_number(values: list[str]) -> None:
    assert read(values) is None


def test_dots_in_groups_of_three_are_told_by_the_other_numbers_of_the_file() -> None:
    frame = pd.DataFrame({"x": ["8.411", "12.300", "-"]})
    for decimal in (".", ","):
        frame.attrs["decimal"] = decimal
        reading = describe_table("frame", frame)["columns"][0]["reading"]
        assert (reading["decimal"], reading["openMark"]) == (decimal, ".")
    assert read(["1.085", "1.267"])["decimal"] == "."
    weights = pd.DataFrame({"x": ["1,250 kg", "2,375 kg"]})
    assert "openMark" not in describe_table("frame", weights)["columns"][0]["reading"]
    weights.attrs["decimal"] = ","
    reading = describe_table("frame", weights)["columns"][0]["reading"]
    assert (reading["decimal"], reading["openMark"]) == (",", ",")
    assert describe_table("frame", weights)["decimal"] == ","


def test_a_minus_after_cents_is_one_and_after_a_grade_is_not() -> None:
    values = ["1.234,50-", "12,00", "3,10- EUR"]
    assert apply(read(values)["steps"], values) == [-1234.5, 12, -3.1]
    assert read(["2-", "3", "1-"]) is None


def test_repeated_rows_of_lists_are_not_counted() -> None:
    assert "repeatedRows" not in describe_table("x", pd.DataFrame({"a": [["p"], ["p"]], "b": [1, 1]}))


def test_marks_and_what_cannot_be_read() -> None:
    found = read(["12", "-", "n/a", "13", "call us", "14"])
    assert (found["marks"], found["lost"], found["steps"]) == (["-", "n/a"], 1, [])
    assert found["lostTexts"] == ["call us"]
    days = [f"2024-01-{day:02}" for day in range(1, 20)]
    found = read([*days, "k.A.", "so\non", "x" * 50, "folgt"])
    assert (found["lost"], found["lostTexts"]) == (4, ["k.A.", "so on", "x" * 39 + "…"])


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (["7A", "7B", "7A"], "class"),
        (["00123", "00456"], "x"),
        (["123", "456"], "zip code"),
        (["red", "12"], "x"),
        (["a", "b", "c"], "x"),
    ],
)
def test_names_and_codes_stay_text(values: list[str], name: str) -> None:
    assert read(values, name) is None


def test_spellings_become_the_most_common_one() -> None:
    found = read(["Old Town", "Old Town", "old town", "OLD TOWN ", "Dom"])
    assert found == {
        "as": "spelling",
        "hasBlanks": True,
        "replaced": {"old town": "Old Town", "OLD TOWN": "Old Town"},
        "before": 4,
        "after": 2,
        "changed": 2,
        "examples": [("old town", "Old Town"), ("OLD TOWN ", "Old Town")],
    }
    # Of these, three are as they should be.
    blanks = read(["Skin", "Skin", "Skin ", "Eye", " Eye", "eye", "EYE", " Ear ", "Ear", "Ear"])
    assert (blanks["before"], blanks["after"], blanks["changed"]) == (8, 3, 5)
    assert blanks["examples"] == [("eye", "Eye"), ("EYE", "Eye"), ("Skin ", "Skin")]
    assert read(["a ", "b", "b"])["examples"] == [("a ", "a")]
    assert read(["yes", "Y", "no", "N", "yes"])["replaced"] == {"Y": "yes", "N": "no"}
    assert read(["AB1", "ab1"]) is None


@pytest.mark.parametrize(
    ("labels", "numbers", "expected"),
    [
        (["a", "b", "c", "d", "Gesamt"], [1.25, 2, 3, 4, 10.25], True),
        (["a", "b", "c", "d", None], [1, 2, 3, 4, 10], True),
        # A value like any other, by chance the sum of those above.
        (["a", "b", "c", "d", "e"], [1, 2, 3, 4, 10], False),
        (["a", "b", "c", "d", "Total"], [1, 2, 3, 4, 11], False),
        (["a", None, "c", None, None], [1, 2, 3, 4, 10], False),
        (["a", "Total"], [3, 3], False),
    ],
)
def test_a_row_of_totals_is_no_row_of_data(
    shell: Any, labels: list[str | None], numbers: list[float], expected: bool
) -> None:
    shell.user_ns["sales"] = pd.DataFrame({"shop": labels, "sold": numbers})
    (table,) = describe_tables(["sales"])
    assert table["endsWithTotals"] is expected
    assert table["rows"] == len(labels) - expected
    assert float(table["columns"][1]["span"]["last"]) == max(numbers[: table["rows"]])


def test_a_gap_in_the_last_row_adds_nothing_up() -> None:
    amounts = [10, 20, 30, 25, 15, 500]
    frame = pd.DataFrame({"region": [*"abcde", None], "amount": amounts, "rating": [4, 5, 3, 4, 5, None]})
    table = describe_table("orders", frame)
    assert (table["rows"], table["endsWithTotals"]) == (6, False)


def test_empty_rows_are_no_rows_of_data_nor_totals() -> None:
    frame = pd.DataFrame(
        {
            "shop": ["a", "b", None, "Total", None],
            "sold": [1, 2, None, 3, None],
            "paid": [True, False] + [None] * 3,
        }
    )
    table = describe_table("sales", frame)
    assert (table["rows"], table["emptyRows"], table["endsWithTotals"]) == (2, 2, True)
    assert [column["missing"] for column in table["columns"]] == [0, 0, 0]
    # Nothing else is known of these.
    assert describe_table("x", pd.DataFrame({"a": [None, None], "b": [None, None]}))["rows"] == 2
    assert describe_table("x", pd.DataFrame({"a": [1, None]}))["rows"] == 2


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([18, 25, 40, 90, -99, -99], [-99]),
        ([-5.5, 12.0, 35.2, 999.9, 999.9, -99.9, -99.9], [-99.9, 999.9]),
        ([1, 2, 3, 5, 99, 99, None], [99]),
        ([1, 2, 3, 5, 99], []),
        ([1990, 2001, 2024, 9999, 9999], [9999]),
        ([18, 40, 99, 99, 97], []),
        ([4.99, 19.99, 39.99, 99.99, 99.99], []),
        ([10, 25, 40, 99, 99], []),
        ([-80, -20, 30, -99, -99], []),
        ([1, 99, 99], []),
        (["a", "99", "99"], []),
    ],
)
def test_numbers_that_may_stand_for_missing_values(values: list[Any], found: list[float]) -> None:
    facts = describe_column("x", pd.Series(values))["placeholders"]
    assert facts == [{"value": value, "count": 2} for value in found]


def test_types_whose_missing_values_make_comparisons_missing_are_told() -> None:
    values = [1, None, 3]
    nullable = [
        describe_column("a", pd.Series(values, dtype=dtype))["isNullable"] for dtype in ("Int64", "Float64")
    ]
    assert nullable == [True, True]
    assert not describe_column("a", pd.Series(values))["isNullable"]
    assert not describe_column("a", pd.Series(["x", None]))["isNullable"]
    assert describe_column("a", pd.Series(["x", None], dtype="string"))["isNullable"]


def test_how_far_dates_are_from_each_other() -> None:
    start = pd.to_datetime(["2024-01-01 09:00", "2024-01-02 10:00", "2024-01-03 11:00", None])
    end = start + pd.to_timedelta([10, 15, 20, 0], unit="min")
    zoned = end.tz_localize("UTC")
    table = describe_table("trips", pd.DataFrame({"start": start, "n": range(4), "end": end, "zoned": zoned}))
    assert [column["gaps"] for column in table["columns"]] == [
        [{"to": "end", "seconds": 900.0}],
        [],
        [{"to": "start", "seconds": 900.0}],
        [],
    ]


@pytest.mark.parametrize(
    ("values", "reading"),
    [
        ([Decimal("1.10"), None, Decimal("2")], {"as": "plain", "type": "float64"}),
        ([Decimal(2**53), Decimal("2")], {"as": "text", "holds": "long numbers"}),
        ([date(2025, 1, 5), None, date(9999, 12, 31)], {"as": "date", "format": "ISO8601"}),
        ([timedelta(hours=1), timedelta(0)], {"as": "duration", "lost": 0}),
        (pd.Series([timedelta(hours=1)], dtype=object), {"as": "duration", "lost": 0}),
        ([time(10, 30), time(11)], {"as": "text", "holds": "times of day"}),
        ([b"a", b"\xff"], {"as": "text", "holds": "binary values"}),
        ([{"a": 1}, None, {"a": 2}], {"as": "text", "holds": "records"}),
        ([[1], {"a": 2}], {"as": "text", "holds": "lists"}),
        ([date(2025, 1, 5), "later"], None),
    ],
)
def test_values_of_python_in_a_column_are_read(values: Any, reading: dict[str, Any] | None) -> None:
    found = read(values)
    assert found == reading if reading is None else reading.items() <= found.items()


def test_infinite_numbers_are_counted_apart() -> None:
    facts = describe_column("v", pd.Series([1, float("inf"), float("-inf"), 3, None]))
    assert (facts["infinite"], facts["isInteger"], facts["span"]) == (
        2,
        False,
        {"first": "1.0", "last": "3.0"},
    )
    assert "infinite" not in describe_column("v", pd.Series([1, 2]))
