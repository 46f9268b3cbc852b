"""Verdicts on changes to how memories are kept: merged, archived, shortened, promoted, linked (T5-T12)."""

from __future__ import annotations

import re
from typing import Final

from atlas.curation.behaviour import steers_behaviour
from atlas.curation.derived_memory import find_lead_span
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.verdict_reason import accept_by_rule, hold_by_rule, refuse_by_rule
from atlas.language.claim_comparison import claims_agree
from atlas.language.registry import LANGUAGE
from atlas.model.claim import Claim
from atlas.model.graph import EDGES
from atlas.model.journal import PEOPLE
from atlas.model.memory import MOVING, STANDING, Basis, Form, Memory, Relation, State, Status
from atlas.model.origin import Trust
from atlas.model.proposal import Archive, Merge, Promote, Proposal, Strengthen
from atlas.model.verdict import Verdict

_FIRMNESS: Final = (Basis.INFERRED, Basis.OBSERVED, Basis.STATED)
_LINEAGE: Final = frozenset({Relation.DERIVED_FROM, Relation.SUPERSEDES})
_PIECES: Final = re.compile(r"\w+|[^\w\s…]")
"""Words and signs, a cut of its own, since a gist is held to each sign; dots for what was left out are no words."""
WAITS: Final = "It waits for a decision, and stays as it is until then."


def judge_maintenance(
    proposal: Merge | Archive | Promote | Strengthen, before: JudgementInput, policy: CurationPolicy
) -> Verdict:
    match proposal:
        case Merge():
            return _judge_merge(proposal, before, policy)
        case Archive():
            return _judge_archive(proposal, before, policy)
        case Promote():
            return _judge_promote(proposal, before, policy)
        case Strengthen():
            return _judge_strengthen(proposal, before, policy)


# --- merging


