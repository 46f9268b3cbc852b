"""A reflection, or the preview of one, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlas.model.thinking import Reflection
from atlas.surfaces.views.json_text import make_plain
from atlas.surfaces.views.memory import view_judged

if TYPE_CHECKING:
    from atlas.engine.inspect.explain import ReflectionStory
    from atlas.engine.jobs.job_control import Preview


def view_preview(preview: Preview) -> dict[str, object]:
    from atlas.model.plain_data import proposal_to_plain

    return {**make_plain(preview), "proposals": [proposal_to_plain(each) for each in preview.proposals]}


def view_reflection(story: ReflectionStory) -> dict[str, object]:
    return {
        "reflection": story.reflection,
        "job": story.job,
        "inputs": story.inputs,
        "proposals": [view_judged(each) for each in story.proposals],
        "calls": story.calls,
    }


def view_reflection_summary(reflection: Reflection) -> dict[str, object]:
    fields = {
        "id": reflection.id,
        "task": reflection.task.value,
        "thinker": reflection.thinker,
        "proposed": reflection.proposed,
    }
    return {**fields, "money": reflection.money, "problem": reflection.problem}
