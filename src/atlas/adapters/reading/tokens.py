"""A message and the turn before it as the reader's network takes them, every token with its place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from atlas.adapters.embedding.wordpiece import Token, WordPiece

__all__ = ["MessageTokens", "Token", "tokenise_message"]

_MOST_BEFORE: Final = 48
"""Tokens of the turn before that are read, its last ones: what a short answer answers stands at its end."""


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
    context = pieces.place_tokens(before, None)[-room:] if before and room > 0 else []
    ids, types = [pieces.start_token], [0]
    if context:
        ids += [*(token.id for token in context), pieces.end_token]
        types += [0] * (len(context) + 1)
    ids += [*(token.id for token in message), pieces.end_token]
    types += [1] * (len(message) + 1)
    return MessageTokens(ids, types, context, message)


@lru_cache(maxsize=1)
def _open_tokeniser() -> WordPiece:
    return WordPiece()
