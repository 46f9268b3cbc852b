"""Rules that an operator writes in the settings file: what to refuse, to hold, or to approve (C3).

A rule fits a proposal by its words, origin and kind, all that it names. A rule that refuses or holds comes before the
policy; one that approves comes behind everything that no policy may approve, so that it can never approve more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from atlas.curation.judgement_input import JudgementInput
from atlas.language.registry import LANGUAGE
from atlas.model.memory import Kind
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.verdict import Finding

_SHORTEST: Final = 4
"""Letters of a word that a rule is made of."""
_LEAST_HITS: Final = 2
_COMMON: Final = 0.3
_FEW: Final = 10
_OWN_RULE: Final = "Your rule"


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
    """One of these stands in what it says or quotes, as whole words and in whichever case."""
    origins: frozenset[Origin] = frozenset()
    """Everything that it quotes comes from one of these."""
    kinds: frozenset[Kind] = frozenset()


@dataclass(frozen=True, slots=True)
class RuleCandidate:
    """A rule that a rejection suggests; it holds once an operator has written it into the settings."""

    rule: PolicyRule
    hits: tuple[str, ...]
    """What else waits that it would refuse."""


def suggest_rule(text: str, origin: Origin, waiting: Iterable[tuple[str, Origin, str]]) -> RuleCandidate | None:
    """Suggest to refuse what comes from the same origin and shares a telling word with what was rejected.

    Of its words the one that most of what waits there shares, the longest of several; None where fewer than two do. A
    word that much of it has says nothing of what was wrong.
    """
    there = [(id, said.casefold()) for id, other, said in waiting if other is origin]
    words = LANGUAGE.query_words.find_telling_words(text)
    hits = {word: tuple(id for id, said in there if _says(said, word)) for word in words if len(word) >= _SHORTEST}
    most = max(_FEW, int(_COMMON * len(there)))
    found = {word: ids for word, ids in hits.items() if len(ids) <= most}
    best = max(found, key=lambda word: (len(found[word]), len(word), word), default=None)
    if best is None or len(found[best]) < _LEAST_HITS:
        return None
    rule = PolicyRule(f"no {best} from {origin.value}", RuleAction.REFUSE, (best,), frozenset({origin}))
    return RuleCandidate(rule, found[best])


def name_rule(rule: PolicyRule) -> str:
    """Name a rule as verdicts do, and the journal with them."""
    return f"{_OWN_RULE} “{rule.name}”"


def is_by_own_rule(finding: Finding) -> bool:
    """Tell whether an operator's rule was the reason, whether that rule is still there or not."""
    return finding.rule == "C3" and finding.says.startswith(f"{_OWN_RULE} “")


def find_rule(
    rules: Iterable[PolicyRule], action: RuleAction, proposal: Remember, before: JudgementInput
) -> PolicyRule | None:
    """Find the first rule with this action that fits a proposal."""
    return next((each for each in rules if each.action is action and fits_rule(each, proposal, before)), None)


def fits_rule(rule: PolicyRule, proposal: Remember, before: JudgementInput) -> bool:
    texts = [text.casefold() for text in (proposal.content, *(item.quote for item in proposal.evidence))]
    said = not rule.words or any(_says(text, word.casefold()) for word in rule.words for text in texts)
    origins = {item.origin for item in proposal.evidence}
    origins |= {before.named[name].origin for name in proposal.sources if name in before.named}
    origins |= {before.source.origin} if before.source else set()
    came = not rule.origins or (bool(origins) and origins <= rule.origins)
    return said and came and (not rule.kinds or proposal.kind in rule.kinds)


def _says(text: str, words: str) -> bool:
    """Whether these words stand in a text: “tea” does not in “team”."""
    return words in text and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None
