"""`atlas due` and `atlas conflicts`: memories to look at again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atlas.surfaces.cli.lookup.memory_text import status_text
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.views.text import clip_line, format_count, format_day, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.engine.curate.conflicts import Conflict
    from atlas.engine.thinking.review_schedule import Due
    from atlas.model.memory import Memory

_TEXT = 300


@command(
    "due",
    "atlas due",
    "atlas due --limit 200 --json | jq -r '.due[].memory.id'",
    gives="due, the most important first, each with memory, since (when it became due) and strength now.",
)
@limit_option(50)
@pass_run
def due(run: Run, limit: int) -> None:
    """List what is due for review, the most important first.

    A memory is due when time alone has taken a tenth of it since it was last used: what you stated and nobody uses,
    after four and a half days. Being ignored lowers its strength at once and shortens that time, but makes nothing due
    by itself. The nightly run looks at the first fifty; being used puts it off.
    """
    with run.open_for_reading() as atlas:
        memories = atlas.review.due(limit)
    if run.as_json:
        print_json(
            {"due": [{"memory": each.memory, "since": each.since, "strength": each.strength} for each in memories]}
        )
    elif not memories:
        print_text("Nothing is due for review.")
    else:
        rows = (_due_row(each, run.zone) for each in memories)
        print_text(make_table(["ID", "SINCE", "STRENGTH", "IMPORTANCE", "MEMORY"], rows, "MEMORY"))
        more = f" There may be more: --limit {limit * 4}." if len(memories) == limit else ""
        number = format_count(len(memories), "memory is", "memories are")
        print_text(hint_text(f"{number} due.{more} The nightly run reviews them: atlas learning reflect nightly"))


def _due_row(each: Due, zone: tzinfo) -> list[str | Text]:
    memory = each.memory
    content = styled_text(clip_line(memory.content, _TEXT), (f"  {memory.kind.value}", "dim"))
    return [
        short_id(memory.id),
        format_day(each.since, zone),
        f"{each.strength:.2f}",
        f"{memory.importance:.2f}",
        content,
    ]


@command(
    "conflicts",
    "atlas conflicts",
    "atlas conflicts --json | jq -r '.conflicts[].newer.content'",
    gives="conflicts, each with older and newer, two memories.",
)
@limit_option(50)
@pass_run
def conflicts(run: Run, limit: int) -> None:
    """List memories that contradict each other and are not settled.

    A newer fact closes an older one by itself only where it is trusted as much. Everything else is shown here, both
    sides of it: approve the one that holds, reject the other.
    """
    with run.open_for_reading() as atlas:
        pairs = atlas.review.conflicts(limit)
    if run.as_json:
        print_json({"conflicts": [{"older": each.older, "newer": each.newer} for each in pairs]})
    elif not pairs:
        print_text("No two memories contradict each other.")
    else:
        rows = (row for place, each in enumerate(pairs, start=1) for row in _conflict_rows(place, each, run.zone))
        print_text(make_table(["#", "ID", "SAID", "FROM", "STATUS", "MEMORY"], rows, "MEMORY"))
        older, newer = short_id(pairs[0].older.id), short_id(pairs[0].newer.id)
        print_text(hint_text(f"Decide: atlas reject {older}, or atlas reject {newer}"))


def _conflict_rows(place: int, conflict: Conflict, zone: tzinfo) -> Iterator[list[str | Text]]:
    yield [str(place), *_memory_cells(conflict.newer, zone)]
    yield ["", *_memory_cells(conflict.older, zone)]


def _memory_cells(memory: Memory, zone: tzinfo) -> list[str | Text]:
    observed = format_day(memory.observed_at, zone)
    return [
        short_id(memory.id),
        observed,
        memory.origin.value,
        status_text(memory.status),
        clip_line(memory.content, _TEXT),
    ]
