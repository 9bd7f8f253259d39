"""Reads rows of PostgreSQL into pandas with ADBC or ConnectorX alone: ``read-rows.py adbc|connectorx URI SQL`` prints JSON."""

import json
import resource
import sys
import time
from importlib import import_module
from typing import Any

MODULES = {"adbc": "adbc_driver_postgresql.dbapi", "connectorx": "connectorx"}


def read(module: Any, uri: str, sql: str) -> Any:
    if tool == "connectorx":
        return module.read_sql(uri, sql)
    with module.connect(uri) as connection, connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetch_arrow_table().to_pandas()


tool = sys.argv[1]
peer = import_module(MODULES[tool])
# Both libraries import pandas themselves. Import it before the clock starts.
import_module("pandas")
start = time.perf_counter()
frame = read(peer, *sys.argv[2:])
seconds = time.perf_counter() - start
peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"seconds": seconds, "rows": len(frame), "peakBytes": peak_bytes}))
