"""Names that code has defined, told without running anything of the user's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.names import list_names


def list_all(max_names: int = 200) -> list[dict[str, Any]]:
    return list_names(max_names, max_name_length=80)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (7, {"type": "int", "value": "7"}),
        (True, {"type": "bool", "value": "True"}),
        (1.5, {"type": "float", "value": "1.5"}),
        (1 << 128, {"type": "int"}),
        ("secret", {"type": "str"}),
        ([1, 2], {"type": "list", "shape": [2], "isTable": True}),
        (np.zeros((2, 3)), {"type": "ndarray", "shape": [2, 3], "bytes": 48, "isTable": True}),
        (
            pd.DataFrame({"a": [1.0, 2.0]}),
            {"type": "DataFrame", "shape": [2, 1], "bytes": 16, "columns": "float64: a", "isTable": True},
        ),
        (pd.Series([1.0]), {"type": "Series", "shape": [1], "bytes": 8, "isTable": True}),
        (None, {"type": "NoneType"}),
        (list_names, {"type": "function"}),
        (len, {"type": "function"}),
    ],
)
def test_type_shape_and_plain_values_are_told(shell: Any, value: Any, told: dict[str, Any]) -> None:
    shell.user_ns["x"] = value
    assert list_all() == [{"name": "x", **told}]


def test_columns_are_told_by_type(shell: Any) -> None:
    shell.user_ns["x"] = pd.DataFrame({"b": [1], 3: ["a"], "a": [2], ("p", "q"): [1.5], None: [1]})
    assert list_all()[0]["columns"] == "int64: b, a, …; str: 3; float64: ('p', 'q')"
    shell.user_ns["x"] = pd.DataFrame({f"column {index}": [1] for index in range(1000)})
    assert len(list_all()[0]["columns"]) == 4_000


def test_private_names_and_those_of_ipython_are_left_out(shell: Any) -> None:
    shell.user_ns.update({"_x": 1, "x y": 1, 3: 1, "x" * 81: 1, "x": 1})
    assert [each["name"] for each in list_all()] == ["x"]


def test_a_name_that_hid_something_is_told_once_it_is_the_users(shell: Any) -> None:
    shell.user_ns["tool"] = shell.user_ns_hidden["tool"] = "ours"
    assert list_all() == []
    shell.user_ns["tool"] = "theirs"
    assert [each["name"] for each in list_all()] == ["tool"]


def test_the_newest_are_told_when_there_are_many(shell: Any) -> None:
    shell.user_ns.update({f"x{index}": index for index in range(5)})
    assert [each["name"] for each in list_all(2)] == ["x3", "x4"]


def test_nothing_of_the_users_classes_is_run(shell: Any) -> None:
    class Meta(type):
        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise AssertionError

    class Hostile(metaclass=Meta):
        def __getattribute__(self, name: str) -> Any:
            raise AssertionError(name)

        def __len__(self) -> int:
            raise AssertionError

    class Table(pd.DataFrame):  # type: ignore[misc]
        shape = property(lambda self: 1 / 0)

    shell.user_ns.update({"hostile": Hostile(), "table": Table()})
    assert list_all() == [
        {"name": "hostile", "type": "Hostile"},
        {"name": "table", "type": "Table", "isTable": True},
    ]


def test_a_type_with_a_strange_name_is_an_object(shell: Any) -> None:
    shell.user_ns["x"] = type("<script>", (), {})()
    assert list_all() == [{"name": "x", "type": "object"}]
