"""`atlas recall` and `atlas context`: what is remembered for a question."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

import click

from atlas.model.memory import Kind
from atlas.surfaces.cli.grammar import Moment, command, kind_option, limit_option
from atlas.surfaces.cli.paper import hint, say, styled, table, tell_json
from atlas.surfaces.cli.run import Run, pass_run
from atlas.surfaces.cli.text import clipped, counted, day, line, short, visible
from atlas.surfaces.cli.turns import zoned

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.model.recall import Recalled


@command(
    "recall",
    "atlas recall 'Where do I live?'",
    "atlas recall 'what do I like' --kind preference --limit 5",
    "atlas recall 'Lisbon' --json | jq '.results[0].memory.content'",
    gives="results, best first, each with memory, score and components; no record is kept that it was asked.",
)
@click.argument("query")
@kind_option
@limit_option(10)
@click.option("--within", metavar="CONVERSATION", help="Look in this conversation only.")
@click.option("--speaker", metavar="NAME", help="Who asks, where several people speak.")
@click.option("--at", type=Moment(), help="What held at this moment.")
@pass_run
def recall(
    run: Run,
    query: str,
    kinds: tuple[str, ...],
    limit: int,
    within: str | None,
    speaker: str | None,
    at: datetime | None,
) -> None:
    """Find approved memories that bear on a question.

    The best first, each with the parts of its score.
    """
    when = zoned(at, run.zone) if at else None
    with run.atlas() as atlas:
        found = atlas.recall(
            query, limit, kinds=[Kind(kind) for kind in kinds], within=within, speaker=speaker, at=when
        )
    if run.as_json:
        tell_json({"results": found})
    elif not found:
        say("Nothing approved bears on that.", hint("See everything: atlas memories. What waits: atlas pending."))
    else:
        rows = (_row(place, item, run.zone) for place, item in enumerate(found, start=1))
        say(table(["#", "SCORE", "ID", "MEMORY"], rows, "MEMORY"), hint(f"See atlas why {short(found[0].memory.id)}"))


def _row(place: int, item: Recalled, zone: tzinfo) -> list[str | Text]:
    memory = item.memory
    label = f"{memory.kind.value}, {memory.origin.value}, {day(memory.observed_at, zone)}"
    parts = ", ".join(f"{name} {value:.2f}" for name, value in item.components)
    content = styled(clipped(memory.content, 300), (f"\n{label}; {parts}", "dim"))
    return [str(place), f"{item.score:.2f}", short(memory.id), content]


@command(
    "context",
    "atlas context 'Where do I live?'",
    "atlas context 'Plan my weekend' --budget 800 --conversation c1",
    "atlas context 'What do I eat?' --json | jq -r .text",
    gives="text (the whole block), data (without the instructions), tokens, served (each with its scores) and serving, "
    "the id that `atlas why` explains.",
)
@click.argument("query")
@click.option("--budget", type=int, metavar="TOKENS", help="At most so many tokens, headers included.")
@click.option("--conversation", metavar="NAME", help="Where it is asked; what is served is not learned again there.")
@click.option("--speaker", metavar="NAME", help="Who asks, where several people speak.")
@pass_run
def context(run: Run, query: str, budget: int | None, conversation: str | None, speaker: str | None) -> None:
    """Print the text that belongs into a model's context."""
    with run.atlas() as atlas:
        given = atlas.context(query, budget, conversation=conversation, speaker=speaker)
    if run.as_json:
        tell_json(given)
        return
    # A pipe gets the very bytes that a model would; a terminal gets nothing that it could obey.
    click.echo(visible(given.text) if sys.stdout.isatty() else given.text)
    if sys.stdout.isatty():
        told = f"{counted(len(given.served), 'memory', 'memories')}, {counted(given.tokens, 'token')}."
        say(hint(f"{told} See atlas why {short(given.serving)}" if given.serving else line(told)))
