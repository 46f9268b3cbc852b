"""The record of the gate, and what its commit writes beside the usual: the verdict, in the session's row."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from atlas.engine.jobs.conclusions import Conclusion, commit_thoughts
from atlas.engine.jobs.task_spec import TaskSpec
from atlas.engine.jobs.tasks.gate.session_input import plan_gate
from atlas.engine.thinking.pins import pinned_sessions
from atlas.engine.thinking.schedule import fire_counted
from atlas.evolution.gate import fire_without_answer
from atlas.model.interaction import Gate
from atlas.model.task import Task


def commit_gate(conclusion: Conclusion) -> None:
    """Write the verdict once (E1); a session that fired adds to what waits to be thought over (E3)."""
    commit_thoughts(conclusion)
    txn, said = conclusion.ledger.txn, conclusion.thoughts.said
    gate = Gate(said["gate"])
    for session in filter(None, map(txn.session, pinned_sessions(conclusion.job))):
        if session.gate is None:
            txn.put_session(replace(session, gate=gate, gate_reason=said["reason"]))
    if gate is Gate.FIRED:
        fire_counted(conclusion.runtime, txn)


GATE: Final = TaskSpec(
    Task.GATE,
    plan_input=plan_gate,
    time_limit_s=60.0,
    without_answer=fire_without_answer,
    commit=commit_gate,
    label="the gate of a session",
)
