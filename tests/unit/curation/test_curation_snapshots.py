"""Who decides on what insights and positions make of the persona (B6, B7, C3, X1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlas.beliefs.positions import PERSONA, make_insight_line, make_position_line
from atlas.curation.amendments import judge_amendment
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.curation.trust import proposal_trust
from atlas.evolution.filing import is_filing
from atlas.evolution.templates import TEMPLATES
from atlas.model.document import Edit
from atlas.model.document_paths import CONSTITUTION_PATH, PATHS
from atlas.model.ids import ArgumentId
from atlas.model.memory import Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Amend
from atlas.model.verdict import Outcome
from atlas.testing import samples

FILES = {PATHS[kind]: text for kind, text in TEMPLATES.items()} | {CONSTITUTION_PATH: "# law\n"}
BELIEF = samples.belief("v_1")
ARGUMENT = samples.argument("a_1", "v_1", "u_1", insight="A trial showed that they met less often.")
EDITS = (
    Edit(PERSONA, "Positions", "", make_position_line(BELIEF)),
    Edit(PERSONA, "Insights", "", make_insight_line(ARGUMENT)),
)
WRITTEN = Amend(EDITS, beliefs=(BELIEF.id,), arguments=(ARGUMENT.id,))
BEFORE = JudgementInput(files=FILES, beliefs={BELIEF.id: BELIEF}, arguments={ARGUMENT.id: ARGUMENT}, ceiling=Trust.USER)
POLICY = CurationPolicy()


def test_what_rules_write_from_beliefs_in_service_stands() -> None:
    assert judge_amendment(WRITTEN, BEFORE, POLICY).outcome is Outcome.ACCEPTED
    assert proposal_trust(WRITTEN, BEFORE) is Trust.USER


@pytest.mark.parametrize(
    "before",
    [
        replace(BEFORE, by_model=True),
        replace(BEFORE, beliefs={BELIEF.id: replace(BELIEF, status=Status.NEEDS_REVIEW)}),
        replace(BEFORE, beliefs={BELIEF.id: samples.belief("v_1", origin=Origin.WEB)}),
        replace(BEFORE, beliefs={}),
        replace(BEFORE, arguments={}),
    ],
    ids=["a model's", "not approved", "from the web", "no belief", "no argument"],
)
def test_everything_else_waits_for_a_person(before: JudgementInput) -> None:
    assert judge_amendment(WRITTEN, before, POLICY).outcome is Outcome.HELD


def test_under_a_manual_policy_a_person_decides() -> None:
    assert judge_amendment(WRITTEN, BEFORE, replace(POLICY, mode=Mode.MANUAL)).outcome is Outcome.HELD


def test_lines_of_what_is_retracted_go_without_a_person() -> None:
    line = make_position_line(BELIEF)
    files = {**FILES, PERSONA: f"{FILES[PERSONA]}\n## Positions\n- My own line.\n{line}\n"}
    taking = Amend((Edit(PERSONA, "Positions", f"{line}\n", "\n"),), compacted=(PERSONA,))
    assert judge_amendment(taking, JudgementInput(files=files), POLICY).outcome is Outcome.ACCEPTED
    more = Amend((Edit(PERSONA, "Positions", f"- My own line.\n{line}", ""),), compacted=(PERSONA,))
    assert judge_amendment(more, JudgementInput(files=files), POLICY).outcome is Outcome.HELD
    saying = Amend((Edit(PERSONA, "Positions", line, "- Something new.\n"),))
    assert judge_amendment(saying, JudgementInput(files=files), POLICY).outcome is Outcome.HELD


def test_to_take_insights_in_is_to_learn_and_to_bring_positions_up_is_not() -> None:
    """What follows from rows would come again, and is not what somebody means who says "undo"."""
    assert not is_filing(WRITTEN)
    assert is_filing(replace(WRITTEN, arguments=()))
    assert not is_filing(Amend(EDITS, arguments=(ArgumentId("a_1"),)))
