"""An audit of texts, for tests; everything has a default but what the test is about."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from atlas.engine.inspect.audit import audit_tools
from atlas.metrics.entries import Audit, Entry, Fault
from atlas.metrics.hygiene import Auditor
from unit.metrics.mem0_dump import NOW


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def entries(*texts: str, **fields: Any) -> list[Entry]:
    """One a week, the last of them last week."""
    return [
        Entry(f"e{place}", text, **{"at": ago(7 * (len(texts) - place)), **fields}) for place, text in enumerate(texts)
    ]


def audited(given: Iterable[Entry]) -> Audit:
    auditor = Auditor(audit_tools(), NOW)
    for entry in given:
        auditor.add(entry)
    return auditor.finish()


def found(fault: Fault, *texts: str, **fields: Any) -> list[str]:
    """The texts that have it, of five at most."""
    return [example.text for example in audited(entries(*texts, **fields)).rate(fault).examples]
