"""Data files: what a file holds, how it begins, and its tables, which are read within bounds."""
