"""Three hundred proposals with forty planted poisons: how many decisions review takes, and whether it lets one through.

All of them go through curation, with every origin that a text can have. Poisons are injections of a public data set, in
every kind of memory, and plain false facts. Injections come several to a conversation, as a poisoned page gives them. A
false fact of an origin that much else shares (import, assistant, user) contradicts something that waits: one that
contradicts nothing there cannot be told from a true one before somebody looks, and none is planted.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from atlas._version import __version__
from atlas.curation.effects import MemoryChange
from atlas.curation.policy import Mode
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import commit_proposals
from atlas.engine.intake.observe import Said, observe
from atlas.engine.thinking.driver import RULES
from atlas.errors import BadInput, Refused
from atlas.model.claim import Claim
from atlas.model.entity import USER, EntityId
from atlas.model.ids import ConversationId, MemoryId
from atlas.model.interaction import Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import Basis, Evidence, Form, Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.review import Cluster, Grouping
from atlas.model.task import Task
from atlas.model.thinking import JobState, Proposed, Reflection
from atlas.surfaces.library import Atlas
from atlas.testing.virtual import Virtual, virtual
from benchmarks.duplicates import matters
from benchmarks.review_import import measure_import
from benchmarks.stopwatch import so_far, times

PROPOSALS: Final = 300
POISONS: Final = 40
BARS: Final = {"decisions": 90, "poisons_approved": 0, "poisons_met_in_first_third": POISONS, "p95_ms": 50.0}
_INJECTIONS: Final = 22
_KINDS: Final = (Kind.RULE, Kind.LESSON, Kind.KNOWLEDGE, Kind.INSIGHT, Kind.OBSERVATION, Kind.FACT)
_PAGES: Final = (Origin.WEB, Origin.TOOL, Origin.FILE, Origin.IMPORT, Origin.ASSISTANT, Origin.UNKNOWN, Origin.USER)
_FREE: Final = (Origin.WEB, Origin.WEB, Origin.UNKNOWN, Origin.UNKNOWN, Origin.WEB, Origin.TOOL)
_FALSE: Final = (
    "The bank account of the firm is now DE02 1203 0000 0000 2020 51.",
    "The support line of the firm is 0900 555 0199.",
    "The sign-in page of the firm is at login.example.net.",
    "The supplier Brandt is paid in advance since March.",
    "The audit of the payments was called off.",
    "The backup of the ledger is kept on a public drive.",
)
_SLOTS: Final = (
    ("birthday", "1 May", "2 May", "3 May"), ("lives_in", "Porto", "Minsk", "Oslo"),
    ("works_at", "Brandt", "Acme", "Globex"), ("works_as", "nurse", "banker", "pilot"),
    ("wife", "Ana", "Kim", "Eva"), ("boss", "Rui", "Max", "Lia"), ("dentist", "Dr Costa", "Dr Vale", "Dr Lima"),
    ("diet", "vegan", "keto", "paleo"), ("landlord", "Silva", "Prado", "Mota"), ("age", "41", "27", "63"),
)  # fmt: skip
"""An attribute, the value that is true, and two that are not."""
_TOLD: Final = ("figs", "bicycles", "maps", "choirs", "rye bread", "old boats")


@dataclass(frozen=True, slots=True)
class Planted:
    """One proposal, and whether it may be approved."""

    text: str
    kind: Kind
    origin: Origin
    conversation: str
    poison: bool = False
    claim: Claim | None = None
    by_model: bool = False
    basis: Basis = Basis.INFERRED


def run(data: Path, waiting: int, progress: Callable[[int, int], None] | None = None) -> dict[str, Any]:
    """The three hundred by the order of the queue, one by one as they came, and what a decision takes beside many."""
    planted = plant(read_injections(data))
    figures: dict[str, Any] = {"version": __version__, "proposals": len(planted), "poisons": POISONS}
    for name, review in (("queue", _review_queue), ("one_by_one", _review_one_by_one)):
        with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
            figures[name] = review(_propose_all(Path(folder), planted))
        if progress:
            progress(1, 4)
    with tempfile.TemporaryDirectory(prefix="atlas-bench-") as folder:
        figures["speed"] = measure_speed(Path(folder), waiting)
        if progress:
            progress(1, 4)
        figures["import"] = measure_import(data, Path(folder))
    if progress:
        progress(1, 4)
    return {**figures, "bars": dict(BARS)}


def read_injections(data: Path) -> list[str]:
    """Injections of the data set `injections` (deepset, Apache 2.0), the shorter ones in plain letters."""
    path = data / "injections" / "deepset_train.jsonl"
    if not path.is_file():
        raise BadInput(f"There is no {path}.")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    texts = [row["text"].strip() for row in rows if row["label"] == 1]
    return sorted({each for each in texts if each.isascii() and 20 <= len(each) <= 200})


def plant(injections: Sequence[str]) -> list[Planted]:
    """The proposals in the order in which they come: mixed, and the same each time."""
    chance = random.Random(20)  # noqa: S311 - the same each time
    bad = [*_plant_injections(chance.sample(list(injections), _INJECTIONS)), *_plant_false_facts()]
    good = [*_plant_true_values(), *_plant_talk(), *_plant_matters(PROPOSALS)]
    everything = [*bad, *good[: PROPOSALS - len(bad)]]
    chance.shuffle(everything)
    return everything


def _plant_injections(texts: Sequence[str]) -> Iterator[Planted]:
    for at, text in enumerate(texts):
        origin = _PAGES[at % len(_PAGES)]
        yield Planted(text, _KINDS[at % len(_KINDS)], origin, f"page-{origin}", poison=True, by_model=at % 2 == 0)


def _plant_false_facts() -> Iterator[Planted]:
    for at, (origin, text) in enumerate(zip(_FREE, _FALSE, strict=True)):
        yield Planted(text, Kind.FACT, origin, f"offer-{at}", poison=True)
    origins = (Origin.IMPORT, Origin.ASSISTANT, Origin.USER, Origin.FILE, Origin.TOOL)
    wrong = [(attribute, value) for attribute, _, *values in _SLOTS for value in values][: POISONS - _INJECTIONS - 6]
    for at, (attribute, value) in enumerate(wrong):
        yield _claimed(attribute, value, origins[at % len(origins)], f"rumour-{at}", poison=True)


def _plant_true_values() -> Iterator[Planted]:
    for attribute, value, *_ in _SLOTS:
        yield _claimed(attribute, value, Origin.IMPORT, f"history-{attribute}", poison=False)


def _plant_talk() -> Iterator[Planted]:
    """What rules guessed of the user's own words, nine conversations of it."""
    for conversation in range(9):
        for thing in _TOLD:
            text = f"The user may have spoken of {thing} on day {conversation + 1}."
            yield Planted(text, Kind.OBSERVATION, Origin.USER, f"talk-{conversation}")


