"""What a reflection over the persona may see, and what it would make of it (B6)."""

from __future__ import annotations

from dataclasses import dataclass

from atlas.beliefs.persona_edits import PersonaEdit
from atlas.model.belief import Argument, Belief
from atlas.model.ids import ArgumentId
from atlas.model.interaction import Message
from atlas.model.origin import Trust
from atlas.model.verdict import Finding


@dataclass(frozen=True, slots=True)
class SnapshotInput:
    persona: str
    """The document as it stands."""
    beliefs: tuple[Belief, ...] = ()
    """All of them, as they are after decay."""
    pending: tuple[Argument, ...] = ()
    """Those of beliefs in service whose insights are to be taken in, in the order they were made."""
    taken_in: tuple[Argument, ...] = ()
    """Those of beliefs in service whose insights were taken in before."""
    episodes: tuple[Message, ...] = ()
    """What users said since the last reflection, the newest last: their own words alone (J17)."""
    disagreement: float | None = None
    """How often of late arguments went against a stance; None where there were none (B8)."""
    trust: Trust = Trust.USER
    """The lowest in all that a question may see."""
    confident: tuple[Belief, ...] = ()
    """The beliefs that no rewrite may lose, as they were before decay (B7)."""

    @property
    def kept(self) -> tuple[Belief, ...]:
        """By which it is judged what a rewrite loses: a belief that only now fades is still to be kept."""
        return self.confident or self.beliefs


@dataclass(frozen=True, slots=True)
class RewritePart:
    """Edits of one hand, which are judged as one amendment (C3)."""

    edits: tuple[PersonaEdit, ...]
    integrated: tuple[ArgumentId, ...] = ()
    """Whose insights they take in."""
    by_model: bool = False
    """Whether a model wrote the edits, or the insights that they take in."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The persona as a reflection would have it. Nothing of it has happened yet."""

    before: str
    text: str
    parts: tuple[RewritePart, ...] = ()
    """One after the other they lead from the old text to this one."""
    faults: tuple[Finding, ...] = ()
    """Why it is rejected; with one of them the old persona and the pending insights stay (B7)."""
    reason: str = ""
    """What a model said of it."""
