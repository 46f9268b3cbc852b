"""Leases and marks: work that one process does at a time, and goes on where the last one stopped."""

from __future__ import annotations

from atlas.ports.store import Store
from atlas.testing.conformance.common import assert_same
from atlas.testing.samples import AWAY, HOME, at


class TurnConformance:
    def test_a_lease_has_one_owner(self, store: Store) -> None:
        """J4: one runner across processes."""
        with store.writing(HOME) as writer:
            assert_same(writer.take_lease("embed", "me", at(0), at(5)), True)
            assert_same(writer.take_lease("embed", "you", at(4), at(9)), False)
            assert_same(writer.take_lease("other", "you", at(4), at(9)), True)

    def test_a_lease_runs_out_and_is_extended(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.take_lease("embed", "me", at(0), at(5))
            assert_same(writer.take_lease("embed", "me", at(4), at(8)), True)
            assert_same(writer.take_lease("embed", "you", at(7), at(12)), False)
            assert_same(writer.take_lease("embed", "you", at(8), at(12)), True)
            assert_same(writer.take_lease("embed", "me", at(9), at(13)), False)

    def test_a_lease_is_given_up_by_its_owner_alone(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            writer.give_up_lease("embed", "me")
            writer.take_lease("embed", "me", at(0), at(5))
            writer.give_up_lease("embed", "you")
            assert_same(writer.take_lease("embed", "you", at(1), at(5)), False)
            writer.give_up_lease("embed", "me")
            assert_same(writer.take_lease("embed", "you", at(1), at(5)), True)

    def test_a_mark_is_kept(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            assert_same(writer.read_mark("embedded"), 0)
            writer.put_mark("embedded", 7)
            writer.put_mark("other", 2)
            writer.put_mark("embedded", 5)
        with store.reading(HOME) as reader:
            assert_same((reader.read_mark("embedded"), reader.read_mark("other"), reader.read_mark("none")), (5, 2, 0))

    def test_turns_are_taken_in_each_space(self, store: Store) -> None:
        """P4."""
        with store.writing(HOME) as writer:
            writer.take_lease("embed", "me", at(0), at(5))
            writer.put_mark("embedded", 7)
        with store.writing(AWAY) as writer:
            assert_same(writer.read_mark("embedded"), 0)
            assert_same(writer.take_lease("embed", "you", at(0), at(5)), True)
            writer.give_up_lease("embed", "you")
        with store.writing(HOME) as writer:
            assert_same(writer.take_lease("embed", "you", at(1), at(5)), False)
