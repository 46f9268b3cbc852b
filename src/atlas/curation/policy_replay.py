"""What another policy would have decided on proposals that were judged before (C3).

Each is judged once more, against what was known then. What the invariants refuse is refused under every policy, and
stays as it was recorded; so does what no policy at all brings to the recorded verdict, because what was known then
cannot be told any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from atlas.curation.amendments import judge_author
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_rules import PolicyRule, fits_rule, is_by_own_rule, name_rule
from atlas.model.proposal import Amend, Proposal, Remember, named_memories
from atlas.model.thinking import Judged
from atlas.model.verdict import Outcome, Verdict

_BY_POLICY = "C3"
"""The rule that findings of the policy name; other refusals hold whatever the policy."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One proposal as it was judged, and as it would be."""

    judged: Judged
    would: Verdict
    is_certain: bool = True
    """Whether what was known then could be told."""

    @property
    def differs(self) -> bool:
        return self.would.outcome is not self.judged.verdict.outcome


@dataclass(frozen=True, slots=True)
class RuleUse:
    """How often a rule fits, and how often it is the one that decides."""

    rule: PolicyRule
    fits: int
    decides: int


def replay_judgement(
    judged: Judged, before: JudgementInput, in_force: CurationPolicy, changed: CurationPolicy
) -> Replayed:
    """Judge a proposal by the changed policy, where its recorded verdict follows from what was known then."""
    recorded = judged.verdict
    if recorded.outcome is Outcome.REFUSED and not _is_by_policy(recorded):
        return Replayed(judged, recorded)
    known = all(name in before.named for name in named_memories(judged.proposal))
    reading = next(_find_readings(judged, before, (in_force, changed)), None) if known else None
    if reading is None:
        return Replayed(judged, recorded, is_certain=False)
    return Replayed(judged, _judge_again(judged.proposal, reading, changed))


def count_rule_uses(
    rules: Iterable[PolicyRule], replayed: Iterable[tuple[Replayed, JudgementInput]]
) -> tuple[RuleUse, ...]:
    """Count of each rule what it fits and what it decides; a later rule never decides where an earlier one does."""
    pairs = list(replayed)
    return tuple(_count_use(rule, pairs) for rule in rules)


def _count_use(rule: PolicyRule, replayed: Iterable[tuple[Replayed, JudgementInput]]) -> RuleUse:
    fitting = [
        each
        for each, before in replayed
        if isinstance(each.judged.proposal, Remember) and fits_rule(rule, each.judged.proposal, before)
    ]
    decides = sum(name_rule(rule) in finding.says for each in fitting for finding in each.would.findings)
    return RuleUse(rule, len(fitting), decides)


def _find_readings(
    judged: Judged, before: JudgementInput, policies: Iterable[CurationPolicy]
) -> Iterator[JudgementInput]:
    """Readings of what was known under which some policy comes to the recorded verdict.

    Who wrote a proposal, and what its question could see (J17), is known of its run of thinking alone, in which rules
    and a model may both have proposed; and the settings may have been others then.
    """
    rules, model = ((False, None), (False, before.ceiling)), ((True, before.ceiling),)
    authors = (*model, *rules) if before.by_model else (*rules, *model)
    readings = [replace(before, by_model=by_model, ceiling=ceiling) for by_model, ceiling in authors]
    others = [replace(each, mode=mode) for each, mode in product(policies, Mode)]
    bare = [replace(each, rules=()) for each in others]
    for reading, policy in product(readings, (*policies, *others, *bare)):
        if _fits_record(judged.verdict, _judge_again(judged.proposal, reading, policy)):
            yield reading


def _fits_record(recorded: Verdict, found: Verdict) -> bool:
    """Whether it is the recorded verdict, or may have been where the recorded one names a rule that is gone."""
    same = recorded.outcome is found.outcome and recorded.findings[:1] == found.findings[:1]
    return same or (any(map(is_by_own_rule, recorded.findings)) and _is_by_policy(found))


def _is_by_policy(verdict: Verdict) -> bool:
    return any(finding.rule == _BY_POLICY for finding in verdict.findings)


def _judge_again(proposal: Proposal, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    """Of an amendment only who wrote it is asked: the documents are others by now."""
    if isinstance(proposal, Amend):
        return judge_author(proposal, before, policy)
    return judge_proposal(proposal, before, policy)
