"""PostgreSQL: exact values of every type, limits, cancelling, roles, schemas, and the catalog."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from actbook.tools.query_frames import to_frame

REPLY = dict[str, Any]
# The driver for Python 3.10 does not say how many digits were declared.
DECLARED = "decimal128(10, 2)" if sys.version_info >= (3, 11) else "decimal128(38, 2)"


@pytest.fixture
def reader(postgres: Any) -> REPLY:
    connection: REPLY = postgres.as_user("reader")
    return connection


@pytest.mark.parametrize(
    ("sql", "kind", "value"),
    [
        ("1.50::numeric(10, 2)", DECLARED, Decimal("1.50")),
        ("1::numeric / 3", "decimal128(38, 20)", Decimal("0.33333333333333333333")),
        (
            "12345678901234567890123456789012345678901234567890.5",
            "decimal256(76, 1)",
            Decimal("12345678901234567890123456789012345678901234567890.5"),
        ),
        ("('1' || repeat('0', 90))::numeric", "string", "1" + "0" * 90),
        ("'-Infinity'::numeric", "string", "-inf"),
        ("'NaN'::numeric(5, 2)", "string", "nan"),
        ("-0.01::numeric", "decimal128(38, 2)", Decimal("-0.01")),
        ("12.50::money", "decimal128(38, 2)", Decimal("12.50")),
        ("9223372036854775807", "int64", 9223372036854775807),
        ("4294967295::oid", "int64", 4294967295),
        ("'{1.5,NULL}'::numeric[]", "list<item: string>", ["1.5", None]),
        ("'{1,NULL,3}'::int[]", "list<item: int32>", [1, None, 3]),
        ("'{}'::text[]", "list<item: string>", []),
        ("""'{"a": 1}'::jsonb""", "string", '{"a": 1}'),
        ("'7f1f3a2e-0000-4000-8000-000000000001'::uuid", "string", "7f1f3a2e-0000-4000-8000-000000000001"),
        ("'\\x00ff'::bytea", "binary", b"\x00\xff"),
        ("'happy'::mood", "string", "happy"),
        ("'192.168.0.1'::inet", "string", "192.168.0.1/32"),
        ("'[1,3)'::int4range", "string", "[1,3)"),
        ("'10:00+02'::timetz", "string", "10:00:00+02"),
        ("ROW(1, 'a')", "string", "(1,a)"),
        ("'{192.168.0.1}'::inet[]", "list<item: string>", ["192.168.0.1/32"]),
        ("NULL::int", "int32", None),
        ("NULL::numeric", "decimal128(38, 0)", None),
        ("true", "bool", True),
    ],
)
def test_values_arrive_exact(
    host: Any, postgres: Any, reader: REPLY, sql: str, kind: str, value: Any
) -> None:
    postgres.admin(
        "DO $$ BEGIN CREATE TYPE mood AS ENUM ('happy', 'sad'); EXCEPTION WHEN duplicate_object THEN END $$"
    )
    table = host.query(reader, f"SELECT {sql} AS x")
    assert (str(table.schema.field(0).type), table.column(0).to_pylist()) == (kind, [value])


def test_times(host: Any, reader: REPLY) -> None:
    table = host.query(
        reader,
        "SELECT date '2024-02-29' d, timestamp '2024-01-01 10:00' t, timestamptz '2024-01-01 10:00+02' z, time '10:00' c, interval '1 month 2 days 3.5 s' i",
    )
    assert [str(kind) for kind in table.schema.types] == [
        "date32[day]",
        "timestamp[us]",
        "timestamp[us, tz=UTC]",
        "time64[us]",
        "month_day_nano_interval",
    ]
    row = table.to_pylist()[0]
    assert str(row["z"]) == "2024-01-01 08:00:00+00:00"
    assert tuple(row["i"]) == (1, 2, 3_500_000_000)


@pytest.mark.parametrize(
    "sql",
    [
        "date 'infinity'",
        "date '-infinity'",
        "timestamp 'infinity'",
        "timestamptz '-infinity'",
        "ARRAY[date 'infinity']",
    ],
)
def test_infinite_dates_are_not_read_as_others(host: Any, reader: REPLY, sql: str) -> None:
    assert "nullif(x, 'infinity')" in host.refuse(reader, f"SELECT {sql} AS x")["message"]


def test_times_that_are_too_late_are_refused(host: Any, reader: REPLY) -> None:
    for sql in ["time '24:00'", "ARRAY[time '24:00']"]:
        assert "24:00" in host.refuse(reader, f"SELECT {sql} AS x")["message"]
    assert "too far away" in host.refuse(reader, "SELECT timestamp '294276-12-31' AS x")["message"]


def test_frames_are_exact(host: Any, reader: REPLY) -> None:
    table = host.query(
        reader,
        "SELECT i, CASE i WHEN 2 THEN 'NaN' WHEN 3 THEN NULL ELSE i::numeric END n, array[9007199254740993, NULL]::bigint[] a,"
        " '{1.5,NULL,Infinity}'::numeric[] d, ARRAY[timestamptz '2024-01-01 10:00+02'] t, '[2:3]={1,2}'::int[] b FROM generate_series(1, 3) i",
    )
    frame = to_frame(table)
    assert repr(frame["n"].tolist()) == "[Decimal('1'), Decimal('NaN'), None]"
    assert frame["n"][:1].sum() == Decimal(1) and frame["n"].isna().tolist() == [False, True, True]
    assert frame["a"][0] == [9007199254740993, None]
    assert frame["d"][0] == [Decimal("1.5"), None, Decimal("Infinity")]
    assert str(frame["t"][0][0]) == "2024-01-01 08:00:00+00:00"
    assert list(frame["b"][0]) == [1, 2]
    reply = host.ask("query", reader, sql="SELECT 'NaN'::numeric AS n, '{NaN}'::numeric[] AS d")
    assert [column["type"] for column in reply["result"]["columns"]] == ["decimal", "list<decimal>"]


def test_errors_point_to_the_line_that_was_written(host: Any, reader: REPLY) -> None:
    def ask(sql: str) -> str:
        return str(host.refuse(reader, sql)["message"])

    assert ask("SELECT *\nFROM orders o\nWHERE o.nme = 1").startswith(
        "column o.nme does not exist\nLINE 3: WHERE o.nme = 1\n              ^"
    )
    assert "\nLINE 9: nme FROM orders\n        ^" in ask("SELECT" + "\n" * 8 + "nme FROM orders")
    assert ask("SELECT 1 FROM orders WHERE") == "syntax error at the end of the query"
    assert ask("SELECT (1") == "syntax error at the end of the query"
    message = host.ask("test", {**reader, "port": 1})["error"]["message"]
    assert message.startswith("Connection refused. Is the server running"), message
    message = host.ask("test", {**reader, "host": "nowhere.invalid"})["error"]["message"]
    assert message.startswith("could not translate host name"), message


def test_arrays_do_not_lose_their_shape(host: Any, reader: REPLY) -> None:
    assert "to_json" in host.refuse(reader, "SELECT '{{1,2},{3,4}}'::int[]")["message"]


def test_decimals_grow_with_what_comes(host: Any, reader: REPLY) -> None:
    table = host.query(
        reader,
        "SELECT CASE WHEN i > 190000 THEN i / 1000.0 ELSE i END::numeric AS x FROM generate_series(1, 200000) i",
    )
    values = table.column("x").to_pylist()
    assert (values[0], values[-1], sum(values[:100])) == (Decimal(1), Decimal(200), Decimal(5050))
    assert values[195_000] == Decimal("195.001")


def test_decimals_become_text_where_a_later_one_is_not_a_number(host: Any, reader: REPLY) -> None:
    table = host.query(
        reader,
        "SELECT CASE WHEN i = 200000 THEN 'NaN' ELSE i + 0.5 END::numeric AS x FROM generate_series(1, 200000) i",
    )
    assert (table.column("x")[0].as_py(), table.column("x")[199_999].as_py()) == ("1.5", "nan")


def test_empty_results_and_repeated_names(host: Any, reader: REPLY) -> None:
    table = host.query(reader, "SELECT 1 AS a, 'x'::text AS a, 1.5::numeric AS a WHERE false")
    assert table.num_rows == 0
    assert (table.column_names, [str(kind) for kind in table.schema.types]) == (
        ["a", "a", "a"],
        ["int32", "string", "decimal128(38, 0)"],
    )


def test_sixteen_hundred_columns(host: Any, reader: REPLY) -> None:
    columns = ", ".join(f"i + {number} AS c{number}" for number in range(1_599))
    table = host.query(
        reader, f"SELECT {columns}, '{{1}}'::int[] AS last FROM generate_series(1, 500) i -- all of them"
    )
    assert (table.num_columns, table.num_rows, table.column(1_598)[499].as_py()) == (1_600, 500, 2_098)


def test_rows_beyond_the_limit_are_cut_and_said(host: Any, postgres: Any, reader: REPLY) -> None:
    reply = host.ask("query", reader, sql="SELECT generate_series(1, 1000000000)", maxRows=1_000)
    assert (reply["result"]["rows"], reply["result"]["isCut"]) == (1_000, "rows")
    wait_until_gone(postgres)
    reply = host.ask(
        "query", reader, sql="SELECT repeat('x', 1000), generate_series(1, 1000000000)", maxBytes=1_000_000
    )
    assert reply["result"]["isCut"] == "bytes"
    assert 500_000 < reply["result"]["bytes"] < 1_100_000
    assert host.ask("query", reader, sql="SELECT 1", maxRows=1)["result"]["isCut"] is None


def test_a_cancelled_query_is_gone_within_a_second(host: Any, postgres: Any, reader: REPLY) -> None:
    number = host.send("query", reader, sql="SELECT pg_sleep(60)")
    while count_running(postgres) == 0:
        time.sleep(0.01)
    began = time.monotonic()
    host.write({"id": number, "op": "cancel"})
    wait_until_gone(postgres)
    assert time.monotonic() - began < 1
    assert host.wait(number)["error"]["code"] == "cancelled"


def test_a_streaming_query_is_cancelled_too_and_leaves_no_file(
    host: Any, postgres: Any, reader: REPLY
) -> None:
    number = host.send(
        "query", reader, sql="SELECT generate_series(1, 1000000000)", maxRows=10**9, file="streamed.arrow"
    )
    assert host.replies[number].get(timeout=30)["progress"]["rows"] > 0
    host.write({"id": number, "op": "cancel"})
    assert host.wait(number)["error"]["code"] == "cancelled"
    wait_until_gone(postgres)
    assert not (host.workspace / ".actbook-queries/streamed.arrow").exists()


def test_a_slow_query_times_out_while_others_are_answered(host: Any, postgres: Any, reader: REPLY) -> None:
    number = host.send("query", reader, sql="SELECT pg_sleep(60)", timeoutMs=1_000)
    assert host.query(reader, "SELECT 1 AS one").to_pylist() == [{"one": 1}]
    assert host.wait(number)["error"]["code"] == "timed-out"
    wait_until_gone(postgres)


def test_roles_that_can_write_are_named_and_refused(host: Any, postgres: Any) -> None:
    for role, right, words in [
        ("inserter", "GRANT INSERT ON orders TO inserter", "can change public.orders"),
        ("columnist", "GRANT UPDATE (amount) ON orders TO columnist", "can change public.orders"),
        ("creator", "GRANT CREATE ON SCHEMA public TO creator", "can create tables in the schema public"),
        ("maker", "ALTER ROLE maker CREATEROLE", "can create roles"),
        (
            "program",
            "GRANT pg_execute_server_program TO program",
            "has the rights of pg_execute_server_program",
        ),
        ("member", "GRANT inserter TO member WITH INHERIT FALSE", "can change public.orders"),
        (
            "owner",
            "CREATE TABLE owned (id int); ALTER TABLE owned OWNER TO owner; REVOKE ALL ON owned FROM owner; GRANT SELECT ON owned TO owner",
            "can change public.owned",
        ),
        ("signals", "GRANT pg_signal_backend TO signals", "has the rights of pg_signal_backend"),
    ]:
        postgres.admin(f"CREATE ROLE {role} LOGIN PASSWORD 'secret'", right)
        assert words in host.ask("test", postgres.as_user(role))["result"]["writers"]
        error = host.refuse(postgres.as_user(role), "SELECT 1")
        assert error["code"] == "refused"
        assert words in error["message"]
    assert host.ask("test", postgres.as_user("postgres"))["result"]["writers"] == ["is a superuser"]
    assert host.refuse(postgres.as_user("postgres"), "SELECT 1")["code"] == "refused"
    assert host.query(postgres.as_user("postgres", allowsWriters=True), "SELECT 1").num_rows == 1


def test_says_what_server_and_user_it_is(host: Any, reader: REPLY) -> None:
    result = host.ask("test", reader)["result"]
    assert result["server"].startswith("PostgreSQL ")
    assert (result["user"], result["writers"]) == ("reader", [])
    assert result["notEnforced"]


def test_errors_have_codes_and_the_words_of_the_database(host: Any, postgres: Any, reader: REPLY) -> None:
    error = host.refuse(reader, "SELECT nme FROM customers")
    assert error["code"] == "sql"
    assert error["message"].startswith('column "nme" does not exist')
    assert host.ask("test", {**reader, "port": 1})["error"]["code"] == "unreachable"
    assert host.ask("test", {**reader, "user": "nobody"})["error"]["code"] == "login"
    assert host.refuse(reader, "SELECT 1; SELECT 2")["code"] == "refused"
    assert host.refuse(reader, "SHOW all")["code"] == "refused"
    assert host.refuse(reader, " ; ")["code"] == "refused"
    assert host.query(reader, "SELECT 1 AS a ORDER BY a -- the end").num_rows == 1


def test_the_catalog_has_what_the_role_may_read(host: Any, reader: REPLY) -> None:
    tables = {table["name"]: table for table in host.ask("catalog", reader)["result"]["tables"]}
    assert (tables["orders"]["rows"], tables["orders"]["comment"], tables["orders"]["kind"]) == (
        1_000,
        "What was sold",
        "table",
    )
    assert tables["orders"]["columns"][2] == {
        "name": "amount",
        "type": "numeric(12,2)",
        "nullable": True,
        "comment": "in euros",
    }
    assert tables["orders"]["primaryKey"] == ["id"]
    assert tables["orders"]["foreignKeys"] == [
        {"columns": ["customer"], "references": {"schema": "public", "table": "customers", "columns": ["id"]}}
    ]
    assert "secrets" not in tables


@pytest.fixture
def limited(postgres: Any) -> Iterator[REPLY]:
    """May use one schema, while its role could read another one too."""
    postgres.admin(
        "CREATE SCHEMA sales; CREATE SCHEMA hr",
        "CREATE TABLE sales.orders AS SELECT 1 AS id; CREATE TABLE hr.pay AS SELECT 9000 AS pay; CREATE TABLE hr.hidden AS SELECT 1 AS id",
        "CREATE VIEW sales.headcount AS SELECT count(*) FROM hr.hidden",
        "CREATE FUNCTION hr.peek() RETURNS bigint LANGUAGE sql AS 'SELECT max(pay) FROM hr.pay'",
        "GRANT USAGE ON SCHEMA sales, hr TO reader; GRANT SELECT ON sales.orders, sales.headcount, hr.pay TO reader",
    )
    yield postgres.as_user("reader", schemas=["sales"])
    postgres.admin("DROP SCHEMA sales CASCADE; DROP SCHEMA hr CASCADE")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM hr.pay",
        'SELECT * FROM "hr" . pay',
        "SELECT * FROM hr /* a /* b */ c */ -- d\n . pay",
        'SELECT * FROM U&"\\0068r".pay',
        "SELECT (SELECT max(pay) FROM hr.pay) FROM sales.orders",
        "SELECT count(*) FROM sales.orders o WHERE EXISTS (SELECT FROM hr.pay)",
        "SELECT hr.peek()",
        "SELECT * FROM hr.peek()",
        "SELECT most_common_vals FROM pg_stats",
        "SELECT * FROM pg_catalog.pg_class",
        "SELECT * FROM information_schema.tables",
        "SELECT query_to_xml('SELECT * FROM hr.pay', true, true, '')",
        "SELECT set_config('search_path', 'hr', false)",
        "TABLE customers",
    ],
)
def test_other_schemas_cannot_be_read(host: Any, limited: REPLY, sql: str) -> None:
    assert host.refuse(limited, sql)["code"] in {"refused", "sql"}


def test_allowed_schemas_can_be_read(host: Any, limited: REPLY) -> None:
    assert host.query(limited, "SELECT * FROM orders").num_rows == 1
    assert (
        host.query(
            limited, "SELECT upper('a') FROM sales.orders o JOIN generate_series(1, 1) ON true"
        ).num_rows
        == 1
    )
    # A view is for its owner to grant: the role itself cannot read the table behind it.
    assert host.query(limited, "SELECT * FROM headcount").to_pylist() == [{"count": 1}]
    assert [table["name"] for table in host.ask("catalog", limited)["result"]["tables"]] == [
        "headcount",
        "orders",
    ]


def count_running(postgres: Any) -> int:
    return int(
        postgres.admin("SELECT count(*) FROM pg_stat_activity WHERE usename = 'reader' AND state = 'active'")
    )


def wait_until_gone(postgres: Any) -> None:
    deadline = time.monotonic() + 10
    while count_running(postgres):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_text_is_utf8_whatever_the_database_or_the_role_has(host: Any, postgres: Any) -> None:
    postgres.admin(
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
    )
    postgres.admin(
        "CREATE ROLE encoder LOGIN PASSWORD 'secret'; ALTER ROLE encoder SET client_encoding = 'LATIN1'"
    )
    for connection in (postgres.as_user("reader", database="latin"), postgres.as_user("encoder")):
        table = host.query(
            connection, "SELECT a, a = 'Zürich' AS b FROM (VALUES ('Z' || U&'\\00FC' || 'rich')) t (a)"
        )
        assert table.to_pylist() == [{"a": "Zürich", "b": True}]
