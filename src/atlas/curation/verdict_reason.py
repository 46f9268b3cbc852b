"""A verdict with its one reason, as short to write as to read."""

from __future__ import annotations

from atlas.model.verdict import Finding, Outcome, Verdict


def accepted(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.ACCEPTED, (Finding(rule, says),))


def held(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.HELD, (Finding(rule, says),))


def refused(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.REFUSED, (Finding(rule, says),))
