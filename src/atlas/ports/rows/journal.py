"""The journal: entries in one chain, and the erasing of what their parts say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, Protocol

from atlas.model.journal import Entry, RowKind, Tip

LATEST_ENTRIES: Final = 10_000
"""Among so many of the newest entries decisions are looked for: a week has fewer, or little to show beside them."""


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

    def parts_decided(self, since: datetime) -> Sequence[tuple[int, RowKind, str]]:
        """Entry, kind and row of each part that people decided after this moment, ascending; of the newest entries
        alone."""
        ...

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        """Ascending, whole entries."""
        ...

    def first_entry_count(self, kind: RowKind) -> int:
        """How many entries were the first about some row of this kind."""
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
