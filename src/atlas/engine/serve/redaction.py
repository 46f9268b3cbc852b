"""What may not be served as it was said, though its message may be (C1, C5, T16).

The words of a rejected or sensitive fact are masked wherever the transcript, a quote or a derived memory tells them:
the spans it quotes, the same words elsewhere in the conversation, the value where the same exchange says it again, and
in any conversation a sensitive value or a sentence that tells the fact again (`mentions.py`). The words of a fact that
holds no longer are marked as past, with what holds now. Which words tell a fact is decided here as it is for forgetting
(`forget_plan.py`): by its evidence and its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Final

from atlas.engine.core.text_masks import LEFT_OUT, Span, find_occurrences, is_blank, mask_spans, overlaps_any
from atlas.engine.serve.mentions import find_retold_value, find_sensitive_value, find_telling_parts, find_value
from atlas.language.claim_comparison import claims_agree, have_same_value
from atlas.language.figures import find_numbers, list_long_numbers
from atlas.language.folding import fold_text
from atlas.language.words import words
from atlas.model.claim import PLANS, Claim
from atlas.model.entity import USER, title_of
from atlas.model.ids import ConversationId, InteractionId, MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Evidence, Kind, Memory, Relation, Status
from atlas.model.origin import Origin
from atlas.model.recall import PastFact, Recalled

_DERIVED: Final = frozenset({Kind.INSIGHT, Kind.OBSERVATION})
_SHORTEST_VALUE: Final = 2
"""A single letter stands everywhere, and tells nothing."""
_QUOTED_WORDS: Final = 3
"""So many words in the same order are no chance."""


@dataclass(frozen=True)
class Redaction:
    """The facts in whose words something may stand that is not to be told, and what they have become.

    How each fact stands is told once for all the memories that are looked at.
    """

    moment: datetime
    facts: Sequence[Memory] = ()
    """What quotes the messages concerned, of any status, and what was withdrawn that their texts may tell."""
    hidden_messages: frozenset[MessageId] = frozenset()
    """Messages that were themselves marked sensitive."""
    redacted: frozenset[MemoryId] = frozenset()
    """Sensitive facts of which a redacted copy is served: nothing else of them is."""
    interactions: Mapping[MessageId, InteractionId] = field(default_factory=dict)
    successors: Mapping[MemoryId, Sequence[Memory]] = field(default_factory=dict)
    """What holds in the place of each fact that holds no longer."""

    def redact_item(self, item: Recalled) -> Recalled | None:
        """The item as it may be served; None where nothing of it may."""
        memory = item.memory
        if self._is_told_by(memory):
            return None
        if memory.transcribes is not None:
            return self._redact_transcript(item, memory.transcribes)
        evidence = tuple(self._redact_quote(memory, each) for each in memory.evidence)
        spans = self._sensitive_values(memory.content)
        claim = self._redact_claim(memory, spans)
        if evidence == memory.evidence and claim == memory.claim and not spans:
            return item
        content = mask_spans(memory.content, spans)
        return replace(item, memory=replace(memory, content=content, evidence=evidence, claim=claim), masked=True)

    def masked_text(self, message: Message) -> str:
        """A message's text without the words that may not be served."""
        if message.id in self.hidden_messages:
            return LEFT_OUT
        conversation, origin = message.conversation, message.origin
        found = (
            self._withheld_spans(fact, conversation, message.id, message.text, origin) for fact in self._withheld_facts
        )
        return mask_spans(message.text, chain.from_iterable(found))

    # --- whole memories

    def _is_told_by(self, memory: Memory) -> bool:
        """Whether a learned memory says something sensitive, or was derived from what holds no longer."""
        if memory.transcribes is not None:
            return False
        if memory.evidence and self.hidden_messages.issuperset(each.message for each in memory.evidence):
            return True
        sources = memory.linked(Relation.DERIVED_FROM)
        for fact in self._sensitive_facts:
            derived = fact.id in sources and fact.id not in self.redacted
            if fact.id != memory.id and (derived or _tells_the_same(memory, fact)):
                return True
        out = self._facts_out if memory.kind in _DERIVED else ()
        return any(fact.id != memory.id and (fact.id in sources or quotes_overlap(memory, fact)) for fact in out)

    def _redact_claim(self, memory: Memory, left_out: Iterable[Span]) -> Claim | None:
        """The claim without what is left out of the content, since sentences are made of it, too; None where it is of
        somebody or something whose very name is left out."""
        claim = memory.claim
        if claim is None:
            return None
        gone = {memory.content[start:end] for start, end in left_out}

        def find_gone(text: str) -> list[Span]:
            return [*self._sensitive_values(text), *chain.from_iterable(find_occurrences(text, each) for each in gone)]

        if claim.subject != USER and find_gone(title_of(claim.subject)):
            return None
        return replace(claim, value=mask_spans(claim.value, find_gone(claim.value)))

    # --- the transcript

    def _redact_transcript(self, item: Recalled, message: MessageId) -> Recalled | None:
        memory = item.memory
        text, conversation, origin = memory.content, memory.conversation, memory.origin
        spans = [
            span
            for fact in self._withheld_facts
            for span in self._withheld_spans(fact, conversation, message, text, origin)
        ]
        told = sorted(self._past_facts(memory, message), key=lambda each: each.until or self.moment)
        past = tuple({fold_text(each.content): each for each in told}.values())
        if not spans:
            return replace(item, past=past) if past else item
        masked = mask_spans(text, spans)
        if is_blank(masked.replace(LEFT_OUT, "")):
            return None
        return replace(item, memory=replace(memory, content=masked), past=past, masked=True)

    def _withheld_spans(
        self, fact: Memory, conversation: ConversationId | None, message: MessageId, text: str, origin: Origin
    ) -> Iterator[Span]:
        here = [each for each in fact.evidence if each.message == message]
        for each in here:
            if text[each.start : each.end] == each.quote:
                yield from self._quote_spans(fact, message, text, (each.start, each.end))
            else:  # a gist stands in the place of the text: nobody can say which of its words were those (T12)
                yield from list(find_occurrences(text, each.quote)) or [(0, len(text))]
        same_conversation = conversation is not None and conversation == fact.conversation
        sensitive = self._is_sensitive(fact)
        if sensitive or same_conversation:
            yield from (span for quote in _long_quotes(fact) for span in find_occurrences(text, quote))
        same_exchange = self._same_exchange(fact, message)
        if same_exchange or (sensitive and same_conversation):
            yield from self._value_spans(fact, message, text)
        if same_exchange:
            yield from self._echoed_spans(fact, text)
        if sensitive:
            yield from find_sensitive_value(fact, text)
        elif not same_exchange:
            yield from self._retold_spans(fact, message, text, origin)

    def _echoed_spans(self, fact: Memory, text: str) -> Iterator[Span]:
        """What tells a fact's value, where a reply or another sentence says less than the whole of it; of a rejected
        fact only its numbers, and none that something else says, which holds."""
        value = fact.claim.value if fact.claim else ""
        if self._is_sensitive(fact):
            yield from find_telling_parts(text, value)
        else:
            numbers = list_long_numbers(value)
            for held in self._holding_facts(fact) if numbers else ():
                numbers -= list_long_numbers(held.content)
            yield from find_numbers(text, numbers)

    def _retold_spans(self, fact: Memory, message: MessageId, text: str, origin: Origin) -> Iterator[Span]:
        """Where a rejected fact is told again, unless something that holds says the same, or stands on its words."""
        value = fact.claim.value if fact.claim else ""
        if any(
            fold_text(value) in fold_text(held.content) and self._restates_fact(held, fact)
            for held in self._holding_facts(fact)
        ):
            return
        kept = self._spans_with_value(fact, message, value)
        yield from (span for span in find_retold_value(fact, text, origin) if not overlaps_any(span, kept))

    def _restates_fact(self, held: Memory, fact: Memory) -> bool:
        same = held.claim is not None and fact.claim is not None and claims_agree(held.claim, fact.claim)
        return same or quotes_overlap(held, fact)

    def _sensitive_values(self, text: str) -> list[Span]:
        found = (find_sensitive_value(fact, text) for fact in self._sensitive_facts)
        return list(chain.from_iterable(found))

    def _mask_sensitive(self, text: str) -> str:
        return mask_spans(text, self._sensitive_values(text))

    def _quote_spans(self, fact: Memory, message: MessageId, text: str, span: Span) -> Iterator[Span]:
        """A fact's whole quote; of a rejected fact only its value, where a holding fact stands on the same words."""
        if self._is_sensitive(fact) or not overlaps_any(span, self._holding_spans(fact, message)):
            yield span
        else:
            yield from self._value_spans(fact, message, text)

    def _value_spans(self, fact: Memory, message: MessageId, text: str) -> Iterator[Span]:
        value = fact.claim.value if fact.claim else ""
        if len(fold_text(value)) < _SHORTEST_VALUE:
            return
        kept = () if self._is_sensitive(fact) else self._spans_with_value(fact, message, value)
        yield from (span for span in find_value(text, value) if not overlaps_any(span, kept))

    def _spans_with_value(self, fact: Memory, message: MessageId, value: str) -> list[Span]:
        """Where something that holds has the same words for its own value."""
        return [
            (each.start, each.end)
            for held in self._holding_facts(fact)
            for each in held.evidence
            if each.message == message and fold_text(value) in fold_text(held.content)
        ]

    def _holding_spans(self, fact: Memory, message: MessageId) -> list[Span]:
        return [(e.start, e.end) for held in self._holding_facts(fact) for e in held.evidence if e.message == message]

    def _holding_facts(self, fact: Memory) -> Iterator[Memory]:
        return (
            each for each in self.facts if each.id != fact.id and each.kind not in _DERIVED and self.is_in_force(each)
        )

    # --- quotes

    def _redact_quote(self, memory: Memory, item: Evidence) -> Evidence:
        """A learned memory's own quote, without the words of withheld facts."""
        if item.message in self.hidden_messages:
            return replace(item, quote=LEFT_OUT)
        spans = self._sensitive_values(item.quote)
        for fact in self._withheld_facts:
            if fact.id != memory.id:
                spans += [
                    (span[0] - item.start, span[1] - item.start)
                    for each in fact.evidence
                    if each.message == item.message and overlaps_any((each.start, each.end), [(item.start, item.end)])
                    for span in self._spans_within_quote(fact, each, item)
                ]
        return replace(item, quote=mask_spans(item.quote, spans)) if spans else item

    def _spans_within_quote(self, fact: Memory, each: Evidence, item: Evidence) -> Iterator[Span]:
        if self._is_sensitive(fact):
            yield each.start, each.end
        else:
            found = self._value_spans(fact, each.message, item.quote)
            yield from ((start + item.start, end + item.start) for start, end in found)

    # --- what holds no longer

    def _past_facts(self, memory: Memory, message: MessageId) -> Iterator[PastFact]:
        for fact in self._facts_over:
            if self._tells_of(fact, memory, message):
                now = self.successors.get(fact.id, ())
                if not any(_quotes_message(each, message) for each in now):
                    now_text = self._mask_sensitive(now[-1].content) if now else ""
                    planned = not now and fact.claim is not None and fact.claim.attribute == PLANS
                    successors = tuple(each.id for each in now)
                    told = self._mask_sensitive(fact.content)
                    yield PastFact(fact.id, told, fact.valid_until, now_text, successors, planned)

    def _tells_of(self, fact: Memory, memory: Memory, message: MessageId) -> bool:
        if _quotes_message(fact, message):
            return True
        same_talk = memory.conversation is not None and memory.conversation == fact.conversation
        if same_talk and any(any(find_occurrences(memory.content, quote)) for quote in _long_quotes(fact)):
            return True
        value = fact.claim.value if fact.claim else ""
        echoes = memory.origin is Origin.ASSISTANT and self._same_exchange(fact, message)
        if echoes and any(True for _ in find_value(memory.content, value)):
            return True
        return any(True for _ in find_retold_value(fact, memory.content, memory.origin))

    def _is_over(self, fact: Memory) -> bool:
        """Whether a fact was closed by something said since, or by its own end, and was not said again since."""
        if fact.status not in (Status.SUPERSEDED, Status.APPROVED) or fact.id in self.redacted:
            return False
        if fact.valid_until is None or fact.valid_until > self.moment:
            return False
        claim, now = fact.claim, self.successors.get(fact.id, ())
        return not any(claim and each.claim and claims_agree(claim, each.claim) for each in now)

    # --- how a fact stands

    @cached_property
    def _sensitive_facts(self) -> Sequence[Memory]:
        return [each for each in self.facts if self._is_sensitive(each)]

    @cached_property
    def _withheld_facts(self) -> Sequence[Memory]:
        return [each for each in self.facts if self._is_sensitive(each) or each.status is Status.REJECTED]

    @cached_property
    def _facts_over(self) -> Sequence[Memory]:
        """The facts that hold no longer, and are no derived memories themselves."""
        return [each for each in self.facts if each.kind not in _DERIVED and self._is_over(each)]

    @cached_property
    def _facts_out(self) -> Sequence[Memory]:
        """The facts that hold no longer or were taken out of use, and are no derived memories themselves."""
        known = (each for each in self.facts if each.kind not in _DERIVED)
        return [each for each in known if each.status is Status.REJECTED or self._is_over(each)]

    @cached_property
    def _facts_by_message(self) -> Mapping[MessageId, Sequence[Memory]]:
        found: dict[MessageId, list[Memory]] = {}
        for fact in self.facts:
            for message in dict.fromkeys(each.message for each in fact.evidence):
                found.setdefault(message, []).append(fact)
        return found

    def facts_quoting(self, message: MessageId) -> Sequence[Memory]:
        return self._facts_by_message.get(message, ())

    def _is_sensitive(self, fact: Memory) -> bool:
        return fact.status is Status.SENSITIVE or fact.id in self.redacted

    def is_in_force(self, fact: Memory) -> bool:
        return fact.status in (Status.APPROVED, Status.EXPIRED, Status.NEEDS_REVIEW) and fact.valid_at(self.moment)

    def _same_exchange(self, fact: Memory, message: MessageId) -> bool:
        here = self.interactions.get(message)
        return here is not None and any(self.interactions.get(each.message) == here for each in fact.evidence)


