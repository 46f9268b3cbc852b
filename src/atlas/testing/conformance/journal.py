"""The chain of entries."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from atlas.model.journal import Action, Actor, Change, RowKind
from atlas.ports.store import Store
from atlas.testing.conformance.common import assert_refused, assert_same
from atlas.testing.samples import (
    AWAY,
    HOME,
    entry,
    note,
)


class JournalConformance:
    """P11, X3: only ever added to; text and salt can go, the chain stays."""

    def test_entries_continue_the_chain(self, store: Store) -> None:
        one = entry(None, note("a"), Change(RowKind.MEMORY, "m_1", None, {"text": "b"}, by_row=True))
        two = entry(one, Change(RowKind.MEMORY, "m_1", {"text": "b"}, {"text": "c"}), minute=1, cause=1)
        with store.writing(HOME) as writer:
            assert_same((writer.head(), writer.tip()), (None, None))
            writer.append(one)
            writer.append(two)
            assert_same((writer.head(), writer.tip()), (two, two.tip))
            assert_same(writer.entry(1), one)
            assert_same(writer.entry(3), None)
            assert_same(list(writer.entries(0, 9)), [one, two])
            assert_same(list(writer.entries(1, 9)), [two])
            assert_same(list(writer.entries(0, 1)), [one])
            assert_same(list(writer.last_entries(1)), [two])
            assert_same(list(writer.entries_about(RowKind.MEMORY, "m_1")), [one, two])
            assert_same(list(writer.entries_about(RowKind.NOTE, "n")), [one])

    def test_entries_that_were_the_first_about_a_row_are_counted(self, store: Store) -> None:
        """One that tells of several is one, and a later one about a row that was told is none."""
        both = (Change(RowKind.MEMORY, id, None, {"text": id}) for id in ("m_1", "m_2"))
        one = entry(None, note("a"), *both)
        two = entry(one, Change(RowKind.MEMORY, "m_1", {"text": "m_1"}, {"text": "c"}), minute=1)
        three = entry(two, Change(RowKind.MEMORY, "m_3", None, {"text": "d"}), minute=2)
        with store.writing(HOME) as writer:
            assert_same(writer.first_entry_count(RowKind.MEMORY), 0)
            counted = []
            for each in (one, two, three):
                writer.append(each)
                counted.append(writer.first_entry_count(RowKind.MEMORY))
            assert_same((counted, writer.first_entry_count(RowKind.NOTE)), ([1, 1, 2], 1))
        with store.reading(AWAY) as reader:
            assert_same(reader.first_entry_count(RowKind.MEMORY), 0)

    def test_what_was_taken_back_is_named_by_its_cause(self, store: Store) -> None:
        one = entry(None, note("a"))
        two = entry(one, note("b"), cause=1, action=Action.UNDONE)
        three = entry(two, note("c"), cause=2)
        with store.writing(HOME) as writer:
            for each in (one, two, three):
                writer.append(each)
            assert_same(list(writer.undoings()), [(2, 1)])

    def test_what_people_decided_lately_is_named_part_by_part(self, store: Store) -> None:
        """C9: to count what a person was asked to decide within a week."""
        of = Change(RowKind.MEMORY, "m_1", None, {}), Change(RowKind.PROPOSAL, "p_1", None, {})
        one = entry(None, *of, action=Action.DECIDED)
        two = entry(one, of[0], action=Action.DECIDED, actor=Actor.POLICY, minute=1)
        three = entry(two, of[0], minute=1)
        four = entry(three, of[0], of[1], action=Action.DECIDED, actor=Actor.OPERATOR, minute=2)
        with store.writing(HOME) as writer:
            for each in (one, two, three, four):
                writer.append(each)
            lately = [(4, RowKind.MEMORY, "m_1"), (4, RowKind.PROPOSAL, "p_1")]
            assert_same(list(writer.parts_decided(one.at)), lately)
            assert_same(len(writer.parts_decided(one.at - timedelta(seconds=1))), 4)

    def test_an_entry_that_does_not_follow_is_refused(self, store: Store) -> None:
        one = entry(None, note("a"))
        with store.writing(HOME) as writer:
            writer.append(one)
        two = entry(one, note("b"))
        for bad in (one, replace(two, seq=3), replace(two, previous="f" * 64), entry(two, note("c"))):
            assert_refused(store, lambda writer, bad=bad: writer.append(bad))  # type: ignore[misc]
        with store.reading(HOME) as reader:
            assert_same(list(reader.entries(0, 9)), [one])

    def test_erased_parts_leave_the_chain(self, store: Store) -> None:
        one = entry(None, note("secret"), note("other", "n2"), Change(RowKind.MEMORY, "n", None, {}, by_row=True))
        with store.writing(HOME) as writer:
            writer.append(one)
            assert_same(writer.erase_parts(RowKind.NOTE, ["n", "n9"]), 1)
            assert_same(writer.erase_parts(RowKind.NOTE, ["n"]), 0)
            assert_same(writer.erase_parts(RowKind.MEMORY, ["n"]), 1)
            found = writer.entry(1)
            gone = (replace(part, salt=None, payload=None) for part in one.parts)
            blank = tuple(part if part.id == "n2" else left for part, left in zip(one.parts, gone, strict=True))
            assert_same(found, replace(one, parts=blank))
            writer.append(entry(one, note("next")))
