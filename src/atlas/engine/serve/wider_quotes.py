"""Wider quotations for the best facts of a context: the newest message that tells each, and not the clause alone (C13).

A place of the search is given once, by the fact that was read of its message. What else the message says ("raised the
ramipril *to five milligrams*", "my wife Jean *is waiting for a new hip*") would be lost with the rest of its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from atlas.engine.core.access import ReadAccess
from atlas.engine.serve.redaction import Redaction
from atlas.engine.serve.redaction_reading import read_redaction
from atlas.language.sentences import sentence_around
from atlas.model.interaction import Message
from atlas.model.recall import Recalled
from atlas.retrieval.passages import quote_around

_WIDENED: Final = 8
"""So many of the best results: what is farther down seldom answers, and its clause will do."""
_MARKS: Final = " .,;:!?…\n"


def widen_quotes(access: ReadAccess, recalled: Sequence[Recalled], moment: datetime) -> list[Recalled]:
    """The results, the best facts among them with the sentences around their newest evidence, dated as these are."""
    best = [item for item in recalled[:_WIDENED] if item.memory.transcribes is None and item.memory.evidence]
    if not best:
        return list(recalled)
    with access.reading() as reader:
        redaction = read_redaction(reader, [item.memory for item in best], moment)
        messages = reader.messages({item.memory.evidence[-1].message for item in best})
    told = {message.id: message for message in messages}
    widened = {
        item.memory.id: _widen_quote(item, told[item.memory.evidence[-1].message], redaction)
        for item in best
        if item.memory.evidence[-1].message in told
    }
    return [widened.get(item.memory.id, item) for item in recalled]


def _widen_quote(item: Recalled, message: Message, redaction: Redaction) -> Recalled:
    *older, newest = item.memory.evidence
    text = redaction.masked_text(message)
    place = text.find(newest.quote)
    if place < 0:
        return item
    quote = quote_around(sentence_around(text, place, place + len(newest.quote)), text)
    if quote.strip(_MARKS) == newest.quote.strip(_MARKS):
        quote = newest.quote
    start = max(0, text.find(quote))
    wide = replace(newest, start=start, end=start + len(quote), quote=quote)
    memory = replace(item.memory, evidence=(wide, *older), observed_at=max(message.at, item.memory.observed_at))
    return replace(item, memory=memory)
