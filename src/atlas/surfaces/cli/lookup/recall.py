"""`atlas recall` and `atlas context`: memories for a question, as a list or as a model's context."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

import click

from atlas.errors import BadInput
from atlas.model.memory import Kind, State
from atlas.surfaces.cli.lookup.memory_text import explain_ranking, score_parts
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Moment, command, kind_option, limit_option, scores_option
from atlas.surfaces.cli.shared.input_lines import with_zone
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.cli.shared.past_moments import parse_past_moment
from atlas.surfaces.views.memory import past_text
from atlas.surfaces.views.text import (
    clip_line,
    format_count,
    format_day,
    format_moment,
    one_line,
    reveal_hidden,
    short_id,
)

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.text import Text

    from atlas.model.recall import Recalled


@command(
    "recall",
    "atlas recall 'Where do I live?'",
    "atlas recall 'what do I like' --kind preference --limit 5",
    "atlas recall 'Where do I live?' --as-of 2026-03-01",
    "atlas recall 'What do I believe about jazz?' --as-of March",
    "atlas recall 'work' --about sister --after 2026-01-01 --before 2026-04-01",
    "atlas recall 'jazz' --archived",
    "atlas recall 'Lisbon' --json | jq '.results[0].memory.content'",
    gives="results, best first, each with memory, score, components, past (what it tells that holds no longer) and "
    "masked (whether words were left out); no record is kept that it was asked.",
)
@click.argument("query")
@kind_option
@limit_option(10)
@click.option("--within", metavar="CONVERSATION", help="Look in this conversation only.")
@click.option("--speaker", metavar="NAME", help="Who asks, where several people speak.")
@click.option(
    "--about", metavar="NAME", help="Only what is claimed of them: Maria (all who are called so), user/sister, …"
)
@click.option("--after", type=Moment(), help="Only what was said from this moment on.")
@click.option("--before", type=Moment(), help="Only what was said before this moment.")
@click.option("--at", type=Moment(), help="When it is asked: what holds then, and what “last week” is.")
@click.option(
    "--as-of",
    "as_of",
    metavar="WHEN",
    help="As it would have been answered then: 2026-03-31, March, last week; the end of it is meant.",
)
@click.option("--archived", is_flag=True, help="Look also at what faded out of service.")
@scores_option
@pass_run
def recall(
    run: Run,
    /,
    query: str,
    kinds: tuple[str, ...],
    limit: int,
    within: str | None,
    speaker: str | None,
    about: str | None,
    as_of: str | None,
    archived: bool,
    scores: bool,
    **moments: datetime | None,
) -> None:
    """Find approved memories that bear on a question.

    The best first, each with the reason why; --scores has the numbers. With --as-of it answers from what was known at a
    past moment: what was replaced since answers for its time, what was said since is left out, and what was forgotten
    or rejected does not come back. With --archived what faded out of service is found too, and says so.
    """
    if not query.strip():
        raise BadInput("The question is empty; say what to look for, or see everything: atlas memories.")
    when = {name: with_zone(moment, run.zone) if moment else None for name, moment in moments.items()}
    with run.open_atlas() as atlas:
        when["as_of"] = parse_past_moment(as_of, atlas.admin.now(), run.zone) if as_of is not None else None
        wanted = [Kind(kind) for kind in kinds]
        results = atlas.recall(
            query, limit, kinds=wanted, within=within, speaker=speaker, about=about, archived=archived, **when
        )
    if run.as_json:
        print_json({"results": results})
    elif not results:
        _print_nothing_found(when["as_of"], run.zone)
    else:
        rows = (_recalled_row(place, item, query, run.zone, scores) for place, item in enumerate(results, start=1))
        as_of_words = f"As of {format_moment(when['as_of'], run.zone)}. " if when["as_of"] else ""
        more = hint_text(f"{as_of_words}See atlas why {short_id(results[0].memory.id)}")
        heads = ["#", *(["SCORE"] if scores else []), "ID", "MEMORY"]
        print_text(make_table(heads, rows, "MEMORY"), more)


def _print_nothing_found(as_of: datetime | None, zone: tzinfo) -> None:
    if as_of is not None:
        print_text(f"Nothing that was known on {format_moment(as_of, zone)} bears on that.")
    else:
        hint = "See everything: atlas memories. What waits: atlas curate pending. What faded: atlas recall --archived."
        print_text("Nothing approved bears on that.", hint_text(hint))


def _recalled_row(place: int, item: Recalled, query: str, zone: tzinfo, scores: bool) -> list[str | Text]:
    memory = item.memory
    archived = ", archived" if memory.state is State.ARCHIVED else ""
    label = f"{memory.kind.value}, {memory.origin.value}, {format_day(memory.observed_at, zone)}{archived}"
    past_lines = "".join(f"\n{past_text(past, zone)}" for past in item.past)
    why = score_parts(item.components) if scores else explain_ranking(query, memory, item.components)
    content = styled_text(clip_line(memory.content, 300), (f"\n{label}; {why}{past_lines}", "dim"))
    return [str(place), *([f"{item.score:.2f}"] if scores else []), short_id(memory.id), content]


@command(
    "context",
    "atlas context 'Where do I live?'",
    "atlas context 'Plan my weekend' --budget 800 --conversation c1",
    "atlas context 'What do I eat?' --json | jq -r .text",
    gives="text (the whole block), its instructions and its data apart, tokens, served (each with its scores), "
    "documents and serving, the id that `atlas why` explains.",
)
@click.argument("query")
@click.option("--budget", type=int, metavar="TOKENS", help="At most so many tokens, headers included.")
@click.option("--conversation", metavar="NAME", help="Where it is asked; what is served is not learned again there.")
@click.option("--speaker", metavar="NAME", help="Who asks, where several people speak.")
@click.option("--grades", is_flag=True, help="The grades of exams too, for you to read and for no model.")
@pass_run
def context(
    run: Run, query: str, budget: int | None, conversation: str | None, speaker: str | None, grades: bool
) -> None:
    """Print the text that belongs into a model's context."""
    with run.open_atlas() as atlas:
        block = atlas.context(query, budget, conversation=conversation, speaker=speaker, grades=grades)
    if run.as_json:
        print_json(block)
        return
    # A pipe gets the very bytes that a model would; a terminal gets nothing that it could obey.
    click.echo(reveal_hidden(block.text) if sys.stdout.isatty() else block.text)
    if sys.stdout.isatty():
        counts = f"{format_count(len(block.served), 'memory', 'memories')}, {format_count(block.tokens, 'token')}."
        nothing = f"{counts} Nothing approved bears on that; see everything: atlas memories"
        print_text(
            hint_text(f"{counts} See atlas why {short_id(block.serving)}" if block.serving else one_line(nothing))
        )
