"""Beliefs, the arguments that move them, and the points at which the persona was reflected over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.errors import BadInput, Refused
from atlas.model.belief import Argument, Belief, Snapshot
from atlas.model.ids import ArgumentId, BeliefId, MessageId

_BELIEFS: Final = RowCodec(Belief)
_ARGUMENTS: Final = RowCodec(Argument)
_SNAPSHOTS: Final = RowCodec(Snapshot)


class SqlBeliefReader(SqlRows):
    def belief(self, id: BeliefId) -> Belief | None:
        return self._read_one(_BELIEFS, "belief", {"id": id})

    def beliefs(self) -> Sequence[Belief]:
        return self._read_all(_BELIEFS, "beliefs")

    def argument(self, id: ArgumentId) -> Argument | None:
        return self._read_one(_ARGUMENTS, "argument", {"id": id})

    def arguments(self, belief: BeliefId) -> Sequence[Argument]:
        return self._read_all(_ARGUMENTS, "arguments", {"belief": belief})

    def cooling_arguments(self) -> Sequence[Argument]:
        return self._read_all(_ARGUMENTS, "cooling_arguments")

    def pending_arguments(self) -> Sequence[Argument]:
        return self._read_all(_ARGUMENTS, "pending_arguments")

    def arguments_from(self, messages: Iterable[MessageId]) -> Sequence[Argument]:
        return self._read_all(_ARGUMENTS, "arguments_from", {"messages": self._lane.list_value(messages)})

    def snapshots(self, after: int, limit: int) -> Sequence[Snapshot]:
        return self._read_all(_SNAPSHOTS, "snapshots", {"after": after, "limit": limit})

    def last_snapshot(self) -> Snapshot | None:
        return self._read_one(_SNAPSHOTS, "last_snapshot", {})


class SqlBeliefWriter(SqlBeliefReader):
    def put_belief(self, belief: Belief, expected_version: int | None) -> None:
        if expected_version is None:
            self._lane.change("add_belief", _BELIEFS.encode(belief))
            return
        if belief.version <= expected_version:
            raise BadInput(f"A changed belief needs a higher version than {expected_version}: {belief.id}.")
        values = _BELIEFS.encode(belief) | {"expected": expected_version}
        if not self._lane.change("replace_belief", values):
            raise Refused(f"The belief {belief.id} was changed meanwhile.")

    def put_argument(self, argument: Argument) -> None:
        self._lane.change("put_argument", _ARGUMENTS.encode(argument))

    def put_snapshot(self, snapshot: Snapshot) -> None:
        self._lane.change("put_snapshot", _SNAPSHOTS.encode(snapshot))

    def remove_belief(self, id: BeliefId) -> None:
        self._lane.change("remove_belief", {"id": id})

    def remove_arguments(self, ids: Iterable[ArgumentId]) -> None:
        self._lane.change_each("remove_argument", [{"id": id} for id in ids])
