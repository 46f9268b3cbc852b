"""`atlas show`: everything known about one memory, or about another id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from atlas.model.entity import USER
from atlas.model.memory import Memory
from atlas.surfaces.cli.lookup.id_stories import print_story
from atlas.surfaces.cli.lookup.journal_table import entry_table
from atlas.surfaces.cli.lookup.memory_text import (
    contexts_text,
    evidence_lines,
    memory_table,
    replies_text,
    reply_line,
    status_text,
    uses_text,
)
from atlas.surfaces.cli.lookup.proposal_card import print_proposal
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import (
    command,
)
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.memory import verdict_text, view_story
from atlas.surfaces.views.text import format_day, format_moment, one_line, reveal_hidden, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.explain import MemoryStory


_EXPLAINED = ("c_", "i_", "u_")
"""What was said, and what was served for it: all that is known of these is why."""


@command(
    "show",
    "atlas show m_4kq9zt",
    "atlas show r_4kq9zt     # what was thought: why, from what, at what cost",
    "atlas show m_4kq9zt --json",
    gives="of a memory: memory, messages, judged, reflection, replaced, replaced_by, history, served, replies (the "
    "newest 50 that followed, each with message, text, at, conversation, serving, used and share) and ignored (how "
    "often since it was last used); of a reflection: reflection, job, inputs, proposals, calls; of a job: job, "
    "reflections; of a failure: failure, alike; of a pattern: pattern, failures; of a suggestion: suggestion, said.",
)
@click.argument("id")
@pass_run
def show(run: Run, id: str) -> None:
    """Show everything known about one memory.

    Its fields, evidence, verdict and history, what it replaced, where it was served, which replies used it. It also
    takes the id of a reflection (r_), a job (j_), a failure (f_), a pattern (k_) or a suggestion (g_). Of an
    interaction (i_), a message (u_) or a served context (c_) it shows what atlas why shows.
    """
    with run.open_for_reading() as atlas:
        if print_story(run, atlas, id):
            return
        full = atlas.inspect.resolve(id)
        if full.startswith("p_"):
            print_proposal(run, atlas.review.proposal(full))
            return
        if full.startswith(_EXPLAINED):
            from atlas.surfaces.cli.lookup.why import explain_id  # heavy to import, and seldom needed

            explain_id(run, atlas, full)
            return
        story = atlas.inspect.memory(full)
    if run.as_json:
        print_json(view_story(story))
        return
    print_text(*_memory_card(story, run.zone))


def _memory_card(story: MemoryStory, zone: tzinfo) -> Iterator[RenderableType]:
    memory = story.memory
    yield styled_text((reveal_hidden(memory.content) or "(forgotten)", "bold"))
    yield ""
    yield make_field_table(_memory_fields(story, zone))
    yield ""
    yield styled_text(("Said", "bold"))
    yield from evidence_lines(memory, story.messages, zone, story.shortened)
    yield from _related_memories("Replaced", story.replaced, zone)
    yield from _related_memories("Replaced by", story.replaced_by, zone)
    if story.judged:
        yield styled_text(("\nVerdict", "bold"))
        yield from (verdict_text(each) for each in story.judged)
    yield styled_text(("\nHistory", "bold"))
    yield entry_table(story.history, zone)
    if story.replies:
        yield styled_text((f"\nStood behind {replies_text(story.replies)}", "bold"))
        yield from (reply_line(each, zone) for each in story.replies)
    yield hint_text(f"\nServed in {contexts_text(story.served)}. See atlas why {short_id(memory.id)}")


def _memory_fields(story: MemoryStory, zone: tzinfo) -> Iterator[tuple[str, str | Text]]:
    memory = story.memory
    yield "id", memory.id
    yield "kind", f"{memory.kind.value}, {memory.form.value}, {memory.basis.value}"
    yield "status", status_text(memory.status)
    yield "state", memory.state.value
    yield "from", f"{memory.origin.value} (trust {int(memory.trust)} of 5)"
    if memory.claim:
        claim = memory.claim
        denied = "" if claim.affirmed else " (denied)"
        who = "the user" if claim.subject == USER else claim.subject
        yield "claim", f"{one_line(who)} · {one_line(claim.attribute)} · {one_line(claim.value)}{denied}"
    yield "said", format_moment(memory.observed_at, zone)
    if memory.referred_at:
        yield "about", format_day(memory.referred_at, zone)
    if memory.valid_from or memory.valid_until:
        first, last = (format_day(each, zone) if each else "…" for each in (memory.valid_from, memory.valid_until))
        yield "holds", f"{first} to {last}"
    yield "confidence", f"{memory.confidence:.2f}, importance {memory.importance:.2f}"
    if uses := uses_text(memory, story.ignored):
        yield "so far", uses
    if memory.conversation:
        yield "conversation", one_line(memory.conversation)
    if memory.approved_by:
        yield "approved by", memory.approved_by
    if memory.pinned:
        yield "pinned", "yes: it does not fade out of service"


def _related_memories(title: str, memories: tuple[Memory, ...], zone: tzinfo) -> Iterator[RenderableType]:
    if memories:
        yield styled_text((f"\n{title}", "bold"))
        yield memory_table(memories, zone)
