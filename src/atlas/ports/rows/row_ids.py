"""Ids of rows by their beginning, whatever the row, for whoever types an id by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class RowIdReader(Protocol):
    def ids_like(self, prefix: str, limit: int) -> Sequence[str]:
        """Ids of memories, messages, interactions, held proposals, beliefs and servings that begin so."""
        ...
