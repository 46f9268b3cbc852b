"""A whole cycle is taken back with one command: exactly, or as far as later changes let it, with their names (T13)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas import Atlas, NotFound, Refused, Status
from atlas.curation.effects import MemoryChange
from atlas.curation.judge import judge_proposal
from atlas.engine.core import ledger as ledgers
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import gather_judgement_input
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import build_edge
from atlas.model.journal import Action, Actor, RowKind
from atlas.model.memory import Basis, Form, Kind, Memory, Relation, State
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Remember, Strengthen
from atlas.model.verdict import Outcome
from atlas.ports.reading import Reader
from atlas.testing.virtual import virtual
from engine._cycles import EVERYTHING, MANY, cycle, episode, memories, state

LONG = "Well, yesterday it was cold when I went to the market, and Tom was late, and we bought twelve lemons."
SAYINGS = (LONG, "I live in Porto. I like tea.", "It rained the whole day, and nobody came by.", "My sister is Maria.")


@pytest.fixture
def lived(life):  # type: ignore[no-untyped-def]
    for place, text in enumerate(SAYINGS):
        life.say(text, conversation=f"c{place}")
    life.virtual.later(days=90)
    return life


def insight(content: str, *sources: Memory, **more: Any) -> Remember:
    fields: dict[str, Any] = {"kind": Kind.INSIGHT, "basis": Basis.INFERRED, "evidence": ()} | more
    return Remember(content, sources=tuple(each.id for each in sources), **fields)


def joined(one: Memory, other: Memory) -> Strengthen:
    return Strengthen((one.id, other.id), 0.1, Relation.CO_ACTIVATED)


def facts(life: Any) -> tuple[Memory, Memory]:
    return life.fact("lives in Porto"), life.fact("likes tea")


def use(runtime: Runtime, *used: Memory) -> None:
    """What feedback does to a memory that a reply used."""
    with runtime.store.writing(runtime.space) as txn:
        after = [replace(each, uses=each.uses + 1, strength=1.0, reinforced_at=runtime.now(), version=each.version + 1)
                 for each in used]  # fmt: skip
        changed = [MemoryChange(before, made) for before, made in zip(used, after, strict=True)]
        Ledger(runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, changed)


# --- exactly


def test_a_cycle_is_one_change_with_a_first_entry_and_those_that_follow(lived, monkeypatch) -> None:  # T13
    monkeypatch.setattr(ledgers, "MOST_PARTS", 2)
    porto, tea = facts(lived)
    head = cycle(lived.runtime, [joined(porto, tea), insight("A life by the sea", porto, tea)], "Two things happened.")
    assert head is not None
    told = [entry for entry in reversed(lived.atlas.history.log()) if entry.seq >= head.seq]
    assert [(entry.action, entry.cause) for entry in told] == [
        (Action.CONSOLIDATED, None),
        *[(Action.CONSOLIDATED, head.seq)] * (len(told) - 1),
    ]
    assert [part.kind for part in head.parts] == [RowKind.NOTE]
    assert "Two things happened." in str(head.parts[0].payload)
    assert len(told) > 2
    assert all(len(entry.parts) <= 2 for entry in told)
    assert lived.atlas.admin.verify().ok


def test_a_cycle_that_does_nothing_leaves_no_record(lived) -> None:  # T13
    before = lived.atlas.inspect.status().journal_entries
    assert cycle(lived.runtime, [Archive(lived.fact("Porto").id)]) is None  # refused: the user stated it
    assert lived.atlas.inspect.status().journal_entries == before


def test_undo_takes_a_whole_cycle_back_at_once(lived) -> None:  # T13
    porto, tea = facts(lived)
    before = state(lived.runtime)
    wishes = [
        Archive(episode(lived.runtime, "market").id, "I went to the market … we bought twelve lemons"),
        joined(porto, tea),
        joined(tea, porto),
        insight("A life by the sea", porto, tea),
        Promote(episode(lived.runtime, "rained").id),
    ]
    head = cycle(lived.runtime, wishes)
    after = state(lived.runtime)
    assert after["texts"] != before["texts"]
    assert after["archive"] and after["edges"]  # noqa: PT018 # both, or the test shows nothing
    assert len(after["memories"]) == len(before["memories"]) + 2
    assert lived.atlas.history.undoable()[0].seq == head.seq
    undone = lived.atlas.undo()
    assert (undone.entry, undone.conflicts) == (head.seq, ())
    assert state(lived.runtime) == before
    lived.atlas.history.revert(lived.atlas.history.log(1)[0].seq)  # and the undoing too
    assert state(lived.runtime) == after
    assert lived.atlas.admin.verify().ok


def test_only_the_whole_of_a_cycle_is_taken_back(lived) -> None:  # T13
    porto, tea = facts(lived)
    head = cycle(lived.runtime, [joined(porto, tea)])
    with pytest.raises(Refused, match=f"began with entry {head.seq}"):
        lived.atlas.history.revert(head.seq + 1)
    listed = [entry.seq for entry in lived.atlas.history.undoable()]
    assert listed[0] == head.seq
    assert head.seq + 1 not in listed


def test_a_large_undoing_is_itself_one_change(lived, monkeypatch) -> None:  # T13
    monkeypatch.setattr(ledgers, "MOST_PARTS", 2)
    porto, tea = facts(lived)
    before = state(lived.runtime)
    for _ in range(2):
        cycle(lived.runtime, [insight(f"Insight {place}", porto, tea) for place in range(5)])
        after = state(lived.runtime)
        lived.atlas.undo()
        assert state(lived.runtime) == before
        undoing = next(entry for entry in lived.atlas.history.log() if entry.action is Action.UNDONE)
        lived.atlas.history.revert(undoing.seq)
        assert state(lived.runtime) == after
        lived.atlas.undo()
        assert state(lived.runtime) == before
    assert lived.atlas.admin.verify().ok


# Each makes a proposal of the rows as they are when its turn comes, so that one change builds on another.
Choice = Callable[[list[Memory], int, int], Proposal | None]


def _pick(found: list[Memory], place: int, **wanted: Any) -> Memory | None:
    fit = [each for each in found if all(getattr(each, name) == value for name, value in wanted.items())]
    return fit[place % len(fit)] if fit else None


def _archive(found: list[Memory], one: int, other: int) -> Proposal | None:
    memory = _pick(found, one, kind=Kind.INSIGHT, state=State.ACTIVE)
    return Archive(memory.id) if memory else None


def _shorten(found: list[Memory], one: int, other: int) -> Proposal | None:
    memory = _pick(found, one, kind=Kind.EPISODE)
    return Archive(memory.id, " … ".join(memory.content.split()[other % 3 : 5])) if memory else None


def _merge(found: list[Memory], one: int, other: int) -> Proposal | None:
    first = _pick(found, one, kind=Kind.INSIGHT, basis=Basis.INFERRED, state=State.ACTIVE)
    second = _pick(found, other, kind=Kind.INSIGHT, basis=Basis.INFERRED, state=State.ACTIVE)
    return Merge(first.id, (second.id,)) if first and second else None


def _join(found: list[Memory], one: int, other: int) -> Proposal | None:
    relation = (Relation.CO_ACTIVATED, Relation.SUPPORTS, Relation.CONTRADICTS)[other % 3]
    ends = (found[one % len(found)].id, found[other % len(found)].id)
    return Strengthen(ends, 0.4, relation) if ends[0] != ends[1] else None


def _strengthen(found: list[Memory], one: int, other: int) -> Proposal | None:
    return Strengthen((found[one % len(found)].id, found[other % len(found)].id), 0.1)


def _promote(found: list[Memory], one: int, other: int) -> Proposal | None:
    memory = _pick(found, one, form=Form.EPISODIC, state=State.ACTIVE)
    return Promote(memory.id) if memory else None


def _derive(found: list[Memory], one: int, other: int) -> Proposal | None:
    sources = {each.id: each for each in (found[one % len(found)], found[other % len(found)])}
    form = (Form.EPISODIC, Form.SEMANTIC)[one % 2]
    return insight(f"Insight {one} {other}", *sources.values(), form=form)


CHOICES: tuple[Choice, ...] = (_archive, _shorten, _merge, _join, _strengthen, _promote, _derive)
PLANS = st.lists(
    st.tuples(st.sampled_from(range(len(CHOICES))), st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=14
)


def _wish(choice: int, one: int, other: int) -> Callable[[Reader], Proposal | None]:
    def wish(reader: Reader) -> Proposal | None:
        found = [memory for memory in _all(reader) if memory.state is not State.GONE]
        return CHOICES[choice](found, one, other)

    return wish


def _all(reader: Reader) -> list[Memory]:
    return [memory for _, memory in reader.select(EVERYTHING, MANY)]


@settings(max_examples=15)
@given(st.lists(PLANS, min_size=1, max_size=3), st.integers(1, 6))
def test_undoing_random_cycles_restores_every_state_exactly(plans: list[list[tuple[int, int, int]]], most: int) -> None:
    """T13: one command a cycle; memories but their versions, edges, texts and archive as they were."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledgers, "MOST_PARTS", most)
        made = virtual(Path(folder) / "me.atlas")
        atlas = Atlas(made.runtime, background=False)
        for place, text in enumerate(SAYINGS):
            atlas.observe(user=text, assistant="I see.", conversation=f"c{place}")
        atlas.flush()
        states = [state(made.runtime)]
        for plan in plans:
            made.later(days=1)
            if cycle(made.runtime, [_wish(*step) for step in plan]) is not None:
                states.append(state(made.runtime))
        assert atlas.admin.verify().ok
        for expected in reversed(states[:-1]):
            undone = atlas.undo()
            assert undone.conflicts == ()
            assert state(made.runtime) == expected
        assert atlas.admin.verify().ok
        atlas.close()


