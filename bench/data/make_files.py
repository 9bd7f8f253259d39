"""Writes the Parquet files of the bench: sales with a date, a customer, and an amount, and the customers with a region.

Arguments: folder, rows. Six files, so that clusters can share the work.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

FILES = 6
CUSTOMERS = 100_000
CHUNK = 1_000_000


def make(folder: Path, rows: int) -> None:
    (folder / "sales").mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    regions = pa.array([f"region {number % 25}" for number in range(CUSTOMERS)])
    pq.write_table(
        pa.table({"customer": np.arange(CUSTOMERS), "region": regions}), folder / "customers.parquet"
    )
    for number in range(FILES):
        left = rows // FILES
        writer = None
        while left > 0:
            count = min(left, CHUNK)
            table = pa.table(
                {
                    "day": random.integers(0, 365, count, dtype=np.int32),
                    "customer": random.integers(0, CUSTOMERS, count),
                    "amount": random.integers(1, 100_000, count),
                }
            )
            writer = writer or pq.ParquetWriter(folder / "sales" / f"{number}.parquet", table.schema)
            writer.write_table(table)
            left -= count
        if writer:
            writer.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]), int(sys.argv[2]))
