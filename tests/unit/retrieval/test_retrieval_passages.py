"""What is offered where no fact answers: the nearest words, with those around them, and what was said later (J14)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from atlas.model.memory import Kind, Memory
from atlas.retrieval.passages import choose_passages, quote_around, rank_passages
from atlas.retrieval.question import find_wanted_fact
from unit.model._nouns import NOW, memory


def said(number: int, words: str) -> Memory:
    return memory(f"m_{number}", words, kind=Kind.EPISODE, observed_at=NOW + timedelta(days=number))


def offer(question: str, *known: Memory, near: Sequence[str] = ()) -> list[str]:
    """The sentences in their order; what holds one of `near` is nearer than the rest."""

    def measure(texts: Sequence[str]) -> list[float]:
        return [0.5 if any(word in text for word in near) else 0.4 for text in texts]

    wanted = find_wanted_fact(question)
    return [each.sentence for each in choose_passages(rank_passages(known, wanted, measure), wanted)]


def test_what_was_said_later_of_the_same_matter_is_offered_with_the_nearest() -> None:
    old, new, other = (
        said(1, "The doctor gave me 50 micrograms of levothyroxine."),
        said(40, "They raised the levothyroxine to 75."),
        said(41, "The bus was late again."),
    )
    assert offer("how much of the thyroid stuff do I take?", old, other, new, near=["doctor"])[:2] == [
        old.content,
        new.content,
    ]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How much do I pay for the room?", "The room is 610 a month."),
        ("When is the party?", "The party is on Saturday."),
        ("Why did I leave the choir?", "I left the choir because of my back."),
        ("What's my rent?", "The room is 610 a month."),  # by words of the same matter
    ],
)
def test_what_holds_the_sort_of_thing_that_is_asked_for_comes_first(question: str, first: str) -> None:
    known = [
        said(1, "The room is bright."),
        said(2, "The party is at home."),
        said(3, "I left the choir with Ana."),
        said(4, "The room is 610 a month."),
        said(5, "The party is on Saturday."),
        said(6, "I left the choir because of my back."),
    ]
    assert offer(question, *known)[0] == first


def test_a_request_that_tells_something_on_the_way_is_offered_and_a_mere_question_is_not() -> None:
    told = said(1, "They swapped the warfarin for apixaban, so may I eat silverbeet?")
    asked = said(2, "What is warfarin, and is it dangerous?")
    assert offer("What about the warfarin?", told, asked) == [told.content]


def test_pasted_text_is_nobodys_own_words_and_is_not_offered() -> None:
    pasted = said(1, "Is this any good?\n\n> I live in Denver and keep eleven cats.\n> My rent is 900.\n")
    assert offer("What is my rent?", pasted) == []


def test_a_quote_has_the_sentences_beside_it_as_far_as_it_stays_short() -> None:
    text = f"PASSED it yesterday!!! 92 percent. Who is the best? {'I walked on, ' * 30}and home."
    assert quote_around("PASSED it yesterday!!!", text) == "PASSED it yesterday!!! 92 percent."
    assert quote_around("Not there.", text) == "Not there."


def test_what_was_said_later_answers_whether_something_is_so_in_fewer_words() -> None:
    then, later, other = (
        said(1, "My girlfriend Mio works in Osaka."),
        said(40, "Mio and I broke up."),
        said(20, "The trains were full."),
    )
    assert set(offer("Is Mio still my girlfriend?", then, other, later)) == {then.content, later.content}
