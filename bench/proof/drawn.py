"""Outputs as cells that draw random numbers show them, as JSON on standard output.

For each kind, a list of cases: what the notebook shows, then what five clean runs show. In those of `changed`, a value that is not
drawn is another one in the notebook.
"""

import json
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

SEED = 20261126
CASES = 100
RUNS = 5

rng = np.random.default_rng(SEED)
Bundle = dict[str, str]
Numbers: TypeAlias = "npt.NDArray[np.float64]"


def plain(text: str) -> Bundle:
    return {"text/plain": text}


def shown(value: object) -> Bundle:
    html = getattr(value, "_repr_html_", None)
    return {"text/plain": repr(value)} | ({"text/html": html()} if html else {})


def scale() -> float:
    """From one draw to the next, columns are wider or narrower."""
    return float(10.0 ** rng.integers(-2, 5))


def frame() -> pd.DataFrame:
    return pd.DataFrame(rng.normal(size=(3, 2)) * scale(), columns=["a", "b"])


def letters() -> pd.Series:
    return pd.Series(rng.choice(["a", "b", "c"], 30)).value_counts()


def sample(value: int = 7) -> pd.DataFrame:
    table = pd.DataFrame({"k": list("abcdefgh"), "v": [value] * 8})
    return table.sample(3, random_state=int(rng.integers(1_000_000)))


def gaps(size: int) -> Numbers:
    numbers: Numbers = np.where(rng.random(size) > 0.7, np.nan, rng.normal(size=size))
    return numbers


def with_constant(value: float) -> Numbers:
    array: Numbers = rng.normal(size=6)
    array[3] = value
    return array


VARYING: dict[str, Callable[[], Bundle]] = {
    "three numbers": lambda: shown(rng.normal(size=3)),
    "twelve numbers": lambda: shown(rng.normal(size=12)),
    "a matrix": lambda: shown(rng.normal(size=(3, 3))),
    "numbers below one": lambda: shown(rng.uniform(size=5)),
    "numbers of all sizes": lambda: shown(rng.normal(size=3) * scale()),
    "integers": lambda: shown(rng.integers(0, 100, 6)),
    "an array with gaps": lambda: shown(gaps(5)),
    "an order": lambda: shown(rng.permutation(6)),
    "complex numbers": lambda: shown(rng.normal(size=2) + 1j * rng.normal(size=2)),
    "a list": lambda: plain(repr([float(x) for x in rng.normal(size=3).round(2)])),
    "a printed array": lambda: plain(str(rng.normal(size=7))),
    "a printed array with its name": lambda: plain(f"x = {rng.normal(size=3)}"),
    "a printed matrix": lambda: plain(f"x =\n{rng.normal(size=(2, 2))}"),
    "a printed table": lambda: plain(str(frame())),
    "a printed summary": lambda: plain(str(frame().describe())),
    "a printed count": lambda: plain(str(letters())),
    "a printed sample": lambda: plain(str(sample())),
    "a sentence": lambda: plain(f"mean {rng.normal()} of 50\nsd {rng.random():.3f}"),
    "a dictionary": lambda: plain(repr({"a": float(rng.normal() * scale()), "b": float(rng.normal())})),
    "a table": lambda: shown(frame()),
    "a summary": lambda: shown(frame().describe()),
    "a count": lambda: shown(letters().to_frame()),
    "a sample": lambda: shown(sample()),
    "a table with gaps": lambda: shown(pd.DataFrame({"a": gaps(4)})),
    "a filtered table": lambda: shown(pd.DataFrame({"a": rng.normal(size=8)}).query("a > 0")),
}

CHANGED: dict[str, Callable[[bool], Bundle]] = {
    "a constant in an array": lambda is_old: shown(with_constant(9.25 if is_old else 8.25)),
    "a gap in an array": lambda is_old: shown(with_constant(np.nan if is_old else 0.5)),
    "a number in a line": lambda is_old: plain(f"draw {rng.normal():.3f} rate {5 if is_old else 6}"),
    "a word in a line": lambda is_old: plain(f"draw {rng.normal():.3f} in {'Oslo' if is_old else 'Rome'}"),
    "a line below an array": lambda is_old: plain(f"x = {rng.normal(size=3)}\nrows {5 if is_old else 6}"),
    "an item of a list": lambda is_old: plain(repr([*rng.normal(size=3).tolist(), 7 if is_old else 8])),
    "an item in another order": lambda is_old: plain(
        repr([*rng.permutation(["a", "b", "c"]).tolist(), "x" if is_old else "y"])
    ),
    "a printed heading": lambda is_old: plain(
        str(pd.DataFrame({"a": rng.normal(size=3) * scale(), "total" if is_old else "sum": [1, 2, 3]}))
    ),
    "a heading": lambda is_old: shown(
        pd.DataFrame({"a": rng.normal(size=3) * scale(), "total" if is_old else "sum": [1, 2, 3]})
    ),
    "a cell": lambda is_old: shown(
        pd.DataFrame({"city": ["Oslo", "Rome" if is_old else "Bern"], "x": rng.normal(size=2) * scale()})
    ),
    "an index": lambda is_old: shown(
        pd.DataFrame({"x": rng.normal(size=2) * scale()}, index=["p", "q" if is_old else "r"])
    ),
    "a type": lambda is_old: shown(
        pd.DataFrame({"n": [1.0, 2.0] if is_old else [1, 2], "x": rng.normal(size=2) * scale()})
    ),
    "a column of a sample": lambda is_old: shown(sample(9 if is_old else 7)),
}

print(
    json.dumps(
        {
            "varies": {
                name: [[draw() for _ in range(RUNS + 1)] for _ in range(CASES)]
                for name, draw in VARYING.items()
            },
            "differs": {
                name: [[draw(True), *(draw(False) for _ in range(RUNS))] for _ in range(CASES)]
                for name, draw in CHANGED.items()
            },
        }
    )
)
