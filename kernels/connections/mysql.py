"""MySQL and MariaDB over PyMySQL.

The query must parse inside ``SELECT EXISTS (…)``, where the grammar has only queries, and without INTO. It then runs as it is, in
a transaction that only reads; the protocol takes one statement at a time. Values come as text, which Arrow reads faster than
Python, and exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pyarrow as pa

from connections.catalog import collect_tables
from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem, import_driver
from connections.query import Reply
from connections.statements import read_query, refuse_schemas
from connections.values import read_batches

CONNECT_SECONDS = 10
# Rights with which nothing can be changed. Functions that EXECUTE allows run in the transaction that only reads.
READING = {
    *[
        "USAGE",
        "SELECT",
        "SHOW VIEW",
        "SHOW DATABASES",
        "PROCESS",
        "REFERENCES",
        "EXECUTE",
        "LOCK TABLES",
        "REPLICATION CLIENT",
    ],
    *["BINLOG MONITOR", "SHOW_ROUTINE", "CREATE TEMPORARY TABLES"],
}
REFUSED_CALLS = r"load_file|get_lock|release_lock|release_all_locks|sys_exec|sys_eval|nextval|setval"
LOGIN, NOT_READ_ONLY, KILLED, TIMED_OUT = {1044, 1045, 1049, 1698}, {1792, 1290}, {1317}, {1969, 3024}
BINARY, UNSIGNED = 63, 32
WHOLE = {
    1: (pa.int8(), pa.uint8()),
    2: (pa.int16(), pa.uint16()),
    3: (pa.int32(), pa.uint32()),
    8: (pa.int64(), pa.uint64()),
    9: (pa.int32(), pa.uint32()),
    13: (pa.int16(), pa.uint16()),
}
OTHER = {
    4: pa.float32(),
    5: pa.float64(),
    6: pa.null(),
    7: pa.timestamp("us", "UTC"),
    10: pa.date32(),
    11: pa.duration("us"),
    12: pa.timestamp("us"),
}
DECIMAL, TEXTS = {0, 246}, {15, 16, 249, 250, 251, 252, 253, 254, 255}
SYSTEM = "('information_schema', 'mysql', 'performance_schema', 'sys')"
TABLES = """SELECT table_schema, table_name, CASE table_type WHEN 'VIEW' THEN 'view' ELSE 'table' END, table_rows,
  CASE table_type WHEN 'VIEW' THEN NULL ELSE table_comment END
