"""What it costs to tell of lost rows: each operation as pandas does it, and as a kernel of Actbook does it.

Usage: ``python losses.py KERNELS ROUNDS``. Prints one line of JSON: for each operation the shortest time of both, in milliseconds.
The two alternate, so that a busy moment hits both alike.
"""

import json
import sys
from time import perf_counter
from types import CodeType

import numpy as np
import pandas as pd
from IPython.core.interactiveshell import InteractiveShell

ROWS = 200_000
KEYS = 5_000
# So many of the keys have a match.
KNOWN_KEYS = 4_800

OPERATIONS = {
    'a column, `df["v"]`': 'for _ in range(2_000): df["v"]',
    'one value, `df.loc[i, "v"]`': 'for at in range(2_000): df.loc[at, "v"]',
    "a filter over missing values": 'df[df["w"] > 0.5]',
    "an inner join that loses rows": 'df.merge(others, on="key")',
    "a left join without all matches": 'df.merge(others, on="key", how="left")',
    "a sum by group": 'df.groupby("key")["v"].sum()',
    "text to numbers": 'pd.to_numeric(df["text"], errors="coerce")',
    "rows without missing values": "df.dropna()",
    "a concatenation": "pd.concat([df, others])",
}


def make_tables() -> dict[str, object]:
    random = np.random.default_rng(35)
    df = pd.DataFrame(
        {
            "key": random.integers(0, KEYS, ROWS).astype(str),
            "v": random.random(ROWS),
            "w": random.random(ROWS),
            "text": "1.5",
        }
    )
    df.loc[::50, "w"] = np.nan
    others = pd.DataFrame({"key": [str(each) for each in range(KNOWN_KEYS)], "name": range(KNOWN_KEYS)})
    return {"pd": pd, "df": df, "others": others}


def main() -> None:
    kernels, rounds = sys.argv[1], int(sys.argv[2])
    shell = InteractiveShell.instance()
    shell.user_ns.update(make_tables())
    sys.path.insert(0, kernels)
    from actbook import lost_rows, notes

    owners = (pd, pd.Series, pd.DataFrame, type(pd.DataFrame().loc))
    plain = {owner: dict(vars(owner)) for owner in owners}
    lost_rows.watch(pd)
    watched = {owner: dict(vars(owner)) for owner in owners}
    changed = [
        (owner, name)
        for owner in owners
        for name in plain[owner]
        if plain[owner][name] is not watched[owner][name]
    ]

    def measure(code: CodeType, made: dict[object, dict[str, object]]) -> float:
        for owner, name in changed:
            setattr(owner, name, made[owner][name])
        start = perf_counter()
        exec(code, shell.user_ns)
        took = perf_counter() - start
        notes.take_notes()
        return took * 1000

    found = {}
    for name, source in OPERATIONS.items():
        code = compile(source, name, "exec")
        pairs = [(measure(code, plain), measure(code, watched)) for _ in range(rounds)]
        found[name] = [min(each) for each in zip(*pairs, strict=True)]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
