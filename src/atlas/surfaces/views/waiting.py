"""What waits for a person, in the same words and with the same next step everywhere (C4, C9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from atlas.curation.policy import CurationPolicy, Mode
from atlas.surfaces.views.text import format_count, shown_text

if TYPE_CHECKING:
    from atlas.engine.curate.review_counts import Waiting


NEXT_STEP: Final = "atlas review"


def describe_waiting(waiting: Waiting) -> str:
    """`12 items and 300 conversations wait for you (10 of 12 shown; the rest waits)`: in the same words everywhere."""
    shown = f" ({shown_text(waiting.surfaced, waiting.items)})" if waiting.surfaced < waiting.items else ""
    return f"{describe_counts(waiting.items, waiting.conversations)}{shown}"


def describe_counts(items: int, conversations: int) -> str:
    """`12 items and 300 conversations wait for you`."""
    parts = ((items, "item"), (conversations, "conversation"))
    subject = " and ".join(format_count(number, word) for number, word in parts if number) or "nothing"
    return f"{subject} {'waits' if items + conversations <= 1 else 'wait'} for you"


def waiting_notice(waiting: Waiting) -> str:
    """The same with the next step; empty where nothing waits.

    Conversations are decided on the same screen.
    """
    if not (waiting.items or waiting.conversations):
        return ""
    return f"{describe_waiting(waiting)}: {NEXT_STEP}"


def describe_limits(policy: CurationPolicy) -> str:
    """How long something waits, and how much of it a person is asked for."""
    waits = f"What waits expires after {format_count(policy.expire_after_days, 'day')}"
    if policy.mode is Mode.MANUAL:
        return f"{waits}; you are shown all of it."
    return f"{waits}; you are shown at most {format_count(policy.decisions_a_week, 'decision')} in seven days."
