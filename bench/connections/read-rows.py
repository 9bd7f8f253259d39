"""Reads rows of PostgreSQL into pandas with ADBC or ConnectorX alone: ``read-rows.py adbc|connectorx URI SQL`` prints JSON."""

import json
import resource
import sys
import time

tool, uri, sql = sys.argv[1:]
if tool == "adbc":
    import adbc_driver_postgresql.dbapi as postgresql
    import pandas

    start = time.perf_counter()
    with postgresql.connect(uri) as connection, connection.cursor() as cursor:
        cursor.execute(sql)
        frame = cursor.fetch_arrow_table().to_pandas()
else:
    import connectorx
    import pandas

    start = time.perf_counter()
    frame = connectorx.read_sql(uri, sql)
seconds = time.perf_counter() - start
peak_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(json.dumps({"seconds": seconds, "rows": len(frame), "peakBytes": peak_bytes}))
