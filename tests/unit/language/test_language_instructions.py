"""What a correction tells the assistant to do (J9)."""

from __future__ import annotations

import pytest

from atlas.language.registry import LANGUAGE


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("No, check the calendar before you suggest a time.", "check the calendar before you suggest a time"),
        ("You forgot to run the tests again!", "run the tests"),
        ("You didn't check the time zone.", "check the time zone"),
        ("You should always list the breaking changes first", "list the breaking changes first"),
        ("I asked you to cite the source, please", "cite the source"),
        ("I told you not to use the production key", "do not use the production key"),
        ("you keep suggesting meat", "stop suggesting meat"),
        ("Wrong. Don't book anything before asking me.", "don't book anything before asking me"),
        ("Not like that: sort them by date, newest first.", "sort them by date, newest first"),
        ("That's wrong, use the staging database for that.", "use the staging database for that"),
        ("Do not use emojis.", "do not use emojis"),
        ("When I ask for code, add the tests.", "add the tests"),
    ],
)
def test_an_order_is_found_in_a_correction(text: str, order: str) -> None:
    assert LANGUAGE.directives.find_instruction(text) == order


def test_where_nothing_else_tells_a_correction_only_a_reproach_does() -> None:
    find = LANGUAGE.directives.find_instruction
    assert find("You forgot to run the tests again!", reproachful=True) == "run the tests"
    assert find("Write the reply to my landlord without any sorry in it.", reproachful=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "wait lemme think about that for a sec",
        "no the project's called Meridian",
        "That's not what I wanted",
        "You should have asked first",
        "can you change the greeting?",
        "You are wrong, it's on Tuesday",
        "try again",
        "never mind, found it!",
        "which dialect do you have to write for my project",
        "Do you use emojis everywhere",
        "When do you check the calendar",
        "Will you check the calendar first",
        "Is my brother called Will",
        "",
    ],
)
def test_what_tells_nobody_what_to_do_holds_none(text: str) -> None:
    assert LANGUAGE.directives.find_instruction(text) is None
