"""Questions that nobody could answer (J16): worth asking about where their topic comes up."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from atlas.model.thinking import Day, Tomorrow
from atlas.reflection.clusters import clip_quote
from atlas.reflection.day_lessons import format_day


def suggest_asking(day: Day) -> Iterator[Tomorrow]:
    """Suggest for each such question to ask about it."""
    zone = ZoneInfo(day.zone)
    for message in day.unanswered:
        asked = format_day(message.at.astimezone(zone))
        text = f"“{clip_quote(message.text)}” had no answer on {asked}; ask, so that it is known the next time."
        yield Tomorrow(text, (message.id,), message.origin.trust)
