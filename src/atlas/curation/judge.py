"""What curation says of a proposal (C1-C3).

First the invariants, which no policy can waive; then what is known already; then the policy. A refusal says why.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final, assert_never

from atlas.curation.before import Before
from atlas.curation.hygiene import clean, redact
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.trust import proposal_trust
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, MAX_VALUE_WORDS, STYLE_ATTRIBUTES, Claim
from atlas.model.journal import Actor
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import (
    Amend,
    Archive,
    Forget,
    Merge,
    Promote,
    Proposal,
    Remember,
    Revise,
    Strengthen,
    evidence_of,
    named_memories,
)
from atlas.model.text import folded
from atlas.model.verdict import Finding, Outcome, Verdict

MAX_CONTENT: Final = 4_000
MAX_PHRASE: Final = 400
"""Of a claim's value or attribute, a tag, a name, in characters."""
MAX_LISTED: Final = 200
"""Of anything a proposal lists: evidence, sources, tags, names."""
_BEHAVIOUR_KINDS: Final = frozenset({Kind.RULE, Kind.LESSON})
_STANDING: Final = frozenset({Status.APPROVED, Status.NEEDS_REVIEW})
_MIN_ECHO: Final = 12
_LISTED: Final = ("- ", "* ", "• ", "> ", "“")
"""How a line of a context begins, or of a context that somebody set anew."""
_LABELLED: Final = re.compile(rf"\((?:{'|'.join(Origin)}|{Actor.ATLAS.value}), \d{{4}}-\d\d-\d\d, ")
"""How the label of such a line goes, by which one is known that was served too long ago to be remembered."""
_MOVING: Final = 0.3
"""T7: emotional intensity above which a memory is kept."""
_PEOPLE: Final = frozenset({Actor.USER.value, Actor.OPERATOR.value})


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
            return _judge_merge(proposal, before, policy)
        case Archive():
            return _judge_archive(proposal, before, policy)
        case Forget():
            return _held("X3", "Forgetting is decided by a person.")
        case Strengthen() | Promote():
            return _kept_by_policy(proposal, before, policy, "C3", "It changes how a memory is kept, not what it says.")
        case Amend():
            return _refused("E4", "There are no documents to amend in this version.")
        case _:
            assert_never(proposal)


def steers_behaviour(memory: Remember | Memory) -> bool:
    """Facts and behaviour are different kinds: behaviour needs more than being true."""
    return _claims_behaviour(memory.claim) or memory.kind in _BEHAVIOUR_KINDS


def _claims_behaviour(claim: Claim | None) -> bool:
    """However it is spelt: "Answer rule" is shown as `answer_rule` is."""
    return claim is not None and folded(claim.attribute).replace(" ", "_") in BEHAVIOUR_ATTRIBUTES


def restated(proposal: Remember, before: Before) -> Memory | None:
    """The standing memory that already says this, from a source at least as trusted.

    What a page said, or a guess that waits, and the user now says themselves is not a repetition: the user's word
    stands on its own.
    """
    trust = proposal_trust(proposal, before)
    for memory in (*before.in_slot, *before.same_content):
        waiting_guess = memory.status is Status.NEEDS_REVIEW and memory.basis is not Basis.STATED
        if waiting_guess and proposal.basis is Basis.STATED:
            continue
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
    """What is out of bounds is not read any further: the other checks may count on a proposal of sensible size."""
    oversized = tuple(_bounded(proposal, before))
    if oversized:
        yield from oversized
        return
    for check in _CHECKS:
        yield from check(proposal, before)


def _named_exist(proposal: Proposal, before: Before) -> Iterator[Finding]:
    for memory in named_memories(proposal):
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
        if message is None or not _stands_in(item, message.text):
            yield Finding("evidence", "Its quote does not stand in the message it names.")
        elif message.origin is not item.origin:
            yield Finding("X1", "It claims another origin for its quote than the one recorded.")


def _stands_in(item: Evidence, text: str) -> bool:
    """Word for word, and where it says: a span counted from the end would point elsewhere for every reader."""
    return 0 <= item.start < item.end and text[item.start : item.end] == item.quote and bool(item.quote.strip())


def _bounded(proposal: Proposal, before: Before) -> Iterator[Finding]:
    text = proposal.content if isinstance(proposal, Remember | Revise) else None
    if text is not None and not text.strip():
        yield Finding("size", "It is empty.")
    if text is not None and len(text) > MAX_CONTENT:
        yield Finding("size", f"It is longer than {MAX_CONTENT:,} characters.")
    claim = proposal.claim if isinstance(proposal, Remember | Revise) else None
    if claim and (not claim.value.strip() or len(claim.value.split()) > MAX_VALUE_WORDS):
        yield Finding("size", f"A claim's value has one to {MAX_VALUE_WORDS} words.")
    if claim and not (claim.subject.strip() and claim.attribute.strip()):
        yield Finding("size", "A claim says something of somebody.")
    if any(len(phrase) > MAX_PHRASE for phrase in _phrases(proposal)):
        yield Finding("size", f"A value, tag or name is longer than {MAX_PHRASE} characters.")
    if any(len(listed) > MAX_LISTED for listed in _lists(proposal)):
        yield Finding("size", f"It lists more than {MAX_LISTED} things.")


