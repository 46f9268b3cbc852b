"""`atlas pending`: memories, proposals and conversations that wait for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from atlas.model.memory import Memory
from atlas.model.proposal import Amend, Proposal
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.diff_text import diff_text
from atlas.surfaces.cli.shared.grammar import (
    command,
    conversation_option,
    kind_option,
    limit_option,
    origin_option,
)
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.cli.thinking.ladder import print_held_back
from atlas.surfaces.views.beliefs import confidence_text, stance_text, view_belief
from atlas.surfaces.views.documents import amendment_lines
from atlas.surfaces.views.memory import correction_parts, proposal_text, view_judged
from atlas.surfaces.views.text import format_count, format_day, one_line, short_id, shown_text

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.curate.conversations import WaitingConversation, WaitingSource
    from atlas.engine.inspect.corrections import Correction
    from atlas.engine.inspect.status import Pending
    from atlas.model.belief import Belief


@command(
    "pending",
    "atlas pending",
    "atlas pending --all                # also what waits beside these",
    "atlas pending --kind fact --origin import --search Porto",
    "atlas pending --conversations      # each of them, on a line of its own",
    "atlas pending --json | jq -r '.memories[].id'",
    "atlas approve m_4kq9zt m_7hw2ac",
    gives="memories and proposals that a person is asked to decide, as atlas review has them, and more: how many wait "
    "beside these; corrections (by memory: question, reply and words, where it was learned from one); beliefs "
    "(positions that wait); conversations whose messages wait (name, source, messages, vouchable, first, last, "
    "begins), more_conversations, sources (of all of them), and owed (thoughts).",
)
@kind_option
@origin_option
@click.option("--search", metavar="WORDS", default="", help="Only what says or quotes these words.")
@conversation_option
@click.option("--conversations", "unfolded", is_flag=True, help="Each conversation that waits, on a line.")
@click.option("--all", "everything", is_flag=True, help="All that waits, not only what you are asked this week.")
@limit_option(200)
@pass_run
def pending(
    run: Run,
    kinds: tuple[str, ...],
    origins: tuple[str, ...],
    search: str,
    conversation: str | None,
    unfolded: bool,
    everything: bool,
    limit: int,
) -> None:
    """List what waits for your decision, and why.

    In the order of atlas review, by risk and reach, and of what is decided one by one at most ten in seven days
    (ATLAS_DECISIONS_A_WEEK); the rest waits, and expires after 30 days. With --all, or a filter, you see all of it.

    What was learned waits one by one. Messages that were brought in, or that came from tools, pages and files, wait as
    the conversations they stand in: vouch for one, or for a whole import, or dismiss it.
    """
    with run.open_for_reading() as atlas:
        waiting = atlas.review.pending(
            limit,
            kinds=kinds,
            origins=origins,
            search=search,
            conversation=conversation,
            everything=everything,
        )
        owed = atlas.jobs.owed()
        print_held_back(run, atlas)
    if run.as_json:
        proposals = [view_judged(each) for each in waiting.proposals]
        learned = {
            "memories": waiting.memories,
            "proposals": proposals,
            "more": waiting.more,
            "corrections": waiting.corrections,
            "beliefs": [view_belief(each) for each in waiting.beliefs],
        }
        folded = {
            "conversations": waiting.conversations,
            "more_conversations": waiting.more_conversations,
            "sources": waiting.sources,
        }
        print_json({**learned, **folded, "owed": owed})
        return
    if not (waiting.items or waiting.conversations):
        filtered = kinds or origins or search or conversation
        print_text("Nothing like that waits for you." if filtered else "Nothing waits for you.")
        return
    if waiting.surfaced:
        print_text(waiting_table(waiting, run.zone))
        first = short_id(waiting.ids[0])
        print_text(
            hint_text(f"Decide: atlas review, or atlas approve {first}, atlas reject {first}. Why: atlas why {first}")
        )
    if waiting.more:
        print_text(hint_text(_more_text(waiting, limit)))
    if waiting.conversations:
        print_text(*([""] if waiting.items else []), *conversation_lines(waiting, run.zone, unfolded))


def _more_text(waiting: Pending, limit: int) -> str:
    cut = max(len(waiting.memories), len(waiting.proposals)) >= limit
    how = f"--limit {waiting.items}" if cut else "atlas curate pending --all"
    return f"{shown_text(waiting.surfaced, waiting.items)}: {how}"


_DIFF_LINES = 8
"""Of an amendment, so many are shown; atlas show has all of them."""
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
        yield f"It is your own: atlas curate vouch {which}. It is not: atlas curate dismiss {which}."
    else:
        name = one_line(waiting.conversations[0].name)
        yield f"Nobody typed it: atlas curate dismiss '{name}' keeps it out for good."
    if many:
        yield "See each of them: atlas curate pending --conversations"
    elif waiting.more_conversations:
        yield f"{waiting.more_conversations:,} more: --limit {len(waiting.conversations) + waiting.more_conversations}"


def waiting_table(waiting: Pending, zone: tzinfo) -> RenderableType:
    rows: list[list[str | Text]] = [
        [
            short_id(each.id),
            format_day(each.observed_at, zone),
            each.kind.value,
            each.origin.value,
            _content_with_quotes(each, waiting.corrections.get(each.id)),
        ]
        for each in waiting.memories
    ]
    rows += [
        [short_id(each.id), format_day(each.at, zone), "change", "–", _change_text(each.proposal)]
        for each in waiting.proposals
    ]
    rows += [
        [short_id(each.id), format_day(each.updated_at, zone), "position", each.origin.value, _belief_text(each)]
        for each in waiting.beliefs
    ]
    return make_table(["ID", "SAID", "KIND", "FROM", "WAITS"], rows, "WAITS")


def _belief_text(belief: Belief) -> Text:
    return styled_text(one_line(belief.topic)[:300], (f"\n{stance_text(belief)}, {confidence_text(belief)}", "dim"))


def _change_text(proposal: Proposal) -> Text:
    """What a change is about; of an amendment the first lines of its diff too (C9)."""
    said = styled_text(proposal_text(proposal))
    if not isinstance(proposal, Amend):
        return said
    lines = list(amendment_lines(proposal))
    more = f"\n… {format_count(len(lines) - _DIFF_LINES, 'more line')}" if len(lines) > _DIFF_LINES else ""
    return styled_text(said, "\n", diff_text(lines[:_DIFF_LINES]), (more, "dim"))


def _content_with_quotes(memory: Memory, correction: Correction | None) -> Text:
    """What was learned, and the words behind it; of a correction the question, the wrong reply and the words (C9)."""
    content = one_line(memory.content)[:300]
    if correction is None:
        quotes = [one_line(item.quote) for item in memory.evidence if one_line(item.quote) != one_line(memory.content)]
        return styled_text(content, (f"\n“{quotes[-1][:300]}”" if quotes else "", "dim italic"))
    parts = [f"{name} {quotation}" for name, quotation in correction_parts(correction)]
    retold = correction.words is not None and correction.words.quote in memory.content
    return styled_text("" if retold else f"{content}\n", ("\n".join(parts), "dim italic" if not retold else "italic"))
