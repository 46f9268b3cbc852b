"""A gist in the place of an old message's text: what stands on it still does, verifies, and is forgotten (T12, X3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest

from atlas import Refused, Status
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.text_masks import BLOT
from atlas.engine.curate.proposals import gather_judgement_input
from atlas.model.ids import MemoryId, MessageId, ReflectionId
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import Basis, Evidence, Kind, Relation, State
from atlas.model.origin import Origin
from atlas.model.proposal import Archive, Promote, Remember, Strengthen
from atlas.model.thinking import Judged
from atlas.model.verdict import Finding, Outcome, Verdict
from engine._cycles import cycle, episode, memories, state

WHOLE = "Well, we live in Zanzibarton, by the sea. On Sundays I always go to the Quuxmarket with Tom and the glorpdog."
GIST = "we live in Zanzibarton … I always go to the Quuxmarket"


def left(life: Any, *words: str) -> list[str]:
    """Tables and files that still hold a word: rows of every table, and the bytes of every file beside the store."""
    place = Path(life.atlas.inspect.status().location)
    connection = apsw.Connection(str(place))
    tables = [str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = {name: str(connection.execute(f'SELECT * FROM "{name}"').fetchall()) for name in tables}  # noqa: S608 # its own
    connection.close()
    rows |= {file.name: repr(file.read_bytes()) for file in place.parent.rglob("*") if file.is_file()}
    return [f"{name}: {word}" for name, text in rows.items() for word in words if word.casefold() in text.casefold()]


@pytest.fixture
def told(life):  # type: ignore[no-untyped-def]
    life.say(WHOLE, "Zanzibarton must be lovely!")
    life.say("I like tea.", conversation="c2")
    life.virtual.later(days=90)
    return life


@pytest.fixture
def short(told):  # type: ignore[no-untyped-def]
    """One message has a gist in its place; something is promoted from it, and joined with something else."""
    said = episode(told.runtime, "Sundays")
    fact = told.fact("lives in Zanzibarton")
    wishes = [
        Archive(said.id, GIST),
        Promote(said.id),
        Strengthen((said.id, fact.id), 0.1, Relation.CO_ACTIVATED),
        Strengthen((told.fact("tea").id, fact.id), 0.1, Relation.CO_ACTIVATED),
    ]
    assert cycle(told.runtime, wishes) is not None
    assert episode(told.runtime, "…").content == GIST
    return told


def drop(life: Any, id: MessageId) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        Ledger(life.runtime, txn).drop_texts([id])


# --- what stands on it


def test_what_is_quoted_is_checked_against_what_was_said(short) -> None:  # T12
    said = MessageId(str(episode(short.runtime, "…").transcribes))
    start = WHOLE.index("by the sea")
    quote = Evidence(said, start, start + 10, "by the sea", Origin.USER)
    with short.runtime.store.reading(short.runtime.space) as reader:
        before = gather_judgement_input(reader, Remember("By the sea", Kind.FACT, Basis.STATED, (quote,)))
    assert before.cited[said].text == WHOLE
    assert before.short == {said}


def test_a_gist_is_served_and_the_facts_drawn_from_the_text_stand(short) -> None:  # T12
    assert short.fact("lives in Zanzibarton").status is Status.APPROVED
    promoted = [memory for memory in short.atlas.memories() if memory.kind is Kind.INSIGHT]
    assert [memory.content for memory in promoted] == [WHOLE]
    assert promoted[0].evidence[0].quote == WHOLE
    assert short.atlas.admin.verify().ok


def test_a_gist_that_waits_is_made_when_a_person_approves_it(told) -> None:  # C3, T12
    said = episode(told.runtime, "Sundays")
    _wait(told, Archive(said.id, GIST))
    (judged,) = _held(told)
    told.atlas.approve(judged.id)
    assert episode(told.runtime, "…").content == GIST
    told.atlas.undo()
    assert episode(told.runtime, "Sundays").content == WHOLE


def test_a_gist_that_fits_no_longer_cannot_be_approved(told) -> None:  # T12
    said = episode(told.runtime, "Sundays")
    _wait(told, Archive(said.id, GIST))
    cycle(told.runtime, [Archive(said.id, "we live in Zanzibarton")])
    (judged,) = _held(told)
    with pytest.raises(Refused, match="not as it was"):
        told.atlas.approve(judged.id)


def _wait(life: Any, proposal: Archive) -> None:
    held = Verdict(Outcome.HELD, (Finding("C3", "A model proposed it; a person decides."),))
    with life.runtime.store.writing(life.runtime.space) as txn:
        judged = Judged(life.runtime.proposal_id(), ReflectionId("r_test"), proposal, held, life.runtime.now())
        Ledger(life.runtime, txn).record_judged(Actor.POLICY, Action.HELD, judged)


def _held(life: Any) -> list[Judged]:
    with life.runtime.store.reading(life.runtime.space) as reader:
        return list(reader.changes_waiting(10))


# --- the record


TAMPERING = [
    "UPDATE messages SET text = 'I live in Rome.' WHERE text LIKE '%…%'",
    "UPDATE archive SET text = replace(text, 'Tom', 'Tim')",
    "UPDATE archive SET text = replace(text, 'Tom', 'Tim'), sha256 = hex(text)",
    "DELETE FROM archive",
    "UPDATE edges SET weight = 1.0",
    "DELETE FROM edges",
    "INSERT INTO edges SELECT space, replace(key, 'co_activated', 'contradicts'), 'contradicts', one, other, 1.0 "
    "FROM edges",
    "UPDATE journal_parts SET payload = replace(payload, 'Zanzibarton', 'Rome') WHERE kind = 'gist'",
    "UPDATE journal_parts SET payload = NULL, salt = NULL WHERE kind = 'gist'",
    "UPDATE journal_parts SET payload = NULL, salt = NULL WHERE kind = 'edge'",
    "DELETE FROM journal_parts WHERE kind = 'edge'",
]


@pytest.mark.parametrize("statement", TAMPERING)
def test_tampering_with_gists_archive_and_edges_is_found(short, statement: str) -> None:  # P11
    assert short.atlas.admin.verify().ok
    connection = apsw.Connection(short.atlas.inspect.status().location)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(statement)
    assert connection.changes()
    connection.close()
    assert not short.atlas.admin.verify().ok


def test_a_whole_text_that_went_for_good_is_on_record(short) -> None:  # T12, P11
    said = episode(short.runtime, "…")
    drop(short, MessageId(str(said.transcribes)))
    entry = short.atlas.history.log(1)[0]
    assert entry.action is Action.FORGOTTEN
    assert {part.kind for part in entry.parts} == {RowKind.MESSAGE, RowKind.GIST}
    assert state(short.runtime)["archive"] == {}
    assert episode(short.runtime, "…").content == GIST
    assert short.atlas.admin.verify().ok
    assert "glorpdog" not in str(_transcript_rows(short))


def test_what_went_for_good_does_not_come_back_by_undo(short) -> None:  # T12, T13
    head = next(entry for entry in short.atlas.history.undoable() if entry.action is Action.CONSOLIDATED)
    drop(short, MessageId(str(episode(short.runtime, "…").transcribes)))
    undone = short.atlas.history.revert(head.seq)
    assert any("forgotten and does not come back" in conflict for conflict in undone.conflicts)
    assert episode(short.runtime, "…").content == GIST
    assert state(short.runtime)["edges"] == {}
    assert short.atlas.admin.verify().ok


def _transcript_rows(life: Any) -> Any:
    with life.runtime.store.reading(life.runtime.space) as reader:
        texts = [message.text for _, each in reader.interactions(0, 99) for message in each.messages]
        return texts, reader.archived_before(life.runtime.now(), 99)


# --- forgetting


def test_a_shortened_message_is_forgotten_with_its_whole_text(short) -> None:  # X3, P3
    short.atlas.forget(conversation="c1")
    assert left(short, "Zanzibarton", "Quuxmarket", "glorpdog") == []
    assert short.fact("tea")
    assert short.atlas.admin.verify().ok


def test_words_that_stand_only_behind_a_gist_are_found_and_forgotten(short) -> None:  # X3, P3
    assert "glorpdog" not in episode(short.runtime, "…").content
    receipt = short.atlas.forget(text="the glorpdog")
    assert receipt.messages
    assert left(short, "Zanzibarton", "Quuxmarket", "glorpdog") == []
    assert short.atlas.admin.verify().ok


def test_a_span_is_blotted_out_of_the_whole_text_and_out_of_every_gist(short) -> None:  # X3, P3
    _wait(short, Archive(episode(short.runtime, "…").id, "Zanzibarton"))
    short.atlas.forget(short.fact("lives in Zanzibarton").id)
    assert left(short, "Zanzibarton") == []
    said = episode(short.runtime, "Sundays").content  # whole again, but for that
    assert len(said) == len(WHOLE)
    assert said.endswith("On Sundays I always go to the Quuxmarket with Tom and the glorpdog.")
    assert state(short.runtime)["archive"] == {}
    assert short.atlas.admin.verify().ok


def test_a_gist_that_was_taken_back_is_forgotten_too(short) -> None:  # X3, P3
    short.atlas.undo()
    assert left(short, "go to the Quuxmarket") != []
    short.atlas.forget(text="Quuxmarket")
    assert left(short, "Quuxmarket") == []
    assert short.atlas.admin.verify().ok


def test_of_a_gist_whose_text_went_nothing_is_left_either(short) -> None:  # X3, T12
    """Nobody can tell any more which of its words were those: all of them go."""
    said = episode(short.runtime, "…")
    drop(short, MessageId(str(said.transcribes)))
    short.atlas.forget(short.fact("lives in Zanzibarton").id)
    assert left(short, "Zanzibarton") == []
    assert memories(short.runtime)[said.id].state is State.GONE  # blots alone are nothing to be served
    with short.runtime.store.reading(short.runtime.space) as reader:
        (message,) = reader.messages([MessageId(str(said.transcribes))])
    assert set(message.text) == {BLOT}  # not even how long its words were
    assert short.atlas.admin.verify().ok


def test_edges_and_their_record_go_with_what_they_joined(short) -> None:  # X3
    fact = short.fact("lives in Zanzibarton")
    tea = short.fact("tea")
    short.atlas.forget(fact.id)
    assert all(fact.id not in key for key in state(short.runtime)["edges"])
    with short.runtime.store.reading(short.runtime.space) as reader:
        parts = [part for entry in reader.entries(0, 99) for part in entry.parts if part.kind is RowKind.EDGE]
    assert any(fact.id in part.id and part.payload is None for part in parts)
    assert MemoryId(tea.id) in memories(short.runtime)
    assert short.atlas.admin.verify().ok


def test_other_gists_stay_when_something_else_is_forgotten(short) -> None:  # X3
    short.atlas.forget(text="I like tea")
    assert episode(short.runtime, "…").content == GIST
    assert list(state(short.runtime)["archive"].values()) == [WHOLE]
    assert short.atlas.admin.verify().ok
