"""What was said becomes memory before anybody is answered, once, in order, whoever does it (C3, J15, P11)."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest

from atlas import Atlas
from atlas.adapters.storage.sql.rows.memories import SqlMemoryReader
from atlas.engine.core.marks import KEPT
from atlas.engine.intake import episodes
from atlas.engine.intake.episodes import make_episodes
from atlas.model.journal import Action
from atlas.model.memory import Kind
from atlas.ports.reading import MemoryFilter


def _episodes(life: Any) -> list[str]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return [
            memory.content
            for memory in reversed(reader.newest_memories(MemoryFilter(kinds=frozenset({Kind.EPISODE})), 99))
        ]


def test_observing_writes_down_and_keeping_remembers(life: Any) -> None:  # J15
    life.atlas.observe("I live in Porto.", "Nice.")
    assert _episodes(life) == []
    assert make_episodes(life.runtime) == 1
    assert _episodes(life) == ["I live in Porto.", "Nice."]
    assert make_episodes(life.runtime) == 0


def test_two_processes_keep_each_interaction_once(live: Any) -> None:  # C3
    one, two = live(seed=1), live(seed=2)
    for number in range(5):
        (one if number % 2 else two).atlas.observe(f"Line {number}.")
    assert make_episodes(one.runtime) + make_episodes(two.runtime) == 5
    assert _episodes(one) == [f"Line {number}." for number in range(5)]


def test_it_goes_on_where_it_broke_off(life: Any) -> None:  # R1
    for number in range(5):
        life.atlas.observe(f"Line {number}.")
    assert episodes._make_batch(life.runtime, 2) == 2
    assert _episodes(life) == ["Line 0.", "Line 1."]
    assert make_episodes(life.runtime) == 3
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert reader.read_mark(KEPT) == reader.interactions(0, 99)[-1][0]


@pytest.mark.parametrize("ask", ["recall", "context", "assistant.answer"])
def test_whoever_asks_finds_it(life: Any, ask: str) -> None:  # J15
    life.atlas.observe("I live in Porto.", "Nice.", conversation="c1")
    attrgetter(ask)(life.atlas)("Where do I live?")
    assert len(_episodes(life)) == 2
    assert life.atlas.admin.verify().ok
    assert any(entry.action is Action.OBSERVED for entry in life.atlas.history.log())


def test_what_was_forgotten_before_it_was_kept_is_never_kept(life: Any) -> None:  # X3
    life.atlas.observe("I live in Zanzibarqx.", conversation="gone")
    life.atlas.observe("I like tea.", conversation="stays")
    Atlas(life.runtime, background=False).forget(conversation="gone")
    make_episodes(life.runtime)
    assert _episodes(life) == ["I like tea."]
    assert life.atlas.admin.verify().ok


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_a_piece_of_a_context_that_comes_back_is_not_served_as_the_users(life: Any, cut: int) -> None:  # X2
    """Whole, without the sentence that opens it, and a single line: whoever carried it, it waits."""
    life.say("I live in Porto.")
    given = life.atlas.context("Where do I live?").data.splitlines()
    piece = "\n".join([given, given[1:], [each for each in given if each.startswith("- ")][:1]][cut])
    life.say(f"Look at this:\n{piece}", conversation="c2")
    said = next(each for each in life.atlas.memories(limit=100) if each.content.startswith("Look at this"))
    assert (said.origin, said.status.value) == ("user", "needs_review")
    assert "Look at this" not in life.atlas.context("What did I say, look at this?").data


@pytest.mark.parametrize(
    "recital",
    [
        "◦ The blue kayak has a leak near the stern",
        "1) „the blue kayak has a leak near the stern.“",
        "**{}**",
        "{} (file, 3 May)",
    ],
)
def test_a_recital_set_anew_is_not_served_as_the_users(life: Any, recital: str) -> None:  # X2
    """Other bullets, other marks of a quotation, another label or none: it is known by its words."""
    told = "The blue kayak has a leak near the stern."
    life.say(told)
    life.atlas.context("What is wrong with the blue kayak?")
    back = f"You told me:\n{recital.format(told)}"
    life.say(back, conversation="c2")
    said = next(each for each in life.atlas.memories(limit=100) if each.content == back)
    assert (said.origin, said.status.value) == ("user", "needs_review")
    assert "You told me" not in life.atlas.context("What did you tell me about the blue kayak?").data


@pytest.mark.parametrize("label", ["(file, 3 May)", "(web, 10 Mar)", "(2026-03-10, by train)", "(user, 10 Mar)"])
def test_honest_words_with_what_looks_like_a_label_are_learned_and_served(life: Any, label: str) -> None:  # X2, C13
    life.say("I live in Porto.")
    life.atlas.context("Where do I live?")
    life.say(f"I moved to Lisbon {label}.", conversation="c2")
    assert any("Lisbon" in content for content in life.facts())
    assert "Lisbon" in life.atlas.context("Where do I live?").data


def test_what_was_said_with_a_label_does_not_echo_itself(life: Any) -> None:
    """X2: a message that was served before it is thought about once more is no context that comes back."""
    life.virtual.later(minutes=1)
    life.atlas.observe(user="- I moved to Lisbon (web, 10 Mar).", conversation="c1")
    life.atlas.context("Where did I move?")
    life.atlas.flush()
    assert not [each for each in life.atlas.review.refusals() if each.verdict.findings[0].rule == "X2"]


@pytest.mark.parametrize("prompt", ["{}\nI moved to Lisbon.", "{}I moved to Lisbon.", "I moved to Lisbon.\n\n{}"])
def test_what_a_user_says_beside_a_context_in_one_prompt_is_learned(life: Any, prompt: str) -> None:  # X2, C13
    """Applications put both into one message; the context is none of the user's words, and the rest is."""
    life.say("I live in Porto.")
    life.say("My sister Ana is a nurse.")
    life.say(prompt.format(life.atlas.context("Where do I live, and what does Ana do?").data), conversation="c2")
    assert life.facts().get("The user lives in Lisbon") == "approved_for_reuse"
    assert set(life.facts()) == {
        "The user lives in Lisbon",
        "The user lives in Porto",
        "The user's sister is Ana",
        "Ana works as a nurse",
    }


def test_a_batch_reads_each_served_memory_once_however_many_messages_have_a_label(
    life: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P9: served contexts are looked far back into where a day stands in brackets, and people write that often."""
    for place in ("Porto", "Lisbon", "Braga"):
        life.say(f"My friend Ana was in {place}.")
        life.atlas.context(f"Who was in {place}?")
    for number in range(10):
        life.atlas.observe(f"I saw a film (3 May), number {number}.", "Fine (4 May).", conversation=f"f{number}")
    read: list[str] = []
    whole = SqlMemoryReader.memories

    def count(self: Any, ids: Any) -> Any:
        read.extend(ids := list(ids))
        return whole(self, ids)

    monkeypatch.setattr(SqlMemoryReader, "memories", count)
    assert make_episodes(life.runtime) == 10
    assert read
    assert len(read) == len(set(read))
