"""A model's edits of the persona, and the source document's full rewrite (B6, B7)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from _persona import answer, drive, make_argument, make_belief, make_persona

import atlas.beliefs
from atlas.beliefs.model_editor import EDITS_PROMPT, HIDDEN, NOT_FOUND, REWRITE_PROMPT, edit_with_model
from atlas.beliefs.persona_edits import apply_persona_edits
from atlas.beliefs.policy import BeliefPolicy, get_preset
from atlas.beliefs.positions import find_insights, make_position_line
from atlas.beliefs.snapshot_input import SnapshotInput
from atlas.model.strict import Problem, parse_answer
from atlas.reflection.prompts import read_prompt, render_prompt

POLICY = BeliefPolicy()
BELIEFS = (make_belief(0), make_belief(1), make_belief(2, confidence=0.2))
PENDING = (make_argument(1), make_argument(2, belief=1))
PERSONA = make_persona(BELIEFS)
SEEN = SnapshotInput(PERSONA, BELIEFS, PENDING)
MANNER = "- Speaks plainly, and says so when it does not know.\n"
TAKE_IN = ("integrate", "Manner", "", "- Has seen trials with fewer meetings.\n")


def test_the_question_has_the_whole_context_and_its_prompt_is_filled() -> None:
    folder = Path(atlas.beliefs.__file__).parent / "prompts"
    for policy, name in ((POLICY, EDITS_PROMPT), (get_preset("snapshot_reflection"), REWRITE_PROMPT)):
        _, (ask,) = drive(edit_with_model(SEEN, policy), "{}")
        rendered = render_prompt(read_prompt((folder / f"{name}.md").read_text("utf-8")), ask.values)
        assert ask.prompt == name
        for part in (MANNER.strip(), "remote work", PENDING[0].insight):
            assert part in rendered.user


def test_the_models_edits_are_a_part_of_their_own_and_take_the_insights_in() -> None:
    made, _ = drive(edit_with_model(SEEN, POLICY), answer(TAKE_IN))
    assert made.faults == ()
    assert made.text == PERSONA.replace(MANNER, MANNER + TAKE_IN[3])
    (part,) = made.parts
    assert part.by_model
    assert part.integrated == tuple(each.id for each in PENDING)


def test_rules_bring_the_positions_up_first() -> None:
    rows = (replace(BELIEFS[0], stance=-0.9), *BELIEFS[1:])
    made, _ = drive(edit_with_model(replace(SEEN, beliefs=rows), POLICY), answer(TAKE_IN))
    assert [part.by_model for part in made.parts] == [False, True]
    assert make_position_line(rows[0]) in made.text


def test_insights_stay_pending_where_no_edit_integrates() -> None:
    made, _ = drive(edit_with_model(SEEN, POLICY), answer(("specify", "Manner", "plainly", "plainly and briefly")))
    assert [part.integrated for part in made.parts] == [()]


def test_rules_take_the_insights_in_where_the_model_changes_nothing() -> None:
    made, _ = drive(edit_with_model(SEEN, POLICY), answer())
    assert find_insights(made.text) == tuple(each.id for each in PENDING)
    assert [part.by_model for part in made.parts] == [False]


def test_nothing_is_asked_where_there_is_nothing_to_take_in() -> None:
    made, asked = drive(edit_with_model(replace(SEEN, pending=()), POLICY))
    assert (made.text, asked) == (PERSONA, [])


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (answer(TAKE_IN, ("preserve", "Positions", make_position_line(BELIEFS[0]), "")), "It would lose 1"),
        (answer(TAKE_IN, ("synthesize", "Manner", "words that are not there", "")), NOT_FOUND),
        (answer(TAKE_IN, ("synthesize", "*", PERSONA, "")), NOT_FOUND),
        (answer(TAKE_IN, ("synthesize", "Manner", MANNER, "```\n")), "It would lose 2"),
        (answer(("integrate", "Manner", "", "- a\u200b\u2060line\n")), HIDDEN),
        ("not JSON at all", "The answer"),
        ('{"edits": [{"step": "erase"}], "reason": ""}', ""),
    ],
)
def test_a_rejected_rewrite_keeps_the_old_snapshot_and_the_pending_insights(reply: str, says: str) -> None:
    made, _ = drive(edit_with_model(SEEN, POLICY), reply)
    assert made.faults
    assert made.faults[0].says.startswith(says)
    assert (made.text, made.parts) == (PERSONA, ())


def test_too_short_a_persona_is_rejected() -> None:
    persona = make_persona(BELIEFS, manner=f"- {'Speaks plainly, and says so. ' * 30}\n")
    cut = answer(TAKE_IN, ("synthesize", "Manner", "Speaks plainly, and says so. " * 30, ""))
    made, _ = drive(edit_with_model(replace(SEEN, persona=persona), POLICY), cut)
    assert "of its length" in made.faults[0].says


def test_no_word_of_a_model_writes_a_position() -> None:
    line = make_position_line(BELIEFS[0])
    reworded = line.replace("leans strongly for it", "is firmly against it")
    assert reworded != line
    gone = make_position_line(BELIEFS[2])
    edits = (TAKE_IN, ("synthesize", "Positions", line, reworded), ("synthesize", "Positions", gone, ""))
    made, _ = drive(edit_with_model(SEEN, POLICY), answer(*edits))
    assert made.faults == ()
    assert line in made.text
    assert gone in made.text
    assert reworded not in made.text
    text: str | None = PERSONA
    for part in made.parts:
        text = apply_persona_edits(text or "", part.edits)
    assert text == made.text


def test_the_full_rewrite_loses_what_the_model_leaves_out() -> None:
    shorter = make_persona(BELIEFS[1:]) + "- And something else that is as long as what was lost here.\n"
    reply = json.dumps({"persona": shorter, "reason": "Shorter."})
    made, _ = drive(edit_with_model(SEEN, get_preset("snapshot_reflection")), reply)
    assert (made.text, made.faults) == (shorter, ())
    assert [(part.by_model, part.integrated) for part in made.parts] == [(True, tuple(each.id for each in PENDING))]


def test_a_full_rewrite_that_is_too_short_is_rejected() -> None:
    reply = json.dumps({"persona": "# Persona\n\nI am helpful and kind to all.", "reason": ""})
    made, _ = drive(edit_with_model(SEEN, get_preset("snapshot_reflection")), reply)
    assert made.faults
    assert not isinstance(parse_answer(reply, {"type": "object"}), Problem)
