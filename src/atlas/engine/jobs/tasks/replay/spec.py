"""The record of replay."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from atlas.engine.core.escalation import is_restricted
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.curate.demotion import demote_harmful
from atlas.engine.curate.documents import restore_amended
from atlas.engine.jobs.conclusions import Conclusion
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.replay.replay_input import read_replay
from atlas.engine.thinking.pins import pin_weeks
from atlas.model.task import Task

EVIDENCE: Final = "Replay"


def commit_replay(conclusion: Conclusion) -> None:
    """The record, with which memories were put back to review and which documents were not kept."""
    ledger, thoughts = conclusion.ledger, conclusion.thoughts
    demoted = demote_harmful(ledger, thoughts.harms, EVIDENCE)
    said = {**thoughts.said, "demoted": list(demoted)}
    compared = thoughts.said.get("documents")
    if compared and compared["fails"] and not is_restricted(ledger.txn):
        before = datetime.fromisoformat(thoughts.said["as_of"])
        why = f"{EVIDENCE}: {compared['worse']} of {compared['asked']} answers came out better by the version before."
        said["restored"] = list(restore_amended(ledger, before, why))
    ledger.txn.add_reflection(replace(conclusion.reflection, said=said))


REPLAY: Final = TaskSpec(
    Task.REPLAY,
    Scheduling(single=True, pin_period=pin_weeks),
    read_input=read_replay,
    one_by_one=True,
    time_limit_s=3_600.0,
    commit=commit_replay,
    label="replay of past questions",
    none_owed="Nothing was asked or told yet whose answer is known.",
)