def quotes_overlap(one: Memory, other: Memory) -> bool:
    """Whether two memories quote the same words."""
    return any(
        a.message == b.message and overlaps_any((a.start, a.end), [(b.start, b.end)])
        for a in one.evidence
        for b in other.evidence
    )


def is_redacted_copy(copy: Memory, original: Memory) -> bool:
    """Whether a memory is the copy that an operator approved in the place of a sensitive one (C5)."""
    if copy.evidence or copy.claim:
        return False
    return (copy.kind, copy.observed_at) == (original.kind, original.observed_at)


def cited_messages(memories: Iterable[Memory]) -> list[MessageId]:
    """Each message that one of the memories transcribes or quotes, once."""
    quoted = chain.from_iterable((each.transcribes, *(item.message for item in each.evidence)) for each in memories)
    return [message for message in dict.fromkeys(quoted) if message is not None]


def served_texts(memories: Iterable[Memory]) -> list[str]:
    """All texts that serving the memories would show."""
    return [text for each in memories for text in (each.content, *(item.quote for item in each.evidence))]


def stand_behind_successors(ranked: Sequence[Recalled]) -> list[Recalled]:
    """For a question about now: what tells of the past stands behind what tells what holds now, where that is there."""
    order = list(ranked)
    for item in [each for each in ranked if each.past]:
        now = {id for past in item.past for id in past.successors}
        messages = {each.message for other in ranked if other.memory.id in now for each in other.memory.evidence}
        places = [
            at for at, other in enumerate(order) if other.memory.id in now or other.memory.transcribes in messages
        ]
        at = next(at for at, other in enumerate(order) if other.memory.id == item.memory.id)
        if places and at < min(places):
            moved, ahead = order.pop(at), order[min(places) - 1]
            order.insert(min(places), _lower_score(moved, ahead.score))
    return order


PAST: Final = "past"
"""The part of a score by which what holds no longer stands behind what holds now."""


def _lower_score(item: Recalled, score: float) -> Recalled:
    step = round(score - item.score, 6)
    return replace(item, score=score, components=(*item.components, (PAST, step))) if step < 0.0 else item


def _quotes_message(memory: Memory, message: MessageId) -> bool:
    return any(each.message == message for each in memory.evidence)


def _long_quotes(fact: Memory) -> list[str]:
    return [each.quote for each in fact.evidence if len(words(each.quote)) >= _QUOTED_WORDS]


def _tells_the_same(memory: Memory, fact: Memory) -> bool:
    """The same value of the same thing; or drawn from the same words, with its value or, without one, in any case."""
    if fact.claim is None:
        return quotes_overlap(memory, fact)
    if memory.claim is not None and have_same_value(memory.claim, fact.claim):
        return True
    return fold_text(fact.claim.value) in fold_text(memory.content) and quotes_overlap(memory, fact)
