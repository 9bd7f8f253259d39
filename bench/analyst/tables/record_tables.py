"""Hospital stays, sensors, matches, tickets, pay slips, meters, and answers of people."""

import math
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random

import pandas as pd
import table_words as words
from table_helpers import as_frame, clamp, freeze_workbook, german, pick, poisson, tie_top, write_csv


def make_patients(folder: Path) -> None:
    rng = Random(202)
    people = [
        (f"P{number}", clamp(rng.gauss(61, 18), 18, 97), rng.choice("FM")) for number in range(2001, 2521)
    ]
    last_day = date(2024, 10, 9)
    days = sorted(date(2024, 1, 1) + timedelta(days=rng.randrange(283)) for _ in range(640))
    left: dict[str, date] = {}
    rows = []
    for number, day in enumerate(days, start=1):
        patient, age, sex = rng.choice([one for one in people if left.get(one[0], date.min) < day])
        ward = pick(rng, words.WARDS)
        stay = 1 + int(rng.lognormvariate(1.3, 0.7))
        leaves = day + timedelta(days=stay)
        charge = 1800 + stay * rng.uniform(900, 1600) + (6500 if ward == "Surgery" else 0)
        weight = None if rng.random() < 0.06 else round(rng.gauss(84 if sex == "M" else 70, 13), 1)
        rows.append(
            (
                f"S{number:05d}",
                patient,
                ward,
                rng.choice(words.DIAGNOSES[ward]),
                f"{day:%m/%d/%Y}",
                f"{leaves:%m/%d/%Y}" if leaves <= last_day else None,
                age,
                sex,
                weight,
                "Yes" if rng.random() < 0.42 else "No",
                "Yes" if patient in left else "No",
                pick(rng, words.INSURANCES),
                f"${charge:,.2f}" if leaves <= last_day else None,
            )
        )
        left[patient] = leaves
    path = folder / "patients.csv"
    as_frame("patients", rows).to_csv(path, index=False, encoding="utf-8-sig", lineterminator="\r\n")


def make_sensors(folder: Path) -> None:
    rng = Random(303)
    rows = []
    for step in range(64 * 6 - 3):  # every four hours, from January 13 to the morning of March 17
        time = datetime(2025, 1, 13) + timedelta(hours=4 * step)
        for sensor, (building, floor, base) in words.SENSORS.items():
            offline = sensor == "S-21" and datetime(2025, 2, 3, 9) < time < datetime(2025, 2, 8, 3)
            offline |= sensor == "S-32" and datetime(2025, 3, 1) <= time < datetime(2025, 3, 2, 13)
            if offline or rng.random() < 0.012:
                continue
            busy = time.weekday() < 5 and 8 <= time.hour <= 16
            failed = rng.random() < 0.015
            carbon = clamp(rng.gauss(850 if busy else 480, 90 if busy else 35), 390, 1900)
            battery = 3.62 - step * 0.0009 - (0.12 if sensor == "S-31" else 0)
            rows.append(
                (
                    f"{time:%Y-%m-%d %H:%M:%S}",
                    sensor,
                    building,
                    floor,
                    None if failed else round(base + (1.4 if busy else -0.9) + rng.gauss(0, 0.6), 1),
                    None if failed else round(41 + (4 if busy else 0) + rng.gauss(0, 4.5), 1),
                    None if failed or (sensor == "S-12" and rng.random() < 0.1) else carbon,
                    round(battery, 2),
                    "error" if failed else "low battery" if battery < 3.2 else "ok",
                )
            )
    frame = as_frame("sensors", rows, integers=["CO2 (ppm)"])
    text = words.SENSORS_TITLE + frame.to_csv(index=False, sep=";", decimal=",", lineterminator="\n")
    (folder / "sensors.csv").write_text(text, encoding="utf-8")


