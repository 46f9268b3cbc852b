"""What a memory's presence does: each question with it and without it, side by side (H2, H7)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from atlas.examination.intervals import bound_difference
from atlas.model.examination import Harm, Trial
from atlas.model.ids import MemoryId

_PATIENCE: Final = 5
"""Questions that a memory is tried on before one knows whether it is worth going on."""
_MENDED: Final = 2
"""So many of them its absence must have mended."""


def measure_harm(trials: Iterable[Trial]) -> list[Harm]:
    """For each memory that was left out, the most harmful first. A question counts where both its trials are graded."""
    whole: dict[str, int] = {}
    without: dict[MemoryId, dict[str, int]] = defaultdict(dict)
    for trial in trials:
        if trial.worth is None:
            continue
        if trial.left_out is None:
            whole[trial.question] = trial.worth
        else:
            without[trial.left_out][trial.question] = trial.worth
    found = [_compare(memory, whole, worths) for memory, worths in without.items()]
    return sorted(found, key=lambda harm: (-harm.low, -harm.rate, harm.memory))


def find_harmful(trials: Iterable[Trial]) -> list[Harm]:
    """Those whose whole interval is above zero."""
    return [harm for harm in measure_harm(trials) if harm.low > 0]


def choose_trials(trials: Sequence[Trial], most: int) -> list[tuple[str, MemoryId]]:
    """Which questions to try next, and without which memory; empty when there is nothing more to learn.

    First a few of the questions that came out badly, without each memory that they were served, the memory of most
    such questions first. Only one whose absence mended some of these is then tried on the others, those that came out
    well last: harm is what is left after the good.
    """
    whole = {each.question: each for each in trials if each.left_out is None and each.worth is not None}
    tried = {(each.question, each.left_out): each.worth for each in trials if each.left_out is not None}
    bad = [each for each in whole.values() if each.worth == 0]
    good = [each for each in whole.values() if each.worth]
    blamed = Counter(memory for each in bad for memory in each.served)
    suspects = sorted(blamed, key=lambda memory: (-blamed[memory], memory))
    first = [(each.question, memory) for memory in suspects for each in _list_served(bad, memory)[:_PATIENCE]]
    rest = [
        (each.question, memory)
        for memory in suspects
        if _has_mended(memory, whole, tried)
        for each in (*_list_served(bad, memory)[_PATIENCE:], *_list_served(good, memory))
    ]
    return [each for each in (*first, *rest) if each not in tried][:most]


def _list_served(trials: Iterable[Trial], memory: MemoryId) -> list[Trial]:
    return [each for each in trials if memory in each.served]


def _has_mended(memory: MemoryId, whole: Mapping[str, Trial], tried: Mapping[tuple[str, MemoryId], int | None]) -> bool:
    """Whether leaving it out mended some of the few questions that it was first tried on."""
    told = [worth for (question, each), worth in tried.items() if each == memory and question in whole]
    mended = [
        worth for (question, each), worth in tried.items() if each == memory and _is_mended(whole.get(question), worth)
    ]
    return len(mended) >= min(_MENDED, len(told)) > 0


def _is_mended(whole: Trial | None, worth: int | None) -> bool:
    return whole is not None and whole.worth == 0 and bool(worth)


def _compare(memory: MemoryId, whole: Mapping[str, int], without: Mapping[str, int]) -> Harm:
    pairs = [(whole[question], worth) for question, worth in without.items() if question in whole]
    worse = sum(alone > beside for beside, alone in pairs)
    better = sum(alone < beside for beside, alone in pairs)
    low, high = bound_difference(worse, better, len(pairs))
    rate = (worse - better) / len(pairs) if pairs else 0.0
    return Harm(memory, len(pairs), worse, better, rate, low, high)
