"""An embedder for whoever may be called off in the middle: a long text is thousands of passages, and takes minutes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from atlas.model.recall import EmbedderIdentity
from atlas.ports.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE: Final = 32
"""Texts between two looks: a second at most, and as fast as all together."""


class InterruptibleEmbedder:
    """Calls `stay` before every few texts; what that raises ends the embedding."""

    def __init__(self, inner: Embedder, stay: Callable[[], None]) -> None:
        self._inner = inner
        self._stay = stay

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if len(texts) <= _AT_ONCE:
            return self._some(texts)
        import numpy as np

        return np.concatenate([self._some(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)])

    def _some(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._stay()
        return self._inner.embed(texts)
