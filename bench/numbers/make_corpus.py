"""Makes the corpus: runs the code of each scenario, writes its answer, and plants errors in a copy of it.

Usage: .venv/bin/python bench/numbers/make_corpus.py
"""

import importlib
import json
import os
import pkgutil
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

HERE = Path(__file__).parent
TABLES = HERE.parent.parent / "examples"
PACKAGES = re.compile(r"File /\S*/(?=site-packages/|lib/python)")
KEPT_TYPES = ("text/plain", "text/html", "text/markdown", "application/json")


@dataclass
class Quantity:
    """One number of an answer. `cells`: whose outputs say it, from 1."""

    text: str
    label: str
    cells: list[int]
    planted: tuple[str, str] | None


@dataclass
class Writer:
    """Marks the quantities of an answer while it is written."""

    quantities: list[Quantity] = field(default_factory=list)

    def _add(
        self, text: str, label: str, cells: tuple[int, ...], planted: tuple[str, str] | None = None
    ) -> str:
        self.quantities.append(Quantity(text, label, list(cells), planted))
        return f"\x01{len(self.quantities) - 1}\x02"

    def s(self, text: str, *cells: int, plant: tuple[str, str] | None = None) -> str:
        """Stated by these cells. `plant`: kind of error, and the text in place of the right one."""
        return self._add(text, "stated", cells, plant)

    def d(self, text: str, *cells: int, plant: tuple[str, str] | None = None) -> str:
        """Derived from values of these cells."""
        return self._add(text, "derived", cells, plant)

    def g(self, text: str) -> str:
        """Given: no claim about results."""
        return self._add(text, "given", ())

    def u(self, text: str, kind: str) -> str:
        """An error in every version of the answer."""
        return self._add(text, "unfounded", (), (kind, text))


@dataclass
class Scenario:
    """`write`: the answer, from the variables of the code that ran."""

    id: str
    question: str
    code: list[str]
    write: Callable[[dict[str, Any], Writer], str]


SCENARIOS: list[Scenario] = []


def scenario(id: str, question: str, *code: str) -> Callable[..., None]:
    """Registers the function below it as what writes the answer."""

    def register(write: Callable[[dict[str, Any], Writer], str]) -> None:
        SCENARIOS.append(Scenario(id, question, [each.strip() for each in code], write))

    return register


def run(code: list[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Runs cells in a new shell. Returns them with their outputs, and the variables."""
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(colors="nocolor")
    shell.run_cell("import pandas as pd\nimport numpy as np\nimport json")
    cells = []
    shown: list[Any] = []
    shell.display_trap.hook = shown.append
    for source in code:
        shown.clear()
        with capture_output() as captured:
            result = shell.run_cell(source, store_history=True)
        if result.error_before_exec or result.error_in_exec:
            if "# fails" not in source:
                raise RuntimeError(f"{source}: {captured.stdout}")
            error = result.error_in_exec
            outputs: list[dict[str, Any]] = [
                {
                    "output_type": "error",
                    "ename": type(error).__name__,
                    "evalue": str(error),
                    # Without where the packages are on this computer.
                    "traceback": [PACKAGES.sub("File ", line) for line in captured.stdout.splitlines()],
                }
            ]
            cells.append({"source": source, "outputs": outputs})
            continue
        outputs = []
        if captured.stdout:
            outputs.append({"output_type": "stream", "name": "stdout", "text": captured.stdout})
        for output in captured.outputs:
            data = {key: value for key, value in output.data.items() if key in KEPT_TYPES}
            outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
        for value in shown:
            if value is None:
                continue
            assert shell.display_formatter is not None
            data, _ = shell.display_formatter.format(value)
            data = {key: each for key, each in data.items() if key in KEPT_TYPES}
            outputs.append(
                {
                    "output_type": "execute_result",
                    "execution_count": len(cells) + 1,
                    "data": data,
                    "metadata": {},
                }
            )
        cells.append({"source": source, "outputs": outputs})
    return cells, shell.user_ns


def render(text: str, quantities: list[Quantity], planted: bool) -> tuple[str, list[dict[str, Any]]]:
    """The answer, and the labels of what it says."""
    labels = []
    places = []
    answer = ""
    for index, part in enumerate(text.split("\x01")):
        if index == 0:
            answer += part
            continue
        number, rest = part.split("\x02", 1)
        quantity = quantities[int(number)]
        is_planted = quantity.planted is not None and (planted or quantity.label == "unfounded")
        shown = quantity.planted[1] if is_planted and quantity.planted else quantity.text
        places.append((len(answer), shown, quantity, is_planted))
        answer += shown + rest
    for start, shown, quantity, is_planted in places:
        nth = sum(1 for at in range(start + 1) if answer.startswith(shown, at))
        label: dict[str, Any] = {"text": shown, "nth": nth}
        if is_planted and quantity.planted:
            label |= {"label": "unfounded", "cells": [], "planted": quantity.planted[0]}
        else:
            label |= {"label": quantity.label, "cells": quantity.cells}
        labels.append(label)
    return answer, labels


def main() -> None:
    """Writes one JSON file for each answer."""
    sys.path.insert(0, str(HERE))
    sys.modules["make_corpus"] = sys.modules["__main__"]
    for module in pkgutil.iter_modules([str(HERE / "scenarios")]):
        importlib.import_module(f"scenarios.{module.name}")
    target = HERE / "answers"
    target.mkdir(exist_ok=True)
    for old in target.glob("made-*.json"):
        old.unlink()
    count = 0
    for each in SCENARIOS:
        with tempfile.TemporaryDirectory() as folder:
            for table in TABLES.glob("*.csv"):
                shutil.copy(table, folder)
            os.chdir(folder)
            cells, variables = run(each.code)
            os.chdir(HERE)
        writer = Writer()
        text = each.write(variables, writer).strip()
        has_plants = any(q.planted and q.label != "unfounded" for q in writer.quantities)
        for planted in [False, True] if has_plants else [False]:
            answer, labels = render(text, writer.quantities, planted)
            name = f"made-{each.id}{'-planted' if planted else ''}"
            content: dict[str, Any] = {"id": name, "question": each.question, "answer": answer}
            content |= {"cells": cells, "quantities": labels}
            path = target / f"{name}.json"
            path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
            count += 1
    print(f"{count} answers")


if __name__ == "__main__":
    main()
