"""One space's index: it follows the rows, answers from what it followed, and keeps it for the next process."""

from __future__ import annotations

import sys
import threading
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from atlas.adapters.index import files
from atlas.adapters.index.catalogue import GONE, Catalogue, digest
from atlas.adapters.index.columns import CODES, KINDS, NEAR, STATES, STATUSES, Columns
from atlas.adapters.index.places import digest as stem_digest
from atlas.adapters.index.search import Look
from atlas.errors import BadInput, StoreTrouble
from atlas.language.words import words
from atlas.model.catalogue_row import find_question, join_question
from atlas.model.ids import MemoryId
from atlas.model.memory import Memory, State
from atlas.model.recall import EmbedderIdentity
from atlas.model.search_result import Found
from atlas.ports.index import Probe
from atlas.ports.reading import MemoryFilter, Reader

_FORMAT: Final = 2
_CUT: Final = "She'd been Running; the relational ponies agreed, hopping happily: 12 naïve cafés' 寿司を食べた"
"""How this is cut into words is saved too: what was cut otherwise is of no use."""
_PAGE: Final = 4_096
_SAVE_AT_LEAST: Final = 2_000
_SAVE_PART: Final = 20
_SAMPLE: Final = 64
_TROUBLES: Final = 100
_UNUSABLE: Final = (
    files.Unusable, ImportError, ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError,
    RecursionError,
)  # fmt: skip
_LISTED: Final = MemoryFilter(states=frozenset(State) - {State.GONE})


