"""Customers and orders, flights, products and their movements."""

import json
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

import table_words as words
from table_helpers import (
    as_frame,
    clamp,
    distance_km,
    pick,
    poisson,
    tie_top,
    write_csv,
)


def make_customers(folder: Path) -> None:
    rng = Random(100)
    customers = []
    for number in range(1, 221):
        first, last = rng.choice(words.FIRST_NAMES), rng.choice(words.LAST_NAMES)
        city = rng.choice(list(words.CITIES))
        state, postal_code = words.CITIES[city]
        customers.append(
            {
                "customer_id": f"C{number:04d}",
                "name": f"{first} {last}",
                "segment": pick(rng, words.SEGMENTS),
                "customer_since": str(date(2019, 1, 1) + timedelta(days=rng.randrange(1800))),
                "newsletter": rng.random() < 0.4,
                "address": {"city": city, "state": state, "postal_code": postal_code},
                "contact": {
                    "email": f"{first}.{last}{number}@example.com".lower(),
                    "phone": None if rng.random() < 0.3 else f"555-01{rng.randrange(100):02d}",
                },
            }
        )
    text = json.dumps({"exported_at": "2025-03-12T06:00:00", "customers": customers}, indent=2)
    (folder / "customers.json").write_text(text + "\n", encoding="utf-8")


def make_orders(folder: Path) -> None:
    make_customers(folder)
    rng = Random(101)
    days = [date(2024, 1, 1) + timedelta(days=offset) for offset in range(436)]  # ends on 2025-03-11
    season = [1.9 if day.month in (11, 12) else 0.8 if day.month in (2, 7) else 1.0 for day in days]
    chosen = sorted(rng.choices(days, weights=season, k=1200))
    # The last six customers never order; C0240 to C0242 order but are missing in the customer file.
    ids = [f"C{number:04d}" for number in [*range(1, 215), 240, 241, 242]]
    shares = [1 / (place * 89 % 97 + 6) for place in range(len(ids))]
    buyers = tie_top(rng.choices(ids, weights=shares, k=1200))
    rows = []
    for number, (day, buyer) in enumerate(zip(chosen, buyers, strict=True), start=50001):
        product = rng.choices(list(words.ARTICLES), weights=range(20, 7, -1))[0]
        category, price = words.ARTICLES[product]
        if day >= date(2024, 9, 1):
            price = round(price * 1.05, 2)
        quantity = rng.choices([1, 2, 3, 4, 6, 10], weights=[60, 22, 9, 5, 3, 1])[0]
        status = pick(rng, words.ORDER_STATES)
        if day > date(2025, 3, 6) and status != "canceled":
            status = "in transit"
        arrived = min(day + timedelta(days=2 + poisson(rng, 2.2)), days[-1])
        rows.append(
            (
                number,
                day,
                buyer,
                product,
                category,
                quantity,
                price,
                rng.choice([0, 0, 0, 0, 5, 10, 20]),
                0.0 if price * quantity >= 100 else rng.choice([4.95, 4.95, 7.95]),
                pick(rng, words.PAYMENTS),
                status,
                arrived if status in ("delivered", "returned") else None,
            )
        )
    write_csv(as_frame("orders", rows), folder / "orders.csv")


