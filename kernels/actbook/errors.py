class ToolError(Exception):
    """A tool could not be called, or failed."""


# As people see it, and import it.
ToolError.__module__ = "actbook"
