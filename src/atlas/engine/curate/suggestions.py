"""Suggestions (J16): offered when they fit, accepted or declined on record, never carried out by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from atlas.engine.core.access import ReadAccess, TimedWriteAccess
from atlas.engine.core.containment import hide_quarantined
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.suggestion_topics import find_answered, find_on_topic
from atlas.errors import NotFound, Refused
from atlas.language.entity_ids import speaker_entity
from atlas.model.entity import EntityId
from atlas.model.ids import SuggestionId
from atlas.model.interaction import Message
from atlas.model.origin import Trust
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.ports.clock import Clock
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

STALE: Final = timedelta(days=14)
OFFERED: Final = 3
"""In one context."""
_MANY: Final = 1_000
OPEN: Final = frozenset({SuggestionState.WAITING, SuggestionState.OFFERED})


def list_suggestions(access: ReadAccess, state: SuggestionState | None = None, limit: int = 50) -> Sequence[Suggestion]:
    with access.reading() as reader:
        return reader.suggestions(state, limit)


def find_fitting(runtime: Runtime, reader: Reader, asker: EntityId, text: str) -> list[Suggestion]:
    """The suggestions worth offering now: fresh, from the asker's own words, not offered before, and due; what has no
    date is due where its topic comes up."""
    now, reader = runtime.now(), hide_quarantined(reader)
    waiting = reader.suggestions(SuggestionState.WAITING, _MANY)
    due = [each for each in waiting if each.trust >= Trust.USER and (each.due_at is None or each.due_at <= now)]
    fresh = [
        each for each in due if now - (each.due_at or each.created_at) <= STALE and _is_askers_own(reader, each, asker)
    ]
    dated = [each for each in fresh if each.due_at is not None]
    fitting = [*dated, *find_on_topic(runtime, reader, text, [each for each in fresh if each.due_at is None])]
    return sorted(fitting, key=lambda each: (each.due_at or each.created_at, each.id))[:OFFERED]


def _is_askers_own(reader: Reader, suggestion: Suggestion, asker: EntityId) -> bool:
    """Whether a suggestion comes from the asker's words: one person's plans are not told to another."""
    sources = reader.messages(suggestion.sources)
    return has_all_sources(suggestion, sources) and all(speaker_entity(message.speaker) == asker for message in sources)


def has_all_sources(suggestion: Suggestion, messages: Sequence[Message]) -> bool:
    """Whether these messages are all of a suggestion's sources, and there are any."""
    return bool(messages) and {message.id for message in messages} == set(suggestion.sources)


def mark_offered(clock: Clock, txn: Writer, suggestions: Sequence[Suggestion]) -> None:
    for each in suggestions:
        current = txn.suggestion(each.id)
        if current is not None and current.state is SuggestionState.WAITING:
            txn.put_suggestion(replace(current, state=SuggestionState.OFFERED, offered_at=clock.now()))


def expire_stale(clock: Clock, txn: Writer) -> None:
    """Expire suggestions that nobody took up for long enough."""
    now = clock.now()
    for state in sorted(OPEN):
        for each in txn.suggestions(state, _MANY):
            if now - (each.due_at or each.created_at) > STALE:
                txn.put_suggestion(replace(each, state=SuggestionState.EXPIRED))


def settle_answered(runtime: Runtime, txn: Writer) -> None:
    """Expire what was worth asking, once something was learned about it."""
    waiting = [each for each in txn.suggestions(SuggestionState.WAITING, _MANY) if each.due_at is None]
    for each in find_answered(runtime, txn, waiting):
        txn.put_suggestion(replace(each, state=SuggestionState.EXPIRED))


def decide_suggestion(access: TimedWriteAccess, id: str, accepted: bool) -> Suggestion:
    """Accept or decline a suggestion, once."""
    with access.writing() as txn:
        found = txn.suggestion(SuggestionId(id)) or _find_by_prefix(txn, id)
        if found is None:
            raise NotFound(f"There is no suggestion {id} here.")
        if found.state not in OPEN:
            raise Refused(f"The suggestion {found.id} was {found.state.value} already.")
        state = SuggestionState.ACCEPTED if accepted else SuggestionState.DECLINED
        decided = replace(found, state=state, decided_at=access.now())
        txn.put_suggestion(decided)
        return decided


def _find_by_prefix(reader: Reader, prefix: str) -> Suggestion | None:
    found = [each for each in reader.suggestions(None, _MANY) if prefix and each.id.startswith(prefix)]
    return found[0] if len(found) == 1 else None
