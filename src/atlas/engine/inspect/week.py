"""The page of a week as data (J10): what the weekly run said, with figures, examinations, costs and withdrawals.

It reads rows and decides nothing. Words that the run quoted stand in its record, so that forgetting finds them there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from atlas.engine.core.escalation import LadderStatus, read_ladder
from atlas.engine.core.runtime import Runtime
from atlas.errors import NotFound
from atlas.metrics.alerts import SERIES, list_alerts
from atlas.model.exam import Exam
from atlas.model.ids import MemoryId
from atlas.model.journal import Action, Entry, RowKind
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.metric import Alert, Figure
from atlas.model.plain_data import from_plain
from atlas.model.spending import Spending, SpendingState, Spent
from atlas.model.task import Task
from atlas.model.thinking import Reflection
from atlas.ports.reading import Reader

_MANY: Final = 50_000
_WEEKS: Final = 600
_PAGE: Final = 200
_DAYS_SHOWN: Final = 28
"""Four weeks: what a plot has room for, and enough to see which way it goes."""


class Withdrawal(StrEnum):
    """How something that was in service left it."""

    DEMOTED = "demoted"
    """It made answers worse, or the assistant agreeable (H2, H7)."""
    REJECTED = "rejected"
    """By a person."""
    UNDONE = "undone"
    QUARANTINED = "quarantined"
    FORGOTTEN = "forgotten"
    REPLACED = "replaced"
    """By something newer, or because it is over."""
    ARCHIVED = "archived"
    """Nobody needed it, or another says the same."""


_WITHDRAWALS: Final = {
    Action.DEMOTED: Withdrawal.DEMOTED,
    Action.DECIDED: Withdrawal.REJECTED,
    Action.UNDONE: Withdrawal.UNDONE,
    Action.QUARANTINED: Withdrawal.QUARANTINED,
    Action.FORGOTTEN: Withdrawal.FORGOTTEN,
    Action.CLOSED: Withdrawal.REPLACED,
    Action.EXPIRED: Withdrawal.REPLACED,
    Action.REMEMBERED: Withdrawal.REPLACED,
    Action.CHANGED: Withdrawal.ARCHIVED,
    Action.CONSOLIDATED: Withdrawal.ARCHIVED,
}


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """One thing that was in service and is no more."""

    how: Withdrawal
    memory: MemoryId
    says: str
    """Nothing where it was forgotten or is sensitive."""


@dataclass(frozen=True, slots=True)
class WeekCost:
    spent: Spent
    before: Spent
    """In the week before."""
    by_purpose: tuple[tuple[str, Spent], ...]
    thinking_ms: int
    runs: int


@dataclass(frozen=True, slots=True)
class WeekReport:
    start: datetime
    end: datetime
    run: Reflection
    """The weekly run, whose record has the page, the trends and the signs."""
    days: tuple[date, ...]
    figures: Mapping[str, tuple[float | None, ...]]
    """By name, one value for each of these days."""
    exams: tuple[Exam, ...]
    replay: Mapping[str, Any] | None
    probes: Mapping[str, Any] | None
    """What the last run of each said this week; None where there was none."""
    withdrawn: tuple[Withdrawn, ...]
    cost: WeekCost
    alerts: tuple[Alert, ...]
    """That stood at its end."""
    ladder: LadderStatus
    """As it is now."""

    @property
    def said(self) -> Mapping[str, Any]:
        return self.run.said


def read_week_report(runtime: Runtime, back: int = 0) -> WeekReport:
    """Read the last week that was thought over, or one so many weeks before it."""
    with runtime.reading() as reader:
        runs = _list_weeks(reader)
        if back >= len(runs):
            raise NotFound(_tell_missing(len(runs)))
        run = runs[back]
        start, end = (datetime.fromisoformat(str(run.said[name])) for name in ("from", "to"))
        last = end.astimezone(runtime.zone).date()
        series = [each for each in reader.figures(last - SERIES) if each.day <= last]
        days = tuple(last - timedelta(days=back) for back in range(_DAYS_SHOWN - 1, -1, -1))
        return WeekReport(
            start,
            end,
            run,
            days,
            _spread_figures([*_read_last_day(run, last), *series], days),
            tuple(each for each in reversed(reader.exams(_MANY)) if start < each.at <= end),
            _find_last(reader, Task.REPLAY, start, end),
            _find_last(reader, Task.PROBES, start, end),
            tuple(_list_withdrawn(reader, start, end)),
            _sum_costs(runtime, reader, start, end),
            tuple(list_alerts(series)),
            read_ladder(reader),
        )


def _list_weeks(reader: Reader) -> list[Reflection]:
    """The weeks that were thought over, the newest first; of several looks at one week the last."""
    told = [each for each in reader.reflections(_WEEKS, Task.WEEKLY) if "from" in each.said and not each.problem]
    return list({each.said["to"]: each for each in reversed(told)}.values())[::-1]


def _tell_missing(known: int) -> str:
    if not known:
        return "No week has been thought over yet: Sunday evening does that, or atlas learning reflect weekly now."
    return f"So far back no week was thought over: {known} {'is' if known == 1 else 'are'} on record, counted from 0."


def _read_last_day(run: Reflection, day: date) -> list[Figure]:
    """The figures of the day on which the week ended, as the run saw it; a night computes the whole of it."""
    trends = run.said.get("trends", ())
    return [Figure(each["name"], day, each["last"], 0) for each in trends if each.get("last") is not None]


def _spread_figures(series: Sequence[Figure], days: Sequence[date]) -> dict[str, tuple[float | None, ...]]:
    by_name: dict[str, dict[date, float | None]] = {}
    for each in series:
        by_name.setdefault(each.name, {})[each.day] = each.value
    return {name: tuple(values.get(day) for day in days) for name, values in by_name.items()}


def _find_last(reader: Reader, task: Task, start: datetime, end: datetime) -> Mapping[str, Any] | None:
    runs = (each for each in reader.reflections(_MANY, task, start) if start < each.at <= end and not each.problem)
    return next((each.said for each in runs), None)


# --- what was taken back


def _list_withdrawn(reader: Reader, start: datetime, end: datetime) -> Iterator[Withdrawn]:
    """What left service this week and has not come back; each once, by how it left last."""
    left: dict[MemoryId, Withdrawal] = {}
    for entry in _read_entries(reader, start, end):
        if entry.action in _WITHDRAWALS:
            left |= dict.fromkeys(_find_left(entry), _WITHDRAWALS[entry.action])
    now = {each.id: each for each in reader.memories(sorted(left))}
    for id, how in left.items():
        memory = now.get(id)
        if memory is None or (memory.kind is not Kind.EPISODE and not memory.served):
            yield Withdrawn(how, id, memory.content if memory is not None and _may_be_told(memory) else "")


def _find_left(entry: Entry) -> Iterator[MemoryId]:
    """What an entry took out of service; of what was forgotten nothing more is known than that it was."""
    for part in entry.parts:
        change = part.change() if part.kind is RowKind.MEMORY else None
        if part.kind is RowKind.MEMORY and entry.action is Action.FORGOTTEN:
            yield MemoryId(part.id)
        if change is None or change.before is None:
            continue
        before = from_plain(Memory, change.before)
        after = from_plain(Memory, change.after) if change.after is not None else None
        if before.kind is not Kind.EPISODE and before.served and (after is None or not after.served):
            yield MemoryId(part.id)


def _may_be_told(memory: Memory) -> bool:
    return memory.status is not Status.SENSITIVE and memory.state is not State.GONE


def _read_entries(reader: Reader, start: datetime, end: datetime) -> Iterator[Entry]:
    """Of that week, the oldest first, found from the end of the journal."""
    tip = reader.tip()
    upto = tip[0] if tip else 0
    pages: list[Sequence[Entry]] = []
    while upto > 0:
        page = reader.entries(max(0, upto - _PAGE), min(_PAGE, upto))
        if not page:
            break
        pages.append([each for each in page if start < each.at <= end])
        if page[0].at <= start:
            break
        upto = page[0].seq - 1
    for page in reversed(pages):
        yield from page


# --- what it cost


def _sum_costs(runtime: Runtime, reader: Reader, start: datetime, end: datetime) -> WeekCost:
    before = start - (end - start)
    calls = reader.spendings(_MANY, before.astimezone(runtime.zone).date())
    paid = [each for each in calls if each.state is not SpendingState.FAILED]
    now = [each for each in paid if start < each.at <= end]
    runs = [each for each in reader.reflections(_MANY, since=start) if start < each.at <= end]
    purposes = Counter(each.purpose for each in now)
    return WeekCost(
        _sum_spent(now),
        _sum_spent([each for each in paid if before < each.at <= start]),
        tuple((name, _sum_spent([each for each in now if each.purpose == name])) for name, _ in purposes.most_common()),
        sum(each.duration_ms for each in runs),
        len(runs),
    )


def _sum_spent(calls: Sequence[Spending]) -> Spent:
    return Spent(len(calls), sum(each.tokens for each in calls), sum(each.money for each in calls))
