"""Conditions and order of a query as SQL of DuckDB: the same rows that ``table_rows`` finds in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import Refusal
from ..tables.table_rows import (
    DATE_CHARACTERS,
    NUMBER_CHARACTERS,
    RELATIVE_ERROR,
    find_end,
    read_moment,
    read_number,
)


class Field(NamedTuple):
    """A column as SQL sees it."""

    name: str
    """Quoted."""
    kind: str
    is_float: bool = False
    is_text: bool = False
    """Numbers are texts in the file, such as in CSV."""

    @property
    def value(self) -> str:
        """What is compared; NULL where it is missing, as NaN is."""
        if self.kind == "number" and self.is_text:
            return f"try_cast({self.name} as double)"
        if self.is_float:
            return f"(case when isnan({self.name}) then null else {self.name} end)"
        return f"{self.name}::timestamp" if self.kind == "date" else self.name

    @property
    def text(self) -> str:
        return self.name if self.is_text else f"{self.value}::varchar"


class Condition(NamedTuple):
    sql: str
    values: list[Any]


NEVER = Condition("false", [])


def write_conditions(fields: list[Field], query: dict[str, Any]) -> Condition:
    """All that a row must meet."""
    parts = [meet(get_field(fields, each["column"]), each) for each in query.get("filters") or []]
    search = query.get("search")
    if search:
        parts.append(join("or", [contain(field, search) for field in fields]))
    return join("and", parts)


def join(word: str, parts: list[Condition]) -> Condition:
    if not parts:
        return Condition("true", [])
    return Condition(
        "(" + f" {word} ".join(part.sql for part in parts) + ")",
        [value for part in parts for value in part.values],
    )


def write_order(fields: list[Field], query: dict[str, Any]) -> str | None:
    if query.get("sort") is None:
        return None
    field = get_field(fields, query["sort"])
    if field.kind == "other":
        raise Refusal("This column cannot be sorted: its values have no order.")
    return f"{field.value} {'asc' if query['ascending'] else 'desc'} nulls last"


def get_field(fields: list[Field], index: int) -> Field:
    if index >= len(fields):
        raise Refusal("This table does not have such a column.")
    return fields[index]


def meet(field: Field, condition: dict[str, Any]) -> Condition:
    kind = condition["is"]
    if kind in ("empty", "not-empty"):
        shown = field.name if field.is_text else field.value
        empty = f"({shown} is null or {shown} = '')" if field.kind == "text" else f"({shown} is null)"
        return Condition(empty if kind == "empty" else f"(not {empty})", [])
    if kind == "contains":
        return contain(field, condition["text"])
    if kind == "range":
        return lie_between(field, condition)
    wanted = [condition["text"]] if kind == "equals" else condition["texts"]
    found = [equal(field, each) for each in wanted if each is not None]
    if None in wanted:
        found.append(Condition(f"({field.name if field.is_text else field.value} is null)", []))
    return join("or", found) if found else NEVER


def contain(field: Field, text: str) -> Condition:
    if text == "":
        return Condition(f"({field.text} is not null)", [])
    characters = {"number": NUMBER_CHARACTERS, "date": DATE_CHARACTERS}.get(field.kind)
    if characters is not None and not field.is_text and not characters.issuperset(text):
        return NEVER
    return Condition(f"contains(lower({field.text}), lower(?))", [text])


def equal(field: Field, text: str) -> Condition:
    if field.kind == "number":
        number = read_number(text)
        # Longer numbers are compared exactly.
        error = (
            0
            if isinstance(number, int) and not field.is_float and not field.is_text
            else abs(number) * RELATIVE_ERROR
        )
        return Condition(f"({field.value} between ? and ?)", [number - error, number + error])
    if field.kind == "date":
        return Condition(f"({field.value} = ?::timestamp)", [str(read_moment(text))])
    if field.kind == "boolean":
        return Condition(f"({field.name} = ?)", [text == "True"]) if text in ("True", "False") else NEVER
    return Condition(f"({field.text} = ?)", [text])


def lie_between(field: Field, condition: dict[str, Any]) -> Condition:
    first, last = condition.get("from"), condition.get("to")
    readers: dict[str, Callable[[str], Any]] = {
        "number": read_number,
        "date": lambda text: str(read_moment(text)),
        "text": str,
    }
    if field.kind not in readers:
        raise Refusal("Only columns of numbers, dates, or text have a range.")
    read = readers[field.kind]
    cast = "?::timestamp" if field.kind == "date" else "?"
    parts = [Condition(f"{field.value} is not null", [])]
    if first is not None:
        parts.append(Condition(f"{field.value} >= {cast}", [read(first)]))
    end = find_end(last) if last is not None and field.kind == "date" else None
    if end is not None:
        parts.append(Condition(f"{field.value} < {cast}", [str(end.astype("datetime64[s]"))]))
    elif last is not None:
        parts.append(Condition(f"{field.value} <= {cast}", [read(last)]))
    return join("and", parts)
