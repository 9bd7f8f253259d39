"""``python -m connections`` in ``kernels/``: requests come as JSON lines on stdin, replies go to stdout, notes to stderr."""

import sys
from pathlib import Path

# The same whether the folder or the module was named.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from connections.host import serve

serve()
