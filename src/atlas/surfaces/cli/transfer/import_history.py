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
from atlas.surfaces.cli.chat.learned_text import stands_still
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
def bring(
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
        _give_up(run)
        return
    if path is None:
        raise click.UsageError("Give a file or folder to import.")
    _bring(run, path, form, _Asked(dry_run, vouch, replay, restore))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What somebody said about it."""

    dry_run: bool
    vouch: bool
    replay: bool
    restore: bool


def _bring(run: Run, path: Path, form: str | None, asked: _Asked) -> None:
    from atlas.engine.transfer.restore_export import RestoreReport

    with _opened(run, asked) as atlas:
        with _interruptible(run, asked), progress_bars(run.as_json) as progress:
            found = atlas.history.import_file(
                path,
                format=form,
                vouch=asked.vouch,
                dry_run=asked.dry_run,
                replay=asked.replay,
                restore=asked.restore,
                progress=progress,
            )
        owed, replaying = atlas.jobs.owed(), atlas.history.replay_position()
    if isinstance(found, RestoreReport):
        _tell_back(run, found, replaying, asked.dry_run)
        return
    _tell(run, found, asked, owed, replaying)
    if found.broke or not found.read_anything:
        print_error(found.broke or f"There is nothing in {path.name} that could be read.", run.as_json)
        raise click.exceptions.Exit(1)


@contextmanager
def _interruptible(run: Run, asked: _Asked) -> Iterator[None]:
    """Ctrl-C loses nothing, and whoever pressed it is told so."""
    try:
        yield
    except KeyboardInterrupt:
        if not asked.dry_run and not asked.restore:
            print_error("It was interrupted; the same command goes on from here.", run.as_json)
        raise


@contextmanager
def _opened(run: Run, asked: _Asked) -> Iterator[Atlas]:
    """The store. A dry run makes none where there is none: it tries with one that is thrown away."""
    if not asked.dry_run or run.settings.store.exists():
        with run.open_atlas(create=True) as atlas:
            yield atlas
        return
    from tempfile import TemporaryDirectory

    from atlas.surfaces.library import Atlas

    with TemporaryDirectory(prefix="atlas-") as folder:
        tried = Atlas.open(Path(folder) / "tried.atlas", settings=run.settings, background=False)
        try:
            yield tried
        finally:
            tried.close(think=False)


def _give_up(run: Run) -> None:
    with run.open_atlas() as atlas:
        at = atlas.history.give_up_replay()
    if run.as_json:
        print_json({"given_up": at})
    elif at is None:
        print_text("No replay was interrupted here.")
    else:
        print_text(f"The replay ends on {format_day(at, run.zone)}, where it got to; what came in stays.")
        print_text(hint_text("The rest comes in without --replay."))
        print_text(hint_text("What it still owes is thought about by today's clock: atlas work."))


# --- what came of it


def _tell(run: Run, found: ImportReport, asked: _Asked, owed: int, replaying: datetime | None) -> None:
    if run.as_json:
        print_json({**_figures(found), "owed": owed, "replaying": replaying})
        return
    print_text(_summary(run, found, asked.dry_run))
    for each in found.examples:
        print_text(hint_text(f"Left out: {one_line(each.where)}: {one_line(each.why)}"))
    if found.skipped > len(found.examples):
        print_text(hint_text(f"And {format_count(found.skipped - len(found.examples), 'more')} like them."))
    print_text(*(hint_text(told) for told in _would_wait(run, found, asked) if asked.dry_run))
    print_text(*(hint_text(told) for told in _waits(run, found, asked) if not asked.dry_run))
    print_text(*(hint_text(told) for told in _here_already(found, asked)))
    print_text(*(hint_text(told) for told in _owes(found, owed, replaying) if not asked.dry_run))


def _summary(run: Run, found: ImportReport, dry_run: bool) -> RenderableType:
    rows = [("it is", found.format.described), ("holds", _holds(found))]
    if found.first and found.last:
        first, last = format_day(found.first, run.zone), format_day(found.last, run.zone)
        rows.append(("said", f"on {first}" if first == last else f"from {first} to {last}"))
    rows.append(("would come in" if dry_run else "came in", _new(found)))
    counts = {
        "here already": found.known,
        "here with another text, which stays": found.other_text,
        "forgotten here, stays so": found.forgotten,
        "too long, cut": found.cut,
        "secrets left out": found.redacted,
        "could not be read": found.skipped,
        "days lived through": found.days,
    }
    rows += [(name, f"{count:,}") for name, count in counts.items() if count]
    rows += [(f"ran {name}", format_count(count, "time")) for name, count in sorted(found.cycles.items())]
    return make_field_table(rows)


def _holds(found: ImportReport) -> str:
    notes = [format_count(found.notes, "note")] if found.notes else []
    if notes and not found.turns:
        return notes[0]
    return ", ".join([format_count(found.conversations, "conversation"), format_count(found.turns, "turn"), *notes])


def _new(found: ImportReport) -> str:
    """Of a dry run it is not known yet how turns become interactions."""
    within = f" in {format_count(found.new_interactions, 'interaction')}" if found.new_interactions else ""
    turns = [f"{format_count(found.new_turns, 'turn')}{within}"] if found.new_turns else []
    notes = [format_count(found.new_notes, "note")] if found.new_notes else []
    return ", ".join([*turns, *notes]) or "nothing new"


def _waiting(run: Run, found: ImportReport) -> set[Origin]:
    """The origins of what is new and is not served before somebody has looked at it (C3)."""
    manual = run.settings.curation.mode is Mode.MANUAL
    return {origin for origin in found.origins if manual or origin.trust < Trust.ASSISTANT}


def _would_wait(run: Run, found: ImportReport, asked: _Asked) -> Iterator[str]:
    waiting = _waiting(run, found)
    if Origin.IMPORT in waiting and found.new_turns and not asked.vouch:
        yield "It would wait to be vouched for. Where it is your own, say so now, with --vouch, or later: atlas vouch."
    yield from _waits_anyway(found, waiting)
    yield from _late(run, waiting, asked)


def _waits(run: Run, found: ImportReport, asked: _Asked) -> Iterator[str]:
    waiting = _waiting(run, found)
    if Origin.IMPORT in waiting and found.new_turns:
        yield f"It waits to be vouched for (atlas pending). Where it is your own: atlas vouch --source {found.format}"
    elif waiting - {Origin.FILE, Origin.TOOL, Origin.IMPORT}:
        yield "It waits for review (atlas pending)."
    yield from _waits_anyway(found, waiting)
    yield from _late(run, waiting, asked)


def _waits_anyway(found: ImportReport, waiting: set[Origin]) -> Iterator[str]:
    if Origin.IMPORT in waiting and found.new_notes:
        yield f"What another memory noted waits for you, also with --vouch. Approve all of it with: {_APPROVE} import"
    if Origin.FILE in waiting:
        yield f"What a file says waits for you, also with --vouch. Approve all of it with: {_APPROVE} file"
    if Origin.TOOL in waiting:
        yield "What tools gave back waits for you, also with --vouch (atlas pending)."


def _late(run: Run, waiting: set[Origin], asked: _Asked) -> Iterator[str]:
    if waiting and asked.replay:
        days = run.settings.curation.expire_after_days
        yield f"On its own clock, what nobody reviewed for {days} days has expired."


def _here_already(found: ImportReport, asked: _Asked) -> Iterator[str]:
    """Why saying it now changes nothing."""
    if found.unvouched:
        here = format_count(found.unvouched, "turn or note", "turns or notes")
        yield f"{here} came in earlier without --vouch. Vouch for what still waits: atlas vouch --source {found.format}"
    if asked.replay and found.known and not (found.new_turns or found.new_notes or found.cycles):
        yield "It came in earlier, and nothing is lived through twice; that takes another space: --space history."


def _owes(found: ImportReport, owed: int, replaying: datetime | None) -> Iterator[str]:
    yield from stands_still(replaying)
    if replaying is None and owed and found.new_interactions:
        yield f"Owed to it: {format_count(owed, 'thought')}, which atlas work thinks; it is found by its words at once."


def _figures(found: ImportReport) -> dict[str, Any]:
    names = ("format", "conversations", "turns", "notes", "new_turns", "new_interactions", "new_notes", "known")
    more = ("other_text", "unvouched", "forgotten", "cut", "redacted", "skipped", "examples")
    told = {name: getattr(found, name) for name in (*names, *more, "first", "last", "broke", "days")}
    return {**told, "cycles": dict(found.cycles), "origins": {each.value: n for each, n in found.origins.items()}}


def _tell_back(run: Run, found: RestoreReport, replaying: datetime | None, dry_run: bool) -> None:
    if run.as_json:
        told = {"restored": dict(found.rows), "approved": dict(found.approved), "from_space": found.space}
        print_json({**told, "owed": found.owed, "suggestions": found.suggestions, "replaying": replaying})
        return
    rows, verb = found.rows, "would come back" if dry_run else "came back"
    memories = format_count(rows.get("memory", 0), "memory", "memories")
    entries = format_count(rows.get("journal", 0), "journal entry", "journal entries")
    said = format_count(rows.get("interaction", 0), "interaction")
    print_text(f"{memories}, {said} and {entries} {verb} from the space {found.space!r}; the journal holds.")
    print_text(*(hint_text(told) for told in [*_served(found), *stands_still(replaying)]))


def _served(found: RestoreReport) -> Iterator[str]:
    """What of it is served here, or may be in a while."""
    approved = format_count(found.approved.get("memory", 0), "memory", "memories")
    yield f"Approved there and so here: {approved}. The journal is the one that was exported."
    if found.owed:
        owed = format_count(found.owed, "interaction")
        yield f"Still to be thought about: {owed}. What is learned there may be approved too: atlas jobs"
    if found.suggestions:
        yield f"Still open: {format_count(found.suggestions, 'suggestion')}: atlas suggestions"
    if found.rows.get("document"):
        yield "Documents wait for review: they are not in the journal, which could say who approved them."
