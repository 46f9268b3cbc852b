"""`atlas constitution`: the constitution in force, and an operator's own in its place (E9, H1)."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas.errors import ConstitutionBroken, StoreTrouble
from atlas.surfaces.cli.shared.command_context import Run, make_home, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import command, group, yes_option
from atlas.surfaces.cli.shared.output import (
    colour_diff_line,
    confirm_action,
    hint_text,
    print_json,
    print_text,
    styled_text,
)

if TYPE_CHECKING:
    from atlas.curation.constitution import Constitution

_WHOSE = {False: "the shipped one", True: "an operator's, pinned"}


@group(
    "constitution",
    "atlas constitution",
    "atlas constitution --json | jq -r .sha256",
    "atlas constitution pin mine.md",
    "atlas constitution pin --shipped",
    gives="text, sha256 and pinned (whether an operator put it in the place of the shipped one).",
)
@pass_run
@click.pass_context
def constitution(ctx: click.Context, run: Run) -> None:
    """Read the constitution in force: its text, its hash, and whose it is.

    Four levels. Levels 1 to 3 stand in every system prompt that ATLAS builds, and nothing that is learned can change
    them; learning may amend only what level 4 names.
    """
    if ctx.invoked_subcommand is not None:
        return
    from atlas.settings import read_constitution

    law = read_constitution(run.settings.home)
    if run.as_json:
        print_json({"text": law.text, "sha256": law.sha256, "pinned": law.pinned})
        return
    print_text(styled_text(law.text))
    print_text(hint_text(f"It is {_WHOSE[law.pinned]}. sha256 {law.sha256}"))


@command(
    "pin",
    "atlas constitution pin mine.md",
    "atlas constitution pin mine.md --yes",
    "atlas constitution pin --shipped",
    gives="sha256, pinned, before (the hash until now, or null where it was broken), diff, written, journaled.",
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--shipped", is_flag=True, help="Go back to the one that ships with ATLAS.")
@yes_option
@pass_run
def pin(run: Run, file: Path | None, shipped: bool, yes: bool) -> None:
    """Put a constitution of your own in force, or the shipped one again.

    FILE has the form of the shipped one: the same four headings, principles under the first three that are numbered
    through, at most 6,000 bytes, nothing hidden and no link. It is copied into the home folder with its hash; your file
    may go. ATLAS does not start when copy and hash no longer fit together, and what runs already has to be started
    anew. The journal says that it was you.
    """
    if (file is None) is not shipped:
        raise click.UsageError("Name a FILE to pin, or say --shipped.")
    from atlas.settings import read_proposed_constitution, read_shipped_constitution

    content = read_proposed_constitution(file) if file else read_shipped_constitution().text.encode()
    before = _read_in_force(run)
    diff = _diff_texts(before, content.decode())
    if not run.as_json:
        print_text(*map(colour_diff_line, diff))
    is_new = before is None or before.pinned is shipped or before.text.encode() != content
    if is_new and not confirm_action("Put this constitution in force?", yes, run.as_json):
        print_text("Nothing was changed.")
        return
    if is_new:
        _put_in_force(run.settings.home, None if shipped else content)
    journaled = is_new and _journal_pin(run, before)
    _print_pinned(run, before, diff, is_new, journaled)


def _read_in_force(run: Run) -> Constitution | None:
    """Read the constitution in force; None, with the reason on stderr, where it is broken: that can be mended here."""
    from atlas.settings import read_constitution

    try:
        return read_constitution(run.settings.home)
    except ConstitutionBroken as broken:
        print_error(str(broken))
        return None


def _diff_texts(before: Constitution | None, text: str) -> list[str]:
    old = before.text.splitlines() if before else []
    return list(unified_diff(old, text.splitlines(), "in force", "to be pinned", lineterm=""))


def _put_in_force(home: Path, content: bytes | None) -> None:
    """Write the text, then the pin that names it; the text of the pin before goes last. None is the shipped one."""
    from atlas.curation.constitution import hash_constitution
    from atlas.settings import PIN_NAME, format_pin, name_pinned_text
    from atlas.surfaces.files import write_file

    make_home(home)
    old = set(home.glob(name_pinned_text(Path(), "*").name))
    if content is None:
        (home / PIN_NAME).unlink(missing_ok=True)
    else:
        sha256 = hash_constitution(content)
        text = name_pinned_text(home, sha256)
        write_file(text, [content.decode()])
        write_file(home / PIN_NAME, [format_pin(sha256)])
        old.discard(text)
    for each in old:
        each.unlink(missing_ok=True)


def _journal_pin(run: Run, before: Constitution | None) -> bool:
    """Journal the operator's act, where there is a store that can be written."""
    if run.is_missing:
        return False
    try:
        with run.open_atlas(notices=False, damaged=True) as atlas:
            atlas.admin.record_constitution(before.sha256 if before else None)
    except StoreTrouble as trouble:
        print_error(f"It is in force, and could not be journaled: {trouble}")
        return False
    return True


def _print_pinned(run: Run, before: Constitution | None, diff: list[str], written: bool, journaled: bool) -> None:
    from atlas.settings import read_constitution

    law = read_constitution(run.settings.home)
    if run.as_json:
        old = before.sha256 if before else None
        facts = {"sha256": law.sha256, "pinned": law.pinned, "before": old, "diff": "\n".join(diff)}
        print_json({**facts, "written": written, "journaled": journaled})
        return
    print_text(f"{'Now in force' if written else 'Already in force'}: {_WHOSE[law.pinned]}, sha256 {law.sha256}.")
    if written:
        back = " Go back: atlas operate constitution pin --shipped" if law.pinned else ""
        print_text(hint_text(f"Start anew what runs already: chats, servers, workers.{back}"))


constitution.add_command(pin)
