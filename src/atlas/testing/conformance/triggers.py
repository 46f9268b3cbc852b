"""How triggers stand, which periods are owed, and what thinking costs."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from atlas.model.ids import JobId
from atlas.model.spending import SpendingState, Spent
from atlas.model.task import Size, Task
from atlas.ports.store import Store
from atlas.testing.conformance.common import assert_same
from atlas.testing.samples import AWAY, HOME, at, spending, standing

_MONDAY, _TUESDAY, _WEDNESDAY = (date(2026, 3, day) for day in (2, 3, 4))


class TriggerConformance:
    def test_how_a_trigger_stands_is_kept(self, store: Store) -> None:
        """J3: what is due survives the process; by name."""
        nightly = standing("nightly", next_due=at(60), attempted_at=at(1), attempted_turn=7, fired=3, held_back=2)
        others = [standing("Weekly"), standing("é"), standing("")]
        with store.writing(HOME) as writer:
            for each in (nightly, *others):
                writer.put_standing(each)
            fresh = replace(nightly, next_due=None, attempted_at=None, fired=4)
            writer.put_standing(fresh)
        with store.reading(HOME) as reader:
            assert_same((reader.standing("nightly"), reader.standing("hourly")), (fresh, None))
            assert_same([each.trigger for each in reader.standings()], ["", "Weekly", "nightly", "é"])

    def test_a_period_is_owed_once(self, store: Store) -> None:
        """J3: whatever the clock does, and for each trigger and space by itself."""
        asked = (("nightly", "2026-03-01"), ("weekly", "2026-03-01"), ("nightly", "2026-03-02"))
        for space in (HOME, AWAY):
            with store.writing(space) as writer:
                assert_same([writer.add_period(*each) for each in asked], [True, True, True])
            with store.writing(space) as writer:
                assert_same([writer.add_period(*each) for each in asked], [False, False, False])

    def test_a_period_of_a_transaction_that_failed_is_still_to_come(self, store: Store) -> None:
        """J7: the job that it owes is written beside it, or neither is."""
        try:
            with store.writing(HOME) as writer:
                writer.add_period("nightly", "2026-03-01")
                raise _Stop
        except _Stop:
            pass
        with store.writing(HOME) as writer:
            assert_same(writer.add_period("nightly", "2026-03-01"), True)


class SpendingConformance:
    def test_spendings_come_back_as_they_went(self, store: Store) -> None:
        """J13: the ledger shows every call, newest first, from a day on."""
        reserved = spending("b_1", 500, 40, job=JobId("j_1"), day=_MONDAY, state=SpendingState.RESERVED)
        other = spending("b_2", day=_TUESDAY, task=Task.WEEKLY, size=Size.LARGE, model="é", at=at(1))
        late = spending("b_3", day=_MONDAY, task=None, size=Size.SMALL, state=SpendingState.FAILED, problem="429")
        settled = replace(reserved, state=SpendingState.SETTLED, tokens=320, money=25, input_tokens=300)
        settled = replace(settled, output_tokens=20, at=at(2))
        with store.writing(HOME) as writer:
            for each in (reserved, other, late, settled):
                writer.put_spending(each)
            assert_same(list(writer.spendings(9)), [late, other, settled])
            assert_same(list(writer.spendings(2)), [late, other])
            assert_same(list(writer.spendings(9, _TUESDAY)), [other])
            assert_same(list(writer.spendings(1, _MONDAY)), [late])
            assert_same(list(writer.spendings(9, _WEDNESDAY)), [])

    def test_what_is_reserved_counts_and_what_failed_does_not(self, store: Store) -> None:
        """J13, J7: a reservation stays spent until it is settled; by day, by job, and ever in this space."""
        first, second = JobId("j_1"), JobId("j_2")
        with store.writing(HOME) as writer:
            assert_same(writer.sum_spent(), Spent())
            writer.put_spending(spending("b_1", 500, 40, job=first, day=_MONDAY, state=SpendingState.RESERVED))
            writer.put_spending(spending("b_2", 70, 3, job=first, day=_TUESDAY))
            writer.put_spending(spending("b_3", 9, 1, job=second, day=_MONDAY))
            writer.put_spending(spending("b_4", 1000, 99, job=first, day=_MONDAY, state=SpendingState.FAILED))
            writer.put_spending(spending("b_5", 1, 0, day=_MONDAY))
            assert_same((writer.sum_spent(_MONDAY), writer.sum_spent(_TUESDAY)), (Spent(3, 510, 41), Spent(1, 70, 3)))
            assert_same(
                (writer.sum_spent(job=first), writer.sum_spent(job=second)), (Spent(2, 570, 43), Spent(1, 9, 1))
            )
            assert_same((writer.sum_spent(), writer.sum_spent(_MONDAY, first)), (Spent(4, 580, 44), Spent(1, 500, 40)))
            assert_same((writer.sum_spent(_WEDNESDAY), writer.sum_spent(job=JobId("j_9"))), (Spent(), Spent()))
            writer.put_spending(spending("b_1", 200, 10, job=first, day=_MONDAY))
            assert_same(
                (writer.sum_spent(_MONDAY), writer.sum_spent(job=first)), (Spent(3, 210, 11), Spent(2, 270, 13))
            )
        with store.writing(AWAY) as writer:
            assert_same(writer.sum_spent(), Spent())


class _Stop(Exception):
    """What a caller might raise in the middle of a transaction."""
