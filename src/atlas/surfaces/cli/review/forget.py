"""`atlas forget`: erase for good, with a receipt (X3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from atlas.surfaces.cli.lookup.why import memory_reasons
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, yes_option
from atlas.surfaces.cli.shared.output import confirm_action, hint_text, print_json, print_text
from atlas.surfaces.views.text import format_count, one_line, short_id

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.engine.forget.forget import ForgetReceipt
    from atlas.surfaces.library import Atlas


@command(
    "forget",
    "atlas forget m_4kq9zt",
    "atlas forget --conversation c1 --yes",
    "atlas forget --person Maria",
    "atlas forget --text 'the blue folder' --yes --json",
    gives="the receipt: what, memories, messages, masked, entities, proposals, journal_parts, touched (contexts it had "
    "been served in), mentions (messages that still name it), documents (that lost it), arguments (made there), "
    "beliefs (that went, or were computed anew), left (others with a part of the name), folders (watched no "
    "longer, since their path told it) and entry. It never holds the text.",
)
@click.argument("memory", required=False)
@click.option("--conversation", metavar="NAME", help="A whole conversation.")
@click.option("--person", metavar="NAME", help="Everything about a person, and every message that names them.")
@click.option("--text", metavar="TEXT", help="Every message that holds this text.")
@yes_option
@pass_run
def forget(
    run: Run, memory: str | None, conversation: str | None, person: str | None, text: str | None, yes: bool
) -> None:
    """Erase a memory, a conversation, a person or a text.

    With all that was derived from it. It goes from rows, indexes, vectors and the journal's text; the journal's
    chain still verifies. Nothing brings it back, not even undo. Where a message says other things too, only the
    words concerned are blotted out.
    """
    if sum(each is not None for each in (memory, conversation, person, text)) != 1:
        raise click.UsageError("Say one thing to forget: a memory's id, --conversation, --person or --text.")
    with run.open_atlas() as atlas:
        _confirm_forgetting(run, atlas, memory, conversation or person or text, yes)
        receipt = atlas.forget(memory, conversation=conversation, person=person, text=text)
    if run.as_json:
        print_json(receipt)
    else:
        print_text(*receipt_lines(receipt))


def _confirm_forgetting(run: Run, atlas: Atlas, memory: str | None, name: str | None, yes: bool) -> None:
    if memory and not yes and not run.as_json:
        print_text(*memory_reasons(atlas.inspect.memory(memory), run.zone))
    target = f"everything on “{one_line(name)}”" if name else "this, and all that was drawn from it"
    if not confirm_action(f"Forget {target}, for good?", yes, run.as_json):
        print_text("Nothing was forgotten.")
        raise click.exceptions.Exit(1)


def receipt_lines(receipt: ForgetReceipt) -> Iterator[RenderableType]:
    """Count what was forgotten, with ids; a receipt never repeats forgotten text."""
    yield f"Forgotten for good ({receipt.what}), journal entry {receipt.entry}:"
    memories = format_count(len(receipt.memories), "memory", "memories")
    yield f"  {memories}, {format_count(len(receipt.messages), 'whole message')}"
    if receipt.masked:
        yield f"  words blotted out in {format_count(len(receipt.masked), 'message')}"
    if receipt.entities:
        yield f"  {format_count(len(receipt.entities), 'name')} of people and things"
    if receipt.documents:
        yield f"  what {format_count(len(receipt.documents), 'document')} said of it"
    if receipt.folders:
        yield f"  {format_count(receipt.folders, 'folder')} watched no longer"
    if receipt.arguments or receipt.beliefs:
        arguments, beliefs = (
            format_count(len(receipt.arguments), "argument"),
            format_count(len(receipt.beliefs), "belief"),
        )
        yield f"  {arguments}, {beliefs} computed anew without it"
    proposals, texts = format_count(receipt.proposals, "proposal"), format_count(receipt.journal_parts, "text")
    yield f"  {proposals}, {texts} in the journal"
    if receipt.touched:
        yield f"  it had been served in {_list_ids(receipt.touched)}"
    if receipt.mentions:
        yield f"  what it was about is named in other messages too: {_list_ids(receipt.mentions)}"
        yield hint_text("  Those as well: atlas forget --text …")
    if receipt.left:
        yield f"  left, since only a part of the name is theirs: {', '.join(map(one_line, receipt.left[:5]))}"
        yield hint_text("  Them as well: atlas forget --person …")


def _list_ids(ids: tuple[str, ...]) -> str:
    first = ", ".join(short_id(each) for each in ids[:5])
    return f"{first} and {len(ids) - 5} more" if len(ids) > 5 else first
