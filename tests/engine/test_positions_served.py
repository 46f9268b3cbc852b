"""The assistant's own positions in a context: served from their rows, quoted, recorded, and only while in service."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from _beliefs import argue, judge, read_belief, settle

from atlas.adapters.storage.sqlite.glance import StoreGlance
from atlas.context.layers import POSITIONS
from atlas.engine.curate.documents import write_documents
from atlas.engine.serve.context import build_context
from atlas.engine.serve.glance import GlanceContext, context_for_prompt, context_for_session_start
from atlas.engine.serve.recall import Query
from atlas.engine.thinking.served_texts import read_served_texts
from atlas.language.document_sources import make_sourced_line
from atlas.language.stance_words import describe_position
from atlas.model.document import DocumentKind
from atlas.model.document_paths import PATHS
from atlas.model.ids import BeliefId
from atlas.model.memory import State, Status
from unit.model._nouns import message

TRIAL = "Remote work pays: a trial with 16,000 people found 13% more done."
JUNIORS = "Remote work harms juniors, who learn by overhearing the others."
QUESTION = "What do you think of remote work?"


@pytest.fixture
def argued(life: Any) -> Any:
    """A position that one good argument moved, and one against it."""
    life.say(f"Hello there. {TRIAL} Good, isn't it?")
    life.say(JUNIORS)
    argue(life, "trial", "a_1", turn=21, insight="A trial found 13% more done.", strength=0.9)
    argue(life, "overhearing", "a_2", turn=22, direction=-1, strength=0.4)
    settle(life, turn=25)
    return life


def held(life: Any, question: str = QUESTION, **more: Any) -> str:
    """The section of positions in a context."""
    _, found, rest = build_context(life.runtime, Query(question, **more)).text.partition(f"## {POSITIONS}\n")
    return rest.partition("\n## ")[0] if found else ""


def test_a_position_is_served_with_its_best_evidence(argued: Any) -> None:  # C7, E8
    lines = held(argued).splitlines()
    assert lines[0].startswith('- "remote work: leans slightly for it, ')
    assert lines[1].startswith(f'  - for it: "{TRIAL}" (')
    assert lines[2].startswith(f'  - against it: "{JUNIORS}" (')


def test_what_nobody_asked_about_is_not_served(argued: Any) -> None:  # C13
    assert held(argued, "What is the capital of France?") == ""


def test_a_question_in_other_words_finds_what_was_argued(argued: Any) -> None:
    assert "remote work" in held(argued, "Do juniors learn by overhearing?")


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Status.NEEDS_REVIEW},
        {"status": Status.REJECTED},
        {"state": State.ARCHIVED},
    ],
)
def test_only_what_is_in_service_is_served(argued: Any, fields: dict[str, Any]) -> None:  # C1
    judge(argued, **fields)
    assert held(argued) == ""


def test_what_nothing_has_moved_is_no_position(life: Any) -> None:
    life.say(TRIAL)
    argue(life, "trial")
    assert held(life) == ""


def test_words_that_may_not_be_told_are_no_evidence(argued: Any) -> None:  # C1, C5
    trial = next(each for each in argued.atlas.memories(kinds=["episode"]) if "13%" in each.content)
    argued.atlas.review.decide("sensitive", trial.id)
    assert "13%" not in held(argued)
    assert JUNIORS in held(argued)


def test_what_a_person_corrected_rests_on_nothing_older(argued: Any) -> None:
    judge(argued, corrected=-0.8, corrected_turn=26, stance=-0.8, support=0, contradiction=0, confidence=1.0)
    assert held(argued).splitlines() == [held(argued).splitlines()[0]]
    assert "is firmly against it, very sure" in held(argued)


def test_a_line_of_the_persona_is_served_from_the_row(argued: Any) -> None:  # E8
    persona = f"# Persona\n\n## Positions\n{make_sourced_line('Remote work: is firmly against it.', BeliefId('v_1'))}"
    write_documents(argued.runtime, {PATHS[DocumentKind.PERSONA]: persona})
    text = argued.atlas.context(QUESTION).text
    assert "firmly against" not in text
    assert "leans slightly for it" in text


def test_a_context_says_which_positions_stood_in_it_and_how(argued: Any) -> None:  # C8
    given = argued.atlas.context(QUESTION)
    now = read_belief(argued)
    assert [each.belief.id for each in given.positions] == ["v_1"]
    [served] = argued.atlas.why(given.serving).serving.beliefs
    assert (served.belief, served.stance, served.confidence) == ("v_1", now.stance, now.confidence)


def test_what_a_position_says_is_known_again_when_it_comes_back(argued: Any) -> None:  # X2
    argued.atlas.context(QUESTION, conversation="c1")
    now = read_belief(argued)
    with argued.runtime.reading() as reader:
        known = read_served_texts(reader, [message("- Remote work.")]).everything
    assert f"remote work: {describe_position(now.stance, now.confidence)}" in known
    assert any(TRIAL in text for text in known)
    assert JUNIORS in known


def test_as_of_a_day_a_position_is_told_as_it_stood(argued: Any) -> None:  # X4
    then = argued.runtime.now()
    argued.virtual.later(minutes=5)
    judge(argued, corrected=-1.0, corrected_turn=29, stance=-1.0)
    assert "is firmly against it" in held(argued)
    assert "leans slightly for it" in held(argued, as_of=then)
    assert held(argued, as_of=then.replace(year=2020)) == ""


def test_forgetting_an_argument_names_the_contexts_that_the_position_stood_in(argued: Any) -> None:  # X3, C8
    argued.atlas.assistant.positions(QUESTION)
    alone = argued.atlas.why().serving
    assert (alone.items, alone.documents) == ((), ())
    receipt = argued.atlas.forget(text="overhearing")
    assert receipt.beliefs == ("v_1",)
    assert receipt.touched == (alone.id,)
    assert "overhearing" not in argued.atlas.context(QUESTION).text
    assert held(argued) == ""  # one remark makes no position


def test_positions_alone_are_given_to_a_host_and_recorded(argued: Any) -> None:  # C8
    told = argued.atlas.assistant.positions(QUESTION)
    assert POSITIONS in told
    assert TRIAL in told
    assert [each.belief for each in argued.atlas.why().serving.beliefs] == ["v_1"]
    assert argued.atlas.assistant.positions("What is the capital of France?") == ""
    assert "remote work" in argued.atlas.assistant.positions()


# --- at a glance


def glance(life: Any, prompt: str = QUESTION) -> GlanceContext:
    """What a hook shows in a conversation, which it then writes down."""
    with StoreGlance.open(Path(life.runtime.store.location), life.runtime.space) as store:
        given = context_for_prompt(store, prompt, "hooked", life.runtime.now(), UTC, 600)
        serving = {"id": life.runtime.serving_id(), "at": life.runtime.now().isoformat(), "query": prompt}
        store.note(
            {**serving, "conversation": "hooked", "tokens": given.tokens},
            [],
            [],
            [asdict(each) for each in given.beliefs],
        )
    return given


def test_a_hook_shows_a_position_once_until_it_says_something_else(argued: Any) -> None:  # C7, C13
    first = glance(argued)
    assert f'## {POSITIONS}\n- "remote work: leans slightly for it, ' in first.text
    assert f'  - for it: "{TRIAL}" (' in first.text
    assert [each.belief for each in first.beliefs] == ["v_1"]
    assert POSITIONS not in glance(argued).text
    argued.atlas.beliefs.correct("v_1", -0.9)
    assert "is firmly against it" in glance(argued).text


def test_a_session_begins_with_the_surest_positions(argued: Any) -> None:  # C7
    with StoreGlance.open(Path(argued.runtime.store.location), argued.runtime.space) as store:
        given = context_for_session_start(store, argued.runtime.now(), UTC, 900)
    assert "remote work: leans slightly for it" in given.text
