"""That a history is being lived through here (X5), and how far its clock got: a mark, from first to last.

What the history owes is thought about on its own clock. So nobody else thinks in a space while the mark stands: by
today's clock the rest of the history would lie in the past, and could not be lived through any more. A replay that was
killed goes on from the mark; one that nobody goes on with is given up.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

REPLAYING: Final = "replaying"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


def as_mark(at: datetime) -> int:
    """Nought says that there is none."""
    return microseconds(at) or 1


def reached(reader: Reader) -> datetime | None:
    """How far the clock of a replay got that is not at its end."""
    value = reader.mark(REPLAYING)
    return _EPOCH + timedelta(microseconds=value) if value else None


def stands_still(runtime: Runtime, reader: Reader) -> bool:
    """Whether this world leaves alone what is owed: a replay that is another's is under way."""
    return not runtime.replaying and reader.mark(REPLAYING) != 0


def end(txn: Writer) -> None:
    txn.put_mark(REPLAYING, 0)


def replaying(runtime: Runtime) -> datetime | None:
    with runtime.store.reading(runtime.space) as reader:
        return reached(reader)


def give_up(runtime: Runtime) -> datetime | None:
    """Let a replay be: what came in stays, and what it owes is owed by today's clock. How far it had got."""
    with runtime.store.writing(runtime.space) as txn:
        at = reached(txn)
        end(txn)
    return at


def unfinished(at: datetime) -> str:
    """For whoever wonders why nothing is thought about."""
    return (
        f"A replay is not at its end: it got to {at:%Y-%m-%d}, and nothing else is thought about until then. The same "
        "import with --replay goes on with it; in the same space, atlas import --give-up lets it be."
    )
