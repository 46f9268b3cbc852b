"""What was noticed, how triggers stand and what was spent, as rows and back. A row is in the order of its statement."""

from __future__ import annotations

import json
from datetime import date

from atlas.adapters.storage.sql.columns import Row, Values, decoder, json_text, real, when_of, when_text
from atlas.model.failure import Failure, Pattern
from atlas.model.origin import Trust
from atlas.model.plain_data import instant_text, parse_instant
from atlas.model.signal import Signal, SignalKind, Source
from atlas.model.spending import Spending, SpendingState
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Size, Task
from atlas.model.trigger import Standing

# --- noticing


def signal_values(signal: Signal) -> Values:
    return {
        "kind": signal.kind.value,
        "about": signal.about,
        "seen_in": signal.seen_in,
        "score": real(signal.score),
        "at": instant_text(signal.at),
        "source": signal.source.value,
        "message": signal.message,
        "start": signal.start,
        "end": signal.end,
        "figures": json_text(signal.figures),
        "note": signal.note,
    }


@decoder
def signal_of(row: Row) -> Signal:
    kind, about, seen_in, score, at, source, message, start, end, figures, note = row
    measured = tuple((name, float(value)) for name, value in json.loads(figures))
    seen = (SignalKind(kind), about, seen_in, score, parse_instant(at), Source(source))
    return Signal(*seen, message, start, end, measured, note)


def failure_values(failure: Failure) -> Values:
    return {
        "id": failure.id,
        "about": failure.about,
        "signal": failure.signal.value,
        "at": instant_text(failure.at),
        "asked": failure.asked,
        "told": failure.told,
        "type": failure.type,
        "pattern": failure.pattern,
        "identity": failure.identity,
        "vector": failure.vector,
    }


@decoder
def failure_of(row: Row) -> Failure:
    id, about, signal, at, *rest = row
    return Failure(id, about, SignalKind(signal), parse_instant(at), *rest)


def pattern_values(pattern: Pattern) -> Values:
    return {
        "id": pattern.id,
        "type": pattern.type,
        "description": pattern.description,
        "evidence": json_text(pattern.evidence),
        "confidence": real(pattern.confidence),
        "first_seen": instant_text(pattern.first_seen),
        "last_seen": instant_text(pattern.last_seen),
        "count": pattern.count,
        "active": int(pattern.active),
        "sources": json_text(pattern.sources),
    }


@decoder
def pattern_of(row: Row) -> Pattern:
    id, type, description, evidence, confidence, first_seen, last_seen, count, active, sources = row
    seen = (parse_instant(first_seen), parse_instant(last_seen), count, bool(active))
    failures = tuple(json.loads(evidence))
    return Pattern(id, type, description, failures, confidence, *seen, tuple(json.loads(sources)))


def suggestion_values(suggestion: Suggestion) -> Values:
    return {
        "id": suggestion.id,
        "text": suggestion.text,
        "sources": json_text(suggestion.sources),
        "trust": int(suggestion.trust),
        "state": suggestion.state.value,
        "created_at": instant_text(suggestion.created_at),
        "reflection": suggestion.reflection,
        "due_at": when_text(suggestion.due_at),
        "offered_at": when_text(suggestion.offered_at),
        "decided_at": when_text(suggestion.decided_at),
    }


@decoder
def suggestion_of(row: Row) -> Suggestion:
    id, text, sources, trust, state, created_at, reflection, *times = row
    made = (tuple(json.loads(sources)), Trust(trust), SuggestionState(state), parse_instant(created_at))
    due_at, offered_at, decided_at = map(when_of, times)
    return Suggestion(id, text, *made, reflection, due_at, offered_at, decided_at)


# --- triggers


def standing_values(standing: Standing) -> Values:
    return {
        "trigger": standing.trigger,
        "next_due": when_text(standing.next_due),
        "attempted_at": when_text(standing.attempted_at),
        "attempted_turn": standing.attempted_turn,
        "fired": standing.fired,
        "held_back": standing.held_back,
    }


@decoder
def standing_of(row: Row) -> Standing:
    trigger, next_due, attempted_at, *counts = row
    return Standing(trigger, when_of(next_due), when_of(attempted_at), *counts)


# --- what it costs


def spending_values(spending: Spending) -> Values:
    return {
        "id": spending.id,
        "job": spending.job,
        "task": spending.task.value,
        "model": spending.model,
        "size": spending.size.value,
        "at": instant_text(spending.at),
        "day": spending.day.isoformat(),
        "state": spending.state.value,
        "tokens": spending.tokens,
        "money": spending.money,
        "input_tokens": spending.input_tokens,
        "output_tokens": spending.output_tokens,
        "problem": spending.problem,
    }


@decoder
def spending_of(row: Row) -> Spending:
    id, job, task, model, size, at, day, state, *rest = row
    when = (parse_instant(at), date.fromisoformat(day))
    return Spending(id, job, Task(task), model, Size(size), *when, SpendingState(state), *rest)
