"""Bounds the copy that IPython keeps of all that was printed and displayed, for its `%notebook` magic alone."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from IPython.core.history import HistoryManager

# Characters of all cells together; later output is not copied.
MAX_KEPT_LENGTH = 4 * 1024 * 1024
# What an output or a piece of text weighs without its content.
ITEM_LENGTH = 100


# No base has subscripts: Python 3.8 does not have them.
class KeptOutputs(defaultdict):  # type: ignore[type-arg]
    """IPython's outputs of each cell, until there are too many."""

    def __init__(self) -> None:
        super().__init__(list)
        self.room = MAX_KEPT_LENGTH

    def __missing__(self, execution_count: int) -> list[Any]:
        outputs = CellOutputs(self)
        self[execution_count] = outputs
        return outputs

    def clear(self) -> None:
        super().clear()
        self.room = MAX_KEPT_LENGTH

    def admits(self, length: int) -> bool:
        self.room -= length + ITEM_LENGTH
        return self.room > 0


class CellOutputs(list):  # type: ignore[type-arg]
    def __init__(self, kept: KeptOutputs) -> None:
        super().__init__()
        self.kept = kept

    def append(self, output: Any) -> None:
        bundle = output.bundle
        if "stream" in bundle:
            bundle["stream"] = KeptText(self.kept)
        elif not self.kept.admits(sum(len(value) for value in bundle.values() if isinstance(value, str))):
            output.bundle = {}
        # IPython looks at the last of a cell that has any.
        if output.bundle or not self:
            super().append(output)


class KeptText(list):  # type: ignore[type-arg]
    def __init__(self, kept: KeptOutputs) -> None:
        super().__init__()
        self.kept = kept

    def append(self, text: str) -> None:
        if self.kept.room > 0 and self.kept.admits(len(text)):
            super().append(text)


def bound_history() -> None:
    """Called once in a kernel's process. IPython before 9 keeps no copy."""
    if hasattr(HistoryManager, "outputs"):
        HistoryManager.outputs = KeptOutputs()
