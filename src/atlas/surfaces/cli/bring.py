"""`atlas import`: a history from elsewhere, or an export of our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from atlas.model.history import Format
from atlas.surfaces.cli.edge import complain
from atlas.surfaces.cli.grammar import Word, command
from atlas.surfaces.cli.paper import console, hint, pairs, say, tell_json
from atlas.surfaces.cli.run import Run, pass_run
from atlas.surfaces.cli.text import counted, day, line

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.engine.bring_back import BroughtBack
    from atlas.engine.bring_in import Brought

FORMAT: Final = Word(
    "FORMAT",
    {kind.value: kind.value for kind in Format},
    also={kind.value.replace("-", "_"): kind.value for kind in Format},
)
Progress = Callable[[str, int, int], None]


@command(
    "import",
    "atlas import chatgpt-export.zip --dry-run",
    "atlas import chatgpt-export.zip --vouch",
    "atlas import ~/.claude/projects --replay --vouch",
    "atlas import CLAUDE.md",
    "atlas import everything.jsonl --space restored",
    gives="format, conversations, turns, notes (what stands in it), new_turns, new_interactions, new_notes, known, "
    "forgotten, cut, redacted, skipped with examples, first, last, broke, days and cycles of a replay, owed; of an "
    "export of ours: restored, from_space.",
)
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--format", "form", type=FORMAT, help=f"One of {', '.join(Format)}; told from the file else.")
@click.option("--dry-run", is_flag=True, help="Say what would come in, and change nothing.")
@click.option("--vouch", is_flag=True, help="It is your own history: take people at their word.")
@click.option("--replay", is_flag=True, help="Live it through on its own clock, by rules alone.")
@pass_run
def bring(run: Run, path: Path, form: str | None, dry_run: bool, vouch: bool, replay: bool) -> None:
    """Bring a history from another assistant, or an export back.

    ChatGPT and Claude exports (ZIP, folder or JSON), Claude Code transcripts, mem0 exports, MEMORY.md, CLAUDE.md and
    AGENTS.md files, JSON lines with role and text; and what `atlas export` wrote, into an empty space. Each turn comes
    in once, however often you bring it, also after an interrupted import. It waits for review, and for you to vouch.
    """
    from atlas.engine.bring_back import BroughtBack

    with run.atlas() as atlas:
        with _bar(run) as progress:
            found = atlas.bring(path, format=form, vouch=vouch, dry_run=dry_run, replay=replay, progress=progress)
        owed = atlas.owed()
    if isinstance(found, BroughtBack):
        _tell_back(run, found, dry_run)
        return
    _tell(run, found, owed, dry_run=dry_run, vouch=vouch, replay=replay)
    if found.broke or not found.read_anything:
        complain(found.broke or f"There is nothing in {path.name} that could be read.", run.as_json)
        raise click.exceptions.Exit(1)


@contextmanager
def _bar(run: Run) -> Iterator[Progress | None]:
    """How far reading is; of a replay, which day it is."""
    err = None if run.as_json else console(stderr=True)
    if err is None or not err.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Drawn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Drawn(*columns, console=err, transient=True) as drawn:
        tasks = {}

        def tell(what: str, more: int, whole: int) -> None:
            stage = what.split()[0]
            if stage not in tasks:
                tasks[stage] = drawn.add_task(what, total=whole)
            drawn.update(tasks[stage], description=what, advance=more)

        yield tell


# --- what came of it


def _tell(run: Run, found: Brought, owed: int, *, dry_run: bool, vouch: bool, replay: bool) -> None:
    if run.as_json:
        tell_json(_figures(found, owed))
        return
    say(_summary(run, found, dry_run))
    for each in found.examples:
        say(hint(f"Left out: {line(each.where)}: {line(each.why)}"))
    if found.skipped > len(found.examples):
        say(hint(f"And {counted(found.skipped - len(found.examples), 'more')} like them."))
    say(*_next(run, found, owed, dry_run=dry_run, vouch=vouch, replay=replay))


def _summary(run: Run, found: Brought, dry_run: bool) -> RenderableType:
    rows = [("it is", found.format.described), ("holds", _holds(found))]
    if found.first and found.last:
        rows.append(("said", f"from {day(found.first, run.zone)} to {day(found.last, run.zone)}"))
    rows.append(("would come in" if dry_run else "came in", _new(found)))
    counts = {
        "here already": found.known,
        "forgotten here, stays so": found.forgotten,
        "too long, cut": found.cut,
        "secrets left out": found.redacted,
        "could not be read": found.skipped,
        "days lived through": found.days,
    }
    rows += [(name, f"{count:,}") for name, count in counts.items() if count]
    rows += [(f"ran {name}", counted(count, "time")) for name, count in sorted(found.cycles.items())]
    return pairs(rows)


def _holds(found: Brought) -> str:
    notes = [counted(found.notes, "note")] if found.notes else []
    if notes and not found.turns:
        return notes[0]
    return ", ".join([counted(found.conversations, "conversation"), counted(found.turns, "turn"), *notes])


def _new(found: Brought) -> str:
    """Of a dry run it is not known yet how turns become interactions."""
    within = f" in {counted(found.new_interactions, 'interaction')}" if found.new_interactions else ""
    turns = [f"{counted(found.new_turns, 'turn')}{within}"] if found.new_turns else []
    notes = [counted(found.new_notes, "note")] if found.new_notes else []
    return ", ".join([*turns, *notes]) or "nothing new"


def _next(run: Run, found: Brought, owed: int, *, dry_run: bool, vouch: bool, replay: bool) -> Iterator[RenderableType]:
    if dry_run or not (found.new_turns or found.new_notes):
        return
    if not vouch:
        days = run.settings.curation.expire_after_days
        late = f" On its own clock, what nobody reviewed for {days} days has expired." if replay else ""
        yield hint(f"It waits for review (atlas pending); where it is your own, --vouch says so.{late}")
    if owed and not replay:
        yield hint(f"Owed to it: {counted(owed, 'thought')}, which atlas work thinks; or the next recall begins to.")


def _figures(found: Brought, owed: int) -> dict[str, Any]:
    names = ("format", "conversations", "turns", "notes", "new_turns", "new_interactions", "new_notes", "known")
    more = ("forgotten", "cut", "redacted", "skipped", "examples", "first", "last", "broke", "days", "cycles")
    return {**{name: getattr(found, name) for name in (*names, *more)}, "owed": owed}


def _tell_back(run: Run, found: BroughtBack, dry_run: bool) -> None:
    if run.as_json:
        tell_json({"restored": dict(found.rows), "from_space": found.space})
        return
    rows, verb = found.rows, "would come back" if dry_run else "came back"
    memories = counted(rows.get("memory", 0), "memory", "memories")
    entries = counted(rows.get("journal", 0), "journal entry", "journal entries")
    said = counted(rows.get("interaction", 0), "interaction")
    say(f"{memories}, {said} and {entries} {verb} from the space {found.space!r}.")
    if not dry_run:
        say(hint("See that nothing is missing: atlas verify."))
