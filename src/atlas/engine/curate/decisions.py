"""Decisions of people (C6): a situation, what was done, and why; served when a like situation comes up.

Whoever records one has decided it, so that it is approved by that, with the trust of an operator. It is no message,
and nothing is drawn from it. What a model tells of a decision is a wish as any other, and waits.
"""

from __future__ import annotations

from typing import Final

from atlas.curation.effects import compute_effects
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.invariants import MAX_CONTENT
from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput, WrittenSource
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput, Refused
from atlas.language.folding import content_hash
from atlas.model.ids import ConversationId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Kind, Memory
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.verdict import Outcome

CONVERSATION: Final = ConversationId("decisions")
_PARTS: Final = ("Situation", "Decision", "Rationale")


def record_decision(runtime: Runtime, situation: str, action: str, rationale: str) -> Memory:
    """Record what a person decided; the same decision twice is one."""
    content = _word_decision(situation, action, rationale)
    proposal = Remember(content, Kind.DECISION, Basis.STATED, (), reason="A person decided it.")
    with runtime.writing() as txn:
        same = txn.with_content(content_hash(content))
        known = next((each for each in same if each.kind is Kind.DECISION and each.served), None)
        if known is not None:
            return known
        source = WrittenSource(Origin.OPERATOR, CONVERSATION, runtime.now(), vouched=True)
        before = JudgementInput(source=source)
        policy = runtime.curation
        verdict = judge_proposal(proposal, before, policy)
        if verdict.outcome is Outcome.REFUSED:
            raise Refused(" ".join(finding.says for finding in verdict.findings))
        stamp = runtime.make_stamp(by=Actor.OPERATOR.value)
        made = compute_effects(proposal, verdict, before, stamp, policy)
        Ledger(runtime, txn).write_change(Actor.OPERATOR, Action.REMEMBERED, made.memories)
        return made.memories[0].after


def _word_decision(situation: str, action: str, rationale: str) -> str:
    told = [" ".join(redact_secrets(clean_text(text))[0].split()) for text in (situation, action, rationale)]
    if not all(told):
        raise BadInput("A decision has a situation, an action and a rationale.")
    content = "\n".join(f"{name}: {text}" for name, text in zip(_PARTS, told, strict=True))
    if len(content) > MAX_CONTENT:
        raise BadInput(f"A decision has at most {MAX_CONTENT:,} characters; this has {len(content):,}.")
    return content
