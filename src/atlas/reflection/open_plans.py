"""What the user has ahead, by their own words: worth coming back to, and never done unasked (J9, J16)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from atlas.language.dates import find_date
from atlas.language.english.rules.passage import own_words, sentences
from atlas.language.english.rules.thinker import propose
from atlas.model.ids import MessageId
from atlas.model.interaction import Message, Role
from atlas.model.proposal import Remember
from atlas.model.thinking import Batch, Day, Material, Tomorrow
from atlas.reflection.questions import cited_trust

HORIZON: Final = timedelta(days=14)
"""What lies further ahead is not for tomorrow."""
NOTICE: Final = timedelta(days=1)
"""So long before the day it is worth offering."""
_REMINDER: Final = re.compile(
    r"(?:(?:please|pls|can you|could you|would you|will you|and|also)[ ,]+)*remind me\b", re.IGNORECASE
)
"""How somebody begins who wants to be told again; it asks for something, and so is no fact."""
_ASKED: Final = 200
"""Letters of what is to be reminded of."""
_PAST: Final = frozenset({"did"})
_DATED_VALUE: Final = frozenset({"is"})
"""As in "My interview is on Friday", where the date is all that is said."""


def planned(batch: Batch, day: Day) -> Iterator[Tomorrow]:
    """One item for each thing with a date that lies ahead: what is planned, and what is to be reminded of."""
    yield from _plans(batch, day)
    yield from _reminders(batch, day)


def _plans(batch: Batch, day: Day) -> Iterator[Tomorrow]:
    """By what was said of it first."""
    zone = ZoneInfo(day.zone)
    seen: set[tuple[date, str]] = set()
    for material in batch.materials:
        for fact in propose(_at_home(material, zone)):
            when = _ahead(fact, material, zone)
            if when is None or (when, fact.content) in seen or not upcoming(when, day):
                continue
            seen.add((when, fact.content))
            yield _item(fact, when, day)


def _reminders(batch: Batch, day: Day) -> Iterator[Tomorrow]:
    """What the user asked to be reminded of, on a day that lies ahead: however far, since nobody reads it again."""
    zone = ZoneInfo(day.zone)
    today = day.end.astimezone(zone).date()
    for material in batch.materials:
        for message in _at_home(material, zone).interaction.messages:
            for asked, when in _asked_for(message):
                if when >= today:
                    text = f"Coming up on {_day_text(when)}: “{asked}”"
                    yield Tomorrow(text, (message.id,), message.origin.trust, due(when, day))


def _asked_for(message: Message) -> Iterator[tuple[str, date]]:
    if message.role is not Role.USER:
        return
    own = own_words(message.text)
    for sentence in sentences(own):
        found = find_date(own, sentence.start, sentence.end, message.at, ahead=True)
        if found and _REMINDER.match(sentence.text.strip()):
            yield sentence.text.strip()[:_ASKED], found.at.date()


def due(when: date, day: Day) -> datetime:
    """When to offer it: a day before, in the user's own zone, and not before tonight's thinking is over."""
    zone = ZoneInfo(day.zone)
    return max(day.end, (datetime.combine(when, time(), zone) - NOTICE).astimezone(UTC))


def upcoming(when: date, day: Day) -> bool:
    today = day.end.astimezone(ZoneInfo(day.zone)).date()
    return today <= when <= today + HORIZON


def _at_home(material: Material, zone: ZoneInfo) -> Material:
    """The same with local times, since "Friday" is counted from the day it was at home."""
    messages = tuple(_local(message, zone) for message in material.interaction.messages)
    return replace(material, interaction=replace(material.interaction, messages=messages))


def _local(message: Message, zone: ZoneInfo) -> Message:
    return replace(message, at=message.at.astimezone(zone))


def _ahead(fact: Remember, material: Material, zone: ZoneInfo) -> date | None:
    claim = fact.claim
    if claim is None or not claim.affirmed or claim.attribute in _PAST:
        return None
    if fact.referred_at is not None:
        return fact.referred_at.astimezone(zone).date()
    if claim.attribute not in _DATED_VALUE:
        return None
    said = next((message.at for message in material.interaction.messages if message.id == _source(fact)), None)
    found = find_date(claim.value, 0, len(claim.value), said.astimezone(zone), ahead=True) if said else None
    return found.at.date() if found else None


def _source(fact: Remember) -> MessageId:
    return fact.evidence[0].message


def _item(fact: Remember, when: date, day: Day) -> Tomorrow:
    sources = tuple(dict.fromkeys(item.message for item in fact.evidence))
    text = f"Coming up on {_day_text(when)}: {fact.content}."
    return Tomorrow(text, sources, cited_trust(fact), due(when, day))


def _day_text(when: date) -> str:
    return f"{when:%A} {when.day} {when:%B %Y}"
