"""The verdict on a proposal: invariants first, then known memories, then the policy (C1-C3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from atlas.curation.amendments import judge_amendment
from atlas.curation.behaviour import claims_behaviour, steers_behaviour, tells_to_act
from atlas.curation.claim_names import names_somebody
from atlas.curation.confirmation import is_confirmation, is_plain_confirmation
from atlas.curation.hearsay import is_hearsay
from atlas.curation.invariants import check_echo, check_invariants
from atlas.curation.judgement_input import JudgementInput, WrittenSource
from atlas.curation.maintenance import judge_maintenance
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_rules import RuleAction, find_rule, name_rule
from atlas.curation.trust import proposal_trust
from atlas.curation.verdict_reason import accept_by_rule, hold_by_rule, refuse_by_rule
from atlas.language.claim_comparison import claims_agree, claims_contradict
from atlas.language.folding import fold_text
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.claim import PLANS, is_style_wish
from atlas.model.memory import STANDING, Basis, Memory, State, Status
from atlas.model.origin import Trust
from atlas.model.proposal import Amend, Archive, Argue, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.verdict import Outcome, Verdict

_PASSING: Final = frozenset({"does", "plans"})
"""What passes by itself, so that its end is news only to who knew of it."""


def judge_proposal(proposal: Proposal, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    """Accept, hold for a person, or refuse a proposal, with findings."""
    broken = tuple(check_invariants(proposal, before))
    if broken:
        return Verdict(Outcome.REFUSED, broken)
    match proposal:
        case Remember():
            return _judge_remember(proposal, before, policy)
        case Revise():
            return _judge_revise(proposal, before, policy)
        case Merge() | Archive() | Promote() | Strengthen():
            return judge_maintenance(proposal, before, policy)
        case Forget():
            return hold_by_rule("X3", "Forgetting is decided by a person.")
        case Amend():
            return judge_amendment(proposal, before, policy)
        case Argue():
            return _judge_argument(proposal, before, policy)
        case _:
            assert_never(proposal)


def find_restated_memory(proposal: Remember, before: JudgementInput) -> Memory | None:
    """Find the standing memory that already states this fact, from a source at least as trusted.

    A statement by the user is no repetition of a web page or of a guess that waits: the user's word stands on its own.
    What stands in a file is known by that file, whatever says the same elsewhere.
    """
    if before.source is not None:
        return None
    trust = proposal_trust(proposal, before)
    for memory in (*before.in_slot, *before.same_content, *before.kindred):
        if memory.id in proposal.sources:
            continue  # what it is made from does not say it already
        waiting_guess = memory.status is Status.NEEDS_REVIEW and memory.basis is not Basis.STATED
        if waiting_guess and proposal.basis is Basis.STATED:
            continue
        if (
            _is_standing(memory)
            and memory.trust >= trust
            and (memory in before.kindred or states_same_fact(memory, proposal))
            and not moves_day(memory, proposal)
        ):
            return memory
    return None


def states_same_fact(memory: Memory, proposal: Remember) -> bool:
    if memory.claim is None or proposal.claim is None:
        return memory.claim is proposal.claim and fold_text(memory.content) == fold_text(proposal.content)
    return claims_agree(memory.claim, proposal.claim)


def moves_day(memory: Memory, proposal: Remember) -> bool:
    """Tell whether a statement gives what is known to begin or to end on one day another day."""
    days = (memory.valid_from, proposal.valid_from)
    return None not in days and days[0] != days[1]


def _is_standing(memory: Memory) -> bool:
    return memory.status in STANDING and memory.state is State.ACTIVE and memory.valid_until is None


def _judge_remember(proposal: Remember, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    echo = tuple(check_echo(proposal, before))
    if echo:
        return Verdict(Outcome.REFUSED, echo)
    if was_rejected_before(proposal, before, policy):
        return refuse_by_rule("C2", "The same was rejected before.")
    refusing = find_rule(policy.rules, RuleAction.REFUSE, proposal, before)
    if refusing is not None:
        return refuse_by_rule("C3", f"{name_rule(refusing)} refuses it.")
    if before.source is not None:
        return _judge_written(proposal, before, before.source, policy)
    trust = proposal_trust(proposal, before)
    known = find_restated_memory(proposal, before)
    if known is not None:
        return _judge_restatement(known, trust)
    faded = _find_faded_inference(proposal, before)
    if faded is not None:
        return refuse_by_rule("T7", f"It was inferred before as {faded.id}, and nobody needed it.")
    rival = next((memory for memory in _find_rivals(proposal, before) if memory.trust > trust), None)
    if rival is not None:
        return hold_by_rule("T16", f"It contradicts {rival.id}, which is more trusted; a person decides.")
    if _ends_nothing_known(proposal, before):
        return refuse_by_rule("T16", "It says that something passing is over, of which nothing is known.")
    return _judge_by_policy(proposal, before, trust, policy)


def _ends_nothing_known(proposal: Remember, before: JudgementInput) -> bool:
    """Tell whether a plan or a deed is over that nobody knew of: that says nothing of whoever has it no more."""
    claim = proposal.claim
    if claim is None or claim.affirmed or claim.attribute not in _PASSING or not proposal.replaces:
        return False
    over, named = fold_text(proposal.replaces) == fold_text(claim.value), set(words(claim.value))
    held = (each.claim for each in before.in_slot if each.status is not Status.REJECTED)
    return over and not any(each and each.affirmed and named.intersection(words(each.value)) for each in held)


def _judge_written(
    proposal: Remember, before: JudgementInput, source: WrittenSource, policy: CurationPolicy
) -> Verdict:
    """C3, C6: Judge what was written and not said; it is quoted with its source, and never an instruction.

    Whoever ingests a folder has decided about it, so that five hundred files are one decision. What speaks to the
    assistant waits for a person all the same, and so does everything where the policy is manual or nobody vouches.
    """
    if source.origin.trust >= Trust.OPERATOR:
        return accept_by_rule("C6", "Whoever recorded it has decided it.")
    text = proposal.content
    if LANGUAGE.directives.speaks_to_assistant(text) or LANGUAGE.overrides.claims_to_override(text):
        return hold_by_rule("C3", "It speaks to the assistant, and stands in a file; a person decides.")
    if LANGUAGE.directives.speaks_of_assistant(_leave_out_name(text, source)):
        return hold_by_rule("C3", "It is about assistants, what they reply or what is approved; a person decides.")
    holding = find_rule(policy.rules, RuleAction.HOLD, proposal, before)
    if holding is not None:
        return hold_by_rule("C3", f"{name_rule(holding)} holds it; a person decides.")
    if policy.mode is Mode.MANUAL:
        return hold_by_rule("C3", "The policy is manual: a person approves everything.")
    if not source.vouched:
        return hold_by_rule("C3", "It stands in a file that nobody has approved yet; a person decides.")
    return accept_by_rule("C3", "An operator ingested the file; it is quoted with its source.")


def _leave_out_name(text: str, source: WrittenSource) -> str:
    """A passage with its headings, without the name of its file: a folder may well be called "assistants"."""
    return text.removeprefix(source.conversation.partition(":")[2])


def _find_faded_inference(proposal: Remember, before: JudgementInput) -> Memory | None:
    """Find an archived inference with the same content: a faded inference is not inferred again, but may be stated."""
    if proposal.basis is not Basis.INFERRED:
        return None
    out = (each for each in before.same_content if each.state is State.ARCHIVED and each.status is Status.APPROVED)
    return next((each for each in out if each.basis is Basis.INFERRED), None)


def _judge_restatement(known: Memory, trust: Trust) -> Verdict:
    if trust == known.trust:
        return accept_by_rule("known", f"It is known already as {known.id} and confirms it.")
    return refuse_by_rule("known", f"It is known already as {known.id}, from a more trusted source.")


def was_rejected_before(proposal: Remember, before: JudgementInput, policy: CurationPolicy) -> bool:
    """Tell whether a person rejected this content; the user may still state a fact rejected from a page."""
    trust = proposal_trust(proposal, before)

    def rejected(memory: Memory) -> bool:
        return memory.status is Status.REJECTED and (memory.trust >= trust or cites_same_messages(memory, proposal))

    same_claim = any(
        rejected(memory) and memory.claim and proposal.claim and claims_agree(memory.claim, proposal.claim)
        for memory in before.in_slot
    )
    near = any(rejected(memory) and cosine >= policy.near_duplicate for memory, cosine in before.near)
    return same_claim or any(map(rejected, before.same_content)) or (near and proposal.claim is None)


def cites_same_messages(memory: Memory, proposal: Remember) -> bool:
    """Tell whether the memory cites only messages that the proposal cites, as after vouching (C3)."""
    own = {item.message for item in memory.evidence}
    return bool(own) and own <= {item.message for item in proposal.evidence}


def _find_rivals(proposal: Remember, before: JudgementInput) -> Iterator[Memory]:
    for memory in before.in_slot:
        standing = memory.status is Status.APPROVED and memory.state is State.ACTIVE and memory.valid_until is None
        if standing and memory.claim and proposal.claim and claims_contradict(proposal.claim, memory.claim):
            yield memory


def _judge_by_policy(proposal: Remember, before: JudgementInput, trust: Trust, policy: CurationPolicy) -> Verdict:
    behaviour = steers_behaviour(proposal)
    if behaviour and trust < Trust.USER:  # every lesson that repeats a reply ends here: its trust is the reply's
        return hold_by_rule("C3", "It would change behaviour and does not come from the user; a person decides.")
    if policy.mode is Mode.MANUAL:
        return hold_by_rule("C3", "The policy is manual: a person approves everything.")
    if not names_somebody(proposal.claim):
        return hold_by_rule("C3", "A sentence stands where a name belongs; a person decides.")
    if is_hearsay(proposal, before):
        return hold_by_rule("C3", "It is about somebody who speaks here themselves, and not theirs; a person decides.")
    if is_confirmation(proposal, before):
        return _judge_confirmation(proposal, before)
    if before.by_model and tells_to_act(proposal):
        return hold_by_rule("C3", "A model worded it, and it tells somebody what to do; a person decides.")
    holding = find_rule(policy.rules, RuleAction.HOLD, proposal, before)
    if holding is not None:
        return hold_by_rule("C3", f"{name_rule(holding)} holds it; a person decides.")
    if policy.mode is Mode.AUTO:
        return accept_by_rule("C3", "The policy is auto and every check passed.")
    approving = find_rule(policy.rules, RuleAction.APPROVE, proposal, before) if not behaviour else None
    if approving is not None:
        return accept_by_rule("C3", f"{name_rule(approving)} approves it.")
    return _judge_low_risk(proposal, before, trust, behaviour)


def _judge_confirmation(proposal: Remember, before: JudgementInput) -> Verdict:
    """Hold a confirmation that contradicts a standing memory, under every policy."""
    if before.by_model:
        return hold_by_rule("C3", "A model inferred it; a person decides.")
    if is_plain_confirmation(proposal, before) and not any(_find_rivals(proposal, before)):
        return accept_by_rule("C3", "A plain fact about whoever answered, asked in one short question just before.")
    return hold_by_rule("C3", "It was only agreed to, in the assistant's words; a person decides.")


def _judge_low_risk(proposal: Remember, before: JudgementInput, trust: Trust, behaviour: bool) -> Verdict:
    if before.by_model:
        return hold_by_rule("C3", "A model inferred it; a person decides.")
    if behaviour:
        style = proposal.claim is not None and is_style_wish(proposal.claim)
        if style and proposal.basis is Basis.STATED:
            return accept_by_rule("C3", "The user's own wish about style, within constitution level 4.")
        return hold_by_rule("C3", "It would steer behaviour beyond style; a person decides.")
    if proposal.sources and _has_only_approved_sources(proposal, before):
        return accept_by_rule("C3", "Derived by rule from approved memories.")
    if trust >= Trust.USER and proposal.basis is Basis.STATED:
        return accept_by_rule("C3", "The user stated it in their own words.")
    if trust < Trust.USER:
        return hold_by_rule("C3", "It does not come from the user; a person decides.")
    return hold_by_rule("C3", "It was inferred, not stated; a person decides.")


def _has_only_approved_sources(proposal: Remember, before: JudgementInput) -> bool:
    """Tell whether sources are served and evidence is the user's: a page quoted beside them approves nothing."""
    sources = [before.named[source] for source in proposal.sources]
    approved = all(each.served and (each.transcribes is None or each.trust >= Trust.USER) for each in sources)
    return approved and all(item.origin.trust >= Trust.USER for item in proposal.evidence)


