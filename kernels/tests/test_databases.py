"""SQLite databases and GeoJSON as tables."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from actbook.files import databases
from actbook.files.file_formats import find_format
from actbook.files.file_heads import describe_head
from actbook.files.table_file_reader import read_frame


def write(path: Path, script: str) -> str:
    database = sqlite3.connect(path)
    database.executescript(script)
    database.close()
    return str(path)


def test_tables_and_views_are_found_whatever_the_file_is_called(tmp_path: Path) -> None:
    script = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE a (n INTEGER PRIMARY KEY AUTOINCREMENT, photo BLOB);
        INSERT INTO a (photo) VALUES (x'ff'), (NULL);
        CREATE VIEW "b ""c" AS SELECT n + 1 AS m FROM a;
        CREATE VIRTUAL TABLE words USING fts5(text);
    """
    path = write(tmp_path / "x.backup", script)
    found = find_format(path)
    assert [table["name"] for table in found["tables"]] == ["a", 'b "c', "words"]
    assert found["tables"][0] == {"name": "a", "columns": ["n"], "binary": ["photo"]}
    head = describe_head(path)
    assert head is not None
    assert [[each["name"] for each in table["columns"]] for table in head["tables"]] == [
        ["n"],
        ["m"],
        ["text"],
    ]


def test_a_view_without_an_end_holds_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "MAX_S", 0.1)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS i FROM n"
    path = write(tmp_path / "x.db", f"CREATE VIEW v AS {endless};")
    assert find_format(path)["why"].startswith("could not be read")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("x.db", b"no database", "is not an SQLite database"),
        ("x.bin", b"\x00\x01", "is not in a format that is read as a table"),
        ("x.bin", b"", "is empty"),
    ],
)
def test_other_files_are_not_read(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert find_format(str(path)) == {"kind": "none", "why": why}


def collect(*features: Any) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


def test_features_are_rows(tmp_path: Path) -> None:
    path = tmp_path / "x.geojson"
    point = {"type": "Point", "coordinates": [10.5, 59.5, 3]}
    path.write_text(
        collect(
            {"type": "Feature", "id": 7, "properties": {"id": "own", "size": {"km": 2}}, "geometry": point},
            {"type": "Feature", "properties": None, "geometry": None},
        )
    )
    assert find_format(str(path))["extras"] == ["geometry", "longitude", "latitude"]
    head = describe_head(str(path))
    assert head is not None
    columns = {each["name"]: each["values"] for each in head["tables"][0]["columns"]}
    assert columns == {
        "id": ["own"],
        "size.km": ["2.0"],
        "geometry": ["Point"],
        "longitude": ["10.5"],
        "latitude": ["59.5"],
    }


def test_shapes_have_no_place_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    line = {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}
    path.write_text(collect({"type": "Feature", "id": "a", "properties": {}, "geometry": line}))
    assert find_format(str(path))["extras"] == ["id", "geometry"]
    frame, _ = read_frame(str(path), None)
    assert frame.to_dict("records") == [{"id": "a", "geometry": "LineString"}]
