"""What memories that belong together come to (T10): an insight of a model, or what their claims say together.

A community is of one trust, so that nothing is lifted by its company (J17). An insight names as its sources all that it
was drawn from: a model's the whole community, a generalisation by rules the memories whose claims it lists.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.consolidation.answers import Answer, answer_shape, read_answer
from atlas.consolidation.central_sentences import CentralSentence, find_central_sentences
from atlas.language.generalisation import group_generalisable, state_together
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Evidence, Kind, Memory
from atlas.model.origin import Trust, find_lowest_trust
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Given, Proposed, Reply, Thinking, Thoughts

PROMPT: Final = "derive"
TAG: Final = "derived"
MOST: Final = 120
"""Memories of one community; a larger one is cut."""
MAX_TOKENS: Final = 600
COVERED: Final = 0.8
"""Of a community, so much in the sources of an insight makes it known: it has not grown by more than a quarter."""
_SHOWN: Final = 600
"""Characters of one memory that a question shows."""
_LEAST_NAMED: Final = 2
"""Memories that an insight follows from."""
_QUOTES: Final = 2
"""Of one memory."""
_MOST_EVIDENCE: Final = 6
_CONFIDENCE: Final = 0.7
_FIGURE: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Community:
    memories: tuple[Memory, ...]

    @property
    def ids(self) -> tuple[MemoryId, ...]:
        return tuple(memory.id for memory in self.memories)

    @property
    def trust(self) -> Trust:
        return find_lowest_trust(memory.trust for memory in self.memories)


def split_by_trust(memories: Iterable[Memory], least: int) -> list[Community]:
    """Those of one trust, the oldest first, so that what comes later does not shift the cuts."""
    groups: dict[Trust, list[Memory]] = defaultdict(list)
    for memory in sorted(memories, key=lambda each: (each.observed_at, each.id)):
        groups[memory.trust].append(memory)
    parts = (group[at : at + MOST] for _, group in sorted(groups.items()) for at in range(0, len(group), MOST))
    return [Community(tuple(part)) for part in parts if len(part) >= least]


def split_by_generalisation(groups: Iterable[Community]) -> list[Community]:
    """Those parts of communities that rules can say something general of."""
    return [Community(part) for group in groups for part in group_generalisable(group.memories)]


def is_known(community: Collection[MemoryId], insights: Iterable[Collection[MemoryId]]) -> bool:
    """Tell whether an insight was drawn from a community already; a changed one is worth another."""
    members = frozenset(community)
    return any(len(members.intersection(sources)) >= COVERED * len(members) for sources in insights)


def derive_insights(groups: Sequence[Community], by_model: bool) -> Thinking:
    """Derive insights; a useless answer proposes nothing for its group, and the others still count."""
    if not by_model or not groups:
        yield from ()
        return _make_thoughts("rules", groups, [_generalise(part) for part in split_by_generalisation(groups)])
    given = yield tuple(map(make_question, groups))
    read_out = [_read_answer(group, each) for group, each in zip(groups, given, strict=True)]
    escalate = any(isinstance(each, _Derived) and each.escalate for each in read_out)
    made = [each.proposed for each in read_out if isinstance(each, _Derived)]
    problems = [each for each in read_out if isinstance(each, Problem)]
    return _make_thoughts("model", groups, made, problems, escalate)


def make_question(group: Community) -> Ask:
    rows = [
        {"id": memory.id, "kind": memory.kind.value, "since": memory.observed_at.date().isoformat()}
        | {"text": memory.content[:_SHOWN]}
        for memory in group.memories
    ]
    listed = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return Ask(PROMPT, (("memories", listed),), MAX_TOKENS, answer_shape(group.ids), Size.MEDIUM)


# --- by rules


def _generalise(group: Community) -> Proposed:
    reason = f"{len(group.memories)} memories say it together."
    evidence = [item for memory in group.memories for item in memory.evidence[:1]]
    return _make_proposed(group, state_together(group.memories), evidence, reason, by_model=False)


# --- by a model


@dataclass(frozen=True, slots=True)
class _Derived:
    proposed: Proposed | None
    escalate: bool


def _read_answer(group: Community, given: Given) -> _Derived | Problem:
    if not isinstance(given, Reply) or len(given.texts) != 1:
        return Problem("There is not one answer to the question.")
    answer = read_answer(given.texts[0], group.ids)
    if isinstance(answer, Problem):
        return answer
    if not answer.insight:
        return _Derived(None, answer.escalate)
    return _check_insight(group, answer)


def _check_insight(group: Community, answer: Answer) -> _Derived | Problem:
    """Refuse an insight with an invented figure, or from fewer than two memories."""
    shown = [memory.content[:_SHOWN] for memory in group.memories]
    figures = {figure for text in shown for figure in _FIGURE.findall(text)}
    if not figures.issuperset(_FIGURE.findall(answer.insight)):
        return Problem("The insight holds a figure that none of the memories has.")
    named = [memory for memory in group.memories if memory.id in answer.memories]
    if len(named) < _LEAST_NAMED:
        return Problem("The insight does not say what it follows from.")
    reason = f"A model's insight from {len(group.memories)} memories that belong together."
    evidence = _collect_evidence(find_central_sentences(named))
    proposed = _make_proposed(group, answer.insight, evidence, reason, by_model=True)
    return _Derived(proposed, answer.escalate)


# --- small steps


def _make_proposed(
    group: Community, content: str, evidence: Sequence[Evidence], reason: str, *, by_model: bool
) -> Proposed:
    made = Remember(
        content,
        Kind.INSIGHT,
        Basis.INFERRED,
        tuple(dict.fromkeys(evidence))[:_MOST_EVIDENCE],
        confidence=_CONFIDENCE,
        importance=max(memory.importance for memory in group.memories),
        tags=(TAG,),
        sources=group.ids,
        reason=reason,
    )
    return Proposed(made, group.trust, by_model)


def _collect_evidence(chosen: Iterable[CentralSentence]) -> list[Evidence]:
    """Collect the quotes behind the sentences, or their place in a message."""
    found: list[Evidence] = []
    for each in chosen:
        memory, sentence = each.memory, each.sentence
        if memory.transcribes is not None:
            place = (sentence.start, sentence.end, sentence.text)
            found.append(Evidence(memory.transcribes, *place, memory.origin))
        else:
            found += memory.evidence[:_QUOTES]
    return found


def _make_thoughts(
    thinker: str,
    groups: Sequence[Community],
    made: Iterable[Proposed | None],
    problems: Sequence[Problem] = (),
    escalate: bool = False,
) -> Thoughts:
    proposed = tuple(each for each in made if each is not None)
    said = {"thinker": thinker, "groups": len(groups), "proposed": len(proposed), "problems": len(problems)}
    return Thoughts(proposed, said, problem=_one_sentence(problems), escalate=escalate)


def _one_sentence(problems: Sequence[Problem]) -> str | None:
    if len(problems) < 2:
        return problems[0].says if problems else None
    return f"{len(problems)} answers were of no use; of the first: {problems[0].says}"
