"""What a model itself asks for, through a surface that it can call (C3).

It may look: what it was given is on record, as of any context (C8). It may wish: a memory or its end then waits for a
person, whatever the policy. Nothing here approves anything, or stands in the way of what is approved: a wish leaves no
episode in service, and only so many may wait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.context.lines import memory_line
from atlas.curation.before import Before
from atlas.curation.effects import Changed, bumped, effects
from atlas.curation.hygiene import clean, redact
from atlas.curation.invariants import MAX_CONTENT
from atlas.curation.judge import judge, restated
from atlas.curation.ruling import held, refused
from atlas.engine import recall as recalling
from atlas.engine.curate import Neighbours, gather, neighbours
from atlas.engine.keep import keep
from atlas.engine.ledger import Ledger
from atlas.engine.notice import noted
from atlas.engine.observe import Said, observe
from atlas.engine.think import served_texts
from atlas.engine.world import World
from atlas.errors import BadInput, NotFound, Refused, StoreTrouble
from atlas.model.ids import InteractionId, MemoryId
from atlas.model.interaction import Interaction, Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import STANDING, Basis, Evidence, Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Forget, Remember
from atlas.model.recall import Recalled, ServedItem, Serving
from atlas.model.text import content_hash, folded
from atlas.model.thinking import Judged, Proposed
from atlas.model.verdict import Outcome, Verdict
from atlas.ports.reading import MemoryFilter, Reader
from atlas.retrieval.terms import MAX_QUERY

KINDS: Final = (Kind.FACT, Kind.PREFERENCE, Kind.RULE, Kind.LESSON, Kind.DECISION, Kind.KNOWLEDGE)
"""What a model may wish to have remembered: what was said, and what was thought about it, come of themselves."""
MOST_WAITING: Final = 100
"""Wishes in one space that nobody has decided; a person reads them one by one."""
_LOOKED_AT: Final = 1_000
_WAITING: Final = MemoryFilter(
    statuses=frozenset({Status.NEEDS_REVIEW}), kinds=frozenset(KINDS), origins=frozenset({Origin.ASSISTANT})
)
Written = Callable[[Sequence[Recalled]], str]
"""How what was found is written for the model."""


@dataclass(frozen=True, slots=True)
class Wished:
    """What came of a model's wish to remember something."""

    verdict: Verdict
    """Held or refused, and never accepted."""
    memory: Memory | None
    """What waits for a person, or what says it already; None where it was refused."""
    known: bool = False
    """Whether it was there before, and nothing was changed."""


def recall(world: World, query: recalling.Query, written: Written | None = None) -> list[Recalled]:
    """A search whose result goes to a model: it leaves a serving, by which it is explained and known again (C8, X2).

    It belongs to no conversation: which reply it went into, nobody can tell. Its tokens are those of what is written.
    """
    found = recalling.recall(world, query)
    if not found:
        return found
    items = tuple(ServedItem(each.memory.id, each.score, each.components) for each in found)
    tokens = world.context.count(written(found) if written else _as_lines(world, found))
    asked = redact(clean(query.text[:MAX_QUERY]))[0]
    try:
        with world.store.writing(world.space) as txn:
            txn.add_serving(Serving(world.serving_id(), world.now(), asked, None, items, tokens))
    except StoreTrouble as trouble:
        world.note_trouble("recall", str(trouble))
    return found


def _as_lines(world: World, found: Sequence[Recalled]) -> str:
    return "".join(memory_line(each.memory, world.now(), world.zone).text for each in found)


def remember(world: World, text: str, kind: Kind, conversation: str) -> Wished:
    """Take in what the model says as its own words, and propose to remember them; a person decides."""
    _check(text, kind)
    keep(world)
    with world.store.reading(world.space) as reader:
        known, enough = _known(reader, text), _wishes(reader) >= MOST_WAITING
    if known is not None:
        return _known_already(known)
    if enough:
        return Wished(refused("C3", f"{MOST_WAITING} wishes wait for a person already: `atlas pending`."), None)
    said = _taken_in(world, text, conversation)
    wish = _wish(said, kind)
    near = neighbours(world, [Proposed(wish, Trust.ASSISTANT, by_model=True)])
    return _proposed(world, wish, said, near)


def forget(world: World, memory: MemoryId, reason: str = "") -> Judged:
    """Propose that a memory be forgotten; what waits already is not asked for again."""
    keep(world)
    with world.store.writing(world.space) as txn:
        _there(txn, memory)
        for each in txn.judged_about([memory], []):
            if isinstance(each.proposal, Forget) and each.verdict.outcome is Outcome.HELD and each.decided_by is None:
                return each
        wish = Forget(memory, noted(reason) or "A model says that it should be forgotten.")
        verdict = judge(wish, gather(txn, wish), world.curation)
        judged = Judged(world.proposal_id(), None, wish, verdict, world.now())
        Ledger(world, txn).judged(Actor.MODEL, Action.HELD, judged)
        return judged


