"""The user's plans in their own words: worth coming back to, and never done unasked (J9, J16)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from atlas.language.registry import LANGUAGE
from atlas.model.ids import MessageId
from atlas.model.interaction import Message, Role
from atlas.model.proposal import Remember
from atlas.model.thinking import Batch, Day, Given, Material, Request, Tomorrow
from atlas.reflection.facts import find_facts
from atlas.reflection.questions import cited_trust

HORIZON: Final = timedelta(days=14)
"""What lies further ahead is not for tomorrow."""
NOTICE: Final = timedelta(days=1)
"""So long before the day it is worth offering."""
_ASKED: Final = 200
"""Letters of what is to be reminded of."""
_PLANNED: Final = frozenset({"plans", "deadline", "birthday"})
"""What lies ahead. A tool, a place or a habit with a date behind it began then, and is nothing to come back to."""
_DATED_VALUE: Final = frozenset({"is"})
"""As in "My interview is on Friday", where the date is all that is said."""


BatchFacts = tuple[tuple[Material, tuple[Remember, ...]], ...]
"""The exchanges of a batch in local times, each with the facts that its users state."""


def find_batch_facts(batch: Batch, day: Day) -> Generator[tuple[Request, ...], tuple[Given, ...], BatchFacts]:
    """Read a batch again by the user's own calendar, since "Friday" is counted from the local day."""
    zone = ZoneInfo(day.zone)
    found: list[tuple[Material, tuple[Remember, ...]]] = []
    for material in batch.materials:
        local = _with_local_times(material, zone)
        found.append((local, (yield from find_facts(local))))
    return tuple(found)


def find_plans(facts: BatchFacts, day: Day) -> Iterator[Tomorrow]:
    """Find one item for each future date: plans and requested reminders."""
    yield from _find_dated_facts(facts, day)
    yield from _find_reminders(facts, day)


def _find_dated_facts(facts: BatchFacts, day: Day) -> Iterator[Tomorrow]:
    """Find dated facts, each by its first statement."""
    seen: set[tuple[date, str]] = set()
    for material, stated in facts:
        for fact in stated:
            when = _find_plan_date(fact, material)
            if when is None or (when, fact.content) in seen or not is_upcoming(when, day):
                continue
            if when == _find_said_day(fact, material):
                continue  # it is over by night, or had no date at all
            seen.add((when, fact.content))
            yield _make_item(fact, when, day)


def _find_reminders(facts: BatchFacts, day: Day) -> Iterator[Tomorrow]:
    """Find requested reminders of future days, however far: nobody reads the message again."""
    today = day.end.astimezone(ZoneInfo(day.zone)).date()
    for material, _ in facts:
        for message in material.interaction.messages:
            for asked, when in _read_reminders(message):
                if when >= today:
                    text = f"Coming up on {_format_day(when)}: “{asked}”"
                    yield Tomorrow(text, (message.id,), message.origin.trust, offer_time(when, day))


def _read_reminders(message: Message) -> Iterator[tuple[str, date]]:
    if message.role is not Role.USER:
        return
    own = LANGUAGE.speech.blank_foreign_text(message.text)
    for sentence in LANGUAGE.speech.split_sentences(own):
        found = LANGUAGE.dates.find_date(own, sentence.start, sentence.end, message.at, ahead=True)
        if found and LANGUAGE.directives.asks_for_reminder(sentence.text.strip()):
            yield sentence.text.strip()[:_ASKED], found.at.date()


def offer_time(when: date, day: Day) -> datetime:
    """Return the time to offer an item: a day before, in the user's zone, not before tonight's thinking is over."""
    zone = ZoneInfo(day.zone)
    return max(day.end, (datetime.combine(when, time(), zone) - NOTICE).astimezone(UTC))


def is_upcoming(when: date, day: Day) -> bool:
    today = day.end.astimezone(ZoneInfo(day.zone)).date()
    return today <= when <= today + HORIZON


def _with_local_times(material: Material, zone: ZoneInfo) -> Material:
    messages = tuple(_to_local_time(message, zone) for message in material.interaction.messages)
    return replace(material, interaction=replace(material.interaction, messages=messages))


def _to_local_time(message: Message, zone: ZoneInfo) -> Message:
    return replace(message, at=message.at.astimezone(zone))


def _find_plan_date(fact: Remember, material: Material) -> date | None:
    claim = fact.claim
    if claim is None or not claim.affirmed or claim.attribute not in _PLANNED | _DATED_VALUE:
        return None
    said = _find_said_time(fact, material)
    if claim.attribute in _PLANNED and fact.referred_at is not None:
        return fact.referred_at.astimezone(said.tzinfo if said else None).date()
    if claim.attribute not in _DATED_VALUE or said is None:
        return None
    found = LANGUAGE.dates.find_date(claim.value, 0, len(claim.value), said, ahead=True)
    return found.at.date() if found else None


def _find_said_day(fact: Remember, material: Material) -> date | None:
    said = _find_said_time(fact, material)
    return said.date() if said else None


def _find_said_time(fact: Remember, material: Material) -> datetime | None:
    return next((message.at for message in material.interaction.messages if message.id == _first_message(fact)), None)


def _first_message(fact: Remember) -> MessageId:
    return fact.evidence[0].message


def _make_item(fact: Remember, when: date, day: Day) -> Tomorrow:
    sources = tuple(dict.fromkeys(item.message for item in fact.evidence))
    text = f"Coming up on {_format_day(when)}: {fact.content}."
    return Tomorrow(text, sources, cited_trust(fact), offer_time(when, day))


def _format_day(when: date) -> str:
    return f"{when:%A} {when.day} {when:%B %Y}"
