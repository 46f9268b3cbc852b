"""C7, C13: beside what a search finds, a context holds a short profile of whoever asks, in lines of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.model.memory import Kind


@pytest.fixture
def atlas(tmp_path: Path) -> Iterator[Atlas]:
    with Atlas.open(tmp_path / "me.atlas", embedder=HashingEmbedder(), background=False) as opened:
        cakes = [f"The cake with cherries number {number} went to table {number + 7}." for number in range(50)]
        for text in ("I work as a nurse.", "My sister Maria lives in Rome.", *cakes):
            opened.observe(text, "I see.", conversation="before")
        opened.flush()
        yield opened


def test_a_fact_that_no_search_brings_together_with_the_question_is_there(atlas: Atlas) -> None:
    context = atlas.context("What goes under my name on the card with the cherries?", conversation="now")
    (line,) = [each for each in context.data.splitlines() if "works as a nurse" in each]
    assert line.startswith('- "The user: ')
    assert "; " in line
    assert '" (' in line
    assert "Maria" in line
    profile = [item for item in context.served if dict(item.components).get("profile")]
    assert profile
    assert all(item.memory.kind is not Kind.EPISODE for item in profile)


def test_what_was_rejected_or_replaced_is_in_no_profile(atlas: Atlas) -> None:
    nurse = next(each for each in atlas.memories(kinds=[Kind.FACT]) if "nurse" in each.content)
    atlas.reject(nurse.id)
    assert "works as a nurse" not in atlas.context("What about the cake with cherries?", conversation="now").data


def test_that_a_reply_does_without_its_profile_says_nothing_of_it(atlas: Atlas) -> None:
    """T6."""
    for number in range(5):
        question = f"Which cherries go on cake number {number}?"
        atlas.context(question, conversation="now")
        atlas.observe(question, "Sour ones.", conversation="now")
        atlas.flush()
    nurse = next(each for each in atlas.memories(kinds=[Kind.FACT]) if "nurse" in each.content)
    assert atlas.inspect.memory(nurse.id).ignored == 0


def test_of_another_speaker_nothing_is_told(atlas: Atlas) -> None:
    context = atlas.context("What goes on the cake with cherries?", conversation="now", speaker="Ben")
    assert not [item for item in context.served if dict(item.components).get("profile")]
