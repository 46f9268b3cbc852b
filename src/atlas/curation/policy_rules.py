"""Rules that an operator writes in the settings file: what to refuse, to hold, or to approve (C3).

A rule fits a proposal by its words, origin and kind, all that it names. A rule that refuses or holds comes before the
policy; one that approves comes behind everything that no policy may approve, so that it can never approve more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from atlas.curation.judgement_input import JudgementInput
from atlas.model.memory import Kind
from atlas.model.origin import Origin
from atlas.model.proposal import Remember


class RuleAction(StrEnum):
    REFUSE = "refuse"
    HOLD = "hold"
    APPROVE = "approve"


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """One rule; an empty field means any."""

    name: str
    action: RuleAction
    words: tuple[str, ...] = ()
    """One of these stands in what it says or quotes, in whichever case."""
    origins: frozenset[Origin] = frozenset()
    """Everything that it quotes comes from one of these."""
    kinds: frozenset[Kind] = frozenset()


def find_rule(
    rules: Iterable[PolicyRule], action: RuleAction, proposal: Remember, before: JudgementInput
) -> PolicyRule | None:
    """Find the first rule with this action that fits a proposal."""
    return next((each for each in rules if each.action is action and fits_rule(each, proposal, before)), None)


def fits_rule(rule: PolicyRule, proposal: Remember, before: JudgementInput) -> bool:
    texts = [text.casefold() for text in (proposal.content, *(item.quote for item in proposal.evidence))]
    said = not rule.words or any(word.casefold() in text for word in rule.words for text in texts)
    origins = {item.origin for item in proposal.evidence}
    origins |= {before.named[name].origin for name in proposal.sources if name in before.named}
    came = not rule.origins or (bool(origins) and origins <= rule.origins)
    return said and came and (not rule.kinds or proposal.kind in rule.kinds)
