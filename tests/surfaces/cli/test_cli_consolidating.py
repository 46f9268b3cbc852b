"""`atlas consolidate`: the plan as a diff, the cycle, and taking it back (T13)."""

from __future__ import annotations

import json
import re

import pytest

from atlas.engine.jobs.run_cycle import Consolidated, Line
from atlas.surfaces.cli.thinking.consolidate import cycle_report as lines_of
from surfaces.cli._person import Person

FACTS = (
    "I live in Porto.",
    "My sister is called Ana.",
    "I like rye bread.",
    "I like green tea.",
    "I like hiking.",
)


@pytest.fixture
def told(ana: Person) -> Person:
    """Someone of whom enough is known for an insight."""
    for fact in FACTS:
        ana.run("observe", "--user", fact, "--assistant", "I see.")
    return ana


def exported(person: Person) -> list[dict[str, object]]:
    """What is remembered; the records of what was done only grow."""
    rows = [json.loads(line) for line in person.run("export").stdout.splitlines()]
    return [row for row in rows if row["type"] in ("interaction", "entity", "memory", "document", "edge")]


def test_a_dry_run_shows_a_diff_and_changes_nothing(told: Person) -> None:  # T13
    before = exported(told)
    shown = told.run("consolidate", "--dry-run").stdout
    assert "A cycle would:" in shown
    assert "+ insight: “The user likes" in shown
    assert "Nothing was changed. Do it: atlas learning consolidate" in shown
    assert exported(told) == before


def test_a_cycle_says_what_it_did_and_how_to_take_it_back(told: Person) -> None:  # T13
    before = exported(told)
    done = told.run("consolidate").stdout
    assert "A cycle did:" in done
    assert "+ insight: “The user likes" in done
    assert "Take all of it back: atlas undo" in done
    assert exported(told) != before
    shown = told.run("undo").stdout
    assert "Took back entry" in shown
    assert exported(told) == before
    (again,) = re.findall(r"Have it again: atlas journal revert (\d+)\n", shown)
    told.run("revert", again)
    assert [each["content"] for each in told.data("memories", "--kind", "insight")["memories"]]


def test_a_long_step_shows_its_first_lines_and_explains_the_signs() -> None:  # T13
    joined = tuple(Line("strengthen", "joined", f"“{n}” and “x”", "done", "Used together.") for n in range(16))
    shown = [
        str(getattr(each, "renderable", each)) for each in lines_of(Consolidated(False, joined, {"strengthen": 16}, 7))
    ]
    assert sum(each.startswith("= used together: ") for each in shown) == 5
    assert "and 11 more: --json has them" in shown
    assert "= is joined." in shown
    assert not [each for each in shown if "Used together." in each], "the word says it already"
    assert shown.index("") < shown.index("7 memories looked at in all; it took 0.0 s."), "apart from the last step"


def test_where_there_is_nothing_to_do_it_says_so(ana: Person) -> None:  # T13
    assert "There was nothing to change." in ana.run("consolidate").stdout


def test_json_is_complete(told: Person) -> None:  # P6, T13
    planned = told.data("consolidate", "--dry-run")
    assert planned["dry_run"] is True
    assert planned["counts"]["derive"] == 1
    (line,) = planned["lines"]
    assert (line["step"], line["what"], len(line["memories"])) == ("derive", "insight", 3)
    done = told.data("consolidate")
    assert done["entry"] > 0
    assert done["reflection"].startswith("r_")
    assert [each["outcome"] for each in done["lines"]] == ["done"]


def test_a_light_cycle_has_three_steps(told: Person) -> None:  # J2
    assert list(told.data("consolidate", "--light")["counts"]) == ["prune", "strengthen", "sweep"]


def test_a_cycle_is_among_the_reflections(told: Person) -> None:  # T11
    done = told.data("consolidate")
    listed = told.data("reflections", "--tier", "consolidation")["reflections"]
    assert [each["id"] for each in listed] == [done["reflection"]]
    assert told.data("show", done["reflection"])["reflection"]["said"]["steps"] == done["counts"]
