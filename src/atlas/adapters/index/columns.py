"""What is known of each memory besides its words and vectors: one array for each trait, one slot for each memory.

A slot belongs to one text. When a memory's text changes, or becomes searchable again, the memory moves to a new slot at
the end, so that whatever was written down about the old slot need only be told that it is dead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index.arrays import SMALLEST, grow_array, wipe_array
from atlas.model.catalogue_row import Listing
from atlas.model.memory import Kind, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.search_result import ROLES

OPEN_START: Final = int(np.iinfo(np.int64).min)
OPEN_END: Final = int(np.iinfo(np.int64).max)
UNKNOWN: Final = OPEN_START
NONE: Final = -1

KINDS: Final = {kind: code for code, kind in enumerate(Kind)}
STATUSES: Final = {status: code for code, status in enumerate(Status)}
STATES: Final = {state: code for code, state in enumerate(State)}
ORIGINS: Final = {origin: code for code, origin in enumerate(Origin)}
NEAR: Final = np.array([origin.trust >= Trust.ASSISTANT for origin in Origin])
"""Which origins are those of the people here and of the assistant itself."""
_ROLES: Final = {role: code for code, role in enumerate(ROLES)}

CODES: Final = [[str(value) for value in known] for known in (KINDS, STATUSES, STATES, ORIGINS, _ROLES)]
"""What the numbers mean, for those who read them in another version of this."""

EPISODE: Final = KINDS[Kind.EPISODE]
LESSON: Final = KINDS[Kind.LESSON]
UNSEARCHABLE: Final = frozenset({Status.REJECTED, Status.SENSITIVE})
"""They are listed, and their words and vectors are not."""

_MANY: Final = 50_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

FIELDS: Final[dict[str, Any]] = {
    "alive": np.bool_,
    "searchable": np.bool_,
    "kind": np.uint8,
    "status": np.uint8,
    "state": np.uint8,
    "origin": np.uint8,
    "role": np.uint8,
    "asks": np.uint8,
    "dated": np.bool_,
    "bounded": np.bool_,
    "conversation": np.int32,
    "session": np.int32,
    "speaker": np.int32,
    "subject": np.int32,
    "before": np.int32,
    "after": np.int32,
    "length": np.int32,
    "place": np.int64,
    "seq": np.int64,
    "observed": np.int64,
    "referred": np.int64,
    "valid_from": np.int64,
    "valid_until": np.int64,
    "content": np.uint64,
    "vectors": np.uint64,
}
DERIVED: Final = ("alive", "before", "after")
"""Of a catalogue without dead slots these follow from the others."""
NAMED: Final = ("conversation", "session", "speaker", "subject")


def instant(moment: datetime | None, otherwise: int) -> int:
    """Whole microseconds, so that comparing is exact at any distance from 1970."""
    return otherwise if moment is None else (moment - _EPOCH) // _MICROSECOND


class Names:
    """Names as small numbers."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._codes = {name: code for code, name in enumerate(names)}
        self._all: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self._codes)

    def __contains__(self, name: object) -> bool:
        return name in self._codes

    def code(self, name: str | None) -> int:
        if name is None:
            return NONE
        found = self._codes.get(name)
        if found is None:
            found = self._codes[name] = len(self._codes)
            self._all = None
        return found

    def find(self, name: str) -> int | None:
        return self._codes.get(name)

    @property
    def all(self) -> tuple[str, ...]:
        if self._all is None:
            self._all = tuple(self._codes)
        return self._all


