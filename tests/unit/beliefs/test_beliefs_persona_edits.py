"""Edits on named blocks of the persona, in their order (B6, B7)."""

from __future__ import annotations

from _persona import PERSONAS, make_belief, make_persona
from hypothesis import given
from hypothesis import strategies as st

from atlas.beliefs.persona_edits import PersonaEdit, Step, apply_persona_edits, derive_persona_edits, order_edits
from atlas.language.code_fences import mark_fenced_lines
from atlas.language.document_blocks import split_blocks

EDITS = st.builds(
    PersonaEdit,
    st.sampled_from(Step),
    st.sampled_from(["Manner", "Positions", "Insights", "New"]),
    st.sampled_from(["", "- short", "- dry ", "plain words"]),
    st.sampled_from(["", "- warm\n", "- brief"]),
)


def test_edits_are_made_in_the_order_preserve_integrate_synthesize_specify() -> None:
    steps = (Step.SPECIFY, Step.INTEGRATE, Step.PRESERVE, Step.SYNTHESIZE, Step.INTEGRATE)
    edits = [PersonaEdit(step, "Manner", "", f"- {number}\n") for number, step in enumerate(steps)]
    assert [edit.new for edit in order_edits(edits)] == ["- 2\n", "- 1\n", "- 4\n", "- 3\n", "- 0\n"]


def test_a_later_step_sees_what_an_earlier_one_made() -> None:
    added = PersonaEdit(Step.INTEGRATE, "Manner", "", "- Likes tables.\n")
    worded = PersonaEdit(Step.SPECIFY, "Manner", "- Likes tables.\n", "- Likes tables of three rows.\n")
    after = apply_persona_edits("# P\n\n## Manner\n", [worded, added])
    assert after == "# P\n\n## Manner\n- Likes tables of three rows.\n"


@given(PERSONAS, st.lists(EDITS, max_size=4))
def test_blocks_that_no_edit_names_are_copied_byte_for_byte(text: str, edits: list[PersonaEdit]) -> None:
    after = apply_persona_edits(text, edits)
    if after is None:
        return
    named = {edit.block for edit in edits}
    blocks = [block.text for block in split_blocks(text)]
    untouched = [block.text for block in split_blocks(text) if block.name not in named]
    kept = [block.text for block in split_blocks(after)]
    for block in untouched:
        last = block == blocks[-1]
        assert block in kept or (last and any(each.startswith(block) for each in kept))


@given(PERSONAS, st.sampled_from(Step), st.lists(EDITS, max_size=1))
def test_an_edit_within_a_block_leaves_the_rest_of_it(text: str, step: Step, edits: list[PersonaEdit]) -> None:
    after = apply_persona_edits(text, edits)
    if after is None or not edits:
        return
    (edit,) = edits
    if edit.old:
        head, _, tail = text.rpartition(edit.old) if text.count(edit.old) == 1 else ("", "", "")
        assert after.startswith(head)
        assert after.endswith(tail)
    else:
        assert len(after) >= len(text) + len(edit.new)


@given(PERSONAS)
def test_nothing_is_added_behind_a_fence_that_has_no_end(text: str) -> None:
    """What stands in a fence is no block and no line: it would be added again, each time."""
    after = apply_persona_edits(f"{text}\n~~~~~~\n", [PersonaEdit(Step.INTEGRATE, "Another", "", "- a\n")])
    closed = after is not None
    assert closed == ("~~~ text" in _last_opened(text))


def _last_opened(text: str) -> str:
    """What stands in the fence that is open at the end of a text, with the line that opens it."""
    opened = ""
    for line, fenced, is_open in mark_fenced_lines(text):
        opened = opened + line if fenced and is_open else ""
    return opened.splitlines()[0] if opened else ""


def test_derived_edits_have_their_step_and_lead_there() -> None:
    before = make_persona([make_belief(0)])
    after = make_persona([make_belief(0), make_belief(1)])
    edits = derive_persona_edits(Step.PRESERVE, before, after)
    assert {edit.step for edit in edits} == {Step.PRESERVE}
    assert apply_persona_edits(before, edits) == after
