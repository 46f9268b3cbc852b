"""The SQLite store against the plain one: beliefs, arguments and snapshots, with messages that come and go (X1, X3)."""

from __future__ import annotations

from collections.abc import Sequence

from _two_stores import SPACES, TwoStores
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from atlas.model.belief import Argument, Belief
from atlas.model.ids import ArgumentId, BeliefId, MessageId, ProposalId
from atlas.model.memory import State, Status
from atlas.model.origin import Origin, Trust
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from atlas.testing import samples

EVERY = 99
numbers = st.integers(0, 2)
turns = st.integers(0, 3)
belief_ids = numbers.map(lambda number: BeliefId(f"v_{number}"))
message_ids = numbers.map(lambda number: MessageId(f"u_{number}"))
argument_ids = numbers.map(lambda number: ArgumentId(f"a_{number}"))
beliefs = st.builds(
    samples.belief,
    belief_ids,
    origin=st.sampled_from((Origin.USER, Origin.WEB)),
    trust=st.sampled_from((Trust.UNKNOWN, Trust.WEB, Trust.USER)),
    stance=st.sampled_from((-1.0, -0.0, 0.25, 1)),
    formed=turns,
    status=st.sampled_from((Status.APPROVED, Status.NEEDS_REVIEW)),
    state=st.sampled_from((State.ACTIVE, State.ARCHIVED)),
    pinned=st.booleans(),
    corrected=st.sampled_from((None, 0, -0.5)),
    version=st.integers(1, 3),
)
arguments = st.builds(
    samples.argument,
    argument_ids,
    belief_ids,
    message_ids,
    turns,
    direction=st.sampled_from((-1, 1, 0)),
    insight=st.sampled_from(("", "Tea warms.")),
    consistent=st.booleans(),
    settled=st.none() | turns,
    integrated=st.sampled_from((None, ProposalId("p_1"))),
)


class Believing(TwoStores):
    @rule(number=numbers, origin=st.sampled_from((Origin.USER, Origin.USER, Origin.WEB)))
    def tell(self, number: int, origin: Origin) -> None:
        def act(writer: Writer) -> None:
            if not writer.arguments_from([MessageId(f"u_{number}")]):  # no message takes the place of one that argued
                _tell(writer, number, origin)

        self._both(act)

    @rule(belief=beliefs)
    def add_belief(self, belief: Belief) -> None:
        self._both(lambda writer: writer.put_belief(belief, None))

    @rule(belief=beliefs, expected=st.integers(1, 2))
    def replace_belief(self, belief: Belief, expected: int) -> None:
        self._both(lambda writer: writer.put_belief(belief, expected))

    @rule(argument=arguments)
    def put_argument(self, argument: Argument) -> None:
        self._both(lambda writer: writer.put_argument(argument))

    @rule(belief=belief_ids, number=numbers, turn=turns)
    def argue(self, belief: BeliefId, number: int, turn: int) -> None:
        """What who weighs does in one transaction: among so many rules the rows would seldom meet."""

        def act(writer: Writer) -> None:
            if writer.message(MessageId(f"u_{number}")) is None:
                _tell(writer, number, Origin.USER)
            if writer.belief(belief) is None:
                writer.put_belief(samples.belief(belief, formed=turn), None)
            writer.put_argument(samples.argument(f"a_{number}", belief, f"u_{number}", turn))

        self._both(act)

    @rule(turn=turns, committed=st.booleans())
    def put_snapshot(self, turn: int, committed: bool) -> None:
        self._both(lambda writer: writer.put_snapshot(samples.snapshot(turn, committed)))

    @rule(belief=belief_ids)
    def remove_belief(self, belief: BeliefId) -> None:
        self._both(lambda writer: writer.remove_belief(belief))

    @rule(ids=st.lists(argument_ids, max_size=2))
    def remove_arguments(self, ids: Sequence[ArgumentId]) -> None:
        self._both(lambda writer: writer.remove_arguments(ids))

    @rule(message=message_ids, whole=st.booleans())
    def erase_message(self, message: MessageId, whole: bool) -> None:
        def act(writer: Writer) -> None:
            if whole:
                writer.remove_arguments(each.id for each in writer.arguments_from([message]))
            writer.erase_message(message)

        self._both(act)

    @invariant()
    def equal(self) -> None:
        for space in SPACES if self.changed else ():
            self._compare(space, _everything)
        self.changed = self.open is not None

    @invariant()
    def no_argument_stands_alone(self) -> None:
        """X3: what is committed has its belief, and a user's message (X1)."""
        with self.sqlite.reading(self.here) as reader:
            known = {belief.id for belief in reader.beliefs()}
            made = [each for number in range(3) if (each := reader.argument(ArgumentId(f"a_{number}")))]
            assert {each.belief for each in made} <= known
            said = {each.id: each for each in reader.messages(each.message for each in made)}
            assert all(said[each.message].origin is Origin.USER for each in made)


def _tell(writer: Writer, number: int, origin: Origin) -> None:
    samples.tell(writer, f"i_{number}", (f"u_{number}", "tea is better", origin))


def _everything(reader: Reader) -> list[object]:
    everyone = [BeliefId(f"v_{number}") for number in range(3)]
    said = [MessageId(f"u_{number}") for number in range(3)]
    return [
        list(reader.beliefs()),
        [reader.belief(id) for id in everyone],
        [list(reader.arguments(id)) for id in everyone],
        [list(reader.cooling_arguments()), list(reader.pending_arguments())],
        [list(reader.arguments_from(said)), list(reader.arguments_from(said[:1]))],
        [list(reader.snapshots(-1, EVERY)), list(reader.snapshots(1, 1)), reader.last_snapshot()],
        list(reader.ids_like("v_", EVERY)),
    ]


TestBelieving = Believing.TestCase
TestBelieving.settings = settings(max_examples=25, stateful_step_count=40)
