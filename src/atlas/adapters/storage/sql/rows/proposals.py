"""Proposals with their verdicts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from atlas.adapters.storage.sql.column_values import Values, report_damage, write_json
from atlas.adapters.storage.sql.lane import Row
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.adapters.storage.subjects import subjects_of
from atlas.model.ids import MemoryId, MessageId, ProposalId, ReflectionId
from atlas.model.plain_data import instant_text, parse_instant, proposal_from_plain, proposal_to_plain
from atlas.model.thinking import Judged
from atlas.model.verdict import Finding, Outcome, Verdict


class SqlProposalReader(SqlRows):
    def judged(self, id: ProposalId) -> Judged | None:
        row = self._lane.one("judged", {"id": id})
        return _decode_judged(row) if row else None

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        values = {"memories": self._lane.list_value(memories), "messages": self._lane.list_value(messages)}
        return [_decode_judged(row) for row in self._lane.rows("judged_about", values)]

    def judged_with(self, outcome: Outcome, limit: int) -> Sequence[Judged]:
        rows = self._lane.rows("judged_with", {"outcome": outcome.value, "limit": limit})
        return [_decode_judged(row) for row in rows]

    def changes_waiting(self, limit: int) -> Sequence[Judged]:
        return [_decode_judged(row) for row in self._lane.rows("changes_waiting", {"limit": limit})]

    def all_judged(self, after: int, limit: int) -> Sequence[tuple[int, Judged]]:
        rows = self._lane.rows("all_judged", {"after": after, "limit": limit})
        return [(row[-1], _decode_judged(row[:-1])) for row in rows]

    def judged_by(self, reflection: ReflectionId) -> Sequence[Judged]:
        return [_decode_judged(row) for row in self._lane.rows("judged_by", {"reflection": reflection})]


class SqlProposalWriter(SqlProposalReader):
    def put_judged(self, judged: Judged) -> None:
        with self._lane.whole():
            self._lane.change("put_judged", _encode_judged(judged))
            self._lane.change("drop_subjects", {"id": judged.id})
            for values in _encode_subjects(judged):
                self._lane.change("add_subject", values)

    def erase_judged(self, ids: Iterable[ProposalId]) -> None:
        self._lane.change("erase_judged", {"ids": self._lane.list_value(ids)})


def _encode_judged(judged: Judged) -> Values:
    return {
        "id": judged.id,
        "reflection": judged.reflection,
        "proposal": write_json(proposal_to_plain(judged.proposal)),
        "outcome": judged.verdict.outcome.value,
        "findings": write_json([_encode_finding(finding) for finding in judged.verdict.findings]),
        "at": instant_text(judged.at),
        "memory": judged.memory,
        "decided_by": judged.decided_by,
    }


def _encode_finding(finding: Finding) -> list[object]:
    return [finding.rule, finding.says, *([True] if finding.soft else [])]


@report_damage
def _decode_judged(row: Row) -> Judged:
    id, reflection, proposal, outcome, findings, at, memory, decided_by = row
    verdict = Verdict(Outcome(outcome), tuple(Finding(*pair) for pair in json.loads(findings)))
    return Judged(
        id, reflection, proposal_from_plain(json.loads(proposal)), verdict, parse_instant(at), memory, decided_by
    )


def _encode_subjects(judged: Judged) -> Iterator[Values]:
    memories, messages = subjects_of(judged)
    for kind, names in (("memory", memories), ("message", messages)):
        for name in sorted(names):
            yield {"id": judged.id, "kind": kind, "subject": name}
