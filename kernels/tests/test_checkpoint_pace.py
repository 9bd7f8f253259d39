"""When a kernel does without checkpoints, and when it tries again."""

from __future__ import annotations

import time

import pytest
from checkpoint_pace import HURRY, REST_SECONDS, Allowance, Pace


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def note_all(pace: Pace, milliseconds: list[int]) -> str | None:
    for each in milliseconds:
        pace.note(each / 1000)
    return pace.explain_rest()


@pytest.mark.parametrize(
    ("milliseconds", "rests"),
    [
        ([10, 10, 10, 10, 10], False),
        ([90, 90], False),  # two in a row, on a busy machine
        ([90, 10, 90, 10, 10, 90], False),
        ([90, 90, 90], True),
        ([10, 90, 10, 90, 90], True),
        ([90, 90, 90, 10, 10], True),
        ([90, 90, 90, 10, 10, 10], False),  # of another kind, which need not rest
    ],
)
def test_three_slow_ones_of_the_last_five_are_too_many(
    milliseconds: list[int], rests: bool, clock: Clock
) -> None:
    assert (note_all(Pace(0.02), milliseconds) is not None) is rests


def test_it_says_what_they_took(clock: Clock) -> None:
    reason = "the time that keeping such states takes (66 ms of processor time, of 20 at most)"
    assert note_all(Pace(0.02), [10, 60, 66, 70, 90]) == reason


def test_there_is_another_attempt_later_and_then_after_twice_the_time(clock: Clock) -> None:
    pace = Pace(0.02)
    assert note_all(pace, [90, 90, 90])
    clock.now += REST_SECONDS
    assert pace.explain_rest() is None
    assert note_all(pace, [90])
    clock.now += REST_SECONDS
    assert pace.explain_rest()
    clock.now += REST_SECONDS
    assert note_all(pace, [10, 10, 10, 90]) is None


def test_they_take_a_tenth_of_the_time(clock: Clock) -> None:
    allowance = Allowance()
    made = 0
    for _ in range(1000):
        if allowance.explain_lack() is None:
            clock.now += 0.01
            allowance.spend()
            made += 1
        clock.now += 0.01
    assert allowance.explain_lack() in {None, HURRY}
    assert 100 < made < 200
