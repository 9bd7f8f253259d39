"""Text that is evidently dates or numbers, and values that differ in their spelling only: how a column is better read."""

from __future__ import annotations

import datetime
import decimal
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
# Texts that are named, because they cannot be read or are spelled in another way, and their characters.
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
KELVIN_NAME = re.compile(r"temp|kelvin", re.IGNORECASE)
DATE_NAME = re.compile(r"date|day|datum|fecha", re.IGNORECASE)
CODE_NAME = re.compile(
    r"(^|[^a-z])(id|code|zip|phone|postcode|version|isbn|sku|plz)([^a-z]|$)", re.IGNORECASE
)

DURATION = re.compile(r"(?P<hours>\d{1,4}):[0-5]\d:[0-5]\d(\.\d+)?")
# Before noon, a clock is hardly ever read in every row.
NOON = 12
DAY = 24

SIGN = r"[$€£¥₹]"
CURRENCY = re.compile(rf"{SIGN}|[A-Z]{{3}}")
# `12.50-` of accounting; `2-` is a grade.
MINUS_LAST = r"(?<=[.,]\d\d)-(?=\s|$)"
NUMBER = re.compile(
    rf"[-+(]?\s*(?P<before>{SIGN}|[A-Z]{{3}}(?=\s))?\s*-?\d[\d.,' \u00a0\u202f]*(?:{MINUS_LAST})?"
    rf"\s*(?P<after>%|{SIGN}|°?[a-zA-Z]{{1,3}}|°)?\)?"
)
SCALES = {"k": "e3", "K": "e3", "M": "e6", "bn": "e9", "B": "e9"}
# Beside a currency, in any case.
MONEY_SCALES = {"k": "e3", "m": "e6", "mn": "e6", "mio": "e6", "b": "e9", "bn": "e9", "mrd": "e9"}
GROUP = r"\d{3}(?!\d)"
# `1,25,000` of India.
INDIAN_GROUPS = re.compile(rf",\d\d,{GROUP}")


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
    reading = (
        find_date(values, has_commas)
        or find_duration(values)
        or find_number(name, values, distinct, has_commas)
    )
    if reading is None:
        return find_spellings(known) if len(distinct) < min(len(known), MAX_SPELLED) else None
    marks = sorted({text for text in texts if text.lower() in MISSING}) if len(values) < len(texts) else []
    return {**reading, "marks": marks}


def mostly(values: list[str], fits: Any) -> bool:
    if sum(bool(fits(value)) for value in values[:GLANCE]) < min(len(values), GLANCE) * MOST:
        return False
    return sum(bool(fits(value)) for value in values) >= len(values) * MOST


def find_date(values: list[str], has_commas: bool) -> dict[str, Any] | None:
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
    # Where commas are decimal marks, months come first nowhere.
    is_day_first = has_first_over or ((has_dots or has_commas) and not has_second_over)
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


def find_duration(values: list[str]) -> dict[str, Any] | None:
    """
    ``0:43:41`` is a time that something took. So is ``14:05:30`` only where others are longer than a day: with some below
    an hour and none past noon, or one past midnight, they are not times of day.
    """
    if not mostly(space_evenly(values), DURATION.fullmatch):
        return None
    read = [(value, DURATION.fullmatch(value)) for value in values]
    hours = [int(match["hours"]) for _, match in read if match]
    if not (max(hours) >= DAY or (min(hours) == 0 and max(hours) < NOON)):
        return None
    return {"as": "duration", **describe_lost([value for value, match in read if not match])}


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


def find_number(name: str, values: list[str], distinct: Any, has_commas: bool) -> dict[str, Any] | None:
    judged = space_evenly(values)
    if CODE_NAME.search(name) or not mostly(judged, NUMBER.fullmatch):
        return None
    # Dates that cannot be read as dates are not numbers.
    if any(NUMERIC_DATE.fullmatch(value) for value in judged):
        return None
    # Digits with a zero before them are codes.
    if any(re.fullmatch(r"0\d+", value) for value in values):
        return None
    parts = [match for match in map(NUMBER.fullmatch, values) if match]
    scales = find_scales(parts, name)
    unit, has_one = find_unit(parts, scales)
    if not has_one:
        return None
    numbers = [part[0] for part in parts]
    decimal, open_mark = find_decimal(numbers, has_commas)
    steps = list_steps("\n".join(numbers), unit, scales, decimal)
    lost = list_unread(distinct, steps)
    if len(lost) > len(values) * (1 - MOST):
        return None
    has_unit = all(unit in (part["before"], part["after"]) for part in parts)
    return {
        "as": "number",
        "unit": unit if has_unit else None,
        "steps": steps,
        **({"openMark": open_mark, "decimal": decimal} if open_mark else {}),
        **describe_lost(lost),
    }


