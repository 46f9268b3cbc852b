"""`atlas observations`: notes on conversations, and the summaries that many notes came to (T14)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from atlas.context.labels import format_age
from atlas.model.memory import Memory, Status
from atlas.model.observation import Level, Priority, level_of, priority_of, topic_of
from atlas.surfaces.cli.lookup.memory_text import status_text
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.views.observation import view_observation
from atlas.surfaces.views.text import clip_line, format_count, format_day, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

_TEXT: Final = 400
_STYLES: Final = {Priority.CRITICAL: "red", Priority.IMPORTANT: "yellow", Priority.INFORMATIONAL: "dim"}


@command(
    "observations",
    "atlas observations",
    "atlas reflect observations    # take notes now",
    "atlas observations --json | jq -r '.observations[].memory.content'",
    gives="observations, newest first: level (note, compressed, reflection), priority (critical, important, "
    "informational), topic, label (when it was said), memory.",
)
@limit_option(50)
@pass_run
def observations(run: Run, limit: int) -> None:
    """List what was noted by the way, newest first.

    Notes are sentences of what you said. When fifty have gathered they are compressed, three to ten times, and the
    notes go out of service; much later what was compressed becomes long-term reflections. Nothing is lost by it.
    """
    with run.open_for_reading() as atlas:
        notes, now = atlas.inspect.observations(limit), atlas.admin.now()
    if run.as_json:
        print_json({"observations": [view_observation(each, now, run.zone) for each in notes]})
    elif not notes:
        print_text(
            "Nothing was noted yet.",
            hint_text("It is done by itself when there is enough; now: atlas learning reflect observations"),
        )
    else:
        rows = (_observation_row(each, now, run.zone) for each in notes)
        print_text(make_table(["ID", "LEVEL", "PRIORITY", "WHEN", "WHAT"], rows, "WHAT"))
        print_text(hint_text(f"{_count_levels(notes)}. What one stands on: atlas show {short_id(notes[0].id)}"))


def _observation_row(memory: Memory, now: datetime, zone: tzinfo) -> list[str | Text]:
    """Show the three dates of a note (T15): when it was said, by name of the day, and which day it speaks of."""
    priority, level = priority_of(memory), level_of(memory)
    about = f" (on {clip_line(topic_of(memory), 40)})" if topic_of(memory) else ""
    referred = f" [{format_day(memory.referred_at, zone)}]" if memory.referred_at else ""
    waits = status_text(memory.status) if memory.status is not Status.APPROVED else ""
    content = styled_text(clip_line(memory.content, _TEXT), (f"{referred}{about}  ", "dim"), waits)
    when = format_age(memory.observed_at, now, zone)
    return [
        short_id(memory.id),
        level.value if level else "",
        styled_text((priority.value, _STYLES[priority])),
        when,
        content,
    ]


def _count_levels(notes: Sequence[Memory]) -> str:
    levels = [level_of(memory) for memory in notes]
    words = (
        (Level.NOTE, "note", "notes"),
        (Level.COMPRESSED, "compressed", "compressed"),
        (Level.REFLECTION, "reflection", "reflections"),
    )
    parts = (format_count(levels.count(level), one, many) for level, one, many in words if level in levels)
    return ", ".join(parts)
