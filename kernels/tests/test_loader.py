"""The package as kernels get it: its text alone, in a process that has no files of it."""

from __future__ import annotations

import ast
import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

KERNELS = Path(__file__).parents[1]
PATHS = {file: file.relative_to(KERNELS).with_suffix("") for file in (KERNELS / "actbook").rglob("*.py")}
SOURCES = {
    ".".join(path.parts).removesuffix(".__init__"): file.read_text("utf-8") for file, path in PATHS.items()
}


def call(function: str, **arguments: Any) -> Any:
    """Calls a function of the package in a new process."""
    lines = [
        {"sources": SOURCES, "version": "1"},
        {"id": 7, "function": function, "arguments": json.dumps(arguments)},
    ]
    command = [sys.executable, "-I", "-c", SOURCES["actbook.loader"]]
    given = "".join(json.dumps(line) + "\n" for line in lines).encode()
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.stderr.decode() == ""
    reply = json.loads(done.stdout)
    assert reply["id"] == 7
    return json.loads(base64.b64decode(reply["answer"]))


def run(code: str) -> str:
    names = (
        f"sources = {SOURCES!r}; names = {{'__name__': 'loader'}}; exec(sources['actbook.loader'], names)\n"
    )
    # A command line has no room for it.
    command, text = [sys.executable, "-I", "-"], (names + code).encode()
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    assert done.stderr.decode() == ""
    return done.stdout.decode()


def test_a_process_answers_from_the_sources_alone(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("n\n1\n")
    found = call("files.file_formats.find_format", file=str(tmp_path / "a.csv"))
    assert found["kind"] == "delimited"


def test_a_file_is_read_in_a_process_that_stays_and_can_be_asked_again(tmp_path: Path) -> None:
    code = f"""
names["load"](sources, "1")
from actbook.files import reader_process
from actbook.tables import table_exports, table_pages
place = {{"source": "files", "name": "a.csv", "roots": [{str(tmp_path)!r}], "sheet": None}}

def wait(call):
    while (reply := call()) == {{"isPending": True}}:
        print("waited")
    return reply

def read():
    return wait(lambda: table_pages.read_page(place, {{"sort": 0, "ascending": False}}, (0, 1), (0, 9), None, 200))

reader_process.WAIT_S = 30
print(read()["refusal"])
open({str(tmp_path / "a.csv")!r}, "w").write("n\\n1\\n3\\n")
print(read()["rows"][0]["values"])
first = reader_process.readers[0].process.pid
started = wait(lambda: table_exports.start(place, {{}}, "md", 200))
# For a fork of the kernel, between two pieces of an export.
reader_process.end_idle_reader()
print(wait(lambda: table_exports.proceed(started["exportId"], 100, 1)))
reader_process.readers[0].process.kill()
reader_process.readers[0].process.wait()
while not reader_process.readers[0].is_ended: pass
print(read()["rows"][0]["values"], reader_process.readers[0].process.pid != first)
reader_process.WAIT_S = 0
print(table_pages.read_page(place, {{}}, (0, 2), (0, 9), None, 200))
reader_process.WAIT_S = 30
print(table_pages.read_page(place, {{}}, (0, 2), (0, 9), None, 200)["rowCount"])
"""
    assert run(code).splitlines() == [
        "The kernel does not have this file.",
        "['3']",
        "{'data': 'fCBuIHwKfCAtLS06IHwKfCAxIHwKfCAzIHwK', 'isLast': True}",
        "['3'] True",
        "{'isPending': True}",
        "2",
    ]


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
    exec(sources["actbook.tools.given_modules"])
    _GivenModules({"shop": f"from shop.names import NAME", "shop.names": f"NAME = {name!r}"})
    import shop
    print(shop.NAME, shop.__spec__.origin, len([each for each in _sys.meta_path if hasattr(each, "sources")]))
"""
    assert run(code) == "a shop.py 1\nb shop.py 1\n"


@pytest.mark.parametrize("module", sorted(SOURCES))
def test_every_module_defers_its_annotations(module: str) -> None:
    """Kernels run on Pythons that cannot evaluate all of them."""
    is_cell = module == "actbook.tools.given_modules"
    is_docstring = len(ast.parse(SOURCES[module]).body) == 1
    assert ("from __future__ import annotations" in SOURCES[module]) is not (is_cell or is_docstring)
