"""Writing beliefs of one space of the plain store, what was argued about them, and reflections over the persona."""

from __future__ import annotations

from collections.abc import Iterable

from atlas.errors import BadInput, Refused
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.ids import ArgumentId, BeliefId
from atlas.model.memory import State
from atlas.model.origin import Origin
from atlas.testing.plain_store.meaning import check_fresh, check_storable
from atlas.testing.plain_store.thinking_writer import PlainThinkingWriter


class PlainBeliefWriter(PlainThinkingWriter):
    def put_belief(self, belief: Belief, expected_version: int | None) -> None:
        check_storable(belief)
        before = self._rows.beliefs.get(belief.id)
        if expected_version is None:
            check_fresh(belief.id, self._rows.beliefs)
        elif belief.version <= expected_version:
            raise BadInput(f"A changed belief needs a higher version than {expected_version}: {belief.id}.")
        elif before is None or before.version != expected_version:
            raise Refused(f"The belief {belief.id} was changed meanwhile.")
        _check_belief_trust(belief, before)
        _check_belief_range(belief)
        self._rows.beliefs[belief.id] = belief

    def put_argument(self, argument: Argument) -> None:
        check_storable(argument)
        message = self._rows.messages.get(argument.message)
        if message is None or message.origin is not Origin.USER:
            raise Refused("Only a user's own words argue: the message of an argument is not theirs.")
        if argument.direction not in (-1, 1) or not (0 <= argument.strength <= 1 and 0 <= argument.novelty <= 1):
            raise BadInput("An argument is for or against, and its strength and novelty are from 0 to 1.")
        self._rows.arguments[argument.id] = argument

    def put_snapshot(self, snapshot: Snapshot) -> None:
        check_storable(snapshot)
        ratio = snapshot.unique_ratio
        if snapshot.confident < 0 or snapshot.kept < 0 or not (ratio is None or 0 <= ratio <= 1):
            raise BadInput("A reflection counts beliefs from none on, and words by a share from 0 to 1.")
        self._rows.snapshots[snapshot.turn] = snapshot

    def remove_belief(self, id: BeliefId) -> None:
        self._rows.beliefs.pop(id, None)

    def remove_arguments(self, ids: Iterable[ArgumentId]) -> None:
        for id in ids:
            self._rows.arguments.pop(id, None)

    def _check_arguments(self) -> None:
        """Refuse a transaction that leaves an argument without its belief or its message; checked at its end."""
        for each in self._rows.arguments.values():
            if each.belief not in self._rows.beliefs or each.message not in self._rows.messages:
                raise Refused("What is still quoted cannot be erased, and what is not there cannot be cited.")


def _check_belief_trust(belief: Belief, before: Belief | None) -> None:
    """X1."""
    if belief.trust > belief.origin.trust:
        raise Refused("Trust is the lowest of its sources: a belief cannot be trusted more than where it came from.")
    if before is not None and belief.trust > before.trust:
        raise Refused("Trust never rises: a belief cannot be trusted more than it was.")


def _check_belief_range(belief: Belief) -> None:
    stances = (belief.stance, belief.corrected or 0.0)
    counts = (belief.support, belief.contradiction, belief.raised, belief.lowered, belief.shift, belief.version - 1)
    if not (all(-1 <= each <= 1 for each in stances) and 0 <= belief.confidence <= 1 and min(counts) >= 0):
        raise BadInput("A belief's stance is from -1 to 1, its confidence from 0 to 1, and its counts from 0 on.")
    if belief.state is State.GONE:
        raise BadInput("A belief is removed, never kept as gone.")
