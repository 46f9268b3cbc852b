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


def remark_line(text: str) -> Line:
    """A line that belongs to the one above."""
    return Line("", "", "", text)


@singledispatch
def lines_of(event: object) -> Iterator[Line]:
    """Tell an event in lines."""
    raise TypeError(f"Nobody has said how to tell {type(event).__name__}.")


@lines_of.register
def _learned_lines(event: Learned) -> Iterator[Line]:
    about = f", {format_day(event.about)}" if event.about and event.about.date() != event.at.date() else ""
    label, style = ("changed", "yellow") if event.replaced else ("learned", "green")
    yield Line(label, style, f"{event.says}{about}", quote_text(event.quote), event.entry)
    for old in event.replaced:
        until = f" to {format_day(old.until)}" if old.until else ""
        yield remark_line(f"closes: {old.says} ({format_day(old.since)}{until})")


@lines_of.register
def _confirmed_lines(event: Confirmed) -> Iterator[Line]:
    yield Line("said again", "dim", event.says, quote_text(event.quote), event.entry)


@lines_of.register
def _held_lines(event: Held) -> Iterator[Line]:
    yield Line("waits", "magenta", event.says, quote_text(event.quote), event.entry)
    yield remark_line(f"{event.why} ({event.rule})")


@lines_of.register
def _refused_lines(event: Refused) -> Iterator[Line]:
    yield Line("refused", "red", event.says, quote_text(event.quote), event.entry)
    yield remark_line(f"{event.why} ({event.rule})")


@lines_of.register
def _kept_out_lines(event: KeptOut) -> Iterator[Line]:
    says = f"text from {event.origin.value}: {status_word(event.status)}"
    yield Line("kept out", "red", says, quote_text(event.text), event.entry)


@lines_of.register
def _redacted_lines(event: Redacted) -> Iterator[Line]:
    yield Line("redacted", "red", ", ".join(event.kinds), quote_text(event.stored), event.entry)
    yield remark_line(f"the secret in the store's files: {count_things(event.scan.hits, 'place')}")


@lines_of.register
def _asked_lines(event: Asked) -> Iterator[Line]:
    yield Line("asked", "cyan", quote_text(event.question), "", event.entry)
    if not event.sure:
        near = f"The nearest is {_quote_with_day(event.found[0].quote, event.found[0].said_at)}." if event.found else ""
        yield Line("", "", "Not known.", near)
        return
    for found in event.found:
        yield Line("", "", f"{found.says}.", _quote_with_day(found.quote, found.said_at))


@lines_of.register
def _decided_lines(event: Decided) -> Iterator[Line]:
    yield Line(event.after.split("_")[0], "blue", event.says, f"by the {event.actor}: {event.reason}", event.entry)


@lines_of.register
def _undone_lines(event: Undone) -> Iterator[Line]:
    yield Line("undone", "blue", "; ".join(event.says), f"takes back #{event.cause}", event.entry)


@lines_of.register
def _expired_lines(event: Expired) -> Iterator[Line]:
    yield Line("expired", "dim", quote_text(event.says), "nobody decided on it", event.entry)


@lines_of.register
def _forgotten_lines(event: Forgotten) -> Iterator[Line]:
    gone = [
        (event.memories, "memory"),
        (event.messages, "message"),
        (event.masked, "masked message"),
        (event.proposals, "proposal"),
        (event.journal_parts, "journal text"),
    ]
    went = ", ".join(count_things(number, what) for number, what in gone if number)
    yield Line("forgotten", "bold red", event.name, went, event.entry)
    before, after = count_things(event.before.hits, "place"), event.after.hits
    yield remark_line(f"the name in the store's files: {before} before, {after} after")
    yield remark_line(
        f"recall of the name: {count_things(event.recalled_before, 'memory')} before, {event.recalled_after} after"
    )


@lines_of.register
def _trouble_lines(event: Trouble) -> Iterator[Line]:
    yield Line("trouble", "red", event.says, "", event.entry)


# --- words


def quote_text(text: str) -> str:
    one = " ".join(text.split())
    short = one if len(one) <= _MAX_QUOTE else f"{one[: _MAX_QUOTE - 1]}…"
    return f"“{short}”" if short else ""


def _quote_with_day(quote: str, said_at: datetime) -> str:
    return f"{quote_text(quote)}, {format_day(said_at)}"


def describe_scan(scan: Scan) -> str:
    return f"{count_things(scan.hits, 'place')} in the store's {count_things(scan.files, 'file')}, byte by byte"


def status_word(name: str) -> str:
    """A status as every command calls it; anything else as it is."""
    words = {status.value: word for status, word in STATUS_WORDS.items()}
    return words.get(name, name.replace("_", " "))


def count_things(number: int, what: str) -> str:
    return f"{number:,} {what if number == 1 else _PLURALS.get(what, f'{what}s')}"


def format_day(when: datetime) -> str:
    return f"{when.day} {when:%B}"
