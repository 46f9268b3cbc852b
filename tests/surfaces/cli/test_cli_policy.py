"""`atlas policy`: what happens without a person in plain words, and a changed file tried on the past (C3-C5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from surfaces.cli._person import Person

RULES = """
policy = "auto_low_risk"
[[rules]]
name = "no Porto"
action = "refuse"
words = ["Porto"]
[[rules]]
name = "misspelt"
action = "hold"
words = ["Portto"]
origins = ["tool", "web"]
"""


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    path = tmp_path / "changed.toml"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_the_policy_is_told_in_plain_words_with_expiry_and_cap(ana: Person) -> None:  # C3, C4
    said = ana.says("policy")
    assert "in their own words" in said
    assert "expires after 30 days; you are shown at most 10 decisions in seven days" in said
    assert "No rules of your own" in said


def test_rules_of_ones_own_are_told_as_sentences(ana: Person) -> None:  # C3
    ana.tell("I live in Porto.")
    (ana.home / "atlas.toml").write_text(RULES, encoding="utf-8")
    assert "“misspelt” holds for you everything from tool or web that says “Portto”" in ana.says("policy")
    assert [each["name"] for each in ana.data("policy")["rules"]] == ["no Porto", "misspelt"]


def test_a_changed_file_is_tried_and_nothing_changes(ana: Person, changed: Path) -> None:  # C3
    ana.tell("I live in Porto.", "I have a cat called Mia.")
    before = ana.data("log")
    said = ana.says("policy", "test", str(changed))
    assert "New rule “no Porto”: refuses everything that says “Porto”." in said
    assert "1 would be decided otherwise" in said
    assert "approved → refused" in said
    assert "“misspelt” fits nothing" in said
    assert ana.data("log") == before
    (found,) = ana.data("policy", "test", str(changed), "--days", "7")["differences"]
    assert (found["decided"], found["would"], found["status"]) == ("accepted", "refused", "approved_for_reuse")


def test_the_guide_begins_where_a_person_begins(ana: Person, tmp_path: Path) -> None:
    """C3: no settings file is there after a start, and none has to be."""
    guide = (Path(__file__).parents[3] / "docs/guides/review.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^\$ echo '(.*)' >> changed\.toml$", guide, re.MULTILINE)
    changed = tmp_path / "changed.toml"
    changed.write_text(f"{line}\n", encoding="utf-8")
    ana.tell("I live in Porto.")
    assert not (ana.home / "atlas.toml").exists()
    assert ana.data("policy", "test", str(changed))["differences"] == []


def test_a_file_that_changes_nothing_says_so(ana: Person, tmp_path: Path) -> None:  # C3
    ana.tell("I live in Porto.")
    same = tmp_path / "same.toml"
    same.write_text("[[rule]]\nname = 'a slip: the table is called rules'\n", encoding="utf-8")
    said = ana.says("policy", "test", str(same))
    assert "The file sets what is in force already." in said
    assert "none would be decided otherwise" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "There is no file"),
        ("policy = ", "cannot be read"),
        ('policy = "bold"', "There is no policy 'bold'"),
        ("[[rules]]\naction = 'refuse'", "fits everything"),
    ],
)
def test_a_bad_file_is_one_sentence(ana: Person, tmp_path: Path, text: str | None, says: str) -> None:
    ana.tell("I live in Porto.")
    bad = tmp_path / "bad.toml"
    if text is not None:
        bad.write_text(text, encoding="utf-8")
    done = ana.run("policy", "test", str(bad), code=1)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1
