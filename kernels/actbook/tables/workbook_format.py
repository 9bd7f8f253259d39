"""Tables as a workbook of one sheet (ECMA-376), written as it is read: nothing of it is held, and no package is needed."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from ..errors import Refusal
from .table_columns import is_missing, to_floats, to_moments

if TYPE_CHECKING:
    from .table_steps import Columns, Step

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384
# Of larger ones the sheet would pass 2 GB.
MAX_CELLS = 20_000_000
MAX_CELL_LENGTH = 32_767
# Larger whole numbers lose digits there.
MAX_EXACT = 2**53
# Earlier dates are a day off, since its year 1900 has a leap day.
FIRST_DAY = datetime.datetime(1900, 3, 1)
EPOCH = datetime.datetime(1899, 12, 30)
# What XML cannot hold is written as Excel writes it.
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
HEAD, DAY, MOMENT = 1, 2, 3

SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{OFFICE}"><sheets><sheet name="Table" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet xmlns="{SHEET}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}
BEFORE = f'{XML}<worksheet xmlns="{SHEET}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
AFTER = "</sheetData></worksheet>"


def check_size(rows: int, columns: int) -> None:
    """Raises Refusal for what a sheet cannot hold."""
    if rows + 1 > MAX_ROWS or columns > MAX_COLUMNS or rows * columns > MAX_CELLS:
        raise Refusal(
            f"{rows:,} rows and {columns:,} columns do not fit into an Excel sheet. Choose CSV or Parquet."
        )


class Sink(io.RawIOBase):
    """Where the archive is written to, and taken from as it grows."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += data
        return len(data)

    def take(self) -> bytes:
        taken = bytes(self.data)
        self.data.clear()
        return taken


def write(columns: Columns, steps: Iterator[Step]) -> Iterator[bytes]:
    sink = Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive:
        for name, text in PARTS.items():
            archive.writestr(name, XML + text)
        with archive.open("xl/worksheets/sheet1.xml", "w") as sheet:
            names = "".join(write_text(name, HEAD) for name in list_heads(columns))
            sheet.write(f"{BEFORE}<row>{names}</row>".encode())
            for step in steps:
                rows = zip(*list_cells(step), strict=True)
                sheet.write("".join(f"<row>{''.join(cells)}</row>" for cells in rows).encode())
                yield sink.take()
            sheet.write(AFTER.encode())
    yield sink.take()


def list_heads(columns: Columns) -> list[str]:
    """A sheet has no time zones: the head says in which one its times are."""
    zones = [getattr(column.dtype, "tz", None) for column in columns.read(slice(0, 0))]
    return [
        name if zone is None else f"{name} ({zone})" for name, zone in zip(columns.names, zones, strict=True)
    ]


def list_cells(step: Step) -> list[list[str]]:
    texts = step.list_texts()
    return [
        write_column(column, facts, written)
        for column, facts, written in zip(step.columns, step.facts, texts, strict=True)
    ]


def write_column(column: Any, facts: dict[str, Any], written: list[str | None]) -> list[str]:
    kind = facts["kind"]
    if kind == "number":
        numbers = zip(to_floats(column).tolist(), written, strict=True)
        return [write_number(number, text) for number, text in numbers]
    if kind == "date":
        style = DAY if facts.get("isDateOnly") else MOMENT
        moments = to_moments(column).astype("datetime64[us]").tolist()
        return [write_moment(*each, style) for each in zip(moments, written, strict=True)]
    if kind == "boolean":
        return [
            "<c/>" if is_missing(each) else f'<c t="b"><v>{int(bool(each))}</v></c>'
            for each in column.tolist()
        ]
    return ["<c/>" if text is None else write_text(text) for text in written]


def write_number(number: float, text: str | None) -> str:
    if text is None:
        return "<c/>"
    if (abs(number) > MAX_EXACT and "e" not in text) or abs(number) == float("inf"):
        return write_text(text)
    return f"<c><v>{text}</v></c>"


def write_moment(moment: Any, text: str | None, style: int) -> str:
    if text is None:
        return "<c/>"
    # Outside the years of Python, NumPy has numbers.
    if not isinstance(moment, datetime.datetime) or moment < FIRST_DAY:
        return write_text(text)
    days = (moment - EPOCH) / datetime.timedelta(days=1)
    return f'<c s="{style}"><v>{days:.10g}</v></c>' if style == DAY else f'<c s="{style}"><v>{days!r}</v></c>'


def write_text(text: str, style: int = 0) -> str:
    if len(text) > MAX_CELL_LENGTH:
        note = f"… (the first part of {len(text):,} characters)"
        text = text[: MAX_CELL_LENGTH - len(note)] + note
    plain = ILLEGAL.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    return f'<c t="inlineStr" s="{style}"><is><t xml:space="preserve">{escape(plain)}</t></is></c>'
