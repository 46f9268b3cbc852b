"""Questions that nobody could answer (J16): worth asking about where their topic comes up."""

from __future__ import annotations

from collections.abc import Iterator

from atlas.model.thinking import Day, Tomorrow
from atlas.reflection.wording import clip_quote


def suggest_asking(day: Day) -> Iterator[Tomorrow]:
    """Suggest for each such question to ask about it; the same question is suggested once, whenever it was asked."""
    for message in day.unanswered:
        text = f"“{clip_quote(message.text)}” had no answer so far; ask, so that it is known the next time."
        yield Tomorrow(text, (message.id,), message.origin.trust)
