"""All about what has an id and is no memory: a reflection, a job, a failure, a pattern, a suggestion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from atlas.model.ids import Prefix
from atlas.surfaces.cli.review import suggestions as offers
from atlas.surfaces.cli.shared.output import print_json, print_text
from atlas.surfaces.cli.thinking import failures as recurring
from atlas.surfaces.cli.thinking import jobs as owed
from atlas.surfaces.cli.thinking import reflection_text as reflected
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


def tell_of(run: Run, atlas: Atlas, id: str) -> bool:
    """Tell all about it; False where it is of none of these kinds."""
    teller = _TELLERS.get(id[:2])
    if teller is None:
        return False
    teller(run, atlas, id)
    return True


def _reflection(run: Run, atlas: Atlas, id: str) -> None:
    check_prefix_length(id)
    story = atlas.inspect.reflection(id)
    if run.as_json:
        print_json(view_reflection(story))
    else:
        print_text(*reflected.reflection_card(story, reflected.statuses(atlas, story.proposals), run.zone))


def _job(run: Run, atlas: Atlas, id: str) -> None:
    job = find_job(atlas, id)
    thoughts = [each.id for each in atlas.jobs.reflections(MANY, job.task.value) if each.job == job.id]
    _tell(run, {"job": job, "reflections": thoughts}, lambda: owed.job_card(job, thoughts, atlas.admin.now(), run.zone))


def _failure(run: Run, atlas: Atlas, id: str) -> None:
    failure, messages = find_failure(atlas, id), MessageLookup(atlas)
    known = [
        each
        for each in atlas.inspect.failures(MANY)
        if each.type == failure.type and each.type and each.id != failure.id
    ]
    data = {"failure": view_failure(failure, messages), "alike": [each.id for each in known]}
    _tell(run, data, lambda: recurring.failure_card(failure, known, messages, run.zone))


def _pattern(run: Run, atlas: Atlas, id: str) -> None:
    pattern, messages = find_pattern(atlas, id), MessageLookup(atlas)
    behind = [each for each in atlas.inspect.failures(MANY) if each.id in pattern.evidence]
    data = {"pattern": pattern, "failures": [view_failure(each, messages) for each in behind]}
    _tell(run, data, lambda: recurring.pattern_card(pattern, behind, messages, run.zone))


def _suggestion(run: Run, atlas: Atlas, id: str) -> None:
    found, messages = find_suggestion(atlas, id), MessageLookup(atlas)
    data = {"suggestion": found, "said": [messages.message_text(message) for message in found.sources]}
    _tell(run, data, lambda: offers.suggestion_card(found, messages, run.zone))


def _tell(run: Run, data: Mapping[str, object], card: Callable[[], Iterable[RenderableType]]) -> None:
    print_json(dict(data)) if run.as_json else print_text(*card())


_TELLERS: Final = {
    f"{Prefix.REFLECTION}_": _reflection,
    f"{Prefix.JOB}_": _job,
    f"{Prefix.FAILURE}_": _failure,
    f"{Prefix.PATTERN}_": _pattern,
    f"{Prefix.SUGGESTION}_": _suggestion,
}
