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
from atlas.engine.transfer.imported_turns import Told
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
class Compared:
    told: Told
    known: Known
    origin: Origin | None = None
    """The one that it has here."""


Met = dict[int, int]
"""The digests of names and texts that were new. A file may give two turns one name; the first has it."""


def compared(reader: Reader, told: Sequence[Told], met: Met) -> Iterator[Compared]:
    here = {message.id: message for message in reader.messages([each.message.id for each in told])}
    whole = _whole(reader, here, told)
    for each in told:
        id, text = each.message.id, each.message.text
        if id in here:
            known = Known.HERE if _is_beginning(here[id], text) else _alike(whole.get(id, here[id].text), text)
            yield Compared(each, known, here[id].origin)
        elif reader.entries_about(RowKind.MESSAGE, id):
            yield Compared(each, Known.FORGOTTEN)
        elif hash(id) in met:
            yield Compared(each, Known.HERE if met[hash(id)] == hash(text) else Known.OTHER_TEXT)
        else:
            if len(met) < MOST_MET:
                met[hash(id)] = hash(text)
            yield Compared(each, Known.NEW)


def _whole(reader: Reader, here: Mapping[MessageId, Message], told: Sequence[Told]) -> Mapping[MessageId, str]:
    """The texts that have a gist in their place; nobody asks for them where that would say nothing new."""
    differ = [each.message.id for each in told if each.message.text != here.get(each.message.id, each.message).text]
    return {kept.message: kept.text for kept in reader.archived(differ)} if differ else {}


def _is_beginning(here: Message, told: str) -> bool:
    """Of what a tool gave, whoever follows a transcript keeps no more than that."""
    return here.origin is Origin.TOOL and told.startswith(here.text)


def _alike(here: str, told: str) -> Known:
    if here == told:
        return Known.HERE
    is_blotted = BLOT in here and len(here) == len(told)
    if is_blotted and all(mine in (BLOT, theirs) for mine, theirs in zip(here, told, strict=True)):
        return Known.FORGOTTEN
    return Known.OTHER_TEXT
