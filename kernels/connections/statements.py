"""What is wrong with a statement, where only one query may run, and which schemas it names.

Nothing here keeps a query from writing: that is the database's doing, and the roles'. These are words, and a rule for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from connections.problem import Problem

GAP = r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*"
QUERIES = {"SELECT", "WITH", "VALUES", "TABLE", "FROM"}


def trim(sql: str) -> str:
    """Without the semicolons that may end it. Throws a Problem if there is no query."""
    text = re.sub(r"[\s;]+$", "", sql)
    if not text:
        raise Problem("refused", "The query is empty.")
    return text


def refuse_other(sql: str) -> None:
    """Throws a Problem that names the statement, if its first word is not one of a query."""
    found = re.match(rf"(?:{GAP}\()*{GAP}(\w+)", sql, re.DOTALL)
    word = found.group(1).upper() if found else ""
    if word not in QUERIES:
        raise Problem(
            "refused",
            f"Only a query can run here (SELECT, VALUES, TABLE, or WITH … SELECT), not {word or 'this'}.",
        )


def refuse_semicolon(sql: str) -> None:
    """For servers that would take what follows as a second statement. One in a string counts, as no reading of SQL is certain."""
    if ";" in sql:
        raise Problem(
            "refused",
            "A semicolon cannot be used here, not even in a string: only one query can run. Write chr(59) for one.",
        )


def refuse_schemas(sql: str, allowed: Iterable[str] | None, existing: Iterable[str]) -> None:
    """Throws a Problem if the text names an existing schema that is not allowed, in front of a dot, in whatever quotes.

    Unqualified names must be found in allowed schemas only, which is the adapter's part. Text in a string or a comment counts
    too, as no reading of SQL is certain; for the same reason, names that are spelled in escapes are refused.
    """
    if allowed is None:
        return
    permitted = {name.lower() for name in allowed}
    if re.search(r"\bU&[\"']", sql, re.IGNORECASE) or "/*!" in sql or re.search(r"/\*M!", sql, re.IGNORECASE):
        raise Problem(
            "refused",
            'Names in escapes (U&"…") and executed comments (/*! … */) cannot be used where schemas are limited.',
        )
    for name in existing:
        if name.lower() in permitted:
            continue
        quoted = re.escape(name).replace('"', '""')
        if re.search(rf"(?<!\w){quoted}(?!\w)[\"`\]]?{GAP}\.", sql, re.IGNORECASE | re.DOTALL):
            raise Problem(
                "refused",
                f"The schema {name} is not one that this connection may use ({', '.join(permitted)}).",
            )


def refuse_calls(sql: str, names: str) -> None:
    """Throws a Problem if the text calls a function whose name matches the pattern ``names``."""
    if found := re.search(rf"(?<!\w)({names})[\"`\]]?{GAP}\(", sql, re.IGNORECASE | re.DOTALL):
        raise Problem(
            "refused", f"{found.group(1)} cannot be called here: it can reach past what a query reads."
        )
