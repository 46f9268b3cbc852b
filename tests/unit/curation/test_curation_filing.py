"""Who decides on what rules file into documents from memories (E4, C3, X1)."""

from __future__ import annotations

from typing import Any

import pytest

from atlas.curation.amendments import judge_amendment
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.policy import CurationPolicy, Mode
from atlas.evolution.templates import TEMPLATES
from atlas.language.document_sources import make_sourced_line
from atlas.model.document import DocumentKind, Edit
from atlas.model.document_paths import CONSTITUTION_PATH, PATHS
from atlas.model.memory import Kind, Memory, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Amend
from atlas.model.verdict import Outcome
from atlas.testing import samples

FILES = {PATHS[kind]: text for kind, text in TEMPLATES.items()} | {CONSTITUTION_PATH: "# law\n"}
CORRECTIONS = PATHS[DocumentKind.CORRECTIONS]
SAYS = "Asked for the port, the reply said 80; it is 8080."


def lesson(origin: Origin = Origin.ASSISTANT, approved_by: str | None = "operator", **fields: Any) -> Memory:
    return samples.memory("m_1", SAYS, origin, kind=Kind.LESSON, approved_by=approved_by, **fields)


def judge(memory: Memory, mode: Mode = Mode.AUTO_LOW_RISK, *, by_model: bool = False) -> Outcome:
    edit = Edit(CORRECTIONS, "Corrections", "", make_sourced_line(memory.content, memory.id))
    before = JudgementInput(files=FILES, named={memory.id: memory}, fresh={}, by_model=by_model)
    return judge_amendment(Amend((edit,), sources=(memory.id,)), before, CurationPolicy(mode)).outcome


def test_a_lesson_that_a_person_approved_is_filed_without_asking_again() -> None:
    assert judge(lesson()) is Outcome.ACCEPTED
    assert judge(lesson(), Mode.AUTO) is Outcome.ACCEPTED
    assert judge(lesson(), Mode.MANUAL) is Outcome.HELD


@pytest.mark.parametrize(
    "memory",
    [lesson(approved_by="policy"), lesson(approved_by=None), lesson(Origin.WEB, approved_by="policy")],
    ids=["a rule's", "nobody's", "from the web"],
)
def test_what_is_no_users_own_and_no_person_approved_waits(memory: Memory) -> None:
    assert judge(memory) is Outcome.HELD


def test_what_no_longer_stands_or_a_model_filed_waits() -> None:
    assert judge(lesson(status=Status.NEEDS_REVIEW)) is Outcome.HELD
    assert judge(lesson(), by_model=True) is Outcome.HELD
