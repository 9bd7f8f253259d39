"""Runs statements on the tables of a job in one DuckDB process, and prints their rows as JSON."""

from __future__ import annotations

import datetime
import importlib
import json
import math
import sys
import tempfile
from pathlib import Path
from typing import Any


def to_json(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat().removesuffix("T00:00:00")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return float(value)


def run(database: Any, statement: str | None) -> dict[str, Any]:
    if statement is None:
        return {}
    try:
        found = database.execute(statement)
        names = [column[0] for column in found.description]
        return {"names": names, "values": [[to_json(cell) for cell in row] for row in found.fetchall()]}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    job = json.load(sys.stdin)
    # Not a dependency: whoever compares installs it.
    database = importlib.import_module("duckdb").connect()
    database.execute("SET threads = 1")
    with tempfile.TemporaryDirectory() as folder:
        for name, csv in job["tables"].items():
            path = Path(folder) / f"{name}.csv"
            path.write_text(csv)
            types = ", ".join(f"'{column}': 'TIMESTAMP'" for column in job["dates"][name])
            read = f"read_csv('{path}'" + (f", types = {{{types}}})" if types else ")")
            database.execute(f'CREATE TABLE "{name}" AS SELECT * FROM {read}')
    print(json.dumps([run(database, statement) for statement in job["statements"]]))


if __name__ == "__main__":
    main()
