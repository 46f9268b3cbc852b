"""What was exported comes back into an empty store as it was: every row, and the journal word for word (X7)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from atlas import Atlas, BadInput, NotFound, Status
from atlas.curation.effects import MemoryChange
from atlas.engine.core.ledger import Ledger
from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs.registry import QUICK
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.transfer import export
from atlas.model.document import DocumentChange
from atlas.model.interaction import Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import Kind, State
from atlas.model.origin import Origin
from atlas.ports.reading import MemoryFilter
from atlas.testing import samples
from atlas.testing.simulator import simulate
from engine._aged import aged
from engine._beliefs import argue, judge, settle

PROVES = os.environ.get("ATLAS_PROVE") == "full"
SEEDS, DAYS = ((0, 1, 2, 4, 5), 6) if PROVES else ((5,), 3)
KINDS = {
    *("atlas", "interaction", "entity", "memory", "document", "exam", "edge", "feedback", "reflection", "proposal"),
    *("belief", "argument", "snapshot"),
    *("signal", "failure", "pattern", "serving", "standing", "job", "mark", "journal", "end"),
}


def lived(life: Any, seed: int) -> Any:
    """A life in which everything happened that leaves rows behind, and some of it was taken back or forgotten."""
    chance = Random(seed)
    aged(life.runtime, life.virtual.clock)
    _give_grounds(life.runtime)
    simulate(life.virtual, DAYS, 8, seed=seed)
    life.say("My sister Ana lives in Rome. My brother Tom lives in Oslo.")
    with life.runtime.store.writing(life.runtime.space) as txn:
        calm = DocumentChange(None, samples.document("d_0", "- Calm and brief.", Origin.ASSISTANT))
        Ledger(life.runtime, txn).write_change(Actor.OPERATOR, Action.AMENDED, (), documents=[calm])
        txn.add_exam(samples.exam("x_0"))
    _argue(life)
    for question in ("Where does Ana live?", "What is the port of the printer?", "What does Maria grow?"):
        life.atlas.context(question, conversation="asked")
        life.say(question, "Maria grows tomatoes, and Ana lives in Rome.", conversation="asked")
    life.atlas.jobs.consolidate()
    life.atlas.review.decide(Status.SENSITIVE, life.fact("Tom lives").id)
    for step, deed in enumerate([_forget, _reject, *chance.choices(DEEDS, k=10)]):
        life.virtual.later(hours=5)
        deed(life, chance)
        if step % 4 == 3:
            life.atlas.flush()
    return life


def _argue(life: Any) -> None:
    """Two positions: one moved and judged, one that cools; and an attempt to reflect over the persona."""
    argue(life, "sister", "a_1", "v_1", insight="Rome is where family is.")
    settle(life, "v_1")
    judge(life, "v_1", status=Status.REJECTED, stance=-0.5, corrected=-0.5, corrected_turn=5)
    argue(life, "brother", "a_2", "v_2", turn=6, direction=-1, strength=1.0)
    with life.runtime.writing() as txn:
        txn.put_snapshot(samples.snapshot(7, committed=False, unique_ratio=0.5, confident=2, kept=1))


def _give_grounds(runtime: Any) -> None:
    """What the test wrote past the door had no evidence, and everything that comes by it has."""
    with runtime.store.reading(runtime.space) as reader:
        found = [memory for _, memory in reader.select(MemoryFilter(), 1_000)]
    bare = [memory for memory in found if not memory.evidence and not memory.links and memory.transcribes is None]
    observe(runtime, [Said(Role.SYSTEM, memory.content) for memory in bare], "grounds")
    with runtime.store.writing(runtime.space) as txn:
        for memory, said in zip(bare, txn.messages_in("grounds"), strict=True):
            quote = samples.quote(said, memory.content)
            grounded = replace(memory, evidence=(quote,), version=memory.version + 1)
            Ledger(runtime, txn).write_change(Actor.RULES, Action.CHANGED, [MemoryChange(memory, grounded)])


def check_rich(rows: Sequence[dict[str, Any]]) -> None:
    """That the life has what the test is about."""
    memories = [row for row in rows if row["type"] == "memory"]
    assert {row["type"] for row in rows} >= KINDS
    assert any(row.get("archived") for row in rows)
    assert {State.GONE.value, State.ARCHIVED.value} <= {row["state"] for row in memories}
    assert {Status.REJECTED.value, Status.SENSITIVE.value} <= {row["status"] for row in memories}
    assert any(row.get("links") for row in memories)
    assert any(part["erased"] for row in rows if row["type"] == "journal" for part in row["parts"])


def _memory(life: Any, chance: Random, *statuses: Status) -> str:
    found = list(life.atlas.memories(limit=1_000, statuses=statuses))
    return str(chance.choice(found).id) if found else ""


def _decide(life: Any, chance: Random) -> None:
    if id := _memory(life, chance, Status.NEEDS_REVIEW):
        life.atlas.review.decide(chance.choice((Status.APPROVED, Status.REJECTED, Status.SENSITIVE)), id)


def _reject(life: Any, chance: Random) -> None:
    life.atlas.reject(_memory(life, chance, Status.APPROVED), reason="It is not so.")


def _undo(life: Any, chance: Random) -> None:
    life.atlas.undo()


def _forget(life: Any, chance: Random) -> None:
    life.atlas.forget(_memory(life, chance))


def _talk(life: Any, chance: Random) -> None:
    life.say(f"I moved to {chance.choice(('Porto', 'Lima'))}.", conversation=f"c{chance.randrange(3)}")


def _leave(life: Any, chance: Random) -> None:
    life.atlas.observe("I like tea.", conversation="unthought")


def _remark(life: Any, chance: Random) -> None:
    life.atlas.feedback.rate_memory(_memory(life, chance, Status.APPROVED), chance.choice(("helped", "wrong", "stale")))


DEEDS: Sequence[Callable[[Any, Random], None]] = (_decide, _reject, _undo, _forget, _talk, _leave, _remark)


def everything(life: Any) -> list[dict[str, Any]]:
    return list(life.atlas.history.export(sensitive=True))


def as_file(folder: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path = folder / "everything.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_out_and_in_and_out_again_is_the_same_to_the_byte(live: Any, tmp_path: Path, seed: int) -> None:
    life = lived(live(f"{seed}.atlas"), seed)  # X7
    rows = everything(life)
    check_rich(rows)
    other = live("other.atlas", seed=99, start=life.runtime.now())
    other.atlas.history.import_file(as_file(tmp_path, rows), restore=True)
    assert other.atlas.admin.verify().ok
    assert everything(other) == rows
    _check_lives_on(life, other)


def _check_lives_on(life: Any, other: Any) -> None:
    """What came back does what the first would have done."""
    run_owed_jobs(other.runtime, tasks=QUICK)  # vectors are made anew
    best = [one.atlas.recall("Where does Ana live?")[0].memory for one in (life, other)]
    assert best[0] == best[1]
    assert [each.seq for each in life.atlas.history.undoable()] == [each.seq for each in other.atlas.history.undoable()]
    for one in (life, other):
        one.virtual.later(days=1)
        one.say("I moved to Kyoto.", conversation="later")
    assert life.facts() == other.facts()
    assert other.atlas.admin.verify().ok


def test_a_space_with_anything_in_it_is_not_written_over(live: Any, tmp_path: Path) -> None:
    life = live()
    life.say("I live in Porto.")
    path, other = as_file(tmp_path, everything(life)), live("other.atlas")
    other.atlas.history.import_file(path, restore=True)
    before = everything(other)
    with pytest.raises(BadInput, match="This space is not empty"):
        other.atlas.history.import_file(path, restore=True)
    assert everything(other) == before
    other.atlas.in_space("second").history.import_file(path, restore=True)
    assert list(other.atlas.in_space("second").history.export())[1:] == before[1:]


def test_a_dry_run_says_what_would_come_back_and_leaves_it_out(live: Any, tmp_path: Path) -> None:
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    found = other.atlas.history.import_file(as_file(tmp_path, everything(life)), restore=True, dry_run=True)
    assert (found.space, found.rows["interaction"]) == ("default", 1)
    assert everything(other) == [*everything(live("third.atlas"))]


def _last_first(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A mark before the rows that it counts."""
    mark = next(row for row in rows if row["type"] == "mark")
    return [rows[0], mark, *(row for row in rows[1:] if row is not mark)]


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda rows: rows[:-3], "breaks off before its end"),
        (
            lambda rows: rows[:5] + rows[6:],
            "breaks off before its end|is not as an export has it|cannot be brought back",
        ),
        (lambda rows: [rows[0], {"type": "nonsense"}, *rows[1:]], "Line 2 is not as an export has it"),
        (lambda rows: [rows[0], {"type": "memory", "id": 7}, *rows[1:]], "Line 2 is not as an export has it"),
        (lambda rows: [*rows[:-1], {"type": "exam"}, rows[-1]], "is not as an export has it"),
        (lambda rows: _last_first(rows), "Line 3 is not as an export has it"),
        (lambda rows: [{**rows[0], "format": 1}, *rows[1:]], "has the format 1; format 2 can be brought back"),
        (lambda rows: [{**rows[0], "person": "Ana"}, *rows[1:]], "holds a part of a space"),
        (lambda rows: [{**rows[0], "without": "sensitive"}, *rows[1:]], "without what is sensitive"),
    ],
)
def test_what_is_not_whole_leaves_nothing_behind(live: Any, tmp_path: Path, spoil: Any, says: str) -> None:  # P8
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    with pytest.raises(BadInput, match=says):
        other.atlas.history.import_file(as_file(tmp_path, spoil(everything(life))), restore=True)
    assert len(everything(other)) == 2


