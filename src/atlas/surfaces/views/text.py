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


def visible(text: str) -> str:
    """The text with every hidden or control character drawn: escape is ␛, a direction override ⟨U+202E⟩."""
    return "".join(_drawn(text, place) for place in range(len(text))) if may_hide(text) else text


def line(text: str) -> str:
    """Visible, and on one line."""
    return " ⏎ ".join(part.strip() for part in visible(text).replace("\t", " ").split("\n") if part.strip())


def clipped(text: str, width: int) -> str:
    """One line of at most so many characters, cut between two words; an ellipsis says that there was more."""
    whole = line(text)
    if len(whole) <= width:
        return whole
    kept = whole[: width - 1]
    between = kept.rfind(" ")
    if not whole[width - 1].isspace() and between >= max(1, width - _LONG_WORD):
        kept = kept[:between]
    return f"{kept.rstrip()}…"


def short(id: str) -> str:
    """As much of an id as a person needs; every command takes it."""
    return id[:SHORT_ID]


def day(when: datetime, zone: tzinfo) -> str:
    return when.astimezone(zone).date().isoformat()


def moment(when: datetime, zone: tzinfo) -> str:
    return when.astimezone(zone).strftime("%Y-%m-%d %H:%M")


def timed(text: str, zone: tzinfo) -> str:
    """The text with each moment that a machine wrote down as people write it."""
    return _INSTANT.sub(lambda match: moment(datetime.fromisoformat(match.group()), zone), text)


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 memory`, `2 memories`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def remembered(learned: int, said: int) -> str:
    """`5 memories and 9 messages`: what was learned and what was said, which is memory too, counted apart."""
    parts = (
        counted(learned, "memory", "memories") if learned or not said else "",
        counted(said, "message") if said else "",
    )
    return " and ".join(filter(None, parts))


def dollars(millionths: int) -> str:
    """`$0.0012`, `$2.00`: as many decimals as it needs, from two to four."""
    if 0 < millionths < _LEAST_MONEY:
        return "under $0.0001"
    amount = f"{millionths / 1_000_000:,.4f}"
    return f"${amount[:-2] if amount.endswith('00') else amount.rstrip('0')}"


def _drawn(text: str, place: int) -> str:
    code = ord(text[place])
    if not is_hidden(text, place):
        return text[place]
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
