"""Memory trouble never reaches the caller: the call goes out as if ATLAS were not there, and the trouble is noted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _patience import LIMIT_S
from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.surfaces.wrapping import background_queue as lanes
from atlas.surfaces.wrapping.call_messages import Format
from atlas.surfaces.wrapping.shared_state import share_state as shared_by
from surfaces.wrapping._desk import AsyncClient, Client, Desk, answer, part, tool_turns, user

TURNS = [user("Where do I live?")]


class Stuck(HashingEmbedder):
    """Makes no vector before it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def embed(self, texts: Any) -> Any:
        assert self.go.wait(LIMIT_S)
        return super().embed(texts)


@pytest.fixture
def embedder() -> Stuck:
    return Stuck()


@pytest.fixture
def stuck(tmp_path: Path, embedder: Stuck) -> Iterator[Desk]:
    atlas = Atlas.open(tmp_path / "stuck.atlas", embedder=embedder, background=False)
    atlas.observe("I live in Porto.", "Noted.")
    yield Desk(atlas)
    embedder.go.set()
    atlas.close()


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_recall_that_takes_too_long_is_done_without(stuck: Desk, kind: type[Client]) -> None:
    client = kind(given_back := answer(Format.CHAT, "I do not know."))
    called = stuck.wrapped(client, seconds=0.01).chat.completions.create(messages=TURNS)
    assert (asyncio.run(called) if kind is AsyncClient else called) is given_back
    assert client.calls[0]["messages"] is TURNS
    assert stuck.troubles() == ["Recalling took longer than 0.01 s; the call went on without memory."]


@pytest.mark.parametrize("form", Format)
def test_a_closed_store_changes_nothing_for_the_caller(porto: Desk, form: Format) -> None:
    wrapped = part(porto.wrapped(client := Client(given_back := answer(form, "Yes."))), form)
    porto.atlas.close()
    turns = list(TURNS)
    assert wrapped.create(**{form.key: turns}) is given_back
    assert client.calls[0][form.key] is turns
    porto.settle()
    assert porto.troubles()


def test_of_what_is_too_long_both_ends_are_stored(desk: Desk) -> None:
    client = desk.wrapped(Client(answer(Format.CHAT, "Long.")))
    client.chat.completions.create(messages=[user(f"My file: {'x' * 1_000_001} What is in it?")])
    asked, reply = desk.observed()[-1].messages
    assert asked.text.startswith("My file: ")
    assert asked.text.endswith("What is in it?")
    assert "characters left out" in asked.text
    assert reply.text == "Long."


