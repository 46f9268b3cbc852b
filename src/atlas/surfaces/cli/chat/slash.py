"""Slash commands of the chat: /why /memories /pending /pin /forget /undo /help /quit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import BadInput
from atlas.model.memory import Status
from atlas.surfaces.cli.chat.chat_reply import ChatReply
from atlas.surfaces.cli.lookup.memories import LEARNED
from atlas.surfaces.cli.lookup.memory_text import address_user, memory_table, name_speaker
from atlas.surfaces.cli.lookup.pending import waiting_table
from atlas.surfaces.cli.lookup.why import fit_reasons, memory_reasons
from atlas.surfaces.cli.review.forget import receipt_lines
from atlas.surfaces.cli.review.undo import undo_lines
from atlas.surfaces.cli.shared.output import complete_commands, fit_screen, hint_text, is_interactive, styled_text
from atlas.surfaces.views.memory import evidence_sentences, proposal_text
from atlas.surfaces.views.text import format_day, one_line, short_id, shown_text

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType

    from atlas.engine.inspect.explain import MemoryStory
    from atlas.surfaces.cli.chat.chat_reply import ChatSession

_BARE: Final = re.compile(r"\W*(\w+)(?:\s+(?:it|that|this|me|last|please)){0,2}\W*")
_ID: Final = re.compile(r"[a-z]_[0-9a-hjkmnp-tv-z]{1,13}")

HELP: Final = (
    "/why            the sentence that the last answer stands on (/why ID for any)",
    "/memories       what was learned",
    "/pending        what waits for you to decide",
    "/pin            keep the last thing, however little it is used (/pin ID)",
    "/forget         the last thing, for good (/forget ID, /forget TEXT)",
    "/undo           take back the last change",
    "/quit           end",
)


def run_slash_command(chat: ChatSession, text: str) -> ChatReply:
    """Run the slash command that a line begins with."""
    name, _, rest = text[1:].strip().partition(" ")
    action = _ACTIONS.get(name.lower())
    if action is None:
        raise BadInput(f"There is no /{one_line(name)[:40]}; there are /{', /'.join(_ACTIONS)}.")
    return action(chat, rest.strip())


def name_slash_command(text: str) -> str | None:
    """The slash command that somebody typed without its stroke: "help", "undo that"."""
    typed = _BARE.fullmatch(text)
    name = typed[1].lower() if typed else None
    return f"/{name}" if name in _ACTIONS else None


def _show_help(chat: ChatSession, rest: str) -> ChatReply:
    reply = ChatReply([re.sub(r"\s{2,}", ": ", f"{each}.") for each in HELP])
    reply.rich = list(HELP)
    return reply


def _end_chat(chat: ChatSession, rest: str) -> ChatReply:
    chat.over = True
    return ChatReply(["Bye."])


def _show_reasons(chat: ChatSession, rest: str) -> ChatReply:
    ids = [chat.atlas.inspect.resolve(rest)] if rest else chat.last.memories[:5]
    if not ids:
        return ChatReply(["There is nothing to explain yet: ask something, or tell me something."])
    reply = ChatReply([])
    stories = [chat.atlas.inspect.memory(id) for id in ids]
    reply.rich = fit_screen(lambda shown: _list_reasons(stories, shown, chat.zone), len(stories))
    for story in stories:
        for sentence, message in evidence_sentences(story.memory, story.messages):
            source = f" ({name_speaker(message)}, {format_day(message.at, chat.zone)})" if message else ""
            reply.lines.append(f"{one_line(story.memory.content).rstrip('.')}: “{one_line(sentence)}”{source}.")
    return reply


def _list_reasons(stories: Sequence[MemoryStory], shown: int, zone: tzinfo) -> Iterator[RenderableType]:
    """The reasons of the first memories behind an answer, so many as a screen holds, and how the others are seen."""
    for story in stories[:shown]:
        yield from memory_reasons(story, zone, 1) if len(stories) > 1 else fit_reasons(story, zone)
    if len(stories) > shown:
        others = " ".join(short_id(each.memory.id) for each in stories[shown:])
        yield hint_text(f"and of {others}: /why ID")


def _list_memories(chat: ChatSession, rest: str) -> ChatReply:
    memories = chat.atlas.memories(limit=50, kinds=LEARNED, statuses=[Status.APPROVED, Status.NEEDS_REVIEW])
    if not memories:
        return ChatReply(["Nothing has been learned yet."])
    reply = ChatReply([f"{short_id(each.id)} {one_line(address_user(each))}." for each in memories])
    reply.rich = [memory_table(memories, chat.zone)]
    return reply


def _list_pending(chat: ChatSession, rest: str) -> ChatReply:
    waiting = chat.atlas.review.pending()
    texts: list[tuple[str, str]] = [(each.id, one_line(address_user(each))) for each in waiting.memories]
    texts += [(each.id, proposal_text(each.proposal)) for each in waiting.proposals]
    more = (
        f"{shown_text(len(texts), waiting.items)}: {complete_commands('atlas curate pending --all')}. "
        if waiting.more
        else ""
    )
    if not texts:
        return ChatReply([more.strip() or "Nothing waits for you."])
    first = short_id(texts[0][0])
    commands = (complete_commands(f"atlas {decision} {first}") for decision in ("approve", "reject"))
    decide = f"{more}Decide in a terminal: {', '.join(commands)}."
    reply = ChatReply([*(f"{short_id(id)} {text.rstrip('.')}." for id, text in texts), decide])
    reply.rich = [waiting_table(waiting, chat.zone), styled_text((decide, "dim"))]
    return reply


def _pin_memory(chat: ChatSession, rest: str) -> ChatReply:
    memory = rest or next(iter(chat.last.memories), "")
    if not memory:
        return ChatReply(["Say what to keep: /pin ID."])
    (pinned,) = chat.atlas.review.pin(memory)
    return ChatReply([f"Kept however little it is used: {one_line(address_user(pinned)).rstrip('.')}."])


def _forget_memory(chat: ChatSession, rest: str) -> ChatReply:
    memory = rest if _ID.fullmatch(rest) else None
    if not rest:
        memory = chat.last.memories[0] if chat.last.memories else None
        if memory is None:
            return ChatReply(["Say what to forget: /forget ID or /forget TEXT."])
    if not _confirm_forgetting(chat, memory, rest):
        return ChatReply(["Kept."])
    receipt = chat.atlas.forget(memory) if memory else chat.atlas.forget(text=rest)
    chat.last.memories = [id for id in chat.last.memories if id not in receipt.memories]
    drawn = list(receipt_lines(receipt))
    reply = ChatReply([re.sub(r"\s+", " ", str(each)) for each in drawn])
    reply.rich = drawn
    return reply


def _confirm_forgetting(chat: ChatSession, memory: str | None, text: str) -> bool:
    """Ask a person at a terminal, because nothing brings a forgotten text back; a script is taken at its word."""
    if not is_interactive():
        return True
    content = one_line(chat.atlas.inspect.memory(memory).memory.content) if memory else text
    return click.confirm(f"Forget “{content}” and all that was drawn from it, for good?", default=False)


def _undo_last(chat: ChatSession, rest: str) -> ChatReply:
    next_up = chat.atlas.history.undoable(1)
    receipt = chat.atlas.undo()
    chat.last.memories = [id for id in chat.last.memories if id not in receipt.restored]  # it may not be there now
    return ChatReply(undo_lines(receipt, next_up[0] if next_up else None))


_ACTIONS: Final[Mapping[str, Callable[[ChatSession, str], ChatReply]]] = {
    "why": _show_reasons,
    "memories": _list_memories,
    "pending": _list_pending,
    "pin": _pin_memory,
    "forget": _forget_memory,
    "undo": _undo_last,
    "help": _show_help,
    "quit": _end_chat,
}
