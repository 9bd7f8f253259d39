"""Reads a notebook of any older format on standard input and writes it as nbformat 4 on standard output."""

import sys

import nbformat

notebook = nbformat.reads(sys.stdin.buffer.read().decode("utf-8"), as_version=4)
sys.stdout.buffer.write(nbformat.writes(notebook, version=4).encode("utf-8"))
