"""`atlas quarantine`: contain what came from somewhere, with all that was derived from it, and lift that (C8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from atlas.model.origin import Origin
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import ORIGIN, command
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text
from atlas.surfaces.cli.shared.past_moments import parse_first_moment
from atlas.surfaces.views.quarantine import describe_memories, describe_selection, view_receipt, view_story
from atlas.surfaces.views.text import clip_line, format_count, format_moment, one_line, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.engine.curate.quarantine import QuarantineReceipt, QuarantineStory, TouchedContext
    from atlas.engine.curate.undo import UndoReceipt
    from atlas.surfaces.library import Atlas

_SHOWN: Final = 6
"""Contexts that are told one by one, so that all of it stands on a screen of 24 lines."""


@command(
    "quarantine",
    "atlas quarantine --conversation c1 --dry-run",
    "atlas quarantine --origin web --since yesterday --reason 'a poisoned page'",
    "atlas quarantine --memory m_4kq9zt",
    "atlas quarantine --list",
    "atlas quarantine --lift q_8c3h",
    gives="quarantine (id, at, what it contains), dry_run, memories (id, kind, content) out of service, beliefs, "
    "arguments, documents, reopened (what they had replaced), contexts (each with serving, at, conversation, "
    "query and the reply) and entry; with --list: quarantines; with --lift: entry, restored and conflicts.",
)
@click.option("--conversation", metavar="NAME", help="What was said in a conversation, now and from now on.")
@click.option("--origin", type=ORIGIN, help="What came from there, now and from now on: web, tool, file, import, …")
@click.option("--since", metavar="WHEN", help="What was said from then on: 2026-03-01, yesterday, 2026-03-01T09:30.")
@click.option("--memory", metavar="ID", help="One memory, with the words it stands on.")
@click.option("--reason", metavar="TEXT", default="", help="Why, for the journal.")
@click.option("--dry-run", is_flag=True, help="Show what it would touch, and change nothing.")
@click.option("--lift", metavar="ID", help="Bring back what a quarantine took out of service, as it was.")
@click.option("--list", "listing", is_flag=True, help="Show the quarantines that hold.")
@click.option("--all", "everything", is_flag=True, help="With --list those too that were lifted; else every context.")
@pass_run
def quarantine(
    run: Run,
    conversation: str | None,
    origin: str | None,
    since: str | None,
    memory: str | None,
    reason: str,
    dry_run: bool,
    lift: str | None,
    listing: bool,
    everything: bool,
) -> None:
    """Contain what came from somewhere, with all it led to.

    Everything touched goes out of service at once: messages, memories, lessons, insights, lines of documents, arguments
    behind positions, and what was merged with any of it. Nothing is erased; --lift and atlas undo bring it back as it
    was. The replies that it touched are listed. --conversation, --origin and --since narrow each other.
    """
    named = (conversation, origin, since, memory)
    if sum((any(each is not None for each in named), lift is not None, listing)) != 1:
        raise click.UsageError(
            "Say what to contain: --conversation, --origin, --since or --memory; or --list; or --lift and an id."
        )
    if listing:
        with run.open_for_reading() as atlas:
            _print_list(run, atlas.review.quarantines(lifted=everything))
    elif lift is not None:
        with run.open_atlas() as atlas:
            _print_lifted(run, lift, atlas.review.lift(lift))
    else:
        with run.open_for_reading() if dry_run else run.open_atlas() as atlas:
            _print_receipt(run, _contain(run, atlas, conversation, origin, since, memory, reason, dry_run), everything)


def _contain(
    run: Run,
    atlas: Atlas,
    conversation: str | None,
    origin: str | None,
    since: str | None,
    memory: str | None,
    reason: str,
    dry_run: bool,
) -> QuarantineReceipt:
    moment = parse_first_moment(since, atlas.admin.now(), run.zone, "--since") if since is not None else None
    return atlas.review.quarantine(
        conversation=conversation,
        origin=Origin(origin) if origin is not None else None,
        since=moment,
        memory=memory,
        reason=reason,
        dry_run=dry_run,
    )


def _print_receipt(run: Run, receipt: QuarantineReceipt, everything: bool) -> None:
    if run.as_json:
        print_json(view_receipt(receipt))
    else:
        print_text(*_receipt_lines(run, receipt, everything))


def _receipt_lines(run: Run, receipt: QuarantineReceipt, everything: bool) -> Iterator[RenderableType]:
    made, done = receipt.quarantine, bool(receipt.entry)
    what = describe_selection(made, run.zone)
    yield f"Quarantined as {short_id(made.id)}: {what}." if done else f"This would quarantine {what}:"
    yield f"  out of service: {describe_memories(receipt)}"
    if receipt.beliefs:
        arguments = format_count(receipt.arguments, "argument")
        yield f"  {format_count(len(receipt.beliefs), 'position')} computed anew without {arguments}"
    if receipt.documents:
        yield f"  lines of {format_count(len(receipt.documents), 'document')}"
    if receipt.reopened:
        again = format_count(len(receipt.reopened), "memory holds", "memories hold")
        yield f"  {again} again that it had replaced"
    yield from _context_lines(run, receipt, everything)
    if made.goes_on and done:
        yield "What comes in from there is kept, and out of service too, until you lift it."
    if done:
        yield hint_text(f"Bring it all back: atlas quarantine --lift {short_id(made.id)}, or atlas undo.")
    else:
        yield hint_text("Do it: the same without --dry-run. It can be lifted.")


def _context_lines(run: Run, receipt: QuarantineReceipt, everything: bool) -> Iterator[RenderableType]:
    if not receipt.contexts:
        yield "  it had not been served in any context"
        return
    replies = format_count(len(receipt.replies), "reply", "replies")
    yield f"  it had been served in {format_count(len(receipt.contexts), 'context')}, and {replies} followed:"
    shown = receipt.contexts if everything else receipt.contexts[:_SHOWN]
    for each in shown:
        yield f"    {_describe_context(run, each)}"
    if len(shown) < len(receipt.contexts):
        yield hint_text(f"    and {len(receipt.contexts) - len(shown)} more: --all")


def _describe_context(run: Run, context: TouchedContext) -> str:
    serving, reply = context.serving, context.reply
    where = f" in {one_line(serving.conversation)}" if serving.conversation else ""
    told = f" → {clip_line(reply.text, 60)}" if reply else ""
    return f"{short_id(serving.id)} {format_moment(serving.at, run.zone)}{where}: {clip_line(serving.query, 50)}{told}"


def _print_list(run: Run, stories: list[QuarantineStory]) -> None:
    if run.as_json:
        print_json({"quarantines": [view_story(each) for each in stories]})
        return
    if not stories:
        print_text("Nothing is quarantined.", hint_text("Contain something: atlas quarantine --help."))
        return
    rows = ([short_id(each.quarantine.id), *_describe_story(run, each)] for each in stories)
    print_text(make_table(["ID", "SINCE", "OUT OF SERVICE", "WHAT"], rows, "WHAT"))
    print_text(hint_text("Bring one back: atlas quarantine --lift and its id."))


def _describe_story(run: Run, story: QuarantineStory) -> tuple[str, str, str]:
    made = story.quarantine
    reason = f" ({one_line(story.reason)})" if story.reason else ""
    what = f"{describe_selection(made, run.zone)}{reason}"
    if made.lifted_at is not None:
        return format_moment(made.at, run.zone), "lifted", what
    late = f", {story.since_then} since then" if story.since_then else ""
    return format_moment(made.at, run.zone), f"{story.contained}{late}", what


def _print_lifted(run: Run, name: str, receipt: UndoReceipt) -> None:
    if run.as_json:
        print_json(receipt)
        return
    count = format_count(len([id for id in receipt.restored if not id.startswith("q_")]), "row")
    print_text(f"Lifted {one_line(name)}: {count} as before (journal entry {receipt.entry} taken back).")
    print_text(*(f"Left: {one_line(each)}" for each in receipt.conflicts))
    print_text(hint_text("Quarantine it again: atlas journal log, then atlas journal revert with the entry's number."))
