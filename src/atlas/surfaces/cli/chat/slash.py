"""What one can ask of the chat itself: /why /memories /pending /forget /undo /help /quit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import BadInput
from atlas.model.memory import Status
from atlas.surfaces.cli.chat.chat_reply import ChatReply
from atlas.surfaces.cli.lookup.memories import LEARNED, waiting_table
from atlas.surfaces.cli.lookup.memory_text import memory_table, to_you, who_said
from atlas.surfaces.cli.lookup.why import memory_reasons
from atlas.surfaces.cli.review.forget import receipt_lines
from atlas.surfaces.cli.review.undo import undone_lines
from atlas.surfaces.cli.shared.output import hint_text, is_interactive
from atlas.surfaces.views.memory import evidence_sentences, proposal_text
from atlas.surfaces.views.text import format_day, one_line, short_id

if TYPE_CHECKING:
    from atlas.surfaces.cli.chat.chat_reply import ChatSession

_ID: Final = re.compile(r"[a-z]_[0-9a-hjkmnp-tv-z]{1,13}")

HELP: Final = (
    "/why            the sentence that the last answer stands on (/why ID for any)",
    "/memories       what was learned",
    "/pending        what waits for you to decide",
    "/forget         the last thing, for good (/forget ID, /forget TEXT)",
    "/undo           take back the last change",
    "/quit           end",
)


def obey(talk: ChatSession, text: str) -> ChatReply:
    name, _, rest = text[1:].strip().partition(" ")
    action = _ACTIONS.get(name.lower())
    if action is None:
        raise BadInput(f"There is no /{one_line(name)[:40]}; there are /{', /'.join(_ACTIONS)}.")
    return action(talk, rest.strip())


def _help(talk: ChatSession, rest: str) -> ChatReply:
    said = ChatReply([re.sub(r"\s{2,}", ": ", f"{each}.") for each in HELP])
    said.rich = list(HELP)
    return said


def _quit(talk: ChatSession, rest: str) -> ChatReply:
    talk.over = True
    return ChatReply(["Bye."])


def _why(talk: ChatSession, rest: str) -> ChatReply:
    ids = [talk.atlas.inspect.resolve(rest)] if rest else talk.last.memories[:5]
    if not ids:
        return ChatReply(["There is nothing to explain yet: ask something, or tell me something."])
    said = ChatReply([])
    for id in ids:
        story = talk.atlas.inspect.show(id)
        said.rich += list(memory_reasons(story, talk.zone))
        for sentence, message in evidence_sentences(story.memory, story.messages):
            source = f" ({who_said(message)}, {format_day(message.at, talk.zone)})" if message else ""
            said.lines.append(f"{one_line(story.memory.content).rstrip('.')}: “{one_line(sentence)}”{source}.")
    return said


def _memories(talk: ChatSession, rest: str) -> ChatReply:
    found = talk.atlas.memories(limit=50, kinds=LEARNED, statuses=[Status.APPROVED, Status.NEEDS_REVIEW])
    if not found:
        return ChatReply(["Nothing has been learned yet."])
    said = ChatReply([f"{short_id(each.id)} {one_line(to_you(each))}." for each in found])
    said.rich = [memory_table(found, talk.zone)]
    return said


def _pending(talk: ChatSession, rest: str) -> ChatReply:
    waiting = talk.atlas.review.pending()
    texts: list[tuple[str, str]] = [(each.id, one_line(to_you(each))) for each in waiting.memories]
    texts += [(each.id, proposal_text(each.proposal)) for each in waiting.proposals]
    if not texts:
        return ChatReply(["Nothing waits for you."])
    first = short_id(texts[0][0])
    more = f"{waiting.more:,} more: atlas pending --limit {len(texts) + waiting.more}. " if waiting.more else ""
    decide = f"{more}Decide in a terminal: atlas approve {first}, atlas reject {first}."
    said = ChatReply([*(f"{short_id(id)} {text.rstrip('.')}." for id, text in texts), decide])
    said.rich = [waiting_table(waiting, talk.zone), hint_text(decide)]
    return said


def _forget(talk: ChatSession, rest: str) -> ChatReply:
    memory = rest if _ID.fullmatch(rest) else None
    if not rest:
        memory = talk.last.memories[0] if talk.last.memories else None
        if memory is None:
            return ChatReply(["Say what to forget: /forget ID or /forget TEXT."])
    if not _agreed(talk, memory, rest):
        return ChatReply(["Kept."])
    receipt = talk.atlas.forget(memory) if memory else talk.atlas.forget(text=rest)
    talk.last.memories = [id for id in talk.last.memories if id not in receipt.memories]
    drawn = list(receipt_lines(receipt))
    said = ChatReply([re.sub(r"\s+", " ", str(each)) for each in drawn])
    said.rich = drawn
    return said


def _agreed(talk: ChatSession, memory: str | None, text: str) -> bool:
    """At a terminal one is asked, because nothing brings it back; a script has said what it wants."""
    if not is_interactive():
        return True
    what = one_line(talk.atlas.inspect.show(memory).memory.content) if memory else text
    return click.confirm(f"Forget “{what}” and all that was drawn from it, for good?", default=False)


def _undo(talk: ChatSession, rest: str) -> ChatReply:
    next_up = talk.atlas.history.undoable(1)
    undone = talk.atlas.undo()
    talk.last.memories = [id for id in talk.last.memories if id not in undone.restored]  # it may not be there now
    return ChatReply(undone_lines(undone, next_up[0] if next_up else None))


_ACTIONS: Final[Mapping[str, Callable[[ChatSession, str], ChatReply]]] = {
    "why": _why,
    "memories": _memories,
    "pending": _pending,
    "forget": _forget,
    "undo": _undo,
    "help": _help,
    "quit": _quit,
}
