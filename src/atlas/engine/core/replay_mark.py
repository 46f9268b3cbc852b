"""That a history is being lived through here (X5), and how far its clock got: a mark, from first to last.

What the history owes is thought about on its own clock. So nobody else thinks in a space while the mark stands: by
today's clock the rest of the history would lie in the past, and could not be lived through any more. A replay that was
killed goes on from the mark; one that nobody goes on with is given up.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from atlas.engine.core.access import ReadAccess, WriteAccess
from atlas.engine.core.runtime import Runtime
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

REPLAYING: Final = "replaying"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def to_microseconds(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


def to_mark(at: datetime) -> int:
    """A moment as a mark; nought says that there is none."""
    return to_microseconds(at) or 1


def read_replay_moment(reader: Reader) -> datetime | None:
    """The moment that the clock of an unfinished replay got to."""
    value = reader.read_mark(REPLAYING)
    return _EPOCH + timedelta(microseconds=value) if value else None


def is_held_by_replay(runtime: Runtime, reader: Reader) -> bool:
    """Whether this process leaves alone what is owed, since a replay of another's is under way."""
    return not runtime.replaying and reader.read_mark(REPLAYING) != 0


def end_replay(txn: Writer) -> None:
    txn.put_mark(REPLAYING, 0)


def find_replay_moment(access: ReadAccess) -> datetime | None:
    with access.reading() as reader:
        return read_replay_moment(reader)


def give_up_replay(access: WriteAccess) -> datetime | None:
    """End a replay where it is: what it owes is owed by today's clock; the moment that it had got to."""
    with access.writing() as txn:
        at = read_replay_moment(txn)
        end_replay(txn)
    return at


def describe_unfinished_replay(at: datetime) -> str:
    """A sentence for whoever wonders why nothing is thought about."""
    return (
        f"A replay is not at its end: it got to {at:%Y-%m-%d}, and nothing else is thought about until then. The same "
        "import with --replay goes on with it; in the same space, atlas import --give-up lets it be."
    )
