"""Five hundred near-duplicate facts, a third of them contradictions or updates: what a cycle makes of them (T8, T16).

Facts without claims, as a model or an import gives them: claims are compared as claims at the door already. Of each
matter there is one sentence, three that say the same in other words, one that denies it, and, newest, one with another
value. Each was said by the user and goes through curation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any, Final

from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import commit_proposals
from atlas.engine.inspect.browse import memory_filter
from atlas.engine.intake.observe import Said, observe
from atlas.engine.serve.recall import Query, recall
from atlas.engine.thinking.driver import RULES
from atlas.model.ids import MemoryId
from atlas.model.interaction import Interaction, Role
from atlas.model.memory import Basis, Evidence, Kind, Relation, State
from atlas.model.origin import Trust
from atlas.model.proposal import Remember
from atlas.model.task import Task
from atlas.model.thinking import JobState, Proposed, Reflection

START: Final = datetime(2026, 1, 5, 9, tzinfo=UTC)
FACTS: Final = 500
BARS: Final = {"merged": 0.95, "contradictions_merged": 0, "newest_first": 1.0}
_STEP: Final = timedelta(minutes=10)

_PLACES: Final = ("staging", "payment", "search", "mail", "billing", "backup", "login", "report", "video")
_MACHINES: Final = ("proxy", "gateway", "server", "queue", "cache")
_CITIES: Final = ("Dublin", "Oslo", "Lisbon", "Vienna", "Madrid", "Athens", "Prague", "Warsaw", "Riga", "Sofia")
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that is said several times."""

    same: tuple[str, ...]
    denied: str
    newest: str
    question: str


def matters() -> Iterator[Matter]:
    """Enough of them, of three sorts in turn."""
    for at, (place, machine) in enumerate(product(_PLACES, _MACHINES)):
        thing = f"{place} {machine}"
        yield _port(thing, 8000 + 7 * at, 9000 + 11 * at)
        yield _kept(thing, _CITIES[at % len(_CITIES)], _CITIES[(at + 3) % len(_CITIES)])
        yield _day(thing, _DAYS[at % len(_DAYS)], _DAYS[(at + 2) % len(_DAYS)])


def _port(thing: str, old: int, new: int) -> Matter:
    same = (
        f"The {thing} listens on port {old}.",
        f"The {thing} is listening on port {old}.",
        f"Our {thing} listens on port {old}.",
        f"On port {old} the {thing} listens.",
    )
    denied = f"The {thing} no longer listens on port {old}."
    return Matter(same, denied, f"The {thing} listens on port {new}.", f"Which port does the {thing} listen on?")


def _kept(thing: str, old: str, new: str) -> Matter:
    same = (
        f"The logs of the {thing} are kept in {old}.",
        f"The logs of our {thing} are kept in {old}.",
        f"The logs of the {thing} are being kept in {old}.",
        f"In {old} the logs of the {thing} are kept.",
    )
    denied = f"The logs of the {thing} are not kept in {old}."
    newest = f"The logs of the {thing} are kept in {new}."
    return Matter(same, denied, newest, f"Where are the logs of the {thing} kept?")


def _day(thing: str, old: str, new: str) -> Matter:
    same = (
        f"The {thing} is restarted every {old}.",
        f"Our {thing} is restarted every {old}.",
        f"The {thing} gets restarted every {old}.",
        f"Every {old} the {thing} is restarted.",
    )
    denied = f"The {thing} is not restarted every {old}."
    return Matter(same, denied, f"The {thing} is restarted every {new}.", f"When is the {thing} restarted?")


