"""Signatures made of JSON Schemas."""

from __future__ import annotations

from typing import Any

import pytest
from actbook.tools.signatures import read_parameters, to_identifier


def to_signature(properties: dict[str, Any], **schema: Any) -> str:
    return str(read_parameters({"type": "object", "properties": properties, **schema}).signature)


@pytest.mark.parametrize(
    ("schema", "annotation"),
    [
        ({"type": "string"}, "str"),
        ({"type": "array", "items": {"type": "integer"}}, "list[int]"),
        ({"type": "array"}, "list"),
        ({"enum": ["a", 1]}, "Literal['a', 1]"),
        ({"type": ["string", "null"]}, "Optional[str]"),
        ({"anyOf": [{"type": "number"}, {"type": "boolean"}]}, "Union[float, bool]"),
        ({"$ref": "#/$defs/Point"}, "dict"),
        (True, "Any"),
    ],
)
def test_types_are_annotations(schema: Any, annotation: str) -> None:
    definitions = {"Point": {"type": "object"}}
    signature = to_signature({"x": schema}, required=["x"], **{"$defs": definitions})
    spelled = signature.replace("typing.", "").replace("str | None", "Optional[str]")
    assert spelled.replace("float | bool", "Union[float, bool]") == f"(x: {annotation})"


def test_what_is_required_comes_first_and_defaults_are_shown() -> None:
    properties = {"b": {"type": "integer", "default": 3}, "a": {"type": "string"}}
    assert to_signature(properties, required=["a"]) == "(a: str, b: int = 3)"


def test_a_schema_that_no_signature_can_say_takes_anything() -> None:
    assert str(read_parameters({"properties": {"a b": {}, "a_b": {}}}).signature) == "(**more)"


def test_none_stands_for_what_is_left_out_unless_the_schema_admits_null() -> None:
    parameters = read_parameters(
        {
            "properties": {
                "a": {"type": "string"},
                "b": {"type": ["string", "null"]},
                "class": {"type": "string"},
            }
        }
    )
    assert parameters.bind("f", (None, None), {"class_": "x"}) == {"b": None, "class": "x"}


def test_wrong_arguments_are_answered_with_the_signature() -> None:
    parameters = read_parameters({"properties": {"a": {"type": "string"}}, "required": ["a"]})
    with pytest.raises(TypeError, match=r"f\(\): missing a required argument: 'a'\. Signature: f\(a: str\)"):
        parameters.bind("f", (), {})


@pytest.mark.parametrize(
    ("name", "identifier"),
    [("a-b", "a_b"), ("1st", "_1st"), ("class", "class_"), ("", "_"), ("__class__", "class_"), ("a²", "a2")],
)
def test_names_become_identifiers(name: str, identifier: str) -> None:
    assert to_identifier(name) == identifier
