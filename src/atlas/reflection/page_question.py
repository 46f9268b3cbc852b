"""What a model makes of the page of a week (J10): what to do differently, and what matters next.

The question sees sentences that stand on the users' own words and no figures (J11, J17). What it proposes waits for a
person, and what it suggests is offered, never done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from atlas.model.memory import Basis, Evidence, Kind
from atlas.model.origin import Trust
from atlas.model.proposal import Remember
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Tomorrow, Week
from atlas.reflection.policy import ReflectionPolicy
from atlas.reflection.prompt_rows import MODEL_CONFIDENCE, format_rows
from atlas.reflection.questions import AnswerPart, one_line, propose_by_model
from atlas.reflection.shapes import page_shape
from atlas.reflection.week_page import PageLine, list_lines

PROMPT: Final = "page"
MAX_PROPOSED: Final = 5
"""Of each, in a week."""
IMPORTANCE: Final = 0.6
_MAX_EVIDENCE: Final = 6

Lines = Mapping[str, PageLine]
"""By the ids that the question gives them."""


def number_lines(week: Week) -> Lines:
    """Number the lines of the page that stand on the users' own words."""
    told = [line for line in list_lines(week) if line.trust >= Trust.USER and line.evidence]
    return {f"l_{place}": line for place, line in enumerate(told, start=1)}


def make_page_ask(lines: Lines, policy: ReflectionPolicy) -> Ask:
    rows = [{"id": id, "sort": line.sort, "says": line.says} for id, line in lines.items()]
    return Ask(PROMPT, (("page", format_rows(rows)),), policy.weekly_tokens, page_shape(lines), Size.MEDIUM)


def read_page_answer(lines: Lines, answer: dict[str, Any] | Problem) -> AnswerPart:
    if isinstance(answer, Problem):
        return AnswerPart(problem=answer)
    adapted = [_propose_adaptation(row, lines) for row in answer["adaptations"][:MAX_PROPOSED]]
    found = [each for each in adapted if each.content]
    offered = [_suggest_priority(row, lines) for row in answer["priorities"][:MAX_PROPOSED]]
    return AnswerPart(
        propose_by_model(found, Trust.USER),
        tuple(each for each in offered if each.text),
        dropped=len(answer["adaptations"]) - len(found),
        escalate=answer["escalate"],
    )


def _propose_adaptation(row: Mapping[str, Any], lines: Lines) -> Remember:
    return Remember(
        one_line(row["says"]),
        Kind.LESSON,
        Basis.INFERRED,
        _collect_evidence(row["lines"], lines),
        confidence=MODEL_CONFIDENCE,
        importance=IMPORTANCE,
        reason="A model's conclusion from the page of a week.",
    )


def _suggest_priority(row: Mapping[str, Any], lines: Lines) -> Tomorrow:
    sources = dict.fromkeys(item.message for item in _collect_evidence(row["lines"], lines))
    return Tomorrow(one_line(row["says"]), tuple(sources), Trust.USER)


def _collect_evidence(ids: Sequence[str], lines: Lines) -> tuple[Evidence, ...]:
    quoted = dict.fromkeys(item for id in ids for item in lines[id].evidence)
    return tuple(quoted)[:_MAX_EVIDENCE]
