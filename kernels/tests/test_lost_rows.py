"""What a cell's own calls of pandas lose is noted, and what they do not lose is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest
from actbook import lost_rows
from actbook.notes import take_notes

ORDERS = 'orders = pd.DataFrame({"id": ["a", "b", "B", "x", "a", None], "n": range(6)})'
CUSTOMERS = 'customers = pd.DataFrame({"id": ["a", "b", "c"], "name": ["A", "B", "C"]})'
PRICES = 'prices = pd.DataFrame({"id": ["a", "b", "c", "d", "e", "f", "f"], "price": range(7)})'
ITEMS = 'items = pd.DataFrame({"id": ["a", "b", "c", "d", "e", "f"]})'


@pytest.fixture(autouse=True)
def watched(shell: Any) -> Iterator[None]:
    names: list[tuple[Any, str]] = [
        (pd, name) for name in ("merge", "concat", "crosstab", "pivot_table", "merge_asof")
    ]
    names += [(pd, name) for name in ("to_numeric", "to_datetime")]
    names += [
        (pd.Series, "map"),
        (pd.Series, "reindex"),
        (pd.DataFrame, "query"),
        (type(pd.DataFrame().loc), "__getitem__"),
    ]
    names += [(pd.DataFrame, name) for name in ("merge", "join", "dropna", "groupby")]
    names += [(pd.DataFrame, name) for name in ("pivot_table", "reindex", "__getitem__")]
    before = [(owner, name, getattr(owner, name)) for owner, name in names]
    lost_rows.watch(pd)
    yield
    for owner, name, value in before:
        setattr(owner, name, value)
    take_notes()


def run(shell: Any, code: str) -> list[str]:
    shell.user_ns["pd"] = pd
    exec("\n".join([ORDERS, CUSTOMERS, PRICES, ITEMS]), shell.user_ns)
    take_notes()
    exec(code, shell.user_ns)
    return take_notes()


@pytest.mark.parametrize(
    ("code", "note"),
    [
        (
            'orders.merge(customers, on="id")',
            "loses 3 of 6 rows of the left table, for want of a match; 1 of them for case",
        ),
        (
            'pd.merge(orders, customers, how="left")',
            "finds no match for 3 of 6 rows of the left table, so what the right",
        ),
        ('customers.merge(orders, on="id")', "loses 3 of 6 rows of the right table"),
        ('items.merge(prices, on="id")', "makes 7 rows of 6, because keys repeat in the right table"),
        ('orders.set_index("id").join(customers.set_index("id"))', "3 of 6 rows of the left table"),
        (
            'pd.to_numeric(pd.Series(["1", "k.A.", None]), errors="coerce")',
            "A conversion empties 1 value, such as 'k.A.'",
        ),
        (
            'pd.to_datetime(pd.Series(["2024-01-01", "x", "y"]), errors="coerce")',
            "A conversion empties 2 values, such as 'x', 'y'",
        ),
        ('orders["id"].map({"a": 1})', "A mapping empties 3 values, such as 'b', 'B', 'x'"),
        ("orders.dropna()", "loses 1 of 6 rows"),
        ('orders[orders["id"].notna()]', "A filter loses 1 of 6 rows, without “id”"),
        ('orders.loc[orders["id"].notna(), "n"]', "A filter loses 1 of 6 rows, without “id”"),
        (
            'gaps = pd.DataFrame({"t": [-999.0, None, *range(20)]}); gaps[gaps["t"] > -500]',
            "A filter loses 1 of 22 rows, without “t”, beside the 1 that it is about",
        ),
        (
            'gaps = pd.DataFrame({"t": [None, *range(20)]}); gaps[gaps["t"] > 9]; gaps[gaps["t"] <= 9]',
            "Filters that together select all rows leave out 1 of 21, without “t”",
        ),
        (
            'gaps = pd.DataFrame({"t": [None, *range(20)]}); gaps.query("t > 9"); gaps.query("t <= 9")',
            "Filters that together select all rows leave out 1 of 21, without “t”",
        ),
        (
            'pd.merge_asof(pd.DataFrame({"t": [1, 50]}), pd.DataFrame({"t": [1], "v": [2]}), on="t", tolerance=5)',
            "A join by the nearest key finds no match for 1 of 2 rows",
        ),
        ('items["id"].reindex([0, 1])', "Reindexing leaves out 4 of 6 rows"),
        ('orders.pivot_table(index="id", values="n")', "A pivot table leaves out 1 of 6 rows, without “id”"),
        ('pd.crosstab(orders["id"], orders["n"])', "A cross table leaves out 1 of 6 rows, without “id”"),
        ('items.set_index("id").reindex(["a", "b", "g"])', "Reindexing leaves out 4 of 6 rows, such as 'c'"),
        (
            'pd.concat([items, items.rename(columns={"id": "b"})[3:]], axis=1)',
            "A concatenation side by side finds only 3 of 6 rows in all tables",
        ),
        ("pd.concat([items, prices[['id']]])", "A concatenation adds 6 rows that it has already"),
        ('orders.groupby("id")["n"].sum()', "A group by leaves out 1 of 6 rows, without “id”"),
    ],
)
def test_what_is_lost_is_told(shell: Any, code: str, note: str) -> None:
    notes = run(shell, code)
    assert len(notes) == 1
    assert note in notes[0]


@pytest.mark.parametrize(
    "code",
    [
        'customers.merge(items, on="id")',
        'customers.merge(pd.DataFrame({"id": list("aabbcc")}), how="left")',
        'most = 9; orders.query("n < @most")',
        'def pick(most):\n    return orders.query("n < @most")\npick(9)',
        'orders[orders["n"] > 2]',
        'orders[orders["id"] == "a"]',
        "orders.query(\"id == 'a'\")",
        'gaps = pd.DataFrame({"t": [None, *range(20)]}); gaps[gaps["t"] > 10]',
        'orders.groupby("id", dropna=False)["n"].sum()',
        'pd.to_numeric(pd.Series(["1", None]), errors="coerce")',
        "customers.dropna()",
        'customers["id"].map({"a": 1, "b": 2, "c": 3})',
        'orders.merge(customers, how="outer")',
        "pd.concat([items, customers])",
        'pd.concat([pd.DataFrame({"eyes": [1, 2, 3, 4, 5, 6] * 9}), pd.DataFrame({"eyes": [6, 5, 4, 3, 2, 1]})])',
        "orders.loc[2:4]",
        'orders.merge(customers, how="left", indicator=True)',
        'items.set_index("id").reindex(list("fedcbag"))',
        'pd.concat([items, items.rename(columns={"id": "b"})], axis=1)',
        'pd.concat([items.set_index("id"), customers.set_index("id")], axis=1)',
        'items.pivot_table(index="id", aggfunc="size")',
    ],
)
def test_nothing_else_is(shell: Any, code: str) -> None:
    assert run(shell, code) == []


def test_calls_of_libraries_are_left_alone(shell: Any) -> None:
    assert run(shell, "") == []
    pd.DataFrame({"a": [1, None]}).dropna()
    assert take_notes() == []
