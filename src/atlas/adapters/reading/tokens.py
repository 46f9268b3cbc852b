"""A message and the turn before it as the reader's network takes them, every token with its place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from atlas.adapters.embedding.wordpiece import Token, WordPiece
from atlas.language.sentences import sentence_spans

__all__ = ["MessageTokens", "Token", "tokenise_message"]

_MOST_BEFORE: Final = 48
"""Tokens of the turn before that are read, its last ones: what a short answer answers stands at its end."""
_LONG_BEFORE: Final = 100
"""Characters from which on only the last sentence of it is read. Models' replies are long, and what stands in them has
nothing to do with what is told next: read behind three sentences of one, a tenth of what is told is no longer sure."""


@dataclass(frozen=True, slots=True)
class MessageTokens:
    """`[CLS] before [SEP] message [SEP]`, as ids and types, and where the tokens stand in the two texts."""

    ids: list[int]
    types: list[int]
    before: list[Token]
    message: list[Token]

    @property
    def first(self) -> int:
        """The index of the message's first token."""
        return len(self.ids) - len(self.message) - 1


def tokenise_message(text: str, before: str, width: int) -> MessageTokens:
    """The message is cut to `width` at its end, the turn before to what room is left, at its beginning."""
    pieces = _open_tokeniser()
    message = pieces.place_tokens(text, width - 2)
    room = min(_MOST_BEFORE, width - 3 - len(message))
    context = _place_last_sentence(pieces, before)[-room:] if before and room > 0 else []
    ids, types = [pieces.start_token], [0]
    if context:
        ids += [*(token.id for token in context), pieces.end_token]
        types += [0] * (len(context) + 1)
    ids += [*(token.id for token in message), pieces.end_token]
    types += [1] * (len(message) + 1)
    return MessageTokens(ids, types, context, message)


def _place_last_sentence(pieces: WordPiece, before: str) -> list[Token]:
    placed = pieces.place_tokens(before, None)
    if len(before) <= _LONG_BEFORE:
        return placed
    spans = [span for span in sentence_spans(before) if before[slice(*span)].strip()]
    start = spans[-1][0] if spans else 0
    return [token for token in placed if token.start >= start]


@lru_cache(maxsize=1)
def _open_tokeniser() -> WordPiece:
    return WordPiece()
