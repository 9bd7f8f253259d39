"""The Python peers of the kernel bench: jupyter_client's blocking client, and nbclient.

Usage: ``python peers.py jupyter_client|nbclient``. Takes one operation a line on standard input and answers each with one
line of JSON, the times of its samples in milliseconds. Times are taken here, so that the pipe does not count.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import nbformat
from jupyter_client import KernelManager
from nbclient import NotebookClient

# Below the limit of the bench, which ends where a peer says nothing.
LIMIT_S = 60

# Whatever a peer needs to run a cell, and to end its kernel.
Session = tuple[Any, Any]


class Clock:
    def __enter__(self) -> "Clock":
        self.start = perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self.ms = (perf_counter() - self.start) * 1000


class BlockingPeer:
    def __init__(self) -> None:
        self.sessions: list[Session] = []

    def open(self) -> Session:
        manager = KernelManager()
        manager.start_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = manager.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=LIMIT_S)
        return manager, client

    def close(self, session: Session) -> None:
        manager, client = session
        client.stop_channels()
        manager.shutdown_kernel(now=True)

    def run(self, session: Session, code: str) -> int:
        """The number of characters that came out."""
        client = session[1]
        request = client.execute(code)
        chars = 0
        while True:
            message = client.get_iopub_msg(timeout=LIMIT_S)
            if message["parent_header"].get("msg_id") != request:
                continue
            content = message["content"]
            if message["msg_type"] == "stream":
                chars += len(content["text"])
            elif message["msg_type"] == "display_data":
                chars += len(content["data"]["image/png"])
            elif message["msg_type"] == "status" and content["execution_state"] == "idle":
                break
        while client.get_shell_msg(timeout=LIMIT_S)["parent_header"].get("msg_id") != request:
            pass
        return chars

    def first(self, code: str) -> float:
        with Clock() as clock:
            session = self.open()
            self.run(session, code)
        self.close(session)
        return clock.ms

    def many(self, code: str, count: int) -> float:
        def start(_: int) -> Session:
            session = self.open()
            self.run(session, code)
            return session

        with Clock() as clock, ThreadPoolExecutor(count) as pool:
            started = [pool.submit(start, at) for at in range(count)]
        for future in started:
            if future.exception() is None:
                self.close(future.result())
        # Of a start that failed, its error.
        for future in started:
            future.result()
        return clock.ms

    def restart(self, session: Session, code: str) -> float:
        manager, client = session
        with Clock() as clock:
            manager.restart_kernel()
            client.wait_for_ready(timeout=LIMIT_S)
            self.run(session, code)
        return clock.ms


class NotebookPeer:
    def __init__(self) -> None:
        self.sessions: list[Session] = []

    def open(self) -> Session:
        client = NotebookClient(nbformat.v4.new_notebook(), timeout=LIMIT_S)
        context = client.setup_kernel()
        context.__enter__()
        return client, context

    def close(self, session: Session) -> None:
        session[1].__exit__(None, None, None)

    def run(self, session: Session, code: str) -> int:
        client = session[0]
        cell = nbformat.v4.new_code_cell(code)
        client.nb.cells = [cell]
        client.execute_cell(cell, 0)
        return sum(
            len(o["text"] if o["output_type"] == "stream" else o["data"].get("image/png", ""))
            for o in cell.outputs
        )

    def first(self, code: str) -> float:
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
        with Clock() as clock:
            NotebookClient(notebook, timeout=LIMIT_S).execute()
        return clock.ms


def measure(peer: Any, operation: str, arguments: list[Any]) -> list[float]:
    if operation == "first":
        return [peer.first(*arguments)]
    if operation == "many":
        return [peer.many(*arguments)]
    if operation == "keep":
        code, count = arguments
        while len(peer.sessions) < count:
            peer.sessions.append(peer.open())
            peer.run(peer.sessions[-1], code)
        return []
    if not peer.sessions:
        peer.sessions.append(peer.open())
    session = peer.sessions[0]
    if operation == "restart":
        return [peer.restart(session, *arguments)]
    code, repeats, chars = arguments
    samples = []
    for _ in range(repeats):
        with Clock() as clock:
            came = peer.run(session, code)
        if chars is not None and came != chars:
            raise RuntimeError(f"{came} characters came out, not {chars}.")
        samples.append(clock.ms)
    return samples


def main() -> None:
    peer: NotebookPeer | BlockingPeer = NotebookPeer() if sys.argv[1] == "nbclient" else BlockingPeer()
    for line in sys.stdin:
        operation, *arguments = json.loads(line)
        try:
            answer: object = measure(peer, operation, arguments)
        except Exception as error:
            # Kernels started at once can take the same ports; the next round starts others.
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)
    for session in peer.sessions:
        peer.close(session)


if __name__ == "__main__":
    main()
