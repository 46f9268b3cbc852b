"""Texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from atlas.model.recall import EmbedderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Embedder(Protocol):
    @property
    def identity(self) -> EmbedderIdentity:
        """What every vector is stored with (X8)."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit-length row for each text. Raises EmbedderTrouble, never returns NaN."""
        ...
