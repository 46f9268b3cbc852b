"""Positions of the nodes of a picture: ties pull, nodes push each other away, labels make room.

No chance in it. The first positions are fixed, so that the same graph is drawn the same way every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Places = NDArray[float64]

_GOLDEN: Final = 2.399963229728653
"""The angle at which a sunflower sets its seeds: near each other in order, and never in a row."""
_ROUNDS: Final = 300
_PULL: Final = 0.5
_GRAVITY: Final = 0.9
"""What keeps parts that are not joined on one picture."""
_ACROSS, _DOWN = 100.0, 66.0
"""What one unit of the layout is in the picture: labels are wider than high."""
_APART: Final = 200
_GAP: Final = 10.0


def place_nodes(
    sizes: Sequence[tuple[float, float]], ties: Sequence[tuple[int, int, float]]
) -> list[tuple[float, float]]:
    """Find the middle of each node, whose width and height are given, from (0, 0) on; a tie is its two ends and a
    weight."""
    import numpy as np

    if not sizes:
        return []
    centres = _relax_springs(len(sizes), ties) * (_ACROSS, _DOWN)
    centres = _separate_overlaps(centres, np.array(sizes, dtype=np.float64))
    centres -= (centres - np.array(sizes) / 2).min(axis=0)
    return [(float(x), float(y)) for x, y in centres.round(1)]


def _relax_springs(count: int, ties: Sequence[tuple[int, int, float]]) -> Places:
    """Let springs and charges move the nodes, cooling down."""
    import numpy as np

    order = np.arange(count)
    positions: Places = np.sqrt(order + 0.5)[:, None] * np.column_stack(
        (np.cos(order * _GOLDEN), np.sin(order * _GOLDEN))
    )
    ones = np.array([tie[0] for tie in ties], dtype=np.intp)
    others = np.array([tie[1] for tie in ties], dtype=np.intp)
    springs = _PULL * (0.5 + 0.5 * np.array([tie[2] for tie in ties], dtype=np.float64))[:, None]
    for heat in np.linspace(1.0, 0.01, _ROUNDS):
        force = _repel_nodes(positions) - _GRAVITY * positions
        if len(ties):
            between = positions[ones] - positions[others]
            pull = springs * between * np.linalg.norm(between, axis=1, keepdims=True)
            np.subtract.at(force, ones, pull)
            np.add.at(force, others, pull)
        length = np.linalg.norm(force, axis=1, keepdims=True)
        positions = positions + force / np.maximum(length, 1e-9) * np.minimum(length, heat)
    return positions


def _repel_nodes(positions: Places) -> Places:
    import numpy as np

    between = positions[:, None, :] - positions[None, :, :]
    square = np.maximum((between**2).sum(axis=2), 1e-4)
    forces: Places = (between / square[:, :, None]).sum(axis=1)
    return forces


def _separate_overlaps(positions: Places, sizes: Places) -> Places:
    """Move overlapping nodes apart, along the shorter way, until none overlap."""
    import numpy as np

    least = (sizes[:, None, :] + sizes[None, :, :]) / 2 + _GAP
    before = np.sign(np.arange(len(positions))[:, None] - np.arange(len(positions))[None, :])
    for _ in range(_APART):
        between = positions[:, None, :] - positions[None, :, :]
        missing = least - np.abs(between)
        over = np.where(missing.min(axis=2, keepdims=True) > 0.0, missing, 0.0)
        over[np.arange(len(positions)), np.arange(len(positions))] = 0.0
        if not over.any():
            break
        across = over[:, :, 0] < over[:, :, 1]
        way = np.where(between == 0.0, before[:, :, None], np.sign(between))
        step = np.where(np.stack((across, ~across), axis=2), over, 0.0) * way / 2
        positions = positions + step.sum(axis=1) * 0.6
    return positions