@dataclass(frozen=True, slots=True)
class Outcome:
    facts: int
    duplicates: int
    """Facts that only say again what another one says."""
    merged: int
    """Of those."""
    wrongly: int
    """Facts that were merged into one that says something else."""
    asked: int
    newest_first: int
    """Questions for which the newest value came before every older one."""

    def figures(self) -> dict[str, Any]:
        return {
            "facts": self.facts,
            "duplicates": self.duplicates,
            "merged": round(self.merged / max(1, self.duplicates), 4),
            "contradictions_merged": self.wrongly,
            "asked": self.asked,
            "newest_first": round(self.newest_first / max(1, self.asked), 4),
        }


def measure(runtime: Runtime, move: Callable[[datetime], None], cycle: Callable[[], object]) -> Outcome:
    """Take them in, one after the other; one cycle; look and ask."""
    told = _chosen()
    saying = _told(runtime, told, move)
    cycle()
    gone = _absorbed(runtime)
    merged = [(absorbed, survivor) for absorbed, survivor in gone.items() if absorbed in saying]
    right = [pair for pair in merged if saying[pair[0]] == saying[pair[1]]]
    extra = sum(len(each.same) - 1 for each in told)
    first = sum(_newest_first(runtime, each) for each in told)
    return Outcome(len(saying), extra, len(right), len(merged) - len(right), len(told), first)


def _chosen() -> list[Matter]:
    chosen: list[Matter] = []
    for each in matters():
        if sum(len(one.same) + 2 for one in chosen) >= FACTS:
            return chosen
        chosen.append(each)
    return chosen


def _told(runtime: Runtime, told: Sequence[Matter], move: Callable[[datetime], None]) -> dict[MemoryId, str]:
    """Which memory says what: the older ones of everything first, as years would bring them."""
    said = [(each.same[at], each.same[0]) for at in range(4) for each in told]
    said += [(each.denied, each.denied) for each in told] + [(each.newest, each.newest) for each in told]
    found: dict[MemoryId, str] = {}
    for at, (text, meaning) in enumerate(said):
        move(START + at * _STEP)
        memory = _remembered(runtime, text)
        if memory is not None:
            found[memory] = meaning
    return found


def _remembered(runtime: Runtime, text: str) -> MemoryId | None:
    receipt = observe(runtime, [Said(Role.USER, text)], "notes")
    with runtime.writing() as txn:
        interaction = txn.interaction(receipt.interaction) if receipt.interaction else None
        if interaction is None:
            return None
        reflection = Reflection(runtime.reflection_id(), None, Task.LIGHTWEIGHT, RULES, (), runtime.now(), 1)
        txn.add_reflection(reflection)
        wished = Proposed(_wish(interaction, text), Trust.USER)
        commit_proposals(runtime, Ledger(runtime, txn), [wished], reflection, {})
        for job in txn.jobs(JobState.QUEUED, 10):  # what the rules would make of the same words is measured elsewhere
            txn.put_job(replace(job, state=JobState.DROPPED))
        return next((MemoryId(each.memory) for each in txn.judged_by(reflection.id) if each.memory), None)


def _wish(interaction: Interaction, text: str) -> Remember:
    message = interaction.messages[0]
    quote = Evidence(message.id, 0, len(message.text), message.text, message.origin)
    return Remember(text, Kind.FACT, Basis.STATED, (quote,))


def _absorbed(runtime: Runtime) -> dict[MemoryId, MemoryId]:
    """Which memory went into which."""
    with runtime.reading() as reader:
        every = [memory for _, memory in reader.select(memory_filter(states=frozenset(State)), 10 * FACTS)]
    archived = {memory.id for memory in every if memory.state is State.ARCHIVED}
    return {
        link.to: memory.id
        for memory in every
        for link in memory.links
        if link.relation is Relation.SUPERSEDES and link.to in archived
    }


def _newest_first(runtime: Runtime, matter: Matter) -> bool:
    found = recall(runtime, Query(matter.question, 10, kinds=frozenset({Kind.FACT})))
    said = [
        item.memory.content for item in found if item.memory.content in {*matter.same, matter.denied, matter.newest}
    ]
    return bool(said) and said[0] == matter.newest