def _check(text: str, kind: Kind) -> None:
    if kind not in KINDS:
        raise BadInput(f"A {kind} is not something to be remembered on request; say one of {', '.join(KINDS)}.")
    if not clean(text).strip():
        raise BadInput("There is nothing to remember: the text is empty.")
    if len(text) > MAX_CONTENT:
        raise BadInput(f"A memory has at most {MAX_CONTENT:,} characters; this text has {len(text):,}.")


def _known(reader: Reader, text: str) -> Memory | None:
    """What says it word for word; a message that said so is not yet a memory of it."""
    said = folded(text)
    return next((each for each in reader.with_content(content_hash(text)) if _says(each, said)), None)


def _says(memory: Memory, said: str) -> bool:
    stands = memory.status in STANDING and memory.state is State.ACTIVE and memory.valid_until is None
    return stands and memory.transcribes is None and folded(memory.content) == said


def _known_already(memory: Memory) -> Wished:
    return Wished(held("known", f"It is known already as {memory.id}."), memory, known=True)


def _wishes(reader: Reader) -> int:
    """How many wait. What thinking proposed of a model's words is no wish of the model's."""
    return sum(each.reflection is None for each in reader.newest(_WAITING, _LOOKED_AT))


def _taken_in(world: World, text: str, conversation: str) -> Interaction:
    receipt = observe(world, [Said(Role.ASSISTANT, text)], conversation)
    if not receipt.acknowledged or receipt.interaction is None:
        raise StoreTrouble(receipt.problem or "What was said could not be stored.")
    keep(world)
    said = _interaction(world, receipt.interaction)
    _put_away(world, said)
    return said


def _put_away(world: World, said: Interaction) -> None:
    """The words stay, as evidence; as an episode nobody could be given them, since nobody asked for them (C3).

    In service it would only take the places of others in a search, and a model could say as many as it likes.
    """
    with world.store.writing(world.space) as txn:
        found = txn.citing([message.id for message in said.messages])
        episodes = [each for each in found if each.transcribes is not None and each.state is State.ACTIVE]
        if episodes:
            away = [Changed(each, bumped(each, state=State.ARCHIVED)) for each in episodes]
            Ledger(world, txn).change(Actor.ATLAS, Action.CHANGED, away, note="The words of a wish stand for it alone.")


def _interaction(world: World, id: InteractionId) -> Interaction:
    with world.store.reading(world.space) as reader:
        found = reader.interaction(id)
    if found is None:
        raise NotFound(f"The interaction {id} was forgotten meanwhile.")
    return found


def _wish(said: Interaction, kind: Kind) -> Remember:
    """It stands on the model's own words, as they were stored: without the secrets that were in them."""
    (message,) = said.messages
    start = len(message.text) - len(message.text.lstrip())
    quote = message.text.strip()
    evidence = Evidence(message.id, start, start + len(quote), quote, message.origin)
    return Remember(quote, kind, Basis.INFERRED, (evidence,), reason="A model asked to remember it.")


def _proposed(world: World, wish: Remember, said: Interaction, near: Neighbours) -> Wished:
    with world.store.writing(world.space) as txn:
        close = near.get(wish.content, {})
        alike = tuple((memory, close[memory.id]) for memory in txn.memories(close))
        known = gather(txn, wish, served_texts(txn, said), alike)
        same = tuple(each for each in known.same_content if not _only_said(each))
        before = replace(known, same_content=same, ceiling=Trust.ASSISTANT, by_model=True)
        standing = restated(wish, before)
        if standing is not None:  # another process was quicker
            return _known_already(standing)
        return _committed(world, Ledger(world, txn), wish, before)


def _only_said(memory: Memory) -> bool:
    """A message with the same words, this one's own among them: it was said, and is not known by that."""
    return memory.transcribes is not None and memory.status in STANDING


def _committed(world: World, ledger: Ledger, wish: Remember, before: Before) -> Wished:
    """C3: what no policy may approve by itself is held under each of them."""
    verdict = judge(wish, before, world.curation)
    if verdict.outcome is Outcome.ACCEPTED:
        verdict = held("C3", "A model asked for it; a person decides.")
    outcome = effects(wish, verdict, before, world.stamp(), world.curation)
    judged = Judged(world.proposal_id(), None, wish, verdict, world.now(), outcome.main)
    if outcome.empty:
        ledger.judged(Actor.MODEL, Action.REFUSED, judged)
        return Wished(verdict, None)
    ledger.change(Actor.MODEL, Action.HELD, outcome.memories, judged=judged, edges=outcome.edges)
    return Wished(verdict, outcome.memories[0].after)


def _there(reader: Reader, id: MemoryId) -> None:
    memory = reader.memory(id)
    if memory is None:
        raise NotFound(f"There is no memory {id} here.")
    if memory.state is State.GONE:
        raise Refused(f"The memory {id} was forgotten already.")
