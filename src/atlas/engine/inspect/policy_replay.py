"""What a changed policy would have decided on the proposals of the last days, against what was decided (C3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy
from atlas.curation.policy_replay import Replayed, RuleUse, count_rule_uses, replay_judgement
from atlas.engine.core.as_of import memory_as_of
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import add_documents, gather_judgement_input
from atlas.engine.curate.review_queue import RULES
from atlas.model.ids import MemoryId, ReflectionId
from atlas.model.memory import Memory, Status
from atlas.model.thinking import Judged, Reflection
from atlas.model.verdict import Outcome
from atlas.ports.reading import Reader

_BATCH: Final = 500
_MOST_DAYS: Final = 3_650
_MOMENT: Final = timedelta(microseconds=1)
_KNOWN: Final = "known"
"""The rule of a verdict that found the memory there already."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A proposal that the changed policy decides otherwise."""

    replayed: Replayed
    status: Status | None = None
    """What became since of the memory that it came to."""


@dataclass(frozen=True, slots=True)
class PolicyReplay:
    """The proposals of some days, judged again by another policy; nothing of it has happened."""

    since: datetime
    until: datetime
    policy: CurationPolicy
    in_force: CurationPolicy
    decided: Mapping[Outcome, int]
    would: Mapping[Outcome, int]
    differences: tuple[Difference, ...]
    """The oldest first."""
    rules: tuple[RuleUse, ...]
    unclear: int = 0
    """Of so many it cannot be told any more what was known when they were judged; they count as they were decided."""

    @property
    def proposals(self) -> int:
        return sum(self.decided.values())


def replay_policy(runtime: Runtime, policy: CurationPolicy, days: int) -> PolicyReplay:
    """Judge what was proposed in the last days by another policy; nothing is changed, embedded or thought."""
    until = runtime.now()
    since = until - timedelta(days=min(days, _MOST_DAYS))
    with runtime.reading() as reader:
        past = _Past(runtime, reader)
        found = [
            (replay_judgement(judged, before, runtime.curation, policy), before)
            for judged in _read_judged(reader, since)
            for before in (past.gather(judged),)
        ]
        differing = [each for each, _ in found if each.differs]
        differences = tuple(Difference(each, _find_status(reader, each.judged)) for each in differing)
    return PolicyReplay(
        since,
        until,
        policy,
        runtime.curation,
        Counter(each.judged.verdict.outcome for each, _ in found),
        Counter(each.would.outcome for each, _ in found),
        differences,
        count_rule_uses(policy.rules, found),
        sum(not each.is_certain for each, _ in found),
    )


def _read_judged(reader: Reader, since: datetime) -> Iterator[Judged]:
    after = 0
    while rows := reader.all_judged(after, _BATCH):
        yield from (judged for _, judged in rows if judged.at >= since)
        after = rows[-1][0]


def _find_status(reader: Reader, judged: Judged) -> Status | None:
    memory = reader.memory(MemoryId(judged.memory)) if judged.memory else None
    return memory.status if memory else None


class _Past:
    """What was known when each proposal was judged."""

    def __init__(self, runtime: Runtime, reader: Reader) -> None:
        self._runtime, self._reader = runtime, reader
        self._reflections: dict[ReflectionId, Reflection | None] = {}

    def gather(self, judged: Judged) -> JudgementInput:
        """The rows that the judge looked at, as they stood then; and who had thought it, by its run of thinking."""
        proposal = judged.proposal
        found = add_documents(self._runtime, self._reader, proposal, gather_judgement_input(self._reader, proposal))
        moment = self._find_moment(judged)
        thought = self._find_reflection(judged.reflection)
        named = {id: self._find_then(each, moment) or each for id, each in found.named.items()}
        return replace(
            found,
            named=named,
            in_slot=tuple(self._list_then(found.in_slot, moment)),
            same_content=tuple(self._list_then(found.same_content, moment)),
            ceiling=thought.trust if thought else None,
            by_model=thought is None or thought.thinker != RULES,
        )

    def _find_moment(self, judged: Judged) -> datetime:
        """Just before it was judged, and before the memory that came of it: that is written a moment earlier."""
        came = self._reader.memory(MemoryId(judged.memory)) if judged.memory else None
        made = came is not None and not any(each.rule == _KNOWN for each in judged.verdict.findings)
        return (min(judged.at, came.created_at) if came and made else judged.at) - _MOMENT

    def _find_reflection(self, id: ReflectionId | None) -> Reflection | None:
        if id is not None and id not in self._reflections:
            self._reflections[id] = self._reader.reflection(id)
        return self._reflections[id] if id is not None else None

    def _list_then(self, memories: tuple[Memory, ...], moment: datetime) -> Iterator[Memory]:
        for each in memories:
            then = self._find_then(each, moment)
            if then is not None:
                yield then

    def _find_then(self, memory: Memory, moment: datetime) -> Memory | None:
        if memory.version == 1 and memory.created_at <= moment:
            return memory  # it never changed
        return memory_as_of(self._reader, memory.id, moment)
