"""Memories and their lean rows for tests of consolidation; everything has a default but what the test is about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from atlas.language.folding import content_hash
from atlas.model.memory import Basis, Form, Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.retention import Kept
from atlas.testing.samples import memory

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def guess(id: str, content: str = "Ana seems to like tea.", days: float = 30.0, **fields: Any) -> Memory:
    """Inferred, a month old, and faded: with a stability of a day hardly anything is left of it."""
    usual = {
        "basis": Basis.INFERRED,
        "stability_days": 1.0,
        "observed_at": ago(days),
        "reinforced_at": ago(days),
        "created_at": ago(days),
    }
    made: Memory = memory(id, content, **usual | fields)
    return made


def lean(of: Memory, seq: int = 1) -> Kept:
    return Kept(
        seq=seq,
        id=of.id,
        kind=of.kind,
        form=of.form,
        status=of.status,
        state=of.state,
        basis=of.basis,
        trust=of.trust,
        observed_at=of.observed_at,
        reinforced_at=of.reinforced_at,
        stability_days=of.stability_days,
        strength=of.strength,
        importance=of.importance,
        uses=of.uses,
        contexts=of.contexts,
        applications=of.applications,
        emotion=of.emotion,
        pinned=of.pinned,
        approved_by=of.approved_by,
        transcript=of.transcribes is not None,
        content_hash=content_hash(of.content),
        version=of.version,
    )


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Of any standing and any age."""
    days = draw(st.integers(0, 400))
    origin = draw(st.sampled_from([Origin.USER, Origin.ASSISTANT, Origin.WEB]))
    fields = {
        "kind": draw(st.sampled_from([Kind.FACT, Kind.EPISODE, Kind.INSIGHT])),
        "form": draw(st.sampled_from(Form)),
        "status": draw(st.sampled_from([Status.APPROVED, Status.NEEDS_REVIEW, Status.REJECTED])),
        "state": draw(st.sampled_from([State.ACTIVE, State.ARCHIVED])),
        "basis": draw(st.sampled_from(Basis)),
        "observed_at": ago(days),
        "reinforced_at": ago(days),
        "stability_days": draw(st.floats(0.5, 50)),
        "strength": draw(st.floats(0, 1)),
        "emotion": draw(st.sampled_from([0.0, 0.3, 0.31, 0.9])),
        "pinned": draw(st.booleans()),
        "approved_by": draw(st.sampled_from([None, "policy", "user", "operator"])),
        "transcribes": draw(st.sampled_from([None, None, "u_1"])),
        "uses": draw(st.integers(0, 5)),
    }
    made: Memory = memory("m_1", "Ana likes tea.", origin, **fields)
    return made
