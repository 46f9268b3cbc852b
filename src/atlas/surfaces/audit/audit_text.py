"""Names of the faults, and the format of a share; the same on the terminal and on the page."""

from __future__ import annotations

from typing import Final

from atlas.engine.inspect.audit import AuditReport
from atlas.metrics.entries import Fault

NAMES: Final = {
    Fault.JUNK: "junk",
    Fault.EXACT: "exact duplicate",
    Fault.NEAR: "near-duplicate",
    Fault.LOOP: "recall loop",
    Fault.NEVER_USED: "never used",
    Fault.SECRET: "secret",
    Fault.CONTRADICTION: "contradiction",
    Fault.STALE: "stale",
}
UNKNOWN: Final = "not applicable"
CALM: Final = 0.05
ALARMING: Final = 0.2


def format_percent(share: float) -> str:
    """`0 %`, `0.3 %`, `12 %`; never a nothing that is something."""
    if 0 < share < 0.001:
        return "under 0.1 %"
    return f"{share:.1%}".replace(".0%", "%").replace("%", " %")


def fault_severity(fault: Fault, share: float) -> int:
    """0: well, 1: worth a look, 2: bad. One secret is one too many."""
    if fault is Fault.SECRET:
        return 2 if share else 0
    if fault is Fault.NEVER_USED:
        return 1 if share > ALARMING else 0
    return 2 if share > ALARMING else 1 if share > CALM else 0


def write_headline(report: AuditReport) -> str:
    """The result of an audit in one sentence."""
    entries, sound = report.audit.entries, report.audit.sound
    if not entries:
        return "There is nothing in it to audit."
    what = ("turn", "turns") if report.turns else ("entry", "entries")
    return (
        f"{sound:,} of {entries:,} {what[entries != 1]} have no fault that shows ({format_percent(sound / entries)})."
    )
