"""What contexts told, to compare with it what comes back (X2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Final

from atlas.curation.echoes import holds_label, may_recite
from atlas.language.document_lines import list_lines
from atlas.language.stance_words import describe_position
from atlas.model.ids import ConversationId, MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Memory
from atlas.model.origin import Origin, Trust
from atlas.ports.reading import Reader

_NEWEST: Final = 5
"""Contexts of a conversation, and of all, whose words may come back in any form."""
_LABELLED: Final = 1_000
"""Contexts whose words may come back with a label; to read so many is worth it only where one stands."""


@dataclass(frozen=True, slots=True)
class ServedTexts:
    everything: tuple[str, ...]
    foreign: tuple[str, ...]
    """Those of them that are not a user's words (X1)."""


def read_served_texts(
    reader: Reader, messages: Iterable[Message], read: dict[MemoryId, Memory] | None = None
) -> ServedTexts:
    """What ATLAS lately put into contexts where these were said, or anywhere, since not every application says where it
    asks; from long ago, too, where one of them holds a label.

    What these messages say themselves may have been served since, and is nothing that comes back in them. Nothing is
    read where nothing gives a reason to look; what stands in `read` is not read again, and what is read comes to it.
    """
    read = {} if read is None else read
    looked = [each for each in messages if _may_come_back(each)]
    limit = _LABELLED if any(holds_label(each.text) for each in looked) else _NEWEST
    own = {each.id for each in looked}
    places = dict.fromkeys(each.conversation for each in looked)
    told = {text: trust for place in places for text, trust in _list_texts(reader, place, limit, own, read)}
    return ServedTexts(tuple(told), tuple(text for text, trust in told.items() if trust < Trust.USER))


def _may_come_back(message: Message) -> bool:
    """Tell whether words may be a context's: what comes from outside was not said after one, and has to show it."""
    if message.origin in {Origin.FILE, Origin.IMPORT}:
        return holds_label(message.text)
    return message.origin.trust < Trust.USER or may_recite(message.text)


def _list_texts(
    reader: Reader, place: ConversationId, limit: int, own: Set[MessageId], read: dict[MemoryId, Memory]
) -> Iterator[tuple[str, Trust]]:
    served = reader.find_served_memories(place, limit)
    read.update((each.id, each) for each in reader.memories([id for id in served if id not in read]))
    for memory in (read[id] for id in served if id in read):
        if not _stands_on(memory, own):
            yield memory.content, memory.trust
        yield from ((item.quote, item.origin.trust) for item in memory.evidence if item.message not in own)
    for document in map(reader.document, reader.find_served_documents(place, limit)):
        yield from ((line.text, document.trust) for line in list_lines(document.text)) if document else ()
    yield from _list_positions(reader, place, limit, own)
    if limit == _LABELLED:
        yield from ((each.text, each.trust) for each in reader.suggestions(None, limit))


def _stands_on(memory: Memory, own: Set[MessageId]) -> bool:
    """Tell whether a memory is made of nothing but these messages."""
    said = {item.message for item in memory.evidence} | ({memory.transcribes} if memory.transcribes else set())
    return bool(said) and said <= own


def _list_positions(
    reader: Reader, place: ConversationId, limit: int, own: Set[MessageId]
) -> Iterator[tuple[str, Trust]]:
    """What each position came to when it was served, and the words that were argued about it."""
    for each in reader.find_served_beliefs(place, limit):
        belief = reader.belief(each.belief)
        if belief is not None:
            yield f"{belief.topic}: {describe_position(each.stance, each.confidence)}", Trust.ASSISTANT
            argued: Iterable[MessageId] = (made.message for made in reader.arguments(belief.id))
            yield from (
                (said.text, said.origin.trust) for said in reader.messages(id for id in argued if id not in own)
            )
