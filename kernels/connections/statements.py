"""What is wrong with a statement, where only one query may run, and which schemas it names.

Nothing here keeps a query from writing: that is the database's doing, and the roles'. These are words, and a rule for names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from connections.problem import Problem

# The word that SQLite and DuckDB name in an error.
NAMED = re.compile(
    r'near "(?P<a>.+?)":|no such (?:column|table|function): (?:\w+\.)*(?P<b>\w+)|column "(?P<c>\w+)" not found|with name "?(?P<d>\w+)"? does not exist'
)
QUERIES = {"SELECT", "WITH", "VALUES", "TABLE", "FROM"}
# What a text is split into: a comment, the beginning of one that is cut, a quoted text or name, or one character.
TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*|/\*.*?\*/)|(?P<cut>/\*)|(?P<dollar>(?<![\w$])\$(?P<tag>(?:[^\W\d]\w*)?)\$.*?\$(?P=tag)\$)"""
    r"""|(?P<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`)|(?P<hash>\#)|.""",
    re.DOTALL,
)


def trim(sql: str) -> str:
    """With lines that end in LF, and without the semicolons that may end it. Throws a Problem if nothing is left, or if there is a
    character that some databases take for the end of a line or of the text, and others do not."""
    text = sql.replace("\r\n", "\n")
    if found := re.search(r"[\r\0]", text):
        raise Problem(
            "refused",
            f"The query has a character {found[0]!r}, which is not allowed. End lines with a line feed.",
        )
    text = re.sub(r"[\s;]+$", "", text)
    if not text:
        raise Problem("refused", "The query is empty.")
    return text


def trim_comments(sql: str, *, like_mysql: bool = False) -> str:
    """Without comments at its end. Throws a Problem where ``refuse_unclear`` does."""
    refuse_unclear(sql, like_mysql=like_mysql)
    return trim(sql[: len(re.sub(r"[\s;]+$", "", blank_comments(sql)))])


def blank_comments(sql: str) -> str:
    """Of the same length: each comment is spaces, as it is for a parser that knows only ``--`` and ``/* */``."""
    return TOKEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]) if found["comment"] else found[0], sql)


def refuse_unclear(sql: str, *, like_mysql: bool = False) -> None:
    """Throws a Problem where databases differ about what is a comment or a text, or we may be wrong."""
    for found in TOKEN.finditer(sql):
        token = found[0]
        unclear = None
        if re.match(r"U&\"", sql[max(0, found.start() - 2) : found.start() + 1], re.IGNORECASE):
            unclear = 'A name in escapes (U&"…")'
        elif found["cut"] or token in {"'", '"', "`"} or (token[0] == "`" and not like_mysql):
            unclear = "A backtick, or a text, name, or comment without an end,"
        elif (
            found["comment"]
            and token.startswith("/*")
            and ("/*" in token[2:] or (token[2] in "!M" and like_mysql))
        ):
            unclear = "A comment in a comment, or one that is executed"
        elif found["comment"] and like_mysql and token.startswith("--") and token[2:3] not in {"", " ", "\t"}:
            unclear = "Two minus signs without a space"
        elif found["hash"] and like_mysql:
            unclear = "# outside of a text"
        elif found["dollar"] and like_mysql:
            unclear = "$$"
        elif found["quoted"] and "\\" + token[0] in token:
            unclear = "A backslash in front of a quote (write two quotes for one, and the function chr for a backslash)"
        if unclear:
            raise Problem("refused", f"{unclear} cannot be used here, as its reading is not certain.")


def read_query(sql: str, refused_calls: str, *, like_mysql: bool = False) -> tuple[str, str]:
    """The query, trimmed, and the same with blank comments. Throws a Problem for what is not one, and as ``refuse_calls`` does."""
    sql = trim_comments(trim(sql), like_mysql=like_mysql)
    refuse_other(sql)
    plain = blank_comments(sql)
    refuse_calls(plain, refused_calls)
    return sql, plain


def refuse_comments(sql: str) -> None:
    """For servers whose comments we do not know well, where schemas are limited."""
    if re.search(r"--|/\*|\#|//", sql):
        raise Problem(
            "refused",
            "Comments (also --, //, and # in a text) cannot be used here where schemas are limited.",
        )


def refuse_other(sql: str) -> None:
    """Throws a Problem that names the statement, if its first word is not one of a query."""
    found = re.match(r"[\s(]*(\w+)", blank_comments(sql))
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
    The text has no comments.

    Unqualified names must be found in allowed schemas only, which is the adapter's part. Text in a string or a comment counts
    too, as no reading of SQL is certain; for the same reason, names that are spelled in escapes are refused.
    """
    if allowed is None:
        return
    permitted = {name.lower() for name in allowed}
    if re.search(r"\bU&[\"']", sql, re.IGNORECASE):
        raise Problem("refused", 'Names in escapes (U&"…") cannot be used where schemas are limited.')
    for name in existing:
        if name.lower() in permitted:
            continue
        quoted = re.escape(name).replace('"', '""')
        if re.search(rf"(?<!\w){quoted}(?!\w)[\"`\]]?\s*\.", sql, re.IGNORECASE):
            raise Problem(
                "refused",
                f"The schema {name} is not one that this connection may use ({', '.join(permitted)}).",
            )


def refuse_calls(sql: str, names: str) -> None:
    """Throws a Problem if the text calls a function whose name matches the pattern ``names``. The text has no comments."""
    if found := re.search(rf"(?<!\w)({names})[\"`\]]?\s*\(", sql, re.IGNORECASE):
        raise Problem(
            "refused", f"{found.group(1)} cannot be called here: it can reach past what a query reads."
        )


def add_place(text: str, sql: str) -> str:
    """An error with the line of the word that it names, if the query has that word once, and the error no line."""
    word = None if "\nLINE " in text else NAMED.search(text)
    if not word:
        return text
    pattern = rf"(?<!\w){re.escape(next(filter(None, word.groups())))}(?!\w)"
    found = list(re.finditer(pattern, blank_comments(sql), re.IGNORECASE))
    if len(found) != 1:
        return text
    at = found[0].start()
    number, begin = sql.count("\n", 0, at) + 1, sql.rfind("\n", 0, at) + 1
    head = f"LINE {number}: "
    return f"{text}\n{head}{sql[begin:].splitlines()[0]}\n{' ' * (len(head) + at - begin)}^"
