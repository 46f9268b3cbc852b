"""`atlas review`: everything that waits for a person, decided on one screen by keyboard (C9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.review.card_text import card_lines, describe_queue
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, is_interactive, print_json, print_text
from atlas.surfaces.views.text import shown_text
from atlas.surfaces.views.waiting import describe_limits, waiting_notice

if TYPE_CHECKING:
    from atlas.surfaces.library import Atlas


@command(
    "review",
    "atlas review                    # ? shows the keys",
    "atlas review --search Porto",
    "atlas review --plain --limit 5  # for a pipe",
    "atlas review --json | jq -r '.clusters[0].ids[]'",
    gives="items (all that is decided one by one), surfaced (how many you are asked for this week), clusters, what "
    "matters most first (grouping, ids, title, risk and reach), and cards of the first clusters (of all their ids).",
)
@click.option("--search", metavar="WORDS", default="", help="Only what says or quotes these words.")
@click.option("--plain", is_flag=True, help="Print the cards instead of opening the screen.")
@limit_option(20)
@pass_run
def review(run: Run, search: str, plain: bool, limit: int) -> None:
    """Decide what waits for you, on one screen.

    What matters most comes first: by risk, and by how many of your last questions would have received it. What says
    the same, and what cannot all hold, is one decision. Every key decides at once and is kept before the next card is
    drawn; u takes it back. A pipe gets the same as text.
    """
    if run.as_json or plain or not is_interactive():
        with run.open_for_reading() as atlas:
            _print_queue(run, atlas, search, limit)
        return
    from atlas.surfaces.cli.review.review_app import ReviewApp
    from atlas.surfaces.cli.review.review_session import ReviewSession

    with run.open_atlas() as atlas:
        session = ReviewSession(atlas, search=search)
        ReviewApp(session, run.zone).run()
        left = waiting_notice(atlas.inspect.status().waiting)
    number = len(session.decided)
    if number:
        print_text(f"{number:,} decided.", hint_text("Take the last one back: atlas undo."))
    if left:
        print_text(hint_text(left))


def _print_queue(run: Run, atlas: Atlas, search: str, limit: int) -> None:
    queue = atlas.review.queue(search=search)
    shown = queue.clusters[:limit]
    if run.as_json:
        cards = [atlas.review.card(id) for cluster in shown for id in cluster.ids]
        print_json({"items": queue.items, "surfaced": queue.surfaced, "clusters": queue.clusters, "cards": cards})
        return
    print_text(
        describe_queue(queue, atlas.review.pending(1).sources)
        if not search or shown
        else "Nothing like that waits for you."
    )
    if queue.items:
        print_text(hint_text(describe_limits(atlas.review.policy())))
    for cluster in shown:
        for inside, id in enumerate(cluster.ids):
            print_text("", *card_lines(atlas.review.card(id), cluster, inside, run.zone, plain=True))
    if len(shown) < len(queue.clusters):
        print_text("", hint_text(f"{shown_text(len(shown), len(queue.clusters))}: --limit {len(queue.clusters)}"))
