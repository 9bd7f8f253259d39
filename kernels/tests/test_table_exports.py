"""Tables as files."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyarrow.parquet
import pytest
from actbook.tables import table_exports
from actbook.tables.workbook_format import check_size

PLACE = {"source": "variables", "name": "df"}


def export(kind: str, **query: Any) -> bytes:
    started = table_exports.start(PLACE, {"ascending": True, **query}, kind, 200)
    assert "exportId" in started, started
    data = b""
    while True:
        reply = table_exports.proceed(started["exportId"], 1 << 20, 0.5)
        data += base64.b64decode(reply["data"])
        if reply["isLast"]:
            return data


@pytest.fixture
def mixed(shell: Any) -> pd.DataFrame:
    frame = shell.user_ns["df"] = pd.DataFrame(
        {
            "n": [1, 2**60, -3],
            "price": [0.1 + 0.2, None, float("inf")],
            "whole": [1.0, None, 3.0],
            "text": ['a,"b"', "x|y\nz", None],
            "day": pd.to_datetime(["2024-02-29", None, "1890-01-01"]),
            "at": pd.to_datetime(["2024-02-29 12:30:00", None, "2024-03-01 00:00:00"]),
            "ok": [True, None, False],
            "list": [list(range(20)), {"a": 1.5}, None],
            "kind": pd.Categorical(["p", "q", None]),
        },
        index=pd.Index(["r1", "r2", "r3"], name="id"),
    )
    return frame


@pytest.mark.usefixtures("mixed")
def test_csv_has_every_value_whole() -> None:
    lines = export("csv").decode().split("\r\n")
    assert lines[0] == "id,n,price,whole,text,day,at,ok,list,kind"
    assert lines[1] == (
        'r1,1,0.30000000000000004,1,"a,""b""",2024-02-29,2024-02-29 12:30:00,True,'
        '"[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]",p'
    )
    assert lines[2] == 'r2,1152921504606846976,,,"x|y\nz",,,,"{""a"": 1.5}",q'
    assert lines[3:] == ["r3,-3,inf,3,,1890-01-01,2024-03-01 00:00:00,False,,", ""]


@pytest.mark.usefixtures("mixed")
def test_markdown_and_tabs() -> None:
    lines = export("md").decode().splitlines()
    assert lines[1] == "| --- | ---: | ---: | ---: | --- | --- | --- | --- | --- | --- |"
    assert lines[3].startswith("| r2 | 1152921504606846976 |  |  | x\\|y z |")
    assert export("tsv").decode().startswith("id\tn\tprice")


@pytest.mark.usefixtures("mixed")
def test_a_workbook_is_read_by_others() -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(export("xlsx"))).active
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == ("id", "n", "price", "whole", "text", "day", "at", "ok", "list", "kind")
    assert rows[1][1:5] == (1, 0.1 + 0.2, 1, 'a,"b"')
    assert [str(value) for value in rows[1][5:7]] == ["2024-02-29 00:00:00", "2024-02-29 12:30:00"]
    assert rows[2][1:8] == (str(2**60), None, None, "x|y\nz", None, None, None)
    assert rows[3][1:8] == (-3, "inf", 3, None, "1890-01-01", pd.Timestamp("2024-03-01"), False)


@pytest.mark.usefixtures("mixed")
def test_parquet_keeps_types() -> None:
    table = pyarrow.parquet.read_table(io.BytesIO(export("parquet")))
    types = {field.name: str(field.type).partition("[")[0] for field in table.schema}
    assert types == {
        "id": "string",
        "n": "int64",
        "price": "double",
        "whole": "double",
        "text": "string",
        "day": "timestamp",
        "at": "timestamp",
        "ok": "bool",
        "list": "string",
        "kind": "dictionary<values=string, indices=int8, ordered=0>",
    }
    assert table["n"].to_pylist() == [1, 2**60, -3]
    assert table["kind"].to_pylist() == ["p", "q", None]


def test_types_of_pandas_stay_what_they_are(shell: Any) -> None:
    sizes = pd.CategoricalDtype(["small", "large", "never"], ordered=True)
    frame = shell.user_ns["df"] = pd.DataFrame(
        {
            "size": pd.Series(["large", "small", None] * 9000, dtype=sizes),
            "count": pd.array([1, None, 3] * 9000, dtype="Int16"),
            "ok": pd.array([True, None, False] * 9000, dtype="boolean"),
        }
    )
    pd.testing.assert_frame_equal(pd.read_parquet(io.BytesIO(export("parquet"))), frame)


def test_a_sheet_says_in_which_zone_its_times_are(shell: Any) -> None:
    shell.user_ns["df"] = pd.DataFrame(
        {"at": pd.to_datetime(["2024-07-01 12:00"]).tz_localize("Europe/Berlin")}
    )
    found = pd.read_excel(io.BytesIO(export("xlsx")))
    assert found.to_dict("list") == {"at (Europe/Berlin)": [pd.Timestamp("2024-07-01 12:00")]}


@pytest.mark.parametrize("kind", ["csv", "xlsx", "parquet"])
def test_five_thousand_rows_and_forty_one_columns_are_all_there(shell: Any, kind: str) -> None:
    frame = shell.user_ns["df"] = pd.DataFrame(
        np.arange(5000 * 41).reshape(5000, 41), columns=[f"c{at}" for at in range(41)]
    )
    read = {"csv": pd.read_csv, "xlsx": pd.read_excel, "parquet": pd.read_parquet}[kind]
    found = read(io.BytesIO(export(kind)))
    pd.testing.assert_frame_equal(found, frame)


def test_filters_and_order_apply_and_later_changes_do_not(shell: Any) -> None:
    frame = shell.user_ns["df"] = pd.DataFrame({"n": range(1000), "x": ["a", "b"] * 500})
    only = [{"column": 1, "is": "equals", "text": "b"}]
    started = table_exports.start(PLACE, {"filters": only, "sort": 0, "ascending": False}, "csv", 200)
    assert (started["rows"], started["columns"]) == (500, 2)
    frame["n"] = 0
    data = base64.b64decode(table_exports.proceed(started["exportId"], 1 << 20, 5)["data"]).decode()
    assert data.split("\r\n")[:3] == ["n,x", "999,b", "997,b"]


def test_what_does_not_fit_or_is_not_there_is_refused(shell: Any) -> None:
    with pytest.raises(Exception, match="do not fit into an Excel sheet"):
        check_size(1_048_576, 1)
    assert table_exports.start(PLACE, {}, "csv", 200)["code"] == "conflict"
    shell.user_ns["df"] = pd.DataFrame({"n": [1]})
    started = table_exports.start(PLACE, {}, "csv", 200)
    table_exports.cancel(started["exportId"])
    assert table_exports.proceed(started["exportId"], 1, 1)["refusal"] == "This export has ended."


def test_names_that_are_the_same_stay_apart(shell: Any) -> None:
    shell.user_ns["df"] = pd.DataFrame([[1, 2]], columns=["a", "a"])
    assert pyarrow.parquet.read_table(io.BytesIO(export("parquet"))).column_names == ["a", "a.1"]
    assert export("csv") == b"a,a\r\n1,2\r\n"