# --- after later changes


def test_what_changed_since_is_named_and_the_rest_is_taken_back(lived) -> None:  # T13
    porto, tea = facts(lived)
    market = episode(lived.runtime, "market")
    head = cycle(
        lived.runtime,
        [
            insight("A life by the sea", porto, tea),
            Archive(market.id, "I went to the market"),
            joined(porto, tea),
        ],
    )
    made = lived.fact("by the sea")
    lived.atlas.reject(made.id)
    undone = lived.atlas.history.revert(head.seq)
    assert any(made.id in conflict and "status" in conflict for conflict in undone.conflicts)
    assert len(undone.conflicts) == 1
    assert lived.fact("by the sea").status is Status.REJECTED
    assert episode(lived.runtime, "market").content == LONG
    assert state(lived.runtime)["edges"] == {}
    assert lived.atlas.admin.verify().ok


def test_what_became_one_goes_apart_whole_or_not_at_all(lived) -> None:  # T11, T13, X4
    """Else the merged memory, changed since, would stand beside what went into it."""
    porto, tea = facts(lived)
    cycle(lived.runtime, [insight(f"Life {n} by the sea", porto, tea) for n in range(3)])
    first, second, third = [each.id for each in memories(lived.runtime).values() if "by the sea" in each.content]
    head = cycle(lived.runtime, [Merge(first, (second,)), joined(porto, tea)])
    cycle(lived.runtime, [Merge(first, (third,))])
    before = memories(lived.runtime)
    undone = lived.atlas.history.revert(head.seq)
    assert {each.split()[0] for each in undone.conflicts} == {first, second}
    assert memories(lived.runtime) == before
    assert state(lived.runtime)["edges"] == {}  # which has nothing to do with it
    assert lived.atlas.admin.verify().ok


