"""Days and quotations as the sentences of reflection word them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from atlas.language.registry import LANGUAGE
from atlas.language.words import asks

MAX_QUOTE: Final = 160


def clip_quote(text: str) -> str:
    """A message as a short quotation: all of it, or its asking sentence, cut at a word."""
    whole = " ".join(text.split())
    if len(whole) <= MAX_QUOTE:
        return whole
    said = LANGUAGE.speech.split_sentences(LANGUAGE.speech.blank_foreign_text(text))
    chosen = next((each.text for each in said if asks(each.text)), said[0].text if said else whole)
    plain = " ".join(chosen.split())
    return plain if len(plain) <= MAX_QUOTE else f"{plain[:MAX_QUOTE].rsplit(' ', 1)[0]} …"


def list_days(days: Sequence[date]) -> str:
    named = [format_day(day) for day in days]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def format_day(day: date | datetime) -> str:
    return f"{day.day} {day:%B}"
