"""PostgreSQL over ADBC.

Each request has a connection of its own, in a transaction that only reads and is rolled back. The query is prepared inside
``SELECT * FROM (…)``: the grammar has no other statement there, and the protocol no second one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from connections import postgresql_sql as texts
from connections.arrow_types import DECIMAL_MARK, DIGITS, flatten, make_empty, read_decimals, refuse_infinite
from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem, import_driver
from connections.query import Reply
from connections.statements import read_query, refuse_calls, refuse_schemas

CONNECT_SECONDS = 10
# An ADBC batch; limits are checked and progress is reported between batches.
BATCH_BYTES = "4194304"
NAME = "actbook_query"
# Types that ADBC returns as raw bytes, or reads as a number with another meaning.
AS_TEXT = "text"
CASTS = {"money": "numeric", "oid": "bigint", "uuid": AS_TEXT, "record": AS_TEXT}
SYSTEM_SCHEMAS = {"pg_catalog", "information_schema", "pg_toast"}


class PostgreSql:
    def __init__(self, connection: Connection, job: Job) -> None:
        self.driver = import_driver("adbc_driver_postgresql.dbapi", "adbc-driver-postgresql")
        self.connection, self.job = connection, job
        try:
            self.link = self.driver.connect(write_settings(connection), autocommit=True)
        except self.driver.Error as error:
            raise explain_connecting(error) from error
        self.cursor = self.link.cursor(
            adbc_stmt_kwargs={"adbc.postgresql.batch_size_hint_bytes": BATCH_BYTES}
        )
        job.cancel = self.cancel
        self.begin()

    def begin(self) -> None:
        """Settings are local to the transaction, because a pooler may run each transaction on a different server connection."""
        self.run("BEGIN TRANSACTION READ ONLY")
        settings = {
            "statement_timeout": self.job.timeout_ms,
            "idle_in_transaction_session_timeout": self.job.timeout_ms,
            "standard_conforming_strings": "on",
        }
        if self.connection.schemas is not None:
            settings["search_path"] = ", ".join(map(quote, self.connection.schemas)) or "''"
        for name, value in settings.items():
            literal = value if name == "search_path" else f"'{value}'"
            self.run(f"SET LOCAL {name} = {literal}")

    def test(self) -> Reply:
        version, user = self.read("SELECT current_setting('server_version'), current_user")[0]
        not_enforced = [texts.FUNCTIONS_NOTE]
        if self.connection.schemas is not None:
            not_enforced.append(texts.SCHEMAS_NOTE)
        return {
            "server": f"PostgreSQL {version.split()[0]}",
            "user": user,
            "writers": self.find_writers(),
            "notEnforced": not_enforced,
        }

    def find_writers(self) -> list[str]:
        return [way for (way,) in self.read(texts.WRITERS)]

    def read_catalog(self) -> list[Reply]:
        allowed = "true"
        if self.connection.schemas is not None:
            allowed = f"n.nspname IN ({', '.join(map(literal, self.connection.schemas)) or 'NULL'})"
        rows = self.read(texts.CATALOG.replace("ALLOWED", allowed))
        return [json.loads(table) for (table,) in rows]

    def query(self, sql: str) -> Iterator[Any]:
        sql, plain = read_query(sql, texts.REFUSED_CALLS)
        # On lines of its own, so that the server counts lines and columns as the user does.
        inner = f"SELECT * FROM (\n{sql}\n) AS {NAME}"
        try:
            schema = self.cursor.adbc_execute_schema(inner)
            if self.connection.schemas is not None:
                self.refuse_hidden(plain, inner, self.connection.schemas)
            columns = self.describe(sql, schema)
            self.cursor.execute(wrap(sql, columns) if any(column.is_wrapped for column in columns) else inner)
            reader = self.cursor.fetch_record_batch()
            batch = None
            for batch in reader:
                yield convert(batch, columns)
            if batch is None:
                yield convert(make_empty(reader.schema), columns)
        except MemoryError:
            raise
        except (self.driver.Error, pa.ArrowException, OSError) as error:
            raise explain(error, sql) from error

    def describe(self, sql: str, schema: Any) -> list[Column]:
        """ADBC names the types since 1.13; The version for Python 3.10 is older, so the server is asked without running the query."""
        types = [(field.metadata or {}).get(b"POSTGRESQL:type", b"").decode() for field in schema]
        if not all(types):
            names = [f"c{number}" for number in range(len(types))]
            asked = ", ".join(f"pg_typeof({name})::text" for name in names)
            types = list(
                self.read(
                    f"SELECT {asked} FROM (VALUES (1)) AS one LEFT JOIN (\n{sql}\n) AS {NAME} ({', '.join(names)}) ON false"
                )[0]
            )
        return [Column(field, name) for field, name in zip(schema, types, strict=True)]

    def refuse_hidden(self, plain: str, inner: str, allowed: list[str]) -> None:
        """Throws a Problem if the query names another schema, or its plan reads a table there that no view stands before."""
        refuse_calls(plain, texts.DYNAMIC_CALLS)
        existing = [
            name for (name,) in self.read("SELECT nspname FROM pg_namespace WHERE nspname <> 'pg_catalog'")
        ]
        refuse_schemas(plain, allowed, existing)
        for schema, table in find_relations(
            json.loads(self.read(f"EXPLAIN (VERBOSE, FORMAT JSON) {inner}")[0][0])
        ):
            if schema in allowed or (schema not in SYSTEM_SCHEMAS and not self.can_read(schema, table)):
                continue
            raise Problem(
                "refused",
                f"The query reads {schema}.{table}; this connection may use only {', '.join(allowed)}.",
            )

    def can_read(self, schema: str, table: str) -> bool:
        return any(
            right
            for (right,) in self.read(texts.CAN_READ.format(schema=literal(schema), name=literal(table)))
        )

    def run(self, sql: str) -> None:
        try:
            self.cursor.execute(sql)
        except self.driver.Error as error:
            raise explain(error) from error

    def read(self, sql: str) -> list[tuple[Any, ...]]:
        """What we ask ourselves, of few rows."""
        try:
            with self.link.cursor(adbc_stmt_kwargs={"adbc.postgresql.use_copy": "false"}) as cursor:
                cursor.execute(sql)
                return list(cursor.fetchall())
        except self.driver.Error as error:
            raise explain(error) from error

    def cancel(self) -> None:
        self.link.adbc_cancel()

    def close(self) -> None:
        """Whatever the transaction did is rolled back with it."""
        self.cursor.close()
        self.link.close()


class Column:
    """A column of the result, and what ADBC must be spared of it."""

    def __init__(self, field: Any, postgres_type: str) -> None:
        self.name: str = field.name
        self.is_array = pa.types.is_list(field.type)
        kind = field.type.value_type if self.is_array else field.type
        self.postgres_type = postgres_type.removeprefix("_").removesuffix("[]")
        self.modifier = int((field.metadata or {}).get(b"POSTGRESQL:typmod", b"-1"))
        is_unread = isinstance(kind, pa.OpaqueType) and pa.types.is_binary(kind.storage_type)
        self.cast = AS_TEXT if is_unread or pa.types.is_nested(kind) else CASTS.get(self.postgres_type)
        self.is_sliced = self.is_array and not self.postgres_type.endswith("vector")
        self.is_numeric = "numeric" in (self.postgres_type, self.cast)
        self.is_wrapped = self.is_array or self.cast is not None

    def convert(self, array: Any) -> Any:
        array = flatten(array)
        refuse_infinite(self.name, array)
        if self.is_array or not self.is_numeric:
            return array
        if self.modifier >= 4:
            precision, scale = (self.modifier - 4) >> 16, ((self.modifier - 4 & 0x7FF) ^ 0x400) - 0x400
            if precision <= DIGITS and 0 <= scale <= precision:
                try:
                    return array.cast(pa.decimal128(precision, scale))
                except pa.ArrowInvalid:
                    # NaN fits every numeric.
                    return array
        return read_decimals(array)


def convert(batch: Any, columns: list[Column]) -> Any:
    if batch.num_columns > len(columns) and pc.any(batch.column(len(columns))).as_py():
        raise Problem(
            "sql",
            "An array of the result has more than one dimension, which a table cannot keep. Write to_json(column) in the query.",
        )
    arrays = [column.convert(array) for column, array in zip(columns, batch.columns, strict=False)]
    fields = [
        pa.field(column.name, array.type, metadata=DECIMAL_MARK if column.is_numeric else None)
        for column, array in zip(columns, arrays, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


def wrap(sql: str, columns: list[Column]) -> str:
    """The query with casts, and a last column that is true where an array has more than one dimension."""
    names = [f"c{number}" for number in range(len(columns))]
    # A slice begins at 1, whatever the array began at.
    outputs = [
        f"{name}{'[:]' * column.is_sliced}{write_cast(column)}"
        for name, column in zip(names, columns, strict=True)
    ]
    tests = [
        f"coalesce(array_ndims({name}) > 1, false)"
        for name, column in zip(names, columns, strict=True)
        if column.is_array
    ]
    if tests:
        outputs.append(" OR ".join(tests))
    return f"SELECT {', '.join(outputs)} FROM (\n{sql}\n) AS {NAME} ({', '.join(names)})"


def write_cast(column: Column) -> str:
    return f"::{column.cast}{'[]' * column.is_array}" if column.cast else ""


def find_relations(plan: Any) -> Iterator[tuple[str, str]]:
    """Schema and name of each relation, and of each function in FROM, anywhere in a plan."""
    if isinstance(plan, list):
        for part in plan:
            yield from find_relations(part)
    if not isinstance(plan, dict):
        return
    if "Relation Name" in plan:
        yield plan.get("Schema", "?"), plan["Relation Name"]
    elif plan.get("Node Type") in {"Foreign Scan", "Custom Scan"}:
        yield "?", plan.get("Relations", "a foreign table")
    for part in plan.values():
        yield from find_relations(part)


def write_settings(connection: Connection) -> str:
    """A connection string of libpq."""
    settings: dict[str, Any] = {
        "host": connection.host,
        "port": connection.port,
        "dbname": connection.database,
        "user": connection.user,
        "password": connection.password,
        "connect_timeout": CONNECT_SECONDS,
        "application_name": "Actbook",
        **connection.options,
        # A role or a database may have another one, and the driver takes all text for UTF-8.
        "client_encoding": "UTF8",
    }
    escaped = {
        name: re.sub(r"([\\'])", r"\\\1", str(value)) for name, value in settings.items() if value is not None
    }
    return " ".join(f"{name}='{value}'" for name, value in escaped.items())


def quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def explain_connecting(error: Exception) -> Problem:
    text = tidy(str(error)).split("failed: ", 1)[-1].split("FATAL:")[-1]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    text = " ".join(line if line[-1] in ".!?:" else f"{line}." for line in lines)
    if "FATAL:" in str(error) or "no password supplied" in text:
        return Problem("login", text)
    return Problem("unreachable", text)


def tidy(text: str) -> str:
    """Without the driver's words in front."""
    return re.sub(r"^(?:[A-Z_]+: )?\[libpq\][^:\n]*(?:: |$)", "", text)


