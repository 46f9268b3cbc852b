"""Meaning without a network connection: an encoder of 33 million weights of our own, as int8, run on the CPU.

It is gte-small, trained further on long chats and what people later ask of them, and taught by a larger network
(`training/embedding`). The weights lie inside this package, so nothing is downloaded, ever. Importing this module
costs nothing: NumPy, onnxruntime and the weights are loaded by the first text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atlas.adapters.embedding.rows import unit_rows
from atlas.adapters.embedding.wordpiece import WordPiece
from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.errors import BadInput, EmbedderTrouble
from atlas.model.recall import EmbedderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

IDENTITY: Final = EmbedderIdentity("atlas-encoder", 384, "2")
"""Other weights are another version: their vectors must not meet these (X8)."""

_WEIGHTS: Final = Path(__file__).parent / "data" / "encoder.onnx"
_SHA256: Final = "04e030c90261cfe24bf16dc224e92bf86467afc56d7daf0006438971f4db1643"
"""Of the weights; whoever replaces them changes this, the version above and the tests' reference vectors."""

_WINDOW: Final = 256


class EncoderEmbedder:
    """Unit vectors of 384 numbers; English first, other languages roughly. Safe to share between threads."""

    def __init__(self, *, threads: int = 1, model: Path | None = None) -> None:
        """`model` is another place for the same file; its bytes are pinned all the same."""
        if threads < 1:
            raise BadInput("An embedder needs at least one thread.")
        self._threads = threads
        self._model = PinnedModel(model or _WEIGHTS, _SHA256, "embedding model", "reinstall ATLAS", EmbedderTrouble)
        self._tokenizer: WordPiece | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        return IDENTITY

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed each text in a run of its own, so that none is padded to the length of another."""
        import numpy as np

        rows = np.zeros((len(texts), IDENTITY.dimension), dtype=np.float32)
        if not texts:
            return rows
        session = open_session(self._model, self._threads)
        for at, tokens in enumerate(self._encode_texts(texts)):
            ids = np.array([tokens], dtype=np.int64)
            (rows[at : at + 1],) = run_session(session, self._model, {"ids": ids, "types": np.zeros_like(ids)})
        return unit_rows(rows)

    def _encode_texts(self, texts: Sequence[str]) -> list[list[int]]:
        if self._tokenizer is None:  # two threads may both make one; they are equal, and the last stays
            self._tokenizer = WordPiece(_WINDOW)
        return [self._tokenizer.encode(text) for text in texts]
