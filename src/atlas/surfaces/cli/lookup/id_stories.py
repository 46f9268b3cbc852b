"""The story of an id that is no memory's: of a reflection, a job, a failure, a pattern, a suggestion, a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from atlas.model.ids import Prefix
from atlas.surfaces.cli.beliefs.life import life_lines
from atlas.surfaces.cli.review.suggestions import suggestion_card
from atlas.surfaces.cli.shared.output import print_json, print_text
from atlas.surfaces.cli.thinking.failures import failure_card, pattern_card
from atlas.surfaces.cli.thinking.jobs import job_card
from atlas.surfaces.cli.thinking.reflection_text import read_statuses, reflection_card
from atlas.surfaces.views.beliefs import view_belief_story
from atlas.surfaces.views.id_lookup import (
    MANY,
    MessageLookup,
    check_prefix_length,
    find_failure,
    find_job,
    find_pattern,
    find_suggestion,
)
from atlas.surfaces.views.reflection import view_reflection
from atlas.surfaces.views.signals import view_failure

if TYPE_CHECKING:
    from rich.console import RenderableType

    from atlas.surfaces.cli.shared.command_context import Run
    from atlas.surfaces.library import Atlas


def print_story(run: Run, atlas: Atlas, id: str) -> bool:
    """Print the story of an id; False where the id is of none of these kinds."""
    printer = _PRINTERS.get(id[:2])
    if printer is None:
        return False
    printer(run, atlas, id)
    return True


def _print_reflection(run: Run, atlas: Atlas, id: str) -> None:
    check_prefix_length(id)
    story = atlas.inspect.reflection(id)
    if run.as_json:
        print_json(view_reflection(story))
    else:
        print_text(*reflection_card(story, read_statuses(atlas, story.proposals), run.zone))


def _print_job(run: Run, atlas: Atlas, id: str) -> None:
    job = find_job(atlas, id)
    reflections = [each.id for each in atlas.jobs.reflections(MANY, job.task.value) if each.job == job.id]
    data = {"job": job, "reflections": reflections}
    _print_card(run, data, lambda: job_card(job, reflections, atlas.admin.now(), run.zone))


def _print_failure(run: Run, atlas: Atlas, id: str) -> None:
    failure, messages = find_failure(atlas, id), MessageLookup(atlas)
    alike = [
        each
        for each in atlas.inspect.failures(MANY)
        if each.type == failure.type and each.type and each.id != failure.id
    ]
    data = {"failure": view_failure(failure, messages), "alike": [each.id for each in alike]}
    _print_card(run, data, lambda: failure_card(failure, alike, messages, run.zone))


def _print_pattern(run: Run, atlas: Atlas, id: str) -> None:
    pattern, messages = find_pattern(atlas, id), MessageLookup(atlas)
    behind = [each for each in atlas.inspect.failures(MANY) if each.id in pattern.evidence]
    data = {"pattern": pattern, "failures": [view_failure(each, messages) for each in behind]}
    _print_card(run, data, lambda: pattern_card(pattern, behind, messages, run.zone))


def _print_suggestion(run: Run, atlas: Atlas, id: str) -> None:
    suggestion, messages = find_suggestion(atlas, id), MessageLookup(atlas)
    data = {"suggestion": suggestion, "said": [messages.message_text(message) for message in suggestion.sources]}
    _print_card(run, data, lambda: suggestion_card(suggestion, messages, run.zone))


def _print_belief(run: Run, atlas: Atlas, id: str) -> None:
    story = atlas.beliefs.story(id)
    if run.as_json:
        print_json(view_belief_story(story))
    else:
        print_text(*life_lines(story, run.zone))


def _print_card(run: Run, data: Mapping[str, object], card: Callable[[], Iterable[RenderableType]]) -> None:
    print_json(dict(data)) if run.as_json else print_text(*card())


_PRINTERS: Final = {
    f"{Prefix.REFLECTION}_": _print_reflection,
    f"{Prefix.JOB}_": _print_job,
    f"{Prefix.FAILURE}_": _print_failure,
    f"{Prefix.PATTERN}_": _print_pattern,
    f"{Prefix.SUGGESTION}_": _print_suggestion,
    f"{Prefix.BELIEF}_": _print_belief,
}
