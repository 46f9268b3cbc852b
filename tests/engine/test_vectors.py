"""Vectors carry their identity, follow the rows, and are never needed to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.engine.core.vectors import count_unembedded
from atlas.engine.jobs.registry import QUICK
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.errors import EmbedderTrouble
from atlas.model.recall import EmbedderIdentity


class Down:
    """An embedder that is not to be had."""

    identity = EmbedderIdentity("down", 8, "1")

    def embed(self, texts: Sequence[str]) -> Any:
        raise EmbedderTrouble("The embedder is down.")


def stored(life: Any, embedder: Any) -> int:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return dict(reader.identities()).get(embedder.identity.key, 0)


def test_every_vector_is_stored_with_its_identity(life) -> None:  # X8
    life.say("I live in Porto.")
    assert stored(life, HashingEmbedder()) == 3  # the two messages and the fact
    assert stored(life, HashingEmbedder(64)) == 0


def test_another_embedder_never_meets_the_old_vectors(life) -> None:  # X8
    life.say("I live in Porto.")
    other = Atlas(replace(life.runtime, embedder=HashingEmbedder(64)), background=False)
    found = other.recall("Porto")
    assert [item.memory.content for item in found if item.memory.claim] == ["The user lives in Porto"]
    assert stored(life, HashingEmbedder(64)) == 3
    assert stored(life, HashingEmbedder()) == 3


def test_recall_goes_by_words_while_the_embedder_is_down(life) -> None:  # R7
    broken = Atlas(replace(life.runtime, embedder=Down()), background=False)
    assert broken.observe(user="I live in Porto.").acknowledged
    assert any("lives in Porto" in item.memory.content for item in broken.recall("Porto"))
    assert any("embedder is down" in check.says for check in broken.admin.doctor() if not check.ok)
    assert any("lives in Porto" in item.memory.content for item in life.atlas.recall("Porto"))
    assert stored(life, HashingEmbedder()) == 2  # the message and the fact, made up for


def test_a_forgotten_memory_leaves_the_index_of_every_process(life, live) -> None:  # X3
    life.say("I live in Porto.")
    other = live(seed=8)
    assert other.atlas.recall("Porto")
    life.atlas.forget(conversation="c1")
    assert other.atlas.recall("Porto") == []
    assert stored(life, HashingEmbedder()) == 0


def test_a_turn_is_thought_about_in_two_commits(life, monkeypatch) -> None:  # J7, X8
    """Its episodes with the claim of its job, and what came of it, with the vectors and how far they got."""
    life.say("I live in Porto.")
    life.atlas.observe(user="I like tea.", assistant="I see.", conversation="c1")
    commits: list[str] = []
    commit = SqliteStore._commit_stamped
    monkeypatch.setattr(
        SqliteStore, "_commit_stamped", lambda store, *given: (commits.append("one"), commit(store, *given))[1]
    )
    run_owed_jobs(life.runtime, tasks=QUICK)
    assert len(commits) == 2
    assert stored(life, HashingEmbedder()) == 6
    assert count_unembedded(life.runtime) == 0
    run_owed_jobs(life.runtime, tasks=QUICK)
    assert len(commits) == 2
