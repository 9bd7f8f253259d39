"""A Flight SQL server over DuckDB, with a password: ``flight_server.py PORT [SECRETS]``. It runs whatever it gets.

SECRETS is a file with the password and the token, a line each.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.flight as flight

NEEDED = {
    "CommandGetCatalogs": {"catalog_name"},
    "CommandGetDbSchemas": {"db_schema_name"},
    "CommandGetTables": {"table_name", "table_type"},
}
LISTS = {
    "CommandGetCatalogs": "SELECT 'memory' AS catalog_name",
    "CommandGetDbSchemas": "SELECT 'memory' AS catalog_name, schema_name AS db_schema_name FROM duckdb_schemas() WHERE database_name = 'memory'",
    "CommandGetTables": "SELECT 'memory' AS catalog_name, schema_name AS db_schema_name, table_name, 'BASE TABLE' AS table_type FROM duckdb_tables()",
}
PASSWORD, TOKEN = (
    Path(sys.argv[2]).read_text().splitlines() if len(sys.argv) > 2 else ("secret", "of-secrets")
)
PREFIX = b"type.googleapis.com/arrow.flight.protocol.sql."


def read_fields(data: bytes) -> dict[int, bytes]:
    """Of a message of Protocol Buffers; only texts and bytes, which are all we need."""
    at, found = 0, {}
    while at < len(data):
        key, at = read_number(data, at)
        size, at = read_number(data, at)
        if key & 7 == 2:
            found[key >> 3] = data[at : at + size]
            at += size
    return found


def read_number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def write_field(number: int, data: bytes) -> bytes:
    size, rest = b"", len(data)
    while rest > 127:
        size += bytes([rest & 127 | 128])
        rest >>= 7
    return bytes([number << 3 | 2]) + size + bytes([rest]) + data


class Login(flight.ServerMiddlewareFactory):
    def start_call(self, info: Any, headers: dict[str, list[str]]) -> Any:
        given = headers.get("authorization", [""])[0].rstrip("=")
        if given not in (
            "Basic " + base64.b64encode(f"reader:{PASSWORD}".encode()).decode().rstrip("="),
            f"Bearer {TOKEN}",
        ):
            raise flight.FlightUnauthenticatedError("Who are you?")
        return Token()


class Token(flight.ServerMiddleware):
    def sending_headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {TOKEN}"}


class Handshake(flight.ServerAuthHandler):
    """Without it there is no handshake; the headers have all that is needed."""

    def authenticate(self, outgoing: Any, incoming: Any) -> None:
        pass

    def is_valid(self, token: bytes) -> bytes:
        return b""


class Server(flight.FlightServerBase):
    def __init__(self, port: int) -> None:
        super().__init__(f"grpc://127.0.0.1:{port}", auth_handler=Handshake(), middleware={"login": Login()})
        self.database = duckdb.connect()
        self.database.execute(
            "CREATE SCHEMA hr; CREATE TABLE hr.pay AS SELECT 9000 AS pay; CREATE TABLE victims (id INT)"
        )
        self.database.execute(
            "CREATE TABLE orders AS SELECT range AS id, (range * 1.10)::DECIMAL(12, 2) AS amount FROM range(100000)"
        )

    def get_flight_info(self, context: Any, descriptor: Any) -> Any:
        command = read_fields(descriptor.command)
        name = command[1].removeprefix(PREFIX).decode()
        sql = LISTS.get(name)
        if name == "CommandStatementQuery":
            sql = read_fields(command[2])[1].decode()
        if sql is None:
            raise NotImplementedError(name)
        is_query = name in LISTS or (sql.startswith("SELECT") and ";" not in sql)
        schema = self.answer(name, f"SELECT * FROM ({sql}) LIMIT 0").schema if is_query else pa.schema([])
        ticket = write_field(1, PREFIX + b"TicketStatementQuery")
        ticket += write_field(2, write_field(1, name.encode()) + write_field(2, sql.encode()))
        return flight.FlightInfo(schema, descriptor, [flight.FlightEndpoint(ticket, [])], -1, -1)

    def do_get(self, context: Any, ticket: Any) -> Any:
        request = read_fields(read_fields(ticket.ticket)[2])
        reader = self.answer(request[1].decode(), request[2].decode())
        return flight.GeneratorStream(reader.schema, reader)

    def answer(self, name: str, sql: str) -> Any:
        """Lists with the fields that the protocol wants, of tables with their schemas in bytes."""
        reader = self.run(sql)
        if name not in LISTS:
            return reader
        table = reader.read_all()
        fields = [pa.field(column, pa.string(), column not in NEEDED[name]) for column in table.column_names]
        columns = list(table.columns)
        if name == "CommandGetTables":
            fields.append(pa.field("table_schema", pa.binary(), False))
            places = [(row["db_schema_name"], row["table_name"]) for row in table.to_pylist()]
            columns.append(
                pa.array(
                    [
                        self.run(f'FROM "{a}"."{b}" LIMIT 0').schema.serialize().to_pybytes()
                        for a, b in places
                    ],
                    pa.binary(),
                )
            )
        return pa.table(columns, schema=pa.schema(fields)).to_reader()

    def run(self, sql: str) -> Any:
        return self.database.cursor().sql(sql).to_arrow_reader(2_000)

    def do_action(self, context: Any, action: Any) -> Any:
        raise NotImplementedError(action.type)


if __name__ == "__main__":
    Server(int(sys.argv[1])).serve()
