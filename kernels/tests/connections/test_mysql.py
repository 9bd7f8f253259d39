"""MariaDB: exact values, attacks, rights, schemas, and cancelling. There is no MySQL server here to test with."""

from __future__ import annotations

import datetime
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pymysql
import pytest
from pymysql.constants import CLIENT

Reply = dict[str, Any]
SETUP = [
    "CREATE DATABASE shop",
    "CREATE DATABASE secrets",
    "CREATE TABLE secrets.pay (pay int)",
    "CREATE TABLE shop.customers (id int PRIMARY KEY COMMENT 'the number', name varchar(20)) COMMENT = 'who buys'",
    "INSERT INTO shop.customers VALUES (1, 'Ädä')",
    "CREATE TABLE shop.orders (id int PRIMARY KEY, customer int, FOREIGN KEY (customer) REFERENCES customers (id))",
    "CREATE TABLE shop.victims (id int) ENGINE = MyISAM",
    "CREATE SEQUENCE shop.numbers",
    "SET GLOBAL log_bin_trust_function_creators = 1",
    "CREATE FUNCTION shop.add_one() RETURNS int BEGIN INSERT INTO shop.victims VALUES (1); RETURN 1; END",
    "CREATE PROCEDURE shop.add_another() INSERT INTO shop.victims VALUES (1)",
    "CREATE USER reader IDENTIFIED BY 'secret'",
    "GRANT SELECT, EXECUTE ON shop.* TO reader",
    "GRANT SELECT ON secrets.* TO reader",
    "CREATE USER writer IDENTIFIED BY 'secret'",
    "GRANT SELECT, INSERT (id) ON shop.victims TO writer",
    "CREATE ROLE editors",
    "GRANT DELETE ON shop.* TO editors",
    "CREATE USER member IDENTIFIED BY 'secret'",
    "GRANT SELECT ON shop.* TO member",
    "GRANT editors TO member",
]


@pytest.fixture(scope="module")
def root(mariadb: Reply) -> Iterator[Any]:
    """A connection without a guard, which takes several statements."""
    with pymysql.connect(
        host="127.0.0.1",
        port=mariadb["port"],
        user="root",
        autocommit=True,
        client_flag=CLIENT.MULTI_STATEMENTS,
    ) as link:
        for statement in SETUP:
            run(link, statement)
        yield link


def run(link: Any, sql: str) -> Any:
    with link.cursor() as cursor:
        cursor.execute(sql)
        rows = cursor.fetchall()
        while cursor.nextset():
            pass
        return rows


@pytest.fixture
def admin(mariadb: Reply, root: Any) -> Reply:
    return {**mariadb, "database": "shop"}


@pytest.fixture
def reader(mariadb: Reply, root: Any) -> Reply:
    return {**mariadb, "user": "reader", "password": "secret", "database": "shop", "allowsWriters": False}


@pytest.mark.parametrize(
    ("sql", "kind", "value"),
    [
        ("CAST(1.10 AS decimal(12, 2))", "decimal128(12, 2)", Decimal("1.10")),
        (
            "CAST('12345678901234567890123456789012345678901234567890.5' AS decimal(65, 10))",
            "decimal256(65, 10)",
            Decimal("12345678901234567890123456789012345678901234567890.5"),
        ),
        ("18446744073709551615", "uint64", 2**64 - 1),
        ("date '2024-02-29'", "date32[day]", datetime.date(2024, 2, 29)),
        (
            "timestamp '2024-02-29 10:00:00.123456'",
            "timestamp[us]",
            datetime.datetime(2024, 2, 29, 10, 0, 0, 123456),
        ),
        ("time '-30:00:00.5'", "duration[us]", -datetime.timedelta(hours=30, seconds=0.5)),
        ("X'00ff'", "binary", b"\x00\xff"),
        ("'Ädä'", "string", "Ädä"),
        ("JSON_OBJECT('a', 1)", "string", '{"a": 1}'),
        ("0.1e0 + 0.2e0", "double", 0.1 + 0.2),
        ("NULL", "null", None),
    ],
)
def test_values_arrive_exact(host: Any, reader: Reply, sql: str, kind: str, value: Any) -> None:
    table = host.query(reader, f"SELECT {sql} AS x")
    assert (str(table.schema.field(0).type), table.column(0).to_pylist()) == (kind, [value])


