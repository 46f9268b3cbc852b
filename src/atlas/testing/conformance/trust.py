"""X1 at the place where rows are written."""

from __future__ import annotations

from dataclasses import replace

from atlas.model.ids import (
    MemoryId,
    MessageId,
)
from atlas.model.memory import Relation
from atlas.model.origin import Origin, Trust
from atlas.ports.store import Store
from atlas.testing.conformance.common import assert_refused, assert_same, make_link
from atlas.testing.samples import (
    HOME,
    SMALL,
    changed,
    episode,
    memory,
    quote,
    tell,
)


class TrustConformance:
    """X1: trust of anything derived is the lowest of its sources, enforced where rows are written."""

    def test_a_memory_is_not_trusted_more_than_a_message_it_cites(self, store: Store) -> None:
        for number, origin in enumerate(Origin):
            self._check_citing(store, number, origin)

    def _check_citing(self, store: Store, number: int, origin: Origin) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, f"i_{number}", (f"u_{number}", "I live in Porto", origin)).messages[0]
            cited = {"evidence": (quote(said, "Porto"),)}
            writer.put_memory(memory(f"m_{number}", "fine", origin, **cited), None)
            writer.put_memory(episode(f"e_{number}", said), None)
        if origin is Origin.OPERATOR:
            return
        above = Trust(origin.trust + 1)
        assert_refused(store, lambda writer: writer.put_memory(memory("m_x", "no", origin, trust=above, **cited), None))
        assert_refused(store, lambda writer: writer.put_memory(episode("m_x", said, trust=above), None))
        with store.reading(HOME) as reader:
            assert_same(reader.memory(MemoryId("m_x")), None)
            assert_same([change for change in reader.changes(SMALL, 0, 99) if change.memory == "m_x"], [])

    def test_a_memory_is_not_trusted_more_than_its_source(self, store: Store) -> None:
        """P2: a rewrite, a merge, a summary never raises it."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_web", "from the web", Origin.WEB), None)
        for relation in frozenset(Relation) - {Relation.ABOUT}:
            derived = memory(f"m_{relation}", "rewritten", links=(make_link("m_web", relation),))
            if relation in (Relation.DERIVED_FROM, Relation.SUPPORTS):
                assert_refused(store, lambda writer, derived=derived: writer.put_memory(derived, None))  # type: ignore[misc]
                with store.writing(HOME) as writer:
                    writer.put_memory(replace(derived, trust=Trust.WEB), None)
            else:
                with store.writing(HOME) as writer:
                    writer.put_memory(derived, None)

    def test_trust_never_rises(self, store: Store) -> None:
        low = memory("m_1", "claims much", Origin.WEB)
        with store.writing(HOME) as writer:
            writer.put_memory(low, None)
        assert_refused(store, lambda writer: writer.put_memory(changed(low, trust=Trust.USER), 1))
        with store.writing(HOME) as writer:
            writer.put_memory(changed(low, trust=Trust.UNKNOWN), 1)

    def test_a_source_does_not_sink_under_what_stands_on_it(self, store: Store) -> None:
        source = memory("m_1", "source")
        derived = memory("m_2", "derived", links=(make_link("m_1"),))
        with store.writing(HOME) as writer:
            writer.put_memory(source, None)
            writer.put_memory(derived, None)
        sunk = changed(source, trust=Trust.WEB)
        assert_refused(store, lambda writer: writer.put_memory(sunk, 1))
        with store.writing(HOME) as writer:
            writer.put_memory(changed(derived, trust=Trust.WEB), 1)
            writer.put_memory(sunk, 1)

    def test_evidence_tells_the_origin_that_its_message_has(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            said = tell(writer, "i_1", ("u_1", "buy now", Origin.WEB)).messages[0]
        lie = replace(quote(said, "buy"), origin=Origin.USER)
        astray = replace(quote(said, "buy"), message=MessageId("u_9"))
        for evidence in (lie, astray):
            made = memory("m_1", "x", Origin.UNKNOWN, evidence=(evidence,))
            assert_refused(store, lambda writer, made=made: writer.put_memory(made, None))  # type: ignore[misc]

    def test_links_lead_somewhere(self, store: Store) -> None:
        assert_refused(store, lambda writer: writer.put_memory(memory("m_1", "x", links=(make_link("m_9"),)), None))