FROM information_schema.tables WHERE ALLOWED ORDER BY 1, 2"""
COLUMNS = """SELECT table_schema, table_name, column_name, column_type, is_nullable = 'YES', column_comment
FROM information_schema.columns WHERE ALLOWED ORDER BY 1, 2, ordinal_position"""
KEYS = """SELECT table_schema, table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
FROM information_schema.key_column_usage WHERE ALLOWED AND (constraint_name = 'PRIMARY' OR referenced_table_name IS NOT NULL)
ORDER BY 1, 2, 3, ordinal_position"""


class MySql:
    def __init__(self, connection: Connection, job: Job) -> None:
        self.driver = import_driver("pymysql", "PyMySQL")
        self.schemas, self.job = connection.schemas, job
        database = connection.database
        if self.schemas and database not in self.schemas:
            # Names without a schema are then those of an allowed one.
            database = self.schemas[0]
        self.settings = {
            **connection.options,
            "host": connection.host or "localhost",
            "port": connection.port or 3306,
            "user": connection.user,
            "password": connection.password or "",
            "database": database,
            "charset": "utf8mb4",
            "connect_timeout": CONNECT_SECONDS,
            "local_infile": False,
            "client_flag": 0,
            "init_command": None,
            # Nothing is converted from text.
            "conv": {
                kind: write
                for kind, write in self.driver.converters.conversions.items()
                if isinstance(kind, type)
            },
        }
        try:
            self.link = self.driver.connect(**self.settings)
        except self.driver.Error as error:
            raise explain(error) from error
        self.version: str = self.link.get_server_info()
        self.is_maria = "MariaDB" in self.version
        job.cancel = self.cancel
        limit = (
            f"max_statement_time = {job.timeout_ms / 1000}"
            if self.is_maria
            else f"max_execution_time = {job.timeout_ms}"
        )
        for statement in [
            f"SET SESSION {limit}",
            "SET SESSION time_zone = '+00:00'",
            "START TRANSACTION READ ONLY",
        ]:
            self.read(statement)

    def test(self) -> Reply:
        name = "MariaDB" if self.is_maria else "MySQL"
        found = re.search(r"(\d+\.\d+\.\d+)(?:-MariaDB|-?[^-]*$)", self.version)
        user = self.read("SELECT current_user()")[0][0]
        return {
            "server": f"{name} {found.group(1) if found else self.version}",
            "user": user,
            "writers": self.find_writers(),
            "notEnforced": [],
        }

    def find_writers(self) -> list[str]:
        return sorted(set(self.read_grants("FOR CURRENT_USER()", set())))

    def read_grants(self, whose: str, seen: set[str]) -> Iterator[str]:
        """From the grants of the user and of each role; the words of a grant never end up in a sentence, as they may have a hash."""
        if whose in seen:
            return
        seen.add(whose)
        try:
            grants = self.read(f"SHOW GRANTS {whose}")
        except Problem:
            yield f"may take on rights that it cannot read (SHOW GRANTS {whose})"
            return
        for (grant,) in grants:
            right, of, rest = grant.removeprefix("GRANT ").partition(" ON ")
            if not of:
                roles = right.partition(" TO ")[0]
                if not grant.startswith("SET DEFAULT ROLE"):
                    yield from self.read_grants(
                        f"FOR {roles}" if self.is_maria else f"FOR CURRENT_USER() USING {roles}", seen
                    )
                continue
            place = rest.partition(" TO ")[0]
            for name in re.sub(r"\([^)]*\)", "", right).split(","):
                if name.strip() not in READING:
                    yield f"has {name.strip()} on {place}"
            if "WITH GRANT OPTION" in rest:
                yield f"can grant rights on {place}"

    def read_catalog(self) -> list[Reply]:
        allowed = f"table_schema NOT IN {SYSTEM}"
        if self.schemas is not None:
            allowed = (
                f"table_schema IN ({', '.join(self.link.escape(name) for name in self.schemas) or 'NULL'})"
            )
        tables, columns, keys = (
            self.read(query.replace("ALLOWED", allowed)) for query in (TABLES, COLUMNS, KEYS)
        )
        primary = [(row[0], row[1], row[3]) for row in keys if row[2] == "PRIMARY"]
        foreign = [row for row in keys if row[5] is not None]
        counted = [(*row[:3], None if row[3] is None else int(row[3]), row[4]) for row in tables]
        return collect_tables(
            counted, [(*row[:4], row[4] == "1", row[5]) for row in columns], primary, foreign
        )

    def query(self, sql: str) -> Iterator[Any]:
        sql, plain = read_query(sql, REFUSED_CALLS, like_mysql=True)
        if self.schemas is not None:
            refuse_schemas(plain, self.schemas, [name for (name,) in self.read("SHOW DATABASES")])
        self.refuse_unlike_query(sql)
        cursor = self.link.cursor(self.driver.cursors.SSCursor)
        try:
            cursor.execute(sql)
            fields = cursor._result.fields
            kinds = [to_arrow_type(field) for field in fields]
            names = [field.name for field in fields]
            yield from read_batches(
                cursor, names, lambda number, values: read_texts(names[number], values, kinds[number])
            )
        except self.driver.Error as error:
            raise explain(error) from error
        finally:
            # What is left of a result that was cut is read here, after it was cancelled.
            with suppress(self.driver.Error):
                cursor.close()

    def refuse_unlike_query(self, sql: str) -> None:
        text = f"SELECT EXISTS (\n{sql}\n)".encode().hex()
        try:
            self.read(f"SET @actbook_query = CONVERT(X'{text}' USING utf8mb4)")
            self.read("PREPARE actbook_query FROM @actbook_query")
        except Problem as problem:
            is_syntax = "syntax" in str(problem)
            # In the lines and words of the user's SQL.
            message = re.sub(
                r"(?:\n\))?' at line (\d+)",
                lambda found: f"' at line {max(1, int(found[1]) - 1)}",
                str(problem),
            )
            raise Problem(
                "refused" if is_syntax and re.search(r"\binto\b|;", sql, re.IGNORECASE) else problem.code,
                message,
            ) from problem

    def read(self, sql: str) -> list[Any]:
        try:
            with self.link.cursor() as cursor:
                cursor.execute(sql)
                return list(cursor.fetchall())
        except self.driver.Error as error:
            raise explain(error) from error

    def cancel(self) -> None:
        link = self.driver.connect(**self.settings)
        try:
            link.cursor().execute(f"KILL QUERY {self.link.thread_id()}")
        finally:
            link.close()

    def close(self) -> None:
        """Without reading what is left of a result; the server rolls back."""
        self.link._force_close()


def to_arrow_type(field: Any) -> Any:
    is_unsigned = bool(field.flags & UNSIGNED)
    if field.type_code in WHOLE:
        return WHOLE[field.type_code][is_unsigned]
    if field.type_code in DECIMAL:
        digits = max(1, field.length - (field.scale > 0) - (not is_unsigned))
        return (
            pa.decimal128(digits, field.scale)
            if digits <= 38
            else pa.decimal256(min(digits, 76), field.scale)
        )
    if field.type_code in OTHER:
        return OTHER[field.type_code]
    is_text = field.type_code == 245 or (field.type_code in TEXTS and field.charsetnr != BINARY)
    return pa.string() if is_text else pa.binary()


def read_texts(name: str, values: list[Any], kind: Any) -> Any:
    if pa.types.is_duration(kind):
        return pa.array([None if value is None else to_microseconds(value) for value in values], kind)
    if kind in (pa.string(), pa.binary(), pa.null()):
        return pa.array(values, kind)
    texts = pa.array(values, pa.string())
    try:
        # A timestamp without a zone is in that of the session, UTC.
        return texts.cast(pa.timestamp("us")).cast(kind) if pa.types.is_timestamp(kind) else texts.cast(kind)
    except pa.ArrowInvalid as error:
        raise Problem(
            "sql",
            f"The column {name} has values like 0000-00-00 that are not a {kind}. Cast it to CHAR in the query.",
        ) from error


def to_microseconds(text: str) -> int:
    hours, minutes, seconds = text.lstrip("-").split(":")
    whole, _, part = seconds.partition(".")
    total = (int(hours) * 3600 + int(minutes) * 60 + int(whole)) * 1_000_000 + int(part.ljust(6, "0") or 0)
    return -total if text.startswith("-") else total


def explain(error: Any) -> Problem:
    number, text = error.args[0] if error.args else 0, str(error.args[-1] if error.args else error)
    for code, numbers in (
        ("login", LOGIN),
        ("refused", NOT_READ_ONLY),
        ("cancelled", KILLED),
        ("timed-out", TIMED_OUT),
    ):
        if number in numbers:
            return Problem(code, text)
    return Problem("unreachable" if isinstance(number, int) and 2000 <= number < 3000 else "sql", text)
