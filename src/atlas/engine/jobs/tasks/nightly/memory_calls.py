"""Which replies of a day called for memory, and whether it served them well (H4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from atlas.engine.intake.replies import find_servings
from atlas.engine.jobs.tasks.nightly.day_candidates import admits_ignorance, find_own_words
from atlas.metrics.figures import MemoryCall
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction
from atlas.model.signal import Signal, SignalKind
from atlas.model.task import Task
from atlas.model.thinking import Reflection
from atlas.ports.reading import Reader

_USES: Final = frozenset({FeedbackSignal.USED, FeedbackSignal.HELPED})
_MISLED: Final = frozenset({FeedbackSignal.WRONG, FeedbackSignal.STALE})


def read_memory_calls(
    reader: Reader, runs: Iterable[Reflection], feedback: Sequence[Feedback], signals: Iterable[Signal]
) -> tuple[MemoryCall, ...]:
    """The replies that used what was served; and those to what users asked about themselves that fell short of it."""
    used = _find_replies(reader, feedback, _USES)
    corrected = {each.about for each in signals if each.kind is SignalKind.CORRECTION}
    failed = corrected | _find_replies(reader, feedback, _MISLED)
    missed = {each.id for each in _read_exchanges(reader, runs) if _falls_short(reader, each, failed)}
    return tuple(MemoryCall(each in used, each in missed | failed) for each in sorted(used | missed))


def _falls_short(reader: Reader, exchange: Interaction, failed: set[InteractionId]) -> bool:
    """Whether a user spoke of themselves, a context was served, and the reply did not know, or was not right.

    That the reply does not know says by itself that something was asked: "who's my dentist" has no mark.
    """
    if find_own_words(exchange) is None or not (exchange.id in failed or admits_ignorance(exchange)):
        return False
    return bool(find_servings(reader, exchange))


def _find_replies(
    reader: Reader, feedback: Iterable[Feedback], signals: frozenset[FeedbackSignal]
) -> set[InteractionId]:
    replies = {each.reply for each in feedback if each.signal in signals and each.reply}
    return {each.interaction for each in reader.messages(sorted(replies))}


def _read_exchanges(reader: Reader, runs: Iterable[Reflection]) -> Iterator[Interaction]:
    """The interactions that were thought over."""
    seen = {id for each in runs if each.task is Task.LIGHTWEIGHT for id in each.inputs}
    for id in sorted({each.interaction for each in reader.messages(sorted(seen))}):
        if (found := reader.interaction(id)) is not None:
            yield found
