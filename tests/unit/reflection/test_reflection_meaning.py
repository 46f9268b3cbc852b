"""Answers grouped by what they mean, which is more than how close they are (S3, S4)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.english.meaning import has_denial, read_telltale, telltales_clash
from atlas.reflection.meaning import entropy_bits, group_by_meaning, measure_agreement

DIFFERENT = [
    ("The staging server listens on port 8080.", "The staging server listens on port 8443."),
    ("It is safe to run.", "It is not safe to run."),
    ("It is safe to run.", "It isn't safe to run."),
    ("The function is safe.", "The function is unsafe."),
    ("That is not possible.", "That is possible."),
    ("The meeting is on 3 March.", "The meeting is on 5 March."),
    ("The meeting is on 3 March.", "The meeting is on 3 May."),
    ("The deadline is 2026-03-11.", "The deadline is 2026-04-11."),
    ("We meet on Monday.", "We meet on Tuesday."),
    ("Ana wrote the report.", "Maria wrote the report."),
    ("The report was written by Ana Costa.", "The report was written by Rui Silva."),
    ("The capital is Sydney.", "The capital is Canberra."),
    ("Use Postgres for this.", "Use MySQL for this."),
    ("It is 5 km away.", "It is 5 miles away."),
    ("It costs five euros.", "It costs five dollars."),
    ("Yes.", "No."),
    ("Yes, you can.", "No, you can."),
    ("Bake it at a high temperature.", "Bake it at a low temperature."),
    ("Turn the valve left.", "Turn the valve right."),
    ("Do it before the update.", "Do it after the update."),
    ("Turn it on.", "Turn it off."),
    ("Take the train.", "Take the bus."),
    ("It is not 8080 but 8443.", "It is 8080."),
    ("You need two eggs.", "You need 3 eggs."),
]
SAME = [
    ("The staging server listens on port 8443.", "It uses port 8443."),
    ("The meeting is on 3 March.", "The meeting takes place on March 3rd."),
    ("The deadline is 2026-03-11.", "The deadline: 11 March 2026."),
    ("Ana wrote the report.", "The report was written by Ana."),
    ("The capital of Australia is Canberra.", "Canberra is Australia's capital city."),
    ("It is safe to run.", "Yes, it is safe to run."),
    ("It is safe to run.", "Don't worry, it is safe to run."),
    ("It is not 8080 but 8443.", "It is 8443."),
    ("It is 5 km away.", "It is 5 kilometres away."),
    ("It costs 1,000 euros.", "It costs 1000 euros."),
    ("PORT 8443", "port 8443."),
]
TALK = """
the port is 8080 8443 safe not unsafe yes no , . Monday Tuesday March 3 5 Ana Maria use Postgres MySQL km miles high low
it on off before after two never don't but
"""
ANSWERS = st.lists(st.lists(st.sampled_from(TALK.split()), max_size=7).map(" ".join), min_size=1, max_size=6)
ALL_CLOSE = np.ones((2, 1))
"""As if an embedder saw no difference at all."""


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_answers_are_told_apart_however_close_they_are(one: str, other: str) -> None:  # S3
    assert group_by_meaning([one, other], ALL_CLOSE) == [[0], [1]]
    assert group_by_meaning([one, other]) == [[0], [1]]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_answer_in_other_words_is_one(one: str, other: str) -> None:  # S3
    assert group_by_meaning([one, other], np.array([[1.0, 0.0], [0.8, 0.6]])) == [[0, 1]]
    assert group_by_meaning([one, other]) == [[0, 1]]


def test_what_is_far_apart_is_not_the_same_though_nothing_clashes() -> None:
    texts = ["Restart the service.", "Reload all configuration files by hand."]
    assert group_by_meaning(texts, np.array([[1.0, 0.0], [0.7, 0.714]])) == [[0], [1]]
    assert group_by_meaning(texts, np.array([[1.0, 0.0], [0.8, 0.6]])) == [[0, 1]]
    assert group_by_meaning(texts) == [[0], [1]]


def test_a_vague_answer_does_not_bind_two_that_clash() -> None:
    """S3: "the usual port" may go with either, and never makes them one."""
    texts = ["It listens on port 8080.", "It listens on the port.", "It listens on port 8443."]
    found = group_by_meaning(texts, np.ones((3, 1)))
    assert len(found) == 2
    assert not any({0, 2} <= set(group) for group in found)


@pytest.mark.parametrize("vectors", [None, np.full((2, 1), math.nan), np.ones((1, 1))])
def test_without_useful_vectors_words_decide(vectors: object) -> None:
    assert group_by_meaning(["It listens on port 8443.", "Port 8443 it is."], vectors) == [[0, 1]]


def test_agreement_is_the_share_of_the_largest_group() -> None:  # S3
    assert measure_agreement([[0, 1, 2]]) == 1.0
    assert measure_agreement([[0, 3], [1], [2, 4]]) == 0.4
    assert measure_agreement([]) == 0.0


def test_entropy_is_counted_in_bits() -> None:  # S4
    assert entropy_bits([[0, 1, 2, 3, 4]]) == 0.0
    assert entropy_bits([[0, 1], [2, 3]]) == 1.0
    assert entropy_bits([[0], [1], [2], [3], [4]]) == pytest.approx(math.log2(5))
    assert entropy_bits([[0, 1], [2, 3], [4]]) == pytest.approx(1.5219, abs=1e-4)
    assert entropy_bits([]) == 0.0


@given(ANSWERS)
def test_every_answer_is_in_one_group(texts: list[str]) -> None:  # S3
    found = group_by_meaning(texts)
    assert sorted(place for group in found for place in group) == list(range(len(texts)))
    assert all(found)
    assert 1 / len(texts) <= measure_agreement(found) <= 1
    assert 0 <= entropy_bits(found) <= math.log2(len(texts)) + 1e-9


@given(ANSWERS, st.randoms(use_true_random=False))
def test_the_order_changes_nothing(texts: list[str], chance: object) -> None:  # S3
    shuffled = list(range(len(texts)))
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    turned = group_by_meaning([texts[place] for place in shuffled])
    assert _as_texts(texts, group_by_meaning(texts)) == _as_texts([texts[place] for place in shuffled], turned)


@given(ANSWERS)
def test_no_group_holds_two_that_clash(texts: list[str]) -> None:
    read = [read_telltale(text) for text in texts]
    for group in group_by_meaning(texts, np.ones((len(texts), 1))):
        pairs = [
            (one, other) for one in group for other in group if texts[one].strip(" .,") != texts[other].strip(" .,")
        ]
        assert not any(telltales_clash(read[one], read[other]) for one, other in pairs)


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_clash_is_mutual_and_nothing_clashes_with_itself(one: str, other: str) -> None:
    first, second = read_telltale(one), read_telltale(other)
    assert telltales_clash(first, second) == telltales_clash(second, first)
    assert not telltales_clash(first, first)


def test_a_denial_is_known_in_its_forms() -> None:
    assert all(has_denial(text) for text in ("I don't", "I do not", "never", "I can’t"))
    assert not has_denial("I nod knowingly")


def _as_texts(texts: Sequence[str], found: list[list[int]]) -> list[list[str]]:
    return sorted(sorted(texts[place] for place in group) for group in found)
