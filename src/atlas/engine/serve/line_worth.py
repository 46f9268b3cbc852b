"""Which search results are worth a line of a context (C13): nobody learns from old questions, courtesies and recitals.

A question stands only beside a reply that makes sense by itself, which may be served only so (C3). A question from
which a fact was learned tells something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from atlas.engine.core.text_masks import LEFT_OUT, mask_spans
from atlas.engine.serve.question_pairing import is_reply, read_question_pairing
from atlas.engine.serve.redaction import Redaction
from atlas.language.pasted import blank_pasted
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.ids import InteractionId, MemoryId, MessageId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled, Serving
from atlas.ports.reading import Reader
from atlas.retrieval.uninformative import find_telling_stems, is_mere_question, recites_memory

_SERVED_FOR_ONE: Final = 2
"""Contexts before a reply whose memories it may recite."""
_SUBSTANTIAL: Final = 8
"""Telling words of a reply that makes sense without its question; a briefer one goes with it."""
_OBSERVED: Final = frozenset({Kind.INSIGHT, Kind.OBSERVATION})
"""What repeats the words that were said; it says nothing of its own about what they tell."""
_UNTAUGHT: Final = _OBSERVED | {Kind.LESSON}
"""What is no reason to quote the question it came of; a lesson stands in its place."""


def drop_uninformative(reader: Reader, ranked: Sequence[Recalled], facts: Iterable[Memory] = ()) -> list[Recalled]:
    """Leave out what tells nothing; `facts` are what was learned from the messages among the results."""
    telling = [item for item in ranked if not _is_courtesy(item.memory)]
    replies = [item.memory for item in telling if is_reply(item.memory)]
    dropped = _find_recitals(reader, replies)
    asking = [item.memory for item in telling if _is_mere_question(item.memory)]
    if asking:
        exchanges = read_question_pairing(reader, telling).interactions if replies else {}
        asked = {exchanges.get(each.transcribes) for each in asking if each.transcribes} - {None}
        brief = {each.id for each in replies if _exchange(each, exchanges) in asked and not _is_substantial(each)}
        answered = {_exchange(each, exchanges) for each in replies if each.id not in dropped | brief} - {None}
        taught = {each.message for fact in facts if fact.kind not in _UNTAUGHT for each in fact.evidence}
        kept = (each.transcribes in taught or _exchange(each, exchanges) in answered for each in asking)
        dropped |= brief | {each.id for each, keep in zip(asking, kept, strict=True) if not keep}
    return [item for item in telling if item.memory.id not in dropped]


def replace_past(ranked: Sequence[Recalled], redaction: Redaction, terms: Iterable[str]) -> list[Recalled]:
    """Put what holds in the place of each message whose facts were replaced (T16).

    A message stays where what stands in it beside the words of these facts bears on the question.
    """
    asked, there = frozenset(terms), {item.memory.id for item in ranked}
    kept: list[Recalled] = []
    for item in ranked:
        replaced = item.past and all(past.successors for past in item.past)
        if not replaced or not asked.isdisjoint(words(_find_rest(item, redaction))):
            kept.append(item)
            continue
        if asked.isdisjoint(words(item.memory.content)):
            continue
        held = (each for past in item.past for each in redaction.successors.get(past.memory, ()))
        entering = {each.id: each for each in held if each.id not in there}
        there |= entering.keys()
        items = (redaction.redact_item(replace(item, memory=each, past=())) for each in entering.values())
        kept += [each for each in items if each is not None]
    return kept


def _find_rest(item: Recalled, redaction: Redaction) -> str:
    """The speaker's own words in a message beside those of its past facts."""
    past = {each.memory for each in item.past}
    quotes = (each for fact in redaction.facts if fact.id in past for each in fact.evidence)
    spans = [(each.start, each.end) for each in quotes if each.message == item.memory.transcribes]
    return mask_spans(blank_pasted(item.memory.content), spans).replace(LEFT_OUT, " ")


def _exchange(memory: Memory, exchanges: Mapping[MessageId, InteractionId]) -> InteractionId | None:
    return exchanges.get(memory.transcribes) if memory.transcribes else None


def _is_courtesy(memory: Memory) -> bool:
    return is_reply(memory) and LANGUAGE.entries.is_pleasantry(memory.content)


def _is_mere_question(memory: Memory) -> bool:
    """Whether a message of a user, or an observation of one, only asks."""
    if memory.kind is Kind.EPISODE:
        return memory.origin is not Origin.ASSISTANT and is_mere_question(memory.content)
    quotes = [each.quote for each in memory.evidence] if memory.kind in _OBSERVED else []
    return bool(quotes) and all(is_mere_question(quote) for quote in quotes)


def _is_substantial(reply: Memory) -> bool:
    return len(find_telling_stems(reply.content)) >= _SUBSTANTIAL


def _find_recitals(reader: Reader, replies: Sequence[Memory]) -> frozenset[MemoryId]:
    """Replies that recite what stood in the contexts before them."""
    contexts = {reply.id: _read_contexts(reader, reply) for reply in replies}
    ids = {item.memory for servings in contexts.values() for serving in servings for item in serving.items}
    memories = {memory.id: memory for memory in reader.memories(sorted(ids))} if ids else {}
    return frozenset(
        reply.id for reply in replies if any(_recites(reply, each, memories) for each in contexts[reply.id])
    )


def _recites(reply: Memory, serving: Serving, memories: dict[MemoryId, Memory]) -> bool:
    served = [memories[item.memory] for item in serving.items if item.memory in memories]
    return recites_memory(reply.content, serving.query, served)


def _read_contexts(reader: Reader, reply: Memory) -> Sequence[Serving]:
    """The contexts that were served in a reply's conversation just before it was taken in."""
    if reply.conversation is None:
        return ()
    return reader.servings_until(reply.conversation, reply.created_at, _SERVED_FOR_ONE)