def make_sports(folder: Path) -> None:
    rng = Random(616)  # a seed with two teams level on points at the top
    strength = {team: rng.uniform(0.75, 1.45) for team in words.TEAMS}
    capacity = {team: rng.randrange(6, 33) * 1000 for team in words.TEAMS}
    referees = [f"{words.FIRST_NAMES[index]} {words.LAST_NAMES[-index - 1]}" for index in range(11)]
    circle = rng.sample(words.TEAMS, 16)
    rows = []
    for stage in range(30):
        saturday = date(2023, 8, 12) + timedelta(weeks=stage + (5 if stage >= 17 else 0))  # winter break
        for one, two in [(circle[index], circle[15 - index]) for index in range(8)]:
            home, away = (one, two) if stage % 2 == 0 else (two, one)
            attendance = round(capacity[home] * min(1.0, rng.gauss(0.72, 0.15)))
            rows.append(
                (
                    stage + 1,
                    saturday + timedelta(days=rng.choice([-1, 0, 0, 0, 1, 1])),
                    home,
                    away,
                    poisson(rng, 1.5 * strength[home] / strength[away]),
                    poisson(rng, 1.15 * strength[away] / strength[home]),
                    None if rng.random() < 0.03 else attendance,
                    rng.choice(referees),
                    poisson(rng, 3.6),
                    poisson(rng, 0.16),
                )
            )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    frame = as_frame("sports", rows, integers=["attendance"])
    frame = frame.sort_values(["round", "match_date", "home_team"])
    frame.insert(0, "match_id", range(1, len(frame) + 1))
    write_csv(frame, folder / "sports.csv")


def make_tickets(folder: Path) -> None:
    rng = Random(707)
    end = datetime(2025, 2, 9, 18)
    times = sorted(
        datetime(2024, 6, 1, 7) + timedelta(days=rng.randrange(254), minutes=rng.randrange(660))
        for _ in range(1100)
    )
    rows = []
    for number, created in enumerate(times, start=3001):
        priority, kind = pick(rng, words.PRIORITIES), pick(rng, words.TICKET_KINDS)
        hours = words.RESPONSE_HOURS[priority]
        answered = created + timedelta(minutes=round(60 * hours * rng.lognormvariate(0, 0.7)))
        closed = answered + timedelta(minutes=round(300 * hours**0.6 * rng.lognormvariate(0, 1)))
        is_open = closed > end or (kind == "feature request" and rng.random() < 0.25)
        rating = clamp(rng.gauss(3.4 if priority == "urgent" else 4.1, 1.0), 1, 5)
        rows.append(
            (
                number,
                created,
                answered if answered <= end else None,
                None if is_open else closed,
                priority,
                kind,
                pick(rng, words.CHANNELS),
                pick(rng, words.COMPANIES),
                pick(rng, words.AGENTS),
                rng.choice(words.SUBJECTS[kind]),
                "open" if is_open else "closed",
                "yes" if rng.random() < 0.08 else "no",
                None if is_open or rng.random() < 0.45 else rating,
            )
        )
    for place in sorted(rng.sample(range(len(rows)), 6), reverse=True):
        rows.insert(place, rows[place])  # six exact duplicates
    write_csv(as_frame("tickets", rows, integers=["satisfaction"]), folder / "tickets.csv")


