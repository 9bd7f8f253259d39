"""A connection, as a request describes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from connections.problem import Problem


@dataclass(frozen=True)
class Connection:
    name: str
    kind: str
    host: str | None = None
    port: int | None = None
    database: str | None = None
    user: str | None = None
    password: str | None = None
    url: str | None = None
    path: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    schemas: list[str] | None = None
    allows_writers: bool = False


def read_connection(entry: dict[str, Any]) -> Connection:
    """Throws a Problem where what every kind needs is missing."""
    try:
        name, kind = str(entry["name"]), str(entry["kind"])
    except KeyError as error:
        raise Problem("refused", f"The connection does not say its {error.args[0]}.") from error
    known = {"host", "port", "database", "user", "password", "url", "path", "options", "schemas"}
    fields = {key: entry[key] for key in known if entry.get(key) is not None}
    if kind in {"postgresql", "mysql"} and "url" in fields:
        fields = {**split_url(fields.pop("url")), **fields}
    return Connection(name=name, kind=kind, allows_writers=bool(entry.get("allowsWriters")), **fields)


def split_url(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    found: dict[str, Any] = {
        "host": parts.hostname,
        "port": parts.port,
        "database": unquote(parts.path.lstrip("/")) or None,
        "user": unquote(parts.username) if parts.username else None,
        "password": unquote(parts.password) if parts.password else None,
        "options": dict(parse_qsl(parts.query)),
    }
    return {name: value for name, value in found.items() if value}
