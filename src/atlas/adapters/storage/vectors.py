"""What a store may ask of vectors without looking inside."""

from __future__ import annotations

from atlas.errors import BadInput
from atlas.model.recall import EmbedderIdentity

_FLOAT_BYTES = 4


def check_vectors(identity: EmbedderIdentity, vectors: bytes) -> None:
    """One or several, end to end, and each of them whole."""
    size = _FLOAT_BYTES * identity.dimension
    if not vectors or len(vectors) % size:
        raise BadInput(f"Vectors of {identity.key} have {size} bytes each: {len(vectors)} are not a number of them.")
