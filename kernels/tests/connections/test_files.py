"""SQLite and DuckDB, which run in the host process: attacks, values, catalogs, schemas, and cancelling."""

from __future__ import annotations

import sqlite3
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

Reply = dict[str, Any]


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    path = tmp_path / "shop ä.sqlite"
    with sqlite3.connect(path) as link:
        link.executescript(
            """CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO customers VALUES (1, 'Ada'), (2, NULL || 'x');
            CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INT REFERENCES customers (id), amount);
            CREATE VIRTUAL TABLE words USING fts5 (text); INSERT INTO words VALUES ('a green apple')""".replace(
                "NULL || 'x'", "'Grace'"
            )
        )
    link.close()
    return path


@pytest.fixture
def duckdb_file(tmp_path: Path) -> Path:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as link:
        link.execute(
            "CREATE SCHEMA hr; CREATE SCHEMA sales; CREATE TABLE hr.pay AS SELECT 9000 AS pay; CREATE TABLE plain AS SELECT 1 AS id"
        )
        link.execute(
            "CREATE TABLE sales.customers (id INT PRIMARY KEY, name VARCHAR); CREATE TABLE sales.orders (id INT, customer INT REFERENCES sales.customers (id))"
        )
        link.execute(
            "INSERT INTO sales.customers VALUES (1, 'Ada'); COMMENT ON TABLE sales.customers IS 'who buys'; CREATE SEQUENCE numbers"
        )
    return path


@pytest.mark.parametrize(
    "attack",
    [
        "INSERT INTO customers VALUES (9, 'x')",
        "WITH x AS (SELECT 9 AS id) INSERT INTO customers SELECT id, 'x' FROM x",
        "/* SELECT */ DELETE FROM customers",
        "ATTACH 'FOLDER/made' AS made",
        "VACUUM INTO 'FOLDER/made'",
        "PRAGMA user_version = 5",
        "PRAGMA journal_mode = WAL",
        "CREATE TABLE made (id)",
        "CREATE TEMP TABLE made (id)",
        "REINDEX",
        "SAVEPOINT x",
        "SELECT fts3_tokenizer('simple')",
        "PRAGMA query_only = OFF",
    ],
)
def test_sqlite_attacks(host: Any, sqlite_file: Path, attack: str) -> None:
    sql = attack.replace("FOLDER", str(sqlite_file.parent))
    before = sqlite_file.read_bytes()
    # A copy shows that it succeeds without a guard.
    copy = sqlite_file.with_name("copy")
    copy.write_bytes(before)
    link = sqlite3.connect(copy, isolation_level=None)
    link.execute(sql)
    link.close()
    sqlite_file.with_name("made").unlink(missing_ok=True)
    error = host.refuse({"kind": "sqlite", "path": str(sqlite_file)}, sql)
    assert error["code"] == "refused", error
    assert sqlite_file.read_bytes() == before
    assert not sqlite_file.with_name("made").exists()


def test_sqlite_extensions_and_several_statements(host: Any, sqlite_file: Path) -> None:
    connection = {"kind": "sqlite", "path": str(sqlite_file)}
    assert host.refuse(connection, "SELECT load_extension('x')")["code"] == "refused"
    assert host.refuse(connection, "SELECT 1; DELETE FROM customers")["code"] == "refused"


def test_sqlite_values(host: Any, sqlite_file: Path) -> None:
    connection = {"kind": "sqlite", "path": str(sqlite_file)}
    numbers = "WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r LIMIT 50000)"
    table = host.query(
        connection,
        f"{numbers} SELECT i, i AS i, CASE WHEN i < 40000 THEN i ELSE i + 0.5 END AS f, CASE WHEN i < 40000 THEN i ELSE 'x' END AS t, NULL AS n, x'00ff' AS b FROM r",
    )
    assert [str(kind) for kind in table.schema.types] == [
        "int64",
        "int64",
        "double",
        "string",
        "null",
        "binary",
    ]
    assert table.column("t")[0].as_py() == "1" and table.column("t")[49_999].as_py() == "x"
    assert table.column("f")[49_999].as_py() == 50_000.5
    large = host.query(
        connection, f"{numbers} SELECT CASE WHEN i < 50000 THEN 9007199254740993 ELSE 0.5 END AS x FROM r"
    ).column("x")
    assert (large[0].as_py(), large[49_999].as_py()) == ("9007199254740993", "0.5")
    assert host.query(connection, "SELECT * FROM customers WHERE false").column_names == ["id", "name"]
    assert host.query(connection, "SELECT * FROM words WHERE words MATCH 'green'").num_rows == 1
    assert host.query(connection, "SELECT value FROM json_each('[1, 2]')").num_rows == 2


