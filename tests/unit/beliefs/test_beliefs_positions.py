"""The lines of positions and insights in the persona (B7)."""

from __future__ import annotations

from dataclasses import replace

from _persona import PERSONAS, make_argument, make_belief, make_persona
from hypothesis import assume, given

from atlas.beliefs.positions import (
    MOST_NEW,
    MOST_POSITIONS,
    find_insights,
    find_positions,
    make_insight_line,
    make_position_line,
    write_insights,
    write_positions,
)
from atlas.curation.document_invariants import check_form
from atlas.curation.policy import DocumentLimits
from atlas.language.document_blocks import split_blocks
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.ids import ArgumentId
from atlas.model.memory import State, Status


def test_a_position_is_a_line_that_names_its_belief_and_has_no_figure() -> None:
    line = make_position_line(make_belief(stance=-0.3, confidence=0.6))
    assert line == "- Remote work: leans against it, fairly sure. <!-- v_00 -->\n"


def test_lines_are_brought_up_to_the_rows() -> None:
    old, other = make_belief(0), make_belief(1)
    persona = make_persona([old, other])
    moved, new = replace(old, stance=-0.9), make_belief(2)
    after = write_positions(persona, [moved, other, new])
    assert after == persona.replace(make_position_line(old), make_position_line(moved)) + make_position_line(new)


def test_what_is_retracted_or_dropped_has_no_line() -> None:
    kept, retracted, dropped = (make_belief(number) for number in range(3))
    persona = make_persona([kept, retracted, dropped])
    rows = [kept, replace(retracted, status=Status.REJECTED), replace(dropped, state=State.ARCHIVED)]
    assert write_positions(persona, rows) == make_persona([kept])


def test_a_block_of_the_same_name_in_other_letters_is_the_one() -> None:
    """Two blocks of one name would be refused (I5), at every reflection."""
    after = write_positions("# P\n\n## positions\n", [make_belief()])
    assert after == f"# P\n\n## positions\n{make_position_line(make_belief())}"


@given(PERSONAS)
def test_a_belief_has_one_line_however_often_it_is_written(text: str) -> None:
    """A defect once appended a second heading after a code fence without an end, at each reflection."""
    rows = [make_belief(0), make_belief(1)]
    after = write_positions(text, rows)
    if after is None:
        return
    assert find_positions(after) in ((rows[0].id, rows[1].id), (rows[1].id, rows[0].id))
    assert write_positions(after, rows) == after
    before, now = ([block.name for block in split_blocks(each)].count("Positions") for each in (text, after))
    assert now <= max(1, before)


@given(PERSONAS)
def test_lines_that_name_nothing_are_copied_byte_for_byte(text: str) -> None:
    after = write_positions(text, [make_belief(0), make_belief(1)])
    if after is None:
        return
    own = [line for line in text.splitlines(keepends=True) if "<!-- v_" not in line]
    rest = iter(after.splitlines(keepends=True))
    last = own[-1:]  # its end may be added, where it had none
    assert all(line in rest or [line] == last for line in own)
    if "## Positions" not in text:
        assert after.startswith(text)


@given(PERSONAS)
def test_insights_come_and_go_without_a_trace(text: str) -> None:
    assume(text.count("<!-- a_00 -->") < 2)  # of one insight that stands there twice, one line is left
    argument = make_argument(7)
    added = write_insights(text, [argument])
    if added is None:
        return
    assert argument.id in find_insights(added)
    assert write_insights(added, [argument]) == added
    again = write_insights(added, (), [argument.id])
    assert again is not None
    assert argument.id not in find_insights(again)
    assert again.startswith(text.rstrip("\n"))


def test_no_text_of_a_user_can_open_a_fence_or_a_comment() -> None:
    argument = make_argument(insight="``` <!-- then\n## A block\nand the rest")
    line = make_insight_line(replace(argument, id=ArgumentId("a_01")))
    draft = DocumentDraft({"persona.md": "# P\n"}, {"persona.md": f"# P\n\n## Insights\n{line}"}, Ending.OK)
    assert list(check_form(draft, DocumentLimits())) == []
    assert line.count("\n") == 1


def test_the_most_confident_get_a_line_and_what_has_one_keeps_it() -> None:
    """One reflection may add so much to a document and no more (I4)."""
    rows = [make_belief(number, confidence=number / 200) for number in range(150)]
    text: str | None = "# Persona\n"
    for _ in range(4):
        before = frozenset(find_positions(text or ""))
        text = write_positions(text or "", rows)
        assert text is not None
        assert before <= frozenset(find_positions(text))
        assert len(find_positions(text)) - len(before) <= MOST_NEW
    assert frozenset(find_positions(text)) == {row.id for row in rows[-MOST_POSITIONS:]}


def test_while_its_first_arguments_cool_a_belief_is_no_position() -> None:
    cooling = make_belief(0, stance=0.0, confidence=0.0, support=0)
    assert write_positions("# Persona\n", [cooling]) == "# Persona\n"
    assert write_positions("# Persona\n", [replace(cooling, corrected=0.0)]) != "# Persona\n"
