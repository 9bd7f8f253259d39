"""Tables with their columns and keys, from the rows that a database has about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Row = Sequence[Any]


def collect_tables(tables: Iterable[Row], columns: Iterable[Row], primary: Iterable[Row], foreign: Iterable[Row]) -> list[dict[str, Any]]:
    """``tables``: schema, name, kind, rows, comment. ``columns``: schema, table, name, type, nullable, comment.
    ``primary``: schema, table, column. ``foreign``: schema, table, key, column, schema, table, column."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for schema, name, kind, rows, comment in tables:
        table = {"schema": schema, "name": name, "kind": kind, "rows": rows, "comment": comment or None}
        found[schema, name] = {**table, "columns": [], "primaryKey": [], "foreignKeys": []}
    for schema, table, name, kind, nullable, comment in columns:
        if entry := found.get((schema, table)):
            entry["columns"].append({"name": name, "type": kind, "nullable": bool(nullable), "comment": comment or None})
    for schema, table, column in primary:
        if entry := found.get((schema, table)):
            entry["primaryKey"].append(column)
    keys: dict[Row, dict[str, Any]] = {}
    for schema, table, key, column, other_schema, other_table, other_column in foreign:
        if not (entry := found.get((schema, table))):
            continue
        if (schema, table, key) not in keys:
            keys[schema, table, key] = {"columns": [], "references": {"schema": other_schema, "table": other_table, "columns": []}}
            entry["foreignKeys"].append(keys[schema, table, key])
        keys[schema, table, key]["columns"].append(column)
        if other_column:
            keys[schema, table, key]["references"]["columns"].append(other_column)
    return list(found.values())
