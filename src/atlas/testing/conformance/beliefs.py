"""Beliefs, what was argued about them, and when the persona was reflected over."""

from __future__ import annotations

from dataclasses import replace

from atlas.errors import BadInput, Refused
from atlas.model.belief import Belief, Reasoning, Reliability, Snapshot
from atlas.model.ids import ArgumentId, BeliefId, MessageId, ProposalId
from atlas.model.journal import Actor, Change, RowKind
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.conformance.common import PORTO, assert_raises, assert_refused, assert_same
from atlas.testing.samples import HOME, argument, at, belief, changed, entry, snapshot, tell

SAID = MessageId("u_1")


class BeliefConformance:
    def test_beliefs_come_back_as_they_went(self, store: Store) -> None:
        """Of every status and state, in the order in which they were first argued about."""
        full = _full_belief()
        late, early = belief("v_2", formed=9), belief("v_3", "é 🏳️\x00", formed=0)
        with store.writing(HOME) as writer:
            for each in (late, full, early):
                writer.put_belief(each, None)
            for number, status in enumerate(Status, start=2):
                full = changed(full, status=status, state=State.ACTIVE, stance=-1.0, corrected=None)
                writer.put_belief(full, number - 1)
        with store.reading(HOME) as reader:
            assert_same(list(reader.beliefs()), [early, full, late])
            assert_same([reader.belief(each.id) for each in (full, late)], [full, late])
            assert_same(reader.belief(BeliefId("v_9")), None)
            assert_same(list(reader.ids_like("v_", 9)), ["v_1", "v_2", "v_3"])

    def test_every_field_of_a_belief_is_kept(self, store: Store) -> None:
        full = _full_belief()
        with store.writing(HOME) as writer:
            writer.put_belief(full, None)
            assert_same(writer.belief(full.id), full)
            other = belief("v_1", trust=Trust.WEB, version=2)
            writer.put_belief(other, 1)
            assert_same(writer.belief(full.id), other)

    def test_a_belief_changed_meanwhile_is_not_overwritten(self, store: Store) -> None:
        first = belief("v_1")
        second = changed(first, stance=0.5)
        with store.writing(HOME) as writer:
            writer.put_belief(first, None)
            writer.put_belief(second, 1)
        assert_refused(store, lambda writer: writer.put_belief(first, None))
        assert_refused(store, lambda writer: writer.put_belief(replace(first, version=3), 1))
        assert_refused(store, lambda writer: writer.put_belief(belief("v_2", version=2), 1))
        assert_refused(store, lambda writer: writer.put_belief(second, 2), BadInput)
        with store.reading(HOME) as reader:
            assert_same(list(reader.beliefs()), [second])

    def test_a_belief_is_not_trusted_more_than_where_it_came_from(self, store: Store) -> None:
        """X1."""
        low = belief("v_1", trust=Trust.WEB)
        with store.writing(HOME) as writer:
            writer.put_belief(low, None)
        assert_refused(store, lambda writer: writer.put_belief(belief("v_2", trust=Trust.OPERATOR), None))
        assert_refused(store, lambda writer: writer.put_belief(changed(low, trust=Trust.USER), 1))
        assert_refused(store, lambda writer: writer.put_belief(changed(low, origin=Origin.UNKNOWN), 1))
        with store.writing(HOME) as writer:
            writer.put_belief(changed(low, trust=Trust.UNKNOWN), 1)

    def test_a_belief_stays_within_its_numbers(self, store: Store) -> None:
        wrong = (
            belief("v_1", stance=1.01),
            belief("v_1", stance=-1.01),
            belief("v_1", corrected=-2.0),
            belief("v_1", confidence=1.01),
            belief("v_1", confidence=float("nan")),
            belief("v_1", support=-1),
            belief("v_1", contradiction=-1),
            belief("v_1", shift=-0.1),
            belief("v_1", version=0),
            belief("v_1", state=State.GONE),
        )
        for each in wrong:
            assert_refused(store, lambda writer, each=each: writer.put_belief(each, None), BadInput)  # type: ignore[misc]
        with store.reading(HOME) as reader:
            assert_same(list(reader.beliefs()), [])

    # --- arguments

    def test_arguments_come_back_in_the_order_they_were_made(self, store: Store) -> None:
        full = argument(
            "a_1",
            "v_1",
            "u_1",
            4,
            direction=-1,
            strength=0.25,
            reasoning=Reasoning.SOCIAL_PRESSURE,
            reliability=Reliability.LOW,
            novelty=0.0,
            at=at(7),
            consistent=False,
            insight="é 🏳️\x00",
            judged_by="small-model",
            settled=7,
            integrated=ProposalId("p_1"),
        )
        later, earlier = argument("a_2", "v_1", "u_1", 4), argument("a_3", "v_1", "u_1", 2)
        with store.writing(HOME) as writer:
            _begin(writer)
            for each in (full, later, earlier, argument("a_4", "v_2", "u_1", 1)):
                writer.put_argument(each)
        with store.reading(HOME) as reader:
            assert_same(list(reader.arguments(BeliefId("v_1"))), [earlier, full, later])
            assert_same(reader.argument(full.id), full)
            assert_same((reader.argument(ArgumentId("a_9")), list(reader.arguments(BeliefId("v_9")))), (None, []))

    def test_an_argument_is_replaced_in_its_place(self, store: Store) -> None:
        first, second = argument("a_1", "v_1", "u_1"), argument("a_2", "v_1", "u_1")
        with store.writing(HOME) as writer:
            _begin(writer)
            writer.put_argument(first)
            writer.put_argument(second)
            settled = replace(first, settled=4, integrated=ProposalId("p_1"), insight="One.")
            writer.put_argument(settled)
            assert_same(list(writer.arguments(BeliefId("v_1"))), [settled, second])

    def test_what_cools_what_is_pending_and_what_a_message_argued_are_found(self, store: Store) -> None:
        """X3."""
        made = (
            argument("a_1", "v_1", "u_1", 3, insight="One."),
            argument("a_2", "v_1", "u_3", 1, settled=4, insight="Two."),
            argument("a_3", "v_2", "u_3", 2, settled=4, insight="Three.", integrated=ProposalId("p_1")),
            argument("a_4", "v_2", "u_1", 1),
        )
        with store.writing(HOME) as writer:
            _begin(writer)
            for each in made:
                writer.put_argument(each)
            one, two, three, four = made
            assert_same(list(writer.cooling_arguments()), [four, one])
            assert_same(list(writer.pending_arguments()), [two, one])
            assert_same(list(writer.arguments_from([MessageId("u_3")])), [two, three])
            assert_same(list(writer.arguments_from([SAID, MessageId("u_3"), SAID])), [two, four, three, one])
            assert_same(list(writer.arguments_from([])), [])

    def test_only_a_users_own_words_argue(self, store: Store) -> None:
        """X1: whatever the caller says, what a page, a tool or the assistant wrote is no evidence."""
        with store.writing(HOME) as writer:
            _begin(writer)
            for number, origin in enumerate(Origin):
                tell(writer, f"i_1{number}", (f"u_1{number}", "because it rains", origin))
        for number, origin in enumerate(Origin):
            made = argument(f"a_{number}", "v_1", f"u_1{number}")
            if origin is not Origin.USER:
                assert_refused(store, lambda writer, made=made: writer.put_argument(made))  # type: ignore[misc]
        assert_refused(store, lambda writer: writer.put_argument(argument("a_9", "v_1", "u_99")))
        with store.writing(HOME) as writer:
            writer.put_argument(argument("a_1", "v_1", "u_1"))
        assert_refused(store, lambda writer: writer.put_argument(argument("a_1", "v_1", "u_10")))
        with store.reading(HOME) as reader:
            assert_same(list(reader.cooling_arguments()), [argument("a_1", "v_1", "u_1")])

    def test_what_no_longer_is_a_users_own_argues_no_more(self, store: Store) -> None:
        """X1: vouching is not taken back under an argument that stands on it."""
        with store.writing(HOME) as writer:
            _begin(writer)
            writer.put_argument(argument("a_1", "v_1", "u_1"))
            told = Change(RowKind.MESSAGE, "u_1", {"origin": "user"}, {"origin": "import"})
            writer.append(entry(None, told, actor=Actor.OPERATOR))
        assert_refused(store, lambda writer: writer.move_origin(SAID, Origin.IMPORT))
        with store.writing(HOME) as writer:
            writer.remove_arguments([ArgumentId("a_1")])
            writer.move_origin(SAID, Origin.IMPORT)

    def test_an_argument_stays_within_its_numbers(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _begin(writer)
        wrong = (
            argument("a_1", "v_1", "u_1", direction=0),
            argument("a_1", "v_1", "u_1", direction=2),
            argument("a_1", "v_1", "u_1", strength=1.01),
            argument("a_1", "v_1", "u_1", strength=-0.01),
            argument("a_1", "v_1", "u_1", novelty=1.01),
        )
        for each in wrong:
            assert_refused(store, lambda writer, each=each: writer.put_argument(each), BadInput)  # type: ignore[misc]

    def test_an_argument_never_stands_without_its_belief_or_its_message(self, store: Store) -> None:
        """X3: each may go first, and none may stay when the transaction ends."""
        with store.writing(HOME) as writer:
            _begin(writer)
            writer.put_argument(argument("a_1", "v_1", "u_1"))
        with assert_raises(Refused), store.writing(HOME) as writer:
            writer.erase_message(SAID)
        with assert_raises(Refused), store.writing(HOME) as writer:
            writer.remove_belief(BeliefId("v_1"))
        with assert_raises(Refused), store.writing(HOME) as writer:
            writer.put_argument(argument("a_2", "v_9", "u_1"))
        with store.writing(HOME) as writer:
            assert_same([each.id for each in writer.cooling_arguments()], ["a_1"])
            writer.put_argument(argument("a_9", "v_9", "u_3"))
            writer.put_belief(belief("v_9", formed=9), None)
            writer.remove_belief(BeliefId("v_1"))
            writer.erase_message(SAID)
            writer.remove_arguments([ArgumentId("a_1"), ArgumentId("a_1")])
            writer.remove_belief(BeliefId("v_1"))
        with store.reading(HOME) as reader:
            assert_same([each.id for each in reader.cooling_arguments()], ["a_9"])
            assert_same([each.id for each in reader.beliefs()], ["v_2", "v_9"])

    # --- reflections over the persona

    def test_at_one_turn_there_is_one_snapshot(self, store: Store) -> None:
        """B5: an attempt that was refused is one too, and the next goes by it."""
        full = Snapshot(40, at(9), committed=True, unique_ratio=0.5, confident=3, kept=2)
        with store.reading(HOME) as reader:
            assert_same((list(reader.snapshots(-1, 9)), reader.last_snapshot()), ([], None))
        with store.writing(HOME) as writer:
            for each in (snapshot(40, committed=False), snapshot(20), full, snapshot(30, committed=False)):
                writer.put_snapshot(each)
        with store.reading(HOME) as reader:
            assert_same(list(reader.snapshots(0, 9)), [snapshot(20), snapshot(30, committed=False), full])
            assert_same([each.turn for each in reader.snapshots(20, 1)], [30])
            assert_same((list(reader.snapshots(40, 9)), reader.last_snapshot()), ([], full))
        for wrong in (snapshot(1, unique_ratio=1.5), snapshot(1, confident=-1), snapshot(1, kept=-1)):
            assert_refused(store, lambda writer, wrong=wrong: writer.put_snapshot(wrong), BadInput)  # type: ignore[misc]


def _begin(writer: Writer) -> None:
    """Two users' messages and two beliefs."""
    tell(writer, "i_1", PORTO)
    tell(writer, "i_3", ("u_3", "It rains less than in Bergen", Origin.USER))
    writer.put_belief(belief("v_1"), None)
    writer.put_belief(belief("v_2", "tea", formed=2), None)


def _full_belief() -> Belief:
    """Every field away from its default."""
    return belief(
        "v_1",
        "living in Porto",
        stance=-0.125,
        confidence=0.0,
        support=0,
        contradiction=7,
        formed=5,
        reinforced=6,
        status=Status.NEEDS_REVIEW,
        state=State.ARCHIVED,
        trust=Trust.WEB,
        updated_at=at(8),
        raised=2,
        lowered=3,
        shift=0.375,
        pinned=True,
        corrected=-0.5,
        corrected_turn=4,
        approved_by="operator",
    )
