"""Modules of connections in a kernel: how they are defined, and what frames are made of results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from actbook.tools.connections import describe_columns
from actbook.tools.defined_tools import define, forget
from actbook.tools.query_frames import to_frame

QUERY = {
    "id": "sales.query",
    "name": "query",
    "module": "sales",
    "description": "Asks.",
    "parameters": {},
    "inKernel": "connection",
}


@pytest.fixture(autouse=True)
def kernel(shell: Any) -> Iterator[None]:
    yield
    forget(shell.user_ns, shell.user_ns_hidden)


def test_a_connection_is_a_module_with_its_name(shell: Any) -> None:
    described = define([QUERY, {**QUERY, "id": "json.query", "module": "json"}])
    assert described[0] == {
        "id": "sales.query",
        "name": "sales.query",
        "signature": "sales.query(sql, lazy=False)",
        "doc": "Asks.",
    }
    assert shell.user_ns["sales"] is sys.modules["sales"]
    # What Python imports by that name stays as it is.
    assert shell.user_ns["json"] is not sys.modules["json"]
    define([])
    assert "sales" not in shell.user_ns
    assert "sales" not in sys.modules
    assert sys.modules["json"].dumps([]) == "[]"


def test_a_frame_has_what_the_database_has() -> None:
    day = pd.Timestamp("2026-11-30")
    columns = {
        "id": pa.array([2**62 + 1, None], pa.int64()),
        "small": pa.array([1, 2], pa.int16()),
        "count": pa.array([None, 3], pa.uint8()),
        "amount": pa.array([Decimal("0.10"), None], pa.decimal128(38, 2)),
        "day": pa.array([day.date(), None], pa.date32()),
        "at": pa.array([day, None], pa.timestamp("us", tz="UTC")),
        "flag": pa.array([True, None]),
    }
    table = pa.table([*columns.values(), pa.array(["a", None])], names=[*columns, "id"])
    frame = to_frame(table)
    assert [*frame.columns] == [*columns, "id"]
    assert frame.iloc[0, 0] == 2**62 + 1
    dtypes = [str(dtype) for dtype in frame.dtypes]
    assert dtypes[:6] == ["Int64", "int16", "UInt8", "object", "datetime64[ms]", "datetime64[us, UTC]"]
    assert frame["amount"][0] == Decimal("0.10")
    assert frame.iloc[0, 6] is True
    assert frame.iloc[1].isna().tolist() == [True, False, False, True, True, True, True, True]


def test_an_empty_result_keeps_its_columns_and_types() -> None:
    frame = to_frame(pa.table({"id": pa.array([], pa.int64()), "name": pa.array([], pa.string())}))
    assert frame.shape == (0, 2)
    assert str(frame["id"].dtype) == "int64"


def test_columns_are_described_with_their_keys() -> None:
    reference = {
        "columns": ["customer"],
        "references": {"schema": "crm", "table": "people", "columns": ["id"]},
    }
    table = {
        "columns": [{"name": "id", "type": "bigint", "nullable": False}, {"name": "customer", "type": "int"}],
        "primaryKey": ["id"],
        "foreignKeys": [reference],
    }
    assert [*describe_columns(table)] == [
        ["id", "bigint", False, True, None, None],
        ["customer", "int", None, False, "crm.people.id", None],
    ]
