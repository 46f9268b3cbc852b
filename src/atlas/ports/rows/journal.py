"""The journal: entries in one chain, and the erasing of what their parts say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from atlas.model.journal import Entry, RowKind, Tip


class JournalReader(Protocol):
    def head(self) -> Entry | None: ...

    def tip(self) -> Tip | None:
        """Of the head, for whoever continues the journal and has no use for its parts."""
        ...

    def entry(self, seq: int) -> Entry | None: ...

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        """Ascending."""
        ...

    def plain_entries(self, after: int, limit: int) -> Sequence[dict[str, Any]]:
        """The same as `to_plain` spells them, for whoever carries them elsewhere."""
        ...

    def undoings(self) -> Sequence[tuple[int, int]]:
        """(sequence, cause) of every entry that took another one back, ascending."""
        ...

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        """Ascending, whole entries."""
        ...

    def last_entries(self, limit: int) -> Sequence[Entry]:
        """Descending."""
        ...


class JournalWriter(JournalReader, Protocol):
    def append(self, entry: Entry) -> None:
        """Add the next journal entry; raises Refused when it does not continue the head."""
        ...

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        """Null payload and salt of every journal part about these rows; how many still had theirs."""
        ...
