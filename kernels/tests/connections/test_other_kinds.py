"""Kinds with optional drivers, where their packages and an engine are installed: Snowflake over fakesnow, ClickHouse over chdb.

There is nothing to try SQL Server, Trino, and BigQuery with.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

Reply = dict[str, Any]


def need(engine: str, driver: str, package: str) -> Any:
    for name in (engine, driver):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            pytest.skip(f"{package} is not tried here: pip install {engine} {package}.")
    return importlib.import_module(engine)


@pytest.fixture(scope="module")
def snowflake() -> Iterator[Reply]:
    engine = need("fakesnow", "snowflake.connector", "snowflake-connector-python")
    with engine.server() as settings:
        known = {"user", "password", "host", "port"}
        options = {
            name: value
            for name, value in settings.items()
            if name not in known and name != "session_parameters"
        }
        connection = {
            "kind": "snowflake",
            "database": "shop",
            "options": options,
            **{name: settings[name] for name in known},
        }
        driver = importlib.import_module("snowflake.connector")
        with driver.connect(**settings) as link, link.cursor() as cursor:
            for sql in [
                "CREATE DATABASE shop",
                "USE DATABASE shop",
                "CREATE SCHEMA sales",
                "CREATE SCHEMA hr",
                "CREATE TABLE hr.pay (pay INT)",
                "CREATE TABLE sales.orders (id INT, amount NUMBER(12, 2))",
                "INSERT INTO sales.orders VALUES (1, 1.10), (2, 2.20)",
            ]:
                cursor.execute(sql)
        yield connection


def test_snowflake(host: Any, snowflake: Reply) -> None:
    table = host.query(snowflake, "SELECT id, amount FROM sales.orders ORDER BY id")
    assert [row["AMOUNT"] for row in table.to_pylist()] == [Decimal("1.10"), Decimal("2.20")]
    for attack in [
        "INSERT INTO sales.orders VALUES (3, 1)",
        "SELECT 1) AS q; DELETE FROM sales.orders; SELECT * FROM (SELECT 1",
        "/* SELECT */ DELETE FROM sales.orders",
    ]:
        assert host.refuse(snowflake, attack)["code"] == "refused"
    assert host.query(snowflake, "SELECT count(*) FROM sales.orders").column(0)[0].as_py() == 2
    limited = {**snowflake, "schemas": ["SALES"]}
    assert host.refuse(limited, "SELECT * FROM hr.pay")["code"] == "refused"
    assert [table["name"] for table in host.ask("catalog", limited)["result"]["tables"]] == ["ORDERS"]
    assert "not checked" in host.ask("test", snowflake)["result"]["notEnforced"][0]


@pytest.fixture(scope="module")
def clickhouse(tmp_path_factory: pytest.TempPathFactory, free_port: int, run_program: Any) -> Iterator[Reply]:
    need("chdb", "clickhouse_connect", "clickhouse-connect")
    folder = tmp_path_factory.mktemp("chdb")
    setup = "CREATE DATABASE shop; CREATE TABLE shop.orders (id Int32, amount Decimal(12, 2)) ENGINE = MergeTree ORDER BY id; INSERT INTO shop.orders VALUES (1, 1.10), (2, 2.20); CREATE DATABASE hr; CREATE TABLE hr.pay (pay Int32) ENGINE = Memory"
    code = (
        f"import chdb\nlink = chdb.connect({str(folder)!r})\nfor sql in {setup!r}.split(';'): link.query(sql)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with run_program([Path(__file__).with_name("clickhouse_server.py"), str(free_port), folder], free_port):
        yield {
            "kind": "clickhouse",
            "host": "127.0.0.1",
            "port": free_port,
            "user": "default",
            "database": "shop",
        }


def test_clickhouse(host: Any, clickhouse: Reply) -> None:
    table = host.query(clickhouse, "SELECT id, amount, 'x' AS t FROM shop.orders ORDER BY id")
    assert [str(kind) for kind in table.schema.types] == ["int32", "decimal128(12, 2)", "string"]
    assert table.column(1).to_pylist() == [Decimal("1.10"), Decimal("2.20")]
    for attack in [
        "INSERT INTO shop.orders VALUES (3, 1)",
        "SELECT 1) AS q; TRUNCATE TABLE shop.orders; SELECT * FROM (SELECT 1",
        "SELECT * FROM file('/etc/passwd', 'LineAsString')",
        "SELECT 1 INTO OUTFILE '/tmp/made'",
    ]:
        assert host.refuse(clickhouse, attack)["code"] in {"refused", "sql"}
    assert host.query(clickhouse, "SELECT count() AS n FROM shop.orders").to_pylist() == [{"n": 2}]
    limited = {**clickhouse, "schemas": ["shop"]}
    assert host.refuse(limited, "SELECT * FROM hr.pay")["code"] == "refused"
    assert [table["name"] for table in host.ask("catalog", limited)["result"]["tables"]] == ["orders"]
