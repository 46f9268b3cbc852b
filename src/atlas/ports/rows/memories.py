"""Memories by id and by filter, and the one way in which their rows are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.retention import Kept, Retained
from atlas.ports.rows.memory_filter import MemoryFilter


@dataclass(frozen=True, slots=True)
class MemoryCount:
    kind: Kind
    status: Status
    state: State
    count: int


class MemoryReader(Protocol):
    def memory(self, id: MemoryId) -> Memory | None: ...

    def memories(self, ids: Iterable[MemoryId]) -> Sequence[Memory]:
        """Those that exist, in the order asked."""
        ...

    def select(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[tuple[int, Memory]]:
        """By row sequence, ascending, for paging."""
        ...

    def read_words(self, ids: Iterable[MemoryId]) -> Mapping[MemoryId, tuple[Origin, str]]:
        """From which side each is that is not gone, and the hash of its words (model.text.content_hash)."""
        ...

    def plain_memories(self, after: int, limit: int) -> Sequence[tuple[int, dict[str, Any]]]:
        """All, those that are gone too, as `to_plain` spells them: for whoever carries them elsewhere, in order."""
        ...

    def newest_memories(self, where: MemoryFilter, limit: int) -> Sequence[Memory]:
        """By row sequence, descending."""
        ...

    def counts(self) -> Sequence[MemoryCount]: ...

    def kept_rows(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Kept]:
        """As `select`, without texts, evidence and links: cheap enough to look at all of them."""
        ...

    def retained_rows(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Retained]:
        """As `kept_rows`, with no more than fading needs."""
        ...

    def filter_ids(self, where: MemoryFilter, ids: Iterable[MemoryId]) -> frozenset[MemoryId]:
        """Which of these pass the filter."""
        ...


class MemoryWriter(MemoryReader, Protocol):
    def put_memory(self, memory: Memory, expected_version: int | None) -> None:
        """Insert (expected None) or replace the row whose version is the expected one; otherwise raises Refused.

        Trust is enforced here too (X1): raises Refused when the memory's trust is above the origin of any message it
        cites, or above the trust of any memory it links to as derived_from or supports.
        Replaces its evidence and links. A changed content drops its vectors. An episode's content is its message's
        text. Only `erase_memory` makes a memory gone, and what is gone is never written again.
        """
        ...

    def put_use(self, memory: Memory, expected_version: int) -> None:
        """Replace how it is kept, where nothing else of it changed: its strength, its stability, what it was used for,
        and its version. Raises Refused when the row has another version than the expected one."""
        ...

    def remove_memory(self, id: MemoryId, expected_version: int) -> None:
        """Undo of an insertion: the row and all that hangs on it go; raises Refused when it is another version, or
        when another memory links to it."""
        ...

    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        """Leave a tombstone: state gone, and nothing said or named in it, beside it or in an index."""
        ...

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None: ...
