"""The record of evolution: what it makes of the documents is checked however it ended, and committed as a version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from atlas.curation.document_invariants import check_draft
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.evolution.session_input import (
    NOTES_SEEN,
    count_free_sessions,
    has_evolution_input,
    pin_queue,
    read_evolution,
)
from atlas.engine.thinking.model_calls import Leaked
from atlas.engine.thinking.pins import is_one, list_pinned_ids, pinned_notes
from atlas.errors import InvariantBroken
from atlas.model.document_draft import Ending
from atlas.model.ids import SessionId
from atlas.model.task import Size, Task
from atlas.model.thinking import Job, Thoughts
from atlas.model.verdict import Finding
from atlas.ports.reading import Reader

CREDENTIALS: Final = "I6"


def check_evolution(runtime: Runtime, job: Job, thoughts: Thoughts, leaked: bool) -> Thoughts:
    """E5, E6: the invariants, whichever way the run ended. What breaks one is dropped whole, and the job fails."""
    draft = thoughts.draft
    if draft is None:
        return thoughts
    found = check_draft(draft, runtime.curation.documents)
    hard = [finding for finding in found if not finding.soft]
    said = {**thoughts.said, **_describe_run(job, found)}
    checked = replace(thoughts, said=said)
    if checked.trouble is not None:
        return replace(checked, proposals=())
    if leaked or any(finding.rule == CREDENTIALS for finding in hard):
        return _drop_leaked(job, checked)
    if hard:
        return replace(checked, proposals=(), trouble=InvariantBroken(" ".join(each.says for each in hard)))
    if draft.ending is Ending.UNREADABLE:
        return replace(checked, proposals=(), trouble=InvariantBroken("It ended with nothing that can be read."))
    return checked


def _describe_run(job: Job, found: tuple[Finding, ...]) -> dict[str, Any]:
    return {
        "size": (job.size or Size.SMALL).value,
        "escalated": job.size is not None,
        "sessions": len(list_pinned_ids(job)),
        "broken": [finding.rule for finding in found if not finding.soft],
        "warned": [finding.rule for finding in found if finding.soft],
    }


def _drop_leaked(job: Job, thoughts: Thoughts) -> Thoughts:
    """J6: a credential is poison at once; of several sessions the others are thought over without its own."""
    if is_one(job):
        return replace(thoughts, proposals=(), trouble=Leaked())
    return replace(thoughts, proposals=(), left=tuple(list_pinned_ids(job)), problem=str(Leaked()))


def commit_evolution(conclusion: Conclusion) -> None:
    """What came of it, and that its sessions, or notes, are thought over (J7)."""
    commit_thoughts(conclusion)
    txn, left = conclusion.ledger.txn, frozenset(conclusion.thoughts.left)
    noted = pinned_notes(conclusion.job)
    if noted is not None:
        txn.put_mark(NOTES_SEEN, noted)
    for id in list_pinned_ids(conclusion.job):
        session = txn.session(SessionId(id))
        if session is not None and id not in left:
            txn.put_session(replace(session, evolved_at=conclusion.runtime.now()))


def measure_sessions(reader: Reader, _count: Callable[[str], int]) -> dict[str, int]:
    return {"sessions": count_free_sessions(reader)}


EVOLUTION: Final = TaskSpec(
    Task.EVOLUTION,
    Scheduling(single=True, measure_piles=measure_sessions),
    read_input=read_evolution,
    by_session=pin_queue,
    has_input=has_evolution_input,
    changes_itself=True,
    needs_kept=True,
    one_by_one=True,
    time_limit_s=600.0,
    check=check_evolution,
    commit=commit_evolution,
    label="evolution of documents",
    none_owed="No session waits to be thought over.",
    told_at_length=True,
)
