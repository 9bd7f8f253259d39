"""Arguments of tools, as JSON has them."""

from __future__ import annotations

import datetime
import decimal
import enum
import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.errors import ToolError
from actbook.tools.plain import MAX_DEPTH, to_json


class Color(enum.Enum):
    RED = "red"


@dataclass
class Order:
    item: str
    prices: list[float]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (None, None),
        (True, True),
        (float("nan"), None),
        (float("-inf"), None),
        ((1, {2}), [1, [2]]),
        (range(3), [0, 1, 2]),
        ({1: "a"}, {"1": "a"}),
        (b"\x00\xff", "AP8="),
        (np.int64(3), 3),
        (np.array([[1.5, np.nan]]), [[1.5, None]]),
        (pd.NA, None),
        (pd.NaT, None),
        (pd.Timestamp("2024-02-29"), "2024-02-29T00:00:00"),
        (datetime.date(2024, 2, 29), "2024-02-29"),
        (pd.Series([1, None]), [1.0, None]),
        (pd.DataFrame({"a": [1], "b": ["x"]}), [{"a": 1, "b": "x"}]),
        (decimal.Decimal("1.5"), 1.5),
        (Color.RED, "red"),
        (Order("tea", [2.5]), {"item": "tea", "prices": [2.5]}),
        (PurePosixPath("a/b"), "a/b"),
    ],
)
def test_values_become_json(value: Any, plain: Any) -> None:
    assert json.loads(to_json(value)) == plain


def test_lone_surrogates_survive() -> None:
    assert json.loads(to_json("\ud800")) == "\ud800"


def test_other_objects_are_refused_by_the_name_of_their_class() -> None:
    with pytest.raises(ToolError, match="type object"):
        to_json(object())


def test_deep_nesting_is_refused() -> None:
    value: list[Any] = []
    for _ in range(MAX_DEPTH):
        value = [value]
    with pytest.raises(ToolError, match="nested deeper"):
        to_json(value)
