"""What may not be served must not hide what may: replies are served only beside what they answer (C3)."""

from __future__ import annotations

from typing import Any

from atlas.engine.intake.observe import Said
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
