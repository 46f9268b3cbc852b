"""A document in items: what goes alone when a context is cut or something is forgotten."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.language.document_items import split_items
from atlas.model.memory import Status
from unit.model._nouns import document

TEXT = """# Persona

Calm and brief.
Says so when unsure.

## Tone
Warm, never gushing.
- Uses first names
  and says thanks
- 1 joke at most
2. Second
* Star

Last words.
"""


def test_headings_bullets_and_paragraphs_are_items() -> None:  # C7
    assert [" ".join(item.split()) for item in split_items(TEXT)] == [
        "# Persona",
        "Calm and brief. Says so when unsure.",
        "## Tone",
        "Warm, never gushing.",
        "- Uses first names and says thanks",
        "- 1 joke at most",
        "2. Second",
        "* Star",
        "Last words.",
    ]


@given(st.text() | st.text("ab#-*1. \n\r\t\u2028", max_size=60))
def test_the_items_together_are_the_text(text: str) -> None:
    """So that taking one out leaves every other byte as it was."""
    assert "".join(split_items(text)) == text


@given(st.lists(st.text("ab #-", min_size=1, max_size=9), max_size=6), st.integers(0, 5))
def test_without_one_item_the_others_are_the_same(told: list[str], place: int) -> None:
    whole = split_items("\n\n".join(told))
    left = [item for number, item in enumerate(whole) if number != place]
    assert list(split_items("".join(left))) == left


def test_a_sign_in_a_sentence_is_no_bullet() -> None:
    assert split_items("2 + 2 - 1\nis 3. Or #3\n-not a bullet") == ("2 + 2 - 1\nis 3. Or #3\n-not a bullet",)


def test_only_what_was_approved_may_be_served() -> None:  # C1
    assert [status for status in Status if document(status=status).served] == [Status.APPROVED]
