"""Runs the cells of many questions in one process, each question on fresh tables, and prints what they showed as JSON."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
import warnings
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[4] / "kernels"))

import matplotlib as mpl
import pandas as pd
from actbook.digests import make_digest
from matplotlib import pyplot as plt

mpl.use("agg")


def run_cell(code: str, names: dict[str, Any]) -> Any:
    body = ast.parse(code).body
    last = body[-1]
    is_value = isinstance(last, ast.Expr)
    exec(compile(ast.Module(body[:-1] if is_value else body, []), "cell", "exec"), names)
    return (
        eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        if isinstance(last, ast.Expr)
        else None
    )


def run_case(
    cells: list[tuple[str, str]], check: str | None, tables: dict[str, pd.DataFrame]
) -> tuple[list[dict[str, Any]], str | None]:
    names: dict[str, Any] = {"pd": pd, **{name: frame.copy() for name, frame in tables.items()}}
    shown: list[dict[str, Any]] = []
    for role, code in cells:
        if role == "chart" and shown[0].get("data", {}).get("rows", 2) < 2:
            shown.append({})
            continue
        try:
            shown.append(make_digest(run_cell(code, names), {"text/plain": ""}, 768))
        except Exception as error:
            shown.append({"error": f"{type(error).__name__}: {error}"})
    plt.close("all")
    if any(not frame.equals(names[name]) for name, frame in tables.items()):
        shown.append({"error": "A table was changed."})
    return shown, None if check is None else run_check(check, names)


def run_check(code: str, names: dict[str, Any]) -> str:
    before = set(names)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "check", "exec"), names)
    left = {name for name in names if not name.startswith("_")} - before
    return f"leaves {left}" if left else printed.getvalue().strip()


def main() -> None:
    job = json.load(sys.stdin)
    tables = {
        name: pd.read_csv(io.StringIO(csv), parse_dates=job["dates"][name])
        for name, csv in job["tables"].items()
    }
    tables["nullable"] = tables["nullable"].convert_dtypes()
    warnings.simplefilter("error")
    # What a chart warns of is about fonts and a display that tests do not have.
    warnings.filterwarnings("ignore", module="matplotlib")
    warnings.filterwarnings("ignore", category=mpl.MatplotlibDeprecationWarning)
    # Older releases of pandas say so of a median of no values.
    warnings.filterwarnings("ignore", message="Mean of empty slice")
    warnings.filterwarnings("ignore", message="FigureCanvasAgg is non-interactive")
    ran = [run_case(cells, check, tables) for cells, check in zip(job["cases"], job["checks"], strict=True)]
    shown, verdicts = zip(*ran, strict=True)
    print(json.dumps({"pandas": pd.__version__, "shown": shown, "verdicts": verdicts}))


if __name__ == "__main__":
    main()