class _Speakers:
    """Who has said something that may be served: a name that came with a page or was rejected is nobody's."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def __contains__(self, name: object) -> bool:
        columns, code = self._columns, self._columns.names["speaker"].find(str(name))
        if code is None:
            return False
        said = np.flatnonzero(columns.speaker[: columns.size] == code)
        return bool((columns.approved(said) & NEAR[columns.origin[said]]).any())

    def __bool__(self) -> bool:
        """Whether anybody was named at all: where not, nobody need look for names."""
        return len(self._columns.names["speaker"]) > 0


class SpaceIndex:
    """P4: of one space and one embedder. Whoever makes it sees to it that only this space's readers are passed in."""

    def __init__(
        self,
        identity: EmbedderIdentity,
        room: Path | None = None,
        *,
        quantise_from: int = 20_000,
        save_from: int = 5_000,
    ) -> None:
        """`room` is the space's own folder, in which each embedder's index is saved apart; None saves nothing."""
        if identity.dimension < 1:
            raise BadInput("A vector needs at least one dimension.")
        self._identity = identity
        self._room = room
        self._folder = room / f"{digest(identity.key):016x}" if room is not None else None
        self._quantise_from = quantise_from
        self._save_from = save_from
        self._lock = threading.RLock()
        self._open_answer = False
        self._catalogue = Catalogue(identity.dimension, quantise_from)
        self._watermark = 0
        self._unsaved = 0
        self._kept = False
        """Whether files were written or read by this index: then what dies must leave them too (X3)."""
        self._died_saved = False
        self._purged_at = -1
        """Up to which change nothing of what is gone is left anywhere."""
        self.troubles: list[str] = []
        """What was found wrong, and passed over or made again; for people."""

    @property
    def watermark(self) -> int:
        return self._watermark

    def __len__(self) -> int:
        return len(self._catalogue)

    # --- following

    @property
    def speakers(self) -> Container[str]:
        return _Speakers(self._catalogue.columns)

    def follow(self, reader: Reader) -> None:
        with self._lock:
            loaded = not self._open_answer and self._load(reader)
            self._open_answer = True
            self._catch_up(reader)
            if loaded and not self._agrees(reader):
                self._start_over("It does not agree with the rows")
                self._catch_up(reader)
            if self._died_saved:
                self._try_to_purge()
            elif self._catalogue.crowded:
                self._catalogue.compact()

    def _catch_up(self, reader: Reader) -> None:
        while page := reader.changes(self._identity, self._watermark, _PAGE):
            self._died_saved |= self._kept and any(change.listing is None for change in page)
            for memory in self._catalogue.take(page):
                self._trouble(f"The vectors of {memory} are not {self._identity.dimension} sensible numbers each.")
            self._watermark = page[-1].seq
            self._unsaved += len(page)
            if len(page) < _PAGE:
                break

    def _try_to_purge(self) -> None:
        """Where files cannot go now, the answer comes all the same, and the next following tries again."""
        try:
            self.purge()
        except StoreTrouble as trouble:
            self._trouble(str(trouble))

    def _start_over(self, why: str) -> None:
        self._trouble(f"{why}; the index is made anew.")
        self._catalogue = Catalogue(self._identity.dimension, self._quantise_from)
        self._watermark = self._unsaved = 0

    def _trouble(self, note: str) -> None:
        self.troubles = [*self.troubles, note][-_TROUBLES:]

    # --- searching

    def search(self, probe: Probe) -> Found:
        with self._lock:
            return Look(self._catalogue, self._identity).search(probe)

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[tuple[MemoryId, float]]:
        with self._lock:
            near = Look(self._catalogue, self._identity).nearest(vector, limit)
            return [(self._catalogue.ids[slot], score) for slot, score in near]

    # --- saving

    def save(self) -> None:
        """What cannot be written is made again next time; it only costs time."""
        with self._lock:
            if self._folder is None or len(self) < self._save_from:
                return
            if self._catalogue.dead:
                self._catalogue.compact()
            self._unsaved = 0
            self._kept = True
            try:
                files.write_generation(
                    self._folder, self._about() | {"watermark": self._watermark}, self._catalogue.parts()
                )
            except OSError as trouble:
                self._trouble(f"The index could not be saved ({trouble}).")

    def purge(self) -> None:
        """After following the erasure. What was saved goes first, so that a crash leaves none of it behind."""
        with self._lock:
            if self._purged_at == self._watermark:
                return
            if self._room is not None:
                files.erase_files(self._room)
            self._died_saved = False
            self._catalogue.compact()
            stem_digest.cache_clear()
            self.save()
            self._purged_at = self._watermark

    @property
    def worth_saving(self) -> bool:
        with self._lock:
            enough = max(_SAVE_AT_LEAST, len(self) // _SAVE_PART)
            return self._folder is not None and len(self) >= self._save_from and self._unsaved > enough

    def _about(self) -> dict[str, Any]:
        """What has to be the same for saved files to be of use."""
        kind = {"format": _FORMAT, "bytes": sys.byteorder, "codes": CODES, "words": words(_CUT)}
        return kind | {"identity": self._identity.key}

    def _load(self, reader: Reader) -> bool:
        try:
            saved = files.read(self._folder) if self._folder is not None else None
            if saved is None:
                return False
            self._check(saved.about, reader.last_change())
            self._catalogue.restore(saved.parts)
        except _UNUSABLE as trouble:
            self._start_over(f"What was saved is of no use: {trouble}")
            return False
        self._watermark = saved.about["watermark"]
        self._kept = True
        return True

    def _check(self, about: Mapping[str, Any], last_change: int) -> None:
        wanted = self._about()
        if {name: about.get(name) for name in wanted} != wanted:
            raise files.Unusable("it is of another kind or another embedder")
        if not isinstance(about["watermark"], int) or about["watermark"] > last_change:
            raise files.Unusable("it is ahead of the rows")

    def _agrees(self, reader: Reader) -> bool:
        """A sample of what is listed stands so in the rows, and the newest rows are listed."""
        catalogue = self._catalogue
        count = min(_SAMPLE, len(catalogue.ids))
        chosen = np.random.default_rng(self._watermark).choice(len(catalogue.ids), count, replace=False)
        listed = [catalogue.ids[slot] for slot in chosen.tolist() if catalogue.ids[slot] != GONE]
        rows = {memory.id: memory for memory in reader.memories(listed)}
        newest = reader.newest_memories(_LISTED, _SAMPLE)
        return all(self._is_listed(rows.get(id)) for id in listed) and all(self._is_listed(row) for row in newest)

    def _is_listed(self, row: Memory | None) -> bool:
        slot = self._catalogue.slots.get(row.id) if row else None
        if row is None or slot is None:
            return False
        columns = self._catalogue.columns
        text = digest(join_question(find_question(row), row.content))
        listed = (columns.kind[slot], columns.status[slot], columns.state[slot], int(columns.content[slot]))
        return listed == (KINDS[row.kind], STATUSES[row.status], STATES[row.state], text)
