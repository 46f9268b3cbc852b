"""What was pasted into a message is told from the speaker's own words by structure alone (C13)."""

from __future__ import annotations

import pytest

from atlas.language.pasted import blank_pasted, find_pasted

MAIL = "Hey you!\nSorry for the silence.\nI have been living in Turin since autumn.\nBig hug, K."
LOG = "03:12:07 INFO job started\n03:14:41 WARN slow query\n03:15:00 ERROR pool exhausted"


def _list_pasted(text: str) -> list[str]:
    return [text[start:end] for start, end in find_pasted(text)]


@pytest.mark.parametrize("own", ["can u help me answer this mail:", "Is this any good?", "Check the commas.\nPlease."])
@pytest.mark.parametrize("text", [MAIL, LOG, f"PROFILE\n{MAIL}"])
def test_lines_of_another_text_behind_ones_own_are_pasted(own: str, text: str) -> None:
    assert _list_pasted(f"{own}\n\n{text}") == [text]


@pytest.mark.parametrize(
    "text",
    [
        "> I'm a baker\n> and happy",
        "```\nx = 1\n```",
        "~~~~ text\nI live in Rome\n~~~~",
        "> one\n>\n\n> two",
        "Am 2.3.2026 schrieb K.:\n\n> three.",
    ],
)
@pytest.mark.parametrize("behind", ["", "\nI live in Porto.", "\n\nI live in Porto.\nI like it."])
def test_fences_and_the_marks_of_a_quoted_mail_set_it_apart_from_what_stands_around_it(text: str, behind: str) -> None:
    text = text.replace("happy", "happy.").replace("two", "two?")
    whole = f"what is this?\n{text}{behind}"
    assert _list_pasted(whole) == [text]
    assert blank_pasted(whole) == f"what is this?\n{chr(10) * len(text)}{behind}"


@pytest.mark.parametrize(
    "before",
    [
        "Is this any good?\n\n> Welcome.\n\n",
        "Is this any good?\n\n```\nWelcome\n```\n",
        "Is this any good?\n> Hi.\n> Welcome.\n> Bye.\n\n",
        "Is this any good?\n```\nHi.\n\nBye.\n```\n\n",
        "> Welcome.\n\nIs this any good?\n\n",
    ],
)
def test_no_text_is_the_speakers_because_it_begins_with_a_quotation_or_a_fence(before: str) -> None:
    """X1: nor because one stands before it."""
    assert blank_pasted(f"{before}{MAIL}").strip() == "Is this any good?"
    assert blank_pasted(f"{before}I live in Porto.\nI like it.").endswith("I live in Porto.\nI like it.")


def test_who_answers_a_quoted_line_first_may_answer_in_many_lines() -> None:
    assert _list_pasted("> Where do you live?\n\nIn Porto.\nI like it.\nI work there.\nBye.") == [
        "> Where do you live?"
    ]


def test_who_answers_line_by_line_says_what_stands_between_the_quoted_lines() -> None:
    assert _list_pasted("> Where do you live?\nIn Porto.\n> And your work?\nAt Globex.") == [
        "> Where do you live?",
        "> And your work?",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\nHello\n```\nI live in Rome.\n```\nbye\n```",
        "```\nRun this:\n```sh\nmake\n```\nI live in Rome.\n```",
        "```\nI live in Rome.",
        "~~~\n```\nI live in Rome.\n~~~",
        "````\n```\nI live in Rome.\n```\nI work in Rome.\n````",
        "```\nHello\n```\nI live in Rome.\n```",
        "> the first line only\nI live in Rome.",
        "> Dear all.\nI live in Rome.\nI work there.\nI like it.",
        ">Dear all,\n\n> hello.\n>I live in Rome.",
        "- ```\n  I live in Rome.\n  ```",
        "1. ~~~\nI live in Rome.\n~~~",
        "＞ I live in Rome.\n＞ Bye.",
        "Hi!\nHow are you?\n> fine\nI live in Rome.\nBye.",
    ],
)
def test_no_text_ends_the_fence_or_the_quotation_that_it_stands_in(text: str) -> None:
    """X1: where it cannot be told whose words they are, they are not the speaker's."""
    assert "Rome" not in blank_pasted(f"What is this?\n\n{text}")


@pytest.mark.parametrize(
    "text",
    [
        "I live in Porto.",
        "I moved to Porto.\n\nIt is nice here, and I have found work.\n\nMy cat likes it too.",
        "For the weekend I need:\n\n- milk\n- eggs\n- bread\n- tea",
        "I like `a` and ```b``` and x > y.",
        "First this.\nThen that.\nAnd then I went home.",
    ],
)
def test_paragraphs_and_lists_are_the_speakers_own(text: str) -> None:
    assert find_pasted(text) == []


@pytest.mark.parametrize(
    "sign", ["`", "~", ">", ".", "\n>", "\n\n", " ", "\n```", "> .\n", ":", "1:", "1:\n", "> a.\nb\n", "> a.\n\n"]
)
def test_no_text_takes_long_to_be_looked_through(sign: str) -> None:
    """Squared, these would take hours."""
    assert isinstance(find_pasted(f"x\n{sign * 100_000}x"), list)
