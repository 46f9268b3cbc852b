"""The journal, and histories that come in or go out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from atlas import compose
from atlas.engine.core import replay_mark
from atlas.engine.curate import rollback, undo
from atlas.engine.curate.rollback import MemoryDifference, RollbackReceipt
from atlas.engine.curate.undo import UndoReceipt
from atlas.engine.inspect import status
from atlas.engine.intake.observe import to_utc
from atlas.model.history import Format
from atlas.model.ids import MemoryId
from atlas.model.journal import Entry
from atlas.model.memory import Memory
from atlas.surfaces.input_values import (
    check_callback,
    check_entries,
    check_entry_number,
    check_flag,
    check_limit,
    check_name,
    parse_conversation,
    parse_format,
    parse_moment,
    parse_path,
)
from atlas.surfaces.library.opening import Opening

if TYPE_CHECKING:
    from atlas.engine.transfer.import_batches import ImportReport
    from atlas.engine.transfer.restore_export import RestoreReport


class History:
    """The journal, and histories that come in or go out."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    def log(self, limit: int = 50) -> Sequence[Entry]:
        """The newest journal entries, newest first."""
        return status.read_journal(self._opening.runtime, check_limit(limit))

    def named_memories(self, entries: Iterable[Entry]) -> dict[str, Memory]:
        """The memories that journal entries speak of, as they are now, by their ids."""
        return status.read_named_memories(self._opening.runtime, check_entries(entries))

    def undoable(self, limit: int = 10, *, past_forgets: bool = False) -> Sequence[Entry]:
        """What `undo` would take back next, and after that, as far back as to a forget, which cannot be undone.

        With `past_forgets` also what came before one; `revert` takes that back by its number.
        """
        beyond = check_flag(past_forgets, "past_forgets")
        return undo.list_undoable(self._opening.runtime, check_limit(limit), past_forgets=beyond)

    def revert(self, entry: int) -> UndoReceipt:
        """Take back one journal entry, whatever came after it: whole, or not at all where some of it has changed since
        or something else holds in its place by now. Of a cycle, whatever has not changed since."""
        return undo.revert_entry(self._opening.runtime, check_entry_number(entry))

    def diff(self, since: datetime, at: datetime | None = None, *, limit: int = 100) -> list[MemoryDifference]:
        """What was learned, changed or withdrawn between two moments, or up to now; the latest change first.

        What was said stays said and is left out; of what was forgotten nothing is told.
        """
        return rollback.compare_memories(self._opening.runtime, to_utc(since), parse_moment(at), check_limit(limit))

    def rollback(self, moment: datetime, *ids: str) -> RollbackReceipt:
        """Bring memories back to how they stood at a moment: these, or all that changed since.

        What was learned since is archived. It is one change, which one `undo` takes back; what was forgotten does not
        come back.
        """
        named = [MemoryId(self._opening.resolve_id(id)) for id in ids]
        return rollback.roll_back(self._opening.runtime, to_utc(moment), named)

    def import_file(
        self,
        path: str | os.PathLike[str],
        *,
        format: Format | str | None = None,  # noqa: A002 - it is what one says
        vouch: bool = False,
        dry_run: bool = False,
        replay: bool = False,
        restore: bool = False,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> ImportReport | RestoreReport:
        """Take in a history from elsewhere: a file or folder of another assistant, or an export of our own.

        Each turn comes in once, however often it is imported. It waits for a person unless somebody vouches for it.
        `replay` lives it through on its own clock, without a language model; else the thinking is owed to the worker.
        `restore` brings an export of our own back into an empty space as it was, with all that is approved in it.
        """
        from atlas.engine.transfer.import_history import import_history  # seldom needed

        found = import_history(
            self._opening.runtime,
            compose.make_history(),
            parse_path(path),
            format=parse_format(format) if format is not None else None,
            vouch=check_flag(vouch, "vouch"),
            dry_run=check_flag(dry_run, "dry_run"),
            replay=check_flag(replay, "replay"),
            restore=check_flag(restore, "restore"),
            progress=check_callback(progress, "progress"),
        )
        self._opening.wake()
        return found

    def export(
        self, *, person: str | None = None, conversation: str | None = None, sensitive: bool = False
    ) -> Iterator[dict[str, Any]]:
        """Everything in this space as plain data, line by line; `import_file` restores a whole one into an empty space.

        Of one conversation, or what is known about one person, where that is asked for. What is sensitive is left out
        unless it is asked for, and then the first line says that it is not whole.
        """
        from atlas.engine.transfer.export import export_lines  # seldom needed

        whose = check_name(person, "person") if person is not None else None
        here, all_of_it = parse_conversation(conversation), check_flag(sensitive, "sensitive")
        return export_lines(self._opening.runtime, person=whose, conversation=here, sensitive=all_of_it)

    def replay_position(self) -> datetime | None:
        """How far a replay got that is not at its end: it still runs, or was interrupted. Nothing else is thought
        about meanwhile; importing the same history with `replay` goes on with it."""
        return replay_mark.find_replay_moment(self._opening.runtime)

    def give_up_replay(self) -> datetime | None:
        """Let an interrupted replay be: what came in stays, and is thought about by today's clock. How far it got."""
        at = replay_mark.give_up_replay(self._opening.runtime)
        self._opening.wake()
        return at
