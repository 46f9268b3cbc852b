"""The named blocks of a document, and edits on them (E4)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.language.document_blocks import (
    apply_edits,
    derive_edits,
    find_block,
    find_repeated_names,
    split_blocks,
)
from atlas.model.document import WHOLE, Edit

TEXT = """# Profile

<!-- What this user prefers. -->

## Wishes
- short answers
- no lists

## Work
- Rust
"""
LINES = st.sampled_from(
    ["# Title", "## One", "## Two", "## Three ##", "- a", "- b", "- c", "", "```", "plain words", "  indented", "- a"]
)
DOCUMENTS = st.lists(LINES, max_size=14).map(lambda lines: "".join(f"{line}\n" for line in lines))


def test_a_block_is_what_stands_under_a_heading_of_the_second_level() -> None:
    assert [block.name for block in split_blocks(TEXT)] == ["", "Wishes", "Work"]
    block = find_block(TEXT, "Wishes")
    assert block is not None
    assert block.text == "## Wishes\n- short answers\n- no lists\n\n"


def test_a_heading_in_a_code_fence_begins_no_block() -> None:
    assert [block.name for block in split_blocks("## A\n```\n## not one\n```\n## B\n")] == ["A", "B"]


def test_names_that_several_blocks_have_are_told() -> None:
    assert find_repeated_names("## A\n## B\n## A\n") == ("A",)


@given(DOCUMENTS)
def test_blocks_joined_again_are_the_text(text: str) -> None:
    assert "".join(block.text for block in split_blocks(text)) == text


def test_an_empty_old_appends_to_the_block_and_nothing_else_moves() -> None:
    after = apply_edits(TEXT, [Edit("p.md", "Wishes", "", "- in German\n")])
    assert after == TEXT.replace("- no lists\n", "- no lists\n- in German\n")


def test_a_block_that_is_not_there_is_added_at_the_end() -> None:
    assert apply_edits("# P\n", [Edit("p.md", "New", "", "- a\n")]) == "# P\n\n## New\n- a\n"
    assert apply_edits("", [Edit("p.md", "New", "", "- a\n")]) == "## New\n- a\n"


def test_an_edit_that_does_not_find_its_text_once_in_its_block_changes_nothing() -> None:
    assert apply_edits(TEXT, [Edit("p.md", "Work", "- short answers", "- long ones")]) is None
    assert apply_edits("## A\n- x\n- x\n", [Edit("p.md", "A", "- x\n", "")]) is None
    assert apply_edits(TEXT, [Edit("p.md", "None", "- x\n", "")]) is None
    assert apply_edits(TEXT, [Edit("p.md", WHOLE, "another text", "")]) is None


@given(DOCUMENTS, DOCUMENTS)
def test_derived_edits_lead_from_one_text_to_the_other(before: str, after: str) -> None:
    assert apply_edits(before, derive_edits("p.md", before, after)) == after


def test_derived_edits_are_small() -> None:
    edits = derive_edits("p.md", TEXT, TEXT.replace("- no lists\n", "- lists of three\n") + "- Go\n")
    assert edits == (
        Edit("p.md", "Wishes", "- no lists\n\n", "- lists of three\n\n"),
        Edit("p.md", "Work", "- Rust\n", "- Rust\n- Go\n"),
    )


def test_edits_of_two_hands_on_one_block_both_land() -> None:
    """An amendment that waits for a person holds as long as the lines it names are there."""
    waiting = derive_edits("p.md", TEXT, TEXT.replace("- Rust\n", "- Rust and Go\n"))
    meanwhile = apply_edits(TEXT, [Edit("p.md", "Work", "", "- a linter\n")])
    assert meanwhile is not None
    assert apply_edits(meanwhile, waiting) == TEXT.replace("- Rust\n", "- Rust and Go\n- a linter\n")


def test_nothing_is_added_in_a_code_fence_without_an_end() -> None:
    """There it would be no block and no line of one, and would be added again the next time."""
    broken = "## A\n- x\n```\nno end\n"
    assert apply_edits(broken, [Edit("p.md", "New", "", "- a\n")]) is None
    assert apply_edits(broken, [Edit("p.md", "A", "", "- a\n")]) is None
    assert apply_edits(broken, [Edit("p.md", "A", "- x\n", "- y\n")]) == broken.replace("- x", "- y")


@given(DOCUMENTS)
def test_what_is_appended_takes_nothing_away(text: str) -> None:
    for name in ("", "One", "Four"):
        after = apply_edits(text, [Edit("p.md", name, "", "- new\n")])
        assert after is None or len(after) >= len(text) + len("- new\n")
