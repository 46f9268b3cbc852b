"""What the rules take for an argument counts where the network on board hears one, too (B1)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.adapters.embedding.encoder import IDENTITY, EncoderEmbedder
from atlas.beliefs.evidence import EvidenceInput, weigh_by_rules
from atlas.beliefs.policy import BeliefPolicy
from atlas.language.registry import LANGUAGE
from atlas.model.belief import Weighed
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.origin import Origin
from atlas.model.thinking import Embed, Vectors

COUNTS = BeliefPolicy().counts_from
SAID = datetime(2026, 3, 4, 12, tzinfo=UTC)
ARGUED = "Small classes are important, since a teacher with 35 children can only help the loud ones."
TALK = "Rosa's job is safe, a permanent contract, and my savings last 7 months, so we sign on Friday."


@pytest.fixture(scope="module")
def embedder() -> EncoderEmbedder:
    return EncoderEmbedder()


def weigh(text: str, embedder: EncoderEmbedder | None, *, confirmed: bool = True) -> list[Weighed]:
    """Weigh one message as the engine does; without an embedder nobody answers what is asked of it."""
    said = Message(MessageId("m"), InteractionId("i"), ConversationId("c"), 0, Role.USER, Origin.USER, text, SAID)
    thinking = weigh_by_rules(EvidenceInput((said,), (), COUNTS, confirmed))
    given = None
    try:
        while True:
            asked = thinking.send(given)
            texts = [each.texts for each in asked if isinstance(each, Embed)]
            given = tuple(Vectors(embedder.embed(each) if embedder else None) for each in texts)
    except StopIteration as done:
        return [each.weighed for each in done.value.judgements]


def count(text: str, embedder: EncoderEmbedder | None, *, confirmed: bool = True) -> list[int]:
    return [each.direction for each in weigh(text, embedder, confirmed=confirmed) if each.strength >= COUNTS]


def test_what_both_hear_counts(embedder: EncoderEmbedder) -> None:
    assert count(ARGUED, embedder) == [1]


def test_talk_that_the_rules_take_for_an_argument_does_not_count(embedder: EncoderEmbedder) -> None:
    assert count(TALK, embedder, confirmed=False) == [1]
    assert count(TALK, embedder) == []


def test_without_a_vector_the_rules_stand() -> None:
    assert count(ARGUED, None) == [1]


def test_what_the_rules_do_not_find_is_not_asked_about() -> None:
    """The network hears most arguments, and no better than by chance which side they are on."""
    said = "On our farm the fields with no-till hold water longer, and diesel went from 90 to 40 litres a hectare."
    assert weigh(said, None) == []


def test_vectors_of_another_encoder_are_not_read() -> None:
    """X8."""
    assert LANGUAGE.arguments.reads_vectors_of(IDENTITY.key)
    assert not LANGUAGE.arguments.reads_vectors_of("atlas-encoder@1/384")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "After we turned on branch protection, reverts on main fell from about 12 a month to 2.",
            id="what-came-of-it",
        ),
        pytest.param(
            "Feature flags are fine until nobody removes them, and then each one doubles the 40 cases to test.",
            id="good-only-so-far",
        ),
        pytest.param(
            "Streak of 400 days without a rest day and I've never felt better, my times fell by 8 percent.",
            id="doing-without",
        ),
        pytest.param("My mother says sleep training is cruel because babies need to be held.", id="hearsay"),
    ],
)
def test_the_rules_abstain_where_nobody_says_what_they_hold_of_the_topic(text: str) -> None:
    """B1: a belief moves by what is said of its own topic, and stays where that would be a guess."""
    assert count(text, None, confirmed=False) == []


def test_what_a_thing_brought_about_is_said_of_it() -> None:
    assert count("Bus lanes cut traffic by 30 percent in all 12 cities of the survey.", None) == [1]