def test_trust_is_guarded_on_the_way_back_too(live: Any, tmp_path: Path) -> None:  # X1
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    rows = everything(life)
    for row in rows:
        if row["type"] == "memory" and row["kind"] == Kind.FACT:
            row["trust"] = 5
    with pytest.raises(BadInput, match="Trust is the lowest of its sources"):
        other.atlas.history.import_file(as_file(tmp_path, rows), restore=True)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text.replace("Porto", "Lagos"), "Entry 1 was altered"),
        (lambda text: text.replace('"actor": "atlas"', '"actor": "operator"'), "its chain does not hold"),
        (lambda text: text.replace('"status": "approved_for_reuse"', '"status": "rejected"'), "is not as the journal"),
    ],
)
def test_what_was_tampered_with_does_not_come_back(live: Any, tmp_path: Path, spoil: Any, says: str) -> None:  # P11
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    rows = json.loads(spoil(json.dumps(everything(life))))
    with pytest.raises(BadInput, match=f"The export is not as it was written; nothing was brought back.*{says}"):
        other.atlas.history.import_file(as_file(tmp_path, rows), restore=True)
    assert len(everything(other)) == 2


# --- only to whoever asks for it


def test_an_export_wants_a_deliberate_word(live: Any, tmp_path: Path) -> None:  # X1, C3
    """Approved in the file is approved here, and anybody can write a file."""
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    rows = everything(life)
    approved = sum(row["type"] == "memory" and row["status"] == "approved_for_reuse" for row in rows)
    path = as_file(tmp_path, rows)
    says = f"export of the space 'default' of ATLAS.*--restore.*{approved} memories of it approved, without review"
    for wish in ({}, {"dry_run": True}):
        with pytest.raises(BadInput, match=says):
            other.atlas.history.import_file(path, **wish)
    assert len(everything(other)) == 2
    found = other.atlas.history.import_file(path, restore=True)
    assert found.approved == {"memory": approved}


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"vouch": True}, "--vouch and --replay are for the histories of others"),
        ({"replay": True}, "--vouch and --replay are for the histories of others"),
        ({"vouch": True, "restore": True}, "--vouch and --replay are for the histories of others"),
        ({"format": "turns", "restore": True}, "--restore takes no --format"),
    ],
)
def test_what_does_not_go_with_it_is_refused(live: Any, tmp_path: Path, wish: Any, says: str) -> None:  # X7
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    with pytest.raises(BadInput, match=says):
        other.atlas.history.import_file(as_file(tmp_path, everything(life)), **wish)
    assert len(everything(other)) == 2


