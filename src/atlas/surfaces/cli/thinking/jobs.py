"""`atlas jobs`: jobs that are owed, that wait for somebody, or that were given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from atlas.model.thinking import Job, JobState
from atlas.surfaces.cli.shared.command_context import Run, pass_run
from atlas.surfaces.cli.shared.grammar import Word, command, group, limit_option
from atlas.surfaces.cli.shared.output import (
    hint_text,
    make_field_table,
    make_table,
    print_json,
    print_text,
    styled_text,
)
from atlas.surfaces.views.id_lookup import check_id_kind, find_job
from atlas.surfaces.views.signal_labels import describe_event
from atlas.surfaces.views.text import format_count, format_moment, one_line, short_id

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from rich.console import RenderableType
    from rich.text import Text

    from atlas.surfaces.library import Atlas

_NEEDS_YOU: Final = (JobState.POISON, JobState.PARKED)
_SHOWN_FIRST: Final = (*_NEEDS_YOU, JobState.RUNNING, JobState.QUEUED)
STATE_WORDS: Final = {
    JobState.QUEUED: "owed",
    JobState.RUNNING: "running",
    JobState.DONE: "done",
    JobState.PARKED: "parked",
    JobState.POISON: "given up",
    JobState.DROPPED: "dropped",
}
_STYLES: Final = {JobState.PARKED: "yellow", JobState.POISON: "red", JobState.RUNNING: "green"}
_OPEN, _ALL = "open", "all"
_STATE: Final = Word(
    "STATE",
    {_OPEN: _OPEN, _ALL: _ALL} | {word: state.value for state, word in STATE_WORDS.items()},
    also={state.value: state.value for state in JobState},
)
_GIVES: Final = "jobs, each with id, task, state, trigger, interaction, created_at, due_at, attempts, failures, problem"


@group(
    "jobs",
    "atlas jobs",
    "atlas jobs --state parked --json | jq -r '.jobs[].id'",
    "atlas jobs retry j_4kq9zt",
    "atlas jobs drop j_4kq9zt",
    gives=f"{_GIVES}; what is at its default is left out.",
)
@click.option("--state", type=_STATE, default=_OPEN, help=f"One of {_STATE.listed}; say 'given up' or given-up.")
@limit_option(50)
@pass_run
@click.pass_context
def jobs(ctx: click.Context, run: Run, state: str, limit: int) -> None:
    """See the thinking that is owed, and what got stuck.

    Parked: the model or the network did not work five times; it goes on when the model answers again, or when you say
    so. Given up: what came of it broke the rules three times, or held a secret; only you take it up again.
    """
    if ctx.invoked_subcommand is not None:
        return
    with run.open_atlas() as atlas:
        listed = _read_jobs(atlas, state, limit)
        if run.as_json:
            print_json({"jobs": listed})
        elif listed:
            print_text(job_table(listed, atlas.admin.now(), run.zone), hint_text(_next_step(listed, limit)))
        else:
            print_text(*_nothing_owed_lines(atlas, state, run.zone))


def _read_jobs(atlas: Atlas, state: str, limit: int) -> list[Job]:
    """Read the open jobs: first those that wait for a person, then running ones, then owed ones in their order."""
    if state != _OPEN:
        return list(atlas.jobs.list(None if state == _ALL else state, limit))
    return [job for each in _SHOWN_FIRST for job in atlas.jobs.list(each.value, limit)][:limit]


def _nothing_owed_lines(atlas: Atlas, state: str, zone: tzinfo) -> Iterator[RenderableType]:
    yield "Nothing is owed, and nothing is stuck." if state == _OPEN else "There is no such job."
    due = atlas.jobs.next_due()
    if due is not None:
        yield hint_text(
            f"Next by the clock: {format_moment(due, zone)}. What makes thinking owed: atlas learning triggers"
        )


def _next_step(listed: Sequence[Job], limit: int) -> str:
    tally = Counter(STATE_WORDS[job.state] for job in listed)
    summary = f"{format_count(len(listed), 'job')}: {', '.join(f'{count:,} {word}' for word, count in tally.items())}."
    more = f" There may be more: --limit {limit * 4}." if len(listed) == limit else ""
    stuck = next((short_id(job.id) for job in listed if job.state in _NEEDS_YOU), None)
    if stuck:
        again, drop = f"atlas learning jobs retry {stuck}", f"atlas learning jobs drop {stuck}"
        return f"{summary}{more} Take it up again: {again}; let it go: {drop}"
    owed = any(job.state is JobState.QUEUED for job in listed)
    return f"{summary}{more} Do what is owed: atlas work --once" if owed else f"{summary}{more}"


def job_table(listed: Sequence[Job], now: datetime, zone: tzinfo) -> RenderableType:
    rows = (
        [short_id(job.id), state_text(job.state), job.task.value, _due_text(job, now, zone), _reason_text(job)]
        for job in listed
    )
    return make_table(["ID", "STATE", "THINKS", "DUE", "BECAUSE OF"], rows, "BECAUSE OF")


def state_text(state: JobState) -> Text:
    return styled_text((STATE_WORDS[state], _STYLES.get(state, "dim")))


def _due_text(job: Job, now: datetime, zone: tzinfo) -> str:
    if job.state is not JobState.QUEUED:
        return "–"
    return format_moment(job.due_at, zone) if job.due_at and job.due_at > now else "now"


def _reason_text(job: Job) -> Text:
    about = f", about {short_id(job.interaction)}" if job.interaction else ""
    attempts = f"\n{_describe_attempts(job)}" if job.attempts or job.failures else ""
    problem = f"\n{one_line(job.problem)}" if job.problem else ""
    return styled_text(f"{describe_event(job.trigger) or '–'}{about}", (attempts, "dim"), (problem, "yellow"))


def _describe_attempts(job: Job) -> str:
    parts = [
        f"did not work {format_count(job.attempts, 'time')}" if job.attempts else "",
        f"was of no use {format_count(job.failures, 'time')}" if job.failures else "",
    ]
    return ", ".join(filter(None, parts))


# --- one job


def job_card(job: Job, reflections: Sequence[str], now: datetime, zone: tzinfo) -> Iterator[RenderableType]:
    """Show a job in full; `reflections` are those that came of it."""
    yield styled_text((f"{job.task.value} thinking", "bold"), "  ", state_text(job.state))
    yield make_field_table(_job_fields(job, reflections, now, zone))
    if job.state in _NEEDS_YOU:
        yield hint_text(
            f"Take it up again: atlas learning jobs retry {short_id(job.id)}; "
            f"let it go: atlas learning jobs drop {short_id(job.id)}"
        )


def _job_fields(job: Job, reflections: Sequence[str], now: datetime, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "id", job.id
    yield "because of", describe_event(job.trigger) or "–"
    if job.interaction:
        yield "about", f"{job.interaction} (atlas why {short_id(job.interaction)})"
    yield "owed since", format_moment(job.created_at, zone)
    if job.state is JobState.QUEUED:
        yield "due", _due_text(job, now, zone)
    if job.attempts or job.failures:
        yield "so far", _describe_attempts(job)
    if job.problem:
        yield "problem", one_line(job.problem)
    for each in reflections:
        yield "came of it", f"{each} (atlas show {short_id(each)})"


# --- deciding


@command(
    "retry",
    "atlas jobs retry j_4kq9zt",
    "atlas jobs --state parked --json | jq -r '.jobs[].id' | xargs atlas jobs retry",
    gives=f"{_GIVES}.",
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@pass_run
def retry(run: Run, ids: tuple[str, ...]) -> None:
    """Take up again what was parked or given up.

    With a clean slate. It runs with the next `atlas work`, or in the background of whoever has the store open.
    """
    check_id_kind(ids, takes="j")
    with run.open_atlas() as atlas:
        chosen = [find_job(atlas, id) for id in ids]
        changed = [atlas.jobs.retry(job.id) for job in chosen]
    _print_changed(run, changed, "Do it now: atlas work --once")


@command(
    "drop",
    "atlas jobs drop j_4kq9zt",
    "atlas jobs drop j_4kq9zt --json",
    gives=f"{_GIVES}.",
)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@pass_run
def drop(run: Run, ids: tuple[str, ...]) -> None:
    """Let owed thinking go: it need not be done.

    What was said stays, and is thought about again when something new makes that owed.
    """
    check_id_kind(ids, takes="j")
    with run.open_atlas() as atlas:
        chosen = [find_job(atlas, id) for id in ids]
        changed = [atlas.jobs.drop(job.id) for job in chosen]
    _print_changed(run, changed)


def _print_changed(run: Run, changed: Sequence[Job], next_step: str = "") -> None:
    if run.as_json:
        print_json({"jobs": changed})
        return
    for job in changed:
        print_text(
            styled_text(
                state_text(job.state),
                f"  {short_id(job.id)}  {job.task.value}, {describe_event(job.trigger) or 'by hand'}",
            )
        )
    if next_step:
        print_text(hint_text(f"{next_step}."))


jobs.add_command(retry)
jobs.add_command(drop)
