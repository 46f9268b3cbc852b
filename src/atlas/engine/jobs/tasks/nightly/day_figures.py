"""The figures of the days before (H3, H4), computed by the night from rows and kept; then the ladder is asked (H6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final, TypeVar

from atlas.engine.core.escalation import climb_for_alerts
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.nightly.memory_calls import read_memory_calls
from atlas.examination.bearing import BearingWords, read_manner
from atlas.metrics.alerts import SERIES, list_alerts
from atlas.metrics.figures import DayRows, compute_figures, list_missing_days
from atlas.model.examination import Bearing
from atlas.model.ids import InteractionId
from atlas.model.interaction import Role
from atlas.model.journal import Action
from atlas.model.memory import Form, Kind, Memory, Status
from atlas.model.metric import Figure, Metric
from atlas.model.signal import SignalKind
from atlas.model.task import Task
from atlas.model.thinking import Judged, Reflection
from atlas.model.verdict import Outcome
from atlas.ports.reading import MemoryFilter, Reader

MOST_DAYS: Final = 30
"""So far back days are computed that nobody computed before."""
PROPOSING_NOTHING: Final = frozenset({Task.GATE, Task.REPLAY, Task.EXAM, Task.PROBES})
"""What only looks: it is no reflection of which one asks what came of it."""
_MANY: Final = 50_000
_ENTRIES: Final = 200
_LEARNED: Final = frozenset(Kind) - {Kind.EPISODE}

T = TypeVar("T")


def count_figures(runtime: Runtime) -> tuple[Figure, ...]:
    """Compute the days that are missing up to yesterday. Days that are over do not change any more: it takes no
    transaction that anybody waits for."""
    with runtime.reading() as reader:
        today = _find_today(runtime)
        missing = list_missing_days(_list_known(reader, today), _find_first(reader, runtime.zone), today, MOST_DAYS)
        if not missing:
            return ()
        days = read_days(reader, missing, runtime.zone, runtime.bearing_words())
        return tuple(figure for rows in days for figure in compute_figures(rows))


def keep_figures(runtime: Runtime, ledger: Ledger, counted: Sequence[Figure]) -> None:
    """Keep what was counted of days that nobody else kept meanwhile, and hold the engine back if need be."""
    today = _find_today(runtime)
    known = _list_known(ledger.txn, today)
    new = [each for each in counted if each.day not in known]
    if not new:
        return
    ledger.record_figures(new)
    climb_for_alerts(ledger, list_alerts(ledger.txn.figures(today - SERIES)))


def _find_today(runtime: Runtime) -> date:
    return runtime.now().astimezone(runtime.zone).date()


def _list_known(reader: Reader, today: date) -> set[date]:
    """The days whose figures are kept."""
    return {each.day for each in reader.figures(today - timedelta(days=MOST_DAYS), [Metric.LEARNING_VELOCITY])}


def _find_first(reader: Reader, zone: tzinfo) -> datetime | None:
    first = next((each for _, each in reader.interactions(0, 1)), None)
    return first.messages[0].at.astimezone(zone) if first else None


@dataclass(frozen=True, slots=True)
class _Days:
    """Rows by the day they are of, in the zone of the user."""

    zone: tzinfo
    days: frozenset[date]
    until: datetime | None = None

    def group(self, rows: Iterable[T], at: Callable[[T], datetime | None]) -> Mapping[date, list[T]]:
        found: dict[date, list[T]] = {day: [] for day in self.days}
        for row in rows:
            moment = at(row)
            if moment is None or (self.until is not None and moment > self.until):
                continue
            if (day := moment.astimezone(self.zone).date()) in found:
                found[day].append(row)
        return found

    def begin(self, day: date) -> datetime:
        return datetime.combine(day, time.min, self.zone)


def read_days(
    reader: Reader, missing: Sequence[date], zone: tzinfo, words: BearingWords, until: datetime | None = None
) -> Iterator[DayRows]:
    """Read the rows of all missing days at once: a store that nobody looked at for long has thirty of them."""
    days = _Days(zone, frozenset(missing), until)
    start = days.begin(min(missing))
    runs = days.group(reader.reflections(_MANY, since=start), lambda each: each.at)
    feedback = days.group(reader.feedback(_MANY, since=start), lambda each: each.at)
    signals = days.group(reader.signals_since(start, _MANY), lambda each: each.at)
    failures = days.group(reader.failures(_MANY), lambda each: each.at)
    suggestions = days.group(reader.suggestions(None, _MANY), lambda each: each.decided_at)
    exams = days.group(reader.exams(_MANY), lambda each: each.at)
    learned = days.group(_read_learned(reader, start), lambda each: each.observed_at)
    broken = days.group(_read_violations(reader, start), lambda each: each)
    patterns = reader.patterns(active=True)
    for day in missing:
        thought = [each for each in runs[day] if each.task not in PROPOSING_NOTHING]
        outcomes = Counter(each.verdict.outcome for each in _read_judged(reader, thought))
        end = days.begin(day + timedelta(days=1))
        opposed = {each.seen_in for each in signals[day] if each.kind is SignalKind.CORRECTION}
        bearings = Counter(_read_replies(reader, opposed, words))
        yield DayRows(
            day,
            exchanges=sum(each.task is Task.LIGHTWEIGHT for each in thought),
            learned=len(learned[day]),
            reflections=thought,
            accepted=outcomes[Outcome.ACCEPTED],
            refused=outcomes[Outcome.REFUSED],
            judged=outcomes.total(),
            calls=read_memory_calls(reader, runs[day], feedback[day], signals[day]),
            signals=signals[day],
            failures=failures[day],
            patterns=[each for each in patterns if each.first_seen < end],
            suggestions=suggestions[day],
            exams=exams[day],
            probes=[each.said for each in runs[day] if each.task in (Task.PROBES, Task.EXAM)],
            violations=len(broken[day]),
            opposed=len(opposed),
            held=bearings[Bearing.HELD],
            yielded=bearings[Bearing.YIELDED],
            zone=zone,
        )


def _read_replies(reader: Reader, opposed: Iterable[InteractionId], words: BearingWords) -> Iterator[Bearing]:
    """How the replies to a contradiction bear it (H2)."""
    for id in opposed:
        exchange = reader.interaction(id)
        replies = [each.text for each in exchange.messages if each.role is Role.ASSISTANT] if exchange else []
        if replies:
            yield read_manner(replies[-1], words)


def _read_learned(reader: Reader, start: datetime) -> list[Memory]:
    where = MemoryFilter(statuses=frozenset({Status.APPROVED}), kinds=_LEARNED, observed_after=start)
    return [each for each in reader.newest_memories(where, _MANY) if each.form is Form.SEMANTIC]


def _read_judged(reader: Reader, runs: Sequence[Reflection]) -> Iterator[Judged]:
    return (judged for each in runs if each.proposed for judged in reader.judged_by(each.id))


def _read_violations(reader: Reader, start: datetime) -> Iterator[datetime]:
    """When the constitution was seen to be broken, from the end of the journal back to the first of these days."""
    tip = reader.tip()
    upto = tip[0] if tip else 0
    while upto > 0:
        page = reader.entries(max(0, upto - _ENTRIES), min(_ENTRIES, upto))
        for entry in page:
            if entry.action is Action.VIOLATED and entry.at >= start:
                yield from (entry.at for _ in entry.parts)
        if not page or page[0].at < start:
            return
        upto = page[0].seq - 1
