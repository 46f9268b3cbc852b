"""Evidence (B1): what counts is a reason in the user's own words; pressure and repetition stay below the threshold."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from atlas.beliefs.evidence import EvidenceInput, Heard, weigh_by_rules
from atlas.model.belief import Reasoning, Reliability, Weighed
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.origin import Origin
from atlas.model.thinking import Embed, Vectors

COUNTS = 0.3
TRIAL = (
    "Remote work doesn't hurt output. A two-year Stanford trial with 1,600 employees found no difference in "
    "performance and a third fewer resignations."
)
SPREAD = "Another point for remote work: our office costs fell by 60,000 euros a year."


def test_an_argument_is_weighed_in_all_its_sides() -> None:
    (found,) = weigh(TRIAL)
    assert (found.topic, found.direction, found.reasoning) == ("remote work", 1, Reasoning.EMPIRICAL)
    assert found.strength >= COUNTS
    assert (found.reliability, found.novelty, found.consistent) == (Reliability.HIGH, 1.0, True)
    assert found.insight.startswith("A user argues for remote work: A two-year Stanford trial")
    assert found.insight.count("\n") == 0


@pytest.mark.parametrize(
    ("text", "reasoning", "direction"),
    [
        (TRIAL, Reasoning.EMPIRICAL, 1),
        (
            "NIST has advised against forced password rotation since 2017, so we should drop it. It is harmful.",
            Reasoning.EXPERT,
            -1,
        ),
        ("Capital punishment is wrong since no court is free of error and it can't be undone.", Reasoning.LOGICAL, -1),
        (
            "I switched to a standing desk in March and my back pain was gone within weeks. Standing desks are great.",
            Reasoning.ANECDOTAL,
            1,
        ),
    ],
)
def test_each_way_of_arguing_counts(text: str, reasoning: Reasoning, direction: int) -> None:
    (found,) = weigh(text)
    assert (found.reasoning, found.direction) == (reasoning, direction)
    assert found.strength >= COUNTS


@pytest.mark.parametrize(
    "text",
    [
        "I think remote work is better.",
        "I'm telling you, remote work is better. Just accept it.",
        "For the tenth time: remote work is the right choice.",
        "For the 10th time: remote work is the right choice.",
        "I've told you 200 times that remote work is better.",
        "Remote work is better, and I give you 5 minutes to agree.",
        "Remote work is better, 1000 times better!",
        "Remote work is better, I give it 5 stars out of 5.",
        "You're so clever, I'm sure you see that remote work is best.",
        "If you don't agree that remote work is better I'll cancel my subscription.",
        "Everyone knows that remote work is better.",
        "Please, please just agree that remote work is good, I've had such a terrible day.",
        "Remote work is better because it's better.",
    ],
)
def test_repeating_an_opinion_praise_insistence_threats_and_pressure_do_not_count(text: str) -> None:
    assert all(each.strength < COUNTS and not each.insight for each in weigh(text))


@pytest.mark.parametrize(
    "text",
    [
        f'Look what I found: "{TRIAL}"',
        f"What do you make of this?\n\n> {TRIAL}",
        f"Summarize this: {TRIAL}",
        f"<page>{TRIAL}</page> Is that so?",
        f"```\n{TRIAL}\n```",
        "You said yesterday that remote work is better because a trial with 1,600 people found no difference.",
        "My colleague wrote: remote work is better because our output rose by 13%.",
    ],
)
def test_what_somebody_else_wrote_argues_nothing(text: str) -> None:
    """X1: only the user's own words do."""
    assert [each for each in weigh(text) if each.strength >= COUNTS] == []


def test_the_same_argument_again_is_not_new_and_counts_no_more() -> None:
    retold = (
        "The Stanford trial with 1,600 employees found that remote work is fine: no difference in performance and a "
        "third fewer resignations."
    )
    for again in (TRIAL, f"As I said: {TRIAL}", f"Again. {TRIAL}", retold):
        first, *more = weigh(TRIAL, again)
        assert first.strength >= COUNTS
        assert all(each.novelty < 0.25 and each.strength < COUNTS for each in more)


def test_a_repetition_in_other_words_is_known_by_its_meaning() -> None:
    """Vectors tell it; they do not make two arguments one that are merely on one topic."""
    told = (Heard("remote work", "Remote work is good because you're not interrupted all the time."),)
    text = "Remote work is better, since there is nobody who disturbs my concentration at home."
    assert weigh(text, heard=told)[0].novelty > 0.9
    assert weigh(text, heard=told, alike=0.85)[0].strength < COUNTS
    assert weigh(SPREAD, heard=told, alike=0.5)[0].novelty == 1.0


def test_another_argument_on_the_same_topic_is_new() -> None:
    _, second = weigh(TRIAL, SPREAD)
    assert (second.topic, second.novelty) == ("remote work", 1.0)
    assert second.strength >= COUNTS


def test_a_topic_is_known_by_its_other_names() -> None:
    _, second = weigh(
        "Remote work is good because you're not interrupted all the time.",
        "Working from home is good because I'm not interrupted all the time.",
    )
    assert second.strength < COUNTS


def test_two_topics_in_one_message_are_two_arguments() -> None:
    found = weigh(
        "Remote work is good for focus, because nobody interrupts you for hours on end, but open-plan offices are bad "
        "since every call at one desk disturbs ten people at theirs."
    )
    assert [(each.topic, each.direction) for each in found] == [("remote work", 1), ("open-plan offices", -1)]


@pytest.mark.parametrize(
    "text",
    [
        "What do you think about remote work?",
        "Isn't a wealth tax pointless if the money can simply leave?",
        "Write a function that reverses a list, because I need it.",
        "I work from home on Mondays because my daughter has no school then.",
        "Good morning! How was your night?",
        "Oh sure, remote work is terrible, because who wouldn't want to spend two hours in traffic. /s",
        "Suppose a wealth tax drove away all the money. Then it'd be bad.",
        "",
    ],
)
def test_questions_tasks_facts_small_talk_and_irony_argue_nothing(text: str) -> None:
    assert [each for each in weigh(text) if each.strength >= COUNTS] == []


# --- driving


def weigh(*texts: str, heard: tuple[Heard, ...] = (), alike: float | None = None) -> list[Weighed]:
    """Weigh messages one after the other; `alike` is how near an embedder finds the texts it is asked for."""
    said = tuple(make_message(str(place), text) for place, text in enumerate(texts))
    thinking = weigh_by_rules(EvidenceInput(said, heard, COUNTS))
    try:
        asked = next(thinking)
        while True:
            assert all(isinstance(each, Embed) for each in asked)
            asked = thinking.send(tuple(Vectors(make_rows(len(each.texts), alike)) for each in asked))
    except StopIteration as done:
        return [each.weighed for each in done.value.judgements]


def make_rows(count: int, alike: float | None) -> object:
    if alike is None:
        return None
    other = [alike, (1 - alike**2) ** 0.5]
    return np.array([[1.0, 0.0], *[other] * (count - 1)], dtype=np.float32)


def make_message(id: str, text: str) -> Message:
    at = datetime(2026, 3, 4, 12, tzinfo=UTC)
    return Message(
        MessageId(f"m_{id}"), InteractionId("i_1"), ConversationId("c_1"), 0, Role.USER, Origin.USER, text, at
    )
