"""The judge of answers to questions about a life, and the lives themselves (J14)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from benchmarks.life_questions import Question, judge_answer, read_lives

ASKED = datetime(2026, 9, 20, tzinfo=UTC)


def judge(text: str, needs: tuple[tuple[str, ...], ...] = (("50 mg",),), wrong: tuple[str, ...] = ("25 mg",)):
    return judge_answer("Ana", Question(ASKED, "What do I take?", "50 mg", needs, wrong), text)


@pytest.mark.parametrize(
    ("text", "right", "sure", "wrong"),
    [
        ("You take iron 50 mg. (You said on 2026-05-02: “from 25 mg to 50 mg”)", True, True, False),
        ("You take iron 25 mg. (You said on 2026-01-02: “25 mg”)", False, True, True),
        ("As of 2026-05-02: You take iron 25 mg. (You said on 2026-01-02: “25 mg”)", False, False, False),
        ("I have nothing certain on that. The nearest: on 2026-05-02 you said “now 50 mg”.", True, False, False),
        ("I don't know that yet.", False, False, False),
        ("You take iron 50 mg and 25 mg.", False, True, True),
        ("You take iron 150 mg.", False, True, False),
    ],
)
def test_an_answer_is_right_by_the_words_it_needs_and_wrong_by_those_it_must_not_claim(
    text: str, right: bool, sure: bool, wrong: bool
) -> None:
    found = judge(text)
    assert (found.right, found.sure, found.wrong) == (right, sure, wrong)


@pytest.mark.parametrize("text", ["10,500", "10.5 km", "100"])
def test_a_figure_stands_there_whole(text: str) -> None:
    assert not judge(text, needs=(("10",),)).right


def test_of_what_was_never_told_nothing_may_be_claimed() -> None:
    assert judge("I don't know that yet.", needs=()).right
    assert judge("You are called Ana.", needs=()).wrong


@pytest.mark.parametrize("part", ["blind", "blind_2", "tune", "tune_2"])
def test_every_life_has_thirty_sentences_and_fifteen_questions(part: str) -> None:
    for life in read_lives(part):
        assert (len(life.said), len(life.questions)) == (30, 15)
        assert sum(not each.needs for each in life.questions) in (2, 3)
        assert list(life.said) == sorted(life.said, key=lambda each: each.at)
