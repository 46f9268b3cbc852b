"""`atlas vouch` and `atlas dismiss`: a person decides on whole conversations."""

from __future__ import annotations

import click

from atlas.surfaces.cli.review.decide import reason_option
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, print_json, print_text
from atlas.surfaces.cli.transfer.import_history import FORMAT
from atlas.surfaces.views.text import format_count

_TAKE_DISMISSAL_BACK = "Take the dismissal back first: atlas journal log shows its number for atlas journal revert."


_CONVERSATIONS_GIVE = (
    "conversations, messages (how many it changed), learned (how many were dismissed with them), owed (interactions to "
    "think about again), entry (for `atlas journal revert`; null where nothing was changed) and rejected (messages "
    "that were rejected before and stay so)."
)


source_option = click.option("--source", type=FORMAT, help="All that was brought in from there.")


@command(
    "vouch",
    "atlas vouch chatgpt:67c1-4a2e",
    "atlas vouch --source chatgpt",
    "atlas vouch --source claude-code --reason 'my own laptop' --yes",
    gives=_CONVERSATIONS_GIVE,
)
@click.argument("conversations", nargs=-1)
@source_option
@reason_option
@yes_option
@pass_run
def vouch(run: Run, conversations: tuple[str, ...], source: str | None, reason: str, yes: bool) -> None:
    """Say that conversations you brought in are your own.

    What you typed is taken at your word and what was answered as the assistant's, as `atlas import --vouch` does; what
    tools, pages and files said stays what it was. They are thought about again. All of them or none: one atlas undo.
    """
    _decide_conversations(run, conversations, source, reason, yes, vouching=True)


@command(
    "dismiss",
    "atlas dismiss chatgpt:67c1-4a2e",
    "atlas dismiss --source chatgpt --reason 'not mine'",
    gives=_CONVERSATIONS_GIVE,
)
@click.argument("conversations", nargs=-1)
@source_option
@reason_option
@yes_option
@pass_run
def dismiss(run: Run, conversations: tuple[str, ...], source: str | None, reason: str, yes: bool) -> None:
    """Refuse conversations that wait.

    Their messages that wait are never served, and what was learned from them alone and waits is rejected with them. All
    of them or none: one atlas undo.
    """
    _decide_conversations(run, conversations, source, reason, yes, vouching=False)


def _decide_conversations(
    run: Run, names: tuple[str, ...], source: str | None, reason: str, yes: bool, *, vouching: bool
) -> None:
    if bool(names) == (source is not None):
        raise click.UsageError("Name conversations, or give --source for a whole import.")
    verb = "Vouch for" if vouching else "Dismiss"
    with run.open_atlas() as atlas:
        if source is not None and not confirm_action(f"{verb} all that came from {source}?", yes, run.as_json):
            print_text("Nothing was decided.")
            raise click.exceptions.Exit(1)
        decide = atlas.review.vouch if vouching else atlas.review.dismiss
        receipt = decide(*names, source=source, reason=reason)
    if run.as_json:
        print_json(receipt)
        return
    messages, number = (
        format_count(receipt.messages, "message"),
        format_count(len(receipt.conversations), "conversation"),
    )
    if receipt.rejected and receipt.entry is None:
        print_text(f"Nothing in {number} was vouched for: {_describe_rejected(receipt.rejected)}.")
        print_text(hint_text(_TAKE_DISMISSAL_BACK))
        return
    if receipt.entry is None:
        print_text(
            f"Nothing in {number} {'waits to be lifted: it was before, or nobody typed it' if vouching else 'waited'}."
        )
        return
    learned = f" and {format_count(receipt.learned, 'learned memory', 'learned memories')}" if receipt.learned else ""
    print_text(f"{'Vouched for' if vouching else 'Dismissed'} {number}: {messages}{learned}.")
    if receipt.rejected:
        print_text(hint_text(f"{_describe_rejected(receipt.rejected)}. {_TAKE_DISMISSAL_BACK}"))
    if receipt.owed:
        print_text(hint_text(f"To be thought about again: {format_count(receipt.owed, 'interaction')}: atlas work"))
    print_text(hint_text("Take it back: atlas undo."))


def _describe_rejected(number: int) -> str:
    verbs = ("was", "stays") if number == 1 else ("were", "stay")
    return f"{format_count(number, 'message')} {verbs[0]} dismissed or rejected before and {verbs[1]} so"
