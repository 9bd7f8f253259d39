"""Adds a digest to each value that this kernel displays.

IPython's ``display_formatter.format`` is passed by every displayed value and result: only there are a figure and the
picture made of it at hand together. The digest travels in the bundle under a MIME type of Actbook's own, which takes it
out before the log, so that no notebook file has it.
"""

from __future__ import annotations

from typing import Any

from .shell import find_shell


def add_digests(mime_type: str, max_copy_side: int) -> None:
    """Done twice, it changes nothing. ``max_copy_side``: longest side of the copy of an image, in pixels."""
    formatter = find_shell().display_formatter
    format_value = formatter.format
    if hasattr(format_value, "actbook_digests"):
        return

    def format_with_digest(value: Any, include: Any = None, exclude: Any = None) -> Any:
        __tracebackhide__ = True
        data, metadata = format_value(value, include=include, exclude=exclude)
        # A text has none, and Actbook's own questions are answered with texts.
        if not data or include or type(value) is str:
            return data, metadata
        from .digests import attempt, make_digest
        from .tables.kept_tables import find_kept_tables

        digest = make_digest(value, data, max_copy_side, metadata)
        attempt(digest, "kept", find_kept_tables().keep, value)
        return ({**data, mime_type: digest} if digest else data), metadata

    vars(format_with_digest)["actbook_digests"] = True
    formatter.format = format_with_digest
