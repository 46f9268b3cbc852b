"""Reflections on a terminal: why each ran, on what, who thought, what was said, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from atlas.model.memory import Status
from atlas.model.proposal import Remember
from atlas.model.thinking import Judged, Reflection
from atlas.model.verdict import Outcome
from atlas.surfaces.cli.lookup.memory_text import name_speaker, status_text
from atlas.surfaces.cli.shared.output import hint_text, indent_part, make_field_table, make_table, styled_text
from atlas.surfaces.views.memory import proposal_text, verdict_text
from atlas.surfaces.views.signal_labels import describe_event, translate_signal_names
from atlas.surfaces.views.text import (
    clip_line,
    format_count,
    format_day,
    format_dollars,
    format_moment,
    one_line,
    short_id,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.explain import ReflectionStory
    from atlas.model.interaction import Message
    from atlas.model.spending import Spending
    from atlas.surfaces.library import Atlas

RULES: Final = "rules"
_QUOTED: Final = 5
"""Messages that a card quotes; `--json` has all of them."""
_LISTED: Final = 12
_WIDTH: Final = 300
_ABOUT_ITSELF: Final = frozenset({"thinker", "proposed"})
"""What a record repeats of its own row."""
_GISTS: Final = ("insight", "lesson", "why")
_COUNTS: Final = (("interactions", "interaction"), ("patterns", "pattern"), ("tomorrow", "suggestion"))
_OUTCOMES: Final = {
    Outcome.ACCEPTED: ("accepted", "green"),
    Outcome.HELD: ("waiting", "yellow"),
    Outcome.REFUSED: ("refused", "red"),
}

Statuses = Mapping[str, Status]
"""How the memories stand now that came of proposals."""


def name_thinker(reflection: Reflection) -> str:
    """Name the rules, or the models; before a model has answered, nobody."""
    return "the rules" if reflection.thinker == RULES else one_line(reflection.thinker)


def cost_text(reflection: Reflection) -> str:
    if not reflection.calls:
        return "nothing"
    calls, tokens = format_count(reflection.calls, "call"), format_count(reflection.tokens, "token")
    return f"{format_dollars(reflection.money)} ({calls}, {tokens})"


# --- a list


def reflection_table(reflections: Sequence[Reflection], zone: tzinfo) -> RenderableType:
    rows = (
        [
            short_id(each.id),
            format_moment(each.at, zone),
            each.task.value,
            clip_line(each.thinker, 18),
            _outcome_text(each),
        ]
        for each in reflections
    )
    return make_table(["ID", "WHEN", "TIER", "BY", "WHAT CAME OF IT"], rows, "WHAT CAME OF IT")


def _outcome_text(reflection: Reflection) -> Text:
    paid = f", {format_dollars(reflection.money)}" if reflection.calls else ""
    proposed = f"{reflection.proposed:,} proposed{paid}" if reflection.proposed else f"nothing proposed{paid}"
    problem = f"\n{clip_line(reflection.problem, _WIDTH)}" if reflection.problem else ""
    return styled_text(proposed, (_on_next_line(reflection_gist(reflection)), "dim"), (problem, "yellow"))


def _on_next_line(text: str) -> str:
    return f"\n{text}" if text else ""


def reflection_gist(reflection: Reflection) -> str:
    """Sum a reflection up in one sentence."""
    record = reflection.said
    sentence = next((str(record[name]) for name in _GISTS if record.get(name)), "")
    if sentence:
        return clip_line(translate_signal_names(sentence), 120)
    counts = [(_count_value(record.get(name)), word) for name, word in _COUNTS]
    counted_parts = [format_count(number, word) for number, word in counts if number]
    trend = [f"improving: {one_line(str(record['improving']))}"] if record.get("improving") else []
    return ", ".join([*trend, *counted_parts])


def _count_value(value: object) -> int:
    return value if isinstance(value, int) else len(value) if isinstance(value, list | tuple) else 0


# --- one of them


def read_statuses(atlas: Atlas, judged: Sequence[Judged]) -> dict[str, Status]:
    """Read the present status of the memories that came of these proposals."""
    ids = {each.memory for each in judged if each.memory and isinstance(each.proposal, Remember)}
    return {id: atlas.inspect.memory(id).memory.status for id in sorted(ids)}


def reflection_card(story: ReflectionStory, now: Statuses, zone: tzinfo) -> Iterator[RenderableType]:
    reflection = story.reflection
    yield styled_text((f"{reflection.task.value} thinking", "bold"), f" by {name_thinker(reflection)}")
    yield make_field_table(_reflection_fields(story, zone))
    yield styled_text(("\nRead", "bold"))
    yield from _input_lines(story, zone)
    yield styled_text(("\nSaid", "bold"))
    rows = said_rows(reflection.said)
    yield make_field_table(rows) if rows else hint_text("nothing")
    yield styled_text(("\nProposed", "bold"))
    yield from proposals_text(story.proposals, now)
    if story.calls:
        yield styled_text(("\nAsked", "bold"))
        yield calls_table(story.calls, zone)


def _reflection_fields(story: ReflectionStory, zone: tzinfo) -> Iterator[tuple[str, str | Text]]:
    reflection = story.reflection
    yield "id", reflection.id
    yield "when", format_moment(reflection.at, zone)
    yield "because of", describe_event(reflection.trigger) or "–"
    if story.job:
        about = f", about {short_id(story.job.interaction)}" if story.job.interaction else ""
        yield "job", f"{short_id(story.job.id)}{about}"
    yield "trust", f"{int(reflection.trust)} of 5, the lowest in all that it could see"
    yield "prompts", reflection.prompt_hash or "none: nothing was asked of a model"
    yield "took", f"{reflection.duration_ms / 1_000:,.1f} s"
    yield "cost", cost_text(reflection)
    if reflection.problem:
        yield "problem", styled_text((one_line(reflection.problem), "yellow"))


def _input_lines(story: ReflectionStory, zone: tzinfo) -> Iterator[RenderableType]:
    for message in story.inputs[:_QUOTED]:
        yield _quote_input(message, zone)
    unquoted = len(story.inputs) - _QUOTED
    if unquoted > 0:
        yield hint_text(f"and {format_count(unquoted, 'more message')}: --json has them")
    forgotten = len(story.reflection.inputs) - len(story.inputs)
    if forgotten:
        yield hint_text(f"{format_count(forgotten, 'message')} of it forgotten since")
    if not story.reflection.inputs:
        yield hint_text("no message of its own: figures, or what was learned before")


def _quote_input(message: Message, zone: tzinfo) -> Text:
    source = f"   — {name_speaker(message)}, {format_day(message.at, zone)}, {short_id(message.id)}"
    return styled_text((f"“{clip_line(message.text, 160)}”", "italic"), (source, "dim"))


def said_rows(said: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List whatever a tier has to say, by its own names; empty values are left out."""
    rows = ((name.replace("_", " "), _format_value(value)) for name, value in said.items() if name not in _ABOUT_ITSELF)
    return [(one_line(name), text) for name, text in rows if text]


