"""Messages into marks: the small reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.reading import Reading, Unread


class Annotator(Protocol):
    """Marks what messages tell. Deterministic: the same message is read the same, whatever is read beside it."""

    @property
    def identity(self) -> str:
        """Which reader it is, for the record of what it found."""
        ...

    def annotate(self, messages: Sequence[Unread]) -> list[Reading]:
        """One reading a message, in order. Raises AnnotatorTrouble."""
        ...