class Columns:
    alive: NDArray[np.bool_]
    searchable: NDArray[np.bool_]
    """Alive, and of a status whose words may be looked for."""
    kind: NDArray[np.uint8]
    status: NDArray[np.uint8]
    state: NDArray[np.uint8]
    origin: NDArray[np.uint8]
    role: NDArray[np.uint8]
    asks: NDArray[np.uint8]
    dated: NDArray[np.bool_]
    bounded: NDArray[np.bool_]
    """Whether its validity begins or ends at all: most do neither."""
    conversation: NDArray[np.int32]
    session: NDArray[np.int32]
    speaker: NDArray[np.int32]
    subject: NDArray[np.int32]
    before: NDArray[np.int32]
    """The slot of the message before it in its session; kept by `Transcript`."""
    after: NDArray[np.int32]
    length: NDArray[np.int32]
    place: NDArray[np.int64]
    seq: NDArray[np.int64]
    observed: NDArray[np.int64]
    referred: NDArray[np.int64]
    valid_from: NDArray[np.int64]
    valid_until: NDArray[np.int64]
    content: NDArray[np.uint64]
    """A digest: by it a text is known to be the same."""
    vectors: NDArray[np.uint64]
    """A digest of the vectors' bytes; 0 for none."""

    def __init__(self) -> None:
        self.size = 0
        self.changed: set[int] = set()
        """Slots of which anything is other than it was when `seen` was last called."""
        self.changed_much = False
        """Too many to tell which."""
        self.names = {name: Names() for name in NAMED}
        for name, dtype in FIELDS.items():
            setattr(self, name, np.zeros(SMALLEST, dtype=dtype))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Every column as far as it is filled, but for what follows from the others."""
        return {name: getattr(self, name)[: self.size] for name in FIELDS if name not in DERIVED}

    def new(self) -> int:
        slot = self.size
        if slot == len(self.alive):
            for name in FIELDS:
                setattr(self, name, grow_array(getattr(self, name), slot + 1))
        self.size += 1
        self.alive[slot] = True
        self.before[slot] = self.after[slot] = NONE
        return slot

    def approved(self, slots: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which of them may be served, for all that is known here."""
        found: NDArray[np.bool_] = self.alive[slots] & (self.state[slots] == STATES[State.ACTIVE])
        found &= self.status[slots] == STATUSES[Status.APPROVED]
        return found

    def put(self, slot: int, listing: Listing) -> None:
        """All that may change while the text stays the same."""
        self._note(slot)
        self.searchable[slot] = listing.status not in UNSEARCHABLE
        self.kind[slot] = KINDS[listing.kind]
        self.status[slot] = STATUSES[listing.status]
        self.state[slot] = STATES[listing.state]
        self.origin[slot] = ORIGINS[listing.origin]
        self.role[slot] = _ROLES.get(listing.role or "", 0)
        self.seq[slot] = listing.seq
        self.place[slot] = NONE if listing.place is None else listing.place
        self._put_names(slot, listing)
        self._put_times(slot, listing)

    def _put_names(self, slot: int, listing: Listing) -> None:
        speaker = listing.speaker.casefold() if listing.speaker else None
        self.conversation[slot] = self.names["conversation"].code(listing.conversation)
        self.session[slot] = self.names["session"].code(listing.session)
        self.speaker[slot] = self.names["speaker"].code(speaker)
        self.subject[slot] = self.names["subject"].code(listing.subject)

    def _put_times(self, slot: int, listing: Listing) -> None:
        self.observed[slot] = instant(listing.observed_at, UNKNOWN)
        self.referred[slot] = instant(listing.referred_at, UNKNOWN)
        self.valid_from[slot] = instant(listing.valid_from, OPEN_START)
        self.valid_until[slot] = instant(listing.valid_until, OPEN_END)
        self.bounded[slot] = listing.valid_from is not None or listing.valid_until is not None

    def kill(self, slot: int) -> None:
        """Nothing is left in it (X3)."""
        self._note(slot)
        for name in FIELDS:
            getattr(self, name)[slot] = 0

    def _note(self, slot: int) -> None:
        self.changed.add(slot)
        if len(self.changed) > _MANY:
            self.changed.clear()
            self.changed_much = True

    def seen(self) -> None:
        self.changed.clear()
        self.changed_much = False

    def compact(self) -> NDArray[np.int32]:
        """Leave the dead out, and their names; where each slot went to, -1 for the dead."""
        kept = np.flatnonzero(self.alive[: self.size])
        moved = np.full(self.size, NONE, dtype=np.int32)
        moved[kept] = np.arange(len(kept), dtype=np.int32)
        for name in FIELDS:
            old = getattr(self, name)
            new = grow_array(np.zeros(SMALLEST, dtype=old.dtype), len(kept))
            new[: len(kept)] = old[kept]
            setattr(self, name, new)
            wipe_array(old)
        self.size = len(kept)
        self._compact_names()
        return moved

    def restore(self, size: int, arrays: Mapping[str, NDArray[Any]], names: Mapping[str, Sequence[str]]) -> None:
        self.size = size
        for name in FIELDS:
            setattr(self, name, grow_array(np.zeros(SMALLEST, dtype=FIELDS[name]), size))
        for name, array in arrays.items():
            getattr(self, name)[:size] = array
        self.alive[:size] = True
        self.names = {name: Names(names[name]) for name in NAMED}

    def _compact_names(self) -> None:
        for name in NAMED:
            codes = getattr(self, name)[: self.size]
            used = np.unique(codes[codes >= 0])
            everyone = self.names[name].all
            again = np.zeros(len(everyone) + 1, dtype=np.int32)
            again[used] = np.arange(len(used), dtype=np.int32)
            again[NONE] = NONE
            codes[:] = again[codes]
            self.names[name] = Names([everyone[code] for code in used.tolist()])
