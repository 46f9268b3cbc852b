"""Memories that are due for review, a group of one trust at a time (T4, J9): keep, merge, end, promote or archive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from atlas.model.origin import lowest
from atlas.model.proposal import Archive, Proposal, named_memories
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Day, Proposed, Review
from atlas.reflection.maintenance import archivable, ended_by, from_memories, merged, promotable, says_the_same, settled
from atlas.reflection.questions import Part, by_model, one_line
from atlas.reflection.quoting import lines, listed
from atlas.reflection.shapes import review_shape

PROMPT: Final = "review"
MAX_TOKENS: Final = 4_000


def certain(group: Sequence[Review], day: Day) -> Iterator[Proposed]:
    """What needs no model: a newer memory says the same, or it holds no longer."""
    for review in group:
        proposal = settled(review, day.end)
        if proposal is not None:
            yield from_memories(proposal, (review.memory, *review.newer))


def review_ask(group: Sequence[Review]) -> Ask:
    newer = {memory.id: memory for review in group for memory in review.newer}
    compared = [{"memory": each.memory.id, "newer": [memory.id for memory in each.newer]} for each in group]
    values = (
        ("due", listed(review.memory for review in group)),
        ("newer", listed(newer.values())),
        ("compared", lines(compared)),
    )
    return Ask(PROMPT, values, MAX_TOKENS, review_shape([each.memory.id for each in group], newer), Size.MEDIUM)


def review_part(group: Sequence[Review], day: Day, answer: dict[str, Any] | Problem) -> Part:
    """What is certain anyway, and beside it what the model decided: each memory is touched once."""
    ruled = tuple(certain(group, day))
    if isinstance(answer, Problem):
        return Part(ruled, problem=answer)
    touched = {memory for proposed in ruled for memory in named_memories(proposed.proposal)}
    due = {review.memory.id: review for review in group}
    found: list[Proposal] = []
    for row in answer["decisions"]:
        review = due.pop(row["memory"], None)
        proposal = _decided(row, review) if review else None
        if proposal is not None and not touched & set(named_memories(proposal)):
            touched |= set(named_memories(proposal))
            found.append(proposal)
    wanted = sum(row["action"] != "keep" for row in answer["decisions"])
    ceiling = lowest(memory.trust for review in group for memory in (review.memory, *review.newer))
    return Part((*ruled, *by_model(found, ceiling)), dropped=wanted - len(found), escalate=answer["escalate"])


def _decided(row: Mapping[str, Any], review: Review) -> Proposal | None:
    """Only what the memories themselves bear out."""
    memory = review.memory
    by = next((each for each in review.newer if each.id == row["by"]), None)
    match row["action"]:
        case "archive" if archivable(memory):
            return Archive(memory.id, reason=one_line(row["reason"]) or "A model would take it out of service.")
        case "promote":
            return promotable(memory)
        case "merge" if by is not None and says_the_same(by, memory):
            return merged(memory, by)
        case "close" if by is not None:
            return ended_by(memory, by)
        case _:
            return None
