"""Load the tables that make_tables.py writes into clean DuckDB views.

The views have the columns of the files, under the same headers without outer blanks, with numbers as numbers
and dates as dates. Rows stay as they are in the files: duplicates are kept, missing cells are NULL, yes/no
columns stay text.
"""

import importlib
from pathlib import Path
from typing import Any

import pandas as pd

# Views that DuckDB can make straight from the file; {folder} is filled in by load_tables.
SQL = {
    "orders": """
CREATE VIEW orders AS
SELECT * FROM read_csv('{folder}/orders.csv', header = true, types = {
    'order_id': 'BIGINT', 'order_date': 'DATE', 'quantity': 'BIGINT', 'unit_price': 'DOUBLE',
    'discount_pct': 'BIGINT', 'shipping_cost': 'DOUBLE', 'delivery_date': 'DATE'})""",
    "customers": """
CREATE VIEW customers AS
SELECT c.customer_id, c.name, c.segment, c.customer_since::DATE AS customer_since, c.newsletter,
       c.address.city AS "address.city", c.address.state AS "address.state",
       c.address.postal_code::VARCHAR AS "address.postal_code",
       c.contact.email AS "contact.email", c.contact.phone AS "contact.phone"
FROM (SELECT unnest(customers) AS c FROM read_json('{folder}/customers.json', maximum_depth = -1))""",
    "flights": """
CREATE VIEW flights AS
SELECT * FROM read_csv('{folder}/flights.csv', header = true, types = {
    'flight_date': 'DATE', 'scheduled_departure': 'TIME', 'departure_delay_min': 'BIGINT',
    'arrival_delay_min': 'BIGINT', 'distance_km': 'BIGINT', 'seats': 'BIGINT', 'passengers': 'BIGINT',
    'canceled': 'VARCHAR'})""",
    "airports": """
CREATE VIEW airports AS
SELECT * FROM read_parquet('{folder}/airports.parquet')""",
    "stock": """
CREATE VIEW stock AS
SELECT * FROM read_json('{folder}/stock.jsonl', format = 'newline_delimited', columns = {
    'movement_id': 'BIGINT', 'moved_at': 'TIMESTAMP', 'product_id': 'VARCHAR', 'warehouse': 'VARCHAR',
    'movement_type': 'VARCHAR', 'quantity': 'BIGINT', 'clerk': 'VARCHAR', 'damaged': 'BOOLEAN',
    'reason': 'VARCHAR'})""",
    "sports": """
CREATE VIEW sports AS
SELECT * FROM read_csv('{folder}/sports.csv', header = true, types = {
    'match_date': 'DATE', 'attendance': 'BIGINT'})""",
    "tickets": """
CREATE VIEW tickets AS
SELECT * FROM read_csv('{folder}/tickets.csv', header = true, types = {
    'created_at': 'TIMESTAMP', 'first_response_at': 'TIMESTAMP', 'closed_at': 'TIMESTAMP',
    'reopened': 'VARCHAR', 'satisfaction': 'BIGINT'})""",
    "survey": """
CREATE VIEW survey AS
SELECT * FROM read_csv('{folder}/survey.csv', header = true, types = {
    'submitted_on': 'DATE', 'age_group': 'VARCHAR', 'satisfaction': 'BIGINT', 'punctuality': 'BIGINT',
    'cleanliness': 'BIGINT', 'safety': 'BIGINT'})""",
}

# Views over data frames that pandas reads: the types these columns get in SQL (dates come as timestamps).
CASTS = {
    "patients": {"Admission Date": "DATE", "Discharge Date": "DATE"},
    "sensors": {"Timestamp": "TIMESTAMP"},
    "products": {},
    "payroll": {"EntryDate": "DATE", "PayDate": "DATE"},
    "energy": {"Reading Date": "DATE"},
    "tariffs": {"Valid From": "DATE"},
}


def read_patients(folder: Path) -> pd.DataFrame:
    frame = pd.read_csv(folder / "patients.csv", encoding="utf-8-sig")
    for column in ("Admission Date", "Discharge Date"):
        frame[column] = pd.to_datetime(frame[column], format="%m/%d/%Y")
    frame["Total Charge"] = frame["Total Charge"].str.replace("[$,]", "", regex=True).astype(float)
    return frame


def read_sensors(folder: Path) -> pd.DataFrame:
    frame = pd.read_csv(folder / "sensors.csv", sep=";", decimal=",", skiprows=3, parse_dates=["Timestamp"])
    return frame.astype({"CO2 (ppm)": "Int64"})


def read_products(folder: Path) -> pd.DataFrame:
    frame = pd.read_csv(folder / "products.tsv", sep="\t", dtype=str)
    frame.columns = frame.columns.str.strip()
    for column, noise in {"Unit Price": "[€, ]", "Weight": "[kg ]"}.items():
        frame[column] = frame[column].str.replace(noise, "", regex=True).astype(float)
    for column in ("Stock On Hand", "Reorder Level"):
        frame[column] = frame[column].str.replace(",", "").astype(int)
    return frame  # "Last Count" stays text: its day and month cannot be told apart


def read_payroll(folder: Path) -> pd.DataFrame:
    frame = pd.read_csv(
        folder / "payroll.csv",
        sep=";",
        encoding="cp1252",
        decimal=",",
        thousands=".",
        dtype={"PersonnelNo": str, "EntryDate": str, "PayDate": str},
    )
    for column in ("EntryDate", "PayDate"):
        frame[column] = pd.to_datetime(frame[column], format="%d.%m.%Y")
    return frame


def read_energy(folder: Path) -> pd.DataFrame:
    return pd.read_excel(folder / "energy.xlsx", sheet_name="Readings", skiprows=3).rename(columns=str.strip)


def read_tariffs(folder: Path) -> pd.DataFrame:
    return pd.read_excel(folder / "energy.xlsx", sheet_name="Tariffs")


PYTHON = {
    "patients": read_patients,
    "sensors": read_sensors,
    "products": read_products,
    "payroll": read_payroll,
    "energy": read_energy,
    "tariffs": read_tariffs,
}


def load_tables(folder: str | Path) -> Any:
    """A connection to an in-memory database with one view per table, and two readings of the product dates."""
    folder = Path(folder).resolve()
    connection = importlib.import_module("duckdb").connect(config={"threads": 1})
    for statement in SQL.values():
        connection.execute(statement.replace("{folder}", folder.as_posix()))
    for name, read in PYTHON.items():
        connection.register(f"{name}_frame", read(folder))
        casts = ", ".join(f'"{column}"::{kind} AS "{column}"' for column, kind in CASTS[name].items())
        columns = f"* REPLACE ({casts})" if casts else "*"
        connection.execute(f"CREATE VIEW {name} AS SELECT {columns} FROM {name}_frame")
    for reading, pattern in {"dmy": "%d/%m/%Y", "mdy": "%m/%d/%Y"}.items():
        date = f"""strptime("Last Count", '{pattern}')::DATE AS "Last Count\""""
        connection.execute(f"CREATE VIEW products_{reading} AS SELECT * REPLACE ({date}) FROM products")
    return connection
