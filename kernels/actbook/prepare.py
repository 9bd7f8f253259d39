"""Makes this kernel process ready for cells. Modules that only some cells need are imported when one does."""

from __future__ import annotations

import contextlib
from typing import Any

from .chart_style import apply_chart_style
from .displays import add_digests
from .duckdb_settings import prepare_duckdb
from .failed_commands import watch_commands
from .lost_rows import watch_libraries
from .tools.defined_tools import define


def prepare(digest_mime_type: str, max_copy_side: int, tools: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Returns what ``define`` does. Done again, it changes nothing but the tools."""
    # Without digests, outputs are described by what they show.
    with contextlib.suppress(Exception):
        add_digests(digest_mime_type, max_copy_side)
    with contextlib.suppress(Exception):
        apply_chart_style()
    with contextlib.suppress(Exception):
        watch_libraries()
    with contextlib.suppress(Exception):
        watch_commands()
    with contextlib.suppress(Exception):
        prepare_duckdb()
    return define(tools)
