"""``add_packages(names)``: asks the user to add packages to the notebook."""

from __future__ import annotations

import sys

from ..errors import ToolError
from ..layers import use_layer
from .calls import call


def add_packages(*names: str) -> None:
    """Asks the user to add packages to this notebook. When it returns, they can be imported.

    Args:
        names: as pip takes them, such as "lifelines" or "lifelines==0.30.0".
    """
    __tracebackhide__ = True
    given = call("add_packages", {"names": list(names)})
    loaded = use_layer(given["path"], given["root"])
    if loaded is None:
        raise ToolError("The packages were added, but this kernel cannot see them. Restart it.")
    added = ", ".join(f"{each['name']} {each['version']}" for each in given["packages"])
    lines = [f"Added: {added or 'nothing that was not there already'}"]
    for each in loaded:
        lines.append(
            f"{each['name']} {each['loaded']} is imported already: restart the kernel to use {each['version']}."
        )
    sys.stdout.write("\n".join(lines) + "\n")


# As users see it.
add_packages.__module__ = "actbook"
