"""Tools in the user's namespace, and what a model is told of functions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from actbook.prepare import prepare
from actbook.tools.defined_tools import define, forget
from actbook.tools.functions import describe_modules, describe_source

ADD = {
    "id": "add",
    "name": "add",
    "description": "Adds.",
    "parameters": {
        "type": "object",
        "properties": {"a": {"type": "number", "description": "One."}, "b": {"type": "number"}},
        "required": ["a", "b"],
    },
}
FIND = {"id": "shop.find", "name": "find", "module": "shop", "description": "", "parameters": {}}


@pytest.fixture(autouse=True)
def kernel(shell: Any) -> Iterator[None]:
    yield
    forget(shell.user_ns, shell.user_ns_hidden)


def test_tools_are_functions_and_modules(shell: Any) -> None:
    assert define([ADD, FIND]) == [
        {
            "id": "add",
            "name": "add",
            "signature": "add(a: float, b: float)",
            "doc": "Adds.\n\nArgs:\n    a: One.",
        },
        {"id": "shop.find", "name": "shop.find", "signature": "shop.find()", "doc": ""},
    ]
    assert shell.user_ns["shop"] is sys.modules["shop"]
    assert {"add", "shop", "outputs", "ToolError"} <= set(shell.user_ns_hidden)


def test_tools_that_are_no_longer_given_are_gone(shell: Any) -> None:
    define([ADD, FIND])
    assert define([]) == []
    assert "add" not in shell.user_ns
    assert "shop" not in sys.modules
    assert "outputs" in shell.user_ns


def test_a_name_that_the_user_took_stays_theirs(shell: Any) -> None:
    shell.user_ns["add"] = 1
    assert define([ADD]) == []
    define([])
    assert shell.user_ns["add"] == 1


def test_a_module_gives_way_to_one_that_python_has(shell: Any) -> None:
    (told,) = define([{**FIND, "module": "json"}])
    assert told["name"] == "json_tools.find"
    assert "json" not in shell.user_ns


def test_tools_whose_python_names_are_one_are_all_there(shell: Any) -> None:
    def tool(module: str | None, name: str) -> dict[str, Any]:
        return {**FIND, "id": f"{module}.{name}", "name": name, "module": module}

    given = [tool("shop", name) for name in ("get-data", "get_data", "get.data")]
    told = define([tool(None, "my_shop"), *given, tool("my-shop", "find"), tool("my.shop", "find")])
    assert {each["name"]: each["doc"] for each in told} == {
        "my_shop": "",
        "shop.get_data_2": "The tool “get-data”.",
        "shop.get_data": "",
        "shop.get_data_3": "The tool “get.data”.",
        "my_shop_2.find": "",
        "my_shop_3.find": "",
    }
    assert sys.modules["my_shop_3"].__doc__ == "Tools of my.shop."

    calls: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("actbook.tools.tool_functions.call", lambda id, arguments: calls.append(id))
        shell.run_cell("shop.get_data_2(); shop.get_data(); my_shop_2.find(); my_shop_3.find()")
    assert calls == ["shop.get-data", "shop.get_data", "my-shop.find", "my.shop.find"]


def test_a_kernel_without_a_formatter_still_gets_its_tools(
    shell: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shell, "display_formatter", None, raising=False)
    assert [each["name"] for each in prepare("x/y", 768, [ADD])] == ["add"]


def test_functions_of_source_are_described_in_its_order(shell: Any) -> None:
    source = "def b(x: int = 1): 'Does b.'\ndef _hidden(): ...\nasync def a(*, y): ...\ndef b(x: int = 2): 'Does b.'\nC = 1"
    shell.run_cell(source)
    assert describe_source(source) == [
        {"name": "b", "signature": "b(x: int = 2)", "doc": "Does b."},
        {"name": "a", "signature": "a(*, y)", "doc": ""},
    ]


def test_functions_of_modules_are_those_defined_there() -> None:
    names = [each["name"] for each in describe_modules(["actbook.tools.functions"])]
    assert names == [
        "actbook.tools.functions.describe",
        "actbook.tools.functions.describe_source",
        "actbook.tools.functions.describe_modules",
    ]


def test_no_name_of_a_tool_takes_its_module_with_it(shell: Any) -> None:
    odd = [*dir(object), *dir(type(sys)), *dir(sys), "__getattr__", "__path__", "__all__", "_repr_html_"]
    odd += ["", "____", "a²", "ﬁnd", "𝒙", "٣", "\ud800", "a b", "None", "x" * 200]
    names = list(dict.fromkeys(odd))
    given = [{**FIND, "id": f"shop.{name}", "name": name} for name in names]
    told = define(given)
    module = shell.user_ns["shop"]
    assert [each["id"] for each in told] == [tool["id"] for tool in given]
    assert module is sys.modules["shop"]
    for each in told:
        function = eval(each["name"], {"shop": module})
        assert vars(function)["tool_id"] == each["id"]
