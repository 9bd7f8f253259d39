"""DuckDB, in this process: the file is opened to read, and the engine has no other file, no network, and no extensions."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from connections.arrow_types import flatten, make_empty, refuse_infinite
from connections.catalog import collect_tables
from connections.connection import Connection
from connections.duckdb_names import refuse_other_schemas
from connections.job import Job
from connections.problem import TOO_LARGE, Problem, import_driver
from connections.query import Reply
from connections.statements import add_place, trim, trim_comments

BATCH_ROWS = 50_000
# Of values that may be long: limits are checked between batches.
LONG_BATCH_ROWS, LONG = 2_048, re.compile(r"VARCHAR|BLOB|JSON|\[|\(")
MEMORY_LIMIT = "1GB"
# What Arrow has no type for, or one that loses the zone.
AS_TEXT = re.compile(r"TIME WITH TIME ZONE|UNION\(|TIME_NS|BIGNUM|BIT|GEOMETRY|VARIANT")
TABLES = """
SELECT schema_name, table_name, 'table', estimated_size, comment FROM duckdb_tables() WHERE NOT internal AND database_name = current_database()
UNION ALL SELECT schema_name, view_name, 'view', NULL, comment FROM duckdb_views() WHERE NOT internal AND database_name = current_database()
ORDER BY 1, 2
"""
COLUMNS = "SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns() WHERE NOT internal AND database_name = current_database() ORDER BY schema_name, table_name, column_index"
KEYS = "SELECT schema_name, table_name, constraint_index, constraint_type, constraint_column_names, referenced_table, referenced_column_names FROM duckdb_constraints() WHERE database_name = current_database()"


class DuckDbFile:
    def __init__(self, connection: Connection, job: Job) -> None:
        self.driver = import_driver("duckdb", "duckdb")
        self.schemas = connection.schemas
        path = connection.path or ""
        if not os.path.isfile(path):
            raise Problem("unreachable", f"The file {path} does not exist.")
        settings = {
            "enable_external_access": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            # Names of tables are never those of variables of this program.
            "python_enable_replacements": "false",
            "lock_configuration": "true",
            "memory_limit": str(connection.options.get("memory_limit", MEMORY_LIMIT)),
        }
        try:
            self.link = self.driver.connect(path, read_only=True, config=settings)
            job.cancel = self.cancel
            if self.schemas is not None:
                names = ",".join('"' + name.replace('"', '""') + '"' for name in self.schemas)
                self.link.execute("SET search_path = '{}'".format(names.replace("'", "''")))
        except self.driver.Error as error:
            raise Problem("unreachable", str(error)) from error

    def test(self) -> Reply:
        return {"server": f"DuckDB {self.driver.__version__}", "user": None, "writers": [], "notEnforced": []}

    def find_writers(self) -> list[str]:
        return []

    def read_catalog(self) -> list[Reply]:
        primary: list[Any] = []
        foreign: list[Any] = []
        for schema, table, number, kind, names, other, others in self.rows(KEYS):
            if kind == "PRIMARY KEY":
                primary += [(schema, table, name) for name in names]
            if kind == "FOREIGN KEY":
                foreign += [
                    (schema, table, number, *pair)
                    for pair in [(a, schema, other, b) for a, b in zip(names, others, strict=True)]
                ]
        tables = [row for row in self.rows(TABLES) if self.schemas is None or row[0] in self.schemas]
        return collect_tables(tables, self.rows(COLUMNS), primary, foreign)

    def query(self, sql: str) -> Iterator[Any]:
        sql = trim(sql)
        with contextlib.suppress(Problem):
            sql = trim_comments(sql)
        try:
            statements = self.link.extract_statements(sql)
            if len(statements) != 1 or statements[0].type != self.driver.StatementType.SELECT:
                raise Problem("refused", "Only one query that reads can run here.")
            if self.schemas is not None:
                refuse_other_schemas(sql, self.schemas, self.rows)
            relation = self.link.sql(sql)
            names = list(relation.columns)
            kinds = [str(kind) for kind in relation.types]
            if any(AS_TEXT.search(kind) for kind in kinds):
                outputs = [
                    f"#{number}{'::VARCHAR' * bool(AS_TEXT.search(kind))}"
                    for number, kind in enumerate(kinds, 1)
                ]
                relation = self.link.sql(f"SELECT {', '.join(outputs)} FROM ({sql}\n) AS q")
            is_long = any(LONG.search(kind) and not kind.startswith("DECIMAL") for kind in kinds)
            reader = relation.to_arrow_reader(LONG_BATCH_ROWS if is_long else BATCH_ROWS)
            yield convert(make_empty(reader.schema), names)
            for batch in reader:
                yield convert(batch, names)
        except MemoryError:
            raise
        except (self.driver.Error, pa.ArrowException, OSError) as error:
            if isinstance(error, self.driver.OutOfMemoryException) or "maximum total string size" in str(
                error
            ):
                raise Problem("too-large", TOO_LARGE) from error
            is_refused = (
                "read-only mode" in str(error)
                or "disabled by configuration" in str(error)
                or "disabled through" in str(error)
            )
            raise Problem("refused" if is_refused else "sql", add_place(str(error), sql)) from error

    def rows(self, sql: str, values: list[str] | None = None) -> list[Any]:
        rows: list[Any] = self.link.execute(sql, values).fetchall()
        return rows

    def cancel(self) -> None:
        self.link.interrupt()

    def close(self) -> None:
        self.link.close()


def convert(batch: Any, names: list[str]) -> Any:
    arrays = [flatten(array) for array in batch.columns]
    for name, array in zip(names, arrays, strict=True):
        refuse_infinite(name, array)
    return pa.RecordBatch.from_arrays(arrays, names=names)
