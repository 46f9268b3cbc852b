"""The policy in force in plain words, and what another one would have decided (C3-C5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from atlas.curation.policy import ConflictPolicy, CurationPolicy, Mode
from atlas.curation.policy_rules import PolicyRule, RuleAction
from atlas.model.proposal import Remember
from atlas.model.verdict import Outcome
from atlas.surfaces.views.memory import proposal_text
from atlas.surfaces.views.waiting import describe_limits

if TYPE_CHECKING:
    from atlas.engine.inspect.policy_replay import Difference, PolicyReplay

_MODES: Final = {
    Mode.MANUAL: ("You approve everything yourself.",),
    Mode.AUTO_LOW_RISK: (
        "Approved at once: what the user says of themselves in their own words, how they want to be answered, and what "
        "follows by rule from approved memories.",
        "Waits for you: what a model inferred, what comes from tools, pages, files or imports, and what tells the "
        "assistant how to behave beyond style.",
    ),
    Mode.AUTO: ("Approved at once: everything that passes the checks.",),
}
_ALWAYS: Final = (
    "Waits for you under every policy: what would change behaviour and does not come from the user, and what "
    "contradicts a memory that is more trusted.",
    "Refused under every policy: secrets, what only repeats ATLAS's own words, and what you rejected before.",
)
_CONFLICTS: Final = {
    ConflictPolicy.NEWER: "Of two facts that cannot both hold, the newer one stands.",
    ConflictPolicy.CONFIDENT: "Of two facts that cannot both hold, the surer one stands, else the newer.",
    ConflictPolicy.KEEP_BOTH: "Two facts that cannot both hold are both kept, with a note.",
}
_VERBS: Final = {RuleAction.REFUSE: "refuses", RuleAction.HOLD: "holds for you", RuleAction.APPROVE: "approves"}
OUTCOME_WORDS: Final = {Outcome.ACCEPTED: "approved", Outcome.HELD: "waits", Outcome.REFUSED: "refused"}


def describe_policy(policy: CurationPolicy) -> Iterator[str]:
    """Each sentence of what happens without a person, apart from rules of their own."""
    yield from _MODES[policy.mode]
    yield from _ALWAYS[policy.mode is Mode.MANUAL :]
    yield _CONFLICTS[policy.conflict]
    yield describe_limits(policy)
    if policy.trusts_amendments:
        yield "What a model writes into the documents stands without you, where the invariants hold."


def describe_rule(rule: PolicyRule) -> str:
    """`refuses facts from tools that say “npm ERR!” or “BUILD FAILED”`"""
    kinds = _join_words(sorted(f"{each.value}s" for each in rule.kinds)) or "everything"
    came = _join_words(sorted(each.value for each in rule.origins))
    words = _join_words(f"“{each}”" for each in rule.words)
    return f"{_VERBS[rule.action]} {kinds}{f' from {came}' if came else ''}{f' that says {words}' if words else ''}"


def list_policy_changes(before: CurationPolicy, after: CurationPolicy) -> Iterator[str]:
    """What another policy changes, a sentence each."""
    if before.mode is not after.mode:
        yield f"The policy is {after.mode.value} in place of {before.mode.value}."
    left, right = list(describe_policy(before)), list(describe_policy(after))
    yield from (each for each in right if each not in left and each not in _MODES[after.mode] + _ALWAYS)
    if before.near_duplicate != after.near_duplicate:
        yield f"A text like a rejected one counts as rejected from a likeness of {after.near_duplicate:g} on."
    yield from (f"New rule “{each.name}”: {describe_rule(each)}." for each in after.rules if each not in before.rules)
    yield from (f"Gone is the rule “{each.name}”." for each in before.rules if each not in after.rules)


def view_policy(policy: CurationPolicy) -> dict[str, Any]:
    return {
        "policy": policy.mode,
        "conflict": policy.conflict,
        "expire_after_days": policy.expire_after_days,
        "decisions_a_week": policy.decisions_a_week,
        "trusts_amendments": policy.trusts_amendments,
        "says": list(describe_policy(policy)),
        "rules": [_view_rule(each) for each in policy.rules],
    }


def view_replay(replay: PolicyReplay) -> dict[str, Any]:
    return {
        "since": replay.since,
        "until": replay.until,
        "changes": list(list_policy_changes(replay.in_force, replay.policy)),
        "proposals": replay.proposals,
        "decided": {each.value: replay.decided.get(each, 0) for each in Outcome},
        "would": {each.value: replay.would.get(each, 0) for each in Outcome},
        "differences": [_view_difference(each) for each in replay.differences],
        "rules": [{**_view_rule(each.rule), "fits": each.fits, "decides": each.decides} for each in replay.rules],
        "unclear": replay.unclear,
    }


def describe_difference(difference: Difference) -> str:
    """The text that a proposal was about."""
    proposal = difference.replayed.judged.proposal
    return proposal.content if isinstance(proposal, Remember) else proposal_text(proposal)


def _view_difference(difference: Difference) -> dict[str, Any]:
    judged, would = difference.replayed.judged, difference.replayed.would
    return {
        "id": judged.id,
        "memory": judged.memory,
        "at": judged.at,
        "text": describe_difference(difference),
        "decided": judged.verdict.outcome,
        "because": judged.verdict.why,
        "would": would.outcome,
        "would_because": would.why,
        "status": difference.status,
    }


def _view_rule(rule: PolicyRule) -> dict[str, Any]:
    return {
        "name": rule.name,
        "action": rule.action,
        "words": rule.words,
        "origins": sorted(rule.origins),
        "kinds": sorted(rule.kinds),
        "says": describe_rule(rule),
    }


def _join_words(words: Iterable[str]) -> str:
    *most, last = [*words] or [""]
    return f"{', '.join(most)} or {last}" if most else last
