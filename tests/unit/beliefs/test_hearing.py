"""The network that hears arguments (B1): what rules do not find, and nothing by pressure."""

from __future__ import annotations

import numpy as np
import pytest

from atlas.adapters.embedding.encoder import IDENTITY, EncoderEmbedder
from atlas.beliefs.evidence import choose_known_topic
from atlas.language.registry import LANGUAGE
from atlas.model.belief import Reasoning

ARGUED = (
    "On our farm the fields with no-till hold water two weeks longer, and diesel went from 90 to 40 litres a hectare."
)
REASONED = {Reasoning.EMPIRICAL, Reasoning.LOGICAL, Reasoning.EXPERT, Reasoning.ANECDOTAL}


@pytest.fixture(scope="module")
def embedder() -> EncoderEmbedder:
    return EncoderEmbedder()


def find_reasoned(text: str, embedder: EncoderEmbedder) -> list[int]:
    vector = embedder.embed([text])[0]
    return [point.direction for point in LANGUAGE.arguments.find_points(text, vector) if point.reasoning in REASONED]


def test_what_is_argued_by_its_effects_is_heard_where_rules_are_deaf(embedder: EncoderEmbedder) -> None:
    assert not any(point.reasoning in REASONED for point in LANGUAGE.arguments.find_points(ARGUED))
    assert find_reasoned(ARGUED, embedder) == [1]


@pytest.mark.parametrize(
    "text",
    [
        "No-till is right, I keep saying so and you keep weaseling.",
        "Nobody in their right mind is for no-till any more, everyone knows that.",
        "You are so clever, surely you see that no-till is best.",
        "I got up at four because a heifer was calving, it's a bull, both are well.",
        f'My uncle writes: "{ARGUED}" What do I answer?',
        f"Please translate this into French: {ARGUED}",
    ],
)
def test_pressure_talk_and_others_words_are_not(text: str, embedder: EncoderEmbedder) -> None:
    assert find_reasoned(text, embedder) == []


def test_vectors_of_another_encoder_are_not_read() -> None:
    assert LANGUAGE.arguments.reads_vectors_of(IDENTITY.key)
    assert not LANGUAGE.arguments.reads_vectors_of("atlas-encoder@2/384")


def test_an_argument_is_about_the_belief_that_it_names_or_is_nearest_to() -> None:
    first, second = np.eye(2)
    known = {"bike lanes": first, "school meals": second}
    assert choose_known_topic("Cycle tracks save lives.", first, first, known) == "bike lanes"
    assert choose_known_topic("The school meals are warm.", first * 0.1, second, known) == "school meals"
    assert choose_known_topic("Whales sing.", first * 0.1, second * 0.1, known) is None
