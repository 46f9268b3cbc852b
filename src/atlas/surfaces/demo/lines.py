"""Each event as lines: what happened in a word and a colour, what it says, a lesser remark, its journal entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch
from typing import Final

from atlas.surfaces.demo.events import (
    Asked,
    Confirmed,
    Decided,
    Expired,
    Forgotten,
    Held,
    KeptOut,
    Learned,
    Redacted,
    Refused,
    Scan,
    Trouble,
    Undone,
)
from atlas.surfaces.views.status_words import STATUS_WORDS

_MAX_QUOTE: Final = 150
_PLURALS: Final = {"memory": "memories", "entry": "entries"}


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    style: str
    says: str
    remark: str = ""
    entry: int = 0


def remark(text: str) -> Line:
    """A line that belongs to the one above."""
    return Line("", "", "", text)


@singledispatch
def lines_of(event: object) -> Iterator[Line]:
    """How an event is told."""
    raise TypeError(f"Nobody has said how to tell {type(event).__name__}.")


@lines_of.register
def _learned(event: Learned) -> Iterator[Line]:
    about = f", {day(event.about)}" if event.about and event.about.date() != event.at.date() else ""
    label, style = ("changed", "yellow") if event.replaced else ("learned", "green")
    yield Line(label, style, f"{event.says}{about}", quoted(event.quote), event.entry)
    for old in event.replaced:
        until = f" to {day(old.until)}" if old.until else ""
        yield remark(f"closes: {old.says} ({day(old.since)}{until})")


@lines_of.register
def _confirmed(event: Confirmed) -> Iterator[Line]:
    yield Line("said again", "dim", event.says, quoted(event.quote), event.entry)


@lines_of.register
def _held(event: Held) -> Iterator[Line]:
    yield Line("waits", "magenta", event.says, quoted(event.quote), event.entry)
    yield remark(f"{event.why} ({event.rule})")


@lines_of.register
def _refused(event: Refused) -> Iterator[Line]:
    yield Line("refused", "red", event.says, quoted(event.quote), event.entry)
    yield remark(f"{event.why} ({event.rule})")


@lines_of.register
def _kept_out(event: KeptOut) -> Iterator[Line]:
    says = f"text from {event.origin.value}: {status_word(event.status)}"
    yield Line("kept out", "red", says, quoted(event.text), event.entry)


@lines_of.register
def _redacted(event: Redacted) -> Iterator[Line]:
    yield Line("redacted", "red", ", ".join(event.kinds), quoted(event.stored), event.entry)
    yield remark(f"the secret in the store's files: {count(event.scan.hits, 'place')}")


@lines_of.register
def _asked(event: Asked) -> Iterator[Line]:
    yield Line("asked", "cyan", quoted(event.question), "", event.entry)
    if not event.sure:
        near = f"The nearest is {_cited(event.found[0].quote, event.found[0].said_at)}." if event.found else ""
        yield Line("", "", "Not known.", near)
        return
    for found in event.found:
        yield Line("", "", f"{found.says}.", _cited(found.quote, found.said_at))


@lines_of.register
def _decided(event: Decided) -> Iterator[Line]:
    yield Line(event.after.split("_")[0], "blue", event.says, f"by the {event.actor}: {event.reason}", event.entry)


@lines_of.register
def _undone(event: Undone) -> Iterator[Line]:
    yield Line("undone", "blue", "; ".join(event.says), f"takes back #{event.cause}", event.entry)


@lines_of.register
def _expired(event: Expired) -> Iterator[Line]:
    yield Line("expired", "dim", quoted(event.says), "nobody decided on it", event.entry)


@lines_of.register
def _forgotten(event: Forgotten) -> Iterator[Line]:
    gone = [
        (event.memories, "memory"),
        (event.messages, "message"),
        (event.masked, "masked message"),
        (event.proposals, "proposal"),
        (event.journal_parts, "journal text"),
    ]
    went = ", ".join(count(number, what) for number, what in gone if number)
    yield Line("forgotten", "bold red", event.name, went, event.entry)
    before, after = count(event.before.hits, "place"), event.after.hits
    yield remark(f"the name in the store's files: {before} before, {after} after")
    yield remark(f"recall of the name: {count(event.recalled_before, 'memory')} before, {event.recalled_after} after")


@lines_of.register
def _trouble(event: Trouble) -> Iterator[Line]:
    yield Line("trouble", "red", event.says, "", event.entry)


# --- words


def quoted(text: str) -> str:
    one = " ".join(text.split())
    short = one if len(one) <= _MAX_QUOTE else f"{one[: _MAX_QUOTE - 1]}…"
    return f"“{short}”" if short else ""


def _cited(quote: str, said_at: datetime) -> str:
    return f"{quoted(quote)}, {day(said_at)}"


def in_bytes(scan: Scan) -> str:
    return f"{count(scan.hits, 'place')} in the store's {count(scan.files, 'file')}, byte by byte"


def status_word(name: str) -> str:
    """A status as every command calls it; anything else as it is."""
    words = {status.value: word for status, word in STATUS_WORDS.items()}
    return words.get(name, name.replace("_", " "))


def count(number: int, what: str) -> str:
    return f"{number:,} {what if number == 1 else _PLURALS.get(what, f'{what}s')}"


def day(when: datetime) -> str:
    return f"{when.day} {when:%B}"
