"""The tier that looks back on a week (J1, J10): is it improving, what keeps coming back, what can be said in general.

It sees figures, so it proposes and never grades (J11). The question about figures yields a record only; what becomes
memory comes from what was learned, a group of one trust at a time (J17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from atlas.model.memory import Memory
from atlas.model.origin import lowest
from atlas.model.proposal import Archive, Proposal, Remember, named_memories
from atlas.model.strict import Problem
from atlas.model.task import Size
from atlas.model.text import folded
from atlas.model.thinking import Ask, Proposed, Seen, Thinking, Thoughts, Week
from atlas.reflection.maintenance import LEAST_SOURCES, archivable, doubled, from_memories, generalised, insight, over
from atlas.reflection.questions import Part, by_model, joined, one_line, read
from atlas.reflection.quoting import lines, listed
from atlas.reflection.shapes import schemas_shape, weekly_shape
from atlas.reflection.trends import directions, moved, read_trends

WEEK: Final = "weekly"
SCHEMAS: Final = "schemas"
MAX_TOKENS: Final = 8_000
MAX_LEARNED: Final = 150
"""Memories that one question shows: the most important of a group."""
_SAID: Final = (
    "improving",
    "evidence",
    "sycophancy",
    "gaming",
    "adaptations",
    "metric_concerns",
    "priorities",
)


def weekly(week: Week) -> Thinking:
    """By rules (J14): from the trends, the patterns and what was learned more than twice."""
    yield from ()
    parts = [Part(patterns=directions(week)), *(Part(_certain(group, week)) for group in week.learned)]
    return joined(parts, {"thinker": "rules", **_counted(week), **read_trends(week)})


def with_model(week: Week) -> Thinking:
    """The rules' findings stay; the model adds to them, and its view of the week goes into the record beside them."""
    if not (week.reflections or week.patterns or week.trends or week.learned):
        return (yield from weekly(week))
    asks = questions(week)
    given = yield asks
    answers = [read(ask, each) for ask, each in zip(asks, given, strict=True)]
    overview, *rest = answers
    parts = [_week_part(week, overview)]
    parts += [Part(_certain(group, week)) for group in week.learned]
    parts += [_schemas_part(group, week, answer) for group, answer in zip(_asked_groups(week), rest, strict=True)]
    return _looked_back(week, parts, overview)


def questions(week: Week) -> tuple[Ask, ...]:
    return (week_ask(week), *(schemas_ask(group) for group in _asked_groups(week)))


def week_ask(week: Week) -> Ask:
    """Figures and patterns; of the reflections only how many there were and what came of them, not their words."""
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
        for pattern in week.patterns
    ]
    trends = [{"name": trend.name, "now": trend.now, "before": trend.before} for trend in week.trends]
    values = (
        ("week", lines([{"from": week.start.isoformat(), "to": week.end.isoformat()}])),
        ("reflections", lines(_runs(week))),
        ("trends", lines(trends)),
        ("patterns", lines(patterns)),
    )
    shape = weekly_shape([trend.name for trend in week.trends], [pattern.id for pattern in week.patterns])
    return Ask(WEEK, values, MAX_TOKENS, shape, Size.MEDIUM)


def schemas_ask(group: Sequence[Memory]) -> Ask:
    shape = schemas_shape([memory.id for memory in group], LEAST_SOURCES)
    return Ask(SCHEMAS, (("learned", listed(group)),), MAX_TOKENS, shape, Size.MEDIUM)


# --- what comes of it


def _week_part(week: Week, answer: dict[str, Any] | Problem) -> Part:
    if isinstance(answer, Problem):
        return Part(patterns=directions(week), problem=answer)
    said = {row["pattern"]: row["direction"] for row in answer["patterns"]}
    seen = tuple(_seen(ruled, said) for ruled in directions(week))
    return Part(patterns=seen, escalate=answer["escalate"])


