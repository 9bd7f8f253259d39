"""Reads requests, answers each in its own thread, and cancels them on request."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

from connections.connection import Connection, read_connection
from connections.job import Job
from connections.kinds import open_database
from connections.problem import TOO_LARGE, Problem
from connections.query import Database, Reply, run_query

TEST_MS, CATALOG_MS = 20_000, 60_000
# Of this process, 1 GB of which Arrow reserves and rarely uses: a query that needs more fails, and not the machine.
MOST_DATA_BYTES = 3 * 1024**3
ANSWER = Callable[[Reply], None]


class Host:
    def __init__(self, output: TextIO) -> None:
        self.output = output
        self.lock = threading.Lock()
        self.jobs: dict[Any, Job] = {}

    def send(self, reply: Reply) -> None:
        with self.lock:
            self.output.write(json.dumps(reply) + "\n")
            self.output.flush()

    def take(self, request: Reply) -> None:
        """Returns at once."""
        if request["op"] == "cancel":
            if running := self.jobs.get(request["id"]):
                running.stop("cancelled")
            return
        times = {"test": TEST_MS, "catalog": CATALOG_MS}
        job = Job(
            int(times.get(request["op"]) or request["timeoutMs"]), lambda: self.end(request, job.to_problem())
        )
        self.jobs[request["id"]] = job
        threading.Thread(target=self.answer, args=[request, job], daemon=True).start()

    def answer(self, request: Reply, job: Job) -> None:
        try:
            connection = read_connection(request["connection"])
            result = perform(request, connection, job, lambda progress: self.report(request, progress))
            self.end(request, {"result": result})
        except Problem as problem:
            self.end(request, job.to_problem() if job.code else problem)
        except MemoryError:
            self.end(request, Problem("too-large", TOO_LARGE))
        except Exception as error:
            # An error that the adapter did not expect is reported in the driver's words.
            self.end(request, job.to_problem() if job.code else Problem("sql", describe(error)))
        finally:
            job.finish()

    def report(self, request: Reply, progress: Reply) -> None:
        if request["id"] in self.jobs:
            self.send({"id": request["id"], "progress": progress})

    def end(self, request: Reply, outcome: Reply | Problem) -> None:
        """Sends only the first outcome of a request."""
        if self.jobs.pop(request["id"], None) is None:
            return
        if isinstance(outcome, Problem):
            outcome = {"error": {"code": outcome.code, "message": str(outcome)}}
        self.send({"id": request["id"], **outcome})

    def stop(self) -> None:
        """Cancels what runs, and waits until the databases have reacted."""
        jobs = list(self.jobs.values())
        for job in jobs:
            job.stop("cancelled")
        for job in jobs:
            job.finished.wait(2)


def perform(request: Reply, connection: Connection, job: Job, report: ANSWER) -> Reply:
    database = open_database(connection, job)
    try:
        job.check()
        if request["op"] == "test":
            return database.test()
        refuse_writers(database, connection)
        job.check()
        if request["op"] == "catalog":
            return {"tables": database.read_catalog()}
        if request["op"] == "door":
            return open_cluster(database, request)
        return run_query(database, request, job, report)
    finally:
        job.cancel = None
        database.close()


def open_cluster(database: Database, request: Reply) -> Reply:
    from connections.clusters import Cluster

    if not isinstance(database, Cluster):
        raise Problem("refused", "This connection is to a database, not to a cluster.")
    return database.open_door(request["folder"], request["file"], request.get("secrets", []))


def refuse_writers(database: Database, connection: Connection) -> None:
    if connection.allows_writers:
        return
    if writers := database.find_writers():
        ways = "; ".join(writers)
        message = f"The user of {connection.name} can change the database: it {ways}. Use one that can only read, or allow this one."
        raise Problem("refused", message)


def describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def limit_memory() -> None:
    """Not on systems that know no such limit."""
    try:
        import resource
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MOST_DATA_BYTES if most == resource.RLIM_INFINITY else min(MOST_DATA_BYTES, most)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def serve() -> None:
    """Until stdin ends. What drivers print goes to stderr, and nothing of the environment reaches them."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for name in [name for name in os.environ if name.startswith(("PG", "MYSQL_"))]:
        del os.environ[name]
    limit_memory()
    host = Host(output)
    for line in sys.stdin:
        host.take(json.loads(line))
    host.stop()
    # A thread that hangs in a driver does not keep the process.
    os._exit(0)
