"""Merged cells of workbooks: only the first of them has the value, and those below it get it, too."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

BLOCK_BYTES = 1 << 20
# Of one element, more than any of them has.
OVERLAP_BYTES = 200
MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^<>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
MAX_RANGES = 100_000


class Merged(NamedTuple):
    """Rows and the column, from 0. ``end`` is the row after the last."""

    column: int
    first: int
    end: int


def find_merged(file: str) -> dict[str, list[Merged]]:
    """Of each sheet, those that go down over several rows. Nothing of files that are not of Excel 2007 or later."""
    if not zipfile.is_zipfile(file):
        return {}
    with zipfile.ZipFile(file) as archive:
        if "xl/workbook.xml" not in archive.namelist():
            return {}
        return {name: list(read_merged(archive, part)) for name, part in list_parts(archive).items()}


def list_parts(archive: zipfile.ZipFile) -> dict[str, str]:
    """Where each sheet is."""
    relations = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {each.get("Id"): posixpath.join("/xl", each.get("Target", "")) for each in relations}
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    found: dict[str, str] = {}
    for sheet in book.iter():
        if sheet.tag.rpartition("}")[2] != "sheet":
            continue
        links = [value for key, value in sheet.attrib.items() if key.rpartition("}")[2] == "id"]
        part = targets.get(links[0], "") if links else ""
        if part.lstrip("/") in archive.namelist():
            found[sheet.get("name", "")] = part.lstrip("/")
    return found


def read_merged(archive: zipfile.ZipFile, part: str) -> Iterator[Merged]:
    count = 0
    with archive.open(part) as file:
        rest = b""
        while block := file.read(BLOCK_BYTES):
            text = rest + block
            end = 0
            for match in MERGED.finditer(text):
                end = match.end()
                first, last = int(match[2]) - 1, int(match[4])
                count += 1
                if last - first > 1 and count <= MAX_RANGES:
                    yield Merged(to_column(match[1]), first, last)
            rest = text[max(end, len(text) - OVERLAP_BYTES) :]


def to_column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def fill_down(frame: Any, merged: list[Merged], first_row: int = 0) -> None:
    """``first_row``: the row of the sheet that the frame begins with. What begins above it is a heading."""
    for column, first, end in merged:
        top, bottom = first - first_row, min(end - first_row, len(frame))
        if top < 0 or top >= len(frame) or column >= frame.shape[1]:
            continue
        # A column of numbers may get a text.
        frame.isetitem(column, frame.iloc[:, column].astype(object))
        frame.iloc[top + 1 : bottom, column] = frame.iat[top, column]
