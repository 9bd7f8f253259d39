"""Reads the code cells of an IPython notebook as JSON on standard input and writes them as statements of a Python script.

IPython's own syntax becomes the calls that IPython makes of it. What only IPython can run as a cell, such as a top-level
`await`, becomes a call that has IPython run it. Nothing is executed here.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
import sys

from IPython.core.inputtransformer2 import TransformerManager

# Earlier outputs and inputs, which IPython keeps.
HISTORY = re.compile(r"_{1,3}|_\d+|_i{1,3}|_i\d+|In|Out|_oh|_ih")
AWAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def write_cells(sources: list[str]) -> dict[str, object]:
    codes = [transform(source) for source in sources]
    trees = [parse(code) for code in codes]
    bound = {name for tree in trees if tree for name in list_bound(tree)}
    features: set[str] = set()
    is_future_late = False
    cells = []
    for index, (source, code, tree) in enumerate(zip(sources, codes, trees, strict=True)):
        features_here = find_features(tree)
        # Annotations before it would change, too, if it were the first line of the script.
        is_future_late |= bool(features_here) and any(map(has_annotations, trees[:index]))
        if find_history(tree) - bound:
            cells.append(REFUSAL)
        elif tree is None or is_future_late or awaits(tree) or is_automatic(source, tree, bound):
            cells.append(run_as_cell(source))
        else:
            features |= features_here
            cells.append(without_features(code, tree) if features_here else code)
    return {"cells": cells, "features": sorted(features)}


# Names that IPython defines.
GIVEN = {"display", "get_ipython"}
REFUSAL = (
    'raise SystemExit("This cell reads an earlier output of the notebook, which a script does not have.")'
)


def transform(source: str) -> str:
    """As IPython reads a cell; the cell itself where it has no syntax of IPython."""
    try:
        code = str(TransformerManager().transform_cell(source))
    except SyntaxError:
        return source
    return source if code.rstrip() == source.rstrip() else code.rstrip("\n")


def parse(code: str) -> ast.Module | None:
    """None for what is not Python, such as a magic without its percent sign."""
    try:
        tree = compile(
            code, "cell", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
        )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree if isinstance(tree, ast.Module) else None


def list_bound(tree: ast.Module) -> set[str]:
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return names


def find_history(tree: ast.Module | None) -> set[str]:
    loads = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name)) if tree else ()
    return {name for name in loads if HISTORY.fullmatch(name)}


def find_features(tree: ast.Module | None) -> set[str]:
    nodes = list_futures(tree) if tree else []
    return {alias.name for node in nodes for alias in node.names}


def list_futures(tree: ast.Module) -> list[ast.ImportFrom]:
    return [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]


def has_annotations(tree: ast.Module | None) -> bool:
    if tree is None:
        return True
    return any(
        isinstance(node, ast.AnnAssign) or getattr(node, "annotation", None) or getattr(node, "returns", None)
        for node in ast.walk(tree)
    )


def awaits(tree: ast.AST) -> bool:
    """Outside of any function."""
    open_nodes = [tree]
    while open_nodes:
        for node in ast.iter_child_nodes(open_nodes.pop()):
            if isinstance(node, AWAITING) or getattr(node, "is_async", False):
                return True
            if not isinstance(node, SCOPES):
                open_nodes.append(node)
    return False


def is_automatic(source: str, tree: ast.Module, bound: set[str]) -> bool:
    """Of one line that begins with a name which nothing defines: IPython looks among its magics."""
    first = re.match(r"\s*(\w+)", source)
    if "\n" in source.strip() or not first or not tree.body or not isinstance(tree.body[0], ast.Expr):
        return False
    known = bound | GIVEN | set(dir(builtins))
    return first[1].isidentifier() and first[1] not in known


def run_as_cell(source: str) -> str:
    lines = "\n".join(f"    {line!r}" for line in source.splitlines(keepends=True))
    return f"get_ipython().run_cell(\n{lines}\n).raise_error()"


def without_features(code: str, tree: ast.Module) -> str:
    """The script has them in its first line."""
    lines = [line.encode() for line in code.split("\n")]
    for node in reversed(list_futures(tree)):
        start, end = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        after = lines[end][node.end_col_offset or 0 :]
        lines[start : end + 1] = [lines[start][: node.col_offset] + b"pass" + after]
    return b"\n".join(lines).decode()


if __name__ == "__main__":
    json.dump(write_cells(json.load(sys.stdin.buffer)), sys.stdout)
