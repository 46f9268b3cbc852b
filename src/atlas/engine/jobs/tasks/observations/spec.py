"""The record of observations, and what leaves service when a run is committed."""

from __future__ import annotations

from typing import Final

from atlas.engine.core.marks import OBSERVED
from atlas.engine.core.scheduling import Scheduling
from atlas.engine.curate.proposals import commit_proposals
from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.observations.notes import (
    is_helping_left,
    mark_tried,
    measure_depths,
    pin_helping,
    propose_retirements,
    read_notes,
)
from atlas.model.task import Task


def commit_notes(conclusion: Conclusion) -> None:
    """What the new notes say from now on leaves service with the same commit."""
    commit_thoughts(conclusion)
    ledger = conclusion.ledger
    commit_proposals(conclusion.runtime, ledger, propose_retirements(ledger.txn), conclusion.reflection, {})
    mark_tried(ledger.txn, conclusion.seen.memories)


OBSERVATIONS: Final = TaskSpec(
    Task.OBSERVATIONS,
    Scheduling(single=True, measure_piles=measure_depths),
    read_input=read_notes,
    mark=OBSERVED,
    pin=pin_helping,
    waits_for_more=is_helping_left,
    needs_kept=True,
    time_limit_s=1_800.0,
    commit=commit_notes,
    told_at_length=True,
)
