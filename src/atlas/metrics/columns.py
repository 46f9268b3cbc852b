"""What is kept of each entry while all of them are read: a few numbers and the beginning of its text.

An entry takes about a kilobyte, however long it is, so that a hundred thousand are a matter of a hundred megabytes.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.metrics.entries import Entry
from atlas.metrics.likeness import Signer
from atlas.metrics.loops import strip_frame
from atlas.metrics.staleness import find_stale_reason, is_judged_for_time, is_old

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from atlas.metrics.likeness import Places, Signatures

Redact = Callable[[str], tuple[str, tuple[str, ...]]]
"""The text without secrets, and the names of what was found."""

SHOWN: Final = 280
"""Characters of a text that are kept and shown."""
_BATCH: Final = 2_048
_MOST_WAITING: Final = 1_000_000
_SIGNED: Final = 20_000
"""Characters of a text by which it is compared."""


class Columns:
    """Entries as they come, one column for each thing that is known of them."""

    def __init__(self, redact: Redact, now: datetime) -> None:
        self._redact = redact
        self._now = now
        self._signer = Signer()
        self._unsigned: list[str] = []
        self._waiting = 0
        """Characters in them."""
        self._blocks: list[Signatures] = []
        self._owners: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self.ids: list[str] = []
        self.texts: list[str] = []
        """The beginning of what it says, without frame and secrets."""
        self.shown: dict[int, str] = {}
        """As it stands there, where that is not the same."""
        self.digests = array("q")
        self.owner = array("i")
        self.times = array("d")
        self._came: dict[int, float] = {}
        """When it came in, where that was later than when it was written down."""
        self.uses = array("i")
        """-1 where nobody knows."""
        self.junk: dict[int, str] = {}
        self.secret: dict[int, str] = {}
        self.stale: dict[int, str] = {}
        self.old: set[int] = set()
        self.framed: set[int] = set()
        self.bulleted: set[int] = set()
        self.cut: set[int] = set()
        """Of these not all is kept: they are compared by their signature alone."""
        self.closed: set[int] = set()
        self.undated = 0
        self.judged_for_time = 0

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def owners(self) -> int:
        return len(self._owners)

    def add(self, entry: Entry) -> None:
        place = len(self.ids)
        self.ids.append(entry.id)
        self.owner.append(self._owners.setdefault(entry.who, len(self._owners)))
        self.times.append(entry.at.timestamp() if entry.at else math.nan)
        if entry.since is not None and (entry.at is None or entry.since > entry.at):
            self._came[place] = entry.since.timestamp()
        self.uses.append(-1 if entry.uses is None else entry.uses)
        self.digests.append(_hash_parts(entry.who, fold_text(entry.text)))
        self._store_text(place, entry.text)
        self._store_faults(place, entry)

    def _store_text(self, place: int, text: str) -> None:
        body, is_framed, is_bulleted = strip_frame(text)
        masked, secrets = self._redact(text)
        if secrets:
            self.secret[place] = self._intern_text(", ".join(sorted(set(secrets))))
            body = strip_frame(masked)[0]
        self.texts.append(body[:SHOWN])
        if is_framed or is_bulleted:
            self.shown[place] = masked[:SHOWN]
            (self.framed if is_framed else self.bulleted).add(place)
        if secrets or len(body) > SHOWN:
            self.cut.add(place)
        self._queue_signature(strip_frame(text)[0] if secrets else body)

    def _queue_signature(self, body: str) -> None:
        self._unsigned.append(body[:_SIGNED])
        self._waiting += len(self._unsigned[-1])
        if len(self._unsigned) >= _BATCH or self._waiting >= _MOST_WAITING:
            self._sign_queued()

    def _store_faults(self, place: int, entry: Entry) -> None:
        self.undated += entry.at is None
        if reason := LANGUAGE.entries.find_junk_reason(entry.text):
            self.junk[place] = self._intern_text(reason)
        if entry.valid_until is not None and entry.valid_until <= self._now:
            self.closed.add(place)
        if is_judged_for_time(entry):
            self.judged_for_time += 1
            if why := find_stale_reason(entry, self._now):
                self.stale[place] = why
            elif is_old(entry, self._now):
                self.old.add(place)

    def _intern_text(self, text: str) -> str:
        """One text for all that have the same."""
        return self._names.setdefault(text, text)

    def _sign_queued(self) -> None:
        if self._unsigned:
            self._blocks.append(self._signer.signatures(self._unsigned))
            self._unsigned, self._waiting = [], 0

    def id_as_shown(self, place: int) -> str:
        """An id may hold anything, in somebody else's dump."""
        return self._redact(self.ids[place])[0]

    def as_shown(self, place: int) -> str:
        return self.shown.get(place, self.texts[place])

    def order(self) -> Places:
        """Places in the order of their times; where some have none, as they stood there."""
        import numpy as np  # slow to import

        times = np.frombuffer(self.times, dtype=np.float64)
        return np.arange(len(self.ids)) if self.undated else np.argsort(times, kind="stable")

    def signatures(self) -> Signatures:
        import numpy as np  # slow to import

        self._sign_queued()
        if len(self._blocks) != 1:
            self._blocks = [np.concatenate(self._blocks)] if self._blocks else [self._signer.signatures([""])[:0]]
        return self._blocks[0]

    def owner_of(self, places: Places) -> Places:
        import numpy as np  # slow to import

        return np.frombuffer(self.owner, dtype=np.int32)[places].astype(np.int64)

    def digests_of(self, places: Sequence[int] | Places) -> NDArray[np.int64]:
        import numpy as np  # slow to import

        return np.frombuffer(self.digests, dtype=np.int64)[places]

    def time(self, place: int) -> float | None:
        at = self.times[place]
        return None if math.isnan(at) else at

    def since(self, place: int) -> float | None:
        """From when on it could be used."""
        return self._came.get(place, self.time(place))


def _hash_parts(*parts: str) -> int:
    told = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8)
    return int.from_bytes(told.digest(), "big", signed=True)
