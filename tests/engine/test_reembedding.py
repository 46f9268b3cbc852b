"""X8: another embedder catches up in batches, is served meanwhile, and takes over when it is complete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atlas import Atlas
from atlas.adapters.embedding import encoder
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.core import vectors
from atlas.engine.core.runtime import Memo
from atlas.engine.core.vectors import count_unembedded, embed_missing
from atlas.errors import EmbedderTrouble
from atlas.model.ids import SpaceId
from atlas.model.recall import EmbedderIdentity
from atlas.testing.virtual import virtual
from engine.conftest import Life

NEW = HashingEmbedder(64)
MANY = 40


class Failing:
    """An embedder that gives so many answers, and then is down."""

    identity = NEW.identity

    def __init__(self, answers: int) -> None:
        self.answers = answers

    def embed(self, texts: Sequence[str]) -> Any:
        if self.answers == 0:
            raise EmbedderTrouble("The embedder is down.")
        self.answers -= 1
        return NEW.embed(texts)


class Named:
    """Vectors of words under the name of a model; `turn` makes the directions of two models strangers to each other."""

    def __init__(self, identity: EmbedderIdentity, turn: int) -> None:
        self.identity = identity
        self._turn = turn
        self._words = HashingEmbedder(identity.dimension)

    def embed(self, texts: Sequence[str]) -> Any:
        return np.roll(self._words.embed(texts), self._turn, axis=1)


@pytest.fixture(scope="module")
def full_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many memories with vectors of the old embedder; made once, each test lives on in a copy."""
    place = tmp_path_factory.mktemp("full") / "full.atlas"
    life = Life(virtual(place))
    for at in range(MANY):
        life.say(f"Locker {at} has the number {at * 7}.")
    life.atlas.close(think=False)
    return place


@pytest.fixture
def full(full_store: Path, live_on: Callable[[Path, int], Life], monkeypatch: pytest.MonkeyPatch) -> Any:
    """With small batches."""
    life = live_on(full_store, MANY)
    monkeypatch.setattr(vectors, "BATCH", 8)
    monkeypatch.setattr(vectors, "PAGE", 16)
    return life


def _with(life: Any, embedder: Any) -> Any:
    """Another process on the same store."""
    return replace(life.runtime, embedder=embedder, memo=Memo())


def _stored(life: Any) -> dict[str, int]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return dict(reader.identities())


def test_a_run_that_broke_off_goes_on_where_it_stood(full: Any) -> None:
    old = _stored(full)[full.runtime.embedder.identity.key]
    first = _with(full, Failing(answers=3))
    embed_missing(first)
    made = _stored(full)[NEW.identity.key]
    assert made == 24
    assert count_unembedded(first) == old - made
    second = _with(full, NEW)
    assert embed_missing(second) == old - made
    assert _stored(full)[NEW.identity.key] == old


def test_recall_is_served_meanwhile_and_catches_up_on_the_newest_only(full: Any) -> None:
    runtime = _with(full, NEW)
    atlas = Atlas(runtime, background=False)
    found = atlas.recall("Which number does locker 3 have?", 5)
    assert any("Locker 3 has the number 21" in item.memory.content for item in found)
    assert 0 < _stored(full)[NEW.identity.key] < _stored(full)[full.runtime.embedder.identity.key]


def test_the_old_vectors_go_when_the_new_are_complete_and_nobody_works_with_the_old(full: Any) -> None:
    runtime = _with(full, NEW)
    embed_missing(runtime)
    assert full.runtime.embedder.identity.key in _stored(full), "whoever has the old one open may still be at work"
    embed_missing(runtime)
    assert set(_stored(full)) == {NEW.identity.key}
    assert "Locker 3 has the number 21" in Atlas(runtime, background=False).recall("locker 3")[0].memory.content


def test_whoever_still_works_with_the_old_embedder_keeps_its_vectors(full: Any) -> None:
    runtime = _with(full, NEW)
    embed_missing(runtime)
    full.say("Locker 99 has the number 693.")
    embed_missing(runtime)
    assert full.runtime.embedder.identity.key in _stored(full)


def test_to_look_and_find_nothing_writes_nothing(full: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    embed_missing(full.runtime)

    def writing(_space: SpaceId) -> None:
        raise AssertionError("It wrote.")

    monkeypatch.setattr(full.runtime.store, "writing", writing)
    assert embed_missing(full.runtime, 8) == 0


def test_whoever_comes_back_to_the_old_embedder_gets_its_vectors_again(full: Any) -> None:
    old = _stored(full)[full.runtime.embedder.identity.key]
    new = _with(full, NEW)
    embed_missing(new)
    embed_missing(new)
    again = _with(full, full.runtime.embedder)
    assert count_unembedded(again) > 0, "they were dropped"
    embed_missing(again)
    assert _stored(full)[full.runtime.embedder.identity.key] == old


def test_before_a_recall_no_more_is_embedded_than_the_limit(full: Any) -> None:
    runtime = _with(full, counted := Failing(answers=1000))
    embed_missing(_with(full, NEW))
    full.say("Locker 50 has the number 350.")
    full.say("Locker 51 has the number 357.")
    assert embed_missing(runtime, 1) == 1
    assert counted.answers == 999


def test_another_spaces_changes_do_not_make_this_one_seem_far_behind(full: Any) -> None:
    embed_missing(_with(full, NEW))
    full.say("Locker 60 has the number 420.")
    other = replace(full.runtime, space=SpaceId("busy"), memo=Memo())
    busy = Atlas(other, background=False)
    for at in range(MANY):
        busy.observe(user=f"The colour of door {at} is red.", assistant="Noted.")
    runtime = _with(full, NEW)
    assert embed_missing(runtime, 8) > 0
    assert count_unembedded(runtime) == 0


def test_a_store_of_the_published_model_is_served_and_moves_to_the_encoder(live: Any) -> None:
    """The two have the same dimension, so that nothing but the identity keeps their vectors apart."""
    published = EmbedderIdentity("all-MiniLM-L6-v2-int8", 384, "1.0.0")
    assert published.dimension == encoder.IDENTITY.dimension
    life = live(embedder=Named(published, turn=0))
    for at in range(MANY):
        life.say(f"Locker {at} has the number {at * 7}.")
    embed_missing(life.runtime)
    old = _stored(life)
    assert set(old) == {published.key}

    opened = _with(life, Named(encoder.IDENTITY, turn=7))
    atlas = Atlas(opened, background=False)
    assert count_unembedded(opened) == old[published.key]
    found = atlas.recall("Which number does locker 3 have?", 5)
    assert any("Locker 3 has the number 21" in item.memory.content for item in found)
    assert 0 < _stored(life)[encoder.IDENTITY.key] < old[published.key] == _stored(life)[published.key]
    embed_missing(opened)
    embed_missing(opened)
    assert _stored(life) == {encoder.IDENTITY.key: old[published.key]}
    assert "Locker 3 has the number 21" in atlas.recall("Which number does locker 3 have?")[0].memory.content
