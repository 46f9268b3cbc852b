"""Long thinking pauses for calls that somebody waits for in the same process (J15)."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from atlas.engine.consolidate import cycle_reading
from atlas.engine.core import foreground
from atlas.engine.core.foreground import foreground_call, iterate_yielding, yield_to_foreground
from atlas.engine.intake import observe, signals
from atlas.engine.jobs.tasks.nightly import day_input
from atlas.engine.serve import recall
from atlas.engine.thinking import driver
from atlas.model.task import Task

EXCHANGES = 5


@pytest.fixture
def endless_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreground, "LONGEST_PAUSE_S", 600.0)


def start_thinking(done: list[str], begun: threading.Event) -> threading.Thread:
    def think() -> None:
        begun.set()
        yield_to_foreground()
        done.append("thought")

    thread = threading.Thread(target=think)
    thread.start()
    return thread


@pytest.mark.usefixtures("endless_pause")
def test_a_thought_pauses_until_the_last_call_is_answered() -> None:
    done: list[str] = []
    begun = threading.Event()
    with foreground_call():
        thread = start_thinking(done, begun)
        begun.wait()
        with foreground_call():
            pass
        done.append("answered")
    thread.join()
    assert done == ["answered", "thought"]


def test_beside_a_host_that_never_stops_calling_a_thought_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreground, "LONGEST_PAUSE_S", 0.0)
    done: list[str] = []
    with foreground_call():
        start_thinking(done, threading.Event()).join()
    assert done == ["thought"]


@pytest.mark.usefixtures("endless_pause")
def test_no_thread_pauses_for_its_own_call_or_where_nobody_calls() -> None:
    yield_to_foreground()
    with foreground_call():
        assert list(iterate_yielding("ab")) == ["a", "b"]


@pytest.mark.usefixtures("endless_pause")
def test_a_call_that_fails_is_over() -> None:
    with pytest.raises(ValueError, match="no"), foreground_call():
        raise ValueError("no")
    done: list[str] = []
    start_thinking(done, threading.Event()).join()
    assert done == ["thought"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_knows_no_calls_of_its_parent() -> None:
    with foreground_call():
        child = os.fork()
        if not child:
            os._exit(len(foreground._CALLS.threads))
        assert os.waitpid(child, 0)[1] == 0
        assert foreground._CALLS.threads == [threading.get_ident()]


@pytest.mark.parametrize(("module", "step"), [(observe, "_store_interaction"), (recall, "run_search")])
def test_observing_and_recalling_are_foreground_calls(
    life: Any, monkeypatch: pytest.MonkeyPatch, module: Any, step: str
) -> None:
    calling: list[bool] = []
    real = getattr(module, step)

    def look(*args: Any) -> Any:
        calling.append(threading.get_ident() in foreground._CALLS.threads)
        return real(*args)

    monkeypatch.setattr(module, step, look)
    assert life.atlas.observe(user="I live in Porto.", assistant="I see.").acknowledged
    life.atlas.recall("Where do I live?")
    assert calling
    assert all(calling)
    assert not foreground._CALLS.threads


def test_a_night_and_a_cycle_pause_at_each_exchange_and_leave_the_interpreter_alone(
    life: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, pauses = sys.getswitchinterval(), {signals: 0, day_input: 0, driver: 0, cycle_reading: 0}
    for at in range(EXCHANGES):
        life.virtual.later(minutes=1)
        life.atlas.observe(user=f"The boat {at} is green.", assistant="I see.", conversation=f"c{at}")

    def watch(module: Any) -> None:
        def pause() -> None:
            pauses[module] += 1
            assert sys.getswitchinterval() == usual

        def iterate(items: Iterable[Any]) -> Iterator[Any]:
            for item in items:
                pause()
                yield item

        monkeypatch.setattr(module, "yield_to_foreground", pause, raising=False)
        monkeypatch.setattr(module, "iterate_yielding", iterate, raising=False)

    for module in pauses:
        watch(module)
    life.atlas.jobs.reflect(Task.NIGHTLY)
    life.atlas.jobs.consolidate()
    assert min(pauses.values()) >= EXCHANGES, pauses