def test_an_edge_that_grew_since_is_left_as_it_is(lived) -> None:  # T9, T13
    porto, tea = facts(lived)
    first = cycle(lived.runtime, [joined(porto, tea), insight("A life by the sea", porto, tea)])
    cycle(lived.runtime, [joined(porto, tea)])
    undone = lived.atlas.history.revert(first.seq)
    assert len(undone.conflicts) == 1
    assert "hang together has changed since" in undone.conflicts[0]
    assert lived.facts().keys().isdisjoint({"A life by the sea"})
    assert list(state(lived.runtime)["edges"].values()) == [pytest.approx(0.2)]


def test_undo_of_a_cycle_brings_nothing_forgotten_back(lived, tmp_path: Path) -> None:  # X3, T13
    porto, tea = facts(lived)
    lived.say("I adore zanzibarqx marmalade, and I always have it on Sundays with my toast.", conversation="c9")
    head = cycle(
        lived.runtime,
        [
            Archive(episode(lived.runtime, "zanzibarqx").id, "I adore zanzibarqx marmalade"),
            Promote(episode(lived.runtime, "zanzibarqx").id),
            joined(porto, tea),
        ],
    )
    lived.atlas.forget(text="zanzibarqx")
    before = state(lived.runtime)
    undone = lived.atlas.history.revert(head.seq)
    assert any("forgotten" in conflict for conflict in undone.conflicts)
    assert state(lived.runtime) == before | {"edges": {}}
    assert all(b"zanzibarqx" not in file.read_bytes().lower() for file in tmp_path.rglob("*") if file.is_file())
    assert lived.atlas.admin.verify().ok