def test_sqlite_catalog(host: Any, sqlite_file: Path) -> None:
    connection = {"kind": "sqlite", "path": str(sqlite_file)}
    tables = {table["name"]: table for table in host.ask("catalog", connection)["result"]["tables"]}
    assert set(tables) == {"customers", "orders", "words"}
    assert tables["customers"]["columns"][1] == {
        "name": "name",
        "type": "TEXT",
        "nullable": False,
        "comment": None,
    }
    assert tables["customers"]["primaryKey"] == ["id"]
    assert tables["orders"]["foreignKeys"] == [
        {"columns": ["customer"], "references": {"schema": "main", "table": "customers", "columns": ["id"]}}
    ]
    assert host.ask("test", connection)["result"]["server"].startswith("SQLite 3.")
    assert host.ask("test", {"kind": "sqlite", "path": "/nowhere"})["error"]["code"] == "unreachable"
    assert host.ask("test", {"kind": "sqlite", "path": __file__})["error"]["code"] == "unreachable"


@pytest.mark.parametrize(
    "attack",
    [
        "INSERT INTO plain VALUES (9)",
        "WITH x AS (INSERT INTO plain VALUES (9) RETURNING *) SELECT * FROM x",
        "COPY plain TO 'FOLDER/made.csv'",
        "EXPORT DATABASE 'FOLDER/made'",
        "ATTACH 'FOLDER/made.duckdb'",
        "CREATE TEMP TABLE made AS SELECT 1",
        "SET memory_limit = '100GB'",
        "PRAGMA threads = 64",
        "SELECT nextval('numbers')",
        "SELECT * FROM read_csv('FOLDER/file.csv')",
        "SELECT * FROM 'FOLDER/file.csv'",
        "SELECT * FROM read_text('FOLDER/file.csv')",
        "SELECT * FROM read_blob('FOLDER/*')",
        "SELECT * FROM glob('FOLDER/*')",
        "SELECT * FROM sniff_csv('FOLDER/file.csv')",
        "CHECKPOINT",
        "BEGIN",
    ],
)
def test_duckdb_attacks(host: Any, duckdb_file: Path, attack: str) -> None:
    (duckdb_file.parent / "file.csv").write_text("a,b\n1,2\n")
    sql = attack.replace("FOLDER", str(duckdb_file.parent))
    before = duckdb_file.read_bytes()
    with duckdb.connect(":memory:") as link:
        link.execute("CREATE TABLE plain AS SELECT 1 AS id; CREATE SEQUENCE numbers")
        try:
            link.execute(sql)
        except duckdb.ParserException:
            pytest.skip(f"DuckDB {duckdb.__version__} has no such statement.")
    for made in duckdb_file.parent.glob("made*"):
        made.rename(duckdb_file.parent.parent / f"{duckdb_file.parent.name}-{made.name}")
    error = host.refuse({"kind": "duckdb", "path": str(duckdb_file)}, sql)
    assert error["code"] == "refused", error
    assert duckdb_file.read_bytes() == before
    assert not list(duckdb_file.parent.glob("made*"))


@pytest.mark.parametrize(
    "sql",
    [
        "INSTALL httpfs",
        "LOAD httpfs",
        "SELECT * FROM read_parquet('https://127.0.0.1:1/x.parquet')",
        "SELECT 1; SELECT 2",
        "CALL pragma_version()",
    ],
)
def test_duckdb_has_no_extensions_and_no_network(host: Any, duckdb_file: Path, sql: str) -> None:
    began = time.monotonic()
    assert "error" in host.ask("query", {"kind": "duckdb", "path": str(duckdb_file)}, sql=sql)
    assert time.monotonic() - began < 2


def test_duckdb_values(host: Any, duckdb_file: Path) -> None:
    connection = {"kind": "duckdb", "path": str(duckdb_file)}
    table = host.query(
        connection,
        "SELECT 1.50::DECIMAL(10, 2) d, 170141183460469231731687303715884105727::HUGEINT h, 'a'::ENUM ('a', 'b') e, '7f1f3a2e-0000-4000-8000-000000000001'::UUID u, TIMETZ '10:00:00+02' z, [1, 2] l, {'a': 1} s, TIMESTAMPTZ '2024-01-01 10:00:00+02' t, 1 AS d",
    )
    assert [str(kind) for kind in table.schema.types] == [
        "decimal128(10, 2)",
        "decimal128(38, 0)",
        "string",
        "string",
        "string",
        "list<l: int32>",
        "struct<a: int32>",
        "timestamp[us, tz=Etc/UTC]",
        "int32",
    ] or str(table.schema.types[7]).startswith("timestamp[us, tz=")
    assert table.column(0)[0].as_py() == Decimal("1.50") and table.column(1)[0].as_py() == 2**127 - 1
    assert table.column(4)[0].as_py() == "10:00:00+02"
    assert "infinite" in host.refuse(connection, "SELECT DATE 'infinity' AS x")["message"]
    assert host.query(connection, "SELECT * FROM plain WHERE false").num_rows == 0


