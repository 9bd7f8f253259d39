"""The same question to each library: sales joined with customers, grouped by region and day.

Each function gets the folder of the files and returns the count of groups and the sum of all amounts. Code of a cell is
these functions too, so that nothing differs but where they run.
"""

from typing import Any


def ask_pandas(folder: str) -> tuple[int, int]:
    import pandas as pd

    sales = pd.read_parquet(f"{folder}/sales")
    joined = sales.merge(pd.read_parquet(f"{folder}/customers.parquet"), on="customer")
    sums = joined.groupby(["region", "day"])["amount"].sum()
    return len(sums), int(sums.sum())


def ask_polars(folder: str) -> tuple[int, int]:
    import polars as pl

    sales = pl.scan_parquet(f"{folder}/sales/*.parquet")
    joined = sales.join(pl.scan_parquet(f"{folder}/customers.parquet"), on="customer")
    sums = joined.group_by("region", "day").agg(pl.col("amount").sum()).collect(engine="streaming")
    return len(sums), int(sums["amount"].sum())


def ask_duckdb(folder: str) -> tuple[int, int]:
    import duckdb

    sums = duckdb.execute(
        f"select region, day, sum(amount) as amount from '{folder}/sales/*.parquet' "
        f"join '{folder}/customers.parquet' using (customer) group by all"
    ).df()
    return len(sums), int(sums["amount"].sum())


def ask_spark(folder: str, spark: Any) -> tuple[int, int]:
    sales = spark.read.parquet(f"{folder}/sales")
    joined = sales.join(spark.read.parquet(f"{folder}/customers.parquet"), "customer")
    sums = joined.groupBy("region", "day").agg({"amount": "sum"}).toPandas()
    return len(sums), int(sums["sum(amount)"].sum())


def ask_dask(folder: str, client: Any) -> tuple[int, int]:
    import dask.dataframe as dd
    import pandas as pd

    # The kernel cannot read the files, so it needs their columns in advance.
    meta = pd.DataFrame({"day": [0], "customer": [0], "amount": [0]}).astype({"day": "int32"})[:0]
    paths = [f"{folder}/sales/{number}.parquet" for number in range(6)]
    sales = dd.from_map(pd.read_parquet, paths, meta=meta)
    meta = pd.DataFrame({"customer": [0], "region": ["region 0"]})[:0]
    customers = dd.from_map(pd.read_parquet, [f"{folder}/customers.parquet"], meta=meta)
    joined = sales.merge(customers, on="customer")
    sums = joined.groupby(["region", "day"])["amount"].sum().compute(scheduler=client)
    return len(sums), int(sums.sum())
