"""A proposal is judged again only where its recorded verdict follows from what was known then (C3)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.policy_replay import replay_judgement
from atlas.model.ids import ProposalId
from atlas.model.memory import Basis, Kind
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Remember
from atlas.model.thinking import Judged
from atlas.model.verdict import Finding, Outcome, Verdict
from unit.model._nouns import claim, evidence, message

SAID = message("I live in Porto.", Origin.USER)
PROPOSAL = Remember(
    "The user lives in Porto", kind=Kind.FACT, evidence=(evidence(SAID),), basis=Basis.STATED, claim=claim()
)
BEFORE = JudgementInput(cited={SAID.id: SAID})


def _judged(verdict: Verdict) -> Judged:
    return Judged(ProposalId("p_1"), None, PROPOSAL, verdict, datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("then", Mode)
def test_the_mode_decides_whatever_it_was_then(then: Mode, mode: Mode) -> None:
    recorded = judge_proposal(PROPOSAL, BEFORE, CurationPolicy(then))
    replayed = replay_judgement(_judged(recorded), BEFORE, CurationPolicy(mode), CurationPolicy(mode))
    assert replayed.is_certain
    assert replayed.would == judge_proposal(PROPOSAL, BEFORE, CurationPolicy(mode))
    assert replayed.differs is (recorded.outcome is not replayed.would.outcome)


@pytest.mark.parametrize("rule", ["X2", "C2", "known", "T7"])
def test_what_was_refused_by_another_rule_than_the_policy_stays_refused(rule: str) -> None:
    recorded = Verdict(Outcome.REFUSED, (Finding(rule, "So it was."),))
    replayed = replay_judgement(_judged(recorded), BEFORE, CurationPolicy(), CurationPolicy(Mode.AUTO))
    assert (replayed.would, replayed.is_certain) == (recorded, True)


def test_what_no_policy_explains_stays_as_it_was_and_says_so() -> None:
    recorded = Verdict(Outcome.HELD, (Finding("T16", "It contradicts m_gone, which is more trusted."),))
    replayed = replay_judgement(_judged(recorded), BEFORE, CurationPolicy(), CurationPolicy(Mode.AUTO))
    assert (replayed.would, replayed.is_certain) == (recorded, False)


def test_what_a_model_inferred_is_known_by_its_verdict() -> None:
    """Rules and a model may both have proposed in one run of thinking."""
    before = JudgementInput(cited={SAID.id: SAID}, by_model=True, ceiling=Trust.USER)
    recorded = judge_proposal(PROPOSAL, before, CurationPolicy())
    assert recorded.outcome is Outcome.HELD
    replayed = replay_judgement(_judged(recorded), BEFORE, CurationPolicy(), CurationPolicy())
    assert (replayed.would, replayed.is_certain) == (recorded, True)
