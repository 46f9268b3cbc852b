"""One proposal with its verdict; of an amendment with all that it would change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atlas.model.proposal import Amend
from atlas.model.thinking import Judged
from atlas.surfaces.cli.shared.command_context import Run
from atlas.surfaces.cli.shared.diff_text import diff_text
from atlas.surfaces.cli.shared.output import print_json, print_text, styled_text
from atlas.surfaces.views.documents import amendment_lines
from atlas.surfaces.views.memory import proposal_text, verdict_text, view_judged
from atlas.surfaces.views.text import one_line, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType


def print_proposal(run: Run, judged: Judged) -> None:
    if run.as_json:
        print_json(view_judged(judged))
    else:
        print_text(*_proposal_card(judged))


def _proposal_card(judged: Judged) -> Iterator[RenderableType]:
    yield proposal_text(judged.proposal)
    yield verdict_text(judged)
    if isinstance(judged.proposal, Amend):
        yield ""
        yield diff_text(amendment_lines(judged.proposal))
        yield from _amendment_sources(judged.proposal)


def _amendment_sources(proposal: Amend) -> Iterator[RenderableType]:
    """What it was written from: memories by their ids, and the words that it quotes."""
    if proposal.sources:
        yield styled_text((f"\nFrom {', '.join(map(short_id, proposal.sources))}", "dim"))
    yield from (styled_text((f"“{one_line(item.quote)}”", "dim italic")) for item in proposal.evidence)
