from __future__ import annotations


class ToolError(Exception):
    """A tool could not be called, or failed."""


# As users see it, and import it.
ToolError.__module__ = "actbook"


class Refusal(Exception):
    """Why a table cannot be shown: a sentence for the user. ``code`` says what kind of reason it is."""

    def __init__(self, sentence: str, code: str = "conflict") -> None:
        super().__init__(sentence)
        self.code = code


class Unfinished(Exception):
    """A call took its share of time and has to be asked again: it continues where it stopped."""
