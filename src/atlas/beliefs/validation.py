"""Whether a rewritten persona may take the place of the old one (B7), and what it kept of the positions (B8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from atlas.beliefs.policy import BeliefPolicy
from atlas.beliefs.positions import find_positions
from atlas.model.belief import Belief
from atlas.model.ids import BeliefId
from atlas.model.verdict import Finding

CONFIDENT: Final = 0.5
"""Confidence from which on it is counted whether a belief survives a rewrite (B8)."""
RULE: Final = "B7"


@dataclass(frozen=True, slots=True)
class Survival:
    """What a rewrite did to confident beliefs that had a line among the positions."""

    confident: int
    kept: int

    @property
    def lost(self) -> int:
        return self.confident - self.kept


def validate_snapshot(before: str, after: str, beliefs: Iterable[Belief], policy: BeliefPolicy) -> tuple[Finding, ...]:
    """Every reason why a rewrite is rejected; with one of them, the old persona and the pending insights stay."""
    return tuple(_find_faults(before, after, beliefs, policy))


def _find_faults(before: str, after: str, beliefs: Iterable[Belief], policy: BeliefPolicy) -> Iterator[Finding]:
    if len(after.strip()) < policy.least_characters:
        yield Finding(RULE, f"The persona would have fewer than {policy.least_characters} characters.")
    ratio = len(after) / len(before) if before else 1.0
    if ratio < policy.least_ratio:
        yield Finding(
            RULE, f"The persona would keep {ratio:.0%} of its length, and {policy.least_ratio:.0%} is the least."
        )
    lost = find_lost(before, after, beliefs, policy.kept_from)
    if lost:
        yield Finding(RULE, f"It would lose {len(lost)} of the positions that have a confidence of {policy.kept_from}.")


def find_lost(before: str, after: str, beliefs: Iterable[Belief], kept_from: float) -> tuple[BeliefId, ...]:
    """The beliefs of so much confidence that had a line among the positions, and have none any more."""
    there = frozenset(find_positions(after))
    return tuple(id for id in _list_confident(before, beliefs, kept_from) if id not in there)


def count_survival(before: str, after: str, beliefs: Iterable[Belief]) -> Survival:
    """Of the confident beliefs that had a line, how many still have one, whatever the policy asks (B8)."""
    confident = _list_confident(before, beliefs, CONFIDENT)
    there = frozenset(find_positions(after))
    return Survival(len(confident), sum(id in there for id in confident))


def _list_confident(text: str, beliefs: Iterable[Belief], least: float) -> list[BeliefId]:
    rows = {belief.id: belief for belief in beliefs}
    return [id for id in find_positions(text) if id in rows and rows[id].served and rows[id].confidence >= least]
