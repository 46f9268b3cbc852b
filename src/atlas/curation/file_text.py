"""The verdict on what stands in a file (C3, C6): knowledge, quoted with its source, and never an instruction.

Whoever ingests a folder has decided about it, so that five hundred files are one decision. What speaks to the assistant
waits for a person all the same, and so does everything where the policy is manual or nobody vouches.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from atlas.curation.effects import Stamp, make_memory
from atlas.curation.invariants import check_invariants
from atlas.curation.judge import was_rejected_before
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_rules import RuleAction, find_rule, name_rule
from atlas.curation.verdict_reason import accept_by_rule, hold_by_rule, refuse_by_rule
from atlas.language.registry import LANGUAGE
from atlas.model.ids import ConversationId
from atlas.model.journal import Actor
from atlas.model.memory import Memory, Status
from atlas.model.proposal import Remember
from atlas.model.verdict import Outcome, Verdict


def judge_file_text(proposal: Remember, before: JudgementInput, policy: CurationPolicy, *, vouched: bool) -> Verdict:
    """Judge one chunk of a file; `vouched` is whether an operator brings it on their own word."""
    broken = tuple(check_invariants(proposal, before))
    if broken:
        return Verdict(Outcome.REFUSED, broken)
    if was_rejected_before(proposal, before, policy):
        return refuse_by_rule("C2", "The same was rejected before.")
    refusing = find_rule(policy.rules, RuleAction.REFUSE, proposal, before)
    if refusing is not None:
        return refuse_by_rule("C3", f"{name_rule(refusing)} refuses it.")
    if _speaks_to_assistant(proposal.content):
        return hold_by_rule("C3", "It speaks to the assistant, and stands in a file; a person decides.")
    holding = find_rule(policy.rules, RuleAction.HOLD, proposal, before)
    if holding is not None:
        return hold_by_rule("C3", f"{name_rule(holding)} holds it; a person decides.")
    if policy.mode is Mode.MANUAL:
        return hold_by_rule("C3", "The policy is manual: a person approves everything.")
    if not vouched:
        return hold_by_rule("C3", "It stands in a file that nobody has approved yet; a person decides.")
    return accept_by_rule("C3", "An operator ingested the file; it is quoted with its source.")


def _speaks_to_assistant(text: str) -> bool:
    return LANGUAGE.directives.speaks_to_assistant(text) or LANGUAGE.overrides.claims_to_override(text)


def make_knowledge(
    proposal: Remember,
    verdict: Verdict,
    before: JudgementInput,
    stamp: Stamp,
    conversation: ConversationId,
    written_at: datetime,
) -> Memory:
    """Make the memory of a chunk: trusted as a file is, and of the age that the file has."""
    made = make_memory(proposal, verdict, before, stamp)
    return replace(
        made,
        observed_at=min(written_at, stamp.now),
        reinforced_at=stamp.now,
        conversation=conversation,
        approved_by=Actor.OPERATOR.value if made.status is Status.APPROVED else None,
    )
