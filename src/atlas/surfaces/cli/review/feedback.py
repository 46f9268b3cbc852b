"""`atlas feedback`: the use that replies made of memories, and a person's own word on a memory (T6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.model.feedback import FeedbackSignal
from atlas.surfaces.cli.lookup.memory_text import status_text
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Word, command, limit_option
from atlas.surfaces.cli.shared.output import hint_text, make_table, print_json, print_text, styled_text
from atlas.surfaces.views.id_lookup import check_id_kind
from atlas.surfaces.views.memory import proposal_text, verdict_text, view_judged
from atlas.surfaces.views.text import clip_line, format_count, format_moment, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.curate.explicit_feedback import FeedbackReceipt, Remark
    from atlas.surfaces.library import Atlas

SIGNAL_MEANINGS: Final = {
    "helped": "it was used, and it worked",
    "wrong": "it is not so: a failure, and a person looks at it again",
    "stale": "it is no longer so: proposes to close it",
    "used": "the reply has it",
}
"""What can be said of a memory; a test holds them equal to those of the engine."""
_SIGNAL: Final = Word("SIGNAL", {name: name for name in SIGNAL_MEANINGS})
_STYLES: Final = {
    FeedbackSignal.USED: "green",
    FeedbackSignal.HELPED: "green",
    FeedbackSignal.WRONG: "red",
    FeedbackSignal.STALE: "yellow",
}


@command(
    "feedback",
    "atlas feedback                    # what was told of memories, newest first",
    "atlas feedback m_4kq9zt           # of one",
    "atlas feedback m_4kq9zt helped",
    "atlas feedback m_4kq9zt wrong --note 'It is Porto, not Rome.'",
    gives="feedback, newest first: memory, signal, at, serving (the context), reply and share (of its keywords that "
    "stand there); of a word: memory (as it is now), signal, counted (false where that reply was counted already), "
    "failure and judged (what was proposed, with its verdict).",
)
@click.argument("memory", required=False)
@click.argument("signal", type=_SIGNAL, required=False)
@click.option("--note", metavar="TEXT", default="", help="Why, in your own words; kept in the journal.")
@limit_option(30)
@pass_run
def feedback(run: Run, memory: str | None, signal: str | None, note: str, limit: int) -> None:
    """See which memories replies used, or say so yourself.

    SIGNAL is used, helped (used, and it worked), wrong (opens a failure and asks for review) or stale (proposes to
    close it). Each reply counts once. Without it you see what was told so far; what was used and what was ignored is
    told from the replies themselves.
    """
    if memory:
        check_id_kind([memory], takes="m")
    if note and not signal:
        raise click.UsageError("A note goes with what you say of a memory: used, helped, wrong or stale.")
    with run.open_atlas() as atlas:
        if memory and signal:
            _print_receipt(run, atlas.feedback.rate_memory(memory, signal, note))
        else:
            _print_log(run, atlas, memory, limit)


def _print_receipt(run: Run, receipt: FeedbackReceipt) -> None:
    if run.as_json:
        judged = view_judged(receipt.judged) if receipt.judged else None
        fields = {"memory": receipt.memory, "signal": receipt.signal, "counted": receipt.counted}
        print_json({**fields, "failure": receipt.failure, "judged": judged})
        return
    memory = receipt.memory
    print_text(
        styled_text(_signal_text(receipt.signal), f"  {short_id(memory.id)}  {clip_line(memory.content, 300)}"),
        *_describe_effect(receipt),
    )


def _describe_effect(receipt: FeedbackReceipt) -> list[RenderableType]:
    memory = receipt.memory
    if not receipt.counted:
        return ["That reply was counted already: nothing moved."]
    if receipt.signal in (FeedbackSignal.USED, FeedbackSignal.HELPED):
        often = f"Used {format_count(memory.uses, 'time')}, helped {format_count(memory.applications, 'time')}"
        return [f"{often}; its stability is {memory.stability_days:,.1f} days."]
    lines: list[RenderableType] = [styled_text("It is ", status_text(memory.status), ".")]
    if receipt.failure:
        lines.append(hint_text(f"Written down as a failure: atlas show {short_id(receipt.failure)}"))
    if receipt.judged:
        lines += [proposal_text(receipt.judged.proposal), verdict_text(receipt.judged)]
    return lines


def _print_log(run: Run, atlas: Atlas, memory: str | None, limit: int) -> None:
    remarks = atlas.feedback.log(memory, limit=limit)
    if run.as_json:
        print_json({"feedback": [each.feedback for each in remarks]})
    elif not remarks:
        print_text("Nothing was told of it yet." if memory else "Nothing was told of any memory yet.")
        print_text(hint_text("A reply tells by itself what it used of its context: atlas work --once"))
    else:
        more = f" More: --limit {limit * 5}." if len(remarks) == limit else ""
        print_text(_remark_table(remarks, run.zone))
        print_text(
            hint_text("IN REPLY: how much of a memory's keywords the reply had. Above 30 % it was used, else ignored.")
        )
        first = short_id(remarks[0].memory.id)
        print_text(hint_text(f"The last {len(remarks):,}, newest first.{more} All about one: atlas why {first}"))


def _remark_table(remarks: Sequence[Remark], zone: tzinfo) -> RenderableType:
    return make_table(
        ["WHEN", "WAS", "IN REPLY", "ID", "MEMORY"], (_remark_row(each, zone) for each in remarks), "MEMORY"
    )


def _remark_row(remark: Remark, zone: tzinfo) -> list[str | Text]:
    row, content = remark.feedback, clip_line(remark.memory.content, 300) or "(forgotten)"
    share = "" if row.share is None else f"{row.share:.0%}"
    return [format_moment(row.at, zone), _signal_text(row.signal), share, short_id(row.memory), content]


def _signal_text(signal: FeedbackSignal) -> Text:
    return styled_text((signal.value, _STYLES.get(signal, "dim")))
