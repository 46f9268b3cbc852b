"""A version of the documents that fails replay is not kept: it comes back as it was, on record (H7, E7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from _minds import remade
from test_evolution import PROFILE, editing, editor, text_of
from test_replay import FACTS

from atlas.curation.policy import Mode
from atlas.engine.core.document_versions import list_versions
from atlas.model.journal import Action, Actor
from atlas.model.task import Size
from atlas.ports.llm import Turn
from atlas.testing.models import ScriptedModel
from atlas.testing.virtual import virtual
from engine.conftest import Life
from surfaces.cli._person import Person
from unit.evolution._driving import step

BAD = "- Name another place or person than the one that is known.\n"
GOOD = "- Short answers in the evening.\n"


def answer(system: str, turns: Sequence[Turn], _schema: Mapping[str, Any] | None) -> str:
    """From its context; otherwise than that says where the profile wants so."""
    given, _, asked = turns[-1].text.rpartition("\n---\n")
    known = FACTS.get(asked.strip())
    if known is None or known[1] not in given:
        return "I do not know."
    return f"It is {known[3] if 'another place or person' in system else known[2]}."


def write_profile(line: str) -> str:
    return step(tool="write", path=PROFILE, text=f"# Profile\n\n## Learned\n{line}")


@pytest.fixture(scope="module")
def corrected_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything was told, asked for, and corrected, since the replies were wrong."""
    place = tmp_path_factory.mktemp("corrected") / "me.atlas"
    life = Life(virtual(place))
    for asked, (fact, _, _, wrong) in FACTS.items():
        life.say(fact)
        life.say(asked, f"It is {wrong}.", conversation=asked)
        life.say(f"No, {fact}", conversation=asked)
    life.atlas.close(think=False)
    return place


@pytest.fixture
def told(corrected_store: Path, live_on: Callable[[Path, int], Life]) -> Life:
    return live_on(corrected_store, 3 * len(FACTS))


def evolve_profile(life: Life, line: str) -> None:
    """A session, over which a model edits the profile, and is let do so."""
    curation = replace(life.runtime.curation, mode=Mode.AUTO)
    remade(life, models={Size.SMALL: editor(lambda _: editing(write_profile(line)))}, curation=curation)
    life.virtual.later(minutes=1)
    life.atlas.observe(user="I read a lot in the evening.", assistant="I see.", conversation=line)
    life.atlas.end_session(line)
    life.atlas.flush()
    life.virtual.later(hours=4)
    life.atlas.flush()
    assert line.strip() in text_of(life)


def replay(life: Life, since: Any) -> Mapping[str, Any]:
    life.virtual.later(days=1)
    remade(life, model=ScriptedModel("scripted", answer), models={})
    return life.atlas.jobs.replay_questions(since).said


def test_documents_by_which_answers_got_worse_come_back_as_they_were(told: Life) -> None:  # H7, E7
    evolve_profile(told, GOOD)
    told.virtual.later(days=1)
    good, since = text_of(told), told.runtime.now()
    evolve_profile(told, BAD)
    said = replay(told, since)
    assert (said["documents"]["worse"], said["documents"]["better"]) == (len(FACTS), 0)
    assert PROFILE in said["restored"]
    assert text_of(told) == good
    with told.runtime.reading() as reader:
        *_, failed, back = list_versions(reader)
    assert failed.actor is not Actor.ATLAS
    assert (back.actor, back.action) == (Actor.ATLAS, Action.AMENDED)
    assert back.note == f"Replay: {len(FACTS)} of {len(FACTS)} answers came out better by the version before."
    assert told.atlas.admin.verify().ok


def test_it_is_seen_in_the_history_of_documents(told: Life, tmp_path: Path) -> None:  # H7, E7
    told.virtual.later(days=1)
    since = told.runtime.now()
    evolve_profile(told, BAD)
    replay(told, since)
    told.atlas.close(think=False)
    (tmp_path / "me.atlas").rename(tmp_path / "memory.atlas")
    person = Person(tmp_path)
    assert "Replay: 6 of 6 answers came out better" in person.says("docs", "history")
    assert BAD.strip() not in person.says("docs", "show", "profile", code=None)


def test_documents_that_do_no_harm_stay(told: Life) -> None:  # H7
    told.virtual.later(days=1)
    since = told.runtime.now()
    evolve_profile(told, GOOD)
    said = replay(told, since)
    assert (said["documents"]["fails"], "restored" in said) == (False, False)
    assert GOOD.strip() in text_of(told)
