"""Small helpers of make_tables.py: random draws, number formats, the freezing of a workbook."""

import math
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pandas as pd
import table_words as words


def pick(rng: Random, weights: dict[str, int]) -> str:
    """One key, drawn by its weight."""
    return rng.choices(list(weights), weights=list(weights.values()))[0]


def poisson(rng: Random, mean: float) -> int:
    limit, product, count = math.exp(-mean), rng.random(), 0
    while product > limit:
        product *= rng.random()
        count += 1
    return count


def clamp(value: float, low: int, high: int) -> int:
    return max(low, min(high, round(value)))


def tie_top(values: list[str]) -> list[str]:
    """The same list with the two most frequent values made equally frequent."""
    values = list(values)
    (first, most), (second, fewer), (third, _) = Counter(values).most_common(3)
    places = [index for index, value in enumerate(values) if value == first]
    if (most - fewer) % 2:
        values[places.pop()] = third
    for _ in range((most - fewer) // 2):
        values[places.pop()] = second
    return values


def distance_km(origin: tuple[float, float], destination: tuple[float, float]) -> int:
    """The great-circle distance of two places given by latitude and longitude."""
    (lat1, lon1), (lat2, lon2) = (map(math.radians, place) for place in (origin, destination))
    inner = math.sin(lat1) * math.sin(lat2) + math.cos(lat1) * math.cos(lat2) * math.cos(lon1 - lon2)
    return round(6371 * math.acos(inner))


def german(amount: float) -> str:
    """An amount as Germans write it: 4.250,00."""
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def freeze_workbook(path: Path) -> None:
    """Take the time of writing out of an Excel workbook, so that the same data gives the same bytes."""
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    with zipfile.ZipFile(path, "w") as target:
        for name, content in parts.items():
            is_dated = name == "docProps/core.xml"
            frozen = (
                re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2025-02-14T08:00:00Z", content)
                if is_dated
                else content
            )
            target.writestr(zipfile.ZipInfo(name, (2025, 2, 14, 8, 0, 0)), frozen, zipfile.ZIP_DEFLATED)


def as_frame(name: str, rows: Sequence[Sequence[object]], integers: Sequence[str] = ()) -> pd.DataFrame:
    """The rows under the headers of this table; integer columns may have missing values."""
    frame = pd.DataFrame(rows, columns=words.HEADERS[name])
    return frame.astype(dict.fromkeys(integers, "Int64"))


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """A plain clean CSV file: UTF-8, comma, point, ISO dates."""
    frame.to_csv(path, index=False, date_format="%Y-%m-%dT%H:%M:%S", lineterminator="\n")
