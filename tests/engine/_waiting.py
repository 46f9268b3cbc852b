"""Things that wait for a person, through the door."""

from __future__ import annotations

from typing import Any

from tests.engine._aged import remember

from atlas.engine.core.runtime import Runtime
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Status
from atlas.model.origin import Origin


def wait(runtime: Runtime, content: str, origin: Origin = Origin.USER, **fields: Any) -> MemoryId:
    """One memory that waits."""
    usual: dict[str, Any] = {
        "status": Status.NEEDS_REVIEW,
        "approved_by": None,
        "basis": Basis.INFERRED,
        "origin": origin,
        "trust": origin.trust,
    }
    return remember(runtime, content, **usual | fields)


def birthday(runtime: Runtime, day: str, origin: Origin = Origin.USER, **fields: Any) -> MemoryId:
    claim = Claim(USER, "birthday", day)
    return wait(runtime, f"The user's birthday is {day}.", origin, claim=claim, **fields)
