"""Wrapped clients under load: who was late is not waited for again and again, and an operator sees how calls fare."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.adapters.embedding.recent import RecentEmbedder
from atlas.surfaces.wrapping import background_queue as lane
from atlas.surfaces.wrapping import shared_state
from atlas.surfaces.wrapping.call_messages import Format
from atlas.surfaces.wrapping.shared_state import Patience
from surfaces.wrapping._desk import AsyncClient, Client, Desk, answer, user

TURNS = [user("Where do I live?")]


class Gate(HashingEmbedder):
    """Makes no vector while it is shut."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()

    def embed(self, texts: Any) -> Any:
        assert self.open.wait(120)
        return super().embed(texts)


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def desk(tmp_path: Path, gate: Gate) -> Iterator[Desk]:
    atlas = Atlas.open(tmp_path / "me.atlas", embedder=gate, background=False)
    atlas.observe("I live in Porto.", "Noted.", conversation="before")
    yield Desk(atlas)
    gate.open.set()
    atlas.close()


def _recalls_end() -> None:
    for thread in threading.enumerate():
        if thread.name == "atlas-context":
            thread.join(120)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_after_a_late_recall_the_next_calls_only_probe(
    desk: Desk, gate: Gate, kind: type[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each paid the whole two seconds. Once a recall is in time again, calls wait for it as before."""
    monkeypatch.setattr(shared_state, "PROBE_S", 0.02)
    client = kind(answer(Format.CHAT, "I do not know."))

    def call(seconds: float) -> None:
        made = desk.wrapped(client, seconds=seconds).chat.completions.create(messages=TURNS)
        if kind is AsyncClient:
            asyncio.run(made)

    for _ in range(4):
        call(0.3)
    waited = [says.split(" took longer than ")[1].split(" s;")[0] for says in desk.troubles()]
    assert waited == ["0.3", "0.02", "0.02", "0.02"]
    gate.open.set()
    _recalls_end()
    desk.settle()
    call(120.0)  # a probe: it may be in time or not, and is in time for the next
    _recalls_end()
    call(120.0)
    assert "lives in Porto" in client.calls[-1]["messages"][0]["content"]


def test_patience_comes_back_with_a_recall_in_time_and_not_with_a_late_one() -> None:
    patience = Patience()
    assert patience.seconds_to_wait(2.0) == 2.0
    patience.note_failure()
    assert patience.seconds_to_wait(2.0) == shared_state.PROBE_S
    assert patience.seconds_to_wait(0.01) == 0.01
    assert patience.seconds_to_wait(None) is None
    patience.note_recall(3.0, 2.0)
    assert patience.seconds_to_wait(2.0) == shared_state.PROBE_S
    patience.note_recall(0.5, 2.0)
    assert patience.seconds_to_wait(2.0) == 2.0


def test_an_operator_sees_how_calls_fare(desk: Desk, gate: Gate) -> None:
    assert desk.atlas.admin.wrap_figures().calls == 0
    client = Client(answer(Format.CHAT, "Yes."))
    desk.wrapped(client, seconds=0.01).chat.completions.create(messages=TURNS)
    gate.open.set()
    _recalls_end()
    assert desk.atlas.admin.wrap_figures().late == 1
    ana = Desk(desk.atlas.in_space("ana"))  # all spaces of the store are counted together
    ana.atlas.observe("I live in Rome.", "Noted.")
    for _ in range(3):
        ana.wrapped(client).chat.completions.create(messages=TURNS)
        ana.settle()
    figures = desk.atlas.admin.wrap_figures()
    assert (figures.calls, figures.with_memory, figures.late, figures.failed) == (4, 3, 1, 0)
    assert figures.wait_p95_ms >= figures.wait_p50_ms > 0
    assert (figures.recalls_waiting, figures.replies_waiting) == (0, 0)
    assert ana.atlas.admin.wrap_figures().calls == 4
    (check,) = [check for check in desk.atlas.admin.doctor() if check.name == "wrapped clients"]
    assert check.says.startswith("4 calls, 3 with memory, 1 late, 0 failed; waited ")
    assert not check.ok


# --- what is stored meanwhile


@pytest.mark.parametrize("threads", [1, 2])
def test_lanes_take_turns_and_keep_their_own_order(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lane with a lot to do does not hold up the others, and a thread or two are enough for all of them."""
    monkeypatch.setattr(lane, "MOST_HANDING", threads)
    lanes, done, go = lane.Lanes(), list[str](), threading.Event()
    full, short = lane.Lane(lanes), lane.Lane(lanes)

    def task(name: str) -> None:
        assert go.wait(120)
        done.append(name)

    for number in range(20):
        full.put_task(lambda number=number: task(f"full {number}"))
    for number in range(3):
        short.put_task(lambda number=number: task(f"short {number}"))
    for _ in range(30):
        lane.Lane(lanes).put_task(lambda: task("other"))
    running = [each for each in threading.enumerate() if each.name == "atlas-wrap"]
    go.set()
    assert lanes.wait_until_done(120)
    assert len(running) == threads
    assert [each for each in done if each.startswith("full")] == [f"full {number}" for number in range(20)]
    assert [each for each in done if each.startswith("short")] == [f"short {number}" for number in range(3)]
    if threads == 1:
        assert done[:3] == ["full 0", "short 0", "other"]
        assert done[32:36] == ["full 1", "short 1", "full 2", "short 2"]


# --- what is embedded


class Counted(HashingEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, texts: Any) -> Any:
        self.texts += texts
        return super().embed(texts)


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    """A question, the message that it becomes, and what is noticed in it: each of these was embedded anew."""
    counted = Counted()
    with Atlas.open(tmp_path / "me.atlas", embedder=RecentEmbedder(counted), background=False) as atlas:
        for number in range(5):
            text = f"I live in Porto, at number {number}."
            atlas.context(text, conversation="c1")
            atlas.observe(text, f"Noted, number {number}.", conversation="c1")
            atlas.flush()
    assert len(counted.texts) == len(set(counted.texts))
