"""J6: who does not answer is left alone for a while that grows, and is then asked once."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.llm._server import Time
from atlas.adapters.llm.breaker import FAILURES, FIRST_PAUSE_S, LONGEST_PAUSE_S, Breaker
from atlas.errors import ModelTrouble


def fail(breaker: Breaker, transient: bool = True) -> None:
    with pytest.raises(ModelTrouble, match="down"), breaker.guard_attempt():
        raise ModelTrouble("down", transient=transient)


def work(breaker: Breaker) -> None:
    with breaker.guard_attempt():
        pass


def refused(breaker: Breaker) -> float | None:
    with pytest.raises(ModelTrouble, match="left alone") as caught:
        work(breaker)
    assert caught.value.transient
    return caught.value.retry_after


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def breaker(time: Time) -> Breaker:
    return Breaker(time.now)


@pytest.fixture
def opened(breaker: Breaker) -> Breaker:
    for _ in range(FAILURES):
        fail(breaker)
    return breaker


def test_only_failures_in_a_row_count(breaker: Breaker) -> None:
    for _ in range(3):
        for _ in range(FAILURES - 1):
            fail(breaker)
        work(breaker)


def test_what_does_not_pass_by_itself_does_not_count(breaker: Breaker) -> None:
    for _ in range(2 * FAILURES):
        fail(breaker, transient=False)
    work(breaker)


def test_it_says_how_long(opened: Breaker, time: Time) -> None:
    assert refused(opened) == FIRST_PAUSE_S
    time.at += 10
    assert refused(opened) == FIRST_PAUSE_S - 10


def test_each_time_it_is_longer_up_to_a_limit(opened: Breaker, time: Time) -> None:
    pauses = []
    for _ in range(7):
        pause = refused(opened)
        assert pause is not None
        pauses.append(pause)
        time.at += pause
        fail(opened)
    assert pauses == [30, 60, 120, 240, 480, LONGEST_PAUSE_S, LONGEST_PAUSE_S]


def test_once_it_works_all_is_forgotten(opened: Breaker, time: Time) -> None:
    time.at += FIRST_PAUSE_S
    fail(opened)
    time.at += 2 * FIRST_PAUSE_S
    work(opened)
    for _ in range(FAILURES - 1):
        fail(opened)
    work(opened)


def test_one_asks_and_the_others_wait(opened: Breaker, time: Time) -> None:
    time.at += FIRST_PAUSE_S
    with opened.guard_attempt():
        assert refused(opened)
    work(opened)


def test_of_many_threads_one_asks(opened: Breaker, time: Time) -> None:
    time.at += FIRST_PAUSE_S
    gate, passed = threading.Barrier(8), list[int]()
    tried = threading.Barrier(8)

    def attempt(number: int) -> None:
        gate.wait()
        with suppress(ModelTrouble), opened.guard_attempt():
            passed.append(number)
            tried.wait()
            return
        tried.wait()

    threads = [threading.Thread(target=attempt, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == 1


def test_an_attempt_that_was_interrupted_gives_its_turn_back(opened: Breaker, time: Time) -> None:
    time.at += FIRST_PAUSE_S
    with pytest.raises(KeyboardInterrupt), opened.guard_attempt():
        raise KeyboardInterrupt
    work(opened)
    work(opened)


def test_a_straggler_that_fails_makes_nothing_longer(breaker: Breaker, time: Time) -> None:
    straggler = breaker.guard_attempt()
    straggler.__enter__()
    for _ in range(FAILURES):
        fail(breaker)
    time.at += 20
    late = ModelTrouble("down", transient=True)
    assert not straggler.__exit__(type(late), late, None)
    assert refused(breaker) == FIRST_PAUSE_S - 20


def test_a_straggler_that_works_proves_that_it_works(breaker: Breaker) -> None:
    with breaker.guard_attempt():
        for _ in range(FAILURES):
            fail(breaker)
    work(breaker)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 700)), max_size=60))
def test_it_is_never_closed_for_longer_than_the_limit(story: list[tuple[bool, float]]) -> None:
    time = Time()
    breaker = Breaker(time.now)
    for works, pause in story:
        time.at += pause
        with suppress(ModelTrouble), breaker.guard_attempt():
            if not works:
                raise ModelTrouble("down", transient=True)
    time.at += LONGEST_PAUSE_S
    work(breaker)
    work(breaker)
