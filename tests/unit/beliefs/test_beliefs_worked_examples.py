"""The worked examples of the guide, read from its tables: what was computed by hand is what the code gives (B2-B4)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from belief_rows import POLICY, Life, argument, belief

from atlas.beliefs.arithmetic import compute_confidence, compute_step, weigh_quality
from atlas.beliefs.decay import decay_belief
from atlas.beliefs.policy import get_preset
from atlas.model.belief import Argument, Reasoning, Reliability
from atlas.model.memory import State

GUIDE = Path(__file__).parents[3] / "docs/guides/beliefs.md"
SAID = re.compile(r"([+-])([A-Z]) at (\d+)")
EXACT = 6e-5
"""Four digits are printed."""

Row = dict[str, str]


def _read_table(title: str) -> list[Row]:
    """Read the rows under a bold title, by the names of their columns."""
    _, found, rest = GUIDE.read_text("utf-8").partition(f"**{title}**")
    assert found, title
    lines = rest[rest.index("\n|") :].strip().split("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def _last_number(cell: str) -> float:
    """Read what a computation comes to: the number that stands last."""
    return float(cell.replace(":", " ").split()[-1])


ARGUMENTS = _read_table("Arguments and their steps.")
LIFE = _read_table("A belief's life.")
FADING = _read_table("Fading.")


def _make_argument(row: Row, turn: int | None = None, direction: int = 1) -> Argument:
    at = int(row["turn"]) if turn is None else turn
    return argument(
        f"{row['argument']}{at}",
        at,
        direction,
        strength=float(row["strength"]),
        novelty=float(row["novelty"]),
        reasoning=Reasoning(row["reasoning"]),
        reliability=Reliability(row["source"]),
        consistent=row["consistent"] == "yes",
    )


@pytest.mark.parametrize("row", ARGUMENTS, ids=lambda row: row["argument"])
def test_the_step_of_an_argument(row: Row) -> None:
    made = _make_argument(row)
    assert weigh_quality(made) == pytest.approx(_last_number(row["quality"]), abs=EXACT)
    assert compute_step(made, POLICY) == pytest.approx(_last_number(row["step"]), abs=EXACT)


def test_the_life_of_a_belief() -> None:
    by_name = {row["argument"]: row for row in ARGUMENTS}
    life = Life()
    told = 0
    for row in LIFE:
        closes = int(row["closes at"])
        said = [
            _make_argument(by_name[name], int(turn), 1 if sign == "+" else -1)
            for sign, name, turn in SAID.findall(row["what happened"])
        ]
        before = life.belief.stance if life.belief else 0.0
        for turn in range(told + 1, closes + 1):
            life.argue([each for each in said if each.turn == turn], turn)
        if "reflection" in row["what happened"]:
            life.reflect(closes)
        told = closes
        assert life.belief is not None
        assert life.belief.stance == pytest.approx(_last_number(row["stance"]), abs=EXACT), row
        assert life.belief.confidence == pytest.approx(_last_number(row["confidence"]), abs=EXACT), row
        assert (life.belief.support, life.belief.contradiction) == (int(row["for"]), int(row["against"])), row
        if row["divided by"]:
            moved = _last_number(row["sum"]) / _last_number(row["divided by"])
            assert life.belief.stance - before == pytest.approx(moved, abs=EXACT), row


@pytest.mark.parametrize("row", FADING, ids=lambda row: f"{row['n']} at {row['reflections at']}")
def test_what_fades_by_default_and_in_the_documents_preset(row: Row) -> None:
    net = int(row["n"])
    points = [int(turn) for turn in row["reflections at"].split(",")]
    assert compute_confidence(net, POLICY) == pytest.approx(float(row["confidence"]), abs=EXACT)
    for preset in ("default", "snapshot_reflection"):
        after = decay_belief(belief(support=net, reinforced=20), points, get_preset(preset))
        assert after.state is (State.ARCHIVED if row[preset] == "dropped" else State.ACTIVE)
        left = row["left of it"] if row[preset] == "dropped" else row[preset]
        assert after.confidence == pytest.approx(_last_number(left), abs=EXACT)