def has_money(parts: list[Any]) -> bool:
    return any(part["before"] or (part["after"] and CURRENCY.fullmatch(part["after"])) for part in parts)


def find_scales(parts: list[Any], name: str) -> dict[str, str]:
    """The ``m`` of `$1.5m` and its power of ten; ``K`` of all numbers of a temperature is a unit."""
    is_money = has_money(parts)
    afters = {part["after"] for part in parts if part["after"]}
    scales = {
        after: power
        for after in sorted(afters)
        if (power := SCALES.get(after) or (is_money and MONEY_SCALES.get(after.lower())))
    }
    is_kelvin = not is_money and KELVIN_NAME.search(name) and all(part["after"] == "K" for part in parts)
    return {} if is_kelvin else scales


def find_unit(parts: list[Any], scales: dict[str, str]) -> tuple[str | None, bool]:
    """
    ``€`` of "€ 12.50" and "9 €", ``kg`` of "7 kg"; beside money, other letters are not one.
    Second, whether the numbers can be compared: `7A` and `7B` are names of classes, $5 and €5 are different things.
    """
    is_money = has_money(parts)
    afters = {part["after"] for part in parts} - {None, *scales}
    units = {after for after in afters if not is_money or CURRENCY.fullmatch(after)}
    units |= {part["before"] for part in parts} - {None}
    has_one = len(units) < 2 and not (units and scales and not is_money)
    return next(iter(units), None), has_one


def list_steps(text: str, unit: str | None, scales: dict[str, str], decimal: str) -> list[list[str]]:
    """Patterns, each with what replaces it, that leave of each number what pandas reads; of other texts, they leave more."""
    own = re.escape(unit or "")
    powers = {power: [each for each in scales if scales[each] == power] for power in scales.values()}
    steps = [
        ("[\u00a0\u202f]", "\u00a0|\u202f", " "),
        (r"\(", r"^\s*\((.*)\)\s*$", r"-\1"),
        (rf"(?m)^[-+(\s]*{own or '!'}", rf"^([-+\s]*){own}\s*", r"\1"),
        (rf"(?m){own or '!'}\)?$", rf"\s*{own}\s*$", ""),
        (r"\d-", r"^(.*\d)-\s*$", r"-\1"),
        (r"[-+(]\s+\S", r"^\s*([-+])\s+", r"\1"),
        *((r"\d", rf"\s*({'|'.join(texts)})\s*$", power) for power, texts in powers.items()),
        *((rf"\d{mark}\d", rf"(?<=\d){mark}(?={GROUP})", "") for mark in "' "),
    ]
    found = [[pattern, written] for sign, pattern, written in steps if re.search(sign, text)]
    if decimal == ",":
        dots = [[rf"(?<=\d)\.(?={GROUP})", ""]] if "." in text else []
        return [*found, *dots, [",", "."]]
    pairs = r"(\d\d,)*" if INDIAN_GROUPS.search(text) else ""
    return [*found, [rf"(?<=\d),(?={pairs}{GROUP})", ""]] if "," in text else found


def list_unread(distinct: Any, steps: list[list[str]]) -> list[str]:
    import pandas

    texts = distinct
    for pattern, written in steps:
        texts = texts.str.replace(pattern, written, regex=True)
    unread = distinct[pandas.to_numeric(texts, errors="coerce").isna()].str.strip()
    return [text for text in unread if text.lower() not in MISSING]


