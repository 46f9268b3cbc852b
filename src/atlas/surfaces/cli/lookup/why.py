"""`atlas why`: the sentence that a memory came from, and the items of a served context (C8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import click

from atlas.language.stance_words import describe_position
from atlas.model.memory import Kind, Memory, State
from atlas.model.recall import FILED, STANDING
from atlas.surfaces.cli.lookup.id_stories import print_story
from atlas.surfaces.cli.lookup.memory_text import (
    contexts_text,
    evidence_lines,
    explain_parts,
    explain_ranking,
    name_speaker,
    replies_text,
    reply_line,
    score_parts,
    status_text,
    use_text,
    uses_text,
)
from atlas.surfaces.cli.lookup.proposal_card import print_proposal
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import command, scores_option
from atlas.surfaces.cli.shared.output import (
    fit_screen,
    hint_text,
    indent_part,
    make_field_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.documents import cause_text
from atlas.surfaces.views.memory import (
    correction_parts,
    past_text,
    proposal_text,
    verdict_text,
    view_judged,
    view_story,
)
from atlas.surfaces.views.serving import view_sentences, view_serving
from atlas.surfaces.views.text import (
    clip_line,
    count_remembered,
    format_count,
    format_day,
    format_moment,
    one_line,
    short_id,
)

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.engine.inspect.explain import InteractionStory, MemoryStory, ServingStory
    from atlas.engine.inspect.served_lines import ServedLine
    from atlas.model.document import Document
    from atlas.model.interaction import Message
    from atlas.model.recall import ServedItem, Serving
    from atlas.surfaces.library import Atlas

_SHOWN = 5
NO_REPLY = "no reply was observed"
LEFT_OUT_MEANS = "words of what was rejected or is sensitive; they are not served"


@command(
    "why",
    "atlas why                  # what the last answer stood on",
    "atlas why m_4kq9zt         # the sentence that a memory came from",
    "atlas why c_81hvn2 --all   # a served context, every item",
    "atlas why u_0q3wem         # what was served for a reply, and what it used",
    gives="of a memory: what `atlas show` gives, and sentences (the words it came from, who said them and when); of a "
    "context: serving, items (memory, score, components, sentences, masked, past, used, share), documents (id, "
    "version, kind, title), beliefs (id, topic, and stance and confidence as they were) and reply (the one that "
    "followed, or null); of a reply: interaction, memories, judged and "
    "served (its contexts).",
)
@click.argument("id", required=False)
@click.option("--all", "everything", is_flag=True, help=f"Every item of a context, not the first {_SHOWN}.")
@click.option("--conversation", metavar="NAME", help="Without an id: the last context of this conversation.")
@scores_option
@pass_run
def why(run: Run, id: str | None, everything: bool, conversation: str | None, scores: bool) -> None:
    """Name the sentence behind a memory or an answer.

    With it: the verdict, what it replaced, why it came up, whether the reply used it, down to who said what and when.
    Without an id it explains the last context that was served, such as that of the last answer of `atlas chat`. "Used"
    means that more than 30% of a memory's keywords stand in the reply.
    """
    with run.open_for_reading() as atlas:
        if id and print_story(run, atlas, id):
            return
        if id:
            explain_id(run, atlas, atlas.inspect.resolve(id), everything, scores)
        else:
            _explain_serving(run, atlas.why(conversation=conversation), everything, scores)


def explain_id(run: Run, atlas: Atlas, id: str, everything: bool = False, scores: bool = False) -> None:
    """Explain a whole id: a served context, an interaction, a change that waits, a memory."""
    if id.startswith("c_"):
        _explain_serving(run, atlas.why(id), everything, scores)
    elif id.startswith(("i_", "u_")):
        _explain_interaction(run, atlas.inspect.interaction(id), everything, scores)
    elif id.startswith("p_"):
        print_proposal(run, atlas.review.proposal(id))
    else:
        _explain_memory(run, atlas, id)


# --- a memory


def _explain_memory(run: Run, atlas: Atlas, id: str) -> None:
    story = atlas.inspect.memory(id)
    if run.as_json:
        print_json({**view_story(story), "sentences": view_sentences(story.memory, story.messages)})
    else:
        print_text(*fit_reasons(story, run.zone))


def fit_reasons(story: MemoryStory, zone: tzinfo) -> list[RenderableType]:
    """The reasons on one screen; `atlas show` has all of them."""
    return fit_screen(lambda shown: memory_reasons(story, zone, shown), _SHOWN)


def memory_reasons(story: MemoryStory, zone: tzinfo, shown: int = _SHOWN) -> Iterator[RenderableType]:
    """What a memory stands on; of each kind of reason so many."""
    memory = story.memory
    content = (one_line(memory.content) or "(forgotten)", "bold")
    yield styled_text((short_id(memory.id), "dim"), "  ", content, "  ", status_text(memory.status))
    yield indent_part(make_field_table(_memory_reason_fields(story, zone, shown)), 2)


def _memory_reason_fields(story: MemoryStory, zone: tzinfo, shown: int) -> Iterator[tuple[str, str | Text]]:
    memory = story.memory
    for name, quotation in correction_parts(story.correction) if story.correction else ():
        yield name, styled_text((quotation, "italic"))
    said = list(evidence_lines(memory, story.messages, zone, story.shortened))
    yield from (("said", text) for text in said[:shown])
    if len(said) > shown:
        yield "", hint_text(f"and {len(said) - shown} more: atlas show {short_id(memory.id)}")
    if not memory.evidence and not story.messages:
        yield "said", "its words are not there any more"
    yield from _lineage_fields(story, zone, shown)
    for each in story.judged[-shown:]:
        yield "verdict", verdict_text(each)
    if memory.approved_by:
        yield "approved", f"by {one_line(memory.approved_by)}"
    for old in story.replaced[:shown]:
        yield "replaced", f"{one_line(old.content)} ({short_id(old.id)}, said {format_day(old.observed_at, zone)})"
    if memory.served and story.as_served != memory:
        yield "left out", LEFT_OUT_MEANS
    for past in story.past[:shown]:
        yield "past", past_text(past, zone)
    for new in story.replaced_by[:shown]:
        yield "since", f"{one_line(new.content)} ({short_id(new.id)}, said {format_day(new.observed_at, zone)})"
    yield from _served_fields(story, zone, shown)


def _lineage_fields(story: MemoryStory, zone: tzinfo, shown: int) -> Iterator[tuple[str, str | Text]]:
    """What it was derived from, each with its message, and the run of thinking that proposed it."""
    for source in story.sources[:shown]:
        yield "made of", f"{clip_line(source.content, 200)} ({short_id(source.id)})"
        yield from (("", text) for text in islice(evidence_lines(source, story.source_messages, zone), shown))
    if len(story.sources) > shown:
        yield "", f"and {len(story.sources) - shown} more"
    if story.reflection is not None:
        run = story.reflection
        yield (
            "thought",
            f"{run.task.value}, by {one_line(run.thinker)}, {format_day(run.at, zone)} ({short_id(run.id)})",
        )
    if story.memory.state is State.QUARANTINED:
        yield "state", "quarantined, out of service: atlas quarantine --list"


def _served_fields(story: MemoryStory, zone: tzinfo, shown: int) -> Iterator[tuple[str, str | Text]]:
    if uses := uses_text(story.memory, story.ignored):
        yield "so far", uses
    if story.served:
        yield "served", f"in {contexts_text(story.served)}, last {format_moment(_last_served(story), zone)}"
        yield "behind", replies_text(story.replies) if story.replies else NO_REPLY
    for reply in story.replies[:shown]:
        yield "", reply_line(reply, zone)
    if len(story.replies) > shown:
        yield "", hint_text(f"and {len(story.replies) - shown} more: atlas show {short_id(story.memory.id)}")


def _last_served(story: MemoryStory) -> datetime:
    return max(each.at for each in story.served)


# --- a context


def _explain_serving(run: Run, story: ServingStory, everything: bool, scores: bool) -> None:
    if run.as_json:
        print_json(view_serving(story))
        return
    if everything:
        print_text(*_serving_lines(story, run.zone, scores, None))
    else:
        print_text(*fit_screen(lambda shown: _serving_lines(story, run.zone, scores, shown), _SHOWN))


def _serving_lines(story: ServingStory, zone: tzinfo, scores: bool, shown: int | None) -> Iterator[RenderableType]:
    serving = story.serving
    yield styled_text(
        (_describe_question(serving), "bold"),
        (f"   {format_moment(serving.at, zone)}, {short_id(serving.id)}", "dim"),
    )
    messages = sum(memory.kind is Kind.EPISODE for memory in story.memories)
    served = count_remembered(len(serving.items) - messages, messages)
    yield f"Served {served} in {format_count(serving.tokens, 'token')}."
    yield _reply_text(story)
    yield ""
    yield from _served_item_lines(story, shown, zone, scores)
    if serving.items and story.memories:
        yield hint_text(f"All about the first: atlas show {short_id(serving.items[0].memory)}")


def _describe_question(serving: Serving) -> str:
    """Quote the question of a context; one for the start of a session is chosen by importance, and had no question."""
    if serving.query:
        return f"Asked: “{one_line(serving.query)}”"
    components = {name for item in serving.items for name, _ in item.components}
    return "Given at the start of a session" if components <= {"importance", STANDING, FILED} else "Asked: (forgotten)"


def _reply_text(story: ServingStory) -> Text:
    if story.reply is None:
        return styled_text((f"{NO_REPLY[:1].upper()}{NO_REPLY[1:]}.", "dim"))
    used = sum(use is not None and use.used for use in story.uses)
    of = f"   {short_id(story.reply.id)}, used {used} of {len(story.uses)}"
    return styled_text("Reply: ", (f"“{clip_line(story.reply.text, 300)}”", "italic"), (of, "dim"))


def _served_item_lines(story: ServingStory, shown: int | None, zone: tzinfo, scores: bool) -> Iterator[RenderableType]:
    """List the first items of a context, in its own order, each with the reason why, or the parts of its score."""
    serving = story.serving
    memories = {memory.id: memory for memory in story.memories}
    items = serving.items[:shown]
    for place, item in enumerate(items):
        use = use_text(story.uses[place]) if story.uses else None
        memory = memories.get(item.memory)
        yield from _item_lines(place + 1, item, memory, use, story.messages, zone)
        if memory is not None and memory.state is not State.GONE:
            numbers = f"score {item.score:.2f} = {score_parts(item.components)}"
            why_so = numbers if scores else explain_ranking(serving.query, memory, item.components)
            yield indent_part(styled_text((why_so, "dim")), 4)
        if item.memory in story.masked:
            yield indent_part(styled_text((f"left out: {LEFT_OUT_MEANS}", "dim")), 4)
        for past in story.past.get(item.memory, ()):
            yield indent_part(styled_text((past_text(past, zone), "dim")), 4)
    if len(items) < len(serving.items):
        yield hint_text(f"and {len(serving.items) - len(items)} more: atlas why {short_id(serving.id)} --all")
    for each in story.documents:
        yield from _document_lines(each, story, shown, zone)
    yield from _position_lines(story)
    meanings = explain_parts(item.components for item in items)
    if meanings and scores:
        yield hint_text(f"Scores: {meanings}.")


def _position_lines(story: ServingStory) -> Iterator[RenderableType]:
    """List the positions that stood there, as they stood then."""
    if story.serving.beliefs:
        yield styled_text(("    positions", "bold"))
    topics = {each.id: each.topic for each in story.beliefs}
    for each in story.serving.beliefs:
        told = f"{one_line(topics[each.belief])}: " if each.belief in topics else "(forgotten) "
        said = describe_position(each.stance, each.confidence)
        yield indent_part(styled_text(f"{told}{said}", (f"  {short_id(each.belief)}", "dim")), 6)


def _document_lines(
    document: Document, story: ServingStory, most: int | None, zone: tzinfo
) -> Iterator[RenderableType]:
    """List the lines of a document that stood there, each with its cause."""
    version = next(each.version for each in story.serving.documents if each.document == document.id)
    title = f"  {one_line(document.title)}, " if document.title else "  "
    yield styled_text(
        (f"    {document.kind.value}", "bold"), (f"{title}{short_id(document.id)}, version {version}", "dim")
    )
    lines = [line for line in story.lines if line.document == document.id]
    shown = lines[:most]
    for line in shown:
        yield indent_part(styled_text(f"“{clip_line(line.text, 300)}”" if line.text else "(forgotten)"), 6)
        yield indent_part(styled_text((_describe_cause(line, story, zone), "dim")), 8)
    if len(shown) < len(lines):
        yield hint_text(f"and {len(lines) - len(shown)} more: atlas why {short_id(story.serving.id)} --all")


def _describe_cause(line: ServedLine, story: ServingStory, zone: tzinfo) -> str:
    """Say what a line comes from: its memories, and the change that brought it in."""
    behind = [each for each in story.sources if each.id in line.sources]
    told = [f"from {short_id(each.id)} “{clip_line(each.content, 100)}”" for each in behind]
    cause = line.cause
    if cause is not None:
        by = f"version {cause.number}, {cause_text(cause)}, {format_day(cause.at, zone)}"
        told.append(f"{by}: {clip_line(cause.reason, 200)}" if cause.reason else by)
    return "; ".join(told) or "nobody knows any more where it came from"


def _item_lines(
    place: int, item: ServedItem, memory: Memory | None, use: Text | None, messages: Sequence[Message], zone: tzinfo
) -> Iterator[RenderableType]:
    head = (f"{place:>2}  ", "dim")
    if memory is None or memory.state is State.GONE:
        yield styled_text(head, (short_id(item.memory), "dim"), "  (not there any more)")
        return
    content = "said in passing" if memory.kind is Kind.EPISODE else clip_line(memory.content, 300)
    use_parts = ("  ", use) if use else ()
    yield styled_text(head, (short_id(memory.id), "dim"), "  ", (content, "bold"), *use_parts)
    for text in evidence_lines(memory, messages, zone):
        yield indent_part(text, 4)


# --- an interaction


def _explain_interaction(run: Run, story: InteractionStory, everything: bool, scores: bool) -> None:
    if run.as_json:
        judged = [view_judged(each) for each in story.judged]
        served = [view_serving(each) for each in story.served]
        print_json({"interaction": story.interaction, "memories": story.memories, "judged": judged, "served": served})
        return
    interaction = story.interaction
    place = f"{one_line(interaction.conversation)}, {format_moment(interaction.at, run.zone)}"
    print_text(styled_text((f"{short_id(interaction.id)}, {place}", "dim")))
    for message in interaction.messages:
        print_text(styled_text((f"{name_speaker(message)}: ", "bold"), clip_line(message.text, 1_000)))
    _print_learned(story)
    for each in story.served:
        question = f"{_describe_question(each.serving)}   {short_id(each.serving.id)}"
        print_text(
            "",
            styled_text(("Served for it. ", "bold"), (question, "dim")),
            *_served_item_lines(each, None if everything else _SHOWN, run.zone, scores),
        )


def _print_learned(story: InteractionStory) -> None:
    for memory in story.memories:
        print_text(
            styled_text(
                ("→ ", "dim"), short_id(memory.id), "  ", one_line(memory.content), "  ", status_text(memory.status)
            )
        )
    refused = [each for each in story.judged if each.memory is None]
    for each in refused:
        print_text(styled_text(("→ ", "dim"), f"{proposal_text(each.proposal)}: {verdict_text(each)}"))
    if not story.memories and not refused:
        print_text(hint_text("Nothing was learned from it."))
