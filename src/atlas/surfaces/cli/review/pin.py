"""`atlas pin` and `atlas unpin`: what is kept as it is, however little it is used (T7)."""

from __future__ import annotations

from collections.abc import Sequence

import click

from atlas.model.memory import Memory
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text, styled_text
from atlas.surfaces.views.id_lookup import check_id_kind
from atlas.surfaces.views.text import clip_line, short_id

_GIVES = "memories, as they are now."


@command("pin", "atlas pin m_4kq9zt", "atlas pin m_4kq9zt m_7hw2ac", gives=_GIVES)
@click.argument("ids", nargs=-1, required=True)
@pass_run
def pin(run: Run, ids: tuple[str, ...]) -> None:
    """Keep memories as they are, however little they are used.

    What is pinned does not fade out of service, is not shortened, not merged into another, and nobody proposes to
    archive it; it is served like everything else. All of the ids are pinned or none.
    """
    check_id_kind(ids, takes="m")
    with run.open_atlas() as atlas:
        _print_pins(run, atlas.review.pin(*ids), "pinned")


@command("unpin", "atlas unpin m_4kq9zt", gives=_GIVES)
@click.argument("ids", nargs=-1, required=True)
@pass_run
def unpin(run: Run, ids: tuple[str, ...]) -> None:
    """Let memories fade again that were pinned.

    All of the ids are unpinned or none.
    """
    check_id_kind(ids, takes="m")
    with run.open_atlas() as atlas:
        _print_pins(run, atlas.review.unpin(*ids), "unpinned")


def _print_pins(run: Run, memories: Sequence[Memory], word: str) -> None:
    if run.as_json:
        print_json({"memories": memories})
        return
    for each in memories:
        print_text(styled_text((f"{word:<10}", "green"), short_id(each.id), "  ", clip_line(each.content, 300)))
    print_text(hint_text("Take it back: atlas undo."))
