"""All four tiers through a real model over the wire. It is too small to think well: what is asserted is that whatever
it says, every run is recorded with its cost, nothing that it says is in use, and nothing is lost (R6, J7, J13).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.llm.openai import OpenAiModel
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.memory import Kind, Status
from atlas.model.task import Size, Task
from atlas.model.thinking import JobState
from atlas.testing.virtual import virtual

TALK = (
    ("I live in Porto with my sister Ana.", "That sounds nice."),
    ("What is the port of the printer?", "It is 8080."),
    ("No, that's wrong. It is 9100, not 8080.", "Thank you."),
)


@pytest.mark.slow
def test_four_tiers_with_a_real_model(real_model: OpenAiModel, tmp_path: Path) -> None:
    lived = virtual(tmp_path / "real.atlas", models=dict.fromkeys(Size, real_model))
    atlas = Atlas(lived.runtime, background=False)
    for user, assistant in TALK:
        atlas.observe(user, assistant, conversation="c")
    run_owed_jobs(lived.runtime)
    for _ in range(4):  # what was of no use is tried again, later
        lived.later(hours=2)
        run_owed_jobs(lived.runtime)
    atlas.jobs.reflect("nightly")
    atlas.jobs.reflect("weekly")
    ran = atlas.jobs.reflections(1_000)
    for task in (Task.READING, Task.ADAPTIVE, Task.NIGHTLY):
        asked = [each for each in ran if each.task is task]
        assert any(each.calls > 0 and each.tokens > 0 for each in asked), task
    assert any(each.task is Task.WEEKLY for each in ran)
    assert atlas.jobs.costs().ever.calls == sum(
        1 for each in atlas.jobs.costs(limit=1_000).calls if each.state != "failed"
    )
    _nothing_of_it_is_in_use(atlas)
    assert atlas.admin.verify().ok
    with lived.runtime.store.reading(lived.runtime.space) as reader:
        assert reader.jobs(JobState.RUNNING, 10) == []
    assert any("Porto" in found.memory.content for found in atlas.recall("Where do I live?"))


def _nothing_of_it_is_in_use(atlas: Atlas) -> None:
    """What rules heard the user say may be approved; a model's words wait for a person."""
    by_rules = {each.id for each in atlas.jobs.reflections(1_000) if each.thinker == "rules"}
    for memory in atlas.memories(limit=1_000):
        if memory.kind is not Kind.EPISODE and memory.status is Status.APPROVED:
            assert memory.reflection in by_rules
