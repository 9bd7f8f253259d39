"""Hides the library: pip does not install it with jupyter_client, and Actbook does."""

raise ModuleNotFoundError("No module named 'orjson'", name="orjson")
