"""Tables in files of the workspace. They are read by a process of their own, which is asked what a variable is asked here."""

from __future__ import annotations

import os
from typing import Any

MARK = "file:"
# An export that nobody continues gives back its memory when another starts.
IDLE_S = 120


def ask_file(place: dict[str, Any], function: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """``place`` has ``name``, ``roots``, folders that may have the file, and ``sheet``, a name or None."""
    from ..files.reader_process import ask_reader, keep_reader

    paths = [os.path.abspath(os.path.join(root, place["name"])) for root in place["roots"]]
    path = next((each for each in paths if os.path.exists(each)), None)
    if path is None:
        return {"refusal": "The kernel does not have this file.", "code": "conflict"}
    opened = {"source": "opened-files", "name": path, "sheet": place["sheet"]}
    reply = ask_reader(function, {**arguments, "place": opened})
    if "exportId" in reply:
        keep_reader(reply["exportId"], IDLE_S)
        return {**reply, "exportId": MARK + reply["exportId"]}
    return reply


def ask_export(export_id: str, function: str, arguments: dict[str, Any]) -> dict[str, Any] | None:
    """None for an export that is not of a file."""
    if not export_id.startswith(MARK):
        return None
    from ..files.reader_process import ask_reader, keep_reader

    name = export_id.removeprefix(MARK)
    reply = ask_reader(function, {**arguments, "export_id": name})
    is_open = reply is not None and ("isPending" in reply or reply.get("isLast") is False)
    keep_reader(name, IDLE_S if is_open else 0)
    return reply
