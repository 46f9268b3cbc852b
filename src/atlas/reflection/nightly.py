"""The tier that thinks the whole day over (J1, J9): all interactions in batches, memories due for review, failures.

Each question sees material of one trust only (J17). An answer that is of no use costs its own part and no other.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from atlas.model.proposal import Remember
from atlas.model.thinking import Ask, Day, Given, Request, Thinking, Thoughts
from atlas.reflection.batches import make_batch_ask, read_batch_answer
from atlas.reflection.clusters import (
    describe_recurrence,
    draw_lesson_by_rules,
    make_cluster_ask,
    read_cluster_answer,
)
from atlas.reflection.day_lessons import draw_day_lessons, propose_recurring_facts, propose_rules
from atlas.reflection.open_plans import BatchFacts, find_batch_facts, find_plans
from atlas.reflection.open_questions import suggest_asking
from atlas.reflection.policy import DEFAULT, ReflectionPolicy
from atlas.reflection.questions import AnswerPart, join_parts, read_answer
from atlas.reflection.reviews import make_review_ask, propose_certain_changes, read_review_answer


def reflect_by_rules(day: Day) -> Thinking:
    """Think by rules (J14); facts learned from each exchange are not proposed twice."""
    stated = yield from _find_facts(day)
    parts = [
        *(yield from _think_over_day(day)),
        *(AnswerPart(tomorrow=tuple(find_plans(facts, day))) for facts in stated),
        *(AnswerPart(tuple(propose_certain_changes(group, day))) for group in day.reviews),
        *(AnswerPart(draw_lesson_by_rules(each), patterns=(describe_recurrence(each),)) for each in day.clusters),
    ]
    return _make_thoughts(day, parts, "rules")


def _think_over_day(day: Day) -> Generator[tuple[Request, ...], tuple[Given, ...], list[AnswerPart]]:
    """What rules make of a day's corrections, repetitions and open questions, with a model or without."""
    lessons = yield from draw_day_lessons(day)
    proposed = (*lessons, *propose_rules(day), *propose_recurring_facts(day))
    return [AnswerPart(proposed, tuple(suggest_asking(day)))]


def _find_facts(day: Day) -> Generator[tuple[Request, ...], tuple[Given, ...], list[BatchFacts]]:
    """What the users state, batch by batch; between two exchanges the driver may let others go first."""
    found: list[BatchFacts] = []
    for batch in day.batches:
        found.append((yield from find_batch_facts(batch, day)))  # noqa: PERF401 # no comprehension yields from another
    return found


def reflect_with_model(day: Day, policy: ReflectionPolicy = DEFAULT) -> Thinking:
    """Ask one question for each batch, each group of reviews and each cluster, all together."""
    asks = make_questions(day, policy)
    if not asks:
        return (yield from reflect_by_rules(day))
    stated = yield from _find_facts(day)
    ruled = yield from _think_over_day(day)
    given = yield asks
    answers = iter([read_answer(ask, each) for ask, each in zip(asks, given, strict=True)])
    parts = [
        *ruled,
        *(
            read_batch_answer(batch, facts, day, next(answers))
            for batch, facts in zip(day.batches, stated, strict=True)
        ),
        *(read_review_answer(group, day, next(answers)) for group in day.reviews),
        *(read_cluster_answer(cluster, next(answers)) for cluster in day.clusters),
    ]
    return _make_thoughts(day, parts, "model")


def make_questions(day: Day, policy: ReflectionPolicy) -> tuple[Ask, ...]:
    return (
        *(make_batch_ask(batch, day, policy) for batch in day.batches),
        *(make_review_ask(group, policy) for group in day.reviews),
        *(make_cluster_ask(cluster, policy) for cluster in day.clusters),
    )


def _make_thoughts(day: Day, parts: list[AnswerPart], thinker: str) -> Thoughts:
    said: dict[str, Any] = {
        "thinker": thinker,
        "interactions": sum(len(batch.materials) for batch in day.batches),
        "batches": len(day.batches),
        "reviewed": sum(map(len, day.reviews)),
        "clusters": len(day.clusters),
        "doubted": len(day.doubts),
        "learned": _list_learned(parts),
        "patterns": [seen.description for part in parts for seen in part.patterns],
        "tomorrow": [item.text for part in parts for item in part.tomorrow],
    }
    return join_parts(parts, said)


def _list_learned(parts: list[AnswerPart]) -> list[str]:
    found = (proposed.proposal for part in parts for proposed in part.proposals)
    return [proposal.content for proposal in found if isinstance(proposal, Remember)]
