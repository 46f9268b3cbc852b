"""Text on its way to a terminal: nothing hidden, nothing that moves the cursor, ids and dates short."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo
from typing import Final

from atlas.language.hidden_characters import is_hidden, may_hide

SHORT_ID: Final = 8
_LEAST_MONEY: Final = 50
"""In millionths: what is less rounds to nothing, and is not nothing."""
_LONG_WORD: Final = 20
"""A word of which so much would go is cut itself: it may be all there is."""
_INSTANT: Final = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)")


def reveal_hidden(text: str) -> str:
    """Draw every hidden or control character of a text: escape is ␛, a direction override ⟨U+202E⟩."""
    return "".join(_draw_character(text, place) for place in range(len(text))) if may_hide(text) else text


def one_line(text: str) -> str:
    """Put a text on one line, with its hidden characters drawn."""
    return " ⏎ ".join(part.strip() for part in reveal_hidden(text).replace("\t", " ").split("\n") if part.strip())


def clip_line(text: str, width: int) -> str:
    """Cut a text to one line of so many characters, between two words; an ellipsis says that there was more."""
    full = one_line(text)
    if len(full) <= width:
        return full
    cut = full[: width - 1]
    between = cut.rfind(" ")
    if not full[width - 1].isspace() and between >= max(1, width - _LONG_WORD):
        cut = cut[:between]
    return f"{cut.rstrip()}…"


def short_id(id: str) -> str:
    """Shorten an id to as much as a person needs; every command takes a shortened id."""
    return id[:SHORT_ID]


def format_day(when: datetime, zone: tzinfo) -> str:
    return when.astimezone(zone).date().isoformat()


def format_moment(when: datetime, zone: tzinfo) -> str:
    return when.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def reformat_moments(text: str, zone: tzinfo) -> str:
    """Rewrite each moment that a machine wrote down in a text as people write moments."""
    return _INSTANT.sub(lambda match: format_moment(datetime.fromisoformat(match.group()), zone), text)


def format_count(number: int, one: str, many: str | None = None) -> str:
    """`1 memory`, `2 memories`: a number with its noun."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def count_remembered(learned: int, said: int) -> str:
    """`5 memories and 9 messages`: learned memories and messages, which are memory too, counted apart."""
    parts = (
        format_count(learned, "memory", "memories") if learned or not said else "",
        format_count(said, "message") if said else "",
    )
    return " and ".join(filter(None, parts))


def format_dollars(millionths: int) -> str:
    """`$0.0012`, `$2.00`: an amount with as many decimals as it needs, from two to four."""
    if 0 < millionths < _LEAST_MONEY:
        return "under $0.0001"
    amount = f"{millionths / 1_000_000:,.4f}"
    return f"${amount[:-2] if amount.endswith('00') else amount.rstrip('0')}"


def _draw_character(text: str, place: int) -> str:
    code = ord(text[place])
    if not is_hidden(text, place):
        return text[place]
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"


def shown_text(shown: int, items: int) -> str:
    """How much of what waits is shown: `10 of 34 shown; the rest waits`."""
    return f"{shown:,} of {items:,} shown" + ("; the rest waits" if shown < items else "")
