"""Messages and memories as shown in a question, and the search for an answer's quotes in them.

Each is one line of JSON, so that no text can pose as the next line. A quote counts only where it stands word for word
in the message it names, in the user's own words and not in a pasted text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from atlas.language.claim_comparison import claims_agree, claims_contradict
from atlas.language.entity_ids import speaker_entity
from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.claim import MAX_VALUE_WORDS, Claim
from atlas.model.interaction import Message, Role
from atlas.model.memory import Basis, Evidence, Memory
from atlas.model.proposal import Remember
from atlas.reflection.shapes import ATTRIBUTES, MAX_FACTS

MAX_SHOWN: Final = 8_000
"""Characters of one text that a question shows."""
MODEL_CONFIDENCE: Final = 0.8
_REASON: Final = "A model read it in the user's own words."


def format_messages(messages: Iterable[Message]) -> str:
    return "\n".join(_format_row(_describe_message(message)) for message in messages)


def format_memories(memories: Iterable[Memory]) -> str:
    return "\n".join(_format_row(_describe_memory(memory)) for memory in memories)


def format_rows(rows: Iterable[Mapping[str, Any]]) -> str:
    return "\n".join(_format_row(row) for row in rows)


def user_messages(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Return the users' messages: only these may support a fact about a user."""
    return tuple(message for message in messages if message.role is Role.USER)


def find_evidence(quote: str, message: Message) -> Evidence | None:
    """Find a quote that stands verbatim among the speaker's own words."""
    wanted = quote.strip()
    start = message.text.find(wanted) if any(map(str.isalnum, wanted)) else -1
    if start < 0:
        return None
    end = start + len(wanted)
    own = LANGUAGE.speech.blank_foreign_text(message.text)[start:end]
    return Evidence(message.id, start, end, wanted, message.origin) if any(map(str.isalnum, own)) else None


def read_facts(facts: Sequence[Mapping[str, Any]], messages: Iterable[Message]) -> list[Remember]:
    """Read an answer's facts as proposals, each once; a fact with an unknown message or quote is dropped."""
    known = {str(message.id): message for message in user_messages(messages)}
    found: list[Remember] = []
    for fact in facts[:MAX_FACTS]:
        message = known.get(fact["message"])
        made = _read_fact(fact, message) if message else None
        if made and not any(same_claim(made, other) for other in found):
            found.append(made)
    return found


def same_claim(one: Remember, other: Remember) -> bool:
    return one.claim is not None and other.claim is not None and claims_agree(one.claim, other.claim)


def denies_claim(one: Remember, other: Remember) -> bool:
    return one.claim is not None and other.claim is not None and claims_contradict(one.claim, other.claim)


def _read_fact(fact: Mapping[str, Any], message: Message) -> Remember | None:
    value = " ".join(str(fact["value"]).split())
    place = find_evidence(fact["quote"], message)
    if place is None or fact["attribute"] not in ATTRIBUTES or not fold_text(value):
        return None
    if len(value.split()) > MAX_VALUE_WORDS:
        return None
    claim = Claim(speaker_entity(message.speaker), fact["attribute"], value, fact["affirmed"])
    made = LANGUAGE.facts.make_fact(message, claim, place, MODEL_CONFIDENCE)
    return replace(made, basis=_judge_basis(claim, place.quote), reason=_REASON)


def _judge_basis(claim: Claim, quote: str) -> Basis:
    """Judge a fact as stated only where its value's words, and its denial, are the user's."""
    same_words = set(words(claim.value)) <= set(words(quote))
    return Basis.STATED if same_words and LANGUAGE.meaning.has_denial(quote) is not claim.affirmed else Basis.INFERRED


def _describe_message(message: Message) -> dict[str, Any]:
    row: dict[str, Any] = {"id": message.id, "who": message.role.value, "at": message.at.isoformat(timespec="minutes")}
    if message.speaker:
        row["speaker"] = message.speaker
    return row | {"text": message.text[:MAX_SHOWN]}


def _describe_memory(memory: Memory) -> dict[str, Any]:
    day = memory.observed_at.date().isoformat()
    kept = {"id": memory.id, "kind": memory.kind.value, "form": memory.form.value, "since": day, "uses": memory.uses}
    return kept | {"text": memory.content[:MAX_SHOWN]}


def _format_row(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)