def test_empty_results_and_repeated_names(host: Any, reader: Reply) -> None:
    table = host.query(
        reader, "WITH x AS (SELECT 1 AS a, 2 AS b) SELECT a, b AS a FROM x WHERE false ORDER BY 1 LIMIT 5"
    )
    assert (table.num_rows, table.column_names) == (0, ["a", "a"])


def test_dates_that_are_none_are_not_left_out(host: Any, reader: Reply) -> None:
    assert "CHAR" in host.refuse(reader, "SELECT CAST('0000-00-00' AS date) AS x")["message"]


ATTACKS = [
    ("commit first", "COMMIT; INSERT INTO victims VALUES (1)"),
    ("read write", "ROLLBACK; START TRANSACTION READ WRITE; INSERT INTO victims VALUES (1)"),
    ("function that writes", "SELECT add_one()"),
    ("procedure", "CALL add_another()"),
    ("executed comment", "/*!50000 INSERT INTO victims VALUES (1) */"),
    ("executed comment of MariaDB", "/*M!100000 INSERT INTO victims VALUES (1) */"),
    ("comment first", "-- SELECT\n INSERT INTO victims VALUES (1)"),
    ("prepared statement", "EXECUTE IMMEDIATE 'INSERT INTO victims VALUES (1)'"),
    ("block", "BEGIN NOT ATOMIC INSERT INTO victims VALUES (1); END"),
    ("insert from a query", "INSERT INTO victims SELECT 1"),
]


@pytest.mark.parametrize("attack", [attack for _, attack in ATTACKS], ids=[name for name, _ in ATTACKS])
def test_writing_succeeds_without_a_guard_and_fails_with_it(
    host: Any, root: Any, admin: Reply, reader: Reply, attack: str
) -> None:
    run(root, "USE shop")
    run(root, "TRUNCATE victims")
    run(root, attack)
    assert run(root, "SELECT count(*) FROM shop.victims") == ((1,),)
    run(root, "COMMIT")
    run(root, "TRUNCATE victims")
    for connection in (admin, reader):
        assert host.refuse(connection, attack)["code"] in {"refused", "sql"}
    assert run(root, "SELECT count(*) FROM shop.victims") == ((0,),)


@pytest.mark.parametrize("into", ["OUTFILE", "DUMPFILE"])
def test_files_of_the_server_are_not_written(
    host: Any, root: Any, admin: Reply, server_folder: Path, into: str
) -> None:
    path = server_folder / into
    for attack in (f"SELECT 1 INTO {into} '{path}'", f"SELECT 1 UNION SELECT 2 LIMIT 1 INTO {into} '{path}'"):
        run(root, attack)
        assert path.exists()
        path.unlink()
        assert host.refuse(admin, attack)["code"] == "refused"
        assert not path.exists()


def test_other_functions_that_act(host: Any, root: Any, admin: Reply, server_folder: Path) -> None:
    (server_folder / "file").write_text("content")
    for attack, value in [
        (f"SELECT LOAD_FILE('{server_folder}/file')", b"content"),
        (f"SELECT LOAD_FILE #'\n ('{server_folder}/file')", b"content"),
        (f"SELECT LOAD_FILE --\t' \r a\n ('{server_folder}/file')", b"content"),
        (f"SELECT 1--LOAD_FILE/* ' */('{server_folder}/file') > 0", 1),
        (f"SELECT '\\'', LOAD_FILE /* ' */ ('{server_folder}/file')", b"'"),
        (f"SELECT /*! LOAD_FILE */ ('{server_folder}/file')", b"content"),
        ("SELECT GET_LOCK('all', 0)", 1),
        ("SELECT NEXTVAL(shop.numbers)", 1),
    ]:
        found = run(root, attack)[0][0]
        assert found in (value, "content", "'")
        assert host.refuse(admin, attack)["code"] == "refused"
    assert host.refuse(admin, "SELECT NEXT VALUE FOR shop.numbers")["code"] == "refused"