def test_a_cycle_of_which_nothing_is_left_is_not_offered_for_undo(lived) -> None:  # X3
    market = episode(lived.runtime, "market")
    head = cycle(lived.runtime, [Archive(market.id, "I went to the market")])
    lived.atlas.forget(market.id)
    assert head.seq not in [entry.seq for entry in lived.atlas.history.undoable()]
    with pytest.raises(Refused, match="forgotten"):
        lived.atlas.history.revert(head.seq)


# --- use


def test_use_is_not_what_undo_takes_back_but_has_its_number(lived) -> None:  # T3, T6
    porto, _ = facts(lived)
    use(lived.runtime, porto)
    entry = lived.atlas.history.log(1)[0]
    assert entry.action is Action.REINFORCED
    assert entry.seq not in [each.seq for each in lived.atlas.history.undoable()]
    lived.atlas.history.revert(entry.seq)
    assert lived.fact("Porto").uses == 0


def test_what_was_of_use_since_can_be_withdrawn_with_the_edges_it_gained(lived) -> None:  # C2, T9
    lived.say("I play the cello.", conversation="c8")
    learned = next(entry for entry in lived.atlas.history.undoable())
    cello, porto = lived.fact("cello"), lived.fact("Porto")
    use(lived.runtime, cello, porto)
    with lived.runtime.store.writing(lived.runtime.space) as txn:
        grown = [(None, build_edge(Relation.CO_ACTIVATED, cello.id, porto.id, 0.1))]
        Ledger(lived.runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, [], edges=grown)
    after = state(lived.runtime)
    undone = lived.atlas.history.revert(learned.seq)
    assert undone.conflicts == ()
    assert cello.id not in memories(lived.runtime)
    assert state(lived.runtime)["edges"] == {}
    assert lived.atlas.admin.verify().ok
    lived.atlas.history.revert(lived.atlas.history.log(1)[0].seq)  # and had again, with what it had gained
    assert state(lived.runtime) == after
    assert lived.atlas.admin.verify().ok


def test_what_others_stand_on_is_not_withdrawn(lived) -> None:
    porto, tea = facts(lived)
    cycle(lived.runtime, [insight("A life by the sea", porto, tea)])
    learned = next(entry for entry in lived.atlas.history.log() for part in entry.parts
                   if part.id == porto.id and entry.action is Action.REMEMBERED)  # fmt: skip
    with pytest.raises(Refused, match="stands on"):
        lived.atlas.history.revert(learned.seq)


def test_nothing_is_left_to_undo_in_the_end(lived) -> None:
    porto, tea = facts(lived)
    cycle(lived.runtime, [insight("A life by the sea", porto, tea), joined(porto, tea)])
    for _ in range(50):
        try:
            lived.atlas.undo()
        except NotFound:
            break
    assert [memory for memory in memories(lived.runtime).values() if memory.transcribes is None] == []
    assert state(lived.runtime)["edges"] == {}


def _remark(life: Any, memory: Memory, *signals: FeedbackSignal) -> None:
    with life.runtime.store.writing(life.runtime.space) as txn:
        for signal in signals:
            assert txn.add_feedback(Feedback(memory.id, signal, life.runtime.now()))


IGNORED, USED, WRONG = FeedbackSignal.IGNORED, FeedbackSignal.USED, FeedbackSignal.WRONG


@pytest.mark.parametrize(
    ("signals", "held"),
    [
        ((IGNORED,) * 8, True),
        ((IGNORED,) * 7, False),
        ((IGNORED,) * 7 + (USED, IGNORED), False),
        ((WRONG, IGNORED), True),
        ((WRONG, USED), False),
        ((FeedbackSignal.STALE,), True),
    ],
)
def test_a_person_is_asked_about_what_was_stated_and_is_of_no_use(lived, signals: Any, held: bool) -> None:  # T6, T7
    porto, _ = facts(lived)
    _remark(lived, porto, *signals)
    with lived.runtime.store.reading(lived.runtime.space) as reader:
        before = gather_judgement_input(reader, Archive(porto.id))
    assert (judge_proposal(Archive(porto.id), before, lived.runtime.curation).outcome is Outcome.HELD) is held
