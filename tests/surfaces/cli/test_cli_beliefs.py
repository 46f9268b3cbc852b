"""`atlas beliefs`: positions listed, drawn, explained and judged on the command line."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET  # our own files
from pathlib import Path
from types import SimpleNamespace

import pytest

from atlas.model.memory import Status
from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from engine._beliefs import argue, judge, settle
from surfaces.cli._person import Person

TRIAL = "Remote work pays: a trial with 16,000 people found 13% more done."
JUNIORS = "Remote work harms juniors, who learn by overhearing <b>the others</b>."


@pytest.fixture
def argued(ana: Person) -> Person:
    """Someone whose assistant holds a position that was argued for and against."""
    ana.tell(TRIAL, JUNIORS)
    settings = load_settings(ana.home, ana.env)
    with Atlas.open(settings.store, settings=settings, background=False) as atlas:
        life = SimpleNamespace(runtime=atlas._opening.runtime, virtual=SimpleNamespace(later=lambda **_: None))
        argue(life, "trial", "a_1", turn=21, strength=0.9)
        settle(life, turn=24)
        argue(life, "overhearing", "a_2", turn=31, direction=-1, strength=0.5)
        settle(life, turn=34)
    return ana


def wait(person: Person) -> None:
    settings = load_settings(person.home, person.env)
    with Atlas.open(settings.store, settings=settings, background=False) as atlas:
        life = SimpleNamespace(runtime=atlas._opening.runtime, virtual=SimpleNamespace(later=lambda **_: None))
        judge(life, status=Status.NEEDS_REVIEW)


def test_without_positions_it_says_how_one_comes_about(ana: Person) -> None:
    assert "no position yet" in ana.says("beliefs")


def test_positions_are_listed_in_words_and_numbers(argued: Person) -> None:  # B2, B3
    listed = argued.says("beliefs")
    assert re.search(r"^v_1 +\+0\.0\d +0\.00 +\+1 −1 +in use +remote work", listed, re.MULTILINE)
    assert "leans slightly for it, unsure" in listed
    [belief] = argued.data("beliefs")["beliefs"]
    assert (belief["id"], belief["says"], belief["served"]) == ("v_1", "leans slightly for it, unsure", True)


def test_a_position_is_drawn_within_eighty_columns(argued: Person) -> None:
    shown = argued.says("beliefs", "show", "v_1")
    _, curve = shown.split("\n stance\n")
    assert all(len(line) <= 80 for line in curve.splitlines()[:12])
    assert re.search(r"turn 21 +turn 34", shown)
    assert "╭" in shown
    assert "╮" in shown
    assert TRIAL in " ".join(shown.split())


def test_the_picture_is_one_file_that_runs_and_loads_nothing(argued: Person, tmp_path: Path) -> None:
    out = tmp_path / "curve.svg"
    assert str(out) in argued.says("beliefs", "show", "v_1", "--svg", str(out)).replace("\n", "")
    drawn = ET.parse(out).getroot()  # noqa: S314 # our own file
    tags = {each.tag.rpartition("}")[2] for each in drawn.iter()}
    assert tags == {"svg", "title", "rect", "text", "path", "circle"}
    assert not [each for each in drawn.iter() for name in each.attrib if name.startswith("on") or "href" in name]
    told = " ".join(each.text or "" for each in drawn.iter() if each.tag.endswith("title"))
    assert "<b>the others</b>" in told  # as text: no tag of that name is there
    assert argued.data("beliefs", "show", "v_1", "--svg", str(out))["file"] == str(out)


def test_why_tells_its_life(argued: Person) -> None:  # C8
    told = " ".join(argued.says("why", "v_1").split())
    assert f"strength 0.90, turn 21: “{TRIAL}”" in told
    assert "moved, stance +0.00 →" in told
    assert "against it, empirical, strength 0.50, turn 31" in told
    moves = argued.data("why", "v_1")["moves"]
    assert [each["says"] for each in moves] == ["formed", "moved", "moved"]


def test_why_names_the_positions_of_a_context_as_they_stood(argued: Person) -> None:  # C8
    argued.says("context", "What do you think of remote work?")
    argued.says("beliefs", "correct", "v_1", "-1")
    assert "remote work: leans slightly for it, unsure" in argued.says("why", "--all")
    assert [each["id"] for each in argued.data("why")["beliefs"]] == ["v_1"]


def test_a_person_pins_corrects_and_retracts_and_takes_it_back(argued: Person) -> None:
    assert "pinned" in argued.says("beliefs", "pin", "v_1")
    assert "in use, pinned" in argued.says("beliefs")
    assert "unpinned" in argued.says("beliefs", "unpin", "v_1")
    assert "-0.50" in argued.says("beliefs", "correct", "v_1", "-0.5", "--reason", "our policy")
    assert "◆ a person's word" in argued.says("beliefs", "show", "v_1")
    assert "our policy" in argued.says("why", "v_1")
    argued.says("beliefs", "retract", "v_1")
    assert "no position yet" in argued.says("beliefs")
    assert "retracted" in argued.says("beliefs", "--all")
    argued.says("undo")
    assert "leans strongly against it" in argued.says("beliefs")


@pytest.mark.parametrize("stance", ["2", "-1.01", "very"])
def test_a_stance_is_from_minus_one_to_one(argued: Person, stance: str) -> None:
    argued.run("beliefs", "correct", "v_1", stance, code=2)


def test_what_waits_is_decided_as_memories_are(argued: Person) -> None:  # C3
    wait(argued)
    assert "position" in argued.says("pending")
    assert [each["id"] for each in argued.data("pending")["beliefs"]] == ["v_1"]
    assert "atlas approve v_1" in argued.says("beliefs")
    assert "approved" in argued.says("approve", "v_1")
    wait(argued)
    assert argued.data("approve", "--all", "--yes")["decisions"][0]["id"] == "v_1"
    assert "remote work" in argued.says("context", "What do you think of remote work?")


def test_another_id_is_sent_to_its_own_command(argued: Person) -> None:
    fact = argued.data("memories", "--kind", "episode")["memories"][0]["id"]
    assert f"atlas show {fact}" in argued.run("beliefs", "pin", fact, code=None).output
    assert "atlas show v_1" in argued.run("pin", "v_1", code=None).output


def test_health_has_the_figures_of_positions(argued: Person) -> None:  # B8
    assert {each["measure"] for each in argued.data("health")["beliefs"]} <= {
        *("unique_ratio", "entrenchment", "backlog", "survival", "disagreement"),
    }
    argued.says("health")
