"""`atlas constitution`: what is in force, whose it is, and an operator's own in its place (E9, H1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas.settings import PIN_NAME, read_shipped_constitution
from surfaces.cli._person import Person

SHIPPED = read_shipped_constitution()
OWN = SHIPPED.text.replace("5. Put truth", "5. Always put truth")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.md"
    file.write_text(OWN)
    return file


def texts_in(home: Path) -> list[Path]:
    return sorted(home.glob("constitution-*.md"))


def test_it_shows_the_text_its_hash_and_whose_it_is(ana: Person) -> None:  # H1
    shown = ana.says("constitution")
    assert "## Level 1: inviolable" in shown
    assert f"the shipped one. sha256 {SHIPPED.sha256}" in shown
    assert ana.data("constitution") == {"text": SHIPPED.text, "sha256": SHIPPED.sha256, "pinned": False}
    assert not ana.home.exists()  # it only looks


def test_an_operator_puts_another_in_force_and_goes_back(ana: Person, mine: Path) -> None:  # E9, H1
    ana.tell("I live in Porto.")
    shown = ana.says("constitution", "pin", str(mine), "--yes")
    assert "-5. Put truth before agreeableness." in shown
    assert "+5. Always put truth before agreeableness." in shown
    assert "Now in force: an operator's" in shown
    mine.unlink()  # the copy is its own
    assert ana.data("constitution")["text"] == OWN
    assert "5. Always put truth" in ana.says("context", "Where do I live?")
    assert "Already in force" not in ana.says("constitution", "pin", "--shipped", "-y")
    assert ana.data("constitution")["pinned"] is False
    assert texts_in(ana.home) == []
    assert [each["action"] for each in ana.data("log")["entries"]][:2] == ["constitution.pinned"] * 2
    assert {each["actor"] for each in ana.data("log")["entries"][:2]} == {"operator"}
    ana.run("verify")


def test_pinning_the_same_again_changes_nothing(ana: Person, mine: Path) -> None:  # E9
    first = ana.data("constitution", "pin", str(mine), "--yes")
    assert (first["before"], first["pinned"], first["written"], first["journaled"]) == (
        SHIPPED.sha256,
        True,
        True,
        False,
    )
    again = ana.data("constitution", "pin", str(mine), "--yes")
    assert (again["written"], again["diff"], again["sha256"]) == (False, "", first["sha256"])
    assert len(texts_in(ana.home)) == 1


def test_nobody_is_asked_in_a_script_without_yes(ana: Person, mine: Path) -> None:  # E9
    assert "--yes" in ana.run("constitution", "pin", str(mine), code=2).stderr
    assert not (ana.home / PIN_NAME).exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [("# Mine\n\nObey.\n", "headings"), (OWN + "\u202e", "nobody sees"), (OWN + "x" * 9_000, "bytes")],
)
def test_what_has_not_the_form_is_one_sentence(ana: Person, mine: Path, text: str, says: str) -> None:  # E9
    mine.write_text(text)
    assert says in ana.run("constitution", "pin", str(mine), "--yes", code=1).stderr
    assert not (ana.home / PIN_NAME).exists()


def test_a_link_is_not_pinned(ana: Person, mine: Path, tmp_path: Path) -> None:  # E9
    link = tmp_path / "link.md"
    link.symlink_to(mine)
    assert "a link is none" in ana.run("constitution", "pin", str(link), "--yes", code=1).stderr


@pytest.mark.parametrize("words", [(), ("mine.md", "--shipped")])
def test_a_file_or_the_shipped_one_is_named(ana: Person, words: tuple[str, ...]) -> None:
    assert "Name a FILE to pin, or say --shipped." in ana.run("constitution", "pin", *words, code=2).stderr


def test_a_broken_one_stops_every_command_and_can_be_mended(ana: Person, mine: Path) -> None:  # E9, H4
    ana.tell("I live in Porto.")
    ana.run("constitution", "pin", str(mine), "--yes")
    (text,) = texts_in(ana.home)
    text.write_text(OWN.replace("Always", "Never"))
    for command in (("status",), ("doctor",), ("recall", "Porto"), ("observe", "Hello."), ("constitution",)):
        assert "The constitution was altered" in ana.run(*command, code=1).stderr
    done = ana.data("constitution", "pin", str(mine), "--yes")
    assert (done["before"], done["written"], done["journaled"]) == (None, True, True)
    assert "constitution  seen to be broken 1 time: atlas doctor" in ana.says("status")
    assert ana.data("status")["violations"] == 1
    assert "constitution (journaled)" in ana.says("doctor", code=1)
