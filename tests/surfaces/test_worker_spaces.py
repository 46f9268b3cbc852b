"""One worker for all spaces of a store: the clock runs in each that is used, each has its turn, threads stay few."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from atlas import Atlas, wrap
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.core.runtime import READERS, Runtime
from atlas.model.task import Task
from atlas.surfaces import threads, worker
from atlas.surfaces.wrapping.background_queue import MOST_ASIDE, MOST_HANDING
from atlas.testing.virtual import Virtual, virtual
from surfaces.wrapping._desk import Client, Format, answer, user

SECONDS = 120
"""To wait for what must happen, before it counts as not happening."""


def until(happened: Callable[[], object]) -> None:
    ends = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < ends
        threading.Event().wait(0.01)


def _nights(atlas: Atlas) -> int:
    return len(atlas.jobs.reflections(100, Task.NIGHTLY.value))


def _armed(atlas: Atlas) -> bool:
    return any(each.standing and each.standing.next_due for each in atlas.jobs.triggers())


@pytest.fixture
def life(tmp_path: Path) -> Virtual:
    """Yesterday somebody spoke, in two spaces; then the program ended."""
    made = virtual(tmp_path / "me.atlas")
    atlas = Atlas(made.runtime, background=False)
    for space in (atlas, atlas.in_space("ana")):
        assert space.observe("I live in Porto.", "Noted.").acknowledged
        space.flush()
    return made


@pytest.mark.parametrize("space", ["default", "ana"])
def test_the_clock_runs_where_memory_is_only_recalled_from(life: Virtual, space: str) -> None:  # J3
    """Nobody observes anything: a night that is due runs all the same, once, also in a space of a server."""
    life.later(days=1)
    atlas = Atlas(life.runtime, background=True)
    here = atlas if space == "default" else atlas.in_space(space)
    here.context("Where do I live?")
    until(lambda: _nights(here) == 1)
    here.recall("Where do I live?")
    life.later(days=1)
    here.recall("Where do I live?")
    until(lambda: _nights(here) == 2)
    atlas.close()


def test_the_worker_leaves_a_space_alone_that_is_paused(life: Virtual) -> None:  # H6
    """Where another space has its night, the paused one has none before an operator resumes it."""
    life.later(days=1)
    atlas = Atlas(life.runtime, background=True)
    atlas.admin.pause("I want to look.")
    for space in (atlas, atlas.in_space("ana")):
        space.context("Where do I live?")
    until(lambda: _nights(atlas.in_space("ana")) == 1)
    assert _nights(atlas) == 0
    atlas.admin.resume("I looked.")
    atlas.context("Where do I live?")
    until(lambda: _nights(atlas) == 1)
    atlas.close()


def test_of_a_space_that_nobody_uses_the_clock_does_not_run(life: Virtual) -> None:
    life.later(days=1)
    atlas = Atlas(life.runtime, background=True)
    atlas.context("Where do I live?")
    until(lambda: _nights(atlas) == 1)
    assert _nights(atlas.in_space("ana")) == 0
    atlas.close()


def test_what_a_space_owes_is_thought_about_though_nobody_holds_it_any_more(tmp_path: Path) -> None:  # J15
    """A server opens a space for one request, and lets it go."""
    with Atlas.open(tmp_path / "me.atlas", embedder=HashingEmbedder()) as atlas:
        for number in range(5):
            assert atlas.in_space(f"user{number}").observe("I live in Porto.", "Noted.").acknowledged
        for number in range(5):
            until(lambda number=number: atlas.in_space(f"user{number}").jobs.reflections())


def test_a_space_with_a_lot_to_do_does_not_hold_up_the_others(life: Virtual, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lets them have their turn where something has just been stored."""
    order: list[str] = []
    begun, go = threading.Event(), threading.Event()
    owed = {"default": 5, "ana": 1, "ben": 1}

    def work(runtime: Runtime, tasks: Iterable[Task], progress: Callable[[int], None]) -> int:
        begun.set()
        assert go.wait(SECONDS)
        while owed[runtime.space]:
            owed[runtime.space] -= 1
            order.append(runtime.space)
            progress(1)
        return 0

    monkeypatch.setattr(worker.runner, "run_owed_jobs", work)
    monkeypatch.setattr(worker, "_TURN_S", 0.0)
    monkeypatch.setattr(worker, "_QUIET_S", 3600.0)
    atlas = Atlas(life.runtime, background=True)
    atlas._opening.wake()
    assert begun.wait(SECONDS)
    for name in ("ana", "ben"):
        atlas.in_space(name)._opening.wake()
    go.set()
    until(lambda: sum(owed.values()) == 0)
    assert order[:3] == ["default", "ana", "ben"]
    assert order[3:] == ["default"] * 4
    threads.call_off(atlas._opening.store.worker._thread)  # type: ignore[union-attr, arg-type]
    atlas._opening.store.worker.stop()  # type: ignore[union-attr]


