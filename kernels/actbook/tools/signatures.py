"""The parameters of a tool: JSON Schema on one side, a Python signature on the other."""

from __future__ import annotations

import inspect
import keyword
import typing
import unicodedata
from typing import Any

TYPES: dict[Any, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
    "object": dict,
}


def to_type(schema: Any, root: dict[str, Any]) -> Any:
    """The Python type that a JSON Schema stands for, as far as a signature can say it."""
    if not isinstance(schema, dict):
        return Any
    reference = schema.get("$ref")
    if isinstance(reference, str):
        found = (root.get("$defs") or root.get("definitions") or {}).get(reference.rsplit("/", 1)[-1])
        # A schema may contain itself: it is followed for one step.
        return TYPES.get((found or {}).get("type"), Any) if isinstance(found, dict) else Any
    if schema.get("enum"):
        return typing.Literal[tuple(schema["enum"])]
    for key in ("anyOf", "oneOf"):
        if schema.get(key):
            return typing.Union[tuple(to_type(each, root) for each in schema[key])]  # noqa: UP007 (of a list)
    kind = schema.get("type")
    if isinstance(kind, list) and kind:
        return typing.Union[tuple(to_type({**schema, "type": each}, root) for each in kind)]  # noqa: UP007
    if kind == "array":
        items = to_type(schema.get("items"), root)
        return list if items is Any else list.__class_getitem__(items)
    return TYPES.get(kind, Any)


def admits_null(schema: dict[str, Any]) -> bool:
    kinds = schema.get("type")
    options = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    is_typed = kinds is not None or options or "enum" in schema or "$ref" in schema
    return not is_typed or "null" in (kinds or []) or any(admits_null(each) for each in options)


ANY_PARAMETERS: dict[str, Any] = {"type": "object", "additionalProperties": True}


def read_parameters(schema: dict[str, Any]) -> Parameters:
    """Those of any schema: one that no signature can say must not take the other tools with it."""
    try:
        return Parameters(schema)
    except Exception:
        return Parameters(ANY_PARAMETERS)


class Parameters:
    def __init__(self, schema: dict[str, Any]) -> None:
        # `true` is a schema too: anything.
        properties = {
            name: each if isinstance(each, dict) else {}
            for name, each in (schema.get("properties") or {}).items()
        }
        required = set(schema.get("required") or [])
        ordered = sorted(properties, key=lambda name: name not in required)
        names = {name: to_identifier(name) for name in ordered}
        self.originals = {python: name for name, python in names.items()}
        self.optional = {
            names[name] for name in ordered if name not in required and not admits_null(properties[name])
        }
        parameters = [
            inspect.Parameter(
                names[name],
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=inspect.Parameter.empty if name in required else properties[name].get("default"),
                annotation=to_type(properties[name], schema),
            )
            for name in ordered
        ]
        if schema.get("additionalProperties"):
            parameters.append(inspect.Parameter("more", inspect.Parameter.VAR_KEYWORD))
        self.signature = inspect.Signature(parameters)
        self.doc = "\n".join(
            f"    {names[name]}: {properties[name]['description']}"
            for name in ordered
            if properties[name].get("description")
        )

    def bind(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        __tracebackhide__ = True
        try:
            given = self.signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{name}(): {error}. Signature: {name}{self.signature}") from None
        more = given.pop("more", {}) if "more" not in self.originals else {}
        # None for what may be left out means that it is left out.
        named = {
            self.originals[key]: value
            for key, value in given.items()
            if value is not None or key not in self.optional
        }
        return {**named, **more}


def to_identifier(name: str) -> str:
    """A name as code can write it: Python itself reads names in their normal form."""
    name = unicodedata.normalize("NFKC", name)
    name = "".join(letter if f"a{letter}".isidentifier() else "_" for letter in name)
    # Names like __class__ and __getattr__ are Python's own.
    if name.startswith("_") and name.endswith("_"):
        name = name.strip("_") or "unnamed"
    if not name.isidentifier():
        name = "_" + name
    return name + "_" if keyword.iskeyword(name) else name
