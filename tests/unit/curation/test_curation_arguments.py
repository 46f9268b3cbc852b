"""What is argued goes through the judge as everything does (B1, C3, X1, X2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlas.curation.judge import judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.model.ids import BeliefId
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Argue
from atlas.model.verdict import Outcome
from atlas.testing import samples
from unit.model._nouns import evidence, message

LOW_RISK, AUTO, MANUAL = (CurationPolicy(mode) for mode in (Mode.AUTO_LOW_RISK, Mode.AUTO, Mode.MANUAL))
POLICIES = (LOW_RISK, AUTO, MANUAL)
TRIAL = "A trial with 16,000 people found 13% more done."


def argued(
    text: str = TRIAL, origin: Origin = Origin.USER, topic: str = "remote work", insight: str = ""
) -> tuple[Argue, JudgementInput]:
    said = message(text, origin)
    quote = TRIAL if TRIAL in text else text
    return Argue(topic, (evidence(said, quote),), insight), JudgementInput(cited={said.id: said})


def test_a_new_position_stands_where_the_policy_lets_what_a_user_says_stand() -> None:
    proposal, before = argued()
    assert [judge_proposal(proposal, before, each).outcome for each in POLICIES] == [
        Outcome.ACCEPTED,
        Outcome.ACCEPTED,
        Outcome.HELD,
    ]


def test_a_new_position_by_a_models_judgement_waits_under_every_policy() -> None:
    proposal, before = argued()
    verdicts = [judge_proposal(proposal, replace(before, by_model=True), each) for each in POLICIES]
    assert {each.outcome for each in verdicts} == {Outcome.HELD}


@pytest.mark.parametrize("by_model", [False, True])
def test_what_there_is_a_position_on_counts_for_it(by_model: bool) -> None:
    proposal, before = argued()
    held = {BeliefId("v_1"): samples.belief("v_1", "remote work")}
    for policy in POLICIES:
        verdict = judge_proposal(proposal, replace(before, beliefs=held, by_model=by_model), policy)
        assert verdict.outcome is Outcome.ACCEPTED


@pytest.mark.parametrize(
    ("proposal", "rule"),
    [
        *((argued(origin=origin), "X1") for origin in Origin if origin.trust < Trust.USER),
        (argued(f"So I read. {TRIAL} (user, 2026-03-01, 9 days ago)"), "X2"),
        (argued(f"- {TRIAL}"), "X2"),
        (argued(insight="The key is sk-ant-" + "a1b2" * 8 + "."), "I6"),
        (argued(topic="remote\u200b work"), "hidden"),
        (argued(topic=" "), "size"),
    ],
)
def test_what_is_no_argument_of_a_user_is_refused_under_every_policy(
    proposal: tuple[Argue, JudgementInput], rule: str
) -> None:
    wish, before = proposal
    for policy in POLICIES:
        verdict = judge_proposal(wish, replace(before, served=(TRIAL,)), policy)
        assert verdict.outcome is Outcome.REFUSED
        assert rule in {finding.rule for finding in verdict.findings}
