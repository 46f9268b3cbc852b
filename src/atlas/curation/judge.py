"""What curation says of a proposal (C1-C3).

First the invariants, which no policy can waive; then what is known already; then the policy. A refusal says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, assert_never

from atlas.curation.before import Before
from atlas.curation.hygiene import redact
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.trust import proposal_trust
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, MAX_VALUE_WORDS, STYLE_ATTRIBUTES
from atlas.model.ids import MemoryId
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory, State, Status
from atlas.model.origin import Trust
from atlas.model.proposal import Amend, Archive, Forget, Merge, Promote, Proposal, Remember, Revise, Strengthen
from atlas.model.text import folded
from atlas.model.verdict import Finding, Outcome, Verdict

MAX_CONTENT: Final = 4_000
_BEHAVIOUR_KINDS: Final = frozenset({Kind.RULE, Kind.LESSON})
_STANDING: Final = frozenset({Status.APPROVED, Status.NEEDS_REVIEW})
_MIN_ECHO: Final = 12


def judge(proposal: Proposal, before: Before, policy: CurationPolicy) -> Verdict:
    """Accepted, held for a person, or refused, with findings."""
    broken = tuple(_invariants(proposal, before))
    if broken:
        return Verdict(Outcome.REFUSED, broken)
    match proposal:
        case Remember():
            return _judge_remember(proposal, before, policy)
        case Revise():
            return _judge_revise(proposal, before, policy)
        case Merge():
            return _judge_merge(proposal, before)
        case Archive():
            return _judge_archive(before.named[proposal.memory])
        case Forget():
            return _held("X3", "Forgetting is decided by a person.")
        case Strengthen() | Promote():
            return _accepted("C3", "It changes how a memory is kept, not what it says.")
        case Amend():
            return _refused("E4", "There are no documents to amend in this version.")
        case _:
            assert_never(proposal)


def steers_behaviour(memory: Remember | Memory) -> bool:
    """Facts and behaviour are different kinds: behaviour needs more than being true."""
    claimed = memory.claim is not None and memory.claim.attribute in BEHAVIOUR_ATTRIBUTES
    return claimed or memory.kind in _BEHAVIOUR_KINDS


def restated(proposal: Remember, before: Before) -> Memory | None:
    """The standing memory that already says this, from a source at least as trusted.

    What a page said and the user now says themselves is not a repetition: the user's word stands on its own.
    """
    trust = proposal_trust(proposal, before)
    for memory in (*before.in_slot, *before.same_content):
        if _stands(memory) and memory.trust >= trust and _says_the_same(memory, proposal):
            return memory
    return None


def _says_the_same(memory: Memory, proposal: Remember) -> bool:
    if memory.claim is None or proposal.claim is None:
        return memory.claim is proposal.claim and folded(memory.content) == folded(proposal.content)
    return memory.claim.same(proposal.claim)


def _stands(memory: Memory) -> bool:
    return memory.status in _STANDING and memory.state is State.ACTIVE and memory.valid_until is None


# --- invariants


def _invariants(proposal: Proposal, before: Before) -> Iterator[Finding]:
    for check in _CHECKS:
        yield from check(proposal, before)


def _named_exist(proposal: Proposal, before: Before) -> Iterator[Finding]:
    for memory in _names(proposal):
        if memory not in before.named:
            yield Finding("exists", f"It names the memory {memory}, which does not exist.")
        elif before.named[memory].state is State.GONE:
            yield Finding("exists", f"It names the memory {memory}, which was forgotten.")


def _evidence_verbatim(proposal: Proposal, before: Before) -> Iterator[Finding]:
    if not isinstance(proposal, Remember | Revise):
        return
    if not proposal.evidence and not (isinstance(proposal, Remember) and proposal.sources):
        yield Finding("evidence", "It has no evidence.")
    for item in proposal.evidence:
        message = before.cited.get(item.message)
        if message is None or message.text[item.start : item.end] != item.quote or not item.quote.strip():
            yield Finding("evidence", "Its quote does not stand in the message it names.")
        elif message.origin is not item.origin:
            yield Finding("X1", "It claims another origin for its quote than the one recorded.")


def _bounded(proposal: Proposal, before: Before) -> Iterator[Finding]:
    text = proposal.content if isinstance(proposal, Remember | Revise) else None
    if isinstance(proposal, Remember) and not proposal.content.strip():
        yield Finding("size", "It is empty.")
    if text is not None and len(text) > MAX_CONTENT:
        yield Finding("size", f"It is longer than {MAX_CONTENT:,} characters.")
    claim = proposal.claim if isinstance(proposal, Remember | Revise) else None
    if claim and (not claim.value.strip() or len(claim.value.split()) > MAX_VALUE_WORDS):
        yield Finding("size", f"A claim's value has one to {MAX_VALUE_WORDS} words.")


def _no_secret(proposal: Proposal, before: Before) -> Iterator[Finding]:
    text = proposal.content if isinstance(proposal, Remember | Revise) else None
    for name in redact(text or "")[1]:
        yield Finding("I6", f"It holds a secret ({name}).")


def _no_echo(proposal: Proposal, before: Before) -> Iterator[Finding]:
    """X2: what ATLAS put into a context is never extracted again as new."""
    if not isinstance(proposal, Remember):
        return
    for item in proposal.evidence:
        if any(_echoes(item, text, before) for text in before.served):
            yield Finding("X2", "Its quote is ATLAS's own memory coming back, not something new.")
            return


def _echoes(item: Evidence, served: str, before: Before) -> bool:
    """Of a user's words only a memory's own sentence counts: people do say the same thing twice."""
    quote, text = folded(item.quote), folded(served)
    if len(text) < _MIN_ECHO:
        return False
    if before.cited[item.message].origin.trust >= Trust.USER:
        return text in folded(before.cited[item.message].text) and quote in text
    return quote in text or text in quote


_CHECKS: Final[tuple[Callable[[Proposal, Before], Iterator[Finding]], ...]] = (
    _named_exist,
    _evidence_verbatim,
    _bounded,
    _no_secret,
)


def _names(proposal: Proposal) -> tuple[MemoryId, ...]:
    match proposal:
        case Remember():
            return proposal.sources
        case Merge():
            return (proposal.survivor, *proposal.absorbed)
        case Strengthen():
            return proposal.memories
        case Amend():
            return ()
        case _:
            return (proposal.memory,)


# --- each kind


def _judge_remember(proposal: Remember, before: Before, policy: CurationPolicy) -> Verdict:
    echo = tuple(_no_echo(proposal, before))
    if echo:
        return Verdict(Outcome.REFUSED, echo)
    if _rejected_before(proposal, before, policy):
        return _refused("C2", "The same was rejected before.")
    trust = proposal_trust(proposal, before)
    known = restated(proposal, before)
    if known is not None:
        return _judge_restated(known, trust)
    rival = next((memory for memory in _rivals(proposal, before) if memory.trust > trust), None)
    if rival is not None:
        return _held("T16", f"It contradicts {rival.id}, which is more trusted; a person decides.")
    return _by_policy(proposal, before, trust, policy)


def _judge_restated(known: Memory, trust: Trust) -> Verdict:
    if trust == known.trust:
        return _accepted("known", f"It is known already as {known.id} and confirms it.")
    return _refused("known", f"It is known already as {known.id}, from a more trusted source.")


def _rejected_before(proposal: Remember, before: Before, policy: CurationPolicy) -> bool:
    def rejected(memory: Memory) -> bool:
        return memory.status is Status.REJECTED

    same_claim = any(
        rejected(memory) and memory.claim and proposal.claim and memory.claim.same(proposal.claim)
        for memory in before.in_slot
    )
    near = any(rejected(memory) and cosine >= policy.near_duplicate for memory, cosine in before.near)
    return same_claim or any(map(rejected, before.same_content)) or (near and proposal.claim is None)


def _rivals(proposal: Remember, before: Before) -> Iterator[Memory]:
    for memory in before.in_slot:
        standing = memory.status is Status.APPROVED and memory.state is State.ACTIVE and memory.valid_until is None
        if standing and memory.claim and proposal.claim and proposal.claim.contradicts(memory.claim):
            yield memory


def _by_policy(proposal: Remember, before: Before, trust: Trust, policy: CurationPolicy) -> Verdict:
    behaviour = steers_behaviour(proposal)
    if behaviour and trust < Trust.USER:
        return _held("C3", "It would change behaviour and does not come from the user; a person decides.")
    if policy.mode is Mode.MANUAL:
        return _held("C3", "The policy is manual: a person approves everything.")
    if policy.mode is Mode.AUTO:
        return _accepted("C3", "The policy is auto and every check passed.")
    return _low_risk(proposal, before, trust, behaviour)


def _low_risk(proposal: Remember, before: Before, trust: Trust, behaviour: bool) -> Verdict:
    if behaviour:
        style = proposal.claim is not None and proposal.claim.attribute in STYLE_ATTRIBUTES
        if style and proposal.basis is Basis.STATED:
            return _accepted("C3", "The user's own wish about style, within constitution level 4.")
        return _held("C3", "It would steer behaviour beyond style; a person decides.")
    if before.by_model:
        return _held("C3", "A model inferred it; a person decides.")
    if proposal.sources and all(before.named[source].served for source in proposal.sources):
        return _accepted("C3", "Derived by rule from approved memories.")
    if trust >= Trust.USER and proposal.basis is Basis.STATED:
        return _accepted("C3", "The user stated it in their own words.")
    if trust < Trust.USER:
        return _held("C3", "It does not come from the user; a person decides.")
    return _held("C3", "It was inferred, not stated; a person decides.")


def _judge_revise(proposal: Revise, before: Before, policy: CurationPolicy) -> Verdict:
    target = before.named[proposal.memory]
    trust = proposal_trust(proposal, before)
    if trust < target.trust:
        return _held("T16", f"It would change {target.id}, which is more trusted; a person decides.")
    if policy.mode is Mode.MANUAL or steers_behaviour(target):
        return _held("C3", "A person decides on this change.")
    return _accepted("C3", "The user stated it in their own words.")


def _judge_merge(proposal: Merge, before: Before) -> Verdict:
    survivor = before.named[proposal.survivor]
    for absorbed in (before.named[name] for name in proposal.absorbed):
        if (absorbed.trust, absorbed.status) != (survivor.trust, survivor.status):
            return _refused("T8", "Only memories of equal trust and status are merged.")
        if absorbed.claim and survivor.claim and not absorbed.claim.same(survivor.claim):
            return _refused("T8", "They say different things.")
    return _accepted("T8", "Near-duplicates of equal trust and status.")


def _judge_archive(memory: Memory) -> Verdict:
    if memory.pinned or (memory.basis is Basis.STATED and memory.form is Form.SEMANTIC):
        return _refused("T7", "What the user stated, or pinned, is not archived by itself.")
    return _accepted("T7", "It is inferred or episodic.")


def _accepted(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.ACCEPTED, (Finding(rule, says),))


def _held(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.HELD, (Finding(rule, says),))


def _refused(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.REFUSED, (Finding(rule, says),))
