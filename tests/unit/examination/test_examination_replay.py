"""Replay asks in all arms, grades by rules and a grader, and compares versions of documents (H7, J11)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from atlas.examination.policy import ExaminationPolicy
from atlas.examination.replay import ReplayPlan, replay_questions
from atlas.model.examination import Arm, ExpectedBy, Question
from atlas.model.ids import MemoryId
from atlas.model.thinking import Ask, AskAssistant, AssistantReply, Given, Reply, Thinking, Thoughts

AT = datetime(2026, 3, 1, tzinfo=UTC)
QUESTIONS = tuple(
    Question(f"What is thing {n}?", f"right{n}", ExpectedBy.FACT, AT, memory=MemoryId(f"m_{n}"), rivals=(f"wrong{n}",))
    for n in range(8)
)
BAD, GOOD = MemoryId("m_bad"), MemoryId("m_good")


def drive(thinking: Thinking, assistant: Callable[[AskAssistant], str], grader: str = "right") -> Thoughts:
    def give(request: Any) -> Given:
        if isinstance(request, AskAssistant):
            return AssistantReply(assistant(request), () if request.arm is Arm.WITHOUT else (BAD, GOOD))
        assert isinstance(request, Ask)
        return Reply((json.dumps({"mark": grader}),))

    try:
        asked = next(thinking)
        while True:
            asked = thinking.send(tuple(map(give, asked)))
    except StopIteration as done:
        return done.value


def number_of(ask: AskAssistant) -> str:
    return ask.text.removeprefix("What is thing ").removesuffix("?")


def test_h7_only_the_memory_whose_absence_mends_answers_is_harmful() -> None:
    def answer(ask: AskAssistant) -> str:
        return f"right{number_of(ask)}" if ask.left_out == BAD else f"wrong{number_of(ask)}"

    thoughts = drive(replay_questions(ReplayPlan(QUESTIONS), ExaminationPolicy()), answer)
    (harm,) = thoughts.harms
    assert (harm.memory, harm.worse, harm.better) == (BAD, 8, 0)
    assert harm.questions == tuple(f"m_{n}" for n in range(8))
    assert thoughts.said["trials"] == 8 + 5  # the other mended nothing of five


def test_h7_what_stood_beside_four_wrong_answers_is_not_tried() -> None:
    def answer(ask: AskAssistant) -> str:
        return f"wrong{number_of(ask)}" if int(number_of(ask)) < 4 else f"right{number_of(ask)}"

    thoughts = drive(replay_questions(ReplayPlan(QUESTIONS), ExaminationPolicy()), answer)
    assert (thoughts.harms, thoughts.said["trials"]) == ((), 0)


def test_h7_a_grader_marks_what_rules_cannot_tell_and_how_far_they_agree_is_said() -> None:
    def answer(ask: AskAssistant) -> str:
        number = number_of(ask)
        return "Hard to say." if number == "0" else f"right{number}"

    thoughts = drive(replay_questions(ReplayPlan(QUESTIONS, with_grader=True), ExaminationPolicy()), answer)
    assert thoughts.said["arms"]["with memory"] == {"right": 8, "graded": 8}
    assert thoughts.said["agreement"] == {"same": 14, "both": 14}


def test_h7_documents_by_which_answers_got_worse_fail() -> None:
    def answer(ask: AskAssistant) -> str:
        return f"right{number_of(ask)}" if ask.documents_as_of else "I do not know."

    plan = ReplayPlan(QUESTIONS, as_of=AT, documents_since=AT)
    compared = drive(replay_questions(plan, ExaminationPolicy()), answer).said["documents"]
    assert (compared["asked"], compared["worse"], compared["better"], compared["fails"]) == (8, 8, 0, True)


def test_j11_no_question_to_the_assistant_has_what_is_expected() -> None:
    seen: list[AskAssistant] = []

    def answer(ask: AskAssistant) -> str:
        seen.append(ask)
        return f"wrong{number_of(ask)}"

    drive(replay_questions(ReplayPlan(QUESTIONS, as_of=AT, with_grader=True), ExaminationPolicy()), answer)
    assert {each.text for each in seen} == {each.text for each in QUESTIONS}
    assert not any(each.earlier for each in seen)