def test_nothing_else_is_restored(life: Any, tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text(json.dumps({"role": "user", "text": "I live in Porto."}), "utf-8")
    with pytest.raises(BadInput, match=r"turns\.jsonl is no export of ATLAS; --restore is for those"):
        life.atlas.history.import_file(path, restore=True)


def test_what_was_not_kept_yet_comes_back_and_is_kept(live: Any, tmp_path: Path) -> None:  # X7
    """Somebody talks while an export is written: their words are in it, and the journal has not come to them."""
    life, other = live(), live("other.atlas")
    life.say("I live in Porto.")
    life.atlas.observe("I like tea.")
    with life.runtime.store.reading(life.runtime.space) as reader:
        late = list(export._whole_lines(reader))
    header = {"type": "atlas", "format": export.FORMAT, "space": "default"}
    path = as_file(tmp_path, [header, *late, {"type": "end", "lines": len(late)}])
    other.atlas.history.import_file(path, restore=True)
    other.atlas.flush()
    assert "The user likes tea" in {content.rstrip(".") for content in other.facts()}
    assert other.atlas.admin.verify().ok


def test_numbers_of_rows_mean_the_same_elsewhere(live: Any, tmp_path: Path) -> None:  # J7
    """The first space has used up numbers, and some of its rows are gone."""
    life, other = live(), live("other.atlas")
    for number in range(5):
        life.say(f"I saw {number} birds.", conversation=f"c{number}")
    life.atlas.forget(conversation="c1")
    life.atlas.observe("Nobody has looked at this yet.")
    Atlas(other.runtime, background=False).in_space("first").observe("Other rows.")
    other.atlas.history.import_file(as_file(tmp_path, everything(life)), restore=True)
    assert {row["name"] for row in everything(other) if row["type"] == "mark"} >= {"kept", "noticed"}
    assert everything(other)[1:] == everything(life)[1:]


# --- parts


def types(rows: Sequence[dict[str, Any]]) -> set[str]:
    return {row["type"] for row in rows}


def test_one_conversation_and_what_came_of_it(life: Any) -> None:
    life.say("I live in Porto.", conversation="mine")
    life.say("I like tea.", conversation="other")
    rows = list(life.atlas.history.export(conversation="mine"))
    assert rows[0]["conversation"] == "mine"
    assert "Porto" in str(rows)
    assert "tea" not in str(rows)
    assert not types(rows) & {"journal", "job", "mark"}
    with pytest.raises(NotFound, match="There is no conversation 'nowhere'"):
        list(life.atlas.history.export(conversation="nowhere"))


def test_what_is_known_about_one_person(life: Any) -> None:
    life.say("My sister Ana lives in Rome. She is fond of tea.")
    life.say("I live in Porto.", "Nice.")
    rows = list(life.atlas.history.export(person="Ana"))
    assert rows[0]["person"] == "Ana"
    assert "Rome" in str(rows)
    assert "Porto" not in str(rows)
    with pytest.raises(NotFound, match="Nobody called 'Zoe'"):
        list(life.atlas.history.export(person="Zoe"))


def test_what_is_sensitive_stays_unless_it_is_asked_for(life: Any) -> None:  # C5
    life.say("I live in Zanzibarqx. I like tea.")
    life.atlas.review.decide(Status.SENSITIVE, life.fact("Zanzibarqx").id)
    rows = list(life.atlas.history.export())
    assert rows[0]["without"] == "sensitive"
    assert "Zanzibarqx" not in str(rows)
    assert "I like tea." in str(rows)
    assert "Zanzibarqx" in str(everything(life))
    assert "without" not in everything(life)[0]


def test_a_gist_does_not_tell_what_is_sensitive(live: Any) -> None:  # C5, T12
    life = live()
    aged(life.runtime, life.virtual.clock)
    life.atlas.flush()
    life.atlas.jobs.consolidate()
    told = next(each for each in life.atlas.memories(limit=100) if "Rome" in each.content and each.evidence)
    life.atlas.review.decide(Status.SENSITIVE, told.id)
    assert "Rome" not in str(list(life.atlas.history.export()))


def test_nothing_sensitive_means_that_it_is_whole(life: Any, live: Any, tmp_path: Path) -> None:
    life.say("I live in Porto.")
    rows = list(life.atlas.history.export())
    assert rows == everything(life)
    live("other.atlas").atlas.history.import_file(as_file(tmp_path, rows), restore=True)