def _judge_revise(proposal: Revise, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    target = before.named[proposal.memory]
    trust = proposal_trust(proposal, before)
    if trust < target.trust:
        return hold_by_rule("T16", f"It would change {target.id}, which is more trusted; a person decides.")
    if policy.mode is Mode.MANUAL or steers_behaviour(target) or claims_behaviour(proposal.claim):
        return hold_by_rule("C3", "A person decides on this change.")
    if _only_ends_plan(proposal, target) and not before.by_model:
        return accept_by_rule("T16", proposal.reason or "A plan ends with its day.")
    if policy.mode is Mode.AUTO:
        return accept_by_rule("C3", "The policy is auto and every check passed.")
    if before.by_model:
        return hold_by_rule("C3", "A model inferred it; a person decides.")
    if trust < Trust.USER:
        return hold_by_rule("C3", "It does not come from the user; a person decides.")
    return accept_by_rule("C3", "The user stated it in their own words.")


def _only_ends_plan(proposal: Revise, target: Memory) -> bool:
    """Tell whether nothing new is said of a plan: its own words are cited, and it is closed after its day."""
    if target.claim is None or target.claim.attribute != PLANS or proposal.content or proposal.claim:
        return False
    after = proposal.valid_until is not None and proposal.valid_until > (target.referred_at or target.observed_at)
    return after and set(proposal.evidence) <= set(target.evidence)


def _judge_argument(proposal: Argue, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    """B1: What a user argues counts for the position that stands; a new one may have to wait, under any policy for a
    model's."""
    if any(item.origin.trust < Trust.USER for item in proposal.evidence):
        return refuse_by_rule("X1", "It is not argued in the user's own words.")
    echo = tuple(check_echo(proposal, before))
    if echo:
        return Verdict(Outcome.REFUSED, echo)
    if before.beliefs:
        return accept_by_rule("B2", "There is a position on it, which arithmetic moves.")
    if before.by_model:
        return hold_by_rule("C3", "A model judged what was argued; a person decides.")
    if policy.mode is Mode.MANUAL:
        return hold_by_rule("C3", "The policy is manual: a person approves everything.")
    return accept_by_rule("C3", "The user argued it in their own words.")
