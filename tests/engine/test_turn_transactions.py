"""What a turn asks of the store (J15): transactions are counted, so that none creeps in again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from atlas import Atlas
from atlas.adapters.storage.sql.rows.servings import SqlServingReader
from atlas.engine.intake import replies
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.reply_feedback import reinforce_from_replies
from atlas.engine.jobs import runner
from atlas.engine.jobs.registry import QUICK
from atlas.errors import EmbedderTrouble
from atlas.model.recall import EmbedderIdentity
from atlas.testing.virtual import virtual


class CountingStore:
    """A store that counts the transactions opened in it."""

    def __init__(self, store) -> None:  # type: ignore[no-untyped-def]
        self.store, self.opened = store, Counter[str]()

    def reading(self, space: str) -> AbstractContextManager[object]:
        self.opened["read"] += 1
        return self.store.reading(space)

    def writing(self, space: str) -> AbstractContextManager[object]:
        self.opened["write"] += 1
        return self.store.writing(space)

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


@pytest.fixture
def turn(tmp_path: Path):  # type: ignore[no-untyped-def]
    """A space in which a little was said and thought about, and what counts its transactions."""
    life = virtual(tmp_path / "me.atlas")
    store = CountingStore(life.runtime.store)
    atlas = Atlas(replace(life.runtime, store=store), background=False)
    for said in ("I live in Porto.", "I like green tea."):
        atlas.observe(user=said, assistant="Noted.")
        atlas.flush()
    yield atlas, store
    atlas.close()


def count(store: CountingStore, act: Callable[[], object]) -> dict[str, int]:
    store.opened.clear()
    act()
    return dict(store.opened)


def test_a_context_looks_once_what_is_owed_reads_three_times_and_writes_once(turn) -> None:  # C7, J15
    atlas, store = turn
    assert count(store, lambda: atlas.context("Where do I live?", conversation="c")) == {"read": 4, "write": 1}


def test_an_observation_is_one_transaction_and_the_thought_of_it_two(turn) -> None:  # J15, J7
    atlas, store = turn
    assert count(store, lambda: atlas.observe(user="I work as a nurse.", assistant="Noted.")) == {"write": 1}
    runtime = atlas._opening.runtime
    done = count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK))
    assert done == {"read": 5, "write": 2}  # the claim with the episodes, what was thought with its vectors
    assert count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK)) == {"read": 1}, "where nothing is owed"


def test_a_context_right_after_an_observation_thinks_in_two_transactions(turn) -> None:  # J15, J7
    atlas, store = turn
    atlas.observe(user="I work as a nurse.", assistant="Noted.")
    done = count(store, lambda: atlas.context("What is my job?", conversation="c"))
    assert done["write"] == 3, "the claim with the episodes, what was thought with its vectors, what was served"
    assert not may_lack_vectors(atlas)


def test_what_cannot_be_embedded_is_thought_about_all_the_same_and_has_its_vectors_later(turn) -> None:  # R7, X8
    atlas, _ = turn
    runtime = atlas._opening.runtime
    silent = replace(runtime, embedder=SilentEmbedder(runtime.embedder.identity))
    atlas.observe(user="I work as a nurse.", assistant="Noted.")
    runner.run_owed_jobs(silent, tasks=QUICK)
    assert any(memory.claim and memory.claim.value == "nurse" for memory in atlas.memories())
    assert may_lack_vectors(atlas)
    runner.run_owed_jobs(runtime, tasks=QUICK)
    assert not may_lack_vectors(atlas)


def test_only_short_texts_have_their_vectors_with_the_thought_and_the_rest_after_it(turn) -> None:  # J15, X8
    atlas, store = turn
    runtime = atlas._opening.runtime
    atlas.observe(user=" ".join(f"I saw a green heron beside lake number {n}." for n in range(9)), assistant="Noted.")
    done = count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK))
    assert done["write"] == 3, "the claim with the episodes, what was thought, the vectors of the long message"
    assert not may_lack_vectors(atlas)


def test_what_other_spaces_say_meanwhile_leaves_the_vectors_with_the_thought(turn) -> None:  # J15, X8
    atlas, store = turn
    runtime, other = atlas._opening.runtime, atlas.in_space("other")
    atlas.observe(user="I work as a nurse.", assistant="Noted.")
    make_episodes(runtime)
    for number in range(9):
        other.observe(user=f"I saw {number} herons.", assistant="Noted.")
    other.flush()
    done = count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK))
    assert done["write"] == 2, "the claim, and what was thought with the vectors of all that was said"
    assert not may_lack_vectors(atlas)
    assert count(store, lambda: runner.run_owed_jobs(runtime, tasks=QUICK)) == {"read": 1}, "where nothing is owed"


def may_lack_vectors(atlas: Atlas) -> bool:
    """As the rows have it, whatever this process remembers."""
    identity = atlas._opening.runtime.embedder.identity
    with atlas._opening.runtime.reading() as reader:
        listings = [change.listing for change in reader.changes(identity, 0, 1_000)]
    return any(listing and listing.vectors is None for listing in listings)


class SilentEmbedder:
    """An embedder that answers nothing."""

    def __init__(self, identity: EmbedderIdentity) -> None:
        self.identity = identity

    def embed(self, texts: Sequence[str]) -> NoReturn:
        raise EmbedderTrouble("The embedder is silent.")


def test_feedback_on_the_replies_of_a_conversation_reads_each_context_and_its_reply_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # T6
    life = virtual(tmp_path / "me.atlas")
    made, looked_for = Counter[str](), Counter[str]()
    make, find = SqlServingReader._make_servings, replies.find_reply

    def count_made(reader, rows):  # type: ignore[no-untyped-def]
        made.update(row[0] for row in rows)
        return make(reader, rows)

    def count_looked_for(reader, serving):  # type: ignore[no-untyped-def]
        looked_for[serving.id] += 1
        return find(reader, serving)

    with closing(Atlas(life.runtime, background=False)) as atlas:
        for said in ("I live in Porto.", "I like green tea.", "I work as a nurse.", "Where do I live?"):
            atlas.context(said, conversation="c")
            life.later(seconds=3)
            atlas.observe(user=said, assistant="Noted.", conversation="c")
            runner.run_owed_jobs(life.runtime, tasks=QUICK)
        monkeypatch.setattr(SqlServingReader, "_make_servings", count_made)
        monkeypatch.setattr(replies, "find_reply", count_looked_for)
        reinforce_from_replies(life.runtime)
    assert len(made) == 3, "at the first there was nothing to serve"
    assert looked_for.keys() == made.keys()
    assert {*made.values(), *looked_for.values()} == {1}
