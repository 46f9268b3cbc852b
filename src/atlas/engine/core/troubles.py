"""Put on record what went wrong where no other write comes along that would tell of it."""

from __future__ import annotations

from contextlib import suppress

from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.errors import AtlasError


def journal_troubles(runtime: Runtime) -> None:
    """Journal pending mishaps without ever raising: one that cannot be written now waits for the next write."""
    if not runtime.unjournaled():
        return
    with suppress(AtlasError):
        with runtime.writing() as txn:
            troubles = Ledger(runtime, txn).record_troubles()
        runtime.settle_troubles(troubles)
