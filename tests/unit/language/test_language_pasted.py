"""What was pasted into a message is told from the speaker's own words by structure alone (C13)."""

from __future__ import annotations

import pytest

from atlas.language.pasted import find_pasted

MAIL = "Hey you!\nSorry for the silence.\nI have been living in Turin since autumn.\nBig hug, K."
LOG = "03:12:07 INFO job started\n03:14:41 WARN slow query\n03:15:00 ERROR pool exhausted"


@pytest.mark.parametrize("own", ["can u help me answer this mail:", "Is this any good?", "Check the commas.\nPlease."])
@pytest.mark.parametrize("text", [MAIL, LOG, f"PROFILE\n{MAIL}"])
def test_lines_of_another_text_behind_a_ownare_pasted(own: str, text: str) -> None:
    whole = f"{own}\n\n{text}"
    assert whole[find_pasted(whole) :] == text


@pytest.mark.parametrize("text", ["> I'm a baker\n> and happy", "```\nx = 1\n```"])
def test_fences_and_the_marks_of_a_quoted_mail_set_it_apart(text: str) -> None:
    assert find_pasted(f"what is this?\n{text}") == len("what is this?\n")


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto.",
        "I moved to Porto.\n\nIt is nice here, and I have found work.\n\nMy cat likes it too.",
        "For the weekend I need:\n\n- milk\n- eggs\n- bread\n- tea",
        "First this.\nThen that.\nAnd then I went home.",
    ],
)
def test_paragraphs_and_lists_are_the_speakers_own(text: str) -> None:
    assert find_pasted(text) is None
