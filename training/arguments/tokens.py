"""A message and a topic as the network that hears arguments takes them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from atlas.adapters.embedding.wordpiece import WordPiece

_MOST_OF_TOPIC: Final = 16


@dataclass(frozen=True, slots=True)
class PairTokens:
    """`[CLS] topic [SEP] message [SEP]`, as ids and types."""

    ids: list[int]
    types: list[int]


def tokenise_pair(text: str, topic: str, width: int) -> PairTokens:
    """The message is cut to what room the topic leaves, at its end."""
    pieces = _open_tokeniser()
    about = [token.id for token in pieces.place_tokens(topic, _MOST_OF_TOPIC)]
    said = [token.id for token in pieces.place_tokens(text, width - 3 - len(about))]
    ids = [pieces.start_token, *about, pieces.end_token, *said, pieces.end_token]
    return PairTokens(ids, [0] * (len(about) + 2) + [1] * (len(said) + 1))


@lru_cache(maxsize=1)
def _open_tokeniser() -> WordPiece:
    return WordPiece()