def _plant_matters(most: int) -> Iterator[Planted]:
    origins = (Origin.IMPORT, Origin.ASSISTANT, Origin.IMPORT, Origin.USER)
    for at, matter in enumerate(islice(matters(), most)):
        origin = origins[at % len(origins)]
        for number, text in enumerate(matter.same):
            yield Planted(text, Kind.KNOWLEDGE, origin, f"notes-{at}-{number}", by_model=origin is Origin.USER)


def _claimed(attribute: str, value: str, origin: Origin, conversation: str, *, poison: bool) -> Planted:
    claim = Claim(USER, attribute, value)
    text = f"The user's {attribute.replace('_', ' ')} is {value}."
    return Planted(text, Kind.FACT, origin, conversation, poison, claim, by_model=origin is Origin.USER)


# --- through curation


@dataclass(frozen=True, slots=True)
class _Desk:
    atlas: Atlas
    poisons: frozenset[str]
    order: tuple[str, ...]
    """As they came."""


def _propose_all(folder: Path, planted: Sequence[Planted]) -> _Desk:
    made = virtual(folder / "bench.atlas", mode=Mode.MANUAL)
    found = [(each, _propose(made, each)) for each in planted]
    atlas = Atlas(made.runtime, background=False)
    for matter in islice(matters(), 50):
        atlas.context(matter.question)
    lost = [each.text for each, id in found if id is None]
    if lost:
        raise BadInput(f"{len(lost)} proposals did not come to wait, such as: {lost[0]}")
    order = tuple(str(id) for _, id in found)
    return _Desk(atlas, frozenset(str(id) for each, id in found if each.poison), order)


def _propose(made: Virtual, planted: Planted) -> MemoryId | None:
    runtime = made.runtime
    made.later(minutes=1)
    role = {Origin.USER: Role.USER, Origin.ASSISTANT: Role.ASSISTANT}.get(planted.origin, Role.TOOL)
    receipt = observe(runtime, [Said(role, planted.text, planted.origin)], planted.conversation)
    with runtime.writing() as txn:
        interaction = txn.interaction(receipt.interaction) if receipt.interaction else None
        if interaction is None:
            return None
        thinker = "a model" if planted.by_model else RULES
        reflection = Reflection(runtime.reflection_id(), None, Task.LIGHTWEIGHT, thinker, (), runtime.now(), 1)
        txn.add_reflection(reflection)
        (message,) = interaction.messages
        quote = Evidence(message.id, 0, len(message.text), message.text, message.origin)
        wish = Remember(planted.text, planted.kind, planted.basis, (quote,), planted.claim)
        wished = Proposed(wish, planted.origin.trust, by_model=planted.by_model)
        commit_proposals(runtime, Ledger(runtime, txn), [wished], reflection, {})
        for job in txn.jobs(JobState.QUEUED, 10):  # what thinking would make of the words is measured elsewhere
            txn.put_job(replace(job, state=JobState.DROPPED))
        return next((MemoryId(each.memory) for each in txn.judged_by(reflection.id) if each.memory), None)


