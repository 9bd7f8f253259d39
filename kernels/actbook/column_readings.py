"""Text that is evidently dates or numbers, and values that differ in their spelling only: how a column is better read."""

from __future__ import annotations

import re
import warnings
from typing import Any

MISSING = frozenset(["", "-", "--", ".", "?", "n/a", "na", "nan", "none", "null", "unknown", "missing"])
# The part of a column's texts that must be dates or numbers; others count as missing, and are told.
MOST = 0.6
# Enough to tell what a column holds, before all of it is tried.
GLANCE = 40
# Of more values, evenly spaced ones tell how they are written; what cannot be read so is looked for among all.
MAX_JUDGED = 50_000
MAX_SPELLINGS = 60
# Texts that cannot be read and are named, and their characters.
MAX_LOST = 3
MAX_LOST_LENGTH = 40
MAX_SPELLED = 2_000
GROUP_DIGITS = 3

MOMENT = r"([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?"
ISO_DATE = re.compile(r"\d{4}-\d{1,2}(-\d{1,2})?" + MOMENT)
YEAR_FIRST = re.compile(r"\d{4}([/.])\d{1,2}\1\d{1,2}" + MOMENT)
NUMERIC_DATE = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})" + MOMENT)
DAY_FIRST = re.compile(r"^\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
NAMED_MONTH = re.compile(
    rf"([a-z]{{3,9}},? )?(\d{{1,2}}(st|nd|rd|th)?[ -])?({MONTHS})[a-z]*\.?[ -](\d{{1,2}}(st|nd|rd|th)?,? )?'?(\d{{4}}|\d{{2}})"
    + MOMENT,
    re.IGNORECASE,
)
COMPACT_DATE = re.compile(r"(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\.0)?")
DATE_NAME = re.compile(r"date|day|datum|fecha", re.IGNORECASE)
CODE_NAME = re.compile(
    r"(^|[^a-z])(id|code|zip|phone|postcode|version|isbn|sku|plz)([^a-z]|$)", re.IGNORECASE
)

SIGN = r"[$€£¥₹]"
# `12.50-` of accounting; `2-` is a grade.
MINUS_LAST = r"(?<=[.,]\d\d)-(?=\s|$)"
NUMBER = re.compile(
    rf"[-+(]?\s*(?:{SIGN}|[A-Z]{{3}}(?=\s))?\s*-?\d[\d.,' \u00a0\u202f]*(?:{MINUS_LAST})?\s*(%|{SIGN}|°?[a-zA-Z]{{1,3}}|°)?\)?"
)
SCALES = {"k", "K", "M", "bn", "B"}
PLAIN = r"-?\d+(\.\d+)?"
LETTERS = re.compile(r"\d\s*([a-zA-Z]+)\)?$")
UNIT_BEFORE = re.compile(rf"[-+(]?\s*({SIGN}|[A-Z]{{3}}(?=\s))")
UNIT_AFTER = re.compile(rf"(%|{SIGN}|°?[a-zA-Z]{{1,3}}|°)\)?$")


def find_reading(
    name: str, kind: str, distinct: Any, known: Any, has_commas: bool = False
) -> dict[str, Any] | None:
    """``has_commas``: other numbers of the file have a decimal comma. ``known``: the column without what is missing, ``distinct``: its values. ``None`` where it is as it should be."""
    if kind == "number" and DATE_NAME.search(name):
        texts = [str(value) for value in distinct]
        is_compact = all(COMPACT_DATE.fullmatch(text) for text in texts)
        return {"as": "date", "format": "%Y%m%d", "isDayFirst": False} if is_compact else None
    if kind != "text":
        return None
    # Several times as fast as the column's own iterator.
    found = distinct.to_numpy(dtype=object).tolist()
    if not all(isinstance(value, str) for value in found):
        return None
    texts = [value.strip() for value in found]
    values = [text for text in texts if text.lower() not in MISSING]
    if not values:
        return None
    reading = find_date(values) or find_number(name, values, has_commas)
    if reading is None:
        return find_spellings(known) if len(distinct) < min(len(known), MAX_SPELLED) else None
    marks = sorted({text for text in texts if text.lower() in MISSING}) if len(values) < len(texts) else []
    return {**reading, "marks": marks}


def mostly(values: list[str], fits: Any) -> bool:
    if sum(bool(fits(value)) for value in values[:GLANCE]) < min(len(values), GLANCE) * MOST:
        return False
    return sum(bool(fits(value)) for value in values) >= len(values) * MOST


def find_date(values: list[str]) -> dict[str, Any] | None:
    patterns = (ISO_DATE, YEAR_FIRST, NUMERIC_DATE, NAMED_MONTH)
    judged = space_evenly(values)
    if not mostly(judged, lambda value: any(pattern.fullmatch(value) for pattern in patterns)):
        return None
    parts = [match for match in map(NUMERIC_DATE.fullmatch, judged) if match]
    firsts, seconds = [int(part[1]) for part in parts], [int(part[3]) for part in parts]
    has_first_over, has_second_over = max(firsts, default=0) > 12, max(seconds, default=0) > 12
    if has_first_over and has_second_over and not mostly(judged, ISO_DATE.fullmatch):
        # Days come first in some of them and months in others.
        return None
    has_dots = any(part[2] == "." for part in parts)
    is_day_first = has_first_over or (has_dots and not has_second_over)
    form = choose_format(judged, parts, is_day_first)
    # pandas would take the day first in these, too.
    is_turned = form == "mixed" and is_day_first and any(starts_with_year(value) for value in judged)
    if is_turned and any(len(part[4]) == 2 for part in parts):
        return None
    turned = [DAY_FIRST.sub(r"\3-\2-\1", value) for value in values] if is_turned else values
    lost = list_lost(turned, form, is_day_first and not is_turned, names=values)
    if len(lost) > len(values) * (1 - MOST):
        return None
    reading = {"as": "date", "format": form, "isDayFirst": is_day_first, **describe_lost(lost)}
    zones = any(re.search(r"(Z|UTC|[+-]\d{2}:?\d{2})$", value[10:]) for value in values[:1000])
    is_open = bool(parts) and not (has_first_over or has_second_over)
    return {
        **reading,
        **({"isTurned": True} if is_turned else {}),
        **({"hasZones": True} if zones else {}),
        **({"isUndecided": True} if is_open else {}),
    }


def starts_with_year(value: str) -> bool:
    return bool(ISO_DATE.fullmatch(value) or YEAR_FIRST.fullmatch(value))


def space_evenly(values: list[str]) -> list[str]:
    return values[:: 1 + (len(values) - 1) // MAX_JUDGED]


def choose_format(values: list[str], parts: list[Any], is_day_first: bool) -> str:
    """One that reads all values, as ``strptime`` has it, or one of pandas' own words for several."""
    if all(ISO_DATE.fullmatch(value) for value in values):
        return "ISO8601"
    if len(parts) < len(values):
        return "mixed"
    mark = parts[0][2]
    year = "%Y" if len(parts[0][4]) == 4 else "%y"
    day = f"%d{mark}%m{mark}{year}" if is_day_first else f"%m{mark}%d{mark}{year}"
    times = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p")
    fits = (f"{day}{time}" for time in times if not list_lost(values[:GLANCE], f"{day}{time}", is_day_first))
    return next((form for form in fits if not list_lost(values, form, is_day_first)), "mixed")


def list_lost(values: list[str], form: str, is_day_first: bool, names: list[str] | None = None) -> list[str]:
    """Those that cannot be read, by their ``names``."""
    import pandas

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = pandas.to_datetime(
            pandas.Series(values), format=form, dayfirst=is_day_first, errors="coerce", utc=True
        )
    return [name for name, is_lost in zip(names or values, read.isna(), strict=True) if is_lost]


def describe_lost(texts: list[str]) -> dict[str, Any]:
    shown = (" ".join(text.split()) for text in texts[:MAX_LOST])
    cut = [text if len(text) <= MAX_LOST_LENGTH else f"{text[: MAX_LOST_LENGTH - 1]}…" for text in shown]
    return {"lost": len(texts), "lostTexts": cut}


def find_number(name: str, values: list[str], has_commas: bool) -> dict[str, Any] | None:
    judged = space_evenly(values)
    if CODE_NAME.search(name) or not mostly(judged, NUMBER.fullmatch):
        return None
    # Dates that cannot be read as dates are not numbers.
    if any(NUMERIC_DATE.fullmatch(value) for value in judged):
        return None
    # Digits with a zero before them are codes.
    if any(re.fullmatch(r"0\d+", value) for value in values):
        return None
    numbers = [value for value in values if NUMBER.fullmatch(value)]
    units = {find_unit(value) for value in numbers}
    letters = {match[1] for value in numbers if (match := LETTERS.search(value))}
    has_scales = bool(letters) and letters <= SCALES
    # `7A` and `7B` are names of classes; `7 kg` and `8 kg` are numbers.
    if len(letters) > 1 and not has_scales:
        return None
    decimal, is_open = find_decimal(numbers, has_commas)
    unit = units.pop() if len(units) == 1 else None
    return {
        "as": "number",
        "decimal": decimal,
        "unit": None if has_scales else unit,
        "hasBrackets": any(value.startswith("(") and value.endswith(")") for value in numbers),
        **({"hasMinusLast": True} if any(re.search(MINUS_LAST, value) for value in numbers) else {}),
        "hasScales": has_scales,
        "isPlain": decimal == "." and all(re.fullmatch(PLAIN, value) for value in numbers),
        **({"isUndecided": True} if is_open else {}),
        **describe_lost([value for value in values if not NUMBER.fullmatch(value)]),
    }


def find_unit(value: str) -> str | None:
    """``€`` of "€ 12.50" and "9 €", ``kg`` of "7 kg"."""
    match = UNIT_BEFORE.match(value) or UNIT_AFTER.search(value)
    return match[1] if match else None


def find_decimal(values: list[str], has_commas: bool) -> tuple[str, bool]:
    """
    A comma that is never followed by exactly three digits is the decimal mark, and so it is beside dots in groups of three.
    Second, whether the values alone do not tell.
    """
    if any(re.search(r",\d{1,2}(\D|$)|,\d{4,}", value) for value in values):
        return ",", False
    dotted = [value for value in values if "." in value]
    if not dotted or not all(re.search(r"(^|\D)[1-9]\d{0,2}(\.\d{3})+(\D|$)", value) for value in dotted):
        return ".", False
    # Amounts of money have no three decimals.
    is_money = any(re.search(SIGN, value) for value in dotted)
    if is_money or any(re.search(r"\.\d{3}\.\d{3}", value) for value in dotted):
        return ",", False
    digits = [len(re.sub(r"\D", "", value)) for value in values if "." not in value]
    is_grouped = bool(digits) and max(digits) <= GROUP_DIGITS
    return ("," if has_commas or is_grouped else "."), True


def find_spellings(known: Any) -> dict[str, Any] | None:
    """Values that differ in letter case or outer blanks only, and `y` beside `yes`."""
    counts = known.value_counts()
    groups: dict[str, dict[str, int]] = {}
    is_flag = {value.strip().casefold() for value in counts.index} <= {"yes", "y", "no", "n"}
    for value, count in counts.items():
        text = value.strip()
        key = text.casefold()[:1] if is_flag else text.casefold()
        found = groups.setdefault(key, {})
        found[text] = found.get(text, 0) + int(count)
    most = {key: max(found, key=lambda text: (len(text) > 1, found[text])) for key, found in groups.items()}
    replaced = {text: most[key] for key, found in groups.items() for text in found if text != most[key]}
    has_blanks = any(value != value.strip() for value in counts.index)
    if not (has_blanks or replaced) or len(replaced) > MAX_SPELLINGS:
        return None
    return {
        "as": "spelling",
        "hasBlanks": has_blanks,
        "replaced": replaced,
        "before": len(counts),
        "after": len(groups),
    }
