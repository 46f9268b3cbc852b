"""Proposals with their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from atlas.model.ids import MemoryId, MessageId, ProposalId, ReflectionId
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome


class ProposalReader(Protocol):
    def judged(self, id: ProposalId) -> Judged | None: ...

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        """Proposals that came to or name one of these memories, or whose evidence stands in one of these messages."""
        ...

    def judged_with(self, outcome: Outcome, limit: int) -> Sequence[Judged]:
        """Newest first, whether somebody has decided since or not."""
        ...

    def changes_waiting(self, limit: int) -> Sequence[Judged]:
        """Held, undecided, come to no memory: what thinking proposed, then what was asked for; each newest first.

        One that names or quotes what is quarantined does not wait while that is so (C8).
        """
        ...

    def all_judged(self, after: int, limit: int) -> Sequence[tuple[int, Judged]]:
        """In the order in which they were first put, each with the number of its row, from behind one on."""
        ...

    def judged_by(self, reflection: ReflectionId) -> Sequence[Judged]:
        """What this run of thinking proposed, in order."""
        ...


class ProposalWriter(ProposalReader, Protocol):
    def put_judged(self, judged: Judged) -> None: ...

    def erase_judged(self, ids: Iterable[ProposalId]) -> None: ...