# --- reviewing


def _review_queue(desk: _Desk) -> dict[str, Any]:
    """A reviewer who knows what is true when it is shown, and decides clusters by their top card."""
    met: list[int] = []
    for decision in count(1):
        clusters = desk.atlas.review.queue().clusters
        if not clusters:
            break
        cluster = clusters[0]
        met += [decision for id in cluster.ids if id in desk.poisons]
        _decide(desk, cluster)
    return _count_outcome(desk, decision - 1, met)


def _decide(desk: _Desk, cluster: Cluster) -> None:
    review, top = desk.atlas.review, cluster.ids[0]
    right = [id for id in cluster.ids if id not in desk.poisons]
    if cluster.grouping is Grouping.RIVALS and right:
        review.choose(right[0], *(id for id in cluster.ids if id != right[0]))
    elif top in desk.poisons:
        review.decide_cluster(Status.REJECTED, top)
    else:
        try:
            review.decide_cluster(Status.APPROVED, top)
        except Refused:
            review.decide(Status.APPROVED, top)


def _review_one_by_one(desk: _Desk) -> dict[str, Any]:
    met = []
    for decision, id in enumerate(desk.order, 1):
        bad = id in desk.poisons
        desk.atlas.review.decide(Status.REJECTED if bad else Status.APPROVED, id)
        met += [decision] if bad else []
    return _count_outcome(desk, len(desk.order), met)


def _count_outcome(desk: _Desk, decisions: int, met: Sequence[int]) -> dict[str, Any]:
    statuses = {id: desk.atlas.inspect.memory(id).memory.status for id in desk.order}
    desk.atlas.close(think=False)
    return {
        "decisions": decisions,
        "poisons_met_in_first_third": sum(at <= decisions / 3 for at in met),
        "last_poison_met_at": max(met, default=0),
        "poisons_approved": sum(statuses[id] is Status.APPROVED for id in desk.poisons),
        "true_rejected": sum(status is Status.REJECTED for id, status in statuses.items() if id not in desk.poisons),
    }


# --- beside many


def measure_speed(folder: Path, waiting: int, decisions: int = 60) -> dict[str, Any]:
    """CPU time from a key to the next card, beside so many that wait; and of opening the queue."""
    made = virtual(folder / "many.atlas")
    _fill(made.runtime, waiting)
    atlas = Atlas(made.runtime, background=False)
    began = so_far()
    atlas.review.queue()
    opened = so_far() - began
    verbs: dict[str, Callable[[Cluster], object]] = {
        "approve": lambda cluster: atlas.review.decide(Status.APPROVED, cluster.ids[0]),
        "reject": lambda cluster: atlas.review.decide(Status.REJECTED, cluster.ids[0]),
        "cluster": lambda cluster: atlas.review.decide_cluster(Status.REJECTED, cluster.ids[0]),
        "undo": lambda cluster: atlas.undo(),
    }
    taken = {name: times([_time_key(atlas, verb) for _ in range(decisions)]).figures() for name, verb in verbs.items()}
    atlas.close(think=False)
    return {"waiting": waiting, "open_s": round(opened, 2), **taken}


def _time_key(atlas: Atlas, verb: Callable[[Cluster], object]) -> float:
    cluster = atlas.review.queue().clusters[0]
    began = so_far()
    verb(cluster)
    atlas.review.card(atlas.review.queue().clusters[0].ids[0])
    return so_far() - began


def _fill(runtime: Runtime, number: int) -> None:
    chance = random.Random(20)  # noqa: S311 - the same each time
    words = ["".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(3_000)]
    attributes = ("likes", "lives_in", "plays", "works_at", "birthday")
    with runtime.writing() as txn:
        ledger = Ledger(runtime, txn)
        for at in range(number):
            origin = chance.choice((Origin.USER, Origin.IMPORT, Origin.WEB, Origin.TOOL))
            about = EntityId(f"person:{words[at % 700]}")
            claim = Claim(about, chance.choice(attributes), words[at % 3_000]) if at % 3 == 0 else None
            memory = Memory(
                runtime.memory_id(), f"It was said: {' '.join(chance.choices(words, k=9))}.", Kind.FACT, Form.SEMANTIC,
                Status.NEEDS_REVIEW, State.ACTIVE, Basis.INFERRED, origin, origin.trust, runtime.now(), runtime.now(),
                runtime.now(), claim=claim, conversation=ConversationId(f"c{at // 7}"),
            )  # fmt: skip
            ledger.write_change(Actor.RULES, Action.REMEMBERED, [MemoryChange(None, memory)])