def find_decimal(values: list[str], has_commas: bool) -> tuple[str, str | None]:
    """
    A comma that is not followed by exactly three digits is the decimal mark, and so it is beside dots in groups of three.
    Second, the mark that the values alone do not tell the meaning of.
    """
    text = "\n".join(values)
    if INDIAN_GROUPS.search(text) or re.search(r",\d{3}[,.]\d", text):
        return ".", None
    if re.search(r",\d{1,2}(?!\d)|,\d{4,}|(?<!\d)0,\d|\.\d{3},\d", text):
        return ",", None
    marked = [value for value in values if "." in value or "," in value]
    # Amounts of money have no three decimals.
    is_money = any(re.search(SIGN, value) for value in marked)
    if "." not in text:
        is_open = has_commas and "," in text and not is_money
        return ("," if is_open else "."), "," if is_open else None
    dotted = [value for value in values if "." in value]
    if not all(re.search(r"(^|\D)[1-9]\d{0,2}(\.\d{3})+(\D|$)", value) for value in dotted):
        return ".", None
    if is_money or re.search(r"\.\d{3}\.\d{3}", text):
        return ",", None
    digits = [len(re.sub(r"\D", "", value)) for value in values if "." not in value]
    is_grouped = bool(digits) and max(digits) <= GROUP_DIGITS
    return ("," if has_commas or is_grouped else "."), "."


def find_spellings(known: Any) -> dict[str, Any] | None:
    """Values that differ in letter case or outer blanks only, and `y` beside `yes`."""
    counts = known.value_counts()
    groups: dict[str, dict[str, int]] = {}
    is_flag = {value.strip().casefold() for value in counts.index} <= {"yes", "y", "no", "n"}
    for value, count in counts.items():
        key = value.strip().casefold()
        groups.setdefault(key[:1] if is_flag else key, {})[value] = int(count)
    replaced: dict[str, str] = {}
    cased: list[tuple[str, str]] = []
    blank: list[tuple[str, str]] = []
    for found in groups.values():
        best = choose_spelling(found)
        for value in found:
            text = value.strip()
            if text != best:
                replaced[text] = best
                cased.append((value, best))
            elif text != value:
                blank.append((value, best))
    changed = [*cased, *blank]
    if not changed or len(replaced) > MAX_SPELLINGS:
        return None
    return {
        "as": "spelling",
        "hasBlanks": any(value != value.strip() for value in counts.index),
        "replaced": replaced,
        "before": len(counts),
        "after": len(groups),
        "changed": len(changed),
        "examples": changed[:MAX_LOST],
    }


def choose_spelling(counts: dict[str, int]) -> str:
    """The most frequent one without its outer blanks, and rather a word than a letter."""
    found: dict[str, int] = {}
    for value, count in counts.items():
        found[value.strip()] = found.get(value.strip(), 0) + count
    return max(found, key=lambda text: (len(text) > 1, found[text]))


def find_plain(values: Any, known: Any) -> dict[str, Any] | None:
    """
    Of numbers, flags and texts whose missing values are ``NA``, which is neither equal to a value nor different from it; and
    of the types of Parquet files for which pandas has no column of its own: decimals, days, and times that something took.
    ``known``: without what is missing.
    """
    import pandas
    from pandas.api import types

    found = find_plain_objects(values, known)
    if found is not None:
        return found
    if getattr(values.dtype, "na_value", None) is not pandas.NA or not values.isna().any():
        return None
    if types.is_datetime64_any_dtype(values.dtype):
        return None
    is_number = types.is_numeric_dtype(values.dtype) and not types.is_bool_dtype(values.dtype)
    return {"as": "plain", "type": "float64" if is_number else "object"}


# Larger whole numbers are not exact as floats: digits of names would change.
MAX_EXACT = 2**53
WHOLE = {"lost": 0, "lostTexts": [], "marks": []}


def find_plain_objects(values: Any, known: Any) -> dict[str, Any] | None:
    """Values of Python that a column of objects holds: of one kind all of them."""
    from pandas.api import types

    if types.is_timedelta64_dtype(values.dtype):
        return {"as": "duration", **WHOLE}
    kinds = (
        set(map(type, known)) if values.dtype == object or str(values.dtype).endswith("[pyarrow]") else set()
    )
    if decimal.Decimal in kinds and kinds <= {decimal.Decimal, int, float}:
        is_exact = all(abs(each) < MAX_EXACT for each in known)
        return {"as": "plain", "type": "float64"} if is_exact else {"as": "text", "holds": "long numbers"}
    if kinds == {datetime.date}:
        return {"as": "date", "format": "ISO8601", "isDayFirst": False, **WHOLE}
    if len(kinds) == 1 and issubclass(next(iter(kinds)), datetime.timedelta):
        return {"as": "duration", **WHOLE}
    if kinds == {datetime.time}:
        return {"as": "text", "holds": "times of day"}
    return {"as": "text", "holds": "binary values"} if kinds and kinds <= {bytes, bytearray} else None