def _format_value(value: object) -> str:
    """Format a value; a list has a line for each of its items."""
    if isinstance(value, list | tuple):
        lines = [text for item in value[:_LISTED] if (text := _format_inline(item))]
        more = f"and {len(value) - _LISTED:,} more: --json has them" if len(value) > _LISTED else ""
        return "\n".join(filter(None, [*lines, more]))
    return _format_inline(value)


def _format_inline(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None | "" | 0:
            return ""
        case float():
            return f"{value:.2f}"
        case dict():
            parts = ((name, _format_inline(item)) for name, item in value.items())
            return ", ".join(f"{one_line(str(name)).replace('_', ' ')} {text}" for name, text in parts if text)
        case list() | tuple():
            return "; ".join(text for item in value[:_LISTED] if (text := _format_inline(item)))
    return clip_line(translate_signal_names(str(value)), _WIDTH)


def proposals_text(proposals: Sequence[Judged], now: Statuses) -> Iterator[RenderableType]:
    if not proposals:
        yield hint_text("nothing")
    for each in proposals:
        status = _proposal_status(each, now)
        id_text = f"  {short_id(each.memory or each.id)}  "
        yield styled_text(
            status, (f"{'':{max(0, 8 - len(status))}}{id_text}", "dim"), clip_line(proposal_text(each.proposal), _WIDTH)
        )
        yield indent_part(hint_text(verdict_text(each)), 2)


def _proposal_status(judged: Judged, now: Statuses) -> Text:
    """Show the present status of the memory; of a change to others, or where nothing came of it, the verdict."""
    refused = judged.verdict.outcome is Outcome.REFUSED or not isinstance(judged.proposal, Remember)
    status = None if refused else now.get(judged.memory or "")
    return status_text(status) if status else styled_text(_OUTCOMES[judged.verdict.outcome])


def calls_table(calls: Sequence[Spending], zone: tzinfo) -> RenderableType:
    return make_table(["WHEN", "FOR", "TOKENS", "MONEY", "MODEL"], (_call_row(each, zone) for each in calls), "MODEL")


def _call_row(call: Spending, zone: tzinfo) -> list[str | Text]:
    spent = [f"{call.tokens:,}", format_dollars(call.money)]
    return [format_moment(call.at, zone), call.purpose, *spent, _call_text(call)]


def _call_text(call: Spending) -> Text:
    from atlas.model.spending import SpendingState

    state = {
        SpendingState.RESERVED: ", set aside: no answer came yet",
        SpendingState.SETTLED: "",
        SpendingState.FAILED: ", given back",
    }[call.state]
    problem = f": {clip_line(call.problem, _WIDTH)}" if call.problem else ""
    return styled_text(one_line(call.model), (f" ({call.size.value}{state}){problem}", "dim"))
