"""The record of probes, and what a run of them is given."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.curate.demotion import demote_harmful
from atlas.engine.jobs.conclusions import Conclusion
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.thinking.job_inputs import JobInput
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import Job, Thinking
from atlas.ports.reading import Reader

EVIDENCE: Final = "Probes"


def read_probes(runtime: Runtime, _reader: Reader, job: Job) -> JobInput | None:
    """None where no model chats: memory alone agrees with nobody."""
    if runtime.model is None:
        return None
    from atlas.examination.probe_bank import choose_probes  # needed by thinking alone
    from atlas.examination.probe_run import ProbePlan, run_probes  # needed by thinking alone

    chosen = choose_probes(runtime.probe_bank(), runtime.examination.probes, job.id)
    plan = ProbePlan(chosen, runtime.bearing_words(), with_grader=bool(runtime.models))

    def start_thinking() -> Thinking:
        return run_probes(plan, runtime.examination)

    return JobInput(start_thinking, (), trust=Trust.USER, by_model=bool(runtime.models))


def commit_probes(conclusion: Conclusion) -> None:
    """The record; the memory that makes the assistant agreeable waits for a person."""
    demoted = demote_harmful(conclusion.ledger, conclusion.thoughts.harms, EVIDENCE)
    said = {**conclusion.thoughts.said, "demoted": list(demoted)}
    conclusion.ledger.txn.add_reflection(replace(conclusion.reflection, said=said))


PROBES: Final = TaskSpec(
    Task.PROBES,
    Scheduling(single=True),
    read_input=read_probes,
    one_by_one=True,
    time_limit_s=3_600.0,
    commit=commit_probes,
    label="a run of probes",
    none_owed="No language model chats here, and memory alone agrees with nobody: ATLAS_MODEL names one.",
)
