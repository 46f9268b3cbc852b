"""Reading beliefs of one space of the plain store, what was argued about them, and reflections over the persona."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.ids import ArgumentId, BeliefId, MessageId
from atlas.testing.plain_store.thinking_reader import PlainThinkingReader


class PlainBeliefReader(PlainThinkingReader):
    def belief(self, id: BeliefId) -> Belief | None:
        return self._rows.beliefs.get(id)

    def beliefs(self) -> Sequence[Belief]:
        return sorted(self._rows.beliefs.values(), key=lambda belief: belief.formed)

    def argument(self, id: ArgumentId) -> Argument | None:
        return self._rows.arguments.get(id)

    def arguments(self, belief: BeliefId) -> Sequence[Argument]:
        return self._choose_arguments(lambda each: each.belief == belief)

    def cooling_arguments(self) -> Sequence[Argument]:
        return self._choose_arguments(lambda each: each.settled is None)

    def pending_arguments(self) -> Sequence[Argument]:
        return self._choose_arguments(lambda each: bool(each.insight) and each.integrated is None)

    def arguments_from(self, messages: Iterable[MessageId]) -> Sequence[Argument]:
        said = frozenset(messages)
        return self._choose_arguments(lambda each: each.message in said)

    def _choose_arguments(self, chosen: Callable[[Argument], bool]) -> Sequence[Argument]:
        return sorted(filter(chosen, self._rows.arguments.values()), key=lambda each: each.turn)

    def snapshots(self, after: int, limit: int) -> Sequence[Snapshot]:
        return [each for turn, each in sorted(self._rows.snapshots.items()) if turn > after][:limit]

    def last_snapshot(self) -> Snapshot | None:
        return self._rows.snapshots[max(self._rows.snapshots)] if self._rows.snapshots else None
