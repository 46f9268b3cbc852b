"""Memories that are due for review, a group of one trust at a time (T4, J9): keep, merge, end, promote or archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from atlas.model.origin import find_lowest_trust
from atlas.model.proposal import Archive, Proposal, named_memories
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Day, Proposed, Review
from atlas.reflection.maintenance import (
    make_proposed,
    may_be_archived,
    propose_certain_change,
    propose_end,
    propose_merge,
    propose_promotion,
    states_the_same,
)
from atlas.reflection.policy import ReflectionPolicy
from atlas.reflection.prompt_rows import format_memories, format_rows
from atlas.reflection.questions import AnswerPart, one_line, propose_by_model
from atlas.reflection.shapes import review_shape

PROMPT: Final = "review"


def propose_certain_changes(group: Sequence[Review], day: Day) -> Iterator[Proposed]:
    """Propose changes that need no model: duplicates of newer memories, and ended facts."""
    for review in group:
        proposal = propose_certain_change(review, day.end)
        if proposal is not None:
            yield make_proposed(proposal, (review.memory, *review.newer))


def make_review_ask(group: Sequence[Review], policy: ReflectionPolicy) -> Ask:
    newer = {memory.id: memory for review in group for memory in review.newer}
    compared = [{"memory": each.memory.id, "newer": [memory.id for memory in each.newer]} for each in group]
    values = (
        ("due", format_memories(review.memory for review in group)),
        ("newer", format_memories(newer.values())),
        ("compared", format_rows(compared)),
    )
    shape = review_shape([each.memory.id for each in group], newer)
    return Ask(PROMPT, values, policy.nightly_tokens, shape, Size.MEDIUM)


def read_review_answer(group: Sequence[Review], day: Day, answer: dict[str, Any] | Problem) -> AnswerPart:
    """Combine certain changes with the model's decisions: each memory is touched once."""
    ruled = tuple(propose_certain_changes(group, day))
    if isinstance(answer, Problem):
        return AnswerPart(ruled, problem=answer)
    touched = {memory for proposed in ruled for memory in named_memories(proposed.proposal)}
    due = {review.memory.id: review for review in group}
    found: list[Proposal] = []
    for row in answer["decisions"]:
        review = due.pop(row["memory"], None)
        proposal = _read_decision(row, review) if review else None
        if proposal is not None and not touched & set(named_memories(proposal)):
            touched |= set(named_memories(proposal))
            found.append(proposal)
    wanted = sum(row["action"] != "keep" for row in answer["decisions"])
    ceiling = find_lowest_trust(memory.trust for review in group for memory in (review.memory, *review.newer))
    return AnswerPart(
        (*ruled, *propose_by_model(found, ceiling)), dropped=wanted - len(found), escalate=answer["escalate"]
    )


def _read_decision(row: Mapping[str, Any], review: Review) -> Proposal | None:
    """Accept only decisions that the memories themselves bear out."""
    memory = review.memory
    by = next((each for each in review.newer if each.id == row["by"]), None)
    match row["action"]:
        case "archive" if may_be_archived(memory):
            return Archive(memory.id, reason=one_line(row["reason"]) or "A model would take it out of service.")
        case "promote":
            return propose_promotion(memory)
        case "merge" if by is not None and states_the_same(by, memory):
            return propose_merge(memory, by)
        case "close" if by is not None:
            return propose_end(memory, by)
        case _:
            return None
