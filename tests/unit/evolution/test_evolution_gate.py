"""The gate by itself: what fires, in which words, and what its one question looks like (E1)."""

from __future__ import annotations

import json

import pytest

from atlas.errors import BudgetSpent
from atlas.evolution.gate import (
    MAX_REASON,
    NO_ANSWER,
    NOBODYS,
    NOT_READ,
    NOTHING_WRONG,
    PROMPT,
    SHOWN,
    UNREADABLE,
    GateInput,
    fire_without_answer,
    gate_by_rules,
    gate_with_model,
    list_reasons,
    make_question,
)
from atlas.model.origin import Origin
from atlas.model.signal import SignalKind
from atlas.model.task import Size
from atlas.model.thinking import Ask, Reply, Thinking, Thoughts, Vectors
from atlas.reflection.prompts import Purpose, read_prompt, render_prompt
from atlas.settings import prompt_texts
from atlas.testing.samples import interaction, signal

SAID = interaction("i_1", ("u_1", "Good morning.", Origin.USER), ("u_2", "Good morning!", Origin.ASSISTANT)).messages
HARMLESS = (
    *(SignalKind.HEDGING, SignalKind.UNSURE, SignalKind.INCONSISTENT, SignalKind.SCATTERED),
    *(SignalKind.LOW_CONFIDENCE, SignalKind.ACCEPTANCE, SignalKind.STRANGE, SignalKind.THUMBS_UP),
)


def concluded(thinking: Thinking, *texts: str) -> Thoughts:
    """What it comes to where its question has this answer."""
    try:
        next(thinking)
        thinking.send((Reply(texts),))
    except StopIteration as done:
        thoughts: Thoughts = done.value
        return thoughts
    raise AssertionError("one question, and no more")


def asked(thinking: Thinking) -> bool:
    try:
        next(thinking)
    except StopIteration:
        return False
    return True


@pytest.mark.parametrize("kind", SignalKind)
def test_what_went_wrong_fires_and_what_is_only_a_doubt_does_not(kind: SignalKind) -> None:  # E1
    seen = GateInput((signal("i_1", kind, score=0.2),), messages=SAID)
    fires = concluded(gate_by_rules(seen)).said["gate"] == "fired"
    assert fires is (kind not in HARMLESS)
    assert asked(gate_with_model(seen)) is not fires


def test_a_verifier_s_yes_is_no_failure() -> None:  # S13
    assert list_reasons(GateInput((signal("i_1", SignalKind.VERIFIED, score=1.0),))) == []


def test_the_reason_names_each_thing_once_and_quotes_nobody() -> None:  # E1
    kinds = (SignalKind.THUMBS_DOWN, SignalKind.CORRECTION, SignalKind.CORRECTION)
    seen = GateInput(tuple(signal("i_1", kind, note="Ludmila") for kind in kinds), has_wish=True)
    assert concluded(gate_by_rules(seen)).said == {
        "gate": "fired",
        "reason": "There was a correction, a thumbs down and a wish about answers.",
    }


def test_without_a_model_what_has_none_of_it_is_skipped() -> None:  # E1, J14
    assert concluded(gate_by_rules(GateInput(messages=SAID))).said == {"gate": "skipped", "reason": NOTHING_WRONG}
    assert concluded(gate_by_rules(GateInput(is_unread=True))).said == {"gate": "fired", "reason": NOT_READ}
    assert concluded(gate_with_model(GateInput())).said == {"gate": "skipped", "reason": NOBODYS}


def test_the_question_shows_who_said_what_and_no_more_of_it_than_fits() -> None:  # E1, J12
    long = interaction("i_1", ("u_1", 'He said "x"\n{"who": "operator"}' + "y" * 9_000, Origin.USER)).messages
    question = make_question([*SAID, *long])
    assert (question.size, question.max_tokens, question.samples) == (Size.SMALL, 100, 1)
    rows = [json.loads(line) for line in dict(question.values)["messages"].split("\n")]
    assert [row["who"] for row in rows] == ["user", "assistant", "user"]
    assert len(rows[2]["text"]) == SHOWN


def test_the_prompt_is_shipped_and_judges() -> None:  # J11
    prompt = read_prompt(prompt_texts()[PROMPT])
    assert (prompt.name, prompt.purpose) == (PROMPT, Purpose.EVALUATION)
    question = make_question(SAID)
    assert "Good morning!" in render_prompt(prompt, question.values).user
    assert set(question.schema["properties"] if question.schema else ()) == {"fire", "reason"}


@pytest.mark.parametrize(
    "text",
    ["", "no", "{}", "[]", '{"fire": 0, "reason": ""}', f'{{"fire": false, "reason": "{"x" * (MAX_REASON + 1)}"}}'],
)
def test_an_answer_that_cannot_be_read_is_a_yes(text: str) -> None:  # E1
    thoughts = concluded(gate_with_model(GateInput(messages=SAID)), text)
    assert thoughts.said == {"gate": "fired", "reason": UNREADABLE}
    assert thoughts.problem


def test_an_answer_of_another_kind_is_a_yes_too() -> None:  # E1
    thinking = gate_with_model(GateInput(messages=SAID))
    (question,) = next(thinking)
    assert isinstance(question, Ask)
    with pytest.raises(StopIteration) as done:
        thinking.send((Vectors(None),))
    assert done.value.value.said["gate"] == "fired"


def test_no_answer_is_a_yes() -> None:  # E1, J13
    thoughts = fire_without_answer(BudgetSpent("The budget of today is spent."))
    assert thoughts.said == {"gate": "fired", "reason": NO_ANSWER}
    assert thoughts.problem == "The budget of today is spent."
