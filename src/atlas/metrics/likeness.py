"""Which entries are almost the same words as an earlier one (X6), in time linear in their number, without embeddings.

Each text is a set of stems, and a set has a signature: for each of 60 hashings the smallest hash in it. Two sets share
one of these with a chance of how alike they are (Broder, 1997). Signatures are cut into bands; what shares a band is
looked at, first by its whole signature, and what is still alike by its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from zlib import crc32

from atlas.language.registry import LANGUAGE
from atlas.language.words import asks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Signatures = NDArray[np.uint32]
    Places = NDArray[np.int64]

Clash = Callable[[str, str], bool]
"""Whether two texts commit to different things: figures, days, names, yes and no."""

HASHES: Final = 60
_ROWS: Final = 3
"""Of a band: pairs that are half alike share one of the 20 bands with a chance of 93 in 100."""
_SEED: Final = 11
_WINDOW: Final = 6
"""In a band each is compared with so many that follow it; what is truly alike shares several bands."""
_PARTNERS: Final = 6
"""Of the most similar so many are looked at closely."""
_PROMISING: Final = 0.4
_CHUNK: Final = 1 << 15
_MOST_STEMS: Final = 2_000

SAME: Final = 0.8
"""From here on two texts are one, unless they commit to different things."""
_SPELT_ALIKE: Final = 0.85
_LONG_WORD: Final = 5
_LONGER_WORD: Final = 6
_NAME: Final = re.compile(r"\b[A-Z]\w+")
_DATES: Final = frozenset(name.capitalize() for name in LANGUAGE.dates.calendar_names())


class Signer:
    """Signatures of texts, many at once."""

    def __init__(self) -> None:
        import numpy as np  # slow to import

        chance = np.random.default_rng(_SEED)
        self._factors = chance.integers(1, 2**32, (HASHES, 1), dtype=np.uint64) | np.uint64(1)
        self._shifts = chance.integers(0, 2**32, (HASHES, 1), dtype=np.uint64)

    def signatures(self, texts: Sequence[str]) -> Signatures:
        import numpy as np  # slow to import

        hashed = [
            sorted({crc32(stem.encode()) for stem in LANGUAGE.entries.extract_telling_stems(text)})[:_MOST_STEMS] or [0]
            for text in texts
        ]
        begins = np.cumsum([0, *(len(each) for each in hashed[:-1])])
        flat = np.fromiter((value for each in hashed for value in each), dtype=np.uint64)
        mixed = (flat * self._factors + self._shifts) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(32)
        found: Signatures = np.minimum.reduceat(mixed, begins, axis=1).T.astype(np.uint32)
        return found


def find_partners(signatures: Signatures, owners: Places) -> Iterator[tuple[int, list[tuple[int, float]]]]:
    """For each place those before it that it may be like, the most similar first, with how alike they seem."""
    import numpy as np  # slow to import

    keys, values = _find_candidates(signatures, owners)
    count = len(signatures)
    order = np.lexsort((keys % count, -values, keys // count))
    later = keys[order] // count
    begins = np.flatnonzero(np.diff(later, prepend=-1)).tolist()
    for begin, end in pairwise([*begins, len(order)]):
        best = order[begin : min(end, begin + _PARTNERS)]
        pairs = zip((keys[best] % count).tolist(), values[best].tolist(), strict=True)
        yield int(later[begin]), list(pairs)


def _find_candidates(signatures: Signatures, owners: Places) -> tuple[Places, NDArray[np.float32]]:
    """Pairs that share a band and seem alike, each as one number: later * rows + earlier."""
    import numpy as np  # slow to import

    count = len(signatures)
    found, values = np.empty(0, np.int64), np.empty(0, np.float32)
    for first in range(0, HASHES, _ROWS):
        cells = _hash_cells(signatures[:, first : first + _ROWS], owners)
        order = np.argsort(cells, kind="stable")
        keys = np.setdiff1d(_pair_neighbours(order, cells[order], count), found, assume_unique=True)
        seen = _estimate_likeness(signatures, keys)
        found, values = _merge_sorted(found, values, keys[seen >= _PROMISING], seen[seen >= _PROMISING])
    return found, values


def _hash_cells(band: Signatures, owners: Places) -> NDArray[np.uint64]:
    import numpy as np  # slow to import

    cells = owners.astype(np.uint64)
    for column in range(band.shape[1]):
        cells = (cells * np.uint64(0x100000001B3)) ^ band[:, column].astype(np.uint64)
        cells *= np.uint64(0x9E3779B97F4A7C15)
    return cells


def _pair_neighbours(order: Places, cells: NDArray[np.uint64], count: int) -> Places:
    import numpy as np  # slow to import

    found = [np.empty(0, np.int64)]
    for step in range(1, _WINDOW + 1):
        shared = np.flatnonzero(cells[step:] == cells[:-step])
        one, other = order[shared], order[shared + step]
        found.append(np.maximum(one, other) * count + np.minimum(one, other))
    return np.unique(np.concatenate(found))


def _estimate_likeness(signatures: Signatures, keys: Places) -> NDArray[np.float32]:
    import numpy as np  # slow to import

    count = len(signatures)
    parts = [
        (signatures[some // count] == signatures[some % count]).mean(axis=1, dtype=np.float32)
        for some in (keys[at : at + _CHUNK] for at in range(0, len(keys), _CHUNK))
    ]
    return np.concatenate([np.empty(0, np.float32), *parts])


def _merge_sorted(
    found: Places, values: NDArray[np.float32], keys: Places, more: NDArray[np.float32]
) -> tuple[Places, NDArray[np.float32]]:
    import numpy as np  # slow to import

    both, all_values = np.concatenate([found, keys]), np.concatenate([values, more])
    order = np.argsort(both, kind="stable")
    return both[order], all_values[order]


def compare_texts(one: str, other: str, clash: Clash) -> tuple[float, bool]:
    """How alike two texts are, from 0 to 1, and whether they say the same."""
    first, second = LANGUAGE.entries.extract_telling_stems(one), LANGUAGE.entries.extract_telling_stems(other)
    shared, left, right = _match_stems(first, second)
    whole = shared + len(left) + len(right)
    value = shared / whole if whole else 0.0
    denies = LANGUAGE.negation.denies_statement
    if denies(one) != denies(other) or any(stem[0].isdigit() for stem in (*left, *right)):
        return value, False
    if bool(asks(one)) != bool(asks(other)) or _shared_names(one, other) != _shared_names(other, one):
        return value, False
    if not left or not right:
        return value, whole > 0 and not left and not right  # what says one thing more is no copy
    return value, value >= SAME and not clash(one, other)


def _match_stems(first: frozenset[str], second: frozenset[str]) -> tuple[int, set[str], set[str]]:
    """How many both have, a slip of the pen counted as had, and what only the one and only the other has."""
    left, right = set(first - second), set(second - first)
    shared = len(first & second)
    for stem in sorted(left):
        twin = next((each for each in sorted(right) if _is_misspelling(stem, each)), None)
        if twin is not None:
            left.discard(stem)
            right.discard(twin)
            shared += 1
    return shared, left, right


def _shared_names(text: str, beside: str) -> list[str]:
    """Those that stand in both, in order: who owes whom is told by nothing else."""
    shared = set(_NAME.findall(beside)) - _DATES
    return [name for name in _NAME.findall(text) if name in shared]


def _is_misspelling(one: str, other: str) -> bool:
    """The same letters in another order, or nearly the same word and long enough to tell."""
    shorter = min(len(one), len(other))
    if shorter < _LONG_WORD or abs(len(one) - len(other)) > 2:
        return False
    return sorted(one) == sorted(other) or (
        shorter >= _LONGER_WORD and SequenceMatcher(None, one, other).ratio() > _SPELT_ALIKE
    )
