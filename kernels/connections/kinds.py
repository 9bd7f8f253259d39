"""The kinds of databases. The module of each is imported when one is opened."""

from __future__ import annotations

from connections.connection import Connection
from connections.job import Job
from connections.problem import Problem
from connections.query import Database


def open_database(connection: Connection, job: Job) -> Database:
    """Throws a Problem if the kind is unknown, its package is missing, or the database cannot be reached."""
    if connection.kind == "postgresql":
        from connections.postgresql import PostgreSql

        return PostgreSql(connection, job)
    raise Problem("refused", f"There are no connections of the kind {connection.kind}.")
