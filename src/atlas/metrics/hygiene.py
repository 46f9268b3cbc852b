"""How clean a memory is (X6): entries go in one by one, and rates come out, each with its worst examples.

Rates overlap: a heartbeat that was stored a hundred times is junk once and an exact duplicate ninety-nine times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

from atlas.language.folding import fold_text
from atlas.metrics.columns import Columns, Redact
from atlas.metrics.contradictions import Rivals, find_contradictions
from atlas.metrics.copies import Copies, Meant, find_copies
from atlas.metrics.entries import Audit, Entry, Example, Fault, Rate
from atlas.metrics.likeness import Clash

SAYS: Final = {
    Fault.JUNK: "It says nothing worth remembering: pleasantries, questions, talk about the talk, system noise, dumps.",
    Fault.EXACT: "The same text is there already, but for case, spacing and outer punctuation.",
    Fault.NEAR: "Almost the same words as an earlier entry, and nothing in them that commits to something else.",
    Fault.LOOP: "It came out of memory and went in again: in the shape of a served memory, or time after time in days.",
    Fault.NEVER_USED: "It has been there for 30 days or more, and no reply has used it.",
    Fault.SECRET: "A key, token, password or card number stands in it.",
    Fault.CONTRADICTION: "An earlier entry of the same owner says something else of one matter, and both are kept.",
    Fault.STALE: "What was ahead has passed, its time is over, or, where use is told, nobody came back in a year.",
}
UNUSED_AFTER: Final = timedelta(days=30)
_EXAMPLES: Final = 5
_REASONS: Final = 6
_FORGIVEN: Final = Fault.NEVER_USED


@dataclass(frozen=True, slots=True)
class Tools:
    """What other stages know, handed over by the engine."""

    redact: Redact
    clash: Clash
    rivals: Rivals
    meant: Meant | None = None


class Auditor:
    def __init__(self, tools: Tools, now: datetime) -> None:
        self._tools = tools
        self._now = now
        self._columns = Columns(tools.redact, now)

    def add(self, entry: Entry) -> None:
        self._columns.add(entry)

    def finish(self) -> Audit:
        columns = self._columns
        twice = find_copies(columns, self._tools.clash, self._tools.meant)
        against = find_contradictions(columns, twice, self._tools.rivals)
        faults = _Faults(columns, twice, against, self._now)
        rates = tuple(faults.rate(fault) for fault in Fault)
        wrong = {place for fault in Fault if fault is not _FORGIVEN for place in faults.places(fault)}
        return Audit(
            entries=len(columns),
            owners=columns.owners,
            sound=len(columns) - len(wrong),
            rates=rates,
            months=tuple(sorted(_count_by_month(columns).items())),
            likeness=tuple(twice.likeness),
        )


class _Faults:
    """What was found, by fault: the places, the reasons, the worst."""

    def __init__(self, columns: Columns, twice: Copies, against: Mapping[int, int], now: datetime) -> None:
        self._columns = columns
        self._twice = twice
        self._against = against
        self._unused_before = now.timestamp() - UNUSED_AFTER.total_seconds()
        self._reasons: dict[Fault, Mapping[int, str]] = {
            Fault.JUNK: columns.junk,
            Fault.EXACT: {place: self._describe_copies(place) for place in twice.exact},
            Fault.NEAR: {place: f"{value:.2f} alike" for place, value in twice.near.items()},
            Fault.LOOP: twice.loops,
            Fault.NEVER_USED: dict.fromkeys(self._find_unused(), "never used"),
            Fault.SECRET: columns.secret,
            Fault.CONTRADICTION: dict.fromkeys(against, "another value of the same matter"),
            Fault.STALE: columns.stale | dict.fromkeys(self._find_unconfirmed(), "nobody came back to it in a year"),
        }

    def places(self, fault: Fault) -> Iterable[int]:
        return self._reasons[fault]

    def rate(self, fault: Fault) -> Rate:
        found = self._reasons[fault]
        counted = Counter(found.values()) if fault in (Fault.JUNK, Fault.LOOP, Fault.SECRET) else Counter()
        reasons = counted.most_common(_REASONS)
        if unknown := self._explain_unknown(fault):
            return Rate(fault, SAYS[fault], 0, 0, unknown)
        examples = tuple(self._make_example(fault, place) for place in islice(self._order_worst(fault), _EXAMPLES))
        return Rate(fault, SAYS[fault], len(found), len(self._columns), "", tuple(reasons), examples)

    def _explain_unknown(self, fault: Fault) -> str:
        columns = self._columns
        if not len(columns):
            return ""
        if fault is Fault.NEVER_USED and max(columns.uses) < 0:
            return "Nothing tells what was used: the format does not, or nothing was served yet."
        if fault is Fault.STALE and not columns.judged_for_time:
            return "Nothing here has a date and is meant to hold."
        return ""

    def _find_unused(self) -> Iterator[int]:
        for place, uses in enumerate(self._columns.uses):
            at = self._columns.since(place)
            if uses == 0 and at is not None and at < self._unused_before:
                yield place

    def _find_unconfirmed(self) -> Iterator[int]:
        """Old, and nothing that says the same is younger."""
        for place in sorted(self._columns.old):
            members = self._twice.members.get(self._twice.first.get(place, place), [place])
            if members[-1] in self._columns.old:
                yield place

    def _describe_copies(self, place: int) -> str:
        return f"{self._count_copies(place):,} times in all"

    def _count_copies(self, place: int) -> int:
        return len(self._twice.members.get(self._twice.first.get(place, place), ()))

    def _order_worst(self, fault: Fault) -> Iterator[int]:
        found = self._reasons[fault]
        if fault in (Fault.EXACT, Fault.NEAR, Fault.LOOP):
            yield from self._one_of_each(sorted(found, key=lambda place: (-self._count_copies(place), place)))
        elif fault in (Fault.JUNK, Fault.SECRET):
            yield from self._by_turns(found)
        else:
            yield from sorted(found, key=lambda place: (self._columns.time(place) or 0.0, place))

    def _one_of_each(self, places: Iterable[int]) -> Iterator[int]:
        """Of copies of one text, one, whoever has it."""
        firsts: set[int] = set()
        texts: set[str] = set()
        for place in places:
            first, text = self._twice.first.get(place, place), fold_text(self._columns.as_shown(place))
            if first not in firsts and text not in texts:
                firsts.add(first)
                texts.add(text)
                yield place

    def _by_turns(self, found: Mapping[int, str]) -> Iterator[int]:
        """One for each reason, the most frequent first, then another."""
        order = [reason for reason, _ in Counter(found.values()).most_common()]
        shown: Counter[str] = Counter()
        chosen: list[tuple[int, int, int]] = []
        for place in self._one_of_each(sorted(found)):
            reason = found[place]
            if shown[reason] < _EXAMPLES:
                chosen.append((shown[reason], order.index(reason), place))
                shown[reason] += 1
        yield from (place for _, _, place in sorted(chosen))

    def _make_example(self, fault: Fault, place: int) -> Example:
        columns = self._columns
        beside = ""
        if fault in (Fault.NEAR, Fault.LOOP) and place in self._twice.first:
            beside = columns.as_shown(self._twice.first[place])
        elif fault is Fault.CONTRADICTION:
            beside = columns.as_shown(self._against[place])
        why = self._reasons[fault][place]
        if fault is Fault.LOOP and self._count_copies(place):
            why = f"{why}, {self._describe_copies(place)}"
        return Example(columns.id_as_shown(place), columns.as_shown(place), why, beside)


def _count_by_month(columns: Columns) -> Counter[str]:
    found: Counter[str] = Counter()
    for place in range(len(columns)):
        at = columns.time(place)
        if at is not None:
            found[datetime.fromtimestamp(at, UTC).strftime("%Y-%m")] += 1
    return found
