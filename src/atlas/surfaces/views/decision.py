"""A decision of a person, as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from atlas.model.memory import Status
from atlas.surfaces.views.json_text import plain
from atlas.surfaces.views.memory import view_reply

if TYPE_CHECKING:
    from atlas.engine.curate.proposals import Decision


def view_decision(made: Decision) -> dict[str, object]:
    """What a rejected memory touched is told even where that is nothing; of another status nobody asked."""
    told = {"touched": [view_reply(each) for each in made.touched]} if made.status is Status.REJECTED else {}
    return {**plain(replace(made, touched=())), **told}
