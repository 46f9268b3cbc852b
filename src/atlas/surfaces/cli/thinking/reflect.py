"""`atlas reflect` and `atlas reflections`: think now, see what was thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.errors import Refused
from atlas.model.task import ASKED_FOR, TIERS, Task
from atlas.model.thinking import Job, JobState, Reflection
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Word, command, limit_option
from atlas.surfaces.cli.shared.output import (
    hint_text,
    indent_part,
    make_field_table,
    print_json,
    print_text,
    progress_bar,
    styled_text,
)
from atlas.surfaces.cli.thinking.reflection_text import (
    by_whom,
    cost_text,
    gist,
    proposals_text,
    reflection_table,
    said_rows,
    statuses,
)
from atlas.surfaces.views.id_lookup import MANY
from atlas.surfaces.views.memory import proposal_text
from atlas.surfaces.views.reflection import view_preview, view_reflection
from atlas.surfaces.views.text import clip_line, format_count, format_dollars, format_moment, one_line, short_id

if TYPE_CHECKING:
    from datetime import tzinfo

    from rich.console import RenderableType

    from atlas.engine.inspect.explain import ReflectionStory
    from atlas.engine.jobs.job_control import Preview
    from atlas.engine.jobs.task_spec import TaskSpec
    from atlas.surfaces.library import Atlas

TIER: Final = Word("TIER", {task.value: task.value for task in ASKED_FOR})
_TASK: Final = Word("TIER", {task.value: task.value for task in Task})
_SHOWN: Final = 10
_STUCK: Final = (JobState.RUNNING, JobState.PARKED, JobState.POISON, JobState.QUEUED)


@command(
    "reflect",
    "atlas reflect nightly",
    "atlas reflect nightly --dry-run    # what it would read, ask and cost",
    "atlas reflect adaptive --json | jq '.reflections[].proposals'",
    gives="reflections, each with reflection, job, inputs, proposals (with their verdicts) and calls; with --dry-run "
    "task, thinker, messages, memories, questions, tokens, money (in millionths), proposals and suggestions.",
)
@click.argument("tier", type=TIER)
@click.option("--dry-run", is_flag=True, help="Only say what it would read, ask and cost; nothing is changed.")
@pass_run
def reflect(run: Run, tier: str, dry_run: bool) -> None:
    """Think now: lightweight, adaptive, nightly, weekly, or observations.

    Lightweight and adaptive do what is owed of them; nightly looks at all that was said since the last night, weekly at
    the last seven days, and observations takes notes of what was said since the last ones. With a language model it
    asks that, within the budget; without one the rules think alone. The exit code is 1 if there was a problem.
    """
    with run.open_atlas(with_model=True) as atlas:
        if dry_run:
            seen = atlas.jobs.preview(tier)
            print_json(view_preview(seen)) if run.as_json else print_text(*_preview(seen))
            return
        with progress_bar(f"{tier} thinking", None, quiet=run.as_json):
            thought = atlas.jobs.reflect(tier)
        if not thought:
            _stuck(atlas, Task(tier), run.zone)
        _told(run, atlas, Task(tier), thought)
    if any(each.problem for each in thought):
        raise click.exceptions.Exit(1)


def _spec_of(task: Task) -> TaskSpec:
    from atlas.engine.jobs.registry import spec_of  # with the engine, which `--help` does without

    return spec_of(task)


def _stuck(atlas: Atlas, task: Task, zone: tzinfo) -> None:
    """Why a tier that was asked for did not think: its job is with somebody else, waits, or is given up."""
    found = [job for state in _STUCK for job in atlas.jobs.list(state.value, MANY) if job.task is task]
    if found:
        raise Refused(_why_stuck(found[0], zone))


def _why_stuck(job: Job, zone: tzinfo) -> str:
    id, problem = short_id(job.id), f" {one_line(job.problem)}" if job.problem else ""
    if job.state is JobState.RUNNING:
        return f"Another process is at {job.task.value} thinking already ({id})."
    if job.state is JobState.QUEUED:
        later = f"it is tried again at {format_moment(job.due_at, zone)}" if job.due_at else "it is tried again"
        return f"{job.task.value.capitalize()} thinking did not work; {later} ({id}).{problem}"
    return f"{job.task.value.capitalize()} thinking is stuck; take it up again with atlas jobs retry {id}.{problem}"


def _told(run: Run, atlas: Atlas, task: Task, thought: Sequence[Reflection]) -> None:
    if run.as_json:
        print_json({"reflections": [view_reflection(atlas.inspect.reflection(each.id)) for each in thought]})
        return
    if not thought:
        print_text("Nothing to think about.", hint_text(_spec_of(task).none_owed))
        return
    telling = [each for each in thought if each.proposed or each.problem or each.calls] or list(thought)
    for each in telling[-_SHOWN:]:
        print_text(*_thought(atlas, atlas.inspect.reflection(each.id)))
    if len(thought) > _SHOWN or len(telling) < len(thought):
        print_text(
            f"{format_count(len(thought), 'reflection')} in all, {sum(each.proposed for each in thought):,} proposed."
        )
    print_text(hint_text(f"All about it: atlas show {short_id(thought[-1].id)}. All of them: atlas reflections"))


def _thought(atlas: Atlas, story: ReflectionStory) -> Iterator[RenderableType]:
    reflection = story.reflection
    read, cost = format_count(len(reflection.inputs), "message"), cost_text(reflection)
    yield styled_text(
        (f"{reflection.task.value} thinking", "bold"),
        f" by {by_whom(reflection)}",
        (f"   {short_id(reflection.id)}, {read} read, cost {cost}", "dim"),
    )
    if reflection.problem:
        yield indent_part(styled_text((one_line(reflection.problem), "yellow")), 2)
    if _spec_of(reflection.task).told_at_length and (said := said_rows(reflection.said)):
        yield indent_part(make_field_table(said), 2)
    elif told := gist(reflection):
        yield indent_part(told, 2)
    for part in proposals_text(story.proposals, statuses(atlas, story.proposals)) if story.proposals else ():
        yield indent_part(part, 2)
    if not story.proposals:
        yield indent_part(hint_text(_offered(atlas, reflection) or "It proposed nothing."), 2)


def _offered(atlas: Atlas, reflection: Reflection) -> str:
    """What came of it that changes no memory."""
    number = sum(each.reflection == reflection.id for each in atlas.review.suggestions(None, MANY))
    return f"{format_count(number, 'suggestion')}: atlas suggestions" if number else ""


# --- before it thinks


def _preview(seen: Preview) -> Iterator[RenderableType]:
    if not seen.messages and not seen.memories and not seen.questions:
        yield f"{seen.task.value.capitalize()} thinking would have nothing to think about."
        return
    yield styled_text((f"{seen.task.value} thinking", "bold"), " would now:")
    yield indent_part(make_field_table(_would(seen)), 2)
    yield from _some([proposal_text(each) for each in seen.proposals])
    if seen.suggestions:
        yield indent_part(f"suggest  {format_count(len(seen.suggestions), 'thing')} for tomorrow", 2)
        yield from _some(seen.suggestions)
    yield hint_text(f"Nothing was asked, and nothing changed. Do it: atlas reflect {seen.task.value}")


def _some(texts: Sequence[str]) -> Iterator[RenderableType]:
    for text in texts[:_SHOWN]:
        yield indent_part(f"· {clip_line(text, 300)}", 4)
    if len(texts) > _SHOWN:
        yield indent_part(hint_text(f"and {len(texts) - _SHOWN:,} more: --json has them"), 4)


def _would(seen: Preview) -> Iterator[tuple[str, str]]:
    yield "read", f"{format_count(seen.messages, 'message')}, {format_count(seen.memories, 'memory', 'memories')}"
    if seen.thinker != "rules":
        yield "ask", format_count(seen.questions, "question")
        tokens = format_count(seen.tokens, "token")
        unpriced = seen.questions and not seen.money
        most = (
            f"price unknown, at the most {tokens}"
            if unpriced
            else f"at the most {format_dollars(seen.money)}, {tokens}"
        )
        yield "cost", f"{most} for these; answers may lead to more, within the budget (atlas costs)"
        yield "propose", "what the model's answers hold; nobody can tell before"
    else:
        yield "ask", "nothing: the rules think alone"
        yield "cost", "nothing"
        yield "propose", format_count(len(seen.proposals), "change") if seen.proposals else "nothing"


# --- what was thought


@command(
    "reflections",
    "atlas reflections",
    "atlas reflections --tier nightly --limit 5",
    "atlas reflections --json | jq '.reflections[] | select(.problem)'",
    "atlas show r_4kq9zt",
    gives="reflections, newest first: id, task, thinker (rules, or models by name), trigger, at, inputs (ids), "
    "proposed, said, prompt_hash, calls, tokens, money (in millionths), problem; what is at its default is left out.",
)
@click.option("--tier", type=_TASK, help=f"Only of one: {', '.join(TIERS)}.")
@limit_option(20)
@pass_run
def reflections(run: Run, tier: str | None, limit: int) -> None:
    """List what was thought, newest first.

    By the rules or by a model, and what was proposed. What became of it, why it was thought, and from which words:
    atlas show with its id.
    """
    with run.open_for_reading() as atlas:
        found = atlas.jobs.reflections(limit, tier)
    if run.as_json:
        print_json({"reflections": list(found)})
    elif not found:
        print_text("Nothing like that was thought yet." if tier else "Nothing was thought yet.")
        print_text(
            hint_text(f"Think now: atlas reflect {tier if tier in TIERS else 'nightly'}. Tell it something: atlas chat")
        )
    else:
        more = f" More: --limit {limit * 5}." if len(found) == limit else ""
        print_text(
            reflection_table(found, run.zone),
            hint_text(f"Why, and what came of it: atlas show {short_id(found[0].id)}.{more}"),
        )
