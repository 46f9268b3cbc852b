"""Answers grouped by what they mean (S3, S4).

Meaning is more than closeness: "port 8080" and "port 8443", "is safe" and "is not safe" are close and are different
answers. So two answers mean the same only where nothing they commit themselves to clashes, and a group only holds
answers that all mean the same with each other. The order in which they come changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, Final

from atlas.language.folding import fold_text
from atlas.language.interface import Telltale
from atlas.language.registry import LANGUAGE

CLOSE: Final = 0.78
"""Cosine from which two short answers say the same, if nothing clashes."""
CLOSE_WITH_FIGURES: Final = 0.6
"""The same where they name the same figures: "8443" and "It listens on port 8443."."""
SHARED: Final = 0.6
"""Without vectors: the share of the shorter one's telling words that the longer one has too."""

Group = list[int]


def group_by_meaning(texts: Sequence[str], vectors: Any = None) -> list[Group]:
    """Group the indexes of texts of equal meaning; `vectors` has one row of length 1 for each."""
    near = _compute_closeness(texts, vectors)
    order = sorted(range(len(texts)), key=lambda place: texts[place])
    found: list[Group] = [[place] for place in order]
    while (pair := _find_nearest_pair(found, near)) is not None:
        one, other = pair
        found = [group for group in found if group is not one and group is not other]
        found.append([*one, *other])
        found.sort(key=lambda group: sorted(texts[place] for place in group))
    return sorted(sorted(group) for group in found)


def measure_agreement(found: Sequence[Group]) -> float:
    """S3: Measure the share of the largest group; 0 without answers."""
    total = sum(map(len, found))
    return max(map(len, found)) / total if total else 0.0


def entropy_bits(found: Sequence[Group]) -> float:
    """S4: Measure the scatter of the answers, in bits."""
    total = sum(map(len, found))
    shares = [len(group) / total for group in found if group]
    return abs(sum(share * math.log2(share) for share in shares))


def _find_nearest_pair(found: Sequence[Group], near: dict[tuple[int, int], float]) -> tuple[Group, Group] | None:
    """Find the two nearest groups, measured by their two least alike members."""
    best: tuple[Group, Group] | None = None
    closest = 0.0
    for one, other in combinations(found, 2):
        least = min(near[min(pair), max(pair)] for pair in product(one, other))
        if least > closest:
            best, closest = (one, other), least
    return best


def _compute_closeness(texts: Sequence[str], vectors: Any) -> dict[tuple[int, int], float]:
    """Compute the closeness of each two answers; 0 where they differ in meaning."""
    read = [LANGUAGE.meaning.read_telltale(text) for text in texts]
    plain = [fold_text(text) for text in texts]
    rows = vectors if vectors is not None and len(vectors) == len(texts) else None
    found: dict[tuple[int, int], float] = {}
    for one, other in combinations(range(len(texts)), 2):
        if plain[one] == plain[other]:
            found[one, other] = 2.0
        elif LANGUAGE.meaning.telltales_clash(read[one], read[other]):
            found[one, other] = 0.0
        else:
            cosine = None if rows is None else float(rows[one] @ rows[other])
            found[one, other] = _score_likeness(read[one], read[other], cosine)
    return found


def _score_likeness(one: Telltale, other: Telltale, cosine: float | None) -> float:
    shared = _measure_overlap(one.content, other.content)
    if cosine is None or not math.isfinite(cosine):
        return shared if shared >= SHARED else 0.0
    same_figures = bool(one.figures) and one.figures == other.figures
    enough = CLOSE_WITH_FIGURES if same_figures else CLOSE
    return round(max(cosine, shared), 6) if cosine >= enough or shared == 1.0 else 0.0


def _measure_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0
