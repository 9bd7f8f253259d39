"""Arrays, lists, dicts and tables that are not quite of pandas, opened as tables."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.digests import make_digest
from actbook.tables.kept_tables import find_kept_tables
from actbook.tables.table_pages import read_page, summarize

PLACE = {"source": "variables", "name": "it"}


class Loud:
    """Answers nothing."""

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError


class Plain(pd.DataFrame):  # type: ignore[misc]
    """Says itself how it is printed."""

    def __repr__(self) -> str:
        return "plain"


class Drawn(pd.DataFrame):  # type: ignore[misc]
    """Says itself how it is displayed."""

    def _repr_html_(self) -> str:
        return "<b>drawn</b>"


def read(shell: Any, value: Any, **query: Any) -> dict[str, Any]:
    shell.user_ns["it"] = value
    return read_page(PLACE, {"ascending": True, **query}, (0, 100), (0, 40), None, 200)


def list_cells(page: dict[str, Any]) -> list[list[str | None]]:
    assert "rows" in page, page
    return [[*row["labels"], *row["values"]] for row in page["rows"]]


LOOP: list[Any] = [1]
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("value", "names", "cells"),
    [
        (np.arange(2), ["value"], [["0", "0"], ["1", "1"]]),
        (np.array(2.5), ["value"], [["0", "2.5"]]),
        (np.eye(2), ["0", "1"], [["0", "1", "0"], ["1", "0", "1"]]),
        (np.arange(4).reshape(2, 1, 2), ["0", "1"], [["0", "0", "0", "1"], ["1", "0", "2", "3"]]),
        (np.array([(1, "a")], dtype=[("i", "i4"), ("s", "U5")]), ["i", "s"], [["0", "1", "a"]]),
        ([1, None], ["value"], [["0", "1"], ["1", None]]),
        ([2**60, None], ["value"], [["0", str(2**60)], ["1", None]]),
        ([Loud(), "a"], ["value"], [["0", "<Loud>"], ["1", "a"]]),
        (["\ud800"], ["value"], [["0", "\ud800"]]),
        ([{"a": 1, "b": "x"}, {"a": 2}], ["a", "b"], [["0", "1", "x"], ["1", "2", None]]),
        ([(1, "a"), (2, "b")], ["0", "1"], [["0", "1", "a"], ["1", "2", "b"]]),
        (
            [[1], [2, 3]],
            ["place", "value"],
            [["0", "[0][0]", "1"], ["1", "[1][0]", "2"], ["2", "[1][1]", "3"]],
        ),
        ({"a": 1, 2: "x"}, ["value"], [["a", "1"], ["2", "x"]]),
        (
            {"a": [1, 2], "b": "xy"},
            ["place", "value"],
            [["0", "a[0]", "1"], ["1", "a[1]", "2"], ["2", "b", "xy"]],
        ),
        ({"a": [1, 2], "b": [3, 4]}, ["a", "b"], [["0", "1", "3"], ["1", "2", "4"]]),
        ({"x": {"n": 1}, "y": {"n": 2}}, ["n"], [["x", "1"], ["y", "2"]]),
        (
            {"hosts": [{"name": "a"}], "a b": {}},
            ["place", "value"],
            [["0", "hosts[0].name", "a"], ["1", "['a b']", "dict of 0"]],
        ),
        (LOOP, ["place", "value"], [["0", "[0]", "1"], ["1", "[1]", "(contains itself)"]]),
        (collections.Counter("aab"), ["value"], [["a", "2"], ["b", "1"]]),
        (range(3, 5), ["value"], [["0", "3"], ["1", "4"]]),
        (pd.Index(["a"], name="k"), ["k"], [["0", "a"]]),
        (Plain({"n": [1]}), ["n"], [["0", "1"]]),
        ([], ["value"], []),
        (np.zeros((0, 2)), ["0", "1"], []),
    ],
)
def test_opens_plain_values(shell: Any, value: Any, names: list[str], cells: list[list[str]]) -> None:
    page = read(shell, value)
    assert list_cells(page) == cells
    assert [column["name"] for column in page["columns"]] == names


@pytest.mark.parametrize("value", ["text", 5, Loud(), len])
def test_refuses_what_has_no_rows(shell: Any, value: Any) -> None:
    assert read(shell, value)["refusal"] == "Only tables, arrays, lists, and dicts can be opened."


def test_a_large_list_is_read_again_after_a_cell(shell: Any) -> None:
    values = [{"n": at} for at in range(5000)]
    assert read(shell, values)["rows"][0]["values"] == ["0"]
    shell.user_ns["it"][0]["n"] = 7
    shell.events.trigger("pre_run_cell", None)
    assert read(shell, values)["rows"][0]["values"] == ["7"]


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame.__setitem__("text", frame["text"].where(frame.index > 0, "z").astype(object)),
        lambda frame: frame.__setitem__("kind", frame["kind"].cat.rename_categories({"a": "z"})),
    ],
)
def test_what_is_remembered_of_objects_and_categories_ends_with_them(shell: Any, change: Any) -> None:
    texts = pd.Series(["a", "b"], dtype=object)
    frame = pd.DataFrame({"text": texts, "kind": pd.Categorical(["a", "b"])})
    shell.user_ns["it"] = frame
    assert read(shell, frame, search="z")["matchCount"] == 0
    change(frame)
    assert read(shell, frame, search="z")["matchCount"] == 1


def test_a_longer_search_looks_only_where_the_shorter_one_found_something(shell: Any) -> None:
    frame = pd.DataFrame({"text": ["ab", "abc", *["x"] * 20], "n": range(22)})
    assert [row["position"] for row in read(shell, frame, search="a")["rows"]] == [0, 1]
    assert [row["position"] for row in read(shell, frame, search="aBc")["rows"]] == [1]


def test_values_that_are_as_frequent_come_in_the_order_of_the_table(shell: Any) -> None:
    shell.user_ns["it"] = pd.DataFrame({"text": ["c", "a", "b", "a", "c", "d"]})
    for order in ({}, {"sort": 0, "ascending": False}):
        found = summarize(PLACE, {"ascending": True, **order}, (0, 1), 200)["columns"][0]["frequent"]
        assert [each["text"] for each in found] == ["c", "a", "b", "d"]


def test_gaps_among_whole_numbers_can_be_filtered(shell: Any) -> None:
    frame = pd.DataFrame({"n": pd.array([1, None, 2**60], dtype="Int64")})
    wanted = [{"column": 0, "is": "equals", "text": str(2**60)}]
    assert [row["position"] for row in read(shell, frame, filters=wanted)["rows"]] == [2]


def test_a_class_of_the_users_is_kept_unless_it_says_how_it_is_displayed(shell: Any) -> None:
    assert find_kept_tables().keep(Plain({"n": [1]})) is not None
    assert find_kept_tables().keep(Drawn({"n": [1]})) is None
    html = {"text/html": "<b>drawn</b>"}
    assert "data" in make_digest(Plain({"n": [1]}), html, 800)
    assert "data" not in make_digest(Drawn({"n": [1]}), html, 800)
