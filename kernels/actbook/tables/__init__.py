"""Tables of variables, displays, and files: kept, described, shown in pages, and exported."""