def test_duckdb_schemas_and_catalog(host: Any, duckdb_file: Path) -> None:
    connection = {"kind": "duckdb", "path": str(duckdb_file), "schemas": ["sales"]}
    assert host.query(connection, "FROM customers").num_rows == 1
    for sql in [
        "FROM hr.pay",
        "FROM plain",
        "FROM main.plain",
        "FROM shop.main.plain",
        "SELECT * FROM query('FROM hr.pay')",
        "SELECT * FROM duckdb_tables()",
        "FROM query_table('plain')",
    ]:
        assert host.refuse(connection, sql)["code"] == "refused"
    tables = {table["name"]: table for table in host.ask("catalog", connection)["result"]["tables"]}
    assert set(tables) == {"customers", "orders"}
    assert (
        tables["customers"]["primaryKey"],
        tables["customers"]["comment"],
        tables["customers"]["rows"],
    ) == (["id"], "who buys", 1)
    assert tables["orders"]["foreignKeys"][0]["references"] == {
        "schema": "sales",
        "table": "customers",
        "columns": ["id"],
    }


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_long_queries_are_cancelled_and_cut(host: Any, request: pytest.FixtureRequest, kind: str) -> None:
    path: Path = request.getfixturevalue(f"{kind}_file")
    connection = {"kind": kind, "path": str(path)}
    endless = "WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r"
    number = host.send("query", connection, sql=endless)
    # Another one of the same file is answered meanwhile.
    assert host.query(connection, "SELECT 1").num_rows == 1
    time.sleep(0.2)
    began = time.monotonic()
    host.write({"id": number, "op": "cancel"})
    assert host.wait(number)["error"]["code"] == "cancelled"
    assert time.monotonic() - began < 1
    assert host.ask("query", connection, sql=endless, timeoutMs=300)["error"]["code"] == "timed-out"
    reply = host.ask(
        "query",
        connection,
        sql="WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 10000) SELECT i FROM r",
        maxRows=9_000,
    )
    assert (reply["result"]["rows"], reply["result"]["isCut"]) == (9_000, "rows")


@pytest.mark.parametrize(
    "sql",
    [
        "FROM read_duckdb('PATH', schema_name = 'hr', table_name = 'pay')",
        "SELECT * FROM read_blob('PATH')",
        "FROM duckdb_databases",
        "FROM duckdb_tables",
        "FROM sqlite_master",
        "SELECT * FROM information_schema.tables",
        "SHOW ALL TABLES",
        "DESCRIBE hr.pay",
        'FROM "o\'clock"',
        'FROM "say ""hi"""',
        "FROM histogram_values('pay', pay)",
        "SELECT pg_get_viewdef(1)",
        "SELECT hr.peek()",
        "SELECT peek()",
        "FROM hr.peeks()",
        "SELECT * FROM hr --\r . pay",
        "SELECT * FROM hr\u00a0. pay",
        "SELECT * FROM (WITH pay AS (SELECT 1) FROM pay), pay",
        "WITH x AS (FROM pay), pay AS (SELECT 1) FROM x",
        "SELECT (SELECT max(pay) FROM hr.pay)",
        "SELECT 1 WHERE EXISTS (FROM orders JOIN plain ON true)",
        "FROM orders UNION ALL BY NAME FROM plain",
        "SELECT enum_range(NULL::hr.mood)",
        "SELECT json_serialize_plan('FROM hr.pay')",
    ],
)
def test_duckdb_reads_nothing_but_allowed_schemas(host: Any, duckdb_file: Path, sql: str) -> None:
    with duckdb.connect(str(duckdb_file)) as link:
        link.execute('CREATE TABLE "o\'clock" (a INT); CREATE TABLE main."say ""hi""" (a INT)')
        link.execute(
            "CREATE MACRO hr.peek() AS (SELECT max(pay) FROM hr.pay); CREATE MACRO main.peek() AS (SELECT max(pay) FROM hr.pay)"
        )
        link.execute("CREATE MACRO hr.peeks() AS TABLE FROM hr.pay; CREATE TYPE hr.mood AS ENUM ('good')")
    connection = {"kind": "duckdb", "path": str(duckdb_file), "schemas": ["sales"]}
    error = host.refuse(connection, sql.replace("PATH", str(duckdb_file)))
    assert error["code"] == "refused", error


