"""The story is what the engine did: every event is in the journal, and every change in the journal is an event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from atlas import Atlas
from atlas.model.journal import Action, Entry
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from atlas.surfaces.demo.events import (
    Asked,
    Confirmed,
    Decided,
    Event,
    Expired,
    Forgotten,
    Held,
    KeptOut,
    Learned,
    Redacted,
    Refused,
    Trouble,
    Undone,
)
from atlas.surfaces.demo.scan import scan_files
from atlas.surfaces.demo.steps import TEACHES_NOTHING, Utterance
from surfaces.demo._month import SEEDS, Month

T = TypeVar("T")

EVERYTHING = 100_000
ACTIONS: dict[type, Action] = {
    Learned: Action.REMEMBERED,
    Confirmed: Action.CHANGED,
    Held: Action.HELD,
    Refused: Action.REFUSED,
    KeptOut: Action.OBSERVED,
    Redacted: Action.OBSERVED,
    Asked: Action.OBSERVED,
    Decided: Action.DECIDED,
    Undone: Action.UNDONE,
    Forgotten: Action.FORGOTTEN,
    Expired: Action.EXPIRED,
    Trouble: Action.TROUBLE,
}


@pytest.fixture
def atlas(month: Month) -> Iterator[Atlas]:
    with month.atlas() as opened:
        yield opened


@pytest.fixture
def journal(atlas: Atlas) -> dict[int, Entry]:
    return {entry.seq: entry for entry in atlas.history.log(EVERYTHING)}


def of(month: Month, kind: type[T]) -> list[T]:
    return [event for event in month.story.events if isinstance(event, kind)]


def named_ids(event: Event) -> set[str]:
    own = {getattr(event, name, None) for name in ("memory", "proposal")} - {None}
    closed = {old.memory for old in event.replaced} if isinstance(event, Learned) else set()
    return own | closed


def test_every_event_is_in_the_journal(month: Month, journal: dict[int, Entry]) -> None:
    for event in month.story.events:
        entry = journal[event.entry]
        assert entry.action is ACTIONS[type(event)]
        assert entry.at == event.at
        assert named_ids(event) <= {part.id for part in entry.parts}


def test_every_change_in_the_journal_is_told(month: Month, journal: dict[int, Entry]) -> None:
    told = {event.entry for event in month.story.events} | {scene.entry for scene in month.story.scenes}
    assert set(journal) == told - {0}


def test_every_sentence_told_is_one_of_the_memory(month: Month, atlas: Atlas) -> None:
    """What a story says was learned stands in the memory so, unless it was forgotten or taken back since."""
    taken_back = {event.cause for event in of(month, Undone)}
    for event in of(month, Learned):
        if event.entry in taken_back:
            continue
        memory = atlas.inspect.memory(event.memory).memory
        assert memory.state is State.GONE or (memory.content == event.says and event.quote in repr(memory.evidence))


def test_answers_quote_what_was_said_before(month: Month) -> None:
    """T15: an answer has the words it stands on and their date."""
    words = [(step.at, step.text) for step in month.script.steps if isinstance(step, Utterance)]
    for event in of(month, Asked):
        for found in event.found if event.sure else ():
            assert any(found.quote in text and at == found.said_at < event.at for at, text in words)


def test_the_journal_verifies(month: Month, atlas: Atlas) -> None:
    assert month.story.closing.verified
    assert atlas.admin.verify().ok
    assert len(atlas.history.log(EVERYTHING)) == month.story.closing.entries


def test_poison_is_on_record_and_never_in_service(month: Month, atlas: Atlas) -> None:
    """P1, X1: text from outside is stored with its origin and approved by nobody."""
    assert {event.origin for event in of(month, KeptOut)} == {Origin.WEB, Origin.TOOL}
    outside = [origin for origin in Origin if origin.trust < Trust.ASSISTANT]
    assert not atlas.memories(origins=outside, statuses=[Status.APPROVED], limit=EVERYTHING)
    persona = month.script.persona
    served = [item.memory.content for item in atlas.recall(f"bank {persona.bank} {persona.brand} Mallory", limit=500)]
    assert not [text for text in served if persona.bank in text or persona.brand in text or "Mallory" in text]
    assert month.story.closing.outside_approved == 0


def test_the_forgotten_name_is_in_no_file(month: Month, atlas: Atlas) -> None:
    """X3: it was there, and it is gone, from the bytes too."""
    (forgotten,) = of(month, Forgotten)
    assert forgotten.before.hits > 0
    assert forgotten.after.hits == 0
    assert forgotten.recalled_before > forgotten.recalled_after == 0
    atlas.close()
    assert scan_files(month.folder, forgotten.name).hits == 0


def test_a_pasted_secret_is_in_no_file(month: Month) -> None:
    (redacted,) = of(month, Redacted)
    (step,) = [step for step in month.script.steps if isinstance(step, Utterance) and step.secret]
    assert redacted.kinds
    assert redacted.scan.hits == 0
    assert step.secret not in repr(month.story)
    assert scan_files(month.folder, step.secret).hits == 0


def test_questions_small_talk_and_echoes_teach_nothing(month: Month) -> None:
    """X2 among them: what the memory said of itself is not learned again."""
    for row in month.story.taught:
        if row.talk in TEACHES_NOTHING:
            assert (row.talk, row.accepted) == (row.talk, 0)
            assert row.heard > 0


def test_a_month_teaches(month: Month) -> None:
    """Names, the move that closes the older home (T16), a rule that waits for a person and is decided (C3)."""
    persona = month.script.persona
    assert month.story.name == persona.name
    learned = of(month, Learned)
    assert len(learned) >= 12
    moved = [event for event in learned if persona.new_home in event.says]
    assert [old.says for old in moved[0].replaced if persona.home in old.says]
    assert {event.after for event in of(month, Decided)} == {Status.APPROVED.value, Status.REJECTED.value}
    assert of(month, Undone)


def test_what_a_person_rejected_is_not_taken_up_again(month: Month) -> None:
    """C2: the same wish comes back later and is refused."""
    (rejected,) = [event for event in of(month, Decided) if event.after == Status.REJECTED.value]
    again = [event for event in of(month, Refused) if event.says == rejected.says]
    assert again
    assert all(event.entry > rejected.entry for event in again)


def test_the_last_answer_about_the_home_is_the_new_one(month: Month) -> None:
    """T16: what was closed is neither served nor counted as known."""
    persona = month.script.persona
    last = [event for event in of(month, Asked) if event.question == "Where do I live?"][-1]
    assert [found.says for found in last.found] == [f"You live in {persona.new_home}"]
    assert not any(persona.home in text for text in month.story.closing.known if "lives in" in text and "user" in text)


@pytest.mark.skipif(len(SEEDS) < 2, reason="one month is lived here, two in the full proof: make prove")
def test_other_seeds_are_other_stories(months: Callable[[int], Month]) -> None:
    stories = [months(seed).story for seed in SEEDS]
    assert len({story.name for story in stories}) > 1
    assert len({tuple(type(event) for event in story.events) for story in stories}) == len(SEEDS)
