"""How a memory is kept, without what it says: what a cycle needs to know of all of them (T13)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Form, Kind, State, Status
from atlas.model.origin import Trust


@dataclass(frozen=True, slots=True)
class Kept:
    seq: int
    """The row's own number: the order of writing."""
    id: MemoryId
    kind: Kind
    form: Form
    status: Status
    state: State
    basis: Basis
    trust: Trust
    observed_at: datetime
    reinforced_at: datetime
    stability_days: float
    strength: float
    importance: float
    uses: int
    contexts: int
    applications: int
    emotion: float
    pinned: bool
    approved_by: str | None
    transcript: bool
    """Whether it is the text of a message."""
    content_hash: str | None
    version: int


class Retained(NamedTuple):
    """No more of a memory than its fading needs: for a look at all of them."""

    seq: int
    reinforced_at: datetime
    stability_days: float
    strength: float
