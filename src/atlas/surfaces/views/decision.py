"""A decision of a person, as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from atlas.model.memory import Status
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.memory import view_reply

if TYPE_CHECKING:
    from atlas.engine.curate.proposals import Decision


def view_decision(decision: Decision) -> dict[str, object]:
    """A decision as JSON; of a rejected memory with the replies that it touched, even where there are none."""
    replies = {"touched": [view_reply(each) for each in decision.touched]} if decision.status is Status.REJECTED else {}
    return {**make_plain(replace(decision, touched=())), **replies}
