"""The package as kernels get it: its text alone, in a process that has no files of it."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest

PACKAGE = Path(__file__).parents[1] / "actbook"
SOURCES = {
    "actbook" if path.stem == "__init__" else f"actbook.{path.stem}": path.read_text("utf-8")
    for path in PACKAGE.glob("*.py")
}
BOUNDS = {"max_rows": 2, "max_columns": 3, "max_text_length": 60}


def call(function: str, **arguments: Any) -> Any:
    """Calls a function of the package in a new process."""
    given = {"sources": SOURCES, "version": "1", "function": function, "arguments": json.dumps(arguments)}
    command = [sys.executable, "-I", "-c", SOURCES["actbook.loader"]]
    done = subprocess.run(command, input=json.dumps(given).encode(), capture_output=True, check=False)
    assert done.stderr.decode() == ""
    return json.loads(base64.b64decode(done.stdout))


def read_file(folder: Path, name: str, kind: str) -> Any:
    roots = [str(folder / "none"), str(folder)]
    return call("table_files.read_table_file", roots=roots, name=name, kind=kind, timeout_s=60, bounds=BOUNDS)


def run(code: str) -> str:
    names = (
        f"sources = {SOURCES!r}; names = {{'__name__': 'loader'}}; exec(sources['actbook.loader'], names)\n"
    )
    # A command line has no room for it.
    command, text = [sys.executable, "-I", "-"], (names + code).encode()
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    assert done.stderr.decode() == ""
    return done.stdout.decode()


def test_a_parquet_file_is_read_in_a_child(tmp_path: Path) -> None:
    pd.DataFrame({"n": [1, 2, 3], "t": ["a", None, "c"]}).to_parquet(tmp_path / "a.parquet")
    page = read_file(tmp_path, "a.parquet", "parquet")
    assert [(each["name"], each["isNumeric"]) for each in page["columns"]] == [("n", True), ("t", False)]
    assert [row["values"] for row in page["rows"]] == [["1", "a"], ["2", None]]
    assert (page["rowCount"], page["columnCount"]) == (3, 2)


def test_an_excel_file_is_read_in_a_child(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in [["n", "t"], [1, "a"], [2, None], [3, "c"]]:
        book.worksheets[0].append(row)
    book.create_sheet("More")
    book.save(tmp_path / "a.xlsx")
    page = read_file(tmp_path, "a.xlsx", "excel")
    assert [row["values"] for row in page["rows"]] == [["1", "a"], ["2", None]]
    assert (page["rowCount"], page["sheets"], page["sheet"]) == (3, ["Sheet", "More"], "Sheet")


def test_a_file_that_is_broken_or_missing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_text("no table")
    assert "ArrowInvalid" in read_file(tmp_path, "a.parquet", "parquet")["refusal"]
    assert read_file(tmp_path, "b.parquet", "parquet") == {"refusal": "The kernel does not have this file."}


def test_a_new_version_takes_the_place_of_the_old_one() -> None:
    code = """
import sys
old = names["load"](sources, "1")
from actbook import ToolError
new = names["load"](sources, "2")
import actbook, actbook.names
finders = [each for each in sys.meta_path if type(each).__name__ == "SourceLoader"]
print(old is not new, actbook is new, new.VERSION, ToolError is not actbook.ToolError, len(finders))
"""
    assert run(code) == "True True 2 True 1\n"


def test_a_package_of_this_name_in_the_folder_gives_way(tmp_path: Path) -> None:
    (tmp_path / "actbook.py").write_text("raise SystemExit('It was imported.')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); print(names['load'](sources, '1').VERSION)"
    assert run(code) == "1\n"


def test_given_modules_import_each_other_and_are_replaced() -> None:
    code = """
for name in ("a", "b"):
    exec(sources["actbook.given_modules"])
    _GivenModules({"shop": f"from shop.names import NAME", "shop.names": f"NAME = {name!r}"})
    import shop
    print(shop.NAME, shop.__spec__.origin, len([each for each in _sys.meta_path if hasattr(each, "sources")]))
"""
    assert run(code) == "a shop.py 1\nb shop.py 1\n"


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_every_module_defers_its_annotations(module: str) -> None:
    """Kernels run on Pythons that cannot evaluate all of them."""
    is_cell = module == "actbook.given_modules"
    assert ("from __future__ import annotations" in SOURCES[module]) is not is_cell
