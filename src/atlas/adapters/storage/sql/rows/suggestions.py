"""Suggestions of changes that only a person can make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from atlas.adapters.storage.sql.row_codec import RowCodec
from atlas.adapters.storage.sql.rows.base import SqlRows
from atlas.model.ids import SuggestionId
from atlas.model.suggestion import Suggestion, SuggestionState

_SUGGESTIONS: Final = RowCodec(Suggestion)


class SqlSuggestionReader(SqlRows):
    def suggestion(self, id: SuggestionId) -> Suggestion | None:
        return self._read_one(_SUGGESTIONS, "suggestion", {"id": id})

    def suggestions(self, state: SuggestionState | None, limit: int) -> Sequence[Suggestion]:
        name = "suggestions" if state is None else "suggestions_in_state"
        values = {"limit": limit} if state is None else {"limit": limit, "state": state.value}
        return self._read_all(_SUGGESTIONS, name, values)


class SqlSuggestionWriter(SqlSuggestionReader):
    def put_suggestion(self, suggestion: Suggestion) -> None:
        self._lane.change("put_suggestion", _SUGGESTIONS.encode(suggestion))
