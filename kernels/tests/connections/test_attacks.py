"""Attacks on PostgreSQL. Each succeeds first without a guard, as a superuser; the host process then stops it for the same superuser.

Most of them get past a transaction that only reads; where that alone stops one, it is shown to succeed outside of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

INSERT = "INSERT INTO victims VALUES (1)"
COUNT = "SELECT count(*) FROM victims"
READ_ONLY = "BEGIN READ ONLY"
WRAPPED = "SELECT * FROM (%s\n) AS q"


@pytest.fixture
def victim(postgres: Any) -> Iterator[Any]:
    """A table, and functions that write into it."""
    postgres.admin(
        "CREATE TABLE victims (id int); CREATE SEQUENCE numbers; CREATE SCHEMA collations; CREATE EXTENSION dblink",
        f"CREATE FUNCTION add_one() RETURNS int LANGUAGE sql VOLATILE AS '{INSERT} RETURNING id'",
        f"CREATE PROCEDURE add_another() LANGUAGE sql AS '{INSERT}'",
        "CREATE FUNCTION run_program(text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('COPY (SELECT 1) TO PROGRAM %L', $1); RETURN 1; END $$",
    )
    yield postgres
    postgres.admin(
        "DROP EXTENSION dblink; DROP SCHEMA collations CASCADE; DROP FUNCTION add_one, run_program; DROP PROCEDURE add_another; DROP SEQUENCE numbers; DROP TABLE victims"
    )


# Name, statements that come first, the attack, and a query whose value changes if it succeeded.
ATTACKS = [
    ("commit first", [READ_ONLY], f"COMMIT; {INSERT}", COUNT),
    ("read write", [READ_ONLY], f"SET TRANSACTION READ WRITE; {INSERT}; COMMIT", COUNT),
    ("begin again", [READ_ONLY], f"ROLLBACK; BEGIN READ WRITE; {INSERT}; COMMIT", COUNT),
    (
        "session default",
        [READ_ONLY],
        f"SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; COMMIT; {INSERT}",
        COUNT,
    ),
    (
        "out of the subquery",
        [READ_ONLY],
        WRAPPED % f"SELECT 1) AS q; COMMIT; {INSERT}; SELECT * FROM (SELECT 1",
        COUNT,
    ),
    ("function that writes", [], "SELECT add_one()", COUNT),
    ("procedure", [], "CALL add_another()", COUNT),
    ("DO block", [], f"DO $$ BEGIN {INSERT}; END $$", COUNT),
    ("CTE that writes", [], f"WITH x AS ({INSERT} RETURNING id) SELECT * FROM x", COUNT),
    ("leading comment", [], f"/* SELECT */ -- SELECT\n {INSERT}", COUNT),
    ("EXPLAIN ANALYZE", [], f"EXPLAIN ANALYZE {INSERT}", COUNT),
    ("prepared statement", [], f"PREPARE p AS {INSERT}; EXECUTE p", COUNT),
    ("COPY FROM PROGRAM", [], "COPY victims FROM PROGRAM 'echo 1'", COUNT),
    ("SELECT INTO", [], "SELECT 1 AS id INTO made", "SELECT count(*) FROM pg_class WHERE relname = 'made'"),
    (
        "dblink",
        [READ_ONLY],
        f"SELECT dblink_exec('host=127.0.0.1 port=PORT user=postgres dbname=postgres', '{INSERT}')",
        COUNT,
    ),
    (
        "collations",
        [],
        "SELECT pg_import_system_collations('collations')",
        "SELECT count(*) > 0 FROM pg_collation WHERE collnamespace = 'collations'::regnamespace",
    ),
    ("nextval", [], "SELECT nextval('numbers')", "SELECT is_called FROM numbers"),
    ("setval", [], "SELECT setval('numbers', 500)", "SELECT last_value FROM numbers"),
    ("large object", [], "SELECT lo_from_bytea(0, 'x')", "SELECT count(*) FROM pg_largeobject_metadata"),
    (
        "other sessions",
        [READ_ONLY],
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'other'",
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'other'",
    ),
    (
        "advisory lock",
        [READ_ONLY],
        "SELECT pg_advisory_lock(42)",
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'",
    ),
    ("setting", [READ_ONLY], "SELECT set_config('statement_timeout', '0', false)", None),
    ("reading a file", [READ_ONLY], "SELECT pg_read_file('PG_VERSION')", None),
    ("listing a folder", [READ_ONLY], "SELECT pg_ls_dir('.')", None),
    ("reading a file by COPY", [READ_ONLY], "COPY (SELECT pg_read_file('PG_VERSION')) TO STDOUT", None),
]


@pytest.mark.parametrize(
    ("before", "attack", "effect"), [row[1:] for row in ATTACKS], ids=[row[0] for row in ATTACKS]
)
def test_succeeds_without_a_guard_and_fails_with_it(
    host: Any, victim: Any, before: list[str], attack: str, effect: str | None
) -> None:
    other, attacker = victim.connect(), victim.connect()
    victim.run(other, "SET application_name = 'other'")
    attack = attack.replace("PORT", str(victim.port))
    was = victim.admin(effect) if effect else None
    for statement in before:
        victim.run(attacker, statement)
    value = victim.run(attacker, attack)
    # An attack without an effect gives what must not be given.
    assert victim.admin(effect) != was if effect else value is not None or "COPY" in attack
    victim.finish(attacker)
    victim.finish(other)

    victim.admin(
        "DROP TABLE IF EXISTS made; DELETE FROM victims; DROP SCHEMA collations CASCADE; CREATE SCHEMA collations; ALTER SEQUENCE numbers RESTART"
    )
    other = victim.connect()
    victim.run(other, "SET application_name = 'other'")
    was = victim.admin(effect) if effect else None
    text = attack.removeprefix("SELECT * FROM (").removesuffix("\n) AS q")
    error = host.refuse(victim.as_user("postgres", allowsWriters=True), text)
    assert error["code"] in {"refused", "sql"}
    if effect:
        assert victim.admin(effect) == was
    victim.finish(other)
    # Nor does the role that is meant for it get anywhere.
    assert host.refuse(victim.as_user("reader"), text)["code"] in {"refused", "sql"}


def test_programs_and_files_of_the_server(host: Any, victim: Any, server_folder: Path) -> None:
    """What acts outside of the database is stopped by the role: a superuser is refused, and another may not."""
    program, exported = server_folder / "program", server_folder / "exported"
    attacker = victim.connect()
    victim.run(attacker, READ_ONLY)
    victim.run(attacker, f"COPY (SELECT 1) TO PROGRAM 'cat > {program}'")
    assert program.exists()
    program.unlink()
    victim.run(attacker, f"SELECT run_program('cat > {program}')")
    assert program.exists()
    program.unlink()
    victim.run(attacker, "ROLLBACK")
    number = victim.run(attacker, "SELECT lo_from_bytea(0, 'x')")
    victim.run(attacker, f"{READ_ONLY}; SELECT lo_export({number}, '{exported}')")
    assert exported.exists()
    exported.unlink()
    victim.finish(attacker)

    for connection in (
        victim.as_user("postgres"),
        victim.as_user("reader"),
        victim.as_user("postgres", allowsWriters=True),
    ):
        assert host.refuse(connection, f"COPY (SELECT 1) TO PROGRAM 'cat > {program}'")["code"] == "refused"
        assert host.refuse(connection, f"SELECT lo_export({number}, '{exported}')")["code"] == "refused"
    for connection in (victim.as_user("postgres"), victim.as_user("reader")):
        assert host.refuse(connection, f"SELECT run_program('cat > {program}')")["code"] in {"refused", "sql"}
    assert not program.exists() and not exported.exists()


def test_a_function_of_the_owner_cannot_write_either(host: Any, victim: Any) -> None:
    victim.admin(
        f"CREATE FUNCTION as_owner() RETURNS int LANGUAGE sql SECURITY DEFINER AS '{INSERT} RETURNING id'",
        "GRANT EXECUTE ON FUNCTION as_owner() TO reader",
    )
    attacker = victim.connect()
    victim.run(attacker, "SET ROLE reader; SELECT as_owner()")
    assert victim.admin(COUNT) == "1"
    victim.finish(attacker)
    error = host.refuse(victim.as_user("reader"), "SELECT as_owner()")
    assert error["code"] == "refused", error
    assert victim.admin(COUNT) == "1"
    victim.admin("DROP FUNCTION as_owner")


def test_rows_are_not_locked(host: Any, postgres: Any) -> None:
    assert (
        host.refuse(postgres.as_user("postgres", allowsWriters=True), "SELECT * FROM customers FOR UPDATE")[
            "code"
        ]
        == "refused"
    )


@pytest.mark.parametrize(
    "call",
    [
        "pg_read_file --\r ('PG_VERSION')",
        "U&\"pg\\005fread_file\"('PG_VERSION')",
        "pg_read_file /* a */ /* b */ --c\n ('PG_VERSION')",
        "\"pg_read_file\"\v('PG_VERSION')",
        "E'\\'', pg_read_file /* ' */ ('PG_VERSION')",
        "$a$ $$ ' $a$, pg_read_file /* $a$ ' */ ('PG_VERSION')",
        "pg_read_file /* a /* b */ */ ('PG_VERSION')",
        "E'a'\n'b', pg_read_file--'\n('PG_VERSION')",
        "pg_catalog . pg_read_file('PG_VERSION')",
    ],
)
def test_names_of_refused_functions_cannot_be_disguised(host: Any, victim: Any, call: str) -> None:
    attacker = victim.connect()
    assert victim.run(attacker, f"SELECT {call}")
    victim.finish(attacker)
    error = host.refuse(victim.as_user("postgres", allowsWriters=True), f"SELECT {call}")
    assert error["code"] == "refused", error


def test_comments_and_texts_that_look_like_attacks_are_not(host: Any, postgres: Any) -> None:
    reader = postgres.as_user("reader")
    for sql in [
        "SELECT 1; -- the end",
        "SELECT 1 /* a; */ ; /* b */ ;",
        "-- first\r\nSELECT '--', $$/*$$, \"id\" FROM customers LIMIT 1 -- last",
        "SELECT E'a\\nb', 5--3\n",
    ]:
        assert host.query(reader, sql).num_rows == 1
