"""Suggestions of changes that only a person can make."""

from __future__ import annotations

from collections.abc import Sequence

from atlas.adapters.storage.sql import noticing_codec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import SuggestionId
from atlas.model.suggestion import Suggestion, SuggestionState


class SqlSuggestionReader(SqlRows):
    def suggestion(self, id: SuggestionId) -> Suggestion | None:
        row = self._lane.one("suggestion", {"id": id})
        return noticing_codec.suggestion_of(row) if row else None

    def suggestions(self, state: SuggestionState | None, limit: int) -> Sequence[Suggestion]:
        name = "suggestions" if state is None else "suggestions_in_state"
        values = {"limit": limit} if state is None else {"limit": limit, "state": state.value}
        return [noticing_codec.suggestion_of(row) for row in self._lane.rows(name, values)]


class SqlSuggestionWriter(SqlSuggestionReader):
    def put_suggestion(self, suggestion: Suggestion) -> None:
        self._lane.change("put_suggestion", noticing_codec.suggestion_values(suggestion))
