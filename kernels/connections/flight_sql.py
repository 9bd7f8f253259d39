"""Flight SQL over ADBC. The protocol has neither roles nor read-only transactions. The only protection is that the query runs as a subquery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from connections.arrow_types import flatten, make_empty, refuse_infinite
from connections.catalog import collect_tables
from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem, import_driver
from connections.query import Reply
from connections.statements import refuse_comments, refuse_other, refuse_schemas, refuse_semicolon, trim

NOTE = "Flight SQL does not say what this user may write. A query runs as a subquery; give it a user that can only read."
SYSTEM = {"information_schema", "pg_catalog", "sys"}


class FlightSql:
    def __init__(self, connection: Connection, job: Job) -> None:
        self.driver = import_driver("adbc_driver_flightsql.dbapi", "adbc-driver-flightsql")
        self.schemas = connection.schemas
        url = connection.url or f"grpc+tls://{connection.host}:{connection.port}"
        settings = {name: str(value) for name, value in connection.options.items()}
        if connection.user:
            settings |= {"username": connection.user, "password": connection.password or ""}
        elif connection.password:
            settings["adbc.flight.sql.authorization_header"] = f"Bearer {connection.password}"
        try:
            self.link = self.driver.connect(url, db_kwargs=settings, autocommit=True)
        except self.driver.Error as error:
            raise explain(error) from error
        self.cursor = self.link.cursor()
        self.user = connection.user
        job.cancel = self.cancel

    def test(self) -> Reply:
        self.read("SELECT 1")
        info = self.link.adbc_get_info()
        server = f"{info.get('vendor_name', 'Flight SQL')} {info.get('vendor_version', '')}".strip()
        return {"server": server, "user": self.user, "writers": [], "notEnforced": [NOTE]}

    def find_writers(self) -> list[str]:
        return []

    def read_catalog(self) -> list[Reply]:
        tables: list[Any] = []
        columns: list[Any] = []
        for schema, table in self.list_tables("all"):
            name = table["table_name"]
            tables.append((schema, name, table["table_type"].lower().replace("base ", ""), None, None))
            for column in table["table_columns"] or []:
                columns.append(
                    (
                        schema,
                        name,
                        column["column_name"],
                        column["xdbc_type_name"] or "",
                        column["xdbc_nullable"] != 0,
                        column["remarks"],
                    )
                )
        return collect_tables(tables, columns, [], [])

    def list_tables(self, depth: str) -> Iterator[tuple[str, Any]]:
        for catalog in self.link.adbc_get_objects(depth=depth).read_all().to_pylist():
            for entry in catalog["catalog_db_schemas"] or []:
                schema = entry["db_schema_name"] or ""
                is_shown = schema not in SYSTEM if self.schemas is None else schema in self.schemas
                for table in (entry["db_schema_tables"] or []) if is_shown else []:
                    yield schema, table

    def query(self, sql: str) -> Iterator[Any]:
        sql = trim(sql)
        refuse_other(sql)
        refuse_semicolon(sql)
        try:
            if self.schemas is not None:
                refuse_comments(sql)
                catalogs = self.link.adbc_get_objects(depth="db_schemas").read_all().to_pylist()
                names = {
                    entry["db_schema_name"]
                    for catalog in catalogs
                    for entry in catalog["catalog_db_schemas"] or []
                }
                refuse_schemas(sql, self.schemas, sorted(filter(None, names)))
            reader = self.read(f"SELECT * FROM ({sql}\n) AS actbook_query")
            yield convert(make_empty(reader.schema))
            for batch in reader:
                yield convert(batch)
        except (self.driver.Error, pa.ArrowException, OSError) as error:
            raise explain(error) from error

    def read(self, sql: str) -> Any:
        try:
            self.cursor.execute(sql)
            return self.cursor.fetch_record_batch()
        except self.driver.Error as error:
            raise explain(error) from error

    def cancel(self) -> None:
        self.cursor.adbc_cancel()

    def close(self) -> None:
        self.cursor.close()
        self.link.close()


def convert(batch: Any) -> Any:
    arrays = [flatten(array) for array in batch.columns]
    for name, array in zip(batch.schema.names, arrays, strict=True):
        refuse_infinite(name, array)
    return pa.RecordBatch.from_arrays(arrays, names=batch.schema.names)


def explain(error: Any) -> Problem:
    text = str(error)
    if text.startswith(("UNAUTHENTICATED", "UNAUTHORIZED")):
        return Problem("login", text)
    is_away = text.startswith("IO") or "Unavailable" in text or "connection refused" in text
    return Problem("unreachable" if is_away else "sql", text)
