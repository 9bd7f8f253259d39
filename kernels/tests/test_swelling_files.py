"""Small files that unpack to gigabytes cost neither the kernel its memory nor anybody minutes."""

from __future__ import annotations

import gzip
import io
import json
import resource
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from actbook import loader
from actbook.files import file_formats, file_heads, reader_process
from actbook.files.file_formats import find_format
from actbook.files.file_heads import describe_head
from actbook.tables.table_pages import read_page

MIB = 1 << 20
BLOCK = b"a" * (16 * MIB)
TEXTS = "xl/sharedStrings.xml"


def write_line(path: Path) -> None:
    """One line of 4 GB, in 4 MB."""
    path.write_bytes(gzip.compress(BLOCK) * 256)


def write_json(path: Path) -> None:
    """One text of 4 GB."""
    path.write_bytes(gzip.compress(b'["') + gzip.compress(BLOCK) * 256 + gzip.compress(b'"]'))


def write_workbook(path: Path) -> None:
    """50 million texts that cells may share, each of which takes a moment to read."""
    plain = io.BytesIO()
    openpyxl.Workbook().save(plain)
    with zipfile.ZipFile(plain) as parts, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in parts.namelist():
            if name != TEXTS:
                archive.writestr(name, parts.read(name))
        with archive.open(TEXTS, "w", force_zip64=True) as part:
            part.write(b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">')
            for _ in range(50):
                part.write(b"<si><t/></si>" * 1_000_000)
            part.write(b"</sst>")


def write_parquet(path: Path) -> None:
    """A text of 1 MB, and 5,000 rows that have it."""
    text = pyarrow.array(["a" * MIB])
    column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 5000, pyarrow.int32()), text)
    pyarrow.parquet.write_table(pyarrow.table({"text": column}), path, store_schema=False)


WRITERS: dict[str, Callable[[Path], None]] = {
    "line.csv.gz": write_line,
    "text.json.gz": write_json,
    "texts.xlsx": write_workbook,
    "texts.parquet": write_parquet,
}


@pytest.fixture(scope="module", params=WRITERS)
def swelling(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("swelling") / request.param
    WRITERS[request.param](path)
    assert path.stat().st_size < 20 * MIB
    yield path
    path.unlink()


def test_a_kernel_looks_into_it_within_bounds(swelling: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (file_formats, file_heads):
        monkeypatch.setattr(module, "MAX_MEMORY_BYTES", 400 * MIB)
    limit = resource.getrlimit(resource.RLIMIT_DATA)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.monotonic()
    found = find_format(str(swelling))
    assert describe_head(str(swelling)) is None
    assert time.monotonic() - started < 60
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600 * 1024
    assert resource.getrlimit(resource.RLIMIT_DATA) == limit
    assert found["kind"] == {".xlsx": "none", ".parquet": "parquet"}.get(swelling.suffix, found["kind"])


def test_what_is_small_takes_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_formats, "MAX_MEMORY_BYTES", 32 * MIB)
    for name, content in (
        ("a.csv", "a,b\n1,2\n"),
        ("a.jsonl", '{"a": 1}\n{"a": 2}\n'),
        ("a.json", '[{"a": 1}]'),
    ):
        (tmp_path / name).write_text(content)
        assert find_format(str(tmp_path / name))["kind"] != "none", name


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process that reads files for the page, as a kernel starts it."""
    folder = Path(loader.__file__).parent
    paths = {file: file.relative_to(folder.parent).with_suffix("") for file in folder.rglob("*.py")}
    sources = {
        ".".join(path.parts).removesuffix(".__init__"): file.read_text() for file, path in paths.items()
    }
    monkeypatch.setattr(sys.modules["actbook"], "__loader__", loader.SourceLoader(sources))
    yield
    for each in reader_process.readers:
        each.close()
        with each.process:
            pass
    reader_process.readers.clear()


@pytest.mark.usefixtures("reader")
def test_a_preview_ends_with_a_sentence(swelling: Path) -> None:
    started = time.monotonic()
    page = preview(swelling)
    assert time.monotonic() - started < 60
    assert "refusal" in page, json.dumps(page)[:1000]
    # The kernel lives, and the next file is shown.
    following = swelling.parent / "next.csv"
    following.write_text("a,b\n1,2\n")
    assert preview(following)["rows"][0]["values"] == ["1", "2"]


def preview(path: Path) -> dict[str, Any]:
    place = {"source": "files", "name": path.name, "roots": [str(path.parent)], "sheet": None}
    page: dict[str, Any] = {"isPending": True}
    while page.get("isPending"):
        page = read_page(place, {"ascending": True}, (0, 100), (0, 40), None, 200)
    return page
