"""Suggestions of changes that only a person can make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.ids import SuggestionId
from atlas.model.suggestion import Suggestion, SuggestionState


class SuggestionReader(Protocol):
    def suggestion(self, id: SuggestionId) -> Suggestion | None: ...

    def suggestions(self, state: SuggestionState | None, limit: int) -> Sequence[Suggestion]:
        """Newest first."""
        ...


class SuggestionWriter(SuggestionReader, Protocol):
    def put_suggestion(self, suggestion: Suggestion) -> None:
        """Insert or replace."""
        ...
