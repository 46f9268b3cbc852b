"""Nouns as rows and back: how memories are kept, what became of them, edges and whole texts.

The order of a row is that of its statement (`kept_where`, `feedback_row`, ...).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atlas.adapters.storage.archive import checked
from atlas.adapters.storage.sql.columns import Row, Values, decoder, real, when_of
from atlas.model.archive import Archived
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import Edge
from atlas.model.memory import Basis, Form, Kind, Relation, State, Status
from atlas.model.origin import Trust
from atlas.model.plain_data import instant_text, parse_instant
from atlas.model.retention import Kept

_KINDS: Final = {kind.value: kind for kind in Kind}
_FORMS: Final = {form.value: form for form in Form}
_STATUSES: Final = {status.value: status for status in Status}
_STATES: Final = {state.value: state for state in State}
_BASES: Final = {basis.value: basis for basis in Basis}
_TRUSTS: Final = {int(trust): trust for trust in Trust}
"""Every memory of a space is read so, and a dictionary answers several times faster than an enumeration does."""


@decoder
def kept_of(rows: Iterable[Row]) -> list[Kept]:
    return [_kept_of(row) for row in rows]


def _kept_of(row: Row) -> Kept:
    seq, id, kind, form, status, state, basis, trust, observed_at, reinforced_at = row[:10]
    stability, strength, importance, uses, contexts, applications, emotion = row[10:17]
    pinned, approved_by, transcript, content_hash, version = row[17:]
    return Kept(
        seq=seq,
        id=id,
        kind=_KINDS[kind],
        form=_FORMS[form],
        status=_STATUSES[status],
        state=_STATES[state],
        basis=_BASES[basis],
        trust=_TRUSTS[trust],
        observed_at=parse_instant(observed_at),
        reinforced_at=parse_instant(reinforced_at),
        stability_days=stability,
        strength=strength,
        importance=importance,
        uses=uses,
        contexts=contexts,
        applications=applications,
        emotion=emotion,
        pinned=bool(pinned),
        approved_by=approved_by,
        transcript=bool(transcript),
        content_hash=content_hash,
        version=version,
    )


def feedback_values(feedback: Feedback) -> Values:
    return {
        "memory": feedback.memory,
        "signal": feedback.signal.value,
        "at": instant_text(feedback.at),
        "serving": feedback.serving,
        "reply": feedback.reply,
        "share": None if feedback.share is None else real(feedback.share),
    }


@decoder
def feedback_of(row: Row) -> Feedback:
    _, memory, signal, at, serving, reply, share = row
    return Feedback(memory, FeedbackSignal(signal), parse_instant(at), serving, reply, share)


def edge_values(edge: Edge) -> Values:
    return {
        "key": edge.key,
        "relation": edge.relation.value,
        "one": edge.one,
        "other": edge.other,
        "weight": real(edge.weight),
    }


@decoder
def edge_of(row: Row) -> Edge:
    relation, one, other, weight = row
    return Edge(Relation(relation), one, other, weight)


@decoder
def archived_of(row: Row) -> Archived:
    message, text, sha256, stored_at, accessed_at = row
    return checked(Archived(message, text, sha256, parse_instant(stored_at), when_of(accessed_at)))
