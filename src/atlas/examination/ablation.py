"""What a memory's presence does: each question with it and without it, side by side (H2, H7)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from atlas.examination.intervals import bound_difference
from atlas.model.examination import Harm, Trial
from atlas.model.ids import MemoryId


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

    First each question that came out badly without each memory that it was served, the memory of most such questions
    first. Only one whose absence mended something is then tried on the others: harm is what is left after the good.
    """
    whole = {each.question: each for each in trials if each.left_out is None and each.worth is not None}
    tried = {(each.question, each.left_out): each.worth for each in trials if each.left_out is not None}
    bad = [each for each in whole.values() if each.worth == 0]
    blamed = Counter(memory for each in bad for memory in each.served)
    suspects = sorted(blamed, key=lambda memory: (-blamed[memory], memory))
    mended = {
        memory
        for (question, memory), worth in tried.items()
        if question in whole and worth and not whole[question].worth
    }
    chosen = [(each.question, memory) for memory in suspects for each in bad if memory in each.served]
    chosen += [
        (each.question, memory)
        for memory in suspects
        if memory in mended
        for each in whole.values()
        if memory in each.served and each.worth
    ]
    return [each for each in chosen if each not in tried][:most]


def _compare(memory: MemoryId, whole: Mapping[str, int], without: Mapping[str, int]) -> Harm:
    pairs = [(whole[question], worth) for question, worth in without.items() if question in whole]
    worse = sum(alone > beside for beside, alone in pairs)
    better = sum(alone < beside for beside, alone in pairs)
    low, high = bound_difference(worse, better, len(pairs))
    rate = (worse - better) / len(pairs) if pairs else 0.0
    return Harm(memory, len(pairs), worse, better, rate, low, high)
