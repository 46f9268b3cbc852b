"""Replay: past questions asked again with memory off, as it was and as it is, and what each memory did to them (H7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from atlas.examination.ablation import choose_trials, find_harmful, measure_harm
from atlas.examination.asking import Attempt, Pairs, ask_and_grade
from atlas.examination.grading import list_trials, measure_agreement, name_question, rate_right
from atlas.examination.intervals import bound_difference
from atlas.examination.policy import ExaminationPolicy
from atlas.model.examination import Arm, GradedAnswer, Harm, Mark, Question, Trial
from atlas.model.ids import MemoryId
from atlas.model.thinking import Thinking, Thoughts

LEAST: Final = 5
"""So many wrong answers a memory must have stood beside: with fewer, no interval is above zero."""
_ROUND: Final = 20
"""Trials that are chosen together: what they tell decides on the next."""
_COMPARED: Final = 10
"""Questions whose marks the grader is asked for as well as the rules."""


@dataclass(frozen=True, slots=True)
class ReplayPlan:
    """What one replay asks."""

    questions: tuple[Question, ...]
    as_of: datetime | None = None
    """The version to compare with: how memory stood then."""
    documents_since: datetime | None = None
    """Since when thinking has amended documents: those before stand beside those of now."""
    with_grader: bool = False


def replay_questions(plan: ReplayPlan, policy: ExaminationPolicy) -> Thinking:
    """Ask each question in all arms; then leave out, one at a time, what stood beside the wrong answers."""
    answers: list[GradedAnswer] = []
    older: list[GradedAnswer] = []
    pairs: Pairs = ()
    for number, question in enumerate(plan.questions):
        arms = [Attempt(question, Arm.WITH), Attempt(question, Arm.WITHOUT)]
        arms += [Attempt(question, Arm.AS_OF, as_of=plan.as_of)] if plan.as_of else []
        graded = yield from ask_and_grade(arms, plan.with_grader, number < _COMPARED)
        answers += graded.answers
        pairs += graded.pairs
        if plan.documents_since:
            attempt = Attempt(question, Arm.AS_OF, documents_as_of=plan.documents_since)
            older += (yield from ask_and_grade([attempt], plan.with_grader)).answers
    asked = {name_question(each): each for each in plan.questions}
    trials, left = _keep_suspects(list_trials(answers)), policy.trials
    while left > 0 and (chosen := choose_trials(trials, min(left, _ROUND))):
        attempts = [Attempt(asked[name], Arm.LEFT_OUT, left_out=memory) for name, memory in chosen]
        graded = yield from ask_and_grade(attempts, plan.with_grader)
        trials += list_trials(graded.answers)
        left -= len(chosen)
    harms = tuple(_with_questions(each, trials) for each in find_harmful(trials))
    fails = compare_documents(answers, older)
    said = _tell_replay(plan, answers, pairs, trials, harms) | ({"documents": fails} if fails else {})
    return Thoughts(said=said, harms=harms)


def compare_documents(answers: Sequence[GradedAnswer], older: Sequence[GradedAnswer]) -> dict[str, Any] | None:
    """The documents of now beside those before: how many answers came out worse, and whether these fail."""
    now = {name_question(each.question): each.mark for each in answers if each.arm is Arm.WITH}
    told = [(now[name_question(each.question)], each.mark) for each in older]
    pairs = [pair for pair in told if Mark.UNGRADED not in pair]
    worse = sum(before is Mark.RIGHT and after is not Mark.RIGHT for after, before in pairs)
    better = sum(after is Mark.RIGHT and before is not Mark.RIGHT for after, before in pairs)
    low, high = bound_difference(worse, better, len(pairs))
    if not pairs:
        return None
    return {"asked": len(pairs), "worse": worse, "better": better, "low": low, "high": high, "fails": low > 0}


def _keep_suspects(trials: Sequence[Trial]) -> list[Trial]:
    """Of what was served, what stood beside enough wrong answers to be found out."""
    blamed: Counter[MemoryId] = Counter(memory for each in trials if each.worth == 0 for memory in each.served)
    kept = {memory for memory, count in blamed.items() if count >= LEAST}
    return [replace(each, served=tuple(memory for memory in each.served if memory in kept)) for each in trials]


def _with_questions(harm: Harm, trials: Sequence[Trial]) -> Harm:
    """With where the questions that came out better without it were asked, or what they were made of."""
    whole = {each.question: each.worth for each in trials if each.left_out is None}
    mended = [
        each.question.partition(" ")[0]
        for each in trials
        if each.left_out == harm.memory and each.worth is not None and each.worth > (whole.get(each.question) or 0)
    ]
    return replace(harm, questions=tuple(dict.fromkeys(mended)))


def _tell_replay(
    plan: ReplayPlan, answers: Sequence[GradedAnswer], pairs: Pairs, trials: Sequence[Trial], harms: Sequence[Harm]
) -> dict[str, Any]:
    """Figures and ids, and nobody's words: what is forgotten has nothing to be looked for here (X3)."""
    agreed, both = measure_agreement((rules for rules, _ in pairs), (model for _, model in pairs))
    by_arm = {
        arm.value: dict(zip(("right", "graded"), rate_right(each for each in answers if each.arm is arm), strict=True))
        for arm in (Arm.WITH, Arm.WITHOUT, Arm.AS_OF)
    }
    looked_at = [each for each in measure_harm(trials) if each.worse or each.better]
    return {
        "questions": len(plan.questions),
        "expected_by": dict(Counter(each.expected_by.value for each in plan.questions)),
        "arms": {name: counts for name, counts in by_arm.items() if counts["graded"]},
        **({"as_of": plan.as_of.isoformat()} if plan.as_of else {}),
        "trials": sum(each.left_out is not None for each in trials),
        "ungraded": sum(each.mark is Mark.UNGRADED for each in answers),
        "agreement": {"same": agreed, "both": both},
        "suspects": sorted({memory for each in trials for memory in each.served}),
        "memories": [_tell_harm(each) for each in looked_at],
        "harmful": [each.memory for each in harms],
    }


def _tell_harm(harm: Harm) -> dict[str, Any]:
    return {
        "memory": harm.memory,
        "asked": harm.asked,
        "worse": harm.worse,
        "better": harm.better,
        "low": round(harm.low, 3),
        "high": round(harm.high, 3),
    }
