from __future__ import annotations


class ToolError(Exception):
    """A tool could not be called, or failed."""


# As users see it, and import it.
ToolError.__module__ = "actbook"
