"""Proposals with their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atlas.adapters.storage.sql import thinking_codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import MemoryId, MessageId, ProposalId, ReflectionId
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome


class SqlProposalReader(SqlRows):
    def judged(self, id: ProposalId) -> Judged | None:
        row = self._lane.one("judged", {"id": id})
        return thinking_codec.judged_of(row) if row else None

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        values = {"memories": self._lane.list_value(memories), "messages": self._lane.list_value(messages)}
        return [thinking_codec.judged_of(row) for row in self._lane.rows("judged_about", values)]

    def judged_with(self, outcome: Outcome, limit: int) -> Sequence[Judged]:
        rows = self._lane.rows("judged_with", {"outcome": outcome.value, "limit": limit})
        return [thinking_codec.judged_of(row) for row in rows]

    def changes_waiting(self, limit: int) -> Sequence[Judged]:
        return [thinking_codec.judged_of(row) for row in self._lane.rows("changes_waiting", {"limit": limit})]

    def judged_by(self, reflection: ReflectionId) -> Sequence[Judged]:
        return [thinking_codec.judged_of(row) for row in self._lane.rows("judged_by", {"reflection": reflection})]


class SqlProposalWriter(SqlProposalReader):
    def put_judged(self, judged: Judged) -> None:
        with self._lane.whole():
            self._lane.change("put_judged", thinking_codec.judged_values(judged))
            self._lane.change("drop_subjects", {"id": judged.id})
            for values in thinking_codec.subject_values(judged):
                self._lane.change("add_subject", values)

    def erase_judged(self, ids: Iterable[ProposalId]) -> None:
        self._lane.change("erase_judged", {"ids": self._lane.list_value(ids)})
