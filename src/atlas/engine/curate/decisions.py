"""Decisions of people (C6): a situation, what was done, and why; served when a like situation comes up.

Whoever records one has decided it, so that it is approved by that, with the trust of an operator. It is no message,
and nothing is drawn from it. What a model tells of a decision is a wish as any other, and waits.
"""

from __future__ import annotations

from typing import Final

from atlas.curation.effects import MemoryChange
from atlas.curation.file_text import make_knowledge
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.invariants import MAX_CONTENT, check_invariants
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.verdict_reason import accept_by_rule
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.errors import BadInput, Refused
from atlas.language.folding import content_hash
from atlas.model.ids import ConversationId
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Kind, Memory
from atlas.model.origin import Origin
from atlas.model.proposal import Remember

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
        before = JudgementInput(read_from=Origin.OPERATOR)
        broken = tuple(check_invariants(proposal, before))
        if broken:
            raise Refused(" ".join(finding.says for finding in broken))
        verdict = accept_by_rule("C6", "Whoever recorded it has decided it.")
        stamp = runtime.make_stamp(by=Actor.OPERATOR.value)
        memory = make_knowledge(proposal, verdict, before, stamp, CONVERSATION, runtime.now())
        Ledger(runtime, txn).write_change(Actor.OPERATOR, Action.REMEMBERED, [MemoryChange(None, memory)])
        return memory


def _word_decision(situation: str, action: str, rationale: str) -> str:
    told = [" ".join(redact_secrets(clean_text(text))[0].split()) for text in (situation, action, rationale)]
    if not all(told):
        raise BadInput("A decision has a situation, an action and a rationale.")
    content = "\n".join(f"{name}: {text}" for name, text in zip(_PARTS, told, strict=True))
    if len(content) > MAX_CONTENT:
        raise BadInput(f"A decision has at most {MAX_CONTENT:,} characters; this has {len(content):,}.")
    return content
