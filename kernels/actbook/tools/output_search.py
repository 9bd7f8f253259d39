"""Searches the full output of an earlier cell, read in pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import ToolError

# Reads a piece of an output, as the program tells it: text, start, end, total and pageLength.
Read = Callable[..., dict[str, Any]]

PIECE_LENGTH = 1_000_000
MAX_LINE_LENGTH = 300
MAX_MATCHES = 50


def find_lines(read: Read, n: int | str, search: str, start: int) -> str:
    try:
        pattern = re.compile(search)
    except re.error as error:
        raise ToolError(f"The search is not a regular expression: {error}.") from None
    count = 0
    shown: list[str] = []
    room: int | None = None
    for place, line in list_lines(read, n, start):
        match = pattern.search(line)
        if match is None:
            continue
        count += 1
        text = f"{place + utf16_length(line[: match.start()])}: {clip(line, match)}"
        room = (read(n=n, length=1)["pageLength"] if room is None else room) - len(text) - 1
        if room >= 0 and len(shown) < MAX_MATCHES:
            shown.append(text)
    if count == 0:
        return f"[No line of In[{n}] matches {search!r}]"
    more = f", the first {len(shown)} of them" if count > len(shown) else ""
    found = f"1 line of In[{n}] matches" if count == 1 else f"{count:,} lines of In[{n}] match"
    head = f"[{found} {search!r}{more}; outputs({n!r}, start=…) shows what stands there]"
    return "\n".join([head, *shown])


def list_lines(read: Read, n: int | str, place: int) -> Iterator[tuple[int, str]]:
    """Each line with the place where it begins; one longer than a piece comes in parts."""
    rest = ""
    while True:
        piece = read(n=n, start=place + utf16_length(rest), length=PIECE_LENGTH)
        *lines, rest = (rest + piece["text"]).split("\n")
        for line in lines:
            yield place, line
            place += utf16_length(line) + 1
        if piece["end"] >= piece["total"]:
            break
        if len(rest) >= PIECE_LENGTH:
            yield place, rest
            place += utf16_length(rest)
            rest = ""
    if rest:
        yield place, rest


def clip(line: str, match: re.Match[str]) -> str:
    if len(line) <= MAX_LINE_LENGTH:
        return line
    start = max(0, match.start() - MAX_LINE_LENGTH // 3)
    end = start + MAX_LINE_LENGTH
    return f"{'…' if start > 0 else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def utf16_length(text: str) -> int:
    """Places count as the program counts them."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
