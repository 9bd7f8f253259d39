"""``outputs(n)``: the full output of an earlier cell, in pages or by search."""

import re

from .errors import ToolError

PIECE_LENGTH = 1_000_000
MAX_LINE_LENGTH = 300
MAX_MATCHES = 50


class Page(str):
    """Text that shows itself as it is."""

    def __repr__(self):
        return str(self)

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def make_outputs(call):
    def read(**arguments):
        __tracebackhide__ = True
        return call("_outputs", arguments)

    def outputs(n, start=None, page=None, search=None):
        """The full output of In[n]: a page of it, or the lines that match a regular expression.

        Args:
            n: the number of a cell that has ended.
            start: the character to begin at.
            page: the page to show, counted from 1.
            search: a regular expression; lines that match it are listed with their places.
        """
        __tracebackhide__ = True
        if search is not None:
            return Page(find_lines(read, n, search, start or 0))
        places = {"start": start, "page": page}
        return Page(describe_page(n, read(n=n, **{key: value for key, value in places.items() if value is not None})))

    outputs.__module__ = "actbook"
    outputs.__qualname__ = "outputs"
    return outputs


def describe_page(n, piece):
    start, end, total = piece["start"], piece["end"], piece["total"]
    rest = f"; the next page: outputs({n}, start={end})" if end < total else ""
    return f"[In[{n}], characters {start:,} to {end:,} of {total:,}{rest}]\n{piece['text']}"


def find_lines(read, n, search, start):
    try:
        pattern = re.compile(search)
    except re.error as error:
        raise ToolError(f"The search is no regular expression: {error}.") from None
    count, shown, room = 0, [], None
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
    head = f"[{found} {search!r}{more}; outputs({n}, start=…) shows what stands there]"
    return "\n".join([head, *shown])


def list_lines(read, n, place):
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


def clip(line, match):
    if len(line) <= MAX_LINE_LENGTH:
        return line
    start = max(0, match.start() - MAX_LINE_LENGTH // 3)
    end = start + MAX_LINE_LENGTH
    return f"{'…' if start > 0 else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def utf16_length(text):
    """Places count as the program counts them."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
