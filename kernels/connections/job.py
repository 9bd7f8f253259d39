"""One request while it is being answered: its time limit, and how it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable

from connections.problem import Problem

CANCEL_SECONDS = 0.25
CANCELS = 20


class Job:
    """``give_up`` is called once if the database does not react to being cancelled within about 5 seconds."""

    def __init__(self, timeout_ms: int, give_up: Callable[[], None]) -> None:
        self.timeout_ms = timeout_ms
        self.give_up = give_up
        self.code: str | None = None
        """Why it was stopped: cancelled or timed-out."""
        self.cancel: Callable[[], object] | None = None
        """Cancels in the database, from any thread; set by the adapter once it is connected."""
        self.finished = threading.Event()
        self.lock = threading.Lock()
        self.timer = threading.Timer(timeout_ms / 1000, self.stop, ["timed-out"])
        self.timer.daemon = True
        self.timer.start()

    def stop(self, code: str) -> None:
        with self.lock:
            if self.code or self.finished.is_set():
                return
            self.code = code
        threading.Thread(target=self.cancel_until_finished, daemon=True).start()

    def cancel_until_finished(self) -> None:
        """Repeats, because a cancel that arrives between two statements stops neither."""
        for _ in range(CANCELS):
            if self.cancel:
                try:
                    self.cancel()
                except Exception:
                    # The connection may have ended meanwhile, or not be there yet.
                    pass
            if self.finished.wait(CANCEL_SECONDS):
                return
        self.give_up()

    def finish(self) -> None:
        self.finished.set()
        self.timer.cancel()

    def check(self) -> None:
        """Throws if it was stopped."""
        if self.code:
            raise self.to_problem()

    def to_problem(self) -> Problem:
        if self.code == "timed-out":
            return Problem(
                "timed-out",
                f"The query took longer than {self.timeout_ms / 1000:g} seconds and was cancelled.",
            )
        return Problem("cancelled", "The query was cancelled.")
