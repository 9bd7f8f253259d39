"""When a kernel keeps no checkpoints (``checkpoints.py``) because they take too long, and for how long it does without."""

from __future__ import annotations

import time
from collections import deque
from statistics import median

# One that is slow says little: the machine may have been busy.
LOOKED_AT = 5
MAX_SLOW = 2
# So long later there is another attempt, after twice the time if that was slow too.
REST_SECONDS = 60
MAX_REST_SECONDS = 3600
# Where many short cells follow one another, checkpoints cost a tenth of the time at most, once this much was spent.
TIME_SHARE = 0.1
SPARE_SECONDS = 0.5
HURRY = "the many cells that ran right before it"


class Pace:
    """Of checkpoints that may take ``max_seconds`` of processor time each."""

    def __init__(self, max_seconds: float) -> None:
        self.max_seconds = max_seconds
        self.latest: deque[float] = deque(maxlen=LOOKED_AT)
        self.rest_seconds = REST_SECONDS
        self.rests_until = 0.0

    def note(self, seconds: float) -> None:
        """Also for one that was not of these, which shows what they would take."""
        self.latest.append(seconds)
        if seconds > self.max_seconds and self.is_slow() and not self.is_resting():
            self.rests_until = time.monotonic() + self.rest_seconds
            self.rest_seconds = min(MAX_REST_SECONDS, 2 * self.rest_seconds)

    def explain_rest(self) -> str | None:
        """Why there is none now, if so, as a part of a sentence."""
        if not self.is_slow() or not self.is_resting():
            return None
        taken, allowed = (f"{seconds * 1000:.0f}" for seconds in (median(self.latest), self.max_seconds))
        return f"the time that keeping such states takes ({taken} ms of processor time, of {allowed} at most)"

    def is_slow(self) -> bool:
        return sum(each > self.max_seconds for each in self.latest) > MAX_SLOW

    def is_resting(self) -> bool:
        return time.monotonic() < self.rests_until


class Allowance:
    """Of time for all checkpoints of a kernel."""

    def __init__(self) -> None:
        self.spare_seconds = SPARE_SECONDS
        self.looked = time.monotonic()

    def explain_lack(self) -> str | None:
        """Called before one is made, and ``spend`` after it."""
        now = time.monotonic()
        self.spare_seconds = min(SPARE_SECONDS, self.spare_seconds + TIME_SHARE * (now - self.looked))
        self.looked = now
        return HURRY if self.spare_seconds <= 0 else None

    def spend(self) -> None:
        self.spare_seconds -= time.monotonic() - self.looked
