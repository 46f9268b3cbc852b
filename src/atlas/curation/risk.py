"""How much depends on a decision (C9): where a text came from, whether it steers, what it contradicts, what is in it.

Each part is a weight and a sentence. Weights are taken together as chances are, so that another part never lowers the
sum, and no number of small parts reaches what one grave part says. They are an operator's judgement and not fitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Final

from atlas.curation.behaviour import is_behaviour, tells_to_act
from atlas.curation.hygiene import redact_secrets
from atlas.language.hidden_characters import is_hidden, may_hide
from atlas.language.registry import LANGUAGE
from atlas.model.memory import Memory
from atlas.model.origin import Origin, Trust
from atlas.model.review import Band, Risk

HIGH: Final = 0.5
MEDIUM: Final = 0.2
_DIGITS: Final = 4

_ORIGINS: Final = {
    Origin.OPERATOR: (0.0, "An operator wrote it."),
    Origin.USER: (0.05, "The user said it."),
    Origin.ASSISTANT: (0.25, "It comes from a reply of the assistant."),
    Origin.IMPORT: (0.3, "It comes from an imported history that nobody vouched for."),
    Origin.TOOL: (0.4, "It comes from what a tool gave back."),
    Origin.FILE: (0.4, "It comes from a file."),
    Origin.WEB: (0.5, "It comes from a web page."),
    Origin.UNKNOWN: (0.55, "Nobody knows where it comes from."),
}
_TRUSTS: Final = {
    Trust.OPERATOR: 0.0,
    Trust.USER: 0.05,
    Trust.ASSISTANT: 0.25,
    Trust.OUTSIDE: 0.4,
    Trust.WEB: 0.5,
    Trust.UNKNOWN: 0.55,
}
_MIXED: Final = "Something that is trusted less had a part in it."
_STEERS: Final = (0.25, "It would steer how the assistant behaves.")
_STEERS_FROM_BELOW: Final = (0.45, "It would steer how the assistant behaves, and the user did not ask for it.")
_INSTRUCTS: Final = (0.35, "It tells somebody what to do.")
_OVERRIDES: Final = (0.6, "It claims to change what nothing learned may change.")
_CONTRADICTS: Final = (0.3, "It contradicts what is approved.")
_HAS_RIVALS: Final = (0.2, "Something else waits that cannot hold beside it.")
_SECRET: Final = (0.4, "It holds what looks like a secret.")
_PERSONAL: Final = (0.15, "It is about health, or about how to reach somebody.")
_BY_MODEL: Final = (0.2, "A model worded it.")
_REQUESTED: Final = (0.25, "A model asked for it by itself.")
_HIDES: Final = (0.6, "There are characters in it that nobody sees.")
_PERSONAL_ATTRIBUTES: Final = frozenset({"has_condition", "takes", "allergic_to", "phone", "email", "address"})

RiskPart = tuple[float, str]
"""A weight from 0 to 1, and the sentence that says it."""


@dataclass(frozen=True, slots=True)
class RiskFactors:
    """Everything that risk is told from, of a memory or of a change to one."""

    origin: Origin
    trust: Trust
    texts: tuple[str, ...]
    """What it says and quotes."""
    steers: bool = False
    instructs: bool = False
    contradicts: bool = False
    """Whether it contradicts what is approved."""
    has_rivals: bool = False
    """Whether something else waits that cannot hold beside it."""
    personal: bool = False
    by_model: bool = False
    requested: bool = False
    """Whether a model asked for it by itself."""
    changes: RiskPart | None = None
    """What a change would do to what is there."""


def read_memory_factors(
    memory: Memory,
    *,
    contradicts: bool = False,
    has_rivals: bool = False,
    by_model: bool = False,
    requested: bool = False,
) -> RiskFactors:
    """Read from a waiting memory what its risk is told from."""
    instructs = tells_to_act(memory)
    return RiskFactors(
        memory.origin,
        memory.trust,
        (memory.content, *(item.quote for item in memory.evidence)),
        steers=instructs or is_behaviour(memory),
        instructs=instructs,
        contradicts=contradicts,
        has_rivals=has_rivals,
        personal=memory.claim is not None and memory.claim.attribute in _PERSONAL_ATTRIBUTES,
        by_model=by_model,
        requested=requested,
    )


def assess_risk(factors: RiskFactors) -> Risk:
    """Weigh the parts; the reasons are their sentences, the weightiest first."""
    return _weigh_parts(tuple(_list_parts(factors)))


@lru_cache(maxsize=4_096)
def _weigh_parts(listed: tuple[RiskPart, ...]) -> Risk:
    """The same few parts hold of most that waits, so that each sum is taken once."""
    parts = sorted(listed, key=lambda part: -part[0])
    score = round(1.0 - prod(1.0 - weight for weight, _ in parts), _DIGITS)
    return Risk(score, find_band(score), tuple(sentence for _, sentence in parts))


def find_band(score: float) -> Band:
    if score >= HIGH:
        return Band.HIGH
    return Band.MEDIUM if score >= MEDIUM else Band.LOW


def hides_characters(text: str) -> bool:
    """Tell whether characters stand in a text that nobody sees."""
    return may_hide(text) and any(is_hidden(text, place) for place in range(len(text)))


def draw_hidden(text: str) -> str:
    """Draw hidden characters visibly, each by its number: `⟨U+200B⟩`."""
    if not may_hide(text):
        return text
    return "".join(f"⟨U+{ord(sign):04X}⟩" if is_hidden(text, place) else sign for place, sign in enumerate(text))


def _list_parts(factors: RiskFactors) -> Iterator[RiskPart]:
    weight, sentence = _ORIGINS[factors.origin]
    mixed = _TRUSTS[factors.trust]
    yield (mixed, _MIXED) if mixed > weight and factors.trust < factors.origin.trust else (weight, sentence)
    if factors.steers:
        yield _STEERS if factors.trust >= Trust.USER else _STEERS_FROM_BELOW
    flags = (
        (factors.instructs, _INSTRUCTS),
        (factors.contradicts, _CONTRADICTS),
        (factors.has_rivals, _HAS_RIVALS),
        (factors.personal, _PERSONAL),
        (factors.by_model and not factors.requested, _BY_MODEL),
        (factors.requested, _REQUESTED),
        (factors.steers and any(map(LANGUAGE.overrides.claims_to_override, factors.texts)), _OVERRIDES),
        (any(redact_secrets(text)[1] for text in factors.texts), _SECRET),
        (any(map(hides_characters, factors.texts)), _HIDES),
    )
    yield from (part for holds, part in flags if holds)
    if factors.changes is not None:
        yield factors.changes
