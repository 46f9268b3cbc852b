"""What waits for a person, in the same words and with the same next step everywhere (C4, C9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.curation.policy import CurationPolicy, Mode
from atlas.surfaces.views.text import format_count, shown_text

if TYPE_CHECKING:
    from atlas.engine.curate.review_counts import Waiting


def describe_waiting(waiting: Waiting) -> str:
    """`12 items and 300 conversations wait for you (10 of 12 shown; the rest waits)`: in the same words everywhere."""
    parts = ((waiting.items, "item"), (waiting.conversations, "conversation"))
    subject = " and ".join(format_count(number, word) for number, word in parts if number) or "nothing"
    shown = f" ({shown_text(waiting.surfaced, waiting.items)})" if waiting.surfaced < waiting.items else ""
    return f"{subject} {'waits' if waiting.items + waiting.conversations <= 1 else 'wait'} for you{shown}"


def waiting_notice(waiting: Waiting) -> str:
    """The same with the next step; empty where nothing waits.

    Conversations are decided on by themselves: where only they wait, they are listed.
    """
    if not (waiting.items or waiting.conversations):
        return ""
    return f"{describe_waiting(waiting)}: {'atlas review' if waiting.items else 'atlas pending'}"


def describe_limits(policy: CurationPolicy) -> str:
    """How long something waits, and how much of it a person is asked for."""
    waits = f"What waits expires after {format_count(policy.expire_after_days, 'day')}"
    if policy.mode is Mode.MANUAL:
        return f"{waits}; you are shown all of it."
    return f"{waits}; you are shown at most {format_count(policy.decisions_a_week, 'decision')} in seven days."
