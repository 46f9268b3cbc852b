"""`atlas memories`: the list of what was learned."""

from __future__ import annotations

import click

from atlas.model.memory import Kind, Status
from atlas.model.origin import Origin
from atlas.surfaces.cli.lookup.memory_text import (
    memory_table,
)
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import (
    command,
    conversation_option,
    kind_option,
    limit_option,
    origin_option,
    status_option,
)
from atlas.surfaces.cli.shared.output import (
    hint_text,
    print_json,
    print_text,
)
from atlas.surfaces.views.text import format_count, short_id

LEARNED = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
"""What a list shows unless asked for episodes: the transcript is memory too, but it is not what was learned."""


@command(
    "memories",
    "atlas memories",
    "atlas memories --kind preference --status approved",
    "atlas memories --about user/sister",
    "atlas memories --kind episode --conversation c1 --limit 200",
    gives="memories, newest first, with all their fields; fields at their default are left out; and owed (thoughts).",
)
@kind_option
@status_option
@origin_option
@conversation_option
@click.option("--about", metavar="ENTITY", help="Of whom: user, user/sister, person:maria, …")
@limit_option(50)
@click.option("--archived", is_flag=True, help="Archived ones too.")
@pass_run
def memories(
    run: Run,
    kinds: tuple[str, ...],
    statuses: tuple[str, ...],
    origins: tuple[str, ...],
    conversation: str | None,
    about: str | None,
    limit: int,
    archived: bool,
) -> None:
    """List what was learned, newest first.

    Whatever its status. What was said, word for word, is there too: ask for it with --kind episode.
    """
    with run.open_for_reading() as atlas:
        matches = atlas.memories(
            limit=limit,
            kinds=[Kind(kind) for kind in kinds] or LEARNED,
            statuses=[Status(status) for status in statuses],
            origins=[Origin(origin) for origin in origins],
            conversation=conversation,
            subject=about,
            archived=archived,
        )
        owed = atlas.jobs.owed()
    if run.as_json:
        print_json({"memories": list(matches), "owed": owed})
        return
    if not matches:
        filtered = kinds or statuses or origins or conversation or about
        print_text("Nothing like that is remembered." if filtered else "Nothing has been learned yet.")
        print_text(hint_text("Tell it something: atlas chat"))
        return
    print_text(memory_table(matches, run.zone))
    more = f" There may be more: --limit {limit * 4}." if len(matches) == limit else ""
    number = format_count(len(matches), "memory", "memories")
    print_text(hint_text(f"{number}.{more} Where one comes from: atlas why {short_id(matches[0].id)}"))
