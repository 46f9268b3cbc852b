"""The tier that looks back on a week (J1, J10): progress, recurring patterns, generalisations.

The tier sees figures, so it proposes and never grades (J11). The question about figures yields a record only; memories
come from learned memories, a group of one trust at a time (J17), and from the page of the week, which shows no figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from atlas.language.folding import fold_text
from atlas.language.generalisation import LEAST_SOURCES
from atlas.model.memory import Memory
from atlas.model.origin import find_lowest_trust
from atlas.model.proposal import Archive, Proposal, Remember, named_memories
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.thinking import Ask, Proposed, Seen, Thinking, Thoughts, Week
from atlas.reflection.maintenance import (
    find_duplicates,
    find_generalisations,
    make_insight,
    make_proposed,
    may_be_archived,
    propose_archiving,
)
from atlas.reflection.page_question import make_page_ask, number_lines, read_page_answer
from atlas.reflection.policy import DEFAULT, ReflectionPolicy
from atlas.reflection.prompt_rows import format_memories, format_rows
from atlas.reflection.questions import AnswerPart, join_parts, one_line, propose_by_model, read_answer
from atlas.reflection.shapes import schemas_shape, weekly_shape
from atlas.reflection.trends import move_pattern, move_patterns, read_trends
from atlas.reflection.week_page import propose_adaptations, suggest_priorities, tell_ended, write_page

WEEK: Final = "weekly"
SCHEMAS: Final = "schemas"
MAX_PRIORITIES: Final = 5
MAX_LEARNED: Final = 150
"""Memories that one question shows: the most important of a group."""
MAX_PATTERNS: Final = 50
"""Patterns that a model is asked about: the surest. Rules move all of them."""
_Answer = dict[str, Any] | Problem
_SAID: Final = (
    "improving",
    "evidence",
    "sycophancy",
    "gaming",
    "adaptations",
    "metric_concerns",
    "priorities",
)


def reflect_by_rules(week: Week) -> Thinking:
    """Think by rules (J14): from trends, patterns and repeated facts."""
    yield from ()
    moved = move_patterns(week)
    parts = [
        AnswerPart(patterns=moved),
        _look_back(week),
        *(AnswerPart(_propose_certain_changes(group, week)) for group in week.learned),
    ]
    return join_parts(parts, {"thinker": "rules", **_describe_week(week, moved)})


def _look_back(week: Week) -> AnswerPart:
    return AnswerPart(propose_adaptations(week), suggest_priorities(week))


def _describe_week(week: Week, moved: Sequence[Seen]) -> dict[str, Any]:
    """The record by rules: the page, then the figures."""
    ended = tell_ended(moved)
    page = write_page(week) | ({"ended": ended} if ended else {})
    adapted = [each.proposal.content for each in propose_adaptations(week) if isinstance(each.proposal, Remember)]
    settle = [each.text for each in suggest_priorities(week)]
    told = {"adaptations": adapted, "priorities": settle[:MAX_PRIORITIES]}
    return {"page": page, **_count_week(week), **read_trends(week), **told}


def reflect_with_model(week: Week, policy: ReflectionPolicy = DEFAULT) -> Thinking:
    """Keep the rules' findings and add the model's; its view of the week goes into the record."""
    if not (week.reflections or week.patterns or week.trends or week.learned or week.changes or week.corrections):
        return (yield from reflect_by_rules(week))
    asks = make_questions(week, policy)
    given = yield asks
    answers = [read_answer(ask, each) for ask, each in zip(asks, given, strict=True)]
    groups, lines = _list_asked_groups(week), number_lines(week)
    overview, rest, of_page = answers[0], answers[1 : 1 + len(groups)], answers[1 + len(groups) :]
    parts = [_read_week_answer(week, overview), _look_back(week)]
    parts += [AnswerPart(_propose_certain_changes(group, week)) for group in week.learned]
    parts += [_read_schemas_answer(group, week, answer) for group, answer in zip(groups, rest, strict=True)]
    parts += [read_page_answer(lines, answer) for answer in of_page]
    return _make_thoughts(week, parts, overview, of_page)


def make_questions(week: Week, policy: ReflectionPolicy) -> tuple[Ask, ...]:
    groups = (make_schemas_ask(group, policy) for group in _list_asked_groups(week))
    lines = number_lines(week)
    of_page = [make_page_ask(lines, policy)] if lines else []
    return (make_week_ask(week, policy), *groups, *of_page)


def make_week_ask(week: Week, policy: ReflectionPolicy = DEFAULT) -> Ask:
    """Ask about figures and patterns; reflections are counted here, and what they say is the page's (J17)."""
    surest = week.patterns[:MAX_PATTERNS]
    patterns = [
        {
            "id": pattern.id,
            "type": pattern.type,
            "description": pattern.description,
            "confidence": round(pattern.confidence, 2),
            "count": pattern.count,
            "first_seen": pattern.first_seen.date().isoformat(),
            "last_seen": pattern.last_seen.date().isoformat(),
        }
        for pattern in surest
    ]
    trends = [{"name": trend.name, "now": trend.now, "before": trend.before} for trend in week.trends]
    values = (
        ("week", format_rows([{"from": week.start.isoformat(), "to": week.end.isoformat()}])),
        ("reflections", format_rows(_count_runs(week))),
        ("trends", format_rows(trends)),
        ("patterns", format_rows(patterns)),
    )
    shape = weekly_shape([trend.name for trend in week.trends], [pattern.id for pattern in surest])
    return Ask(WEEK, values, policy.weekly_tokens, shape, Size.MEDIUM)