def point_to(text: str, sql: str) -> str:
    """The line and the column are those of the user's SQL, which begins on the second line of what the server got."""
    found = re.search(r"\nLINE (\d+): ([^\n]*)\n *\^", text)
    if not found:
        return text
    number = int(found[1]) - 1
    if 0 < number <= sql.count("\n") + 1:
        place = found[0].replace(f"LINE {found[1]}:", f"LINE {number}:", 1)
        removed = len(found[1]) - len(str(number))
        return text.replace(found[0], place[: -1 - removed] + "^")
    text = text.replace(found[0], "")
    return re.sub(r'at or near "\)"|at end of input', "at the end of the query", text)


def explain(error: Any, sql: str = "") -> Problem:
    text = tidy(str(error).split("\n\nQuery was:")[0]).split("ERROR:", 1)[-1]
    text = re.sub(r"\s*\. SQLSTATE: \w{5}$|\s+$", "", text).strip()
    text = (
        point_to(text, sql)
        if text
        else "PostgreSQL ended the query and gave no reason; its log may have one."
    )
    # A failure while rows arrive is raised as an Arrow error, without an SQLSTATE.
    state = getattr(error, "sqlstate", None) or ""
    if state == "57014":
        return Problem("timed-out" if "statement timeout" in text else "cancelled", text)
    if (
        state == "25006"
        or "in a read-only transaction" in text
        or 'near ";"' in text
        or "data-modifying statement must be at the top level" in text
    ):
        return Problem("refused", f"Only one query that reads can run here. PostgreSQL says: {text}")
    return Problem("unreachable" if state[:2] in {"08", "57"} else "sql", text)
