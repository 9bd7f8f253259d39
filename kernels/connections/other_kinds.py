"""Databases with optional drivers. Each uses what its driver offers to prevent writing and to cancel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from connections.arrow_types import flatten
from connections.catalog import collect_tables
from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem, import_driver
from connections.query import Reply
from connections.statements import (
    blank_comments,
    refuse_calls,
    refuse_comments,
    refuse_other,
    refuse_schemas,
    refuse_semicolon,
    refuse_unclear,
    trim,
)
from connections.values import read_batches

SYSTEM = ("information_schema", "sys", "system", "INFORMATION_SCHEMA")
RIGHTS_NOTE = (
    "What this user may write is not checked. A query runs as a subquery; give it a user that can only read."
)
SEVERAL_NOTE = "SQL Server takes several statements at once and has no transaction that only reads: the rights of the user, which are checked, are what keeps a query from writing."
DYNAMIC_NOTE = "Names of other schemas are refused by the text of a query. Only rights keep a query from text that is executed."
# Functions of ClickHouse that read files, other servers, and tables that a text names.
CLICKHOUSE_CALLS = (
    r"file\w*|url\w*|s3\w*|gcs|hdfs\w*|azure\w*|remote\w*|cluster\w*|merge|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|executable"
    r"|iceberg\w*|deltalake\w*|hudi\w*|paimon\w*|ytsaurus|dictionary|kafka|nats|rabbitmq|arrowflight|input|loop|mergetree\w*|python"
)
SQL_SERVER_WRITERS = """
SELECT 'has ' + permission_name + ' on the database' FROM fn_my_permissions(NULL, 'DATABASE')
WHERE permission_name NOT IN ('CONNECT', 'SELECT', 'SHOWPLAN', 'UNMASK') AND permission_name NOT LIKE 'VIEW %'
UNION ALL SELECT 'has ' + permission_name + ' on the server' FROM fn_my_permissions(NULL, 'SERVER')
WHERE permission_name <> 'CONNECT SQL' AND permission_name NOT LIKE 'VIEW %'
UNION ALL SELECT TOP 5 'can change ' + name FROM sys.objects CROSS JOIN (VALUES ('INSERT'), ('UPDATE'), ('DELETE'), ('EXECUTE')) r(need)
WHERE is_ms_shipped = 0 AND HAS_PERMS_BY_NAME(QUOTENAME(SCHEMA_NAME(schema_id)) + '.' + QUOTENAME(name), 'OBJECT', need) = 1
"""


class OtherDatabase:
    """Uses DB-API. Subclasses connect, and override what differs."""

    version_query = "SELECT version()"
    notes: tuple[str, ...] = (RIGHTS_NOTE,)

    def __init__(self, connection: Connection, job: Job) -> None:
        self.connection, self.job = connection, job
        self.link: Any = None
        self.cursor: Any = None
        try:
            self.open()
        except Problem:
            raise
        except Exception as error:
            words = str(error).lower()
            is_login = any(
                word in words
                for word in ("login failed", "authentication", "incorrect username", "401", "password")
            )
            raise Problem("login" if is_login else "unreachable", str(error)) from error
        job.cancel = self.cancel

    def open(self) -> None:
        raise NotImplementedError

    def test(self) -> Reply:
        version = str(self.rows(self.version_query)[0][0]).split("\n")[0]
        notes = [*self.notes, *([DYNAMIC_NOTE] if self.connection.schemas is not None else [])]
        return {
            "server": f"{self.connection.kind} {version}",
            "user": self.connection.user,
            "writers": self.find_writers(),
            "notEnforced": notes,
        }

    def find_writers(self) -> list[str]:
        return []

    def read_catalog(self) -> list[Reply]:
        tables = self.rows(
            "SELECT table_schema, table_name, table_type FROM information_schema.tables ORDER BY 1, 2"
        )
        columns = self.rows(
            "SELECT table_schema, table_name, column_name, data_type, is_nullable FROM information_schema.columns ORDER BY 1, 2, ordinal_position"
        )
        shown = [
            (row[0], row[1], "view" if "VIEW" in str(row[2]).upper() else "table", None, None)
            for row in tables
            if self.is_shown(row[0])
        ]
        return collect_tables(
            shown, [(*row[:4], str(row[4]) in ("YES", "1"), None) for row in columns], [], []
        )

    def is_shown(self, schema: str) -> bool:
        return schema not in SYSTEM if self.connection.schemas is None else schema in self.connection.schemas

    def query(self, sql: str) -> Iterator[Any]:
        sql = trim(sql)
        refuse_other(sql)
        refuse_semicolon(sql)
        try:
            if self.connection.schemas is not None:
                refuse_comments(sql)
                names = [name for (name,) in self.rows("SELECT schema_name FROM information_schema.schemata")]
                refuse_schemas(sql, self.connection.schemas, names)
            yield from self.read(self.wrap(sql))
        except Problem:
            raise
        except Exception as error:
            raise Problem("sql", str(error)) from error

    def wrap(self, sql: str) -> str:
        return f"SELECT * FROM ({sql}\n) AS actbook_query"

    def read(self, sql: str) -> Iterator[Any]:
        self.cursor = self.link.cursor()
        self.cursor.execute(sql)
        yield from read_batches(self.cursor, [column[0] for column in self.cursor.description])

    def rows(self, sql: str) -> list[Any]:
        cursor = self.link.cursor()
        cursor.execute(sql)
        return list(cursor.fetchall())

    def cancel(self) -> None:
        if self.cursor:
            self.cursor.cancel()

    def close(self) -> None:
        self.link.close()


class SqlServer(OtherDatabase):
    version_query = "SELECT @@VERSION"
    notes = (SEVERAL_NOTE,)

    def open(self) -> None:
        driver = import_driver("mssql_python", "mssql-python")
        given = self.connection
        settings = {
            "Server": f"{given.host},{given.port or 1433}",
            "Database": given.database,
            "UID": given.user,
            "PWD": given.password,
            **given.options,
        }
        escaped = [
            f"{name}={{{str(value).replace('}', '}}')}}}"
            for name, value in settings.items()
            if value is not None
        ]
        self.link = driver.connect(";".join(escaped) + ";", autocommit=False)

    def find_writers(self) -> list[str]:
        return [way for (way,) in self.rows(SQL_SERVER_WRITERS)]

    def wrap(self, sql: str) -> str:
        """A subquery could have neither WITH nor ORDER BY there. What runs is rolled back when the connection closes."""
        return sql


class Trino(OtherDatabase):
    def open(self) -> None:
        driver = import_driver("trino.dbapi", "trino")
        given = self.connection
        options = dict(given.options)
        if given.password:
            options |= {
                "auth": import_driver("trino.auth", "trino").BasicAuthentication(given.user, given.password),
                "http_scheme": "https",
            }
        catalog, _, schema = (given.database or "").partition(".")
        self.link = driver.connect(
            host=given.host,
            port=given.port,
            user=given.user,
            catalog=catalog,
            schema=schema or None,
            source="Actbook",
            **options,
        )


class Snowflake(OtherDatabase):
    version_query = "SELECT current_version()"

    def open(self) -> None:
        driver = import_driver("snowflake.connector", "snowflake-connector-python")
        given = self.connection
        settings = {
            "user": given.user,
            "password": given.password,
            "database": given.database,
            "host": given.host,
            "port": given.port,
        }
        limits = {
            "STATEMENT_TIMEOUT_IN_SECONDS": max(1, self.job.timeout_ms // 1000),
            "MULTI_STATEMENT_COUNT": 1,
        }
        known = {name: value for name, value in settings.items() if value is not None}
        self.connect = lambda: driver.connect(**given.options, **known, session_parameters=limits)
        self.link = self.connect()

    def cancel(self) -> None:
        other = self.connect()
        try:
            other.cursor().execute(f"SELECT SYSTEM$CANCEL_ALL_QUERIES({int(self.link.session_id)})")
        finally:
            other.close()


class ClickHouse(OtherDatabase):
    """The server itself prevents these sessions from writing, and cancels a query whose connection has closed."""

    notes = ()

    def open(self) -> None:
        driver = import_driver("clickhouse_connect", "clickhouse-connect")
        given = self.connection
        limits = {
            "readonly": "2",
            "max_execution_time": max(1, self.job.timeout_ms // 1000),
            "cancel_http_readonly_queries_on_client_close": "1",
        }
        place = {
            "host": given.host or "localhost",
            "port": given.port,
            "username": given.user,
            "password": given.password or "",
            "database": given.database,
        }
        known = {name: value for name, value in place.items() if value is not None}
        self.link = driver.get_client(
            **{**given.options, **known}, settings=limits, autogenerate_session_id=False
        )

    def read(self, sql: str) -> Iterator[Any]:
        with self.link.query_arrow_stream(sql, use_strings=True) as stream:
            for table in stream:
                for batch in table.to_batches() if hasattr(table, "to_batches") else [table]:
                    yield batch.from_arrays(
                        [flatten(array) for array in batch.columns], names=batch.schema.names
                    )

    def wrap(self, sql: str) -> str:
        refuse_unclear(sql, like_mysql=True)
        refuse_calls(blank_comments(sql), CLICKHOUSE_CALLS)
        return super().wrap(sql)

    def rows(self, sql: str) -> list[Any]:
        return list(self.link.query(sql).result_rows)

    def cancel(self) -> None:
        self.link.close()


class BigQuery(OtherDatabase):
    """A dry run reports the kind of a statement, and the tables that it reads."""

    notes = (
        "What this account may write is not checked; a statement that is not one SELECT is refused by a dry run.",
    )

    def open(self) -> None:
        self.driver = import_driver("google.cloud.bigquery", "google-cloud-bigquery")
        account = import_driver("google.oauth2.service_account", "google-auth")
        if not self.connection.password:
            raise Problem(
                "login", "The password of a BigQuery connection is the JSON key of a service account."
            )
        credentials = account.Credentials.from_service_account_info(json.loads(self.connection.password))
        self.link = self.driver.Client(
            project=self.connection.database or credentials.project_id, credentials=credentials
        )

    def test(self) -> Reply:
        self.rows("SELECT 1")
        return {
            "server": "BigQuery",
            "user": self.connection.user,
            "writers": [],
            "notEnforced": list(self.notes),
        }

    def read_catalog(self) -> list[Reply]:
        datasets = [
            entry.dataset_id for entry in self.link.list_datasets() if self.is_shown(entry.dataset_id)
        ]
        tables = [self.link.get_table(table) for name in datasets for table in self.link.list_tables(name)]
        described = [
            (table.dataset_id, table.table_id, table.table_type.lower(), table.num_rows, table.description)
            for table in tables
        ]
        columns = [
            (
                table.dataset_id,
                table.table_id,
                field.name,
                field.field_type,
                field.is_nullable,
                field.description,
            )
            for table in tables
            for field in table.schema
        ]
        return collect_tables(described, columns, [], [])

    def query(self, sql: str) -> Iterator[Any]:
        sql = trim(sql)
        try:
            plan = self.link.query(sql, job_config=self.driver.QueryJobConfig(dry_run=True))
            if plan.statement_type != "SELECT":
                raise Problem("refused", f"Only a SELECT can run here, not {plan.statement_type}.")
            for table in plan.referenced_tables if self.connection.schemas is not None else []:
                if not self.is_shown(table.dataset_id):
                    raise Problem(
                        "refused", f"The dataset {table.dataset_id} is not one that this connection may use."
                    )
            self.cursor = self.link.query(sql)
            for batch in self.cursor.result().to_arrow_iterable():
                yield batch.from_arrays([flatten(array) for array in batch.columns], names=batch.schema.names)
        except Problem:
            raise
        except Exception as error:
            raise Problem("sql", str(error)) from error

    def rows(self, sql: str) -> list[Any]:
        return list(self.link.query(sql).result())
