"""How pandas reads delimited text, and what is said of it."""

from __future__ import annotations

from typing import Any

SEPARATORS = {";": "semicolons", "|": "vertical bars"}
ENCODINGS = {"cp1252": "Windows characters (cp1252)", "utf-16": "UTF-16 characters"}
SAMPLE_ROWS = 1000


def read_with_codes(path: str, options: dict[str, Any]) -> Any:
    """A column of codes such as 007, which are not numbers, is text."""
    import pandas

    head = pandas.read_csv(path, **{**options, "nrows": SAMPLE_ROWS, "dtype": str})
    texts = {name: head[name] for name in head.columns}
    codes = [
        name for name, column in texts.items() if column.str.fullmatch(r"\s*[+-]?0\d+\s*", na=False).any()
    ]
    return pandas.read_csv(path, **options, dtype=dict.fromkeys(codes, str))


def describe_reading(form: dict[str, Any]) -> str:
    """What is unusual about it, and was only judged from the file."""
    comma = "decimal commas" if form["decimal"] == "," else ""
    encoding = ENCODINGS.get(form["encoding"], "")
    found = [each for each in (SEPARATORS.get(form["separator"], ""), comma, encoding) if each]
    return f"Read with {' and '.join(filter(None, [', '.join(found[:-1]), found[-1]]))}." if found else ""


def describe_skipped(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'} before the header {'is' if count == 1 else 'are'} left out."
