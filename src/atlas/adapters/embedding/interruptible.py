"""An embedder for whoever may be called off in the middle: a long text is thousands of passages, and takes minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from atlas.model.recall import EmbedderIdentity
from atlas.ports.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_TEXTS: Final = 32
_CHARACTERS: Final = 6_000
"""Between two looks: a second or so on a slow machine, and as fast as all together."""


class InterruptibleEmbedder:
    """Calls `stay` before every few texts; what that raises ends the embedding."""

    def __init__(self, inner: Embedder, stay: Callable[[], None]) -> None:
        self._inner = inner
        self._stay = stay

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        batches = list(_split_batches(texts))
        if len(batches) <= 1:
            return self._embed_batch(texts)
        import numpy as np

        return np.concatenate([self._embed_batch(batch) for batch in batches])

    def _embed_batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self._stay()
        return self._inner.embed(texts)


def _split_batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    length = 0
    for text in texts:
        if batch and (len(batch) == _TEXTS or length + len(text) > _CHARACTERS):
            yield batch
            batch, length = [], 0
        batch.append(text)
        length += len(text)
    if batch:
        yield batch
