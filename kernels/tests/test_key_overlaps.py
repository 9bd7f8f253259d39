"""How far columns of several files match that look like keys to one another."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from actbook.files.key_overlaps import find_overlaps


def write(folder: Path, name: str, columns: dict[str, Any]) -> str:
    path = folder / name
    frame = pd.DataFrame(columns)
    if path.suffix == ".parquet":
        frame.to_parquet(path)
    else:
        frame.to_csv(path, index=False)
    return str(path)


def summarize(found: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (
            Path(each["from"]["file"]).name,
            each["from"]["column"],
            each["to"]["column"],
            f"{each['matched']} of {each['rows']}",
            {loose["how"]: loose["rows"] for loose in each["looser"]},
            each["repeated"],
        )
        for each in found
    ]


def test_rows_that_match_and_those_that_nearly_do_are_counted(tmp_path: Path) -> None:
    keys = [f"AB-{at:03}" for at in range(40)]
    customers = write(tmp_path, "customers.csv", {"Kunde": [*keys, "AB-000"], "ort": ["Lyon"] * 41})
    rows = keys[:20] * 3 + [key.lower() for key in keys[:5]] + [f" {keys[7]} ", None, "AB-999"]
    invoices = write(tmp_path, "invoices.csv", {"nr": range(len(rows)), "kunde": rows})
    expected = [("invoices.csv", "kunde", "Kunde", "60 of 68", {"blanks": 1, "case": 5}, 1)]
    assert summarize(find_overlaps([customers, invoices])) == expected
    assert summarize(find_overlaps([invoices, customers])) == expected


def test_a_key_under_another_name_is_found_by_its_values_or_by_the_name_of_its_file(tmp_path: Path) -> None:
    codes = [f"P{at}" for at in range(30)]
    products = write(tmp_path, "products.csv", {"id": range(30), "code": codes})
    sales = write(
        tmp_path, "sales.csv", {"id": range(60), "item": codes * 2, "product_id": [*range(50)] + [1] * 10}
    )
    assert summarize(find_overlaps([products, sales])) == [
        ("sales.csv", "item", "code", "60 of 60", {}, 0),
        ("sales.csv", "product_id", "id", "40 of 60", {}, 0),
    ]


def test_numbers_and_text_are_told_apart_and_leading_zeros_are_not_lost(tmp_path: Path) -> None:
    plz = write(tmp_path, "places.csv", {"postcode": [f"0{at}" for at in range(1000, 1030)], "n": range(30)})
    data = write(tmp_path, "data.parquet", {"postcode": [*range(1000, 1020)] * 2})
    [found] = find_overlaps([plz, data])
    assert (found["matched"], found["looser"], found["isMixed"]) == (0, [{"how": "zeros", "rows": 40}], True)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_all_of_a_long_file_is_searched_for_the_first_rows_of_another(tmp_path: Path, ending: str) -> None:
    ids = [f"k{at}" for at in range(9_000)]
    long = write(tmp_path, f"long.{ending}", {"key": ids})
    other = write(tmp_path, f"other.{ending}", {"key": ids[::-1] * 2})
    [found] = find_overlaps([long, other])
    assert (found["rows"], found["matched"], found["isCut"]) == (5_000, 5_000, True)


def test_columns_that_only_share_a_name_or_some_values_are_no_keys(tmp_path: Path) -> None:
    first = write(tmp_path, "first.csv", {"id": range(20), "city": ["a", "b", "c", "d"] * 5, "x": [0.5] * 20})
    second = write(
        tmp_path, "second.csv", {"id": range(20), "city": ["a", "b", "c", "d"] * 5, "x": [0.5] * 20}
    )
    assert find_overlaps([first, second, str(tmp_path / "absent.csv")]) == []


def test_tables_of_a_database_are_named(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with sqlite3.connect(path) as database:
        database.execute("create table customers (code text)")
        database.execute("create table orders (customer text)")
        database.executemany("insert into customers values (?)", [(f"c{at}",) for at in range(9)])
        database.executemany("insert into orders values (?)", [(f"c{at % 9}",) for at in range(30)])
    [found] = find_overlaps([str(path)])
    assert (found["from"]["table"], found["to"]["table"], found["matched"]) == ("orders", "customers", 30)
