"""`atlas diff` and `atlas rollback`: memories at two moments, and back to how they stood at one (X4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, limit_option, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, make_table, print_json, print_text
from atlas.surfaces.cli.shared.past_moments import parse_past_moment
from atlas.surfaces.views.id_lookup import check_id_kind
from atlas.surfaces.views.status_words import STATUS_WORDS
from atlas.surfaces.views.text import clip_line, format_count, format_moment, one_line, short_id

if TYPE_CHECKING:
    from atlas.engine.curate.rollback import MemoryDifference, RollbackReceipt
    from atlas.model.memory import Memory


@command(
    "diff",
    "atlas diff --since yesterday",
    "atlas diff --since 2026-03-01 --at 2026-03-31",
    "atlas diff --since March --json",
    gives="differences, the latest change first, each with id, before and after (the memory at both moments; null "
    "where it was not there) and changed (fields).",
)
@click.option("--since", metavar="WHEN", required=True, help="The first moment: 2026-03-01, March, yesterday; its end.")
@click.option("--at", "until", metavar="WHEN", help="The other moment, instead of now.")
@limit_option(50)
@pass_run
def diff(run: Run, since: str, until: str | None, limit: int) -> None:
    """Compare what was remembered at two moments.

    What was learned, changed or withdrawn between them, or up to now. What was said stays said and is left out; of
    what was forgotten nothing is told.
    """
    with run.open_for_reading() as atlas:
        now = atlas.admin.now()
        first = parse_past_moment(since, now, run.zone, "--since")
        last = parse_past_moment(until, now, run.zone, "--at") if until is not None else None
        found = atlas.history.diff(first, last, limit=limit)
    if run.as_json:
        print_json({"differences": found})
        return
    ends = f" and {format_moment(last, run.zone)}" if last else " and now"
    if not found:
        print_text(f"Nothing differs between {format_moment(first, run.zone)}{ends}.")
        return
    rows = ([short_id(each.id), *_describe_difference(each)] for each in found)
    between = f"Between {format_moment(first, run.zone)}{ends}."
    more = hint_text(f"{between} Have it again: atlas journal rollback --to {one_line(since)}")
    print_text(make_table(["ID", "WAS", "MEMORY"], rows, "MEMORY"), more)


def _describe_difference(each: MemoryDifference) -> tuple[str, str]:
    known = each.after or each.before
    content = clip_line(known.content, 300) if known else ""
    if each.before is None:
        return "learned", content
    if each.after is None:
        return "withdrawn", content
    moves = [_describe_field(name, each.before, each.after) for name in each.changed]
    return "changed", f"{content} ({'; '.join(filter(None, moves))})"


def _describe_field(name: str, before: Memory, after: Memory) -> str:
    match name:
        case "status":
            return f"{STATUS_WORDS[before.status]} → {STATUS_WORDS[after.status]}"
        case "state":
            return f"{before.state.value} → {after.state.value}"
        case "content":
            return f"before: {clip_line(before.content, 120)}"
        case _:
            return name.replace("_", " ")


@command(
    "rollback",
    "atlas rollback --to yesterday",
    "atlas rollback --to 2026-03-01 m_4kq9zt",
    "atlas diff --since March && atlas rollback --to March --yes",
    gives="moment, restored (ids), archived (ids of what was learned since), left (sentences) and entry (for `atlas "
    "revert`).",
)
@click.argument("ids", nargs=-1)
@click.option("--to", "moment", metavar="WHEN", required=True, help="2026-03-01, March, yesterday; its end is meant.")
@yes_option
@pass_run
def rollback(run: Run, ids: tuple[str, ...], moment: str, yes: bool) -> None:
    """Bring memories back to how they stood at a moment.

    The ones that are named, or all that changed since; what was learned since is archived. It is one change, and atlas
    undo takes it back. What was said stays, what was forgotten does not come back, and what you rejected or marked as
    sensitive since stays so unless you name it. See first: atlas journal diff.
    """
    check_id_kind(ids, takes="m")
    with run.open_atlas() as atlas:
        then = parse_past_moment(moment, atlas.admin.now(), run.zone, "--to")
        what = format_count(len(ids), "memory", "memories") if ids else "all memories"
        if not confirm_action(f"Bring {what} back to {format_moment(then, run.zone)}?", yes, run.as_json):
            print_text("Nothing was rolled back.")
            raise click.exceptions.Exit(1)
        receipt = atlas.history.rollback(then, *ids)
    if run.as_json:
        print_json(receipt)
    else:
        _print_receipt(run, receipt)


def _print_receipt(run: Run, receipt: RollbackReceipt) -> None:
    restored = format_count(len(receipt.restored), "memory is", "memories are")
    archived = f", {format_count(len(receipt.archived), 'one')} learned since archived" if receipt.archived else ""
    print_text(f"{restored} as on {format_moment(receipt.moment, run.zone)}{archived}.")
    print_text(*(f"Left: {one_line(each)}" for each in receipt.left))
    print_text(hint_text("Take it back: atlas undo."))
