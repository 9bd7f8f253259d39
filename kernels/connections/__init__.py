"""The host process of connections: runs queries on databases, outside any sandbox, and hands results over as Arrow files."""
