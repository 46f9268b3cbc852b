"""`atlas due` and `atlas conflicts`: what wants to be looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atlas.surfaces.cli.lookup.memory_text import status_text
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import hint, say, styled, table, tell_json
from atlas.surfaces.views.text import clipped, counted, day, short

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
    with run.looking() as atlas:
        found = atlas.review.due(limit)
    if run.as_json:
        tell_json({"due": [{"memory": each.memory, "since": each.since, "strength": each.strength} for each in found]})
    elif not found:
        say("Nothing is due for review.")
    else:
        rows = (_row(each, run.zone) for each in found)
        say(table(["ID", "SINCE", "STRENGTH", "IMPORTANCE", "MEMORY"], rows, "MEMORY"))
        more = f" There may be more: --limit {limit * 4}." if len(found) == limit else ""
        told = counted(len(found), "memory is", "memories are")
        say(hint(f"{told} due.{more} The nightly run reviews them: atlas reflect nightly"))


def _row(each: Due, zone: tzinfo) -> list[str | Text]:
    memory = each.memory
    what = styled(clipped(memory.content, _TEXT), (f"  {memory.kind.value}", "dim"))
    return [short(memory.id), day(each.since, zone), f"{each.strength:.2f}", f"{memory.importance:.2f}", what]


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
    with run.looking() as atlas:
        found = atlas.review.conflicts(limit)
    if run.as_json:
        tell_json({"conflicts": [{"older": each.older, "newer": each.newer} for each in found]})
    elif not found:
        say("No two memories contradict each other.")
    else:
        rows = (row for place, each in enumerate(found, start=1) for row in _both(place, each, run.zone))
        say(table(["#", "ID", "SAID", "FROM", "STATUS", "MEMORY"], rows, "MEMORY"))
        older, newer = short(found[0].older.id), short(found[0].newer.id)
        say(hint(f"Decide: atlas reject {older}, or atlas reject {newer}"))


def _both(place: int, conflict: Conflict, zone: tzinfo) -> Iterator[list[str | Text]]:
    yield [str(place), *_side(conflict.newer, zone)]
    yield ["", *_side(conflict.older, zone)]


def _side(memory: Memory, zone: tzinfo) -> list[str | Text]:
    said = day(memory.observed_at, zone)
    return [short(memory.id), said, memory.origin.value, status_text(memory.status), clipped(memory.content, _TEXT)]
