"""What DuckDB is set to in a kernel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SETTINGS = "('autoinstall_known_extensions', 'autoload_known_extensions', 'threads', 'temp_directory', 'memory_limit')"
PROGRAM = f"""
import os, resource, sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
from actbook.duckdb_settings import prepare_duckdb
prepare_duckdb()
prepare_duckdb()
assert "duckdb" not in sys.modules
import duckdb
def tell(connection):
    rows = connection.sql("select name, value from duckdb_settings() where name in {SETTINGS}").fetchall()
    return dict(rows)
own = tell(duckdb)
assert own["autoinstall_known_extensions"] == own["autoload_known_extensions"] == "false", own
assert own["temp_directory"] == os.path.join(os.getcwd(), ".actbook-spill"), own
assert own["threads"] == str(len(os.sched_getaffinity(0))), own
assert own["memory_limit"] == "1.5 GiB", own
assert tell(duckdb.connect()) == own
given = tell(duckdb.connect(config={{"threads": 1, "memory_limit": "100MB"}}))
assert (given["threads"], given["memory_limit"]) == ("1", "95.3 MiB"), given
assert given["autoinstall_known_extensions"] == "false"
assert tell(duckdb.connect("x.duckdb"))["temp_directory"].endswith("x.duckdb.tmp")
assert duckdb.connect(":default:").sql("select 1").fetchall() == [(1,)]
frame = __import__("pandas").DataFrame({{"a": [1, 2]}})
assert duckdb.sql("select sum(a) from frame").fetchall() == [(3,)]
grouped = duckdb.sql("select hash(range) as key, count(*) as rows from range(60_000_000) group by key")
assert duckdb.sql("select sum(rows) from grouped").fetchall() == [(60_000_000,)]
"""


def test_it_stays_within_the_limits_of_the_kernel_and_spills_into_its_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], check=False, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stderr == "" and done.returncode == 0
