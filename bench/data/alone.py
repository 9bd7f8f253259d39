"""Runs one of the questions in a process of its own. Arguments: name of the library, folder. Prints JSON on its last line."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import queries

if __name__ == "__main__":
    began = time.monotonic()
    groups, total = getattr(queries, f"ask_{sys.argv[1]}")(sys.argv[2])
    seconds, kilobytes = time.monotonic() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": seconds, "memoryBytes": kilobytes * 1024, "groups": groups, "total": total}))