def make_flights(folder: Path) -> None:
    rng = Random(404)
    # GVA is flown to but missing in the airport file; OSL is in the file but not flown to.
    airports = [(code, *values) for code, values in words.AIRPORTS.items() if code != "GVA"]
    as_frame("airports", airports).to_parquet(folder / "airports.parquet", index=False)
    codes = [code for code in words.AIRPORTS if code != "OSL"]
    shares = {name: values[1] for name, values in words.AIRLINES.items()}
    first_day = date(2024, 1, 1)  # the last day is 2024-06-19
    days = sorted(first_day + timedelta(days=rng.randrange(171)) for _ in range(1500))
    rows: list[list[object]] = []
    seen = set()
    for day in days:
        flight = ""
        while not flight or (day, flight) in seen:
            airline = pick(rng, shares)
            start, end = rng.sample(codes, 2)
            flight = f"{words.AIRLINES[airline][0]}{100 + codes.index(start) * 10 + codes.index(end)}"
        seen.add((day, flight))
        plane = rng.choice(list(words.SEATS))
        seats = words.SEATS[plane]
        canceled = rng.random() < 0.022
        mean = words.AIRLINES[airline][2]
        late = round(rng.expovariate(1 / mean)) if rng.random() < 0.7 else -rng.randrange(1, 7)
        arrival = late + round(rng.gauss(-3, 7))
        passengers = clamp(seats * rng.gauss(0.8, 0.12), 20, seats)
        distance = distance_km(words.AIRPORTS[start][3:5], words.AIRPORTS[end][3:5])
        rows.append(
            [
                flight,
                day,
                airline,
                start,
                end,
                f"{rng.randrange(6, 22):02d}:{rng.randrange(0, 60, 5):02d}",
                None if canceled else late,
                None if canceled else arrival,
                distance,
                plane,
                seats,
                None if canceled else passengers,
                "yes" if canceled else "no",
                pick(rng, words.DELAY_REASONS) if canceled or late >= 15 else None,
            ]
        )
    # One extreme delay makes the smallest airline the one with the highest average delay.
    outlier = [row for row in rows if row[2] == "Blue Coast" and row[12] == "no"][70]
    outlier[6], outlier[7], outlier[13] = 1418, 1409, "technical"
    integers = ["departure_delay_min", "arrival_delay_min", "passengers"]
    write_csv(as_frame("flights", rows, integers), folder / "flights.csv")


def make_products(folder: Path) -> None:
    rng = Random(500)
    rows = []
    for number in range(1, 161):
        kind = rng.choice(list(words.PRODUCT_KINDS))
        price, weight = (value * rng.lognormvariate(0, 0.35) for value in words.PRODUCT_KINDS[kind])
        on_hand = int(rng.lognormvariate(7.2 if price < 60 else 3.6, 0.8))
        reorder_level = clamp(on_hand * rng.uniform(0.1, 1.3), 5, 5000)
        counted = date(2024, rng.randrange(1, 13), rng.randrange(1, 13))  # day and month cannot be told apart
        name = f"{kind} {rng.choice('ABCDEFGH')}{rng.randrange(100, 990, 10)}"
        rows.append(
            (
                f"PR-{number:03d}",
                name,
                kind,
                f"€ {price:,.2f}",
                None if rng.random() < 0.05 else f"{max(weight, 0.1):.1f} kg",
                f"{on_hand:,}",
                f"{reorder_level:,}",
                pick(rng, words.SUPPLIERS),
                f"{counted:%d/%m/%Y}",
                "Y" if rng.random() < 0.09 else "N",
            )
        )
    as_frame("products", rows).to_csv(folder / "products.tsv", index=False, sep="\t", lineterminator="\n")


def make_stock(folder: Path) -> None:
    make_products(folder)
    rng = Random(505)
    lines = []
    minutes = sorted(rng.randrange(258 * 600) for _ in range(900))  # ten working hours a day, to 2025-01-13
    for number, minute in enumerate(minutes, start=70001):
        time = datetime(2024, 5, 1, 7) + timedelta(days=minute // 600, minutes=minute % 600)
        kind = pick(rng, words.MOVEMENTS)
        quantity = clamp(rng.lognormvariate(3.9 if kind == "in" else 2.3, 0.8), 1, 2000)
        line = {
            "movement_id": number,
            "moved_at": time.isoformat(),
            "product_id": f"PR-{min(int(rng.expovariate(1 / 60)) + 1, 160):03d}",
            "warehouse": pick(rng, words.WAREHOUSES),
            "movement_type": kind,
            "quantity": quantity if kind in ("in", "return") else -quantity,
            "clerk": rng.choice(words.CLERKS),
            "damaged": kind == "return" and rng.random() < 0.45,
        }
        if kind == "return":
            line["reason"] = pick(rng, words.RETURN_REASONS)
        lines.append(json.dumps(line))
    (folder / "stock.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
