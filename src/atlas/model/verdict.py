"""What curation says of a proposal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    ACCEPTED = "accepted"
    HELD = "held"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason, with the rule it comes from, in a sentence a person can read."""

    rule: str
    says: str
    soft: bool = False
    """Whether it only warns: a change set stands in spite of it (E5)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    findings: tuple[Finding, ...] = ()

    @property
    def why(self) -> str:
        return " ".join(finding.says for finding in self.findings)
