"""What evolution thinks over: sessions that ended, and the copy of the documents that it may edit (E4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from atlas.model.document import Edit
from atlas.model.ids import MemoryId, SessionId
from atlas.model.interaction import Message
from atlas.model.memory import Memory
from atlas.model.origin import Trust


@dataclass(frozen=True, slots=True)
class EndedSession:
    id: SessionId
    reason: str
    """Why the gate let it through."""
    messages: tuple[Message, ...]
    """The users' own words: all that a model is shown to learn from (J17)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is approved, and belongs into documents: the newest first."""

    memories: tuple[Memory, ...] = ()
    recovery: frozenset[MemoryId] = frozenset()
    """Lessons from tools or tasks that failed."""
    asked: frozenset[MemoryId] = frozenset()
    """Memories of whose filing a person was asked before: it waits, or they said no."""
    waiting: frozenset[Edit] = frozenset()
    """Edits that wait for a person."""


@dataclass(frozen=True, slots=True)
class EvolutionInput:
    files: Mapping[str, str]
    standing: Standing
    sessions: tuple[EndedSession, ...] = ()
    trust: Trust = Trust.USER
    """The lowest of all that a question may see."""
    notes: tuple[str, ...] = ()
    """Lines that the application noted since a run saw them last. They are never shown beside sessions (J17)."""
    noted_before: tuple[str, ...] = ()
    """The lines that stood before them."""
    may_escalate: bool = False
    """Whether there is a larger model that could be asked for (J12)."""