def _seen(ruled: Seen, said: Mapping[str, str]) -> Seen:
    pattern = ruled.known
    return moved(pattern, said[pattern.id]) if pattern is not None and pattern.id in said else ruled


def _certain(group: Sequence[Memory], week: Week) -> tuple[Proposed, ...]:
    """What needs no model: generalisations by attribute, what is said twice, what holds no longer."""
    general = [from_memories(proposal, sources) for proposal, sources in generalised(group)]
    pairs = list(doubled(group))
    twice = [from_memories(proposal, both) for proposal, both in pairs]
    merged = {memory for proposal, _ in pairs for memory in proposal.absorbed}
    ended = [(over(memory, week.end), memory) for memory in group if memory.id not in merged]
    archived = [from_memories(proposal, [memory]) for proposal, memory in ended if proposal]
    return (*(each for each in general if not _known(each.proposal, group)), *twice, *archived)


def _schemas_part(group: Sequence[Memory], week: Week, answer: dict[str, Any] | Problem) -> Part:
    if isinstance(answer, Problem):
        return Part(problem=answer)
    found = [*_schemas(answer["schemas"], group), *_forgotten(answer["forget"], group, week)]
    dropped = len(answer["schemas"]) + len(answer["forget"]) - len(found)
    ceiling = lowest(memory.trust for memory in group)
    return Part(by_model(found, ceiling), dropped=dropped, escalate=answer["escalate"])


def _schemas(rows: Sequence[Mapping[str, Any]], group: Sequence[Memory]) -> Iterator[Proposal]:
    known = {str(memory.id): memory for memory in group}
    for row in rows:
        sources = [known[id] for id in dict.fromkeys(row["memories"]) if id in known]
        made = insight(one_line(row["says"]), sources, "A model's generalisation over what was learned.")
        if made.content and len(sources) >= LEAST_SOURCES and not _known(made, group):
            yield made


def _forgotten(rows: Sequence[Mapping[str, Any]], group: Sequence[Memory], week: Week) -> Iterator[Proposal]:
    """Each memory once, and none that the rules take out of service anyway."""
    ruled = [proposed.proposal for proposed in _certain(group, week) if not isinstance(proposed.proposal, Remember)]
    touched = {memory for proposal in ruled for memory in named_memories(proposal)}
    known = {str(memory.id): memory for memory in group if memory.id not in touched}
    for row in rows:
        memory = known.pop(row["memory"], None)
        if memory is not None and archivable(memory):
            yield Archive(memory.id, reason=one_line(row["reason"]) or "A model would take it out of service.")


def _looked_back(week: Week, parts: Sequence[Part], overview: dict[str, Any] | Problem) -> Thoughts:
    view = {} if isinstance(overview, Problem) else {name: overview[name] for name in _SAID}
    said = {"thinker": "model", **_counted(week), **read_trends(week), "view": view}
    return joined(parts, said)


# --- small steps


def _asked_groups(week: Week) -> tuple[tuple[Memory, ...], ...]:
    """A group that is too small for a generalisation is not worth a question."""
    return tuple(_foremost(group) for group in week.learned if len(group) >= LEAST_SOURCES)


def _foremost(group: Sequence[Memory]) -> tuple[Memory, ...]:
    return tuple(sorted(group, key=lambda memory: (-memory.importance, memory.id))[:MAX_LEARNED])


def _known(proposal: Proposal, group: Sequence[Memory]) -> bool:
    """Whether one of them says it already."""
    said = folded(proposal.content) if isinstance(proposal, Remember) else None
    return any(folded(memory.content) == said for memory in group)


def _runs(week: Week) -> list[dict[str, Any]]:
    """How often each kind of thinking ran, what it proposed, and how often it met a problem."""
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


def _counted(week: Week) -> dict[str, Any]:
    looked_at = {"from": week.start.isoformat(), "to": week.end.isoformat()}
    figures = {"reflections": _runs(week), "patterns": len(week.patterns), "learned": sum(map(len, week.learned))}
    return looked_at | figures
