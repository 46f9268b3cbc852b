"""A memory's story as JSON: verdicts, evidence, replies it stood behind; its own fields are those of `to_plain`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta, tzinfo
from typing import TYPE_CHECKING, Final

from atlas.language.sentences import sentence_around
from atlas.model.interaction import Message
from atlas.model.memory import Evidence, Memory
from atlas.model.proposal import Amend, Argue, Proposal, Remember, named_memories
from atlas.model.recall import PastFact
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome
from atlas.surfaces.views.documents import amendment_lines, name_documents
from atlas.surfaces.views.journal import view_entry
from atlas.surfaces.views.text import format_day, one_line, short_id

if TYPE_CHECKING:
    from atlas.engine.inspect.corrections import Correction
    from atlas.engine.inspect.explain import MemoryStory
    from atlas.engine.intake.replies import Reply
    from atlas.retrieval.memory_use import Use


def find_sentence(item: Evidence, messages: Iterable[Message]) -> tuple[str, Message | None]:
    """Find the whole sentence that a piece of evidence stands in, and its message, if that is still there."""
    source = next((message for message in messages if message.id == item.message), None)
    if source is None or source.text[item.start : item.end] != item.quote:
        return item.quote, source
    return sentence_around(source.text, item.start, item.end), source


def evidence_sentences(memory: Memory, messages: Sequence[Message]) -> Iterator[tuple[str, Message | None]]:
    """List each sentence that a memory came from, verbatim; of an episode, the message itself."""
    if memory.transcribes is not None:
        transcribed = next((message for message in messages if message.id == memory.transcribes), None)
        yield memory.content, transcribed
        return
    for item in memory.evidence:
        yield find_sentence(item, messages)


def past_text(past: PastFact, zone: tzinfo) -> str:
    """Say on one line that a fact holds no longer; of a plan, until which day it was one."""
    if past.planned and past.until:
        last = format_day(past.until - timedelta.resolution, zone)
        return f"a plan of the past, until {last}: {one_line(past.content)}"
    since = f" since {format_day(past.until, zone)}" if past.until else ""
    now = f"; now: {one_line(past.now)}" if past.now else ""
    return f"no longer so{since}: {one_line(past.content)}{now}"


def verdict_text(judged: Judged) -> str:
    outcome = _OUTCOMES[judged.verdict.outcome]
    later = f", then decided by the {judged.decided_by}" if judged.decided_by else ""
    return f"{outcome}{later}{f': {one_line(judged.verdict.why)}' if judged.verdict.why else ''}"


_OUTCOMES: Final = {
    Outcome.ACCEPTED: "accepted",
    Outcome.HELD: "held for a person",
    Outcome.REFUSED: "refused",
}


def proposal_text(proposal: Proposal) -> str:
    """Describe a held change in a few words."""
    if isinstance(proposal, Remember):
        return one_line(proposal.content)
    return f"{type(proposal).__name__.lower()} {_name_target(proposal)}: {one_line(proposal.reason)}".strip(": ")


def _name_target(proposal: Proposal) -> str:
    match proposal:
        case Amend():
            return name_documents(proposal)
        case Argue():
            return one_line(proposal.topic)
        case _:
            return ", ".join(map(short_id, named_memories(proposal)))


def view_story(story: MemoryStory) -> dict[str, object]:
    return {
        "memory": story.memory,
        "messages": story.messages,
        "judged": [view_judged(each) for each in story.judged],
        "reflection": story.reflection,
        "replaced": story.replaced,
        "replaced_by": story.replaced_by,
        "history": [view_entry(entry) for entry in story.history],
        "served": story.served,
        "replies": [view_reply(each) for each in story.replies],
        "ignored": story.ignored,
        "correction": story.correction,
    }


def correction_parts(correction: Correction) -> list[tuple[str, str]]:
    """What was asked, replied and corrected, each as one quotation."""
    parts = (("asked", correction.question), ("replied", correction.reply), ("corrected", correction.words))
    return [(name, f"“{one_line(item.quote)}”") for name, item in parts if item is not None]


def view_judged(judged: Judged) -> dict[str, object]:
    """A judged proposal as JSON, with the kind of the proposal; of an amendment with its diff."""
    from atlas.model.plain_data import proposal_to_plain, to_plain

    diff = {"diff": "\n".join(amendment_lines(judged.proposal))} if isinstance(judged.proposal, Amend) else {}
    return {**to_plain(judged), "proposal": proposal_to_plain(judged.proposal), **diff}


def view_use(use: Use | None) -> dict[str, object]:
    return {"used": use.used if use else None, "share": round(use.share, 4) if use else None}


def view_reply(reply: Reply) -> dict[str, object]:
    said = reply.message
    known = {"message": said.id, "conversation": said.conversation, "at": said.at, "text": said.text}
    return {**known, "serving": reply.serving, **view_use(reply.use)}
