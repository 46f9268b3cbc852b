"""A store with something for every step of a cycle to do (T7-T13)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from atlas.curation.effects import MemoryChange
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs.registry import QUICK
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import MemoryId, MessageId
from atlas.model.interaction import Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Form, Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust

LONG = (
    "Yesterday we walked along the river for three hours, and it rained most of the way. "
    "My sister Ana lives in Rome now, because the office there pays better. "
    "Afterwards there was soup in a small place near the bridge, and the soup was too salty for her. "
    "On the way home the bus did not come, so that we walked again, which nobody minded much."
)
MARIA = ("likes old boats", "likes choirs", "likes tomatoes", "likes chess", "likes bicycles", "likes rye bread")
FADED = "The user may be fond of jazz."
TWICE = "The office is on the third floor."


def remember(runtime: Runtime, content: str, **fields: Any) -> MemoryId:
    """One memory through the door, with its entry in the journal."""
    usual: dict[str, Any] = {
        "kind": Kind.FACT,
        "form": Form.SEMANTIC,
        "status": Status.APPROVED,
        "state": State.ACTIVE,
        "basis": Basis.STATED,
        "origin": Origin.USER,
        "trust": Trust.USER,
        "observed_at": runtime.now(),
        "created_at": runtime.now(),
        "reinforced_at": runtime.now(),
        "approved_by": "policy",
    }
    memory = Memory(id=runtime.memory_id(), content=content, **usual | fields)
    with runtime.store.writing(runtime.space) as txn:
        Ledger(runtime, txn).write_change(Actor.RULES, Action.REMEMBERED, [MemoryChange(None, memory)])
    return memory.id


def inferred(runtime: Runtime, content: str, **fields: Any) -> MemoryId:
    return remember(runtime, content, basis=Basis.INFERRED, stability_days=1.0, **fields)


def used_together(runtime: Runtime, reply: MessageId, *memories: MemoryId) -> None:
    """What a reply made use of, as it is told after it."""
    with runtime.store.writing(runtime.space) as txn:
        for memory in memories:
            assert txn.add_feedback(Feedback(memory, FeedbackSignal.USED, runtime.now(), None, reply, 0.8))


def aged(runtime: Runtime, clock: Any) -> dict[str, MemoryId]:
    """The first day of a life, seventy days ago: a long message, things said twice, a guess, a person, a use."""
    observe(runtime, [Said(Role.USER, LONG), Said(Role.ASSISTANT, "What a day.")], "walk")
    run_owed_jobs(runtime, tasks=QUICK)
    found = {"faded": inferred(runtime, FADED), "older": remember(runtime, TWICE)}
    clock.advance(timedelta(minutes=5))
    found["newer"] = remember(runtime, TWICE)
    for each in MARIA:
        claim = Claim(EntityId("person:maria"), each.split()[0], each.split(" ", 1)[1])
        found[each] = remember(runtime, f"Maria {each}.", claim=claim)
    with runtime.store.reading(runtime.space) as reader:
        reply = reader.interactions(0, 1)[0][1].messages[1].id
    used_together(runtime, reply, found["newer"], found[MARIA[0]])
    run_owed_jobs(runtime, tasks=QUICK)
    clock.advance(timedelta(days=70))
    return found
