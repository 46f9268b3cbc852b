"""`atlas import`: a history from elsewhere, or an export of our own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.curation.policy import Mode
from atlas.model.history import Format
from atlas.model.origin import Origin, Trust
from atlas.surfaces.cli.chat.learned_text import replay_notice
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.error_edge import print_error
from atlas.surfaces.cli.shared.grammar import Word, command
from atlas.surfaces.cli.shared.output import hint_text, make_field_table, print_json, print_text, progress_bars
from atlas.surfaces.views.text import format_count, format_day, one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.engine.transfer.import_batches import ImportReport
    from atlas.engine.transfer.restore_export import RestoreReport
    from atlas.surfaces.library import Atlas

FORMAT: Final = Word(
    "FORMAT",
    {kind.value: kind.value for kind in Format},
    also={kind.value.replace("-", "_"): kind.value for kind in Format},
)
_APPROVE: Final = "atlas approve --all --origin"


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
@click.option("--replay", is_flag=True, help="Live it through on its own clock, by rules alone.")
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
    _import_file(run, path, form, _ImportOptions(dry_run, vouch, replay, restore))


@dataclass(frozen=True, slots=True)
class _ImportOptions:
    """The options of an import."""

    dry_run: bool
    vouch: bool
    replay: bool
    restore: bool


def _import_file(run: Run, path: Path, form: str | None, options: _ImportOptions) -> None:
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
        _print_restored(run, report, replaying, options.dry_run)
        return
    _print_report(run, report, options, owed, replaying)
    if report.broke or not report.read_anything:
        print_error(report.broke or f"There is nothing in {path.name} that could be read.", run.as_json)
        raise click.exceptions.Exit(1)


@contextmanager
def _explain_interrupt(run: Run, options: _ImportOptions) -> Iterator[None]:
    """Tell whoever pressed Ctrl-C that nothing is lost."""
    try:
        yield
    except KeyboardInterrupt:
        if not options.dry_run and not options.restore:
            print_error("It was interrupted; the same command goes on from here.", run.as_json)
        raise


@contextmanager
def _open_target(run: Run, options: _ImportOptions) -> Iterator[Atlas]:
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


# --- what came of it


def _print_report(
    run: Run, report: ImportReport, options: _ImportOptions, owed: int, replaying: datetime | None
) -> None:
    if run.as_json:
        print_json({**_view_report(report), "owed": owed, "replaying": replaying})
        return
    print_text(_summary_table(run, report, options.dry_run))
    for each in report.examples:
        print_text(hint_text(f"Left out: {one_line(each.where)}: {one_line(each.why)}"))
    if report.skipped > len(report.examples):
        print_text(hint_text(f"And {format_count(report.skipped - len(report.examples), 'more')} like them."))
    print_text(*(hint_text(sentence) for sentence in _dry_run_review_hints(run, report, options) if options.dry_run))
    print_text(*(hint_text(sentence) for sentence in _review_hints(run, report, options) if not options.dry_run))
    print_text(*(hint_text(sentence) for sentence in _known_hints(report, options)))
    print_text(*(hint_text(sentence) for sentence in _owed_hints(report, owed, replaying) if not options.dry_run))


def _summary_table(run: Run, report: ImportReport, dry_run: bool) -> RenderableType:
    rows = [("it is", report.format.described), ("holds", _describe_contents(report))]
    if report.first and report.last:
        first, last = format_day(report.first, run.zone), format_day(report.last, run.zone)
        rows.append(("said", f"on {first}" if first == last else f"from {first} to {last}"))
    rows.append(("would come in" if dry_run else "came in", _describe_new(report)))
    counts = {
        "here already": report.known,
        "here with another text, which stays": report.other_text,
        "forgotten here, stays so": report.forgotten,
        "too long, cut": report.cut,
        "secrets left out": report.redacted,
        "could not be read": report.skipped,
        "days lived through": report.days,
    }
    rows += [(name, f"{count:,}") for name, count in counts.items() if count]
    rows += [(f"ran {name}", format_count(count, "time")) for name, count in sorted(report.cycles.items())]
    return make_field_table(rows)


def _describe_contents(report: ImportReport) -> str:
    notes = [format_count(report.notes, "note")] if report.notes else []
    if notes and not report.turns:
        return notes[0]
    return ", ".join([format_count(report.conversations, "conversation"), format_count(report.turns, "turn"), *notes])


def _describe_new(report: ImportReport) -> str:
    """Count what is new; of a dry run it is not known yet how turns become interactions."""
    within = f" in {format_count(report.new_interactions, 'interaction')}" if report.new_interactions else ""
    turns = [f"{format_count(report.new_turns, 'turn')}{within}"] if report.new_turns else []
    notes = [format_count(report.new_notes, "note")] if report.new_notes else []
    return ", ".join([*turns, *notes]) or "nothing new"


def _waiting_origins(run: Run, report: ImportReport) -> set[Origin]:
    """Find the origins of new text that is not served before somebody has looked at it (C3)."""
    manual = run.settings.curation.mode is Mode.MANUAL
    return {origin for origin in report.origins if manual or origin.trust < Trust.ASSISTANT}


def _dry_run_review_hints(run: Run, report: ImportReport, options: _ImportOptions) -> Iterator[str]:
    waiting = _waiting_origins(run, report)
    if Origin.IMPORT in waiting and report.new_turns and not options.vouch:
        yield "It would wait to be vouched for. Where it is your own, say so now, with --vouch, or later: atlas vouch."
    yield from _unvouchable_hints(report, waiting)
    yield from _expiry_hints(run, waiting, options)


def _review_hints(run: Run, report: ImportReport, options: _ImportOptions) -> Iterator[str]:
    waiting = _waiting_origins(run, report)
    if Origin.IMPORT in waiting and report.new_turns:
        yield f"It waits to be vouched for (atlas pending). Where it is your own: atlas vouch --source {report.format}"
    elif waiting - {Origin.FILE, Origin.TOOL, Origin.IMPORT}:
        yield "It waits for review (atlas pending)."
    yield from _unvouchable_hints(report, waiting)
    yield from _expiry_hints(run, waiting, options)


def _unvouchable_hints(report: ImportReport, waiting: set[Origin]) -> Iterator[str]:
    if Origin.IMPORT in waiting and report.new_notes:
        yield f"What another memory noted waits for you, also with --vouch. Approve all of it with: {_APPROVE} import"
    if Origin.FILE in waiting:
        yield f"What a file says waits for you, also with --vouch. Approve all of it with: {_APPROVE} file"
    if Origin.TOOL in waiting:
        yield "What tools gave back waits for you, also with --vouch (atlas pending)."


def _expiry_hints(run: Run, waiting: set[Origin], options: _ImportOptions) -> Iterator[str]:
    if waiting and options.replay:
        days = run.settings.curation.expire_after_days
        yield f"On its own clock, what nobody reviewed for {days} days has expired."


def _known_hints(report: ImportReport, options: _ImportOptions) -> Iterator[str]:
    """Explain why vouching or replaying now changes nothing."""
    if report.unvouched:
        here, vouch = format_count(report.unvouched, "turn or note", "turns or notes"), f"--source {report.format}"
        yield f"{here} came in earlier without --vouch. Vouch for what still waits: atlas vouch {vouch}"
    if options.replay and report.known and not (report.new_turns or report.new_notes or report.cycles):
        yield "It came in earlier, and nothing is lived through twice; that takes another space: --space history."


def _owed_hints(report: ImportReport, owed: int, replaying: datetime | None) -> Iterator[str]:
    yield from replay_notice(replaying)
    if replaying is None and owed and report.new_interactions:
        yield f"Owed to it: {format_count(owed, 'thought')}, which atlas work thinks; it is found by its words at once."


def _view_report(report: ImportReport) -> dict[str, Any]:
    names = ("format", "conversations", "turns", "notes", "new_turns", "new_interactions", "new_notes", "known")
    more = ("other_text", "unvouched", "forgotten", "cut", "redacted", "skipped", "examples")
    fields = {name: getattr(report, name) for name in (*names, *more, "first", "last", "broke", "days")}
    return {**fields, "cycles": dict(report.cycles), "origins": {each.value: n for each, n in report.origins.items()}}


def _print_restored(run: Run, report: RestoreReport, replaying: datetime | None, dry_run: bool) -> None:
    if run.as_json:
        fields = {"restored": dict(report.rows), "approved": dict(report.approved), "from_space": report.space}
        print_json({**fields, "owed": report.owed, "suggestions": report.suggestions, "replaying": replaying})
        return
    rows, verb = report.rows, "would come back" if dry_run else "came back"
    memories = format_count(rows.get("memory", 0), "memory", "memories")
    entries = format_count(rows.get("journal", 0), "journal entry", "journal entries")
    interactions = format_count(rows.get("interaction", 0), "interaction")
    print_text(f"{memories}, {interactions} and {entries} {verb} from the space {report.space!r}; the journal holds.")
    print_text(*(hint_text(fields) for fields in [*_restored_hints(report), *replay_notice(replaying)]))


def _restored_hints(report: RestoreReport) -> Iterator[str]:
    """Count what of a restored export is served here, or may be in a while."""
    approved = format_count(report.approved.get("memory", 0), "memory", "memories")
    yield f"Approved there and so here: {approved}. The journal is the one that was exported."
    if report.owed:
        owed = format_count(report.owed, "interaction")
        yield f"Still to be thought about: {owed}. What is learned there may be approved too: atlas jobs"
    if report.suggestions:
        yield f"Still open: {format_count(report.suggestions, 'suggestion')}: atlas suggestions"
    if report.rows.get("document"):
        yield "Documents wait for review: they are not in the journal, which could say who approved them."
