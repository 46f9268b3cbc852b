"""What a store knows already of what is brought: the same, another text under its name, or that it was forgotten (X7).

Names are compared first, then texts. A text that is no longer whole here is not another one: words of it may have been
forgotten, or a gist stands in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from atlas.engine.core.text_masks import BLOT
from atlas.engine.transfer.imported_turns import ImportedMessage
from atlas.model.ids import MessageId
from atlas.model.interaction import Message
from atlas.model.journal import RowKind
from atlas.model.origin import Origin
from atlas.ports.reading import Reader

MOST_MET: Final = 200_000
"""So many new ones of one import are known again before they are stored."""


class Known(Enum):
    NEW = "new"
    HERE = "here already"
    OTHER_TEXT = "here with another text"
    FORGOTTEN = "forgotten here"


@dataclass(frozen=True, slots=True)
class ComparedMessage:
    """An imported message, and what the store knows of it."""

    imported: ImportedMessage
    known: Known
    origin: Origin | None = None
    """The one that it has here."""


KnownDigests = dict[int, int]
"""The digests of names and texts that were new. A file may give two turns one name; the first has it."""


def compare_messages(
    reader: Reader, messages: Sequence[ImportedMessage], met: KnownDigests
) -> Iterator[ComparedMessage]:
    here = {message.id: message for message in reader.messages([each.message.id for each in messages])}
    whole = _read_whole_texts(reader, here, messages)
    for each in messages:
        id, text = each.message.id, each.message.text
        if id in here:
            known = (
                Known.HERE if _is_beginning_of(here[id], text) else _compare_text(whole.get(id, here[id].text), text)
            )
            yield ComparedMessage(each, known, here[id].origin)
        elif reader.entries_about(RowKind.MESSAGE, id):
            yield ComparedMessage(each, Known.FORGOTTEN)
        elif hash(id) in met:
            yield ComparedMessage(each, Known.HERE if met[hash(id)] == hash(text) else Known.OTHER_TEXT)
        else:
            if len(met) < MOST_MET:
                met[hash(id)] = hash(text)
            yield ComparedMessage(each, Known.NEW)


def _read_whole_texts(
    reader: Reader, here: Mapping[MessageId, Message], messages: Sequence[ImportedMessage]
) -> Mapping[MessageId, str]:
    """The texts that have a gist in their place; they are read only where that would say something new."""
    differ = [each.message.id for each in messages if each.message.text != here.get(each.message.id, each.message).text]
    return {kept.message: kept.text for kept in reader.archived_texts(differ)} if differ else {}


def _is_beginning_of(here: Message, told: str) -> bool:
    """Of what a tool gave, whoever follows a transcript keeps no more than that."""
    return here.origin is Origin.TOOL and told.startswith(here.text)


def _compare_text(here: str, told: str) -> Known:
    if here == told:
        return Known.HERE
    is_blotted = BLOT in here and len(here) == len(told)
    if is_blotted and all(mine in (BLOT, theirs) for mine, theirs in zip(here, told, strict=True)):
        return Known.FORGOTTEN
    return Known.OTHER_TEXT
