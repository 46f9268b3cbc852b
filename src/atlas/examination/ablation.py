"""What a memory's presence does to answers: each question with it and without it, side by side (H7)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from atlas.examination.intervals import bound_difference
from atlas.model.examination import Arm, GradedAnswer, Harm, Mark
from atlas.model.ids import MemoryId


def measure_harm(answers: Iterable[GradedAnswer]) -> list[Harm]:
    """For each memory that was left out of an answer, the most harmful first.

    A question counts where both its answers are graded. Not to know beside a right answer is worse, and beside a
    wrong one better: who is silent does no harm.
    """
    whole: dict[str, Mark] = {}
    without: dict[MemoryId, dict[str, Mark]] = defaultdict(dict)
    for answer in answers:
        if answer.arm is Arm.WITH:
            whole[_key(answer)] = answer.mark
        elif answer.arm is Arm.LEFT_OUT and answer.left_out is not None:
            without[answer.left_out][_key(answer)] = answer.mark
    found = [_compare(memory, whole, marks) for memory, marks in without.items()]
    return sorted(found, key=lambda harm: (-harm.low, -harm.rate, harm.memory))


def find_harmful(answers: Iterable[GradedAnswer]) -> list[Harm]:
    """Those whose whole interval is above zero."""
    return [harm for harm in measure_harm(answers) if harm.low > 0]


def choose_trials(answers: Sequence[GradedAnswer], most: int) -> list[tuple[GradedAnswer, MemoryId]]:
    """Which answers to try next, and without which memory; empty when there is nothing more to learn.

    First each wrong answer without each of the memories that it was served, the memory of most wrong answers first.
    Only one whose absence mended something is then tried on the answers that went right: harm is what is left after
    the good.
    """
    graded = {_key(each): each for each in answers if each.arm is Arm.WITH and each.mark is not Mark.UNGRADED}
    tried = {(_key(each), each.left_out): each.mark for each in answers if each.arm is Arm.LEFT_OUT}
    wrong = [each for each in graded.values() if each.mark is Mark.WRONG]
    served = Counter(memory for each in wrong for memory in each.served)
    suspects = sorted(served, key=lambda memory: (-served[memory], memory))
    mended = {
        memory
        for (key, memory), mark in tried.items()
        if key in graded and graded[key].mark is Mark.WRONG and mark in (Mark.RIGHT, Mark.UNANSWERED)
    }
    trials = [(each, memory) for memory in suspects for each in wrong if memory in each.served]
    trials += [
        (each, memory)
        for memory in suspects
        if memory in mended
        for each in graded.values()
        if memory in each.served and each.mark is not Mark.WRONG
    ]
    return [trial for trial in trials if (_key(trial[0]), trial[1]) not in tried][:most]


def _compare(memory: MemoryId, whole: Mapping[str, Mark], without: Mapping[str, Mark]) -> Harm:
    pairs = [
        (_WORTH[whole[key]], _WORTH[mark])
        for key, mark in without.items()
        if key in whole and Mark.UNGRADED not in (mark, whole[key])
    ]
    worse = sum(alone > beside for beside, alone in pairs)
    better = sum(alone < beside for beside, alone in pairs)
    low, high = bound_difference(worse, better, len(pairs))
    rate = (worse - better) / len(pairs) if pairs else 0.0
    return Harm(memory, len(pairs), worse, better, rate, low, high)


_WORTH: Final[Mapping[Mark, int]] = {Mark.RIGHT: 2, Mark.UNANSWERED: 1, Mark.WRONG: 0}


def _key(answer: GradedAnswer) -> str:
    question = answer.question
    return f"{question.interaction or question.memory or ''}\n{question.text}"
