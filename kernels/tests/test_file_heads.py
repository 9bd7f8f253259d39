"""What the first rows of a file say of its tables."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from actbook.files.file_heads import HEAD_ROWS, describe_head

FRAME = pd.DataFrame({"plant": ["Lyon", "Graz"], "units": [5, 7]})


@pytest.mark.parametrize("name", ["x.csv", "x.xlsx", "x.json", "x.jsonl", "x.parquet", "x.feather"])
def test_each_format_has_a_head(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    writers = {
        "csv": lambda: FRAME.to_csv(path, index=False, sep=";"),
        "xlsx": lambda: FRAME.to_excel(path, index=False, startrow=2),
        "json": lambda: Path(path).write_text(json.dumps({"rows": FRAME.to_dict("records")})),
        "jsonl": lambda: FRAME.to_json(path, orient="records", lines=True),
        "parquet": lambda: FRAME.to_parquet(path),
        "feather": lambda: FRAME.to_feather(path),
    }
    writers[name.split(".")[1]]()
    head = describe_head(path)
    assert head is not None
    [table] = head["tables"]
    assert [(column["name"], column["values"]) for column in table["columns"]] == [
        ("plant", ["Lyon", "Graz"]),
        ("units", ["5", "7"]),
    ]


def test_only_the_first_rows_are_read_and_read_again_when_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("a,b\n" + "1,2\n" * 20_000)
    head = describe_head(str(path))
    assert head is not None and head["tables"][0]["rows"] == HEAD_ROWS
    assert describe_head(str(path)) is head
    path.write_text("c,d\n1,2\n")
    again = describe_head(str(path))
    assert again is not None and again["tables"][0]["columns"][0]["name"] == "c"


def test_a_file_that_cannot_be_read_has_none(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(b"PK no workbook")
    assert describe_head(str(path)) is None
    assert describe_head(str(tmp_path / "absent.csv")) is None
