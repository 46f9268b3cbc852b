"""Which reply followed a context, and what of the context it used (C8, T3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import dropwhile
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.language.folding import fold_text
from atlas.model.ids import MemoryId, MessageId, ServingId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.memory import Memory
from atlas.model.recall import Serving
from atlas.ports.reading import Reader
from atlas.retrieval.memory_use import USED_ABOVE, Use, measure_use

MOST_TOLD: Final = 50
"""Of the replies that a memory touched; the newest."""
CONTEXTS: Final = 200
"""Of one memory's contexts the newest are looked at; in a busy assistant some stand in every one."""
_LOOKED_AT: Final = 24
"""Messages after a context among which its reply is looked for."""
_REPLY_WITHIN: Final = timedelta(minutes=30)
"""After a context; what is said later was said to something else."""
_SERVED_FOR_ONE: Final = 20
"""Contexts before a reply that are looked at: few applications ask for more than one."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that a memory stood behind."""

    message: Message
    serving: ServingId
    """The context in which it stood."""
    use: Use | None
    """None where the memory has no word that could show it."""


def find_reply(reader: Reader, serving: Serving) -> Message | None:
    """The first thing that the assistant said after this context, if it came soon.

    An application may ask for several contexts, in words of its own, and then reply once. Where that first thing was
    said to other words, though, and something to the very words that were asked, it is the latter: interactions may be
    handed over later, many at once. Of what was taken in at the very instant of the context, which a coarse clock
    makes one with what follows, only the very words that were asked came after it for sure.
    """
    if serving.conversation is None:
        return None
    messages = reader.messages_after(serving.conversation, serving.at - timedelta.resolution, _LOOKED_AT)
    first, answer = _first_reply(messages), _first_reply(dropwhile(lambda each: not _asks(each, serving), messages))
    if first and answer and (first == answer or _answers_other_words(first, messages)):
        return answer
    later = _first_reply(reader.messages_after(serving.conversation, serving.at, _LOOKED_AT))
    return later if later and abs(later.at - serving.at) <= _REPLY_WITHIN else None


def read_reply_text(reader: Reader, reply: Message) -> str:
    """All that the assistant said in the interaction of a reply."""
    interaction = reader.interaction(reply.interaction)
    said = interaction.messages if interaction else (reply,)
    return "\n".join(each.text for each in said if each.role is Role.ASSISTANT)


def find_servings(
    reader: Reader, interaction: Interaction, replies: dict[ServingId, Message | None] | None = None
) -> list[Serving]:
    """The contexts that the reply of an interaction had, the newest first.

    `replies` keeps the reply of each context, for whoever asks about many interactions in one transaction.
    """
    known = replies if replies is not None else {}

    def find_known_reply(serving: Serving) -> Message | None:
        if serving.id not in known:
            known[serving.id] = find_reply(reader, serving)
        return known[serving.id]

    ids = [each.id for each in interaction.messages]
    episodes = [each for each in reader.find_citing(ids) if each.transcribes is not None]
    taken_in = min((each.created_at for each in episodes), default=interaction.at)
    earlier = reader.servings_until(interaction.conversation, taken_in, _SERVED_FOR_ONE)
    return [
        each
        for each in earlier
        if _is_asked_at_once(each, interaction, taken_in) or _is_reply_in(interaction, find_known_reply(each))
    ]


def find_memories_behind(
    reader: Reader, interaction: Interaction, replies: dict[ServingId, Message | None] | None = None
) -> dict[MemoryId, Serving]:
    """The memories in the contexts that a reply had, each with the newest of these contexts."""
    found: dict[MemoryId, Serving] = {}
    for serving in find_servings(reader, interaction, replies):
        for item in serving.items:
            found.setdefault(item.memory, serving)
    return found


def find_touched_replies(
    reader: Reader, memory: Memory, servings: Iterable[Serving], used_above: float = USED_ABOVE
) -> tuple[Reply, ...]:
    """The replies that followed these contexts, each once, in the order of the contexts."""
    found: dict[MessageId, Reply] = {}
    for serving in servings:
        reply = find_reply(reader, serving)
        if reply is not None and reply.id not in found:
            used = measure_use(memory, read_reply_text(reader, reply), serving.query, used_above)
            found[reply.id] = Reply(reply, serving.id, used)
        if len(found) == MOST_TOLD:
            break
    return tuple(found.values())


def find_touched_reply_messages(reader: Reader, servings: Iterable[Serving]) -> tuple[Reply, ...]:
    """The replies that followed these contexts, each once, where nothing shows what of the context they used."""
    found: dict[MessageId, Reply] = {}
    for serving in servings:
        reply = find_reply(reader, serving)
        if reply is not None and len(found) < MOST_TOLD:
            found.setdefault(reply.id, Reply(reply, serving.id, None))
    return tuple(found.values())


def find_replies_touched_by(
    access: ReadAccess, ids: Iterable[MemoryId], used_above: float = USED_ABOVE
) -> Mapping[MemoryId, tuple[Reply, ...]]:
    """The replies that each of these memories stood behind, the newest first."""
    with access.reading() as reader:
        return {
            each.id: find_touched_replies(reader, each, reader.servings_of([each.id], CONTEXTS), used_above)
            for each in reader.memories(ids)
        }


def _asks(message: Message, serving: Serving) -> bool:
    """Whether a message asks the very query of a context; a forgotten query is empty, and nobody's."""
    return message.role is Role.USER and bool(serving.query) and fold_text(message.text) == fold_text(serving.query)


def _is_asked_at_once(serving: Serving, interaction: Interaction, taken_in: datetime) -> bool:
    """Whether the very words of a context were taken in at its instant: by a clock that stands still all are."""
    return serving.at == taken_in and any(_asks(each, serving) for each in interaction.messages)


def _first_reply(said: Iterable[Message]) -> Message | None:
    return next((each for each in said if each.role is Role.ASSISTANT), None)


def _answers_other_words(reply: Message, said: Iterable[Message]) -> bool:
    """Whether a reply stands beside words of a user that are not the question's."""
    return any(each.role is Role.USER and each.interaction == reply.interaction for each in said)


def _is_reply_in(interaction: Interaction, reply: Message | None) -> bool:
    return reply is not None and reply.interaction == interaction.id
