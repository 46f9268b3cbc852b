"""What a simulated life shows, as figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from atlas.surfaces.simulation.arguing import Persuasion
from atlas.surfaces.simulation.assistant import Outcome


@dataclass(slots=True)
class Repeats:
    """How often a mistake came back after the user had said that it was one."""

    chances: int = 0
    repeated: int = 0

    def count(self, *, again: bool) -> None:
        self.chances += 1
        self.repeated += again

    @property
    def rate(self) -> float | None:
        return self.repeated / self.chances if self.chances else None


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a quiz: what came of it, and why where it is not right."""

    slot: str
    question: str
    outcome: Outcome
    by_words: Outcome
    """The same question to BM25 over the transcript."""
    without: Outcome
    """The same question to an assistant that is served nothing."""
    tokens: int
    lines: int
    on_topic: int
    """Lines that tell of what was asked."""
    old_questions: int
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """What was learned and is in service, sorted by whoever knows the truth."""

    useful: int = 0
    stale: int = 0
    wrong: int = 0
    trivial: int = 0
    incidental: int = 0
    """What a sentence truly tells by the way and is worth knowing, as another hand says: of a brother's job that he is
    29."""
    beside: int = 0
    """What a sentence says beside the truth that it tells, and nobody says is so: it counts as junk."""
    double: int = 0
    poison: int = 0

    @property
    def total(self) -> int:
        return self.useful + self.incidental + self.stale + self.junk_facts

    @property
    def junk_facts(self) -> int:
        return self.wrong + self.trivial + self.beside + self.double + self.poison

    @property
    def junk(self) -> float:
        """A share, which rises also where what no longer holds is closed and no junk is added."""
        return self.junk_facts / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True)
class DocumentSizes:
    """What the documents came to."""

    lines: int = 0
    """Bullets, of all of them."""
    bytes: int = 0
    versions: int = 0
    contradictions: int = 0
    """Values of one thing that are told beside another value of it."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How it stands on the evening of a day."""

    day: int
    asked: tuple[Asked, ...]
    kept: Kept
    style: Repeats
    facts: Repeats
    waiting: int
    """What waits for a person that evening."""
    shown: int
    """What of it they are shown."""
    decisions: int
    """What a person was asked to decide so far."""
    held: int
    """What waited for a decision so far, asked or not."""
    poisoned_contexts: int
    wishes_served: tuple[int, int]
    """Wishes told so far whose line stands in the context of a greeting, of all."""
    documents: DocumentSizes = DocumentSizes()

    def share(self, outcome: Outcome) -> float:
        return _share_of(outcome, [each.outcome for each in self.asked])

    def share_by_words(self, outcome: Outcome) -> float:
        return _share_of(outcome, [each.by_words for each in self.asked])

    def share_without(self, outcome: Outcome) -> float:
        return _share_of(outcome, [each.without for each in self.asked])

    @property
    def tokens(self) -> float:
        return median([each.tokens for each in self.asked]) if self.asked else 0.0

    @property
    def precision(self) -> float:
        lines = sum(each.lines for each in self.asked)
        return sum(each.on_topic for each in self.asked) / lines if lines else 0.0

    @property
    def old_questions(self) -> float:
        lines = sum(each.lines for each in self.asked)
        return sum(each.old_questions for each in self.asked) / lines if lines else 0.0


def _share_of(outcome: Outcome, outcomes: Sequence[Outcome]) -> float:
    return outcomes.count(outcome) / len(outcomes) if outcomes else 0.0


@dataclass(slots=True)
class Figures:
    """A whole life."""

    seed: int
    days: int
    part: str
    reviewer: str
    nights: bool = True
    with_model: bool = False
    documents: str = "rules"
    turns: int = 0
    checkpoints: list[Checkpoint] = field(default_factory=list)
    night_seconds: list[float] = field(default_factory=list)
    document_bytes: list[int] = field(default_factory=list)
    """Of all documents, each evening."""
    held_back: int = 0
    """Evenings on which the engine held itself back (H6)."""
    persuasion: Persuasion | None = None
    """Where the person argued."""