def test_users_that_can_write_are_named(host: Any, root: Any, mariadb: Reply, reader: Reply) -> None:
    result = host.ask("test", reader)["result"]
    assert result["server"].startswith("MariaDB 1")
    assert (result["user"], result["writers"]) == ("reader@%", [])
    assert (
        "has INSERT on `shop`.`victims`"
        in host.ask("test", {**reader, "user": "writer"})["result"]["writers"]
    )
    # MariaDB shows the rights of a role only to those who use it.
    assert (
        "may take on rights that it cannot read (SHOW GRANTS FOR `editors`)"
        in host.ask("test", {**reader, "user": "member"})["result"]["writers"]
    )
    run(root, "SET DEFAULT ROLE editors FOR member")
    assert "has DELETE on `shop`.*" in host.ask("test", {**reader, "user": "member"})["result"]["writers"]
    assert host.refuse({**mariadb, "allowsWriters": False}, "SELECT 1")["code"] == "refused"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM secrets.pay",
        "SELECT * FROM `secrets` . pay",
        "SELECT * FROM secrets/* */.pay",
        "SELECT * FROM secrets#'\n.pay",
        "SELECT * FROM secrets-- \r a\n.pay",
        "SELECT * FROM /*!50000 secrets.*/ pay",
        "SELECT * FROM information_schema.tables",
    ],
)
def test_other_databases_cannot_be_read(host: Any, reader: Reply, sql: str) -> None:
    assert host.refuse({**reader, "schemas": ["shop"]}, sql)["code"] == "refused"
    assert (
        host.query(
            {**reader, "schemas": ["shop"], "database": "secrets"}, "SELECT name FROM customers"
        ).num_rows
        == 1
    )


def test_the_catalog(host: Any, reader: Reply) -> None:
    tables = {
        table["name"]: table
        for table in host.ask("catalog", {**reader, "schemas": ["shop"]})["result"]["tables"]
    }
    assert tables["customers"]["comment"] == "who buys"
    assert tables["customers"]["columns"][0] == {
        "name": "id",
        "type": "int(11)",
        "nullable": False,
        "comment": "the number",
    }
    assert tables["orders"]["primaryKey"] == ["id"]
    assert tables["orders"]["foreignKeys"] == [
        {"columns": ["customer"], "references": {"schema": "shop", "table": "customers", "columns": ["id"]}}
    ]


def test_a_cancelled_query_is_gone_within_a_second(host: Any, root: Any, reader: Reply) -> None:
    running = (
        "SELECT count(*) FROM information_schema.processlist WHERE user = 'reader' AND command = 'Query'"
    )
    number = host.send("query", reader, sql="SELECT SLEEP(60) FROM customers")
    while run(root, running) == ((0,),):
        time.sleep(0.01)
    began = time.monotonic()
    host.write({"id": number, "op": "cancel"})
    while run(root, running) != ((0,),):
        time.sleep(0.01)
    assert time.monotonic() - began < 1
    assert host.wait(number)["error"]["code"] == "cancelled"


def test_rows_beyond_the_limit_are_cut(host: Any, reader: Reply) -> None:
    reply = host.ask("query", reader, sql="SELECT * FROM seq_1_to_100000", maxRows=30_000)
    assert (reply["result"]["rows"], reply["result"]["isCut"]) == (30_000, "rows")


def test_errors(host: Any, reader: Reply) -> None:
    assert "Unknown column" in host.refuse(reader, "SELECT nme FROM customers")["message"]
    error = host.ask("test", {**reader, "password": "canary-of-a-password"})["error"]
    assert error["code"] == "login"
    assert host.ask("test", {**reader, "port": 1})["error"]["code"] == "unreachable"
    message = host.refuse(reader, "SELECT *\nFROM customers whre x\nLIMIT 1")["message"]
    assert message.endswith("at line 2"), message
    assert host.query(reader, "SELECT 1 -- one\n; -- the end").num_rows == 1
