"""Beliefs, the arguments that move them, and the points at which the persona was reflected over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.ids import ArgumentId, BeliefId, MessageId


class BeliefReader(Protocol):
    def belief(self, id: BeliefId) -> Belief | None: ...

    def beliefs(self) -> Sequence[Belief]:
        """Of any status and state, in the order in which they were first argued about."""
        ...

    def argument(self, id: ArgumentId) -> Argument | None: ...

    def arguments(self, belief: BeliefId) -> Sequence[Argument]:
        """All that was argued about it, in the order it was made."""
        ...

    def cooling_arguments(self) -> Sequence[Argument]:
        """Those whose window is open, in the order they were made (B2)."""
        ...

    def pending_arguments(self) -> Sequence[Argument]:
        """Those whose insight no amendment has taken in, in the order they were made (B6)."""
        ...

    def arguments_from(self, messages: Iterable[MessageId]) -> Sequence[Argument]:
        """Those that these messages made."""
        ...

    def snapshots(self, after: int, limit: int) -> Sequence[Snapshot]:
        """Reflections that were attempted after a turn, in their order."""
        ...

    def last_snapshot(self) -> Snapshot | None: ...


class BeliefWriter(BeliefReader, Protocol):
    def put_belief(self, belief: Belief, expected_version: int | None) -> None:
        """Insert (expected None) or replace the row whose version is the expected one; otherwise raises Refused.

        Trust is enforced here too (X1): raises Refused when it is above that of the belief's origin, or above what it
        was.
        """
        ...

    def put_argument(self, argument: Argument) -> None:
        """Insert, or replace the one with its id. Raises Refused when its message is not a user's own (X1)."""
        ...

    def put_snapshot(self, snapshot: Snapshot) -> None:
        """Insert; at one turn there is one, and the later replaces it."""
        ...

    def remove_belief(self, id: BeliefId) -> None:
        """Undo of its forming, and forgetting of all its arguments: the row goes. To remove none is no error."""
        ...

    def remove_arguments(self, ids: Iterable[ArgumentId]) -> None: ...
