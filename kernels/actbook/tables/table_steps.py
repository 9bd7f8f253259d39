"""What a file of a table is written from: its columns, and step by step its rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .table_columns import list_whole_values
from .texts import WholeTexts


class Columns(NamedTuple):
    """Of a file: labels of the rows, unless they only count them, then those of the table."""

    names: list[str]
    facts: list[dict[str, Any]]
    read: Callable[[Any], list[Any]]
    """A series for each column, of some rows."""


class Step(NamedTuple):
    """Some rows of the file."""

    columns: list[Any]
    facts: list[dict[str, Any]]

    def list_texts(self) -> list[list[str | None]]:
        texts = WholeTexts()
        return [list_whole_values(*each, texts) for each in zip(self.columns, self.facts, strict=True)]
