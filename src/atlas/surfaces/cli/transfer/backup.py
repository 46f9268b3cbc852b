"""`atlas backup` and `atlas restore`: the whole store as one file, and back."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

import click

from atlas.errors import BadInput
from atlas.surfaces.cli.shared.command_context import Run, make_home, pass_run
from atlas.surfaces.cli.shared.grammar import command, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, print_json, print_text, progress_bars
from atlas.surfaces.views.text import format_count


@command(
    "backup",
    "atlas backup",
    "atlas backup /media/disk/atlas.atlas --force",
    "atlas backup ~/backups      # a folder: the file is named by store and time",
    "atlas backup --json | jq -r .file",
    gives="file, bytes, spaces, interactions and journal_entries.",
)
@click.argument("target", type=click.Path(path_type=Path), required=False)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@pass_run
def backup(run: Run, target: Path | None, force: bool) -> None:
    """Copy the whole store while others write to it.

    Every space is in it, as of one moment, with all that was acknowledged before. The copy is one file, for the eyes of
    those who may read the store, and was read back and verified when this says so. `atlas operate restore` lays it in
    place; a plain `cp` of a store that is open can miss what is in its log. What you forget later is not forgotten in a
    backup.

    To carry one space elsewhere, or to read it, use `atlas export`.
    """
    if run.is_missing:
        raise BadInput(f"There is no store at {run.settings.store} that could be copied; atlas chat begins one.")
    with run.open_atlas(damaged=True) as atlas, progress_bars(run.as_json) as progress:
        copy = atlas.admin.backup(target or run.settings.store.parent, force=force, progress=progress)
    if run.as_json:
        print_json({"file": str(copy.path), "bytes": copy.bytes_on_disk, "spaces": copy.spaces,
                   "interactions": copy.interactions, "journal_entries": copy.journal_entries})  # fmt: skip
        return
    contents = f"{format_count(copy.interactions, 'interaction')} in {format_count(copy.spaces, 'space')}"
    print_text(f"Copied to {copy.path} and verified: {contents}, {copy.bytes_on_disk:,} bytes.")
    print_text(hint_text(f"Lay it in place of a store with: atlas operate restore {quote(str(copy.path))}"))


@command(
    "restore",
    "atlas restore ~/backups/memory-backup-20261115T220000Z.atlas",
    "atlas restore memory.atlas.before-restore-20261115T221500Z      # take it back",
    gives="store, aside (where the old one is now, or null), spaces, interactions and journal_entries.",
)
@click.argument("backup", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@yes_option
@pass_run
def restore(run: Run, backup: Path, yes: bool) -> None:
    """Lay a backup in place of the store.

    BACKUP is what `atlas backup` wrote, or any other copy of a store, with its log where it has one. It is copied and
    verified first, and stays as it is. The store that is there now is kept beside it, with its log, as
    `<store>.before-restore-<time>`, so that you can take this back; no old log can undo what was restored. Nobody may
    have the store open meanwhile. What you forgot after the backup was made is back: forget it again.

    For lines that `atlas export` wrote there is `atlas import FILE --restore`, which fills one empty space.
    """
    from atlas.surfaces.library import Atlas

    store = run.settings.store
    if store.exists() and not confirm_action(f"Replace {store} by {backup}? The old one is kept.", yes, run.as_json):
        print_text("Nothing was changed.")
        return
    make_home(run.settings.home)
    with progress_bars(run.as_json) as progress:
        restored = Atlas.restore(backup, store, progress=progress)
    if run.as_json:
        paths = {"store": str(restored.store), "aside": str(restored.aside) if restored.aside else None}
        counts = {"interactions": restored.interactions, "journal_entries": restored.journal_entries}
        print_json({**paths, "spaces": restored.spaces, **counts})
        return
    contents = f"{format_count(restored.interactions, 'interaction')} in {format_count(restored.spaces, 'space')}"
    print_text(f"{restored.store} is restored and verified: {contents}.")
    if restored.aside:
        print_text(
            hint_text(f"What was there is kept in {restored.aside}; delete it, and its -wal, when you need it no more.")
        )
