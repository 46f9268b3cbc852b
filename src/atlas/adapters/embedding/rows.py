"""What every embedder promises of its rows, checked once: finite, not zero, of unit length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.errors import EmbedderTrouble

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def unit_rows(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    """R7: a vector that means nothing stops here, before it can be stored or searched with."""
    import numpy as np

    if not np.isfinite(rows).all():
        raise EmbedderTrouble("The embedder gave a vector with a value that is not a number.")
    wide = rows.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    if not (lengths > 0).all():
        raise EmbedderTrouble("The embedder gave a vector of length zero.")
    units: NDArray[np.float32] = (wide / lengths).astype(np.float32)
    return units
