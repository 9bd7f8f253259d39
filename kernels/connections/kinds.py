"""The kinds of databases. The module of each is imported when one is opened."""

from __future__ import annotations

import importlib

from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem
from connections.query import Database

KINDS = {
    "postgresql": ("postgresql", "PostgreSql"),
    "mysql": ("mysql", "MySql"),
    "sqlite": ("sqlite", "Sqlite"),
    "duckdb": ("duckdb_file", "DuckDbFile"),
    "flightsql": ("flight_sql", "FlightSql"),
    "mssql": ("other_kinds", "SqlServer"),
    "trino": ("other_kinds", "Trino"),
    "snowflake": ("other_kinds", "Snowflake"),
    "clickhouse": ("other_kinds", "ClickHouse"),
    "bigquery": ("other_kinds", "BigQuery"),
    "spark": ("clusters", "Spark"),
    "dask": ("clusters", "Dask"),
}


def open_database(connection: Connection, job: Job) -> Database:
    """Throws a Problem if the kind is unknown, its package is missing, or the database cannot be reached."""
    if connection.kind not in KINDS:
        raise Problem("refused", f"Actbook does not support connections of the kind {connection.kind}.")
    module, name = KINDS[connection.kind]
    database: Database = getattr(importlib.import_module(f"connections.{module}"), name)(connection, job)
    return database
