"""The report of an import, or of a restored export: for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from atlas.curation.policy import Mode
from atlas.model.origin import Origin, Trust
from atlas.surfaces.cli.chat.learned_text import replay_notice
from atlas.surfaces.cli.shared.command_context import Run
from atlas.surfaces.cli.shared.output import hint_text, make_field_table, print_json, print_text
from atlas.surfaces.views.text import format_count, format_day, one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.engine.transfer.import_batches import ImportReport
    from atlas.engine.transfer.restore_export import RestoreReport


_APPROVE: Final = "atlas approve --all --origin"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import."""

    dry_run: bool
    vouch: bool
    replay: bool
    restore: bool


def print_report(run: Run, report: ImportReport, options: ImportOptions, owed: int, replaying: datetime | None) -> None:
    if run.as_json:
        print_json({**_view_report(report), "owed": owed, "replaying": replaying})
        return
    print_text(_summary_table(run, report, options.dry_run))
    for each in report.examples:
        print_text(hint_text(f"Left out: {one_line(each.where)}: {one_line(each.why)}"))
    if report.skipped > len(report.examples):
        print_text(hint_text(f"And {format_count(report.skipped - len(report.examples), 'more', 'more')} like them."))
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


def _dry_run_review_hints(run: Run, report: ImportReport, options: ImportOptions) -> Iterator[str]:
    waiting = _waiting_origins(run, report)
    if Origin.IMPORT in waiting and report.new_turns and not options.vouch:
        yield "It would wait to be vouched for. Where it is yours, say so with --vouch, or later: atlas curate vouch."
    yield from _unvouchable_hints(report, waiting)
    yield from _expiry_hints(run, waiting, options)


def _review_hints(run: Run, report: ImportReport, options: ImportOptions) -> Iterator[str]:
    waiting = _waiting_origins(run, report)
    if Origin.IMPORT in waiting and report.new_turns:
        vouch = f"atlas curate vouch --source {report.format}"
        yield f"It waits to be vouched for (atlas review). Where it is your own: {vouch}"
    elif waiting - {Origin.FILE, Origin.TOOL, Origin.IMPORT}:
        yield "It waits for review (atlas curate pending)."
    yield from _unvouchable_hints(report, waiting)
    yield from _expiry_hints(run, waiting, options)


def _unvouchable_hints(report: ImportReport, waiting: set[Origin]) -> Iterator[str]:
    if Origin.IMPORT in waiting and report.new_notes:
        yield f"What another memory noted waits for you, also with --vouch. Approve all of it with: {_APPROVE} import"
    if Origin.FILE in waiting:
        yield f"What a file says waits for you, also with --vouch. Approve all of it with: {_APPROVE} file"
    if Origin.TOOL in waiting:
        yield "What tools gave back waits for you, also with --vouch (atlas curate pending)."


def _expiry_hints(run: Run, waiting: set[Origin], options: ImportOptions) -> Iterator[str]:
    if waiting and options.replay:
        days = run.settings.curation.expire_after_days
        yield f"On its own clock, what nobody reviewed for {days} days has expired."


def _known_hints(report: ImportReport, options: ImportOptions) -> Iterator[str]:
    """Explain why vouching or replaying now changes nothing."""
    if report.unvouched:
        here, vouch = format_count(report.unvouched, "turn or note", "turns or notes"), f"--source {report.format}"
        yield f"{here} came in earlier without --vouch. Vouch for what still waits: atlas curate vouch {vouch}"
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


def print_restored(run: Run, report: RestoreReport, replaying: datetime | None, dry_run: bool) -> None:
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
    from atlas.engine.transfer.restore_preview import describe_approved

    approved = describe_approved(report.approved)
    yield f"Approved there and so here: {approved}. The journal is the one that was exported."
    if report.owed:
        owed = format_count(report.owed, "interaction")
        yield f"Still to be thought about: {owed}. What is learned there may be approved too: atlas learning jobs"
    if report.suggestions:
        yield f"Still open: {format_count(report.suggestions, 'suggestion')}: atlas learning suggestions"
