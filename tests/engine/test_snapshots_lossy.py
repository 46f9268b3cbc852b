"""Forty rewrites by a model that loses one line in forty: what is believed survives them, but in the source document's
own way (B7, B8)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from _minds import mind, minded, remade
from _positions import TOPICS, argue, hold, pass_turns, read_beliefs, read_pending, read_persona, read_snapshots

from atlas.beliefs.policy import get_preset
from atlas.beliefs.positions import find_positions
from atlas.beliefs.validation import CONFIDENT
from atlas.curation.policy import Mode
from atlas.language.document_blocks import split_blocks
from atlas.model.task import Task

REWRITES = 40
HELD = 24
_PERSONA = re.compile(r"The persona:\n\n(`{3,})\n(.*?)\n\1\n", re.DOTALL)


class Lossy:
    """A model that means well: it takes in what is new, and loses a line in forty of what it has to keep."""

    def __init__(self) -> None:
        self.asked = 0

    def lines(self, asked: str) -> tuple[str, list[int]]:
        """The persona as it was shown, and the numbers of the lines that are lost this time."""
        found = _PERSONA.search(asked)
        assert found is not None
        self.asked += 1
        text = f"{found[2].strip()}\n"
        bullets = [number for number, line in enumerate(text.splitlines()) if line.startswith("- ")]
        return text, [number for at, number in enumerate(bullets) if (at + 7 * self.asked) % 40 == 0]

    def edit(self, asked: str, _schema: Any) -> dict[str, Any]:
        text, lost = self.lines(asked)
        new = f"- Has heard of trial {self.asked}, and what it came to in the end.\n"
        edits = [{"step": "integrate", "block": "Manner", "old": "", "new": new}]
        for number in lost:
            line = f"{text.splitlines()[number]}\n"
            block = next(block.name for block in split_blocks(text) if line in block.text)
            edits.append({"step": "synthesize", "block": block, "old": line, "new": ""})
        return {"edits": edits}

    def rewrite(self, asked: str, _schema: Any) -> dict[str, Any]:
        text, lost = self.lines(asked)
        kept = [line for number, line in enumerate(text.splitlines()) if number not in lost]
        return {"persona": "\n".join([*kept, f"I have heard of trial {self.asked}."]) + "\n"}


def live_forty(life: Any, **parts: Any) -> Any:
    """Forty reflections, each with something to take in; the first, by rules, brought the positions in."""
    life.say("We had trials of all of that, and each of them is written up.")
    pass_turns(life.runtime, 1)
    held = [hold(life.runtime, f"{TOPICS[number % 6]} in team {number}", support=19) for number in range(HELD)]
    life.atlas.jobs.reflect(Task.SNAPSHOT)
    assert len(find_positions(read_persona(life.runtime))) == HELD
    lossy = Lossy()
    model = mind(snapshot=lossy.edit, rewrite=lossy.rewrite)
    remade(life, **parts)
    minded(life, model, curation=replace(life.runtime.curation, mode=Mode.AUTO))
    for number in range(2 * REWRITES):
        if lossy.asked == REWRITES:
            break
        life.virtual.later(minutes=5)
        pass_turns(life.runtime, 1)
        argue(life.runtime, held[number % HELD], f"Trial {number} came to the same end as the ones before it.")
        life.atlas.jobs.reflect(Task.SNAPSHOT)
    assert lossy.asked == REWRITES
    return life


def test_every_confident_belief_survives_forty_rewrites(life) -> None:  # B7
    live_forty(life)
    confident = {each.id for each in read_beliefs(life.runtime).values() if each.confidence >= CONFIDENT}
    assert len(confident) == HELD
    assert confident <= set(find_positions(read_persona(life.runtime)))
    snapshots = read_snapshots(life.runtime)
    assert all(each.kept == each.confident for each in snapshots)
    rejected = sum(not each.committed for each in snapshots)
    assert 5 < rejected < REWRITES - 5  # some were rejected, and some taken
    assert len(read_pending(life.runtime)) <= 1  # what the last one would have taken in


def test_the_source_documents_way_says_how_many_it_loses(life) -> None:  # B6, B8
    live_forty(life, beliefs=get_preset("snapshot_reflection"))
    left = len(find_positions(read_persona(life.runtime)))
    snapshots = read_snapshots(life.runtime)
    assert sum(each.confident - each.kept for each in snapshots) == HELD - left
    assert left < HELD / 2
