"""Pieces of tables for users to look at: pages, and what columns hold. Nothing of it is displayed or logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import Refusal, Unfinished
from ..known_classes import class_name
from .opened_table import Table
from .table_columns import list_values
from .table_files import ask_file
from .table_rows import select_rows
from .texts import Texts

Query = dict[str, Any]


def read_page(
    place: dict[str, Any],
    query: Query,
    rows: tuple[int, int],
    columns: tuple[int, int],
    find: int | None,
    max_text_length: int,
) -> dict[str, Any]:
    """
    ``place`` as ``open_place`` and ``query`` as ``find_rows`` take them; ``rows`` and ``columns``: the first and how many.
    ``find``: position of a row that is looked for. Returns a page, ``{"refusal", "code"}``, or ``{"isPending"}``.
    """
    if place["source"] == "files":
        given = {"rows": rows, "columns": columns, "find": find, "max_text_length": max_text_length}
        return ask_file(place, "tables.table_pages.read_page", {"query": query, **given})
    texts = Texts(max_text_length)
    return answer(place, texts, lambda table: make_page(table, query, rows, columns, find, texts))


def summarize(
    place: dict[str, Any], query: Query, columns: tuple[int, int], max_text_length: int
) -> dict[str, Any]:
    """What these columns hold in the rows that the query leaves. Returns as ``read_page`` does."""
    from .table_summaries import summarize_columns

    if place["source"] == "files":
        given = {"query": query, "columns": columns, "max_text_length": max_text_length}
        return ask_file(place, "tables.table_pages.summarize", given)
    texts = Texts(max_text_length)
    return answer(place, texts, lambda table: summarize_columns(table, query, columns, texts))


def answer(
    place: dict[str, Any], texts: Texts, make: Callable[[Table], dict[str, Any]], is_kept: bool = False
) -> dict[str, Any]:
    """``is_kept``: the table is still read after this call, and must not change meanwhile."""
    from .table_places import open_place

    try:
        return make(open_place(place, is_kept))
    except Unfinished:
        return {"isPending": True}
    except Refusal as refusal:
        return {"refusal": str(refusal), "code": refusal.code}
    except MemoryError:
        return {"refusal": "The table takes too much memory to be read.", "code": "conflict"}
    except Exception as error:
        sentence = texts.shorten(f"The table could not be read: {class_name(type(error))}.")
        return {"refusal": sentence, "code": "conflict"}


def make_page(
    table: Table,
    query: Query,
    rows: tuple[int, int],
    columns: tuple[int, int],
    find: int | None,
    texts: Texts,
) -> dict[str, Any]:
    positions, count = select_rows(table, query, texts)
    start, size = rows
    if positions is not None and len(positions) <= start < count:
        raise Refusal(f"Only the first {len(positions):,} of these rows can be shown. Filter the table.")
    picked: Any = slice(start, start + size)
    places = list(range(table.row_count)[picked]) if positions is None else positions[picked].tolist()
    if positions is not None:
        picked = positions[picked]
    first, width = columns
    shown = range(min(first, table.column_count), min(first + width, table.column_count))
    values = [
        list_values(column, table.describe(at), texts)
        for at, column in zip(shown, table.read_columns(picked, shown), strict=True)
    ]
    labels = [
        list_values(level, facts, texts)
        for level, facts in zip(table.list_levels(picked), table.describe_levels(), strict=True)
    ]
    levels = table.level_names
    return {
        "columns": [table.describe_with_name(at, texts) for at in shown],
        **({} if levels is None else {"levelNames": [texts.write(name) for name in levels]}),
        "index": [texts.write(name) for name in table.index_names],
        "rows": [
            {
                "position": place,
                "labels": [level[at] for level in labels],
                "values": [column[at] for column in values],
            }
            for at, place in enumerate(places)
        ],
        "rowCount": table.row_count,
        "matchCount": count,
        "columnCount": table.column_count,
        "rowOffset": start,
        "columnOffset": first,
        **({} if find is None else {"foundOffset": find_offset(table, positions, find)}),
        **table.facts,
    }


def find_offset(table: Table, positions: Any, position: int) -> int | None:
    if positions is None:
        return position if position < table.row_count else None
    found = (positions == position).nonzero()[0]
    return int(found[0]) if len(found) > 0 else None