def _phrases(proposal: Proposal) -> Iterator[str]:
    """The short texts that would be stored beside the content."""
    if isinstance(proposal, Remember | Revise) and proposal.claim:
        yield from (proposal.claim.subject, proposal.claim.attribute, proposal.claim.value)
    if isinstance(proposal, Remember):
        yield from proposal.tags
        yield from (name for entity in proposal.entities for name in (entity.id, *entity.names))


def _lists(proposal: Proposal) -> Iterator[tuple[object, ...]]:
    yield named_memories(proposal)
    yield evidence_of(proposal)
    if isinstance(proposal, Remember):
        yield from (proposal.tags, proposal.entities)


def _measured(proposal: Proposal, before: Before) -> Iterator[Finding]:
    """Numbers are shares of one, and finite: what is not cannot even be written down. Moments know their zone."""
    shares = (proposal.confidence, proposal.importance, proposal.emotion) if isinstance(proposal, Remember) else ()
    if not all(math.isfinite(share) and 0.0 <= share <= 1.0 for share in shares):
        yield Finding("size", "Its confidence, importance or emotion is not between 0 and 1.")
    if isinstance(proposal, Strengthen) and not (math.isfinite(proposal.amount) and 0.0 < proposal.amount <= 1.0):
        yield Finding("size", "It would strengthen by something that is not above 0 and up to 1.")
    if any(moment.tzinfo is None for moment in _moments(proposal)):
        yield Finding("time", "It names a moment without its time zone.")
    elif isinstance(proposal, Remember) and _ends_before_it_begins(proposal):
        yield Finding("time", "It would end before it begins.")


def _ends_before_it_begins(proposal: Remember) -> bool:
    begins, ends = proposal.valid_from, proposal.valid_until
    return begins is not None and ends is not None and ends < begins


def _moments(proposal: Proposal) -> Iterator[datetime]:
    if isinstance(proposal, Remember):
        yield from filter(None, (proposal.referred_at, proposal.valid_from, proposal.valid_until))
    elif isinstance(proposal, Revise):
        yield from filter(None, (proposal.valid_until,))


def _texts(proposal: Proposal) -> Iterator[str]:
    if isinstance(proposal, Remember | Revise):
        yield proposal.content or ""
    yield from _phrases(proposal)


def _no_secret(proposal: Proposal, before: Before) -> Iterator[Finding]:
    for name in dict.fromkeys(name for text in _texts(proposal) for name in redact(text)[1]):
        yield Finding("I6", f"It holds a secret ({name}).")


def _nothing_hidden(proposal: Proposal, before: Before) -> Iterator[Finding]:
    """Stored messages are clean already; what a model writes may not be."""
    if any(clean(text) != text for text in _texts(proposal)):
        yield Finding("hidden", "It holds characters that nobody sees.")


def _no_echo(proposal: Proposal, before: Before) -> Iterator[Finding]:
    """X2: what ATLAS put into a context is never extracted again as new."""
    if not isinstance(proposal, Remember):
        return
    for item in proposal.evidence:
        labelled = _LABELLED.search(_line_of(item, before.cited[item.message].text))
        if labelled or any(_echoes(item, text, before) for text in before.served):
            yield Finding("X2", "Its quote is ATLAS's own memory coming back, not something new.")
            return


def _echoes(item: Evidence, served: str, before: Before) -> bool:
    """Of a user's words only a line pasted from a context counts: people do say the same thing twice, and mean it.

    Who moved away and back says "I live in Porto" again; that those words were served meanwhile is no reason not to
    hear them.
    """
    quote, text = folded(item.quote), folded(served)
    if len(text) < _MIN_ECHO:
        return False
    message = before.cited[item.message]
    if message.origin.trust >= Trust.USER:
        line = _line_of(item, message.text)
        return line.startswith(_LISTED) and text in folded(line) and quote in text
    return quote in text or text in quote


def _line_of(item: Evidence, text: str) -> str:
    start = text.rfind("\n", 0, item.start) + 1
    end = text.find("\n", item.end)
    return text[start : end if end >= 0 else len(text)].strip()


