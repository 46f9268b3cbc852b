"""All or nothing, one moment, one space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from atlas.language.folding import content_hash
from atlas.model.entity import USER
from atlas.model.ids import (
    ArgumentId,
    BeliefId,
    DocumentId,
    JobId,
    MemoryId,
    MessageId,
    ProposalId,
    ReflectionId,
    ServingId,
)
from atlas.model.journal import RowKind
from atlas.model.signal import SignalKind
from atlas.model.spending import Spent
from atlas.model.suggestion import SuggestionState
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.model.verdict import Outcome
from atlas.ports.store import Store
from atlas.testing.conformance.common import ANY, assert_same, fill_space
from atlas.testing.samples import (
    AWAY,
    HOME,
    SMALL,
    START,
    TALK,
    at,
    entry,
    ids,
    job,
    memory,
    note,
    serving,
)

READS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("interaction", ("i_1",)),
    ("interactions", (0, 9)),
    ("message", ("u_1",)),
    ("messages_before", ("i_2", 9)),
    ("messages_in", (TALK,)),
    ("messages_after", (TALK, at(-1), 9)),
    ("messages_mentioning", (["porto"],)),
    ("speakers", ()),
    ("last_session", (TALK,)),
    ("memory", ("m_1",)),
    ("memories", (["m_1"],)),
    ("select", (ANY, 9)),
    ("newest_memories", (ANY, 9)),
    ("counts", ()),
    ("in_slot", (USER, "lives_in")),
    ("with_content", (content_hash("I live in Porto"),)),
    ("find_citing", (["u_1"],)),
    ("linking_to", (["m_1"],)),
    ("ids_like", ("", 9)),
    ("entity", (USER,)),
    ("entities", ()),
    ("changes", (SMALL, 0, 9)),
    ("vectors_of", (SMALL, ["m_1"])),
    ("identities", ()),
    ("filter_ids", (ANY, ["m_1"])),
    ("job", ("j_1",)),
    ("jobs", (None, 9)),
    ("next_job_at", (START,)),
    ("answers", ("j_1",)),
    ("reflection", ("r_1",)),
    ("reflections", (9,)),
    ("reflections", (9, Task.ADAPTIVE, START)),
    ("signals", (["i_1"],)),
    ("signals_since", (START, 9)),
    ("signals_since", (START, 9, SignalKind.RE_ASK)),
    ("failure", ("f_1",)),
    ("failures", (9,)),
    ("pattern", ("k_1",)),
    ("patterns", ()),
    ("patterns", (True,)),
    ("suggestion", ("g_1",)),
    ("suggestions", (None, 9)),
    ("suggestions", (SuggestionState.WAITING, 9)),
    ("standing", ("nightly",)),
    ("standings", ()),
    ("spendings", (9,)),
    ("spendings", (9, START.date())),
    ("plain_jobs", ()),
    ("answered_jobs", ()),
    ("judged", ("p_1",)),
    ("all_judged", (0, 9)),
    ("judged_about", (["m_1"], ["u_1"])),
    ("judged_with", (Outcome.HELD, 9)),
    ("changes_waiting", (9,)),
    ("judged_by", (ReflectionId("r_1"),)),
    ("serving", ("c_1",)),
    ("servings", (9,)),
    ("servings_until", (TALK, at(1), 9)),
    ("find_served_memories", (TALK, 9)),
    ("find_served_documents", (TALK, 9)),
    ("find_served_beliefs", (TALK, 9)),
    ("servings_of", (["m_1"], 9)),
    ("servings_with", (["d_1"],)),
    ("kept_rows", (ANY, 9)),
    ("plain_memories", (0, 9)),
    ("read_words", (["m_1"],)),
    ("plain_interactions", (0, 9)),
    ("feedback", (9,)),
    ("feedback", (9, "m_2")),
    ("feedback_after", (0, 9)),
    ("count_ignored", (["m_1"],)),
    ("edges", (["m_1"],)),
    ("all_edges", (9,)),
    ("archived_texts", (["u_2"],)),
    ("archived_before", (at(9), 9)),
    ("document", ("d_1",)),
    ("documents", ()),
    ("belief", ("v_1",)),
    ("beliefs", ()),
    ("argument", ("a_1",)),
    ("arguments", ("v_1",)),
    ("cooling_arguments", ()),
    ("pending_arguments", ()),
    ("arguments_from", (["u_1"],)),
    ("snapshots", (0, 9)),
    ("last_snapshot", ()),
    ("exams", (9,)),
    ("figures", (START.date(),)),
    ("figures", (START.date(), ["consistency"])),
    ("escalation", ()),
    ("quarantines", ()),
    ("head", ()),
    ("entry", (1,)),
    ("entries", (0, 9)),
    ("plain_entries", (0, 9)),
    ("entries_about", (RowKind.NOTE, "n")),
    ("last_entries", (9,)),
)
"""Every read of the port that finds something in a space after `fill`."""


class _Stop(Exception):
    """What a caller might raise in the middle of a transaction."""


class TransactionConformance:
    def test_all_or_nothing(self, store: Store) -> None:
        """R3: an exception inside leaves nothing behind."""
        try:
            with store.writing(HOME) as writer:
                fill_space(writer)
                raise _Stop
        except _Stop:
            pass
        with store.reading(HOME) as reader:
            assert_same(list(reader.ids_like("", 99)), [])
            assert_same((reader.head(), list(reader.jobs(None, 9)), list(reader.entities())), (None, [], []))
            assert_same((list(reader.changes(SMALL, 0, 9)), reader.last_change()), ([], 0))
        assert_same(list(store.spaces()), [])
        with store.writing(HOME) as writer:
            fill_space(writer)
        assert_same(list(store.spaces()), [HOME])

    def test_reading_sees_one_moment(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "first"), None)
        with store.reading(HOME) as reader:
            with store.writing(HOME) as writer:
                writer.put_memory(memory("m_2", "second"), None)
            assert_same(ids(reader.newest_memories(ANY, 9)), ["m_1"])
        with store.reading(HOME) as reader:
            assert_same(ids(reader.newest_memories(ANY, 9)), ["m_2", "m_1"])

    def test_spaces_never_mix(self, store: Store) -> None:
        """P4: every row of one space, its ids known, is asked for from another."""
        with store.writing(HOME) as writer:
            fill_space(writer)
        with store.reading(AWAY) as reader:
            for name, arguments in READS:
                assert_same((name, list(as_items(getattr(reader, name)(*arguments)))), (name, []))
            assert_same((reader.sum_spent(), reader.sum_spent(START.date(), JobId("j_1"))), (Spent(), Spent()))
        with store.reading(HOME) as reader:
            for name, arguments in READS:
                if not as_items(getattr(reader, name)(*arguments)):
                    raise AssertionError(
                        f"{name} found nothing at home, so that finding nothing elsewhere says nothing"
                    )

    def test_the_same_ids_live_in_two_spaces(self, store: Store) -> None:
        for space in (HOME, AWAY):
            with store.writing(space) as writer:
                fill_space(writer)
        with store.writing(AWAY) as writer:
            writer.erase_memory(MemoryId("m_1"), START)
            writer.erase_memory(MemoryId("m_2"), START)
            writer.remove_belief(BeliefId("v_1"))
            writer.remove_arguments([ArgumentId("a_1")])
            writer.erase_message(MessageId("u_1"))
            writer.erase_entity(USER)
            writer.erase_judged([ProposalId("p_1")])
            writer.blank_servings([ServingId("c_1")])
            writer.mask_document(DocumentId("d_1"), "", "")
            writer.erase_parts(RowKind.NOTE, ["n"])
            writer.erase_thoughts([MessageId("u_1"), MessageId("u_2")])
            writer.drop_answers(JobId("j_1"))
            writer.drop_archived(MessageId("u_2"))
            writer.put_job(job("j_1", state=JobState.DONE))
        with store.reading(HOME) as reader:
            for name, arguments in READS:
                if not as_items(getattr(reader, name)(*arguments)):
                    raise AssertionError(f"{name} lost a row to a change in another space")
            assert_same(reader.serving(ServingId("c_1")), serving("c_1", "m_1"))
            assert_same((reader.document(DocumentId("d_1")), reader.documents_edition()), (reader.documents()[0], 1))
            assert_same(reader.entry(1), entry(None, note("a")))
            said = [each.said for each in reader.reflections(9)]
            assert_same((said, reader.sum_spent()), ([{"insight": "lives in Porto"}], Spent(1, 100, 10)))
        assert_same(list(store.spaces()), [AWAY, HOME])

    def test_a_purged_store_is_as_it_was(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            fill_space(writer)
            writer.erase_memory(MemoryId("m_2"), START)
        store.purge()
        assert_same((store.health().ok, store.health().problems), (True, ()))
        assert_same(bool(store.location), True)
        with store.reading(HOME) as reader:
            assert_same(len(reader.select(ANY, 9)), 2)
            listed = [(change.memory, change.listing is not None) for change in reader.changes(SMALL, 0, 9)]
            assert_same(sorted(listed), [("m_1", True), ("m_2", False)])


def as_items(found: Any) -> list[Any]:
    if found is None:
        return []
    return list(found) if isinstance(found, list | tuple | frozenset | Mapping | Iterator) else [found]