# --- threads


class Counting(HashingEmbedder):
    """Counts threads of ours whenever something is embedded, in whichever thread."""

    def __init__(self) -> None:
        super().__init__()
        self.most = 0

    def embed(self, texts: Any) -> Any:
        self.most = max(self.most, ours())
        return super().embed(texts)


def ours() -> int:
    return sum(each.name.startswith("atlas-") for each in threading.enumerate())


def test_threads_stay_few_whatever_the_number_of_users(tmp_path: Path) -> None:
    """There were 117 for 20 users: two or three for each."""
    before, embedder = ours(), Counting()
    with Atlas.open(tmp_path / "me.atlas", embedder=embedder) as memory:
        spaces = [memory.in_space(f"user{number}") for number in range(50)]

        def talk(space: Atlas) -> None:
            client = wrap(Client(answer(Format.CHAT, "Noted.")), atlas=space, seconds=None)
            for text in ("I live in Porto.", "Where do I live?"):
                client.chat.completions.create(messages=[user(text)])

        callers = [threading.Thread(target=talk, args=(space,)) for space in spaces]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join(SECONDS)
        figures = memory.admin.wrap_figures()
        assert (figures.calls, figures.late, figures.failed) == (100, 0, 0)
        until(lambda: sum(space.jobs.owed() for space in spaces) == 0)
    assert embedder.most - before <= MOST_ASIDE + MOST_HANDING + READERS + 1


def test_spaces_are_opened_while_the_worker_looks_for_one(life: Virtual) -> None:  # J3
    """A set that grows while it is looked through ended the thread, and with it all thinking."""
    atlas = Atlas(life.runtime, background=False)
    guests = atlas._opening.store.guests
    held = [atlas.in_space(f"user{number}") for number in range(500)]
    failed: list[BaseException] = []

    def look() -> None:
        try:
            while len(held) < 1_000:
                guests.list_open()
        except BaseException as error:  # noqa: BLE001 # a thread's errors are the test's
            failed.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        looking = threading.Thread(target=look)
        looking.start()
        held.extend(atlas.in_space(f"user{number}") for number in range(500, 1_000))
        looking.join(SECONDS)
    finally:
        sys.setswitchinterval(before)
    assert failed == []
    assert len(guests.list_open()) == 1_000
    atlas.close()


def test_a_space_that_cannot_be_had_does_not_end_the_worker(life: Virtual, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(space: str) -> Runtime:
        raise RuntimeError(space)

    made = worker.Worker(life.runtime, worker.QUICK, break_down)
    noted: list[str] = []
    monkeypatch.setattr(Runtime, "note_trouble", lambda _runtime, where, says, *_: noted.append(where))
    made._looks.update({"ana": 0.0, "default": 0.0})  # type: ignore[dict-item]
    made._queue_looks(1.0)
    assert list(made._quick) == ["default"]
    assert noted == ["worker"]


@pytest.mark.parametrize(("done", "comes_back"), [(0, False), (1, True)])
def test_what_cannot_be_done_does_not_keep_the_worker_busy(
    life: Virtual, monkeypatch: pytest.MonkeyPatch, done: int, comes_back: bool
) -> None:
    """J15: something is due, and a turn does nothing of it; where a turn gets on, the next one follows at once."""
    due = life.runtime.now()
    monkeypatch.setattr(worker.runner, "run_owed_jobs", lambda *_, **__: done)
    monkeypatch.setattr(worker.job_control, "find_next_time", lambda _: due)
    made = worker.Worker(life.runtime, worker.QUICK, lambda _: life.runtime)
    began = worker.read_stopwatch()
    made._serve_space(life.runtime, slow=True)
    left = made._looks[life.runtime.space] - began
    assert (left < worker._LOOK_S) is comes_back
    assert made._dues[life.runtime.space] == (due if comes_back else None)
