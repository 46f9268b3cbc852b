"""An audit, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atlas.surfaces.views.json_text import make_plain

if TYPE_CHECKING:
    from atlas.engine.inspect.audit import AuditReport


def view_audit(report: AuditReport) -> dict[str, Any]:
    """Every field of an audit, whatever its value, so that its reader need not guess."""
    rates = [
        {
            "fault": rate.fault.value,
            "share": rate.share,
            **{name: getattr(rate, name) for name in ("count", "of", "says", "unknown")},
            "reasons": [{"reason": reason, "count": count} for reason, count in rate.reasons],
            "examples": [make_plain(example) for example in rate.examples],
        }
        for rate in report.rates
    ]
    fields = {name: getattr(report, name) for name in ("source", "kind", "at", "skipped", "why_skipped", "turns")}
    counts = {name: getattr(report.audit, name) for name in ("entries", "owners", "sound", "likeness")}
    return {**fields, **counts, "rates": rates, "months": dict(report.audit.months)}
