"""The story of a demo as plain values: its scenes, what each kind of talk taught, and how things stand at its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from atlas.surfaces.demo.events import Event
from atlas.surfaces.demo.steps import Talk

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Scene:
    """Something that was said or done, and all that came of it."""

    at: datetime
    talk: Talk | None
    said: str
    entry: int
    """The journal entry of the observation; 0 where a person acted at the desk."""
    events: tuple[Event, ...]
    proposals: int = 0
    accepted: int = 0
    held: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Taught:
    """What one kind of talk taught."""

    talk: Talk
    heard: int
    proposals: int
    accepted: int
    held: int
    refused: int


@dataclass(frozen=True, slots=True)
class Behind:
    """One answer, explained: what it stood on and why it ranked."""

    question: str
    asked_at: datetime
    serving: str
    memory: str
    says: str
    quote: str
    said_at: datetime
    origin: str
    verdict: str
    components: tuple[tuple[str, float], ...]
    replaced: tuple[str, ...]
    entries: tuple[int, ...]
    """Its whole history in the journal."""


@dataclass(frozen=True, slots=True)
class Closing:
    """How things stand when the story ends, as the engine reports it."""

    interactions: int
    entries: int
    by_action: tuple[tuple[str, int], ...]
    verified: bool
    problems: tuple[str, ...]
    erased_parts: int
    verdicts: tuple[tuple[str, int], ...]
    refused_by_rule: tuple[tuple[str, str, int], ...]
    """Rule, the reason as it was given the first time, how often."""
    facts_by_status: tuple[tuple[str, int], ...]
    transcript_by_status: tuple[tuple[str, int], ...]
    gone: int
    outside_stored: int
    outside_approved: int
    contexts: int
    tokens: int
    embedder: str
    policy: str
    thinker: str
    known: tuple[str, ...]
    """What is known in the end, newest first."""


@dataclass(frozen=True, slots=True)
class Story:
    seed: int
    days: int
    begins: datetime
    name: str
    """What the user is called, as far as the memory knows."""
    scenes: tuple[Scene, ...]
    taught: tuple[Taught, ...]
    behind: Behind | None
    closing: Closing

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for scene in self.scenes for event in scene.events)
