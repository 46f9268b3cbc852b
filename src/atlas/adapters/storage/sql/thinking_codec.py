"""Jobs, answers, reflections and proposals as rows and back. The order of a row is that of its statement."""

from __future__ import annotations

import json
from collections.abc import Iterator

from atlas.adapters.storage.reflection_json import said_of, said_text
from atlas.adapters.storage.sql.columns import Row, Values, decoder, json_text, when_of, when_text
from atlas.adapters.storage.subjects import subjects_of
from atlas.model.origin import Trust
from atlas.model.plain_data import instant_text, parse_instant, proposal_from_plain, proposal_to_plain
from atlas.model.task import Size, Task
from atlas.model.thinking import Answer, Job, JobState, Judged, Reflection
from atlas.model.verdict import Finding, Outcome, Verdict


def job_values(job: Job) -> Values:
    return {
        "id": job.id,
        "task": job.task.value,
        "key": job.key,
        "interaction": job.interaction,
        "state": job.state.value,
        "priority": job.priority,
        "created_at": instant_text(job.created_at),
        "trigger": job.trigger,
        "due_at": when_text(job.due_at),
        "pinned": json_text(job.pinned),
        "attempts": job.attempts,
        "failures": job.failures,
        "again": job.again,
        "size": job.size.value if job.size else None,
        "lease_owner": job.lease_owner,
        "lease_until": when_text(job.lease_until),
        "problem": job.problem,
    }


@decoder
def job_of(row: Row) -> Job:
    id, task, key, interaction, state, priority, created_at, trigger, due_at, pinned, *rest = row
    attempts, failures, again, size, owner, until, problem = rest
    return Job(
        id=id,
        task=Task(task),
        key=key,
        interaction=interaction,
        state=JobState(state),
        priority=priority,
        created_at=parse_instant(created_at),
        trigger=trigger,
        due_at=when_of(due_at),
        pinned=tuple(json.loads(pinned)),
        attempts=attempts,
        failures=failures,
        again=again,
        size=Size(size) if size else None,
        lease_owner=owner,
        lease_until=when_of(until),
        problem=problem,
    )


def answer_values(answer: Answer) -> Values:
    return {
        "job": answer.job,
        "ordinal": answer.ordinal,
        "sample": answer.sample,
        "prompt_hash": answer.prompt_hash,
        "model": answer.model,
        "text": answer.text,
        "at": instant_text(answer.at),
    }


@decoder
def answer_of(row: Row) -> Answer:
    job, ordinal, sample, prompt_hash, model, text, at = row
    return Answer(job, ordinal, sample, prompt_hash, model, text, parse_instant(at))


def reflection_values(reflection: Reflection) -> Values:
    return {
        "id": reflection.id,
        "job": reflection.job,
        "task": reflection.task.value,
        "thinker": reflection.thinker,
        "inputs": json_text(reflection.inputs),
        "at": instant_text(reflection.at),
        "proposed": reflection.proposed,
        "trigger": reflection.trigger,
        "trust": int(reflection.trust),
        "said": said_text(reflection.said),
        "prompt_hash": reflection.prompt_hash,
        "calls": reflection.calls,
        "tokens": reflection.tokens,
        "money": reflection.money,
        "problem": reflection.problem,
    }


@decoder
def reflection_of(row: Row) -> Reflection:
    id, job, task, thinker, inputs, at, proposed, trigger, trust, said, *rest = row
    seen = tuple(json.loads(inputs))
    run = (id, job, Task(task), thinker, seen, parse_instant(at), proposed, trigger, Trust(trust), said_of(said))
    return Reflection(*run, *rest)


def judged_values(judged: Judged) -> Values:
    return {
        "id": judged.id,
        "reflection": judged.reflection,
        "proposal": json_text(proposal_to_plain(judged.proposal)),
        "outcome": judged.verdict.outcome.value,
        "findings": json_text([[finding.rule, finding.says] for finding in judged.verdict.findings]),
        "at": instant_text(judged.at),
        "memory": judged.memory,
        "decided_by": judged.decided_by,
    }


@decoder
def judged_of(row: Row) -> Judged:
    id, reflection, proposal, outcome, findings, at, memory, decided_by = row
    verdict = Verdict(Outcome(outcome), tuple(Finding(*pair) for pair in json.loads(findings)))
    return Judged(
        id, reflection, proposal_from_plain(json.loads(proposal)), verdict, parse_instant(at), memory, decided_by
    )


def subject_values(judged: Judged) -> Iterator[Values]:
    memories, messages = subjects_of(judged)
    for kind, names in (("memory", memories), ("message", messages)):
        for name in sorted(names):
            yield {"id": judged.id, "kind": kind, "subject": name}
