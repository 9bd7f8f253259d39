"""Tables that are not loaded: the same rows and values as those of tables that are."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from actbook.files import large_files, table_file_reader
from actbook.files.file_heads import describe_head
from actbook.files.large_files import find_loadable_format
from actbook.tables import table_exports
from actbook.tables.table_pages import read_page, summarize

ROWS = 3_000
QUERIES: list[dict[str, Any]] = [
    {},
    {"filters": [{"column": 1, "is": "range", "from": "2024-02", "to": "2024-02"}]},
    {"filters": [{"column": 2, "is": "range", "from": "10", "to": "20"}], "sort": 2, "ascending": False},
    {"filters": [{"column": 2, "is": "empty"}], "sort": 0},
    {"filters": [{"column": 2, "is": "equals", "text": "12.5"}]},
    {"filters": [{"column": 3, "is": "contains", "text": "B-1"}]},
    {"filters": [{"column": 3, "is": "one-of", "texts": ["a'b-7", None]}]},
    {
        "filters": [
            {"column": 3, "is": "range", "from": "a'b-5", "to": "a'b-6"},
            {"column": 0, "is": "not-empty"},
        ]
    },
    {"filters": [{"column": 4, "is": "equals", "text": "True"}]},
    {"filters": [{"column": 5, "is": "equals", "text": "2020-01-02"}]},
    {"search": "2024-02-03"},
    {"sort": 3},
    {"sort": 1, "ascending": False},
]


@pytest.fixture(autouse=True)
def limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(table_file_reader, "limit_memory", lambda *_: None)
    monkeypatch.chdir(tmp_path)


def make_frame() -> pd.DataFrame:
    at = np.arange(ROWS)
    return pd.DataFrame(
        {
            "id": at,
            "when": pd.Timestamp("2024-01-01") + pd.to_timedelta(at, unit="h"),
            "price": np.where(at % 7 == 0, np.nan, at % 50 + 0.5),
            "name": np.where(at % 11 == 0, None, pd.Series(at % 13).map("a'b-{}".format)),
            "ok": at % 3 == 0,
            "day": [pd.Timestamp("2020-01-01").date() + pd.Timedelta(days=each % 5) for each in at.tolist()],
        }
    )


def write_folder(folder: Path) -> str:
    frame = make_frame()
    for at, part in enumerate(np.array_split(np.arange(ROWS), 3)):
        path = folder / "events" / f"month={at + 1:02}"
        path.mkdir(parents=True)
        frame.iloc[part].to_parquet(path / "part-0.parquet", index=False, row_group_size=400)
    (folder / "events" / "_SUCCESS").touch()
    return str(folder / "events")


def read(path: str, first: int = 0, find: int | None = None, **query: Any) -> dict[str, Any]:
    place = {"source": "opened-files", "name": path, "sheet": None}
    return read_page(place, {"ascending": True, **query}, (first, 100), (0, 40), find, 200)


def list_rows(page: dict[str, Any], width: int = 6) -> list[Any]:
    assert "rows" in page, page
    return [(row["position"], row["values"][:width]) for row in page["rows"]]


@pytest.mark.parametrize("query", QUERIES)
def test_a_folder_of_parquet_has_the_rows_that_one_file_has(tmp_path: Path, query: dict[str, Any]) -> None:
    folder = write_folder(tmp_path)
    make_frame().to_parquet(tmp_path / "whole.parquet", index=False)
    large, small = read(folder, **query), read(str(tmp_path / "whole.parquet"), **query)
    assert list_rows(large) == list_rows(small)
    assert (large["rowCount"], large["matchCount"]) == (ROWS, small["matchCount"])


def test_a_folder_pages_over_its_files_and_shows_its_partitions(tmp_path: Path) -> None:
    folder = write_folder(tmp_path)
    page = read(folder, first=950)
    assert [row["values"][0] for row in page["rows"]] == [str(at) for at in range(950, 1050)]
    assert [column["name"] for column in page["columns"]][-1] == "month"
    assert (page["rows"][49]["values"][-1], page["rows"][50]["values"][-1]) == ("01", "02")
    assert page["note"] == "3 Parquet files."
    found = read(folder, find=2_000, filters=[{"column": 0, "is": "range", "from": "1990"}])
    assert found["foundOffset"] == 10
    assert read(folder, first=ROWS + 10)["rows"] == []


def test_files_of_a_folder_may_differ_in_columns(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "parts" / "1.parquet")
    pd.DataFrame({"a": [2], "b": ["x"]}).to_parquet(tmp_path / "parts" / "2.parquet")
    page = read(str(tmp_path / "parts"))
    assert [row["values"] for row in page["rows"]] == [["1", None], ["2", "x"]]
    (tmp_path / "none").mkdir()
    assert read(str(tmp_path / "none"))["refusal"] == "The folder has no Parquet files."


@pytest.mark.parametrize("query", QUERIES)
def test_a_large_csv_file_has_the_rows_that_a_small_one_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: dict[str, Any]
) -> None:
    if any(each["column"] in (1, 5) and each["is"] == "range" for each in query.get("filters", [])):
        query = {"filters": [{"column": 1, "is": "contains", "text": "2024-02"}]}
    path = str(tmp_path / "a.csv")
    make_frame().to_csv(path, index=False)
    small = read(path, **query)
    monkeypatch.setattr(table_file_reader, "MAX_BYTES", 1_000)
    table_file_reader.opened.clear()
    large = read(path, **query)
    assert "readRows" not in large
    assert list_rows(large) == list_rows(small)
    assert (large["rowCount"], large["matchCount"]) == (ROWS, small["matchCount"])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('a,b\n1,"x, ""y""\nz"\n2,NA\n', [["1", 'x, "y"\nz'], ["2", None]]),
        ("a;b\n007;x\n1\n", [["007", "x"], ["1", None]]),
        ("Report,\n,\na,b\n1,2\n\n3,4\n", [["1", "2"], ["3", "4"]]),
        ("\ufeffa,b\n1,2\n", [["1", "2"]]),
    ],
)
def test_a_large_text_is_read_as_pandas_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, rows: list[list[str | None]]
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    small = read(str(path))
    monkeypatch.setattr(table_file_reader, "MAX_BYTES", 1)
    table_file_reader.opened.clear()
    large = read(str(path))
    assert [row["values"] for row in large["rows"]] == [row["values"] for row in small["rows"]] == rows
    assert large.get("note") == small.get("note")


@pytest.mark.parametrize("text", ["a;b\n1,5;2\n2,25;3\n", "a,b\n1,2\n1,2,3\n", "a,b\nM\xfcller,2\n"])
def test_what_only_pandas_reads_is_read_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="cp1252")
    small = read(str(path))
    monkeypatch.setattr(table_file_reader, "MAX_BYTES", 1)
    table_file_reader.opened.clear()
    assert read(str(path))["rows"] == small["rows"]


def test_rows_past_those_that_are_found_are_counted_and_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from actbook.files import large_table

    monkeypatch.setattr(large_table, "MAX_FOUND", 200)
    folder = write_folder(tmp_path)
    assert read(folder, sort=0)["matchCount"] == ROWS
    assert read(folder, first=300, sort=0)["refusal"] == (
        "Only the first 200 of these rows can be shown. Filter the table."
    )


def test_a_summary_says_of_how_many_rows_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from actbook.files import large_table

    place = {"source": "opened-files", "name": write_folder(tmp_path), "sheet": None}
    whole = summarize(place, {"ascending": True}, (0, 40), 200)
    assert (whole["sampledRows"], whole["columns"][0]["max"], whole["columns"][4]["distinct"]) == (
        None,
        "2999",
        2,
    )
    monkeypatch.setattr(large_table, "SAMPLES", 5)
    monkeypatch.setattr(large_table, "SAMPLED_ROWS", 10)
    part = summarize(place, {"ascending": True}, (0, 1), 200)
    assert (part["sampledRows"], part["columns"][0]["min"], part["columns"][0]["max"]) == (50, "0", "2999")


@pytest.mark.parametrize("query", [{}, QUERIES[2]])
def test_all_rows_are_exported(tmp_path: Path, query: dict[str, Any]) -> None:
    folder = write_folder(tmp_path)
    make_frame().to_parquet(tmp_path / "whole.parquet", index=False)
    texts = []
    for path in (folder, str(tmp_path / "whole.parquet")):
        frame = pd.read_csv(io.BytesIO(export(path, "csv", **query)))
        texts.append(frame.iloc[:, :6].to_csv(index=False))
    assert texts[0] == texts[1]
    kept = pd.read_parquet(io.BytesIO(export(folder, "parquet", **query)))
    assert (len(kept), kept["id"].dtype, kept["when"].dtype.kind) == (
        len(texts[0].splitlines()) - 1,
        "Int64",
        "M",
    )


def test_a_large_text_is_exported_as_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_frame().to_csv(tmp_path / "a.csv", index=False)
    monkeypatch.setattr(table_file_reader, "MAX_BYTES", 1_000)
    kept = pd.read_parquet(io.BytesIO(export(str(tmp_path / "a.csv"), "parquet")))
    assert (len(kept), kept["id"].iloc[-1], kept["price"].isna().sum()) == (ROWS, "2999", 429)


def export(path: str, kind: str, **query: Any) -> bytes:
    place = {"source": "opened-files", "name": path, "sheet": None}
    started = table_exports.start(place, {"ascending": True, **query}, kind, 200)
    assert "exportId" in started, started
    data = b""
    while True:
        reply = table_exports.proceed(started["exportId"], 1 << 20, 0.5)
        data += base64.b64decode(reply["data"])
        if reply["isLast"]:
            return data


def test_what_is_too_large_for_memory_says_how_it_is_queried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_folder(tmp_path)
    assert find_loadable_format(folder) == {"kind": "parquet"}
    head = describe_head(folder)
    assert head is not None and (head["rowCount"], head["large"]) == (ROWS, None)
    assert head["tables"][0]["columns"][-1]["values"] == ["01", "02", "03"]
    monkeypatch.setattr(large_files, "find_memory_limit", lambda: 100_000)
    why = find_loadable_format(folder)["why"]
    assert why.startswith("is too large for memory (about 0.2 MB as a table")
    query = why.split("`")[1]
    assert query == "duckdb.sql(\"from 'events/**/*.parquet'\")"
    (tmp_path / "a b.csv").write_text("x;y\n" + "1,5;2\n" * 30_000)
    text = find_loadable_format(str(tmp_path / "a b.csv"))["why"].split("`")[1]
    import duckdb

    assert len(eval(query, {"duckdb": duckdb}).fetchall()) == ROWS
    assert eval(text, {"duckdb": duckdb}).fetchall()[0] == (1.5, 2)
    (tmp_path / "none").mkdir()
    assert find_loadable_format(str(tmp_path / "none"))["why"] == "has no Parquet files"
