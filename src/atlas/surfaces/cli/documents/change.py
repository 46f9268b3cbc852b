"""`docs restore`, `docs note`, `docs export`, `docs import`: what a person does to the documents."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.diff_text import diff_text
from atlas.surfaces.cli.shared.grammar import command, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, print_json, print_text
from atlas.surfaces.views.text import format_count, one_line

if TYPE_CHECKING:
    from atlas.engine.curate.documents import Amended

_AMENDED = "paths (that changed), version (that came of it; null where nothing changed) and warnings"


@command(
    "restore",
    "atlas docs restore 3",
    "atlas docs restore 3 profile",
    "atlas docs diff 3 && atlas docs restore 3 --yes",
    gives=f"{_AMENDED}.",
)
@click.argument("number", type=click.IntRange(1), metavar="VERSION")
@click.argument("name", required=False)
@yes_option
@pass_run
def restore_documents(run: Run, number: int, name: str | None, yes: bool) -> None:
    """Bring documents back to how they stood after a version.

    All of them, or the one that is named, to the letter. The result is a version of its own, and atlas undo takes it
    back. What was forgotten does not come back. See first: atlas docs diff VERSION.
    """
    with run.open_atlas() as atlas:
        what = f"{one_line(name)}" if name else "all documents"
        if not confirm_action(f"Bring {what} back to version {number}?", yes, run.as_json):
            print_text("Nothing was restored.")
            raise click.exceptions.Exit(1)
        made = atlas.documents.restore(number, name)
    _print_amended(run, made, f"as in version {number}", "It is so already.")


@command(
    "note",
    "atlas docs note 'The deploy script needs Python 3.12.'",
    "atlas docs show notes",
    gives=f"{_AMENDED}.",
)
@click.argument("text")
@pass_run
def note(run: Run, text: str) -> None:
    """Add a line to the agent's notes.

    They are the application's own: thinking reads them and never writes there, and a line is never changed.
    """
    with run.open_atlas(create=True) as atlas:
        made = atlas.documents.note(text)
    _print_amended(run, made, "noted", "Nothing was noted.")


@command(
    "export",
    "atlas docs export ~/documents",
    "atlas docs export ~/documents && $EDITOR ~/documents/user-profile.md",
    gives="folder and files (paths in it).",
)
@click.argument("folder", type=click.Path(path_type=Path))
@pass_run
def export_documents(run: Run, folder: Path) -> None:
    """Check the documents out as Markdown files.

    FOLDER is new or empty. Edit the files with what you like, add pages as wiki/some-topic.md, and bring them back with
    atlas docs import. The constitution, the agent's notes and the log of sessions are there to be read: changed ones
    are not taken back.
    """
    with run.open_for_reading() as atlas:
        files = atlas.documents.export(folder)
    if run.as_json:
        print_json({"folder": str(folder), "files": files})
        return
    print_text(f"{format_count(len(files), 'file')} written to {folder}.")
    print_text(hint_text(f"Edit them, then bring them back: atlas docs import {quote(str(folder))}"))


@command(
    "import",
    "atlas docs import ~/documents",
    "atlas docs import ~/documents --yes --json",
    gives=f"diffs (unified, by path) and amended: {_AMENDED}.",
)
@click.argument("folder", type=click.Path(path_type=Path))
@yes_option
@pass_run
def import_documents(run: Run, folder: Path, yes: bool) -> None:
    """Bring edited documents back, as operator.

    You see the changes first and are asked. They are one version, taken over whole or not at all, and atlas undo takes
    them back. Refused with a sentence: what is no document, a link, a file that is not text, a changed read-only file,
    a folder that was exported from another store, and a document that was changed here meanwhile.
    """
    with run.open_atlas(create=True) as atlas:
        if not yes:
            seen = atlas.documents.import_folder(folder, dry_run=True)
            if seen.diffs and not run.as_json:
                print_text(diff_text("".join(seen.diffs.values()).splitlines()), "")
            if seen.diffs and not confirm_action(_import_question(len(seen.diffs)), yes, run.as_json):
                print_text("Nothing was changed.")
                raise click.exceptions.Exit(1)
        made = atlas.documents.import_folder(folder)
    if run.as_json:
        print_json(made)
    elif made.amended:
        _print_amended(run, made.amended, "as in the folder", "Nothing was changed in it.")


def _import_question(number: int) -> str:
    return f"Take over {'this change' if number == 1 else f'the changes of {number} documents'}?"


def _print_amended(run: Run, made: Amended, how: str, nothing: str) -> None:
    if run.as_json:
        print_json({"paths": made.paths, "version": made.version, "warnings": made.warnings})
        return
    if made.version is None:
        print_text(nothing)
        return
    print_text(f"Version {made.version}: {one_line(', '.join(made.paths))} {how}.")
    print_text(*(f"Look again: {one_line(each.says)}" for each in made.warnings))
    print_text(hint_text("Take it back: atlas undo."))
