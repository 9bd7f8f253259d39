"""Tables, expected rows and results for score-questions.ts, as JSON.

``describe FOLDER`` prints what is known of each table, and the rows that the statements read from standard input give.
``run FOLDER`` runs the cells read from standard input, each case on fresh tables. FOLDER has what make_tables.py writes.
"""

from __future__ import annotations

import importlib
import json
import math
import sys
import warnings
from pathlib import Path
from typing import Any

import pandas as pd

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "tables"), str(HERE.parents[1] / "test" / "unit" / "analyst" / "write")]

VIEWS = (
    *("orders", "customers", "patients", "sensors", "flights", "airports", "stock", "products"),
    *("sports", "tickets", "payroll", "energy", "tariffs", "survey"),
)
MAX_VALUES = 200


def to_json(value: Any) -> Any:
    if value is None or value is pd.NaT or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat().removesuffix("T00:00:00")
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, list):
        return [to_json(each) for each in value]
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)


def find_type(values: pd.Series[Any]) -> str:
    if values.isna().all():
        return "empty"
    if pd.api.types.is_bool_dtype(values) or set(values.dropna().unique()) <= {True, False}:
        return "boolean"
    if pd.api.types.is_numeric_dtype(values):
        return "number"
    return "date" if pd.api.types.is_datetime64_any_dtype(values) else "text"


def describe_column(name: str, values: pd.Series[Any]) -> dict[str, Any]:
    kind = find_type(values)
    known = values.dropna()
    has_span = kind in ("number", "date") and len(known) > 0
    unit = name[name.rfind("(") + 1 : -1] if name.endswith(")") and "(" in name else None
    return {
        "name": name,
        "type": kind,
        "isInteger": kind == "number" and bool((known == known.round()).all()),
        "missing": int(values.isna().sum()),
        "unique": int(known.nunique()),
        "values": [str(to_json(value)) for value in known.value_counts().index[:MAX_VALUES]],
        "span": {"first": str(to_json(known.min())), "last": str(to_json(known.max()))} if has_span else None,
        "unit": unit,
    }


def measure_gaps(frame: pd.DataFrame) -> dict[str, list[dict[str, Any]]]:
    """How far from each date the others of the same row usually are."""
    dates = [name for name in frame if find_type(frame[name]) == "date"]
    gaps: dict[str, list[dict[str, Any]]] = {name: [] for name in dates}
    for one in dates:
        for other in dates:
            seconds = (frame[other] - frame[one]).abs().dt.total_seconds()
            typical = seconds[seconds > 0].median()
            if math.isfinite(typical):
                gaps[one].append({"to": other, "seconds": typical})
    return gaps


def load_frames(connection: Any) -> dict[str, pd.DataFrame]:
    frames = {}
    for name in VIEWS:
        frame = connection.execute(f'SELECT * FROM "{name}"').fetchdf()
        for column, kind in zip(
            frame.columns, connection.execute(f'DESCRIBE "{name}"').fetchall(), strict=True
        ):
            if kind[1] in ("DATE", "TIMESTAMP"):
                frame[column] = pd.to_datetime(frame[column])
        frames[name] = frame
    return frames


def query(connection: Any, statement: str) -> list[list[Any]]:
    return [[to_json(cell) for cell in row] for row in connection.execute(statement).fetchall()]


def main() -> None:
    mode, folder = sys.argv[1:]
    connection = importlib.import_module("load_tables").load_tables(folder)
    frames = load_frames(connection)
    job = json.load(sys.stdin)
    if mode == "describe":
        tables = [
            {
                "name": name,
                "file": f"{name}.csv",
                "rows": len(frame),
                "columns": [
                    {**describe_column(column, frame[column]), "gaps": measure_gaps(frame).get(column, [])}
                    for column in frame
                ],
            }
            for name, frame in frames.items()
        ]
        print(json.dumps({"tables": tables, "rows": [query(connection, statement) for statement in job]}))
        return
    run_case = importlib.import_module("run-cells").run_case
    warnings.simplefilter("ignore")
    ran = [run_case(case["cells"], None, {name: frames[name] for name in case["tables"]})[0] for case in job]
    print(json.dumps(ran))


if __name__ == "__main__":
    main()
