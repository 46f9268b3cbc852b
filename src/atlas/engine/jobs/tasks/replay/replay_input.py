"""What a replay reads: past questions with a known answer, and since when documents were amended (H7)."""

from __future__ import annotations

from datetime import datetime

from atlas.engine.core.document_versions import list_versions
from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.replay.past_questions import read_past_questions
from atlas.engine.thinking.job_inputs import JobInput
from atlas.engine.thinking.pins import pinned_end, pinned_start, week_before
from atlas.model.journal import PEOPLE
from atlas.model.origin import Trust
from atlas.model.thinking import Job, Thinking
from atlas.ports.reading import Reader


def read_replay(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    """None where nothing was ever asked or told whose answer is known. What it keeps holds nobody's words."""
    end = pinned_end(job) or job.created_at
    questions = read_past_questions(reader, runtime.now(), runtime.examination.questions, job.id)
    if not questions:
        return None
    before = _find_version_before(reader, pinned_start(job) or week_before(end, runtime.zone))
    amended = before if before and runtime.model is not None and _has_amended(reader, before) else None
    from atlas.examination.replay import ReplayPlan, replay_questions  # needed by thinking alone

    plan = ReplayPlan(questions, before, amended, bool(runtime.models))

    def start_thinking() -> Thinking:
        return replay_questions(plan, runtime.examination)

    return JobInput(start_thinking, (), trust=Trust.USER, by_model=bool(runtime.models))


def _find_version_before(reader: Reader, moment: datetime) -> datetime | None:
    """The moment to compare with; None where nothing had been said by then."""
    first = next((each for _, each in reader.interactions(0, 1)), None)
    return moment if first is not None and first.messages[0].at < moment else None


def _has_amended(reader: Reader, since: datetime) -> bool:
    """Whether thinking, and not a person, amended documents."""
    return any(each.at > since and each.actor not in PEOPLE for each in list_versions(reader))