class Sealed:
    """A stream that takes no other class and no attribute."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        return iter(["a", "b"])


def test_a_stream_that_cannot_be_listened_to_is_passed_on(desk: Desk) -> None:
    for stream in (Sealed(), (each for each in "ab"), iter(["a", "b"])):
        given_back = desk.wrapped(Client(lambda _, stream=stream: stream)).messages.create(stream=True, messages=TURNS)
        assert given_back is stream
        assert list(given_back) == ["a", "b"]
    assert desk.observed() == []
    assert len(desk.troubles()) == 3


class Raising:
    """Raises at whatever it is asked for."""

    def __getattr__(self, name: str) -> Any:
        raise ValueError(name)


def test_an_answer_that_cannot_be_read_is_passed_on(desk: Desk) -> None:
    odd = Raising()
    assert desk.wrapped(Client(lambda _: odd)).chat.completions.create(messages=TURNS) is odd
    assert desk.observed() == []
    assert "ValueError" in desk.troubles()[0]


def test_events_that_cannot_be_read_are_passed_on(desk: Desk) -> None:
    class Stream:
        def __iter__(self) -> Iterator[Any]:
            yield odd

    odd = Raising()
    stream = desk.wrapped(Client(lambda _: Stream())).chat.completions.create(stream=True, messages=TURNS)
    assert list(stream) == [odd]
    assert desk.troubles()


_names = [
    "choices",
    "message",
    "content",
    "tool_calls",
    "role",
    "type",
    "text",
    "output",
    "usage",
    "delta",
    "stop_reason",
]
_odd: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.sampled_from(["user", "tool_use"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(_names), inner, max_size=4),
        st.dictionaries(st.sampled_from(_names), inner, max_size=4).map(lambda some: SimpleNamespace(**some)),
    ),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    place = tmp_path_factory.mktemp("trouble") / "me.atlas"
    with Atlas.open(place, embedder=HashingEmbedder(), background=False) as atlas:
        yield Desk(atlas)


@given(form=st.sampled_from(Format), turns=_odd, given_back=_odd, streaming=st.booleans())
def test_nothing_a_caller_or_a_provider_says_raises(
    shared: Desk, form: Format, turns: Any, given_back: Any, streaming: bool
) -> None:
    client = Client(lambda _: given_back)
    made = part(shared.wrapped(client), form).create(**{form.key: turns, "stream": streaming})
    assert made is given_back
    assert len(client.calls) == 1


def test_what_waits_to_be_stored_has_a_limit(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    monkeypatch.setattr(lanes, "MOST_WAITING", 1)
    started, go = threading.Event(), threading.Event()
    client = desk.wrapped(Client(answer(Format.CHAT, "Yes.")), seconds=0.01)
    lane = shared_by(desk.atlas).lane

    def hold() -> None:
        started.set()
        go.wait(LIMIT_S)

    lane.put_task(hold)
    assert started.wait(LIMIT_S)
    for _ in range(2):
        client.chat.completions.create(messages=TURNS)
    assert not lane.wait_until_done(0.01)
    go.set()
    assert len(desk.observed()) == 1
    assert "1 interactions wait to be stored already" in desk.troubles()[-1]


# --- many calls at once


def _beside() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "atlas-context"]


def test_a_store_that_hangs_holds_a_few_threads_and_not_one_for_each_call(stuck: Desk) -> None:
    client = stuck.wrapped(Client(answer(Format.CHAT, "Yes.")), seconds=0.02)
    before = len(_beside())
    for _ in range(40):
        client.chat.completions.create(messages=TURNS)
    calls = 40
    while len(_beside()) - before < lanes.MOST_ASIDE and calls < 4_000:  # threads of a busy machine begin late
        client.chat.completions.create(messages=TURNS)
        calls += 1
    assert len(_beside()) - before == lanes.MOST_ASIDE
    assert stuck.troubles() == ["Recalling took longer than 0.02 s; the call went on without memory."] * calls


def test_what_was_given_up_before_its_turn_is_not_served(stuck: Desk, embedder: Stuck) -> None:  # C8
    client = stuck.wrapped(Client(answer(Format.CHAT, "Yes.")), seconds=0.02)
    for _ in range(20):
        client.chat.completions.create(messages=TURNS)
    begun = _beside()
    embedder.go.set()
    for thread in begun:
        thread.join(LIMIT_S)
    stuck.settle()
    with stuck.atlas._opening.runtime.store.reading(stuck.atlas._opening.runtime.space) as reader:
        assert len(reader.servings(1_000)) <= lanes.MOST_ASIDE


def test_what_came_too_late_is_not_given_to_a_turn_that_goes_on(stuck: Desk, embedder: Stuck) -> None:
    client = Client(answer(Format.CHAT, "Let me look.", step=True))
    wrapped = stuck.wrapped(client, seconds=0.02)
    wrapped.chat.completions.create(messages=TURNS)
    begun = _beside()
    embedder.go.set()
    for thread in begun:
        thread.join(LIMIT_S)
    going_on = [*TURNS, *tool_turns(Format.CHAT, "a map")]
    wrapped.chat.completions.create(messages=going_on)
    assert client.calls[1]["messages"] is going_on


def test_of_many_calls_at_once_each_has_its_turn(porto: Desk) -> None:
    async def main() -> None:
        client = porto.wrapped(asked)
        await asyncio.gather(*(client.chat.completions.create(messages=TURNS) for _ in range(40)))

    asked = AsyncClient(answer(Format.CHAT, "In Porto."))
    asyncio.run(main())
    assert len(asked.calls) == 40
    assert all("lives in Porto" in call["messages"][0]["content"] for call in asked.calls)
    assert porto.troubles() == []


def test_a_machine_without_threads_changes_nothing_for_the_caller(porto: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    wrapped = porto.wrapped(client := Client(given_back := answer(Format.CHAT, "Yes.")))
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", start)
        assert wrapped.chat.completions.create(messages=TURNS) is given_back
    assert client.calls[0]["messages"] is TURNS
    assert [says.split(":")[-1] for says in porto.troubles()] == [" can't start new thread"] * 2
    porto.settle()


# --- and it is told


def _told(place: Path, space: str) -> str:
    """What `doctor` says of a space in another process's eyes."""
    with Atlas.open(place, space=space, background=False, embedder=HashingEmbedder()) as atlas:
        return " ".join(check.says for check in atlas.admin.doctor())


def test_what_went_wrong_in_a_users_space_is_told_after_closing(desk: Desk, tmp_path: Path) -> None:  # J15
    """Nothing is written there afterwards that could tell of it by the way."""
    ana = Desk(desk.atlas.in_space("ana"))  # for one request, and kept by nobody
    ana.wrapped(Client(lambda _: Raising())).chat.completions.create(messages=TURNS)
    del ana
    desk.atlas.close()
    assert "reading a reply (ValueError)" in _told(tmp_path / "me.atlas", "ana")
    assert "reading" not in _told(tmp_path / "me.atlas", "default")


def test_closing_writes_down_what_its_guests_noted(desk: Desk, tmp_path: Path) -> None:
    guest = desk.atlas.in_space("ben")
    guest.admin.note_trouble("test", "The ink is dry.")
    desk.atlas.admin.note_trouble("test", "The paper is wet.")
    desk.atlas.close()
    assert "The ink is dry." in _told(tmp_path / "me.atlas", "ben")
    assert "The paper is wet." in _told(tmp_path / "me.atlas", "default")
