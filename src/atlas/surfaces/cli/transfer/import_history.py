"""`atlas import`: a history from elsewhere, or an export of our own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from atlas.model.history import Format
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import Word, command
from atlas.surfaces.cli.shared.output import hint_text, print_json, print_text, progress_bars
from atlas.surfaces.cli.transfer.import_report import ImportOptions, print_report, print_restored
from atlas.surfaces.views.text import format_day

if TYPE_CHECKING:
    from atlas.surfaces.library import Atlas

FORMAT: Final = Word(
    "FORMAT",
    {kind.value: kind.value for kind in Format},
    also={kind.value.replace("-", "_"): kind.value for kind in Format},
)


@command(
    "import",
    "atlas import chatgpt-export.zip --dry-run",
    "atlas import chatgpt-export.zip --vouch",
    "atlas import ~/.claude/projects --replay --vouch --space history",
    "atlas import CLAUDE.md",
    "atlas import everything.jsonl --restore --space restored",
    "atlas import --give-up       # a replay that was interrupted",
    gives="format, conversations, turns, notes (what stands in it), new_turns, new_interactions, new_notes, "
    "origins (of what is new), known, other_text, unvouched, forgotten, cut, redacted, skipped with examples, first, "
    "last, broke, days and cycles of a replay, owed, replaying (how far a replay got that is not at its end); with "
    "--restore: restored, approved, owed (interactions), suggestions (open), replaying, from_space; "
    "with --give-up: given_up.",
)
@click.argument("path", type=click.Path(exists=True, path_type=Path), required=False)
@click.option("--format", "form", type=FORMAT, help=f"One of {', '.join(Format)}; told from the file else.")
@click.option("--dry-run", is_flag=True, help="Say what would come in, and change nothing.")
@click.option("--vouch", is_flag=True, help="It is your own history: take people at their word.")
@click.option("--replay", is_flag=True, help="Live it through on its own clock, without a language model.")
@click.option("--restore", is_flag=True, help="It is an export of ATLAS: bring it back as it was.")
@click.option("--give-up", is_flag=True, help="Let a replay be that was interrupted; no PATH.")
@pass_run
def import_command(
    run: Run,
    path: Path | None,
    form: str | None,
    dry_run: bool,
    vouch: bool,
    replay: bool,
    restore: bool,
    give_up: bool,
) -> None:
    """Bring a history from another assistant, or an export back.

    ChatGPT and Claude exports (ZIP, folder or JSON), Claude Code and Codex transcripts, mem0 exports, MEMORY.md,
    CLAUDE.md and AGENTS.md files, JSON lines with role and text. Each turn comes in once, however often you bring it,
    also after an interrupted import. Without --vouch it waits for review; what a file, a tool or another memory says
    waits also with it. What you forgot here stays forgotten while it has its name; a file that calls it otherwise
    brings it back.

    A replay needs a space that has not lived past the beginning of the history, such as --space history. One that was
    interrupted goes on when you run it again.

    What `atlas export` wrote comes back into an empty space with --restore: all that is approved in it is approved
    here, so restore only what you or somebody you trust has written.
    """
    if give_up:
        if path or form or dry_run or vouch or replay or restore:
            raise click.UsageError("--give-up stands alone.")
        _give_up_replay(run)
        return
    if path is None:
        raise click.UsageError("Give a file or folder to import.")
    _import_file(run, path, form, ImportOptions(dry_run, vouch, replay, restore))


def _import_file(run: Run, path: Path, form: str | None, options: ImportOptions) -> None:
    from atlas.engine.transfer.restore_export import RestoreReport

    with _open_target(run, options) as atlas:
        with _explain_interrupt(run, options), progress_bars(run.as_json) as progress:
            report = atlas.history.import_file(
                path,
                format=form,
                vouch=options.vouch,
                dry_run=options.dry_run,
                replay=options.replay,
                restore=options.restore,
                progress=progress,
            )
        owed, replaying = atlas.jobs.owed(), atlas.history.replay_position()
    if isinstance(report, RestoreReport):
        print_restored(run, report, replaying, options.dry_run)
        return
    print_report(run, report, options, owed, replaying)
    if report.broke or not report.read_anything:
        print_error(report.broke or f"There is nothing in {path.name} that could be read.", run.as_json)
        raise click.exceptions.Exit(1)


@contextmanager
def _explain_interrupt(run: Run, options: ImportOptions) -> Iterator[None]:
    """Tell whoever pressed Ctrl-C that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        if not options.dry_run and not options.restore:
            print_error("It was interrupted; the same command goes on from here.", run.as_json)
        raise


@contextmanager
def _open_target(run: Run, options: ImportOptions) -> Iterator[Atlas]:
    """Open the store. A dry run makes none where there is none: it uses one that is thrown away."""
    if not options.dry_run or run.settings.store.exists():
        with run.open_atlas(create=True) as atlas:
            yield atlas
        return
    from tempfile import TemporaryDirectory

    from atlas.surfaces.library import Atlas

    with TemporaryDirectory(prefix="atlas-") as folder:
        trial = Atlas.open(Path(folder) / "tried.atlas", settings=run.settings, background=False)
        try:
            yield trial
        finally:
            trial.close(think=False)


def _give_up_replay(run: Run) -> None:
    with run.open_atlas() as atlas:
        given_up = atlas.history.give_up_replay()
    if run.as_json:
        print_json({"given_up": given_up})
    elif given_up is None:
        print_text("No replay was interrupted here.")
    else:
        print_text(f"The replay ends on {format_day(given_up, run.zone)}, where it got to; what came in stays.")
        print_text(hint_text("The rest comes in without --replay."))
        print_text(hint_text("What it still owes is thought about by today's clock: atlas work."))
