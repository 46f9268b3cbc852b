"""`atlas reflect` and `atlas reflections`: think now, and list past thinking."""

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
    cost_text,
    name_thinker,
    proposals_text,
    read_statuses,
    reflection_gist,
    reflection_table,
    said_rows,
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
    """Think now: lightweight, adaptive, nightly, weekly, observations, evolution, or snapshot.

    Lightweight and adaptive do what is owed of them; nightly looks at all that was said since the last night, weekly at
    the last seven days, and observations takes notes of what was said since the last ones; evolution amends the
    documents after sessions that ended, and snapshot rewrites the persona by what was argued. With a language model it
    asks that, within the budget; without one the small reader and the rules think alone. The exit code is 1 if there
    was a problem.
    """
    with run.open_atlas(with_model=True) as atlas:
        if dry_run:
            preview = atlas.jobs.preview(tier)
            print_json(view_preview(preview)) if run.as_json else print_text(*_preview_lines(preview))
            return
        with progress_bar(f"{tier} thinking", None, quiet=run.as_json):
            thoughts = atlas.jobs.reflect(tier)
        if not thoughts:
            _refuse_stuck(atlas, Task(tier), run.zone)
        _print_reflections(run, atlas, Task(tier), thoughts)
    if any(each.problem for each in thoughts):
        raise click.exceptions.Exit(1)


def _spec_of(task: Task) -> TaskSpec:
    from atlas.engine.jobs.registry import spec_of  # with the engine, which `--help` does without

    return spec_of(task)


def _refuse_stuck(atlas: Atlas, task: Task, zone: tzinfo) -> None:
    """Say why a tier that was asked for did not think: its job is with somebody else, waits, or is given up."""
    waiting = [job for state in _STUCK for job in atlas.jobs.list(state.value, MANY) if job.task is task]
    if waiting:
        raise Refused(_describe_stuck(waiting[0], zone))


def _describe_stuck(job: Job, zone: tzinfo) -> str:
    id, problem = short_id(job.id), f" {one_line(job.problem)}" if job.problem else ""
    if job.state is JobState.RUNNING:
        return f"Another process is at {job.task.value} thinking already ({id})."
    if job.state is JobState.QUEUED:
        later = f"it is tried again at {format_moment(job.due_at, zone)}" if job.due_at else "it is tried again"
        return f"{job.task.value.capitalize()} thinking did not work; {later} ({id}).{problem}"
    again = f"take it up again with atlas learning jobs retry {id}"
    return f"{job.task.value.capitalize()} thinking is stuck; {again}.{problem}"


def _print_reflections(run: Run, atlas: Atlas, task: Task, thoughts: Sequence[Reflection]) -> None:
    if run.as_json:
        print_json({"reflections": [view_reflection(atlas.inspect.reflection(each.id)) for each in thoughts]})
        return
    if not thoughts:
        print_text("Nothing to think about.", hint_text(_spec_of(task).none_owed))
        return
    worth_showing = [each for each in thoughts if each.proposed or each.problem or each.calls] or list(thoughts)
    for each in worth_showing[-_SHOWN:]:
        print_text(*_reflection_lines(atlas, atlas.inspect.reflection(each.id)))
    if len(thoughts) > _SHOWN or len(worth_showing) < len(thoughts):
        print_text(
            f"{format_count(len(thoughts), 'reflection')} in all, {sum(each.proposed for each in thoughts):,} proposed."
        )
    print_text(
        hint_text(f"All about it: atlas show {short_id(thoughts[-1].id)}. All of them: atlas learning reflections")
    )


def _reflection_lines(atlas: Atlas, story: ReflectionStory) -> Iterator[RenderableType]:
    reflection = story.reflection
    messages, cost = format_count(len(reflection.inputs), "message"), cost_text(reflection)
    yield styled_text(
        (f"{reflection.task.value} thinking", "bold"),
        f" by {name_thinker(reflection)}",
        (f"   {short_id(reflection.id)}, {messages} read, cost {cost}", "dim"),
    )
    if reflection.problem:
        yield indent_part(styled_text((one_line(reflection.problem), "yellow")), 2)
    if _spec_of(reflection.task).told_at_length and (rows := said_rows(reflection.said)):
        yield indent_part(make_field_table(rows), 2)
    elif summary := reflection_gist(reflection):
        yield indent_part(summary, 2)
    for part in proposals_text(story.proposals, read_statuses(atlas, story.proposals)) if story.proposals else ():
        yield indent_part(part, 2)
    suggested = _count_suggestions(atlas, reflection)
    if suggested or not story.proposals:
        yield indent_part(hint_text(suggested or "It proposed nothing."), 2)


def _count_suggestions(atlas: Atlas, reflection: Reflection) -> str:
    """Count the suggestions of a reflection, which change no memory."""
    number = sum(each.reflection == reflection.id for each in atlas.review.suggestions(None, MANY))
    return f"{format_count(number, 'suggestion')}: atlas learning suggestions" if number else ""


# --- before it thinks


def _preview_lines(preview: Preview) -> Iterator[RenderableType]:
    if not preview.messages and not preview.memories and not preview.questions:
        yield f"{preview.task.value.capitalize()} thinking would have nothing to think about."
        return
    yield styled_text((f"{preview.task.value} thinking", "bold"), " would now:")
    yield indent_part(make_field_table(_preview_fields(preview)), 2)
    yield from _first_lines([proposal_text(each) for each in preview.proposals])
    if preview.suggestions:
        yield indent_part(f"suggest  {format_count(len(preview.suggestions), 'thing')} for tomorrow", 2)
        yield from _first_lines(preview.suggestions)
    yield hint_text(f"Nothing was asked, and nothing changed. Do it: atlas learning reflect {preview.task.value}")


def _first_lines(texts: Sequence[str]) -> Iterator[RenderableType]:
    for text in texts[:_SHOWN]:
        yield indent_part(f"· {clip_line(text, 300)}", 4)
    if len(texts) > _SHOWN:
        yield indent_part(hint_text(f"and {len(texts) - _SHOWN:,} more: --json has them"), 4)


def _preview_fields(preview: Preview) -> Iterator[tuple[str, str]]:
    yield "read", f"{format_count(preview.messages, 'message')}, {format_count(preview.memories, 'memory', 'memories')}"
    if preview.thinker != "rules":
        yield "ask", format_count(preview.questions, "question")
        tokens = format_count(preview.tokens, "token")
        unpriced = preview.questions and not preview.money
        most = (
            f"price unknown, at the most {tokens}"
            if unpriced
            else f"at the most {format_dollars(preview.money)}, {tokens}"
        )
        yield "cost", f"{most} for these; answers may lead to more, within the budget (atlas learning costs)"
        yield "propose", "what the model's answers hold; nobody can tell before"
    else:
        yield "ask", "nothing: the rules think alone"
        yield "cost", "nothing"
        yield "propose", format_count(len(preview.proposals), "change") if preview.proposals else "nothing"


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
        listed = atlas.jobs.reflections(limit, tier)
    if run.as_json:
        print_json({"reflections": list(listed)})
    elif not listed:
        print_text("Nothing like that was thought yet." if tier else "Nothing was thought yet.")
        print_text(
            hint_text(
                f"Think now: atlas learning reflect {tier if tier in TIERS else 'nightly'}. "
                "Tell it something: atlas chat"
            )
        )
    else:
        more = f" More: --limit {limit * 5}." if len(listed) == limit else ""
        print_text(
            reflection_table(listed, run.zone),
            hint_text(f"Why, and what came of it: atlas show {short_id(listed[0].id)}.{more}"),
        )
