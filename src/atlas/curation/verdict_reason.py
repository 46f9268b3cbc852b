"""Verdicts with exactly one reason."""

from __future__ import annotations

from atlas.model.verdict import Finding, Outcome, Verdict


def accept(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.ACCEPTED, (Finding(rule, says),))


def hold(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.HELD, (Finding(rule, says),))


def refuse(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.REFUSED, (Finding(rule, says),))
