"""Which tables, functions, and types a query of DuckDB names, by DuckDB's own parser, and whether they are of allowed schemas."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from connections.problem import Problem

# All other functions in FROM may read a file, a table that a text names, or what DuckDB knows of other schemas.
TABLE_FUNCTIONS = {"range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree"}
# They read what a text names, or what is not of this query.
REFUSED_FUNCTIONS = {
    "currval",
    "nextval",
    "setval",
    "json_serialize_plan",
    "getvariable",
    "current_setting",
    "write_log",
}
PARSE = "SELECT json_serialize_sql(?::VARCHAR)"
# Tables and views.
TABLES = """
SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal AND database_name = current_database()
UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE NOT internal AND database_name = current_database()
"""
# A macro of DuckDB's own that has a query inside reads what DuckDB knows of all schemas.
MACROS = """
SELECT CASE WHEN internal THEN NULL ELSE schema_name END, function_name FROM duckdb_functions()
WHERE function_type IN ('macro', 'table_macro') AND (NOT internal OR macro_definition ILIKE '%select%')
"""
TYPES = "SELECT schema_name, type_name FROM duckdb_types() WHERE NOT internal"

Rows = Callable[..., list[Any]]


@dataclass(frozen=True)
class Scope:
    """What may be named, as schema and name in small letters, and the names in other schemas of functions and types."""

    database: str
    tables: set[tuple[str, str]]
    helpers: set[tuple[str, str]]
    others: set[str]

    def has(self, path: list[str], place: set[tuple[str, str]]) -> bool:
        """A name without a schema is looked for in allowed schemas before any other."""
        if len(path) == 1:
            return any(name == path[0] for _, name in place)
        is_here = len(path) == 2 or (len(path) == 3 and path[0] == self.database)
        return is_here and (path[-2], path[-1]) in place

    def may_use(self, path: list[str]) -> bool:
        """Of a function or a type. ``text.upper()`` is written like the function of a schema."""
        return self.has(path, self.helpers) or path[-1] not in self.others


def refuse_other_schemas(sql: str, schemas: list[str], rows: Rows) -> None:
    """Throws a Problem if a query reads anything but tables of these schemas, and what it makes itself. ``rows`` asks DuckDB."""
    tree = json.loads(rows(PARSE, [sql])[0][0])
    if tree["error"]:
        raise Problem("refused", "Where schemas are limited, only a SELECT can run.")
    allowed = {name.lower() for name in schemas}
    tables, _ = split(rows(TABLES), allowed)
    helpers, others = split(rows(MACROS) + rows(TYPES), allowed)
    database = rows("SELECT current_database()")[0][0].lower()
    scope = Scope(database, tables, helpers, {name for _, name in others})
    for statement in tree["statements"]:
        check(statement["node"], scope, frozenset())


def split(found: list[Any], allowed: set[str]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    names = {((schema or "").lower(), name.lower()) for schema, name in found}
    return {pair for pair in names if pair[0] in allowed}, {pair for pair in names if pair[0] not in allowed}


def check(node: Any, scope: Scope, queries: frozenset[str]) -> None:
    """``queries`` are the names that WITH has given in or around this one."""
    if isinstance(node, list):
        for part in node:
            check(part, scope, queries)
    if not isinstance(node, dict):
        return
    for entry in (node.get("cte_map") or {}).get("map", []):
        check(entry["value"], scope, queries)
        queries |= {entry["key"].lower()}
    if node.get("type") == "RECURSIVE_CTE_NODE":
        queries |= {node["cte_name"].lower()}
    check_names(node, scope, queries)
    for key, part in node.items():
        if key != "cte_map":
            check(part, scope, queries)


def check_names(node: dict[str, Any], scope: Scope, queries: frozenset[str]) -> None:
    # Of a constant, before 2.0, this is a description.
    kind, path = str(node.get("type")), read_path(node)
    if kind == "BASE_TABLE":
        is_allowed = scope.has(path, scope.tables) or (len(path) == 1 and path[0] in queries)
    elif kind == "TABLE_FUNCTION":
        path = read_path(node["function"])
        is_allowed = scope.has(path, scope.helpers) or (len(path) == 1 and path[0] in TABLE_FUNCTIONS)
    elif kind == "SHOW_REF":
        is_allowed = bool(node.get("query"))
    elif kind in {"TYPE", "UNBOUND_TYPE_INFO"} or node.get("class") == "FUNCTION":
        is_allowed = bool(path) and scope.may_use(path) and path[-1] not in REFUSED_FUNCTIONS
    else:
        return
    if not is_allowed:
        name = ".".join(path)
        raise Problem(
            "refused",
            f"{name} cannot be used here: this connection may read only some schemas, and it is not of one.",
        )


def read_path(node: dict[str, Any]) -> list[str]:
    """From the outermost name. Versions before 2.0 have the parts only."""
    path = (node.get("qualified_name") or {}).get("path")
    parts = [
        ("catalog_name", "catalog"),
        ("schema_name", "schema"),
        ("table_name", "function_name", "type_name", "name"),
    ]
    return [
        name.lower()
        for name in path or [next(filter(None, map(node.get, keys)), None) for keys in parts]
        if name
    ]