def make_schemas_ask(group: Sequence[Memory], policy: ReflectionPolicy) -> Ask:
    shape = schemas_shape([memory.id for memory in group], LEAST_SOURCES)
    return Ask(SCHEMAS, (("learned", format_memories(group)),), policy.weekly_tokens, shape, Size.MEDIUM)


# --- what comes of it


def _read_week_answer(week: Week, answer: dict[str, Any] | Problem) -> AnswerPart:
    if isinstance(answer, Problem):
        return AnswerPart(patterns=move_patterns(week), problem=answer)
    said = {row["pattern"]: row["direction"] for row in answer["patterns"]}
    seen = tuple(_apply_direction(ruled, said) for ruled in move_patterns(week))
    return AnswerPart(patterns=seen, escalate=answer["escalate"])


def _apply_direction(ruled: Seen, said: Mapping[str, str]) -> Seen:
    """A model may say that a pattern weakens; that one came back is seen and not said, or it would never end (H8)."""
    pattern = ruled.known
    if pattern is None or pattern.id not in said:
        return ruled
    return min(ruled, move_pattern(pattern, said[pattern.id]), key=lambda each: each.confidence)


def _propose_certain_changes(group: Sequence[Memory], week: Week) -> tuple[Proposed, ...]:
    """Propose changes that need no model: generalisations, duplicates and ended facts."""
    general = [make_proposed(proposal, sources) for proposal, sources in find_generalisations(group)]
    pairs = list(find_duplicates(group))
    twice = [make_proposed(proposal, both) for proposal, both in pairs]
    merged = {memory for proposal, _ in pairs for memory in proposal.absorbed}
    ended = [(propose_archiving(memory, week.end), memory) for memory in group if memory.id not in merged]
    archived = [make_proposed(proposal, [memory]) for proposal, memory in ended if proposal]
    return (*(each for each in general if not _is_known(each.proposal, group)), *twice, *archived)


def _read_schemas_answer(group: Sequence[Memory], week: Week, answer: dict[str, Any] | Problem) -> AnswerPart:
    if isinstance(answer, Problem):
        return AnswerPart(problem=answer)
    found = [*_read_schemas(answer["schemas"], group), *_read_archivals(answer["forget"], group, week)]
    dropped = len(answer["schemas"]) + len(answer["forget"]) - len(found)
    ceiling = find_lowest_trust(memory.trust for memory in group)
    return AnswerPart(propose_by_model(found, ceiling), dropped=dropped, escalate=answer["escalate"])


def _read_schemas(rows: Sequence[Mapping[str, Any]], group: Sequence[Memory]) -> Iterator[Proposal]:
    known = {str(memory.id): memory for memory in group}
    for row in rows:
        sources = [known[id] for id in dict.fromkeys(row["memories"]) if id in known]
        made = make_insight(one_line(row["says"]), sources, "A model's generalisation over what was learned.")
        if made.content and len(sources) >= LEAST_SOURCES and not _is_known(made, group):
            yield made


def _read_archivals(rows: Sequence[Mapping[str, Any]], group: Sequence[Memory], week: Week) -> Iterator[Proposal]:
    """Archive each memory once, and none that the rules archive anyway."""
    ruled = [
        proposed.proposal
        for proposed in _propose_certain_changes(group, week)
        if not isinstance(proposed.proposal, Remember)
    ]
    touched = {memory for proposal in ruled for memory in named_memories(proposal)}
    known = {str(memory.id): memory for memory in group if memory.id not in touched}
    for row in rows:
        memory = known.pop(row["memory"], None)
        if memory is not None and may_be_archived(memory):
            yield Archive(memory.id, reason=one_line(row["reason"]) or "A model would take it out of service.")


def _make_thoughts(
    week: Week, parts: Sequence[AnswerPart], overview: _Answer, of_page: Sequence[_Answer] = ()
) -> Thoughts:
    view = {} if isinstance(overview, Problem) else {name: overview[name] for name in _SAID}
    told = [answer["about"] for answer in of_page if not isinstance(answer, Problem) and answer["about"]]
    view |= {"about": told[0]} if told else {}
    said = {"thinker": "model", **_describe_week(week, move_patterns(week)), "view": view}
    return join_parts(parts, said)


# --- small steps


def _list_asked_groups(week: Week) -> tuple[tuple[Memory, ...], ...]:
    """List groups large enough for a generalisation."""
    return tuple(_most_important(group) for group in week.learned if len(group) >= LEAST_SOURCES)


def _most_important(group: Sequence[Memory]) -> tuple[Memory, ...]:
    return tuple(sorted(group, key=lambda memory: (-memory.importance, memory.id))[:MAX_LEARNED])


def _is_known(proposal: Proposal, group: Sequence[Memory]) -> bool:
    """Tell whether a memory of the group already has this content."""
    said = fold_text(proposal.content) if isinstance(proposal, Remember) else None
    return any(fold_text(memory.content) == said for memory in group)


def _count_runs(week: Week) -> list[dict[str, Any]]:
    """Count the runs, proposals and problems of each kind of thinking."""
    runs = Counter(reflection.task.value for reflection in week.reflections)
    proposed: Counter[str] = Counter()
    problems: Counter[str] = Counter()
    for reflection in week.reflections:
        proposed[reflection.task.value] += reflection.proposed
        problems[reflection.task.value] += reflection.problem is not None
    return [
        {"task": task, "runs": count, "proposed": proposed[task], "problems": problems[task]}
        for task, count in sorted(runs.items())
    ]


def _count_week(week: Week) -> dict[str, Any]:
    looked_at = {"from": week.start.isoformat(), "to": week.end.isoformat()}
    figures = {"reflections": _count_runs(week), "patterns": len(week.patterns), "learned": sum(map(len, week.learned))}
    return looked_at | figures
