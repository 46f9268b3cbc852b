"""Verdicts with exactly one reason."""

from __future__ import annotations

from atlas.model.verdict import Finding, Outcome, Verdict


def accept_by_rule(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.ACCEPTED, (Finding(rule, says),))


def hold_by_rule(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.HELD, (Finding(rule, says),))


def refuse_by_rule(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.REFUSED, (Finding(rule, says),))
