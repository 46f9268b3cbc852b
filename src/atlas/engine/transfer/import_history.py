"""Take in a history from elsewhere (X7): item by item, in short transactions, each turn once.

A message's id is told from where it stands in the source. What is here already is left out, and so is what was
forgotten here: the journal still knows its name. So an import that was killed is finished by running it again, and one
that was finished adds nothing. Thinking about it is owed, as it is for everything that is observed; or the history is
lived through on its own clock (`replay.py`). An export of our own comes back as it was (`restore_export.py`), and only
to whoever says so: what is approved in it is approved here, whoever wrote the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.engine.core.runtime import Runtime
from atlas.engine.transfer.import_batches import ImportReport, ImportWriter, count_new, make_batches
from atlas.engine.transfer.imported_turns import Piece, TurnConverter
from atlas.engine.transfer.replay import Progress, SettableClock, check_replay, replay_history
from atlas.engine.transfer.restore_export import RestoreReport, restore_export
from atlas.engine.transfer.restore_preview import preview_export
from atlas.errors import BadInput
from atlas.model.history import Conversation, Format, Heard, Item, Noted, Skipped

MOST_NAMES: Final = 100_000
"""Conversations that are told apart wherever their pieces stand; of more, only neighbours are."""


@dataclass(frozen=True, slots=True)
class History:
    """How files of others are read, and how more is put in order than memory holds; compose has it."""

    recognise: Callable[[Path], Format]
    read: Callable[[Path, Format | None, Heard | None], Iterator[Item]]
    extent: Callable[[Path, Format], int]
    in_order: Callable[[Iterable[tuple[int, bytes]]], Iterator[bytes]]
    clock_at: Callable[[datetime], SettableClock]
    is_export: Callable[[Path], bool]
    """Whether we wrote it ourselves."""
    exported: Callable[[Path, Heard | None], Iterator[Mapping[str, object]]]
    """Our own lines."""


def import_history(
    runtime: Runtime,
    history: History,
    path: Path,
    *,
    format: Format | None = None,  # noqa: A002 - it is what one says
    vouch: bool = False,
    dry_run: bool = False,
    replay: bool = False,
    restore: bool = False,
    progress: Progress | None = None,
) -> ImportReport | RestoreReport:
    """Import everything in a file or folder; a dry run only counts it."""
    if restore or (format is None and history.is_export(path)):
        _check_restoring(history, path, format, restore=restore, foreign=vouch or replay)
        return restore_export(runtime, _own_lines(history, path, progress), dry_run=dry_run)
    kind = format or history.recognise(path)
    done = ImportReport(kind)
    door = ImportWriter(
        runtime, done, f"Vouched for {redact_secrets(clean_text(path.name))[0]}: {kind.described}." if vouch else None
    )
    heard = _progress_listener(lambda: history.extent(path, kind), progress)
    found = _read_pieces(history.read(path, kind, heard), TurnConverter(kind, vouch, runtime.now()), done)
    if dry_run:
        begins = count_new(runtime, found, done)
        if replay:
            check_replay(runtime, begins)
    elif replay:
        replay_history(door, found, history.in_order, history.clock_at, progress)
    else:
        for batch in make_batches(found):
            door.store_batch(batch)
    return done


def _check_restoring(
    history: History,
    path: Path,
    format: Format | None,  # noqa: A002 - it is what one says
    *,
    restore: bool,
    foreign: bool,
) -> None:
    """Refuse a restore that is not asked for by name, or asked for something else: nobody judges what comes back."""
    if format is not None:
        raise BadInput("An export of ATLAS has one format; --restore takes no --format.")
    if not history.is_export(path):
        raise BadInput(f"{path.name} is no export of ATLAS; --restore is for those.")
    if foreign:
        raise BadInput(f"{path.name} is an export of ATLAS; --vouch and --replay are for the histories of others.")
    if not restore:
        raise BadInput(f"{path.name} is {preview_export(_own_lines(history, path, None))}")


def _own_lines(history: History, path: Path, progress: Progress | None) -> Iterator[Mapping[str, object]]:
    return history.exported(path, _progress_listener(lambda: path.stat().st_size, progress))


def _read_pieces(items: Iterable[Item], bearer: TurnConverter, done: ImportReport) -> Iterator[Piece]:
    """The pieces of a history, ready to be stored; a file that breaks in its middle ends there, and `done` says so."""
    names = _ConversationNames()
    try:
        for item in items:
            match item:
                case Skipped():
                    done.record_skipped(item)
                    done.broke = f"{item.where}: {item.why}" if item.ends else done.broke
                case Noted():
                    done.notes += 1
                    yield bearer.convert_note(item)
                case Conversation():
                    done.conversations += names.is_new(item.id)
                    done.turns += len(item.turns)
                    yield bearer.convert_conversation(item)
    except BadInput as trouble:
        if not done.read_anything:
            raise
        done.broke = str(trouble)


class _ConversationNames:
    """Tells conversations apart: a long one comes in several pieces, and others may stand between them."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._last = ""

    def is_new(self, name: str) -> bool:
        known = name == self._last or hash(name) in self._seen
        self._last = name
        if len(self._seen) < MOST_NAMES:
            self._seen.add(hash(name))
        return not known


def _progress_listener(extent: Callable[[], int], progress: Progress | None) -> Heard | None:
    if progress is None:
        return None
    whole = extent()
    return lambda more: progress("reading", more, whole)
