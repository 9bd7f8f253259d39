"""``outputs(n)``: the full output of an earlier cell, in pages or by search."""

from __future__ import annotations

from typing import Any

from .calls import call


class Page(str):
    """Text that shows itself as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def outputs(
    n: int | str, start: int | None = None, page: int | None = None, search: str | None = None
) -> Page:
    """The full output of In[n]: a page of it, or the lines that match a regular expression.

    Args:
        n: the number of a cell that has ended, or its ID.
        start: the character to begin at.
        page: the page to show, counted from 1.
        search: a regular expression; lines that match it are listed with their places.
    """
    __tracebackhide__ = True
    if search is not None:
        from .output_search import find_lines

        return Page(find_lines(read, n, search, start or 0))
    places = {"start": start, "page": page}
    given = {key: value for key, value in places.items() if value is not None}
    return Page(describe_page(n, read(n=n, **given)))


# As users see it.
outputs.__module__ = "actbook"


def read(**arguments: Any) -> dict[str, Any]:
    __tracebackhide__ = True
    piece: dict[str, Any] = call("_outputs", arguments)
    return piece


def describe_page(n: int | str, piece: dict[str, Any]) -> str:
    start, end, total = piece["start"], piece["end"], piece["total"]
    rest = f"; the next page: outputs({n!r}, start={end})" if end < total else ""
    return f"[In[{n}], characters {start:,} to {end:,} of {total:,}{rest}]\n{piece['text']}"
