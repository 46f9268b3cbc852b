"""`atlas undo`, `atlas log`, `atlas revert`: the journal, and taking changes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from atlas.model.ids import Prefix
from atlas.model.journal import Action
from atlas.surfaces.cli.lookup.journal_table import entry_table
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import EntryNumber, command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text
from atlas.surfaces.views.id_lookup import MANY
from atlas.surfaces.views.journal import action_word, describe_entry, view_entry
from atlas.surfaces.views.text import format_count, one_line

if TYPE_CHECKING:
    from atlas.engine.curate.undo import UndoReceipt
    from atlas.model.journal import Entry
    from atlas.surfaces.library import Atlas

_LAST = 20
"""Entries among which the one that was just written stands; another process may have written since."""
_UNDONE = "entry (what was taken back), restored (ids) and conflicts (sentences)."


@command(
    "undo",
    "atlas undo",
    "atlas undo --list      # what would be taken back next",
    "atlas undo && atlas undo",
    gives=f"{_UNDONE} With --list: entries.",
)
@click.option("--list", "preview", is_flag=True, help="Only show what would be taken back, the next first.")
@limit_option(10)
@pass_run
def undo(run: Run, preview: bool, limit: int) -> None:
    """Take back the last change, and the one before it.

    Again and again, as far back as you wish. Taking back is itself recorded. A forget cannot be undone: take back what
    came before it by its number.
    """
    with run.open_atlas() as atlas:
        if preview:
            _print_undoable(run, atlas, atlas.history.undoable(limit), limit)
            return
        next_up = atlas.history.undoable(1)
        receipt = atlas.undo()
        last_undo = _find_last_undo(atlas)
    _print_undo(run, receipt, next_up[0] if next_up else None, last_undo)


def _print_undoable(run: Run, atlas: Atlas, entries: Sequence[Entry], limit: int) -> None:
    named = atlas.history.named_memories(entries)
    beyond = atlas.history.undoable(len(entries) + 1, past_forgets=True)[len(entries) :]
    if run.as_json:
        print_json({"entries": [view_entry(entry, named) for entry in entries]})
        return
    if entries:
        last = entries[-1].seq
        print_text(
            entry_table(entries, run.zone, named),
            hint_text(f"Take back the first: atlas undo. Any other: atlas journal revert {last}."),
        )
    elif not beyond:
        print_text("There is nothing to undo.")
    if beyond and len(entries) < limit:
        back = f"atlas journal revert {beyond[0].seq}"
        print_text(
            f"{'Then' if entries else 'Next'} comes a forget, which cannot be undone; what was before it: {back}."
        )


@command(
    "log",
    "atlas log",
    "atlas log --limit 5",
    "atlas log --about m_4kq9zt --json",
    gives="entries, newest first, each with seq, at, actor, action, cause, says and parts (rows before and after).",
)
@limit_option(20)
@click.option("--about", metavar="ID", help="Only the entries about this memory.")
@pass_run
def log(run: Run, limit: int, about: str | None) -> None:
    """Read the journal: every change, newest first, with the memories it is about."""
    with run.open_for_reading() as atlas:
        entries = _read_history(atlas, about, limit) if about else atlas.history.log(limit)
        undoable = atlas.history.undoable(MANY if about else 1, past_forgets=True)
        named = atlas.history.named_memories(entries)
    if run.as_json:
        print_json({"entries": [view_entry(entry, named) for entry in entries]})
    elif not entries:
        print_text("Nothing has happened here yet.")
    else:
        print_text(entry_table(entries, run.zone, named))
        if next_step := _next_step(entries, undoable, limit, bool(about)):
            print_text(hint_text(next_step))


def _next_step(entries: Sequence[Entry], undoable: Sequence[Entry], limit: int, about: bool) -> str:
    """Name the newest entry that can be taken back; of one memory's entries, the newest of those."""
    own = {entry.seq for entry in entries}
    first = next((each.seq for each in undoable if not about or each.seq in own), None)
    back = f"Take one back by its number: atlas journal revert {first}." if first else ""
    more = f"More: --limit {limit * 5}." if len(entries) == limit else ""
    return " ".join(filter(None, (back, more)))


def _read_history(atlas: Atlas, id: str, limit: int) -> list[Entry]:
    return sorted(atlas.inspect.memory(id).history, key=lambda entry: -entry.seq)[:limit]


@command(
    "revert",
    "atlas revert 12",
    "atlas log --about m_4kq9zt     # to find its number",
    gives=_UNDONE,
)
@click.argument("entry", type=EntryNumber())
@pass_run
def revert(run: Run, entry: int) -> None:
    """Take back one entry of the journal.

    Whatever came after it stays. Where some of it has changed since, or something else holds in its place by now,
    nothing is taken back; of a cycle the rest is. What stood in the way is said.
    """
    with run.open_atlas() as atlas:
        receipt = atlas.history.revert(entry)
        written = [each for each in atlas.history.log(1_000) if each.seq == receipt.entry]
        last_undo = _find_last_undo(atlas)
    _print_undo(run, receipt, written[0] if written else None, last_undo)


def _find_last_undo(atlas: Atlas) -> int | None:
    """Find the entry that took something back just now: taking that entry back restores the change."""
    return next((entry.seq for entry in atlas.history.log(_LAST) if entry.action is Action.UNDONE), None)


def _print_undo(run: Run, receipt: UndoReceipt, entry: Entry | None, last_undo: int | None) -> None:
    if run.as_json:
        print_json(receipt)
        return
    print_text(*undo_lines(receipt, entry))
    if last_undo is not None:
        print_text(hint_text(f"Have it again: atlas journal revert {last_undo}"))


def undo_lines(receipt: UndoReceipt, entry: Entry | None) -> list[str]:
    action = f" ({action_word(entry.action)} {describe_entry(entry)})" if entry else ""
    number = sum(id.startswith(f"{Prefix.MEMORY}_") for id in receipt.restored)
    rows = f": {format_count(number, 'memory', 'memories')}" if number > 1 else ""
    conflicts = (f"Not taken back: {one_line(each)}" for each in receipt.conflicts)
    return [f"Took back entry {receipt.entry}{rows}{action}.", *conflicts]