@pytest.mark.parametrize(
    "sql",
    [
        "WITH pay AS (SELECT 1 AS a) FROM pay",
        "WITH RECURSIVE plain (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM plain WHERE i < 3) FROM plain",
        "SELECT c.name.upper(), sum(c.id) OVER (ORDER BY id), 'x'::VARCHAR, #1 FROM SHOP.Sales.Customers c",
        "FROM range(3) r (i) CROSS JOIN unnest([1]) u (j), (VALUES (1)) v",
        "SUMMARIZE customers",
        "/* all */ SELECT count(*) FROM sales.orders; -- of them",
        "SELECT $$hr.pay -- $$, 'hr.pay', E'it\\'s', 1 -- hr.pay",
    ],
)
def test_duckdb_asks_allowed_schemas_in_any_words(host: Any, duckdb_file: Path, sql: str) -> None:
    host.query({"kind": "duckdb", "path": str(duckdb_file), "schemas": ["sales"]}, sql)


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_comments_and_semicolons_may_end_a_query(
    host: Any, request: pytest.FixtureRequest, kind: str
) -> None:
    path: Path = request.getfixturevalue(f"{kind}_file")
    for sql in ["SELECT 1; -- all", "SELECT 1 /* a; */ ; /* b */ ;", "-- first\r\nSELECT 1 -- last"]:
        assert host.query({"kind": kind, "path": str(path)}, sql).num_rows == 1


def test_one_query_cannot_take_all_memory(host: Any, duckdb_file: Path) -> None:
    connection = {"kind": "duckdb", "path": str(duckdb_file)}
    number = host.send("query", connection, sql="SELECT repeat('x', 800000000) AS x, i FROM range(6) r (i)")
    other = host.send("query", connection, sql="SELECT count(*) FROM range(1000000)")
    assert host.wait(number)["error"]["code"] == "too-large"
    assert "result" in host.wait(other)
    status = Path(f"/proc/{host.process.pid}/status").read_text()
    assert int(status.split("VmHWM:")[1].split()[0]) < 2.5 * 1024**2
    assert host.query(connection, "SELECT 1").num_rows == 1


def test_duckdb_columns_come_in_the_order_of_the_table(host: Any, duckdb_file: Path) -> None:
    with duckdb.connect(str(duckdb_file)) as link:
        link.execute("CREATE TABLE mixed (z INT, a INT, m INT)")
    tables = host.ask("catalog", {"kind": "duckdb", "path": str(duckdb_file)})["result"]["tables"]
    assert [
        [column["name"] for column in table["columns"]] for table in tables if table["name"] == "mixed"
    ] == [["z", "a", "m"]]


def test_sqlite_leaves_no_files_and_sees_what_others_write(host: Any, sqlite_file: Path) -> None:
    connection = {"kind": "sqlite", "path": str(sqlite_file)}
    link = sqlite3.connect(sqlite_file, isolation_level=None)
    link.execute("PRAGMA journal_mode = WAL")
    link.close()
    before = sorted(sqlite_file.parent.iterdir())
    assert host.query(connection, "SELECT * FROM customers").num_rows == 2
    assert "tables" in host.ask("catalog", connection)["result"]
    assert sorted(sqlite_file.parent.iterdir()) == before
    link = sqlite3.connect(sqlite_file, isolation_level=None)
    link.execute("INSERT INTO customers VALUES (3, 'Alan')")
    assert host.query(connection, "SELECT * FROM customers").num_rows == 3
    link.close()
    assert sorted(sqlite_file.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("kind", "place"),
    [("sqlite", "LINE 2:   nme\n          ^"), ("duckdb", "LINE 2:   nme\n          ^")],
)
def test_errors_of_files_say_the_line(
    host: Any, request: pytest.FixtureRequest, kind: str, place: str
) -> None:
    path: Path = request.getfixturevalue(f"{kind}_file")
    message = host.refuse({"kind": kind, "path": str(path)}, "SELECT 1, -- nme\n  nme\nFROM (SELECT 1 AS a)")[
        "message"
    ]
    assert place in message


def test_times_of_nanoseconds_arrive(host: Any, duckdb_file: Path) -> None:
    connection = {"kind": "duckdb", "path": str(duckdb_file)}
    assert host.query(connection, "SELECT '10:00:00.123456789'::TIME_NS AS x").to_pylist() == [
        {"x": "10:00:00.123456789"}
    ]
    assert "24:00" in host.refuse(connection, "SELECT TIME '24:00:00' AS x")["message"]