def _judge_merge(proposal: Merge, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    survivor = before.named[proposal.survivor]
    if not proposal.absorbed or len({proposal.survivor, *proposal.absorbed}) != 1 + len(proposal.absorbed):
        return refuse_by_rule("T8", "A merge joins at least two memories, each named once.")
    for absorbed in (before.named[name] for name in proposal.absorbed):
        problem = _find_merge_obstacle(survivor, absorbed)
        if problem:
            return refuse_by_rule("T8", problem)
    return _judge_by_policy(proposal, before, policy, "T8", "Near-duplicates of equal trust and status.")


def _find_merge_obstacle(survivor: Memory, absorbed: Memory) -> str | None:
    """Say why two memories must not be merged; None where they may be."""
    if (absorbed.trust, absorbed.status) != (survivor.trust, survivor.status):
        return "Only memories of equal trust and status are merged."
    if not _claim_the_same(absorbed.claim, survivor.claim):
        return "They say different things."
    if survivor.status is Status.NEEDS_REVIEW:
        return WAITS
    if absorbed.pinned:
        return "What is pinned is not merged away."
    if State.ARCHIVED in (survivor.state, absorbed.state):
        return "What is out of service is not merged."
    if survivor.transcribes is not None or absorbed.transcribes is not None:
        return "What was said twice was said twice: a transcript is not merged."
    if survivor.valid_until != absorbed.valid_until:
        return "They hold at different times."
    if steers_behaviour(survivor) is not steers_behaviour(absorbed):
        return "What is true and what is to be done are not one."
    if _FIRMNESS.index(absorbed.basis) > _FIRMNESS.index(survivor.basis):
        return "What was stated does not vanish into what was only inferred."
    return None


def _claim_the_same(one: Claim | None, other: Claim | None) -> bool:
    """Compare claims: a text without a claim may deny a text with one."""
    if one is None or other is None:
        return one is other
    return claims_agree(one, other)


# --- archiving


def _judge_archive(proposal: Archive, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    memory = before.named[proposal.memory]
    if proposal.gist is not None:
        return _judge_gist(proposal, proposal.gist, before, policy)
    if memory.state is State.ARCHIVED:
        return refuse_by_rule("T7", "It is out of service already.")
    if memory.status is Status.NEEDS_REVIEW:
        return refuse_by_rule("T7", WAITS)
    if memory.transcribes is not None:
        return refuse_by_rule("T7", "The transcript is shortened in time, not archived.")
    if memory.pinned:
        return refuse_by_rule("T7", "What is pinned is not archived by itself.")
    if memory.emotion > MOVING or memory.approved_by in PEOPLE:
        return refuse_by_rule("T7", "What moved somebody, or was approved by a person, is not archived by itself.")
    if proposal.into is not None and not _takes_over(before.named[proposal.into], memory):
        return refuse_by_rule("T7", f"{proposal.into} does not say it from now on.")
    if memory.basis is Basis.STATED:
        return _judge_demotion(proposal, memory, before, policy)
    return _judge_by_policy(proposal, before, policy, "T7", "It is inferred or episodic.")


def _judge_demotion(proposal: Archive, memory: Memory, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    """Ask a person about a useless stated memory (T6), which never fades by itself (T7)."""
    if proposal.into is not None:
        return hold_by_rule(
            "T7", f"What the user stated would be said by {proposal.into} from now on; a person decides."
        )
    if memory.id in before.doubted:
        return hold_by_rule("T6", "The user stated it, and it was called wrong or stale since; a person decides.")
    times = before.ignored.get(memory.id, 0)
    if times >= policy.demote_after:
        return hold_by_rule("T6", f"The user stated it, and {times} replies in a row did without it; a person decides.")
    return refuse_by_rule("T7", "What the user stated is not archived by itself.")


def _takes_over(into: Memory, memory: Memory) -> bool:
    """Tell whether `into` was made from the memory and is served and trusted as much."""
    stands = into.state is State.ACTIVE and into.status in (Status.APPROVED, memory.status)
    made = any(link.to == memory.id and link.relation in _LINEAGE for link in into.links)
    return stands and made and into.trust == memory.trust


# --- shortening


def _judge_gist(proposal: Archive, gist: str, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    memory = before.named[proposal.memory]
    message = before.cited.get(memory.transcribes) if memory.transcribes else None
    if message is None:
        return refuse_by_rule("T12", "Only a transcript is shortened to a gist.")
    if message.id in before.short:
        return refuse_by_rule("T12", "It is shortened already.")
    if memory.status is Status.NEEDS_REVIEW:
        return refuse_by_rule("T12", WAITS)
    if memory.pinned:
        return refuse_by_rule("T12", "What is pinned is kept word for word.")
    if len(gist) >= len(message.text):
        return refuse_by_rule("T12", "The gist is not shorter than the text.")
    if not stands_in_order(gist, message.text):
        return refuse_by_rule("T12", "The gist says something that the message does not.")
    if LANGUAGE.directives.is_directive(gist):
        return hold_by_rule("C3", "The gist would tell somebody what to do; a person decides.")
    return _judge_by_policy(proposal, before, policy, "T12", "Words of the message itself, in their order.")


def stands_in_order(gist: str, text: str) -> bool:
    """Tell whether every word and sign of the gist stands in the text in the same order, with at least one word.

    In scripts without spaces a word is a whole run of letters, of which the gist may keep a piece.
    """
    place, said = 0, False
    for piece in _PIECES.findall(gist):
        place = _find_whole_piece(piece, text, place)
        if place < 0:
            return False
        place += len(piece)
        said = said or piece[0].isalnum()
    return said


def _find_whole_piece(piece: str, text: str, place: int) -> int:
    while (place := text.find(piece, place)) >= 0:
        if not (_inside_a_word(text, place) or _inside_a_word(text, place + len(piece))):
            return place
        place += 1
    return -1


def _inside_a_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and _is_word_character(text[place - 1]) and _is_word_character(text[place])


def _is_word_character(sign: str) -> bool:
    """Tell whether a sign is a digit or a letter with case, of which words between spaces are made."""
    return sign.isdigit() or sign.lower() != sign.upper()


# --- promoting and joining


def _judge_promote(proposal: Promote, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    memory = before.named[proposal.memory]
    sources = [before.named[name] for name in (proposal.memory, *proposal.episodes)]
    if len({source.id for source in sources}) != len(sources):
        return refuse_by_rule("T5", "Each episode is named once.")
    if memory.form is Form.SEMANTIC:
        return refuse_by_rule("T5", "It is general knowledge already.")
    if memory.transcribes is None:
        return _judge_by_policy(proposal, before, policy, "T5", "It changes how a memory is kept, not what it says.")
    if memory.transcribes not in before.cited:
        return refuse_by_rule("T5", "What it would be made from is not there.")
    if any(source.status not in STANDING for source in sources):
        return refuse_by_rule("T5", "Nothing is made of what was rejected, has expired or is sensitive.")
    if any(each.state is State.ACTIVE and each.form is Form.SEMANTIC for each in before.same_content):
        return refuse_by_rule("known", "It is known already.")
    said = before.cited[memory.transcribes].text
    if LANGUAGE.directives.is_directive(said[slice(*find_lead_span(said))]):
        return hold_by_rule("C3", "It tells somebody what to do; a person decides.")
    verdict = _judge_by_policy(proposal, before, policy, "T5", "Said in a transcript, and of lasting use.")
    if min(source.trust for source in sources) < Trust.USER:  # by any policy: a reply may echo a page
        return hold_by_rule("C3", "It does not come from the user; a person decides.")
    return verdict


def _judge_strengthen(proposal: Strengthen, before: JudgementInput, policy: CurationPolicy) -> Verdict:
    if proposal.relation is None:
        return _judge_by_policy(proposal, before, policy, "C3", "It changes how a memory is kept, not what it says.")
    if proposal.relation not in EDGES:
        return refuse_by_rule("T9", f"{proposal.relation} is a memory's own link and not learned.")
    if len(proposal.memories) != 2 or len(set(proposal.memories)) != 2:
        return refuse_by_rule("T9", "An edge joins two memories.")
    return _judge_by_policy(proposal, before, policy, "T9", "It changes how memories hang together, not what they say.")


def _judge_by_policy(
    proposal: Proposal, before: JudgementInput, policy: CurationPolicy, rule: str, says: str
) -> Verdict:
    """Accept a rule's change and hold a model's; under `manual` only strength changes without a person."""
    if policy.mode is Mode.MANUAL and not isinstance(proposal, Strengthen):
        return hold_by_rule("C3", "The policy is manual: a person approves everything.")
    if before.by_model and policy.mode is not Mode.AUTO:
        return hold_by_rule("C3", "A model proposed it; a person decides.")
    return accept_by_rule(rule, says)
