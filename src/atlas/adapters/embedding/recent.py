"""The vectors of the last texts, kept in the process: a question, the message it becomes and what is noticed in it are
one text, and are embedded once.

Texts are known by their digests. Nothing is written to disk, so that nothing of it outlives the process (X3).
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from atlas.model.recall import EmbedderIdentity
from atlas.ports.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST: Final = 4_096
"""Of 384 numbers each: six megabytes."""
LONG: Final = 2_000
"""A text of more characters is hardly asked for twice."""


class RecentEmbedder:
    """Asks the inner embedder for texts that it was not asked for lately. Safe to share between threads."""

    def __init__(self, inner: Embedder, most: int = MOST) -> None:
        self._inner = inner
        self._most = most
        self._lock = threading.Lock()
        self._vectors: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()

    @property
    def identity(self) -> EmbedderIdentity:
        return self._inner.identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        keys = [_make_key(text) for text in texts]
        found = self._find_kept(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        if missing:
            rows = self._inner.embed(list(missing.values()))
            if len(missing) == len(texts):
                self._keep_vectors(dict(zip(missing, rows, strict=True)), missing)
                return rows
            made = dict(zip(missing, rows, strict=True))
            self._keep_vectors(made, missing)
            found |= made
        return np.array([found[key] for key in keys], dtype=np.float32).reshape(len(texts), self.identity.dimension)

    def _find_kept(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        found = {}
        with self._lock:
            for key in keys:
                if (vector := self._vectors.get(key)) is not None:
                    self._vectors.move_to_end(key)
                    found[key] = vector
        return found

    def _keep_vectors(self, made: dict[bytes, NDArray[np.float32]], texts: dict[bytes, str]) -> None:
        with self._lock:
            for key, vector in made.items():
                if len(texts[key]) <= LONG:
                    self._vectors[key] = vector.copy()  # a row of a large array would keep all of it
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)


def _make_key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