def make_payroll(folder: Path) -> None:
    rng = Random(808)
    slips = []
    for number in range(60):
        boss = number < 2  # two managing directors share the highest pay
        department = "Geschäftsführung" if boss else pick(rng, words.DEPARTMENTS)
        position, base = ("Geschäftsführer", 12500) if boss else rng.choice(words.JOBS[department])
        hours = 38.5 if boss or rng.random() < 0.78 else rng.choice([19.25, 25.0, 30.0])
        entry = date(rng.randrange(1998, 2024), rng.randrange(1, 13), rng.choice([1, 1, 1, 15]))
        if number % 12 == 7:
            entry = date(2024, rng.randrange(2, 11), 1)
        last_month = rng.randrange(4, 11) if number in (14, 33, 50) else 12
        salary = base if boss else round(base * rng.uniform(0.92, 1.25) * hours / 38.5, -1)
        person = (
            f"{number * 7 + 112:05d}",
            rng.choice(words.GERMAN_LAST_NAMES),
            rng.choice(words.GERMAN_FIRST_NAMES),
            department,
            "Köln" if boss else pick(rng, words.OFFICES),
            position,
            f"{entry:%d.%m.%Y}",
        )
        for month in range(1, last_month + 1):
            paid = date(2024 + month // 12, month % 12 + 1, 1) - timedelta(days=1)
            if paid < entry:
                continue
            gross = salary if month < 4 or boss else round(salary * 1.03, 2)
            sales = rng.randrange(200, 2400, 50) if department == "Vertrieb" and month % 3 == 0 else 0
            bonus = round(gross / 2, 2) if month == 11 else sales
            deducted = round((gross + bonus) * min(0.24 + gross / 60000, 0.44), 2)
            slips.append(
                (
                    paid,
                    (
                        *person,
                        f"{paid:%d.%m.%Y}",
                        f"{hours:g}".replace(".", ","),
                        "ja" if hours < 38 else "nein",
                        german(gross),
                        german(bonus) if bonus else None,
                        german(deducted),
                        german(gross + bonus - deducted),
                    ),
                )
            )
    rows = [slip for _, slip in sorted(slips, key=lambda pair: pair[0])]
    path = folder / "payroll.csv"
    as_frame("payroll", rows).to_csv(path, index=False, sep=";", encoding="cp1252", lineterminator="\r\n")


def make_energy(folder: Path) -> None:
    rng = Random(909)
    meters = []
    for number in range(55):
        site = list(words.SITES)[number % len(words.SITES)]
        kind = pick(rng, words.ENERGIES)
        tariff = rng.choice([row[0] for row in words.TARIFFS if row[3] == kind and row[0] != "E4"])
        size = rng.lognormvariate(8.1, 0.55) * (2.4 if words.SITES[site] in ("sports", "health") else 1)
        meters.append((f"M-{1001 + number * 3}", site, kind, tariff, size))
    rows = []
    for month in range(14):  # the last month, February 2025, has 21 of 55 meters
        day = datetime(2024 + (month + 1) // 12, (month + 1) % 12 + 1, 1) - timedelta(days=1)
        for meter, site, kind, tariff, size in meters[:21] if month == 13 else meters:
            swing = 0.12 if kind == "electricity" else 0.75
            used = size * (1 + swing * math.cos(math.pi * month / 6)) * rng.lognormvariate(0, 0.12)
            peak = round(used / 220 * rng.uniform(1.5, 3), 1) if kind == "electricity" else None
            rows.append(
                (
                    meter,
                    day,
                    site,
                    words.SITES[site],
                    kind,
                    tariff,
                    None if rng.random() < 0.015 else round(used, 1),
                    peak,
                    "yes" if rng.random() < 0.06 else "no",
                )
            )
    path = folder / "energy.xlsx"
    with pd.ExcelWriter(path, datetime_format="YYYY-MM-DD", date_format="YYYY-MM-DD") as writer:
        as_frame("energy", rows).to_excel(writer, sheet_name="Readings", index=False, startrow=3)
        writer.sheets["Readings"]["A1"] = words.ENERGY_TITLE
        as_frame("tariffs", words.TARIFFS).to_excel(writer, sheet_name="Tariffs", index=False)
    freeze_workbook(path)


def make_survey(folder: Path) -> None:
    rng = Random(1010)
    wishes = tie_top([pick(rng, words.WISHES) for _ in range(800)])
    rows = []
    for number, wish in enumerate(wishes, start=1):
        mode = pick(rng, words.TRANSPORTS)
        mood = rng.gauss(words.TRANSPORT_MOODS[mode], 0.7)
        scales = [
            None if rng.random() < 0.04 else clamp(mood + shift + rng.gauss(0, 0.7), 1, 5)
            for shift in (0.0, -0.4, 0.1, 0.5)
        ]
        day = date(2024, 9, 2) + timedelta(days=min(int(rng.expovariate(1 / 12)), 41))
        rows.append(
            (
                f"R{number:04d}",
                day,
                pick(rng, words.AGE_GROUPS),
                pick(rng, words.GENDERS),
                pick(rng, words.DISTRICTS),
                mode,
                pick(rng, words.FREQUENCIES),
                clamp(rng.lognormvariate(3.2, 0.5), 3, 140),
                *scales,
                clamp(mood * 2 + rng.gauss(0, 1.3), 0, 10),
                wish,
            )
        )
    integers = ["satisfaction", "punctuality", "cleanliness", "safety"]
    write_csv(as_frame("survey", rows, integers), folder / "survey.csv")
