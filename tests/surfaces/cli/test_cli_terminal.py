"""At a terminal: a prompt, a question before what cannot be undone, colours that can be turned off, 80 columns."""

from __future__ import annotations

import re

import pytest

from surfaces.cli._person import Person

COLOUR = re.compile(r"\x1b\[[\d;]*m")
CTRL_D, CTRL_C = "\x04", "\x03"


def test_a_chat_has_a_prompt_and_says_first_that_there_is_no_model(ana: Person) -> None:
    screen, code = ana.at_terminal("chat", keys=["I live in Porto.\n", "Where do I live?\n", "/why\n", CTRL_D])
    shown = COLOUR.sub("", screen)
    assert code == 0
    assert shown.startswith("No language model is configured: I answer from memory alone.\n")
    assert "> I live in Porto.\nNoted: you live in Porto." in shown
    assert "You live in Porto. (You said on " in shown
    assert re.search(r"verdict +accepted", shown)


def test_an_interrupted_chat_exits_with_130_and_keeps_what_was_said(ana: Person) -> None:
    _, code = ana.at_terminal("chat", keys=["I live in Porto.\n", CTRL_C])
    assert code == 130
    assert ana.learned("Porto")


@pytest.mark.parametrize(("answer", "left"), [("y\n", 0), ("n\n", 1), ("\n", 1)])
def test_forgetting_asks_first(ana: Person, answer: str, left: int) -> None:
    ana.tell("I live in Porto.")
    screen, code = ana.at_terminal("forget", ana.learned("Porto")["id"], keys=[answer])
    assert "“I live in Porto.”" in screen
    assert "Forget this, and all that was drawn from it, for good? [y/N]:" in screen
    assert code == left
    assert ("Nothing was forgotten." in screen) == bool(left)
    assert len(ana.data("memories")["memories"]) == left


def test_a_chat_asks_before_it_forgets(ana: Person) -> None:
    screen, _ = ana.at_terminal(
        "chat", keys=["I live in Porto.\n", "/forget\n", "n\n", "/forget Porto\n", "y\n", CTRL_D]
    )
    assert "Kept." in screen
    assert "Forgotten for good (text)" in screen
    assert ana.data("memories")["memories"] == []


def test_deciding_for_all_shows_them_and_asks(careful: Person) -> None:
    careful.tell("I live in Porto.")
    screen, code = careful.at_terminal("approve", "--all", "--kind", "fact", keys=["y\n"])
    assert "The user lives in Porto" in screen
    assert "Approve 1 item? [y/N]:" in screen
    assert code == 0
    assert careful.learned("Porto")["status"] == "approved_for_reuse"


def test_colours_are_for_terminals_that_want_them(ana: Person) -> None:
    ana.tell("I live in Porto.")
    coloured, _ = ana.at_terminal("memories")
    assert COLOUR.search(coloured)
    plain, _ = ana.at_terminal("memories", NO_COLOR="1")
    assert not re.search(r"\x1b\[[\d;]*3[0-7]m", plain)
    assert "\x1b" not in ana.process("memories").stdout.decode()


def test_everything_fits_eighty_columns(ana: Person) -> None:
    ana.tell(
        "I love hiking in the mountains near the coast with old friends.", "I live in Porto.", "I moved to Lisbon."
    )
    id = ana.learned("hiking")["id"]
    ana.run("context", "What do I love to do in the mountains near the coast when my friends are here?")
    for args in (("memories",), ("log",), ("status",), ("doctor",), ("why",), ("show", id), ("recall", "hiking")):
        screen, code = ana.at_terminal(*args)
        assert code == 0
        assert max(len(line) for line in COLOUR.sub("", screen).splitlines()) <= 80, args


def test_what_was_thought_and_noticed_fits_eighty_columns_too(doubted: Person) -> None:
    screen, code = doubted.at_terminal("reflect", "nightly")
    assert code == 0
    assert "nightly thinking" in screen
    pattern = doubted.data("patterns")["patterns"][0]["id"]
    lists = ("signals", "failures", "patterns", "suggestions", "reflections", "triggers", "costs", "jobs --state all")
    cards = (doubted.data("reflections", "--limit", "1")["reflections"][0]["id"], pattern)
    for args in (*(each.split() for each in lists), *(["show", id] for id in cards)):
        screen, code = doubted.at_terminal(*args)
        assert code == 0
        assert max(len(line) for line in COLOUR.sub("", screen).splitlines()) <= 80, args


def test_a_narrow_terminal_has_room_for_the_words(ana: Person) -> None:
    ana.tell("I love hiking in the mountains.")
    for args in (("memories",), ("log",), ("recall", "hiking"), ("undo", "--list")):
        screen, _ = ana.at_terminal(*args, COLUMNS="40")
        assert "The user likes hiking" in COLOUR.sub("", screen), args


def test_a_file_shows_its_progress_and_then_the_count(ana: Person, tmp_path: object) -> None:
    ana.home.mkdir()
    file = ana.home / "turns.jsonl"
    file.write_text('{"user": "I like tea."}\n' * 30, "utf-8")
    screen, code = ana.at_terminal("observe", "--file", str(file))
    assert code == 0
    assert "storing" in screen
    assert "30 interactions stored." in screen
