"""What may not be served must not hide what may: replies are served only beside what they answer (C3)."""

from __future__ import annotations

from typing import Any

import pytest

from atlas.engine.intake.observe import Said
from atlas.engine.serve import recall
from atlas.model.interaction import Role

QUESTION = "Why does the bicycle squeak in the rain?"


def test_replies_that_nobody_asked_for_hide_nothing(life: Any) -> None:
    life.say("My old bicycle began to squeak when the chain rusted.")
    for number in range(3):
        said = [Said(Role.ASSISTANT, f"{QUESTION} Perhaps reason {number * 100 + n}.") for n in range(100)]
        assert life.atlas.observe(messages=said, conversation="agent").acknowledged
    life.atlas.flush()
    assert "chain rusted" in " ".join(each.memory.content for each in life.atlas.recall(QUESTION))
    assert "chain rusted" in life.atlas.context(QUESTION).data


def test_of_many_that_say_the_same_one_is_read(life: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """At 100,000 turns the rows of one reply, said over and over, made a recall take seconds."""
    for at in range(40):
        life.say(f"Bicycle {at} squeaks.", "Oil the chain of the bicycle.", conversation=f"c{at}")
    read: list[str] = []
    read_rows = recall._RankedRows._read_rows

    def counted(rows: Any, names: Any) -> None:
        wanted = list(names)
        read.extend(wanted)
        read_rows(rows, wanted)

    monkeypatch.setattr(recall._RankedRows, "_read_rows", counted)
    found = life.atlas.recall("Which chain of the bicycle?", 3)
    told = [item.memory.content for item in found]
    assert told.count("Oil the chain of the bicycle.") <= 1
    replies = [each for each in set(read) if life.atlas.inspect.memory(each).memory.content.startswith("Oil")]
    assert len(replies) == 1
