"""Put on record what went wrong where no other write comes along that would tell of it."""

from __future__ import annotations

from contextlib import suppress

from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import World
from atlas.errors import AtlasError


def journal_troubles(world: World) -> None:
    """Never raises: what cannot be written now waits for the next write."""
    if not world.unjournaled():
        return
    with suppress(AtlasError):
        with world.store.writing(world.space) as txn:
            told = Ledger(world, txn).troubles()
        world.journaled(told)
