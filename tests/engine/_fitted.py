"""An embedder of words alone that bears the name of one for which cut-offs were fitted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.model.recall import EmbedderIdentity
from atlas.retrieval.floor import FLOORS


class Fitted:
    """Vectors of words, under the name of an embedder that has a floor."""

    def __init__(self) -> None:
        self._lexical = HashingEmbedder()

    @property
    def identity(self) -> EmbedderIdentity:
        return replace(self._lexical.identity, model=next(iter(FLOORS)))

    def embed(self, texts: Any) -> Any:
        return self._lexical.embed(texts)
