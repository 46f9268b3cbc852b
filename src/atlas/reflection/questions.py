"""Shared steps of the tiers: asking questions and reading answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from atlas.model.ids import InteractionId
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.proposal import Proposal, evidence_of
from atlas.model.strict import Problem, parse_answer
from atlas.model.thinking import Ask, Given, Proposed, Reply, Seen, Thoughts, Tomorrow, Vectors


def read_answer(ask: Ask, given: Given) -> dict[str, Any] | Problem:
    """Read the one answer to a question of a given schema."""
    if not isinstance(given, Reply) or len(given.texts) != 1 or ask.schema is None:
        return Problem("There is not one answer to the question.")
    return parse_answer(given.texts[0], ask.schema)


def get_texts(given: Given) -> tuple[str, ...]:
    return given.texts if isinstance(given, Reply) else ()


def get_rows(given: Given) -> Any:
    return given.rows if isinstance(given, Vectors) else None


def propose_by_rule(proposals: Iterable[Proposal]) -> tuple[Proposed, ...]:
    """Wrap rule proposals with the trust of their citations."""
    return tuple(Proposed(proposal, cited_trust(proposal)) for proposal in proposals)


def propose_by_model(proposals: Iterable[Proposal], ceiling: Trust) -> tuple[Proposed, ...]:
    """J17: Wrap model proposals with the lowest trust of everything the model could see."""
    return tuple(Proposed(proposal, ceiling, by_model=True) for proposal in proposals)


def cited_trust(proposal: Proposal) -> Trust:
    return find_lowest_trust(item.origin.trust for item in evidence_of(proposal))


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """The outcome of one question of several."""

    proposals: tuple[Proposed, ...] = ()
    tomorrow: tuple[Tomorrow, ...] = ()
    patterns: tuple[Seen, ...] = ()
    insights: tuple[str, ...] = ()
    left: tuple[InteractionId, ...] = ()
    problem: Problem | None = None
    dropped: int = 0
    """What the answer held and was not used, since it named or quoted what is not there."""
    escalate: bool = False


def join_parts(parts: Sequence[AnswerPart], said: Mapping[str, Any]) -> Thoughts:
    """Join all parts into one run of thinking: a useless answer does not spoil the others."""
    proposals = tuple(each for part in parts for each in part.proposals)
    problems = [part.problem for part in parts if part.problem is not None]
    counted = {
        "proposed": len(proposals),
        "insights": [each for part in parts for each in part.insights],
        "dropped": sum(part.dropped for part in parts),
    }
    return Thoughts(
        proposals,
        {**said, **counted},
        tuple(each for part in parts for each in part.tomorrow),
        tuple(each for part in parts for each in part.patterns),
        left=tuple(each for part in parts for each in part.left),
        problem=_one_sentence(problems),
        escalate=any(part.escalate for part in parts),
    )


def _one_sentence(problems: Sequence[Problem]) -> str | None:
    if len(problems) < 2:
        return problems[0].says if problems else None
    return f"{len(problems)} answers were of no use; of the first: {problems[0].says}"


def one_line(text: str | None) -> str:
    """A model's sentence as one line."""
    return " ".join((text or "").split())
