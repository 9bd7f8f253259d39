"""Write ten realistic data tables, with fixed seeds, into the folder given as argument."""

import sys
from pathlib import Path

import record_tables
import trade_tables


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in (
        trade_tables.make_orders,
        record_tables.make_patients,
        record_tables.make_sensors,
        trade_tables.make_flights,
        trade_tables.make_stock,
        record_tables.make_sports,
        record_tables.make_tickets,
        record_tables.make_payroll,
        record_tables.make_energy,
        record_tables.make_survey,
    ):
        make(folder)


if __name__ == "__main__":
    main()