_CHECKS: Final[tuple[Callable[[Proposal, Before], Iterator[Finding]], ...]] = (
    _named_exist,
    _evidence_verbatim,
    _measured,
    _no_secret,
    _nothing_hidden,
)


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
    """What a person refused to believe from a page, the user may still say of themselves."""
    trust = proposal_trust(proposal, before)

    def rejected(memory: Memory) -> bool:
        return memory.status is Status.REJECTED and memory.trust >= trust

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
    if before.by_model:
        return _held("C3", "A model inferred it; a person decides.")
    if behaviour:
        style = proposal.claim is not None and proposal.claim.attribute in STYLE_ATTRIBUTES
        if style and proposal.basis is Basis.STATED:
            return _accepted("C3", "The user's own wish about style, within constitution level 4.")
        return _held("C3", "It would steer behaviour beyond style; a person decides.")
    if proposal.sources and _only_from_approved(proposal, before):
        return _accepted("C3", "Derived by rule from approved memories.")
    if trust >= Trust.USER and proposal.basis is Basis.STATED:
        return _accepted("C3", "The user stated it in their own words.")
    if trust < Trust.USER:
        return _held("C3", "It does not come from the user; a person decides.")
    return _held("C3", "It was inferred, not stated; a person decides.")


def _only_from_approved(proposal: Remember, before: Before) -> bool:
    """A page quoted beside approved memories is not approved by their company."""
    approved = all(before.named[source].served for source in proposal.sources)
    return approved and all(item.origin.trust >= Trust.USER for item in proposal.evidence)


def _judge_revise(proposal: Revise, before: Before, policy: CurationPolicy) -> Verdict:
    target = before.named[proposal.memory]
    trust = proposal_trust(proposal, before)
    if trust < target.trust:
        return _held("T16", f"It would change {target.id}, which is more trusted; a person decides.")
    if policy.mode is Mode.MANUAL or steers_behaviour(target) or _claims_behaviour(proposal.claim):
        return _held("C3", "A person decides on this change.")
    if policy.mode is Mode.AUTO:
        return _accepted("C3", "The policy is auto and every check passed.")
    if before.by_model:
        return _held("C3", "A model inferred it; a person decides.")
    if trust < Trust.USER:
        return _held("C3", "It does not come from the user; a person decides.")
    return _accepted("C3", "The user stated it in their own words.")


def _judge_merge(proposal: Merge, before: Before, policy: CurationPolicy) -> Verdict:
    survivor = before.named[proposal.survivor]
    if not proposal.absorbed or len({proposal.survivor, *proposal.absorbed}) != 1 + len(proposal.absorbed):
        return _refused("T8", "A merge joins at least two memories, each named once.")
    for absorbed in (before.named[name] for name in proposal.absorbed):
        if (absorbed.trust, absorbed.status) != (survivor.trust, survivor.status):
            return _refused("T8", "Only memories of equal trust and status are merged.")
        if not _say_alike(absorbed.claim, survivor.claim):
            return _refused("T8", "They say different things.")
    return _kept_by_policy(proposal, before, policy, "T8", "Near-duplicates of equal trust and status.")


def _say_alike(one: Claim | None, other: Claim | None) -> bool:
    """Claims decide: a text without one may be the denial of a text with one."""
    if one is None or other is None:
        return one is other
    return one.same(other)


def _judge_archive(proposal: Archive, before: Before, policy: CurationPolicy) -> Verdict:
    memory = before.named[proposal.memory]
    if memory.pinned or (memory.basis is Basis.STATED and memory.form is Form.SEMANTIC):
        return _refused("T7", "What the user stated, or pinned, is not archived by itself.")
    if memory.transcribes is not None:
        return _refused("T7", "The transcript is shortened in time, not archived.")
    if memory.emotion > _MOVING or memory.approved_by in _PEOPLE:
        return _refused("T7", "What moved somebody, or was approved by a person, is not archived by itself.")
    return _kept_by_policy(proposal, before, policy, "T7", "It is inferred or episodic.")


def _kept_by_policy(proposal: Proposal, before: Before, policy: CurationPolicy, rule: str, says: str) -> Verdict:
    """Changes to how memories are kept: a rule's are made, a model's wait; under `manual` only strength moves alone."""
    if policy.mode is Mode.MANUAL and not isinstance(proposal, Strengthen):
        return _held("C3", "The policy is manual: a person approves everything.")
    if before.by_model and policy.mode is not Mode.AUTO:
        return _held("C3", "A model proposed it; a person decides.")
    return _accepted(rule, says)


def _accepted(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.ACCEPTED, (Finding(rule, says),))


def _held(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.HELD, (Finding(rule, says),))


def _refused(rule: str, says: str) -> Verdict:
    return Verdict(Outcome.REFUSED, (Finding(rule, says),))
