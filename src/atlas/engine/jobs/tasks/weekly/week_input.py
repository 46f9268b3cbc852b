"""What weekly thinking reads: the week that is owed, with its figures, its patterns, and what was learned (J3, J10)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.weekly.figures import compute_trends, find_sudden
from atlas.engine.jobs.tasks.weekly.week_events import find_changes, find_repeats, find_unsettled, read_corrections
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pinned_end, pinned_start, week_before
from atlas.model.failure import Pattern
from atlas.model.interaction import Message
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import Job, Thinking, Week
from atlas.ports.reading import SERVABLE, Reader


def read_week(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    """J3, J10: the week that is owed; weeks that nobody has looked at before it come with it."""
    end = pinned_end(job) or job.created_at
    before = _find_last_week_end(reader, end)
    start = min(pinned_start(job) or week_before(end, runtime.zone), before or end)
    ran = tuple(each for each in reader.reflections(20_000, since=start) if each.at <= end)
    learned = _group_learned(reader, start, end)
    fresh = [memory for group in learned for memory in group]
    week = Week(
        start,
        end,
        ran,
        _sort_patterns(reader),
        compute_trends(runtime, reader, start, end),
        learned,
        before,
        getattr(runtime.zone, "key", "UTC"),
        find_changes(reader, fresh),
        read_corrections(reader, start, end),
        find_repeats(reader, start, end),
        find_unsettled(reader, end),
        find_sudden(runtime, reader, start, end),
    )
    from atlas.reflection.weekly import reflect_by_rules, reflect_with_model  # needed by thinking alone

    def start_thinking() -> Thinking:
        return reflect_with_model(week, runtime.reflection) if runtime.models else reflect_by_rules(week)

    told = [memory for pair in (*week.changes, *week.conflicts) for memory in pair]
    memories = tuple(dict.fromkeys([*fresh, *told]))
    lowest = min((memory.trust for memory in fresh), default=Trust.USER)
    beside = tuple(source for pattern in week.patterns for source in pattern.sources)
    return JobInput(start_thinking, _list_quoted(week), memories, lowest, bool(runtime.models), beside)


def _list_quoted(week: Week) -> tuple[Message, ...]:
    """List the messages that the page of the week quotes."""
    corrected = [message for each in week.corrections for message in (each.asked, each.told) if message is not None]
    again = [message for each in week.repeats for message in (*each.asked, *each.told)]
    return tuple(dict.fromkeys([*corrected, *again]))


def _find_last_week_end(reader: Reader, end: datetime) -> datetime | None:
    """Find up to when the last useful run looked; a record of an earlier version says only when it ran."""
    done = (each for each in reader.reflections(10, Task.WEEKLY) if not each.problem)
    ends = (datetime.fromisoformat(str(each.said["to"])) if "to" in each.said else each.at for each in done)
    return next((each for each in ends if each < end), None)


def _sort_patterns(reader: Reader) -> tuple[Pattern, ...]:
    """All that are active, the surest first: each may weaken, and end (H8)."""
    return tuple(sorted(reader.patterns(active=True), key=lambda each: (-each.confidence, each.id)))


def _group_learned(reader: Reader, start: datetime, end: datetime) -> tuple[tuple[Memory, ...], ...]:
    """Group the approved memories learned that week by trust; what stands in files was not learned (C6)."""
    where = replace(SERVABLE, kinds=frozenset(Kind) - {Kind.EPISODE, Kind.KNOWLEDGE})
    fresh = [memory for memory in reader.newest_memories(where, 2_000) if start < memory.created_at <= end]
    groups = sorted({memory.trust for memory in fresh}, reverse=True)
    return tuple(tuple(memory for memory in fresh if memory.trust is trust) for trust in groups)
