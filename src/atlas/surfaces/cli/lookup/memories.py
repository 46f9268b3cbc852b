"""`atlas memories`, `atlas pending`, `atlas show`: lists of memories, and one memory in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from atlas.model.entity import USER
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Origin
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
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import (
    command,
    conversation_option,
    kind_option,
    limit_option,
    origin_option,
    status_option,
)
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.memory import proposal_text, verdict_text, view_judged, view_story
from atlas.surfaces.views.text import format_count, format_day, format_moment, one_line, reveal_hidden, short_id

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.curate.conversations import WaitingConversation, WaitingSource
    from atlas.engine.inspect.explain import MemoryStory
    from atlas.engine.inspect.status import Pending

LEARNED = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
"""What a list shows unless asked for episodes: the transcript is memory too, but it is not what was learned."""
_EXPLAINED = ("c_", "i_", "u_")
"""What was said, and what was served for it: all that is known of these is why."""


@command(
    "memories",
    "atlas memories",
    "atlas memories --kind preference --status approved",
    "atlas memories --about user/sister",
    "atlas memories --kind episode --conversation c1 --limit 200",
    gives="memories, newest first, with all their fields; fields at their default are left out; and owed (thoughts).",
)
@kind_option
@status_option
@origin_option
@conversation_option
@click.option("--about", metavar="ENTITY", help="Of whom: user, user/sister, person:maria, …")
@limit_option(50)
@click.option("--archived", is_flag=True, help="Archived ones too.")
@pass_run
def memories(
    run: Run,
    kinds: tuple[str, ...],
    statuses: tuple[str, ...],
    origins: tuple[str, ...],
    conversation: str | None,
    about: str | None,
    limit: int,
    archived: bool,
) -> None:
    """List what was learned, newest first.

    Whatever its status. What was said, word for word, is there too: ask for it with --kind episode.
    """
    with run.open_for_reading() as atlas:
        matches = atlas.memories(
            limit=limit,
            kinds=[Kind(kind) for kind in kinds] or LEARNED,
            statuses=[Status(status) for status in statuses],
            origins=[Origin(origin) for origin in origins],
            conversation=conversation,
            subject=about,
            archived=archived,
        )
        owed = atlas.jobs.owed()
    if run.as_json:
        print_json({"memories": list(matches), "owed": owed})
        return
    if not matches:
        filtered = kinds or statuses or origins or conversation or about
        print_text("Nothing like that is remembered." if filtered else "Nothing has been learned yet.")
        print_text(hint_text("Tell it something: atlas chat"))
        return
    print_text(memory_table(matches, run.zone))
    more = f" There may be more: --limit {limit * 4}." if len(matches) == limit else ""
    number = format_count(len(matches), "memory", "memories")
    print_text(hint_text(f"{number}.{more} Where one comes from: atlas why {short_id(matches[0].id)}"))


@command(
    "pending",
    "atlas pending",
    "atlas pending --kind fact --origin import --search Porto",
    "atlas pending --conversations      # each of them, on a line of its own",
    "atlas pending --json | jq -r '.memories[].id'",
    "atlas approve m_4kq9zt m_7hw2ac",
    gives="memories and proposals that wait for a person, and more: how many do beside these; conversations whose "
    "messages wait (name, source, messages, vouchable, first, last, begins), more_conversations, sources (of all of "
    "them), and owed (thoughts).",
)
@kind_option
@origin_option
@click.option("--search", metavar="WORDS", default="", help="Only what says or quotes these words.")
@conversation_option
@click.option("--conversations", "unfolded", is_flag=True, help="Each conversation that waits, on a line.")
@limit_option(200)
@pass_run
def pending(
    run: Run,
    kinds: tuple[str, ...],
    origins: tuple[str, ...],
    search: str,
    conversation: str | None,
    unfolded: bool,
    limit: int,
) -> None:
    """List what waits for your decision, and why.

    What was learned waits one by one. Messages that were brought in, or that came from tools, pages and files, wait as
    the conversations they stand in: vouch for one, or for a whole import, or dismiss it.
    """
    with run.open_for_reading() as atlas:
        waiting = atlas.review.pending(limit, kinds=kinds, origins=origins, search=search, conversation=conversation)
        owed = atlas.jobs.owed()
    if run.as_json:
        proposals = [view_judged(each) for each in waiting.proposals]
        learned = {"memories": waiting.memories, "proposals": proposals, "more": waiting.more}
        folded = {
            "conversations": waiting.conversations,
            "more_conversations": waiting.more_conversations,
            "sources": waiting.sources,
        }
        print_json({**learned, **folded, "owed": owed})
        return
    if not (waiting.memories or waiting.proposals or waiting.conversations):
        filtered = kinds or origins or search or conversation
        print_text("Nothing like that waits for you." if filtered else "Nothing waits for you.")
        return
    if waiting.memories or waiting.proposals:
        print_text(waiting_table(waiting, run.zone))
        first = short_id(waiting.memories[0].id if waiting.memories else waiting.proposals[0].id)
        more = f"{waiting.more:,} more: --limit {limit + waiting.more}. " if waiting.more else ""
        print_text(hint_text(f"{more}Decide: atlas approve {first}, atlas reject {first}. Why: atlas why {first}"))
    if waiting.conversations:
        print_text(
            *([""] if waiting.memories or waiting.proposals else []), *conversation_lines(waiting, run.zone, unfolded)
        )


_FOLDED = 10
"""Conversations that are listed each; more of them stand folded, by where they come from."""


def conversation_lines(waiting: Pending, zone: tzinfo, unfolded: bool = False) -> Iterator[RenderableType]:
    conversations, number = waiting.conversations, len(waiting.conversations) + waiting.more_conversations
    many = not unfolded and number > _FOLDED
    vouchable = sum(each.vouchable > 0 for each in conversations)
    yield styled_text((_conversations_headline(number, vouchable, len(conversations)), "bold"))
    if many:
        rows = [_source_row(each, zone) for each in waiting.sources]
        yield make_table(["SOURCE", "CONVERSATIONS", "MESSAGES", "SAID"], rows, "SAID")
    else:
        rows = [_conversation_row(each, zone) for each in conversations]
        yield make_table(["CONVERSATION", "MESSAGES", "SAID", "BEGINS"], rows, "BEGINS")
    yield from map(hint_text, _conversation_steps(waiting, many))


def _conversations_headline(number: int, vouchable: int, listed: int) -> str:
    if vouchable == listed:
        return (
            f"{format_count(number, 'conversation')} brought in {'waits' if number == 1 else 'wait'} to be vouched for."
        )
    sentence = f"{format_count(number, 'conversation')} {'has' if number == 1 else 'have'} messages that wait"
    return (
        f"{sentence}; {vouchable:,} of those below can be vouched for."
        if vouchable
        else f"{sentence} and are not served."
    )


def _source_row(source: WaitingSource, zone: tzinfo) -> list[str | Text]:
    span = _format_span(source.first, source.last, zone)
    return [source.source or "held here", f"{source.conversations:,}", f"{source.messages:,}", span]


def _conversation_row(conversation: WaitingConversation, zone: tzinfo) -> list[str | Text]:
    return [
        one_line(conversation.name),
        f"{conversation.messages:,}",
        _format_span(conversation.first, conversation.last, zone),
        one_line(conversation.begins),
    ]


def _format_span(first: datetime, last: datetime, zone: tzinfo) -> str:
    began, ended = format_day(first, zone), format_day(last, zone)
    return began if began == ended else f"{began} to {ended}"


def _conversation_steps(waiting: Pending, many: bool) -> Iterator[str]:
    vouchable = [each for each in waiting.conversations if each.vouchable]
    if vouchable:
        name = one_line(vouchable[0].name)
        which = f"--source {vouchable[0].source}" if many and vouchable[0].source else f"'{name}'"
        yield f"It is your own: atlas vouch {which}. It is not: atlas dismiss {which}."
    else:
        yield f"Nobody typed it: atlas dismiss '{one_line(waiting.conversations[0].name)}' keeps it out for good."
    if many:
        yield "See each of them: atlas pending --conversations"
    elif waiting.more_conversations:
        yield f"{waiting.more_conversations:,} more: --limit {len(waiting.conversations) + waiting.more_conversations}"


def waiting_table(waiting: Pending, zone: tzinfo) -> RenderableType:
    rows: list[list[str | Text]] = [
        [
            short_id(each.id),
            format_day(each.observed_at, zone),
            each.kind.value,
            each.origin.value,
            _content_with_quote(each),
        ]
        for each in waiting.memories
    ]
    rows += [
        [short_id(each.id), format_day(each.at, zone), "change", "–", styled_text(proposal_text(each.proposal))]
        for each in waiting.proposals
    ]
    return make_table(["ID", "SAID", "KIND", "FROM", "WAITS"], rows, "WAITS")


def _content_with_quote(memory: Memory) -> Text:
    quotes = [one_line(item.quote) for item in memory.evidence if one_line(item.quote) != one_line(memory.content)]
    return styled_text(one_line(memory.content)[:300], (f"\n“{quotes[-1][:300]}”" if quotes else "", "dim italic"))


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
            judged = atlas.review.proposal(full)
            print_json(view_judged(judged)) if run.as_json else print_text(
                proposal_text(judged.proposal), verdict_text(judged)
            )
            return
        if full.startswith(_EXPLAINED):
            from atlas.surfaces.cli.lookup.why import explain_id  # heavy to import, and seldom needed

            explain_id(run, atlas, full)
            return
        story = atlas.inspect.show(full)
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


def _related_memories(title: str, memories: tuple[Memory, ...], zone: tzinfo) -> Iterator[RenderableType]:
    if memories:
        yield styled_text((f"\n{title}", "bold"))
        yield memory_table(memories, zone)
