"""Reflection over the persona through a real model over the wire (B6, B7).

It is too small to edit well: what is asserted is that whatever it says, the run is recorded with its cost, no position
is lost, and nothing that it wrote stands without a person.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.llm.openai import OpenAiModel
from atlas.beliefs import model_editor
from atlas.beliefs.policy import PRESETS
from atlas.beliefs.positions import find_positions
from atlas.model.task import Size, Task
from atlas.testing.virtual import virtual
from engine._positions import argue, hold, pass_turns, read_pending, read_persona, read_snapshots

SECONDS = 3_600.0
"""On a busy machine it writes a word a second."""
TOKENS = 200
"""Of its answer: it goes on for as long as it may, so that what it says is cut off and rejected, as a rule."""


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_a_persona_goes_through_a_reflection(
    real_model: OpenAiModel, tmp_path: Path, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_editor, "MAX_TOKENS", TOKENS)
    lived = virtual(tmp_path / "real.atlas")
    before = Atlas(lived.runtime, background=False)
    before.observe("Our trial of remote work showed fewer meetings.", "I see.")
    before.flush()  # by rules: what is left for the model is the reflection alone
    pass_turns(lived.runtime, 1)
    belief = hold(lived.runtime, "remote work")
    argue(lived.runtime, belief, "A trial in two teams showed fewer meetings.")
    runtime = replace(
        lived.runtime,
        models={Size.SMALL: real_model, Size.MEDIUM: real_model},
        beliefs=PRESETS[preset],
        time_limits={Task.SNAPSHOT: SECONDS},
    )
    atlas = Atlas(runtime, background=False)
    lived.later(minutes=5)
    (record,) = [each for each in atlas.jobs.reflect(Task.SNAPSHOT) if each.task is Task.SNAPSHOT]
    assert record.calls
    assert record.tokens
    assert record.said["status"] in ("ok", "unchanged", "rejected")
    (snapshot,) = read_snapshots(runtime)
    assert snapshot.committed == (record.said["status"] != "rejected")
    if preset == "default" and snapshot.committed:
        assert find_positions(read_persona(runtime)) == (belief,)
    held = [each for each in atlas.review.pending().proposals if each.reflection == record.id]
    assert not held or read_pending(runtime)
    assert atlas.admin.verify().ok
