"""Copy a store while others write to it, and lay a copy in a store's place (X9, R10).

A copy is said to be done only after it was read back: its pages and rows, and every space's journal.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.verification import verify_rows
from atlas.errors import BadInput, StoreCorrupt
from atlas.ports.store import Progress, Store, StoreFiles


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that was read back and found whole."""

    path: Path
    bytes_on_disk: int
    spaces: int
    interactions: int
    journal_entries: int


@dataclass(frozen=True, slots=True)
class RestoreReceipt:
    """What lies in a store's place now, and where that is which lay there before, if anything did."""

    store: Path
    aside: Path | None
    spaces: int
    interactions: int
    journal_entries: int


def back_up(
    runtime: Runtime, files: StoreFiles, target: Path, *, force: bool = False, progress: Progress | None = None
) -> Backup:
    store = Path(runtime.store.location)
    place = target / default_name(store, runtime.now()) if target.is_dir() else target
    if place.exists() and not force:
        raise BadInput(f"{place} is there already; write over it with --force.")
    with files.draft(str(place)) as draft:
        runtime.store.copy_to(draft, progress)
        spaces, interactions, entries = _check_copy(files, draft, progress)
        size = Path(draft).stat().st_size
        files.publish(draft, str(place), str(store), force)
    return Backup(place, size, spaces, interactions, entries)


def restore_backup(
    files: StoreFiles, backup: Path, store: Path, now: datetime, progress: Progress | None = None
) -> RestoreReceipt:
    """Lay a backup in a store's place: it is copied and checked before anything of the old store is touched."""
    if not backup.is_file():
        raise BadInput(f"There is no backup at {backup}.")
    if store.exists() and store.samefile(backup):
        raise BadInput(f"{backup} is the store itself: name the backup to restore.")
    with files.draft(str(store.resolve())) as draft:
        files.copy(str(backup), draft, progress)
        spaces, interactions, entries = _check_copy(files, draft, progress)
        aside = files.exchange(draft, str(store), f"before-restore-{_format_moment(now)}")
    return RestoreReceipt(store, Path(aside) if aside else None, spaces, interactions, entries)


def default_name(store: Path, now: datetime) -> str:
    return f"{store.stem}-backup-{_format_moment(now)}.atlas"


def _format_moment(now: datetime) -> str:
    return f"{now.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _check_copy(files: StoreFiles, copy: str, progress: Progress | None) -> tuple[int, int, int]:
    with closing(files.open_copy(copy)) as store:
        health = store.health()
        if not health.ok:
            raise StoreCorrupt(f"The copy is damaged, and was not kept: {health.problems[0]}")
        return _verify_spaces(store, progress)


def _verify_spaces(store: Store, progress: Progress | None) -> tuple[int, int, int]:
    spaces = store.spaces()
    interactions = entries = 0
    for space in spaces:
        with store.reading(space) as reader:
            found = verify_rows(reader)
            interactions += reader.interaction_count()
        if not found.ok:
            raise StoreCorrupt(f"The journal of the space {space} does not hold in the copy: {found.problems[0]}")
        entries += found.entries
        if progress:
            progress("checking", 1, len(spaces))
    return len(spaces), interactions, entries
