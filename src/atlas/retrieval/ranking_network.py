"""What the numbers of a place say together: a small network over the best places of a search.

A sum weighs each number by itself, and cannot say that nearness tells less in a question of many words, or that the
best by words counts for more where it stands alone. The network sees a place's numbers, how far each is behind the
best of all, and the place's rank by the strongest of them. It is fitted to what the sum leaves wrong
(`training/ranking`), for one embedder. What it says is added to the score of the places that the sum put first.

It has learned from searches with a hundred places. Among few each has a high rank, whatever it says, so that its say
begins where there is more than a page of results, and is whole from fifty places on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atlas.retrieval.features import NAMES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

REACH: Final = 100
"""So many places are judged, the first by the sum."""
_UNSEEN: Final = frozenset({"fact", "asked"})
"""A claim of the very kind asked for is plain to people and rare in what the network was fitted to."""
SEEN: Final = tuple(at for at, name in enumerate(NAMES) if name not in _UNSEEN)
"""The columns of the numbers that the network sees."""
_RANKED_NAMES: Final = ("near", "bm25", "cover_two", "cover_seven", "near_two", "session_near")
RANKED: Final = tuple(NAMES.index(name) for name in _RANKED_NAMES)
_SILENT, _HEARD = 10, 50
"""Up to so many places it says nothing, and from so many on all."""
_TERMS: Final = 8.0
_RANKS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Layer:
    weights: Numbers
    """Inputs × outputs."""
    bias: Numbers


@dataclass(frozen=True, slots=True)
class RankingNetwork:
    """Several small networks of the same form; what they say is their mean."""

    members: tuple[tuple[Layer, ...], ...]

    def judge_places(self, matrix: Numbers, terms: int) -> Numbers:
        """What to add to the sum of each place. `matrix` has the numbers of the places, the best by the sum first;
        `terms` is how many words were searched for."""
        import numpy as np  # slow to import

        if not len(matrix):
            return np.zeros(0)
        inputs = describe_places(matrix, terms)
        judged: Numbers = np.mean([_run_member(member, inputs) for member in self.members], axis=0)
        return judged * min(1.0, max(0.0, (len(matrix) - _SILENT) / (_HEARD - _SILENT)))


def describe_places(matrix: Numbers, terms: int) -> Numbers:
    """The network's inputs: the numbers, how far behind the best each is, ranks, and the length of the question."""
    import numpy as np  # slow to import

    seen, ranked = matrix[:, SEEN], matrix[:, RANKED]
    ranks = (ranked[None, :, :] > ranked[:, None, :]).sum(axis=1)  # how many are before it: equal numbers, equal ranks
    length = np.full((len(matrix), 1), terms / _TERMS)
    return np.concatenate([seen, seen - seen.max(axis=0), np.log1p(ranks) / _RANKS, length], axis=1)


def _run_member(layers: Sequence[Layer], inputs: Numbers) -> Numbers:
    import numpy as np  # slow to import

    states = inputs
    for layer in layers[:-1]:
        states = np.maximum(states @ layer.weights + layer.bias, 0.0)
    sums: Numbers = (states @ layers[-1].weights + layers[-1].bias)[:, 0]
    return sums
