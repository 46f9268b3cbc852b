"""Figures of each day, where the engine stands on the ladder, and what is contained."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from atlas.errors import BadInput
from atlas.model.ids import MemoryId, QuarantineId
from atlas.model.memory import State
from atlas.model.metric import Escalation, Rung
from atlas.model.origin import Origin
from atlas.model.quarantine import Quarantine
from atlas.ports.reading import SERVABLE
from atlas.ports.store import Store
from atlas.testing.conformance.common import assert_raises, assert_same
from atlas.testing.samples import AWAY, HOME, TALK, at, figure, memory

FIRST, SECOND = date(2026, 3, 1), date(2026, 3, 2)


class MetricConformance:
    def test_figures_come_back_by_day_and_name(self, store: Store) -> None:
        """H3: a day without a case has no value, and is a figure all the same."""
        first = [figure("a", FIRST, None, 0), figure("é", FIRST, 0.25, 8)]
        second = [figure("a", SECOND, -3.5), figure("b", SECOND)]
        with store.writing(HOME) as writer:
            for each in reversed([*first, *second]):
                writer.put_figure(each)
        with store.reading(HOME) as reader:
            assert_same(list(reader.figures(FIRST)), [*first, *second])
            assert_same(list(reader.figures(SECOND)), second)
            assert_same(list(reader.figures(FIRST, ["a", "b"])), [first[0], *second])
            assert_same((list(reader.figures(FIRST, [])), list(reader.figures(date(2026, 3, 3)))), ([], []))
        with store.reading(AWAY) as reader:
            assert_same(list(reader.figures(FIRST)), [])

    def test_of_a_name_and_a_day_there_is_one_figure(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for value, cases in ((0.5, 2), (None, 0), (0.75, 4)):
                writer.put_figure(figure("a", FIRST, value, cases))
                assert_same(list(writer.figures(FIRST)), [figure("a", FIRST, value, cases)])

    def test_a_figure_that_is_none_is_refused(self, store: Store) -> None:
        whole = figure("a", FIRST)
        for wrong in (replace(whole, cases=-1), replace(whole, name=""), replace(whole, value=float("nan"))):
            with store.writing(HOME) as writer, assert_raises(BadInput):
                writer.put_figure(wrong)
        with store.reading(HOME) as reader:
            assert_same(list(reader.figures(FIRST)), [])

    def test_there_is_one_place_on_the_ladder(self, store: Store) -> None:
        """H6."""
        with store.writing(HOME) as writer:
            assert_same(writer.escalation(), None)
            for minute, rung in enumerate(Rung):
                writer.put_escalation(Escalation(rung, at(minute), f"because {minute}"))
                assert_same(writer.escalation(), Escalation(rung, at(minute), f"because {minute}"))
        with store.reading(AWAY) as reader:
            assert_same(reader.escalation(), None)

    def test_quarantines_come_back_in_order(self, store: Store) -> None:
        """C8: each says what it contains; one that is lifted stays on record."""
        first = Quarantine(QuarantineId("q_2"), at(1), TALK, Origin.WEB, at(0))
        second = Quarantine(QuarantineId("q_1"), at(2), memory=MemoryId("m_1"))
        with store.writing(HOME) as writer:
            for each in (first, second):
                writer.put_quarantine(each)
            writer.put_quarantine(replace(first, lifted_at=at(3)))
        with store.reading(HOME) as reader:
            assert_same(list(reader.quarantines()), [replace(first, lifted_at=at(3)), second])
        with store.writing(HOME) as writer:
            writer.remove_quarantine(first.id)
            assert_same(list(writer.quarantines()), [second])
        with store.reading(AWAY) as reader:
            assert_same(list(reader.quarantines()), [])

    def test_a_quarantine_of_nothing_is_refused(self, store: Store) -> None:
        with store.writing(HOME) as writer, assert_raises(BadInput):
            writer.put_quarantine(Quarantine(QuarantineId("q_1"), at(1)))

    def test_a_contained_memory_is_found_only_by_asking_for_it(self, store: Store) -> None:
        """C8."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "contained", state=State.QUARANTINED), None)
            assert_same(list(writer.newest_memories(SERVABLE, 9)), [])
            found = writer.newest_memories(replace(SERVABLE, states=frozenset({State.QUARANTINED})), 9)
            assert_same([each.id for each in found], ["m_1"])
