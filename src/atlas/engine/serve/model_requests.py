"""What a model itself asks for, through a surface that it can call (C3).

It may look: what it was given is on record, as of any context (C8). It may wish: a memory or its end then waits for a
person, whatever the policy. Nothing here approves anything, or stands in the way of what is approved: a wish leaves no
episode in service, only so many may wait, and one that is refused leaves nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.context.lines import format_memory
from atlas.curation.effects import compute_effects
from atlas.curation.hygiene import clean_text, redact_secrets
from atlas.curation.invariants import MAX_CONTENT
from atlas.curation.judge import find_restated_memory, judge_proposal
from atlas.curation.judgement_input import JudgementInput
from atlas.curation.verdict_reason import hold_by_rule, refuse_by_rule
from atlas.engine.core.deadline import reply_deadline
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.marks import KEPT
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.proposals import Neighbours, find_neighbours, gather_judgement_input
from atlas.engine.intake.episodes import BATCH, make_episode, make_episodes, make_next_episodes
from atlas.engine.intake.observe import name_of, session_for
from atlas.engine.intake.signals import clean_note
from atlas.engine.serve import recall
from atlas.engine.thinking.schedule import owe_for_interaction
from atlas.errors import BadInput, NotFound, Refused, StoreTrouble
from atlas.language.folding import content_hash, fold_text
from atlas.language.words import MAX_QUERY
from atlas.model.ids import ConversationId, MemoryId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import STANDING, Basis, Evidence, Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.proposal import Forget, Remember
from atlas.model.recall import Recalled, ServedItem, Serving
from atlas.model.thinking import Judged, Proposed
from atlas.model.verdict import Outcome, Verdict
from atlas.ports.reading import MemoryFilter, Reader

KINDS: Final = (Kind.FACT, Kind.PREFERENCE, Kind.RULE, Kind.LESSON, Kind.DECISION, Kind.KNOWLEDGE)
"""What a model may wish to have remembered: what was said, and what was thought about it, come of themselves."""
MOST_WAITING: Final = 100
"""Wishes in one space that nobody has decided; a person reads them one by one."""
_LOOKED_AT: Final = 1_000
_MANY: Final = 10_000
_WAITING: Final = MemoryFilter(
    statuses=frozenset({Status.NEEDS_REVIEW}), kinds=frozenset(KINDS), origins=frozenset({Origin.ASSISTANT})
)
Renderer = Callable[[Sequence[Recalled]], str]
"""How what was found is written for the model."""


@dataclass(frozen=True, slots=True)
class RememberReceipt:
    """What became of a model's request to remember something."""

    verdict: Verdict
    """Held or refused, and never accepted."""
    memory: Memory | None
    """What waits for a person, or what says it already; None where it was refused."""
    known: bool = False
    """Whether it was there before, and nothing was changed."""


class _RequestDropped(Exception):
    """Raised in the transaction of a request that comes to nothing, so that nothing of the request is kept."""

    def __init__(self, receipt: RememberReceipt) -> None:
        super().__init__(receipt.verdict.why)
        self.receipt = receipt


def recall_for_model(runtime: Runtime, query: recall.Query, render: Renderer | None = None) -> list[Recalled]:
    """A search whose result goes to a model: it leaves a serving, by which it is explained and known again (C8, X2).

    It belongs to no conversation: which reply it went into, nobody can tell. Its tokens are those of what is written.
    """
    found = recall.recall(runtime, query)
    if not found:
        return found
    items = tuple(ServedItem(each.memory.id, each.score, each.components) for each in found)
    tokens = runtime.context.count(render(found) if render else _render_lines(runtime, found))
    asked = redact_secrets(clean_text(query.text[:MAX_QUERY]))[0]
    try:
        with runtime.writing() as txn:
            txn.add_serving(Serving(runtime.serving_id(), runtime.now(), asked, None, items, tokens))
    except StoreTrouble as trouble:
        runtime.note_trouble("recall", str(trouble))
    return found


def _render_lines(runtime: Runtime, found: Sequence[Recalled]) -> str:
    now, zone = runtime.now(), runtime.zone
    return "\n".join(format_memory(each.memory, now, zone, past=each.past, alone=True) for each in found)


def propose_memory(runtime: Runtime, text: str, kind: Kind, conversation: str) -> RememberReceipt:
    """Store the model's words as its own, and propose to remember them; a person decides."""
    _check_request(text, kind)
    interaction = _make_interaction(runtime, text, conversation)
    proposal = _make_proposal(interaction, kind)
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.reading() as reader:
        known, enough = _find_known(reader, proposal.content), _count_waiting_requests(reader) >= MOST_WAITING
    if known is not None:
        return _known_receipt(known)
    if enough:
        return RememberReceipt(refuse_by_rule("C3", _too_many_waiting()), None)
    near = find_neighbours(runtime, [Proposed(proposal, Trust.ASSISTANT, by_model=True)])
    try:
        return _propose_in_transaction(runtime, proposal, interaction, near)
    except _RequestDropped as dropped:
        return dropped.receipt


def propose_forgetting(runtime: Runtime, memory: MemoryId, reason: str = "") -> Judged:
    """Propose that a memory be forgotten; a proposal that waits already is not made again, and only so many wait."""
    make_episodes(runtime, reply_deadline(runtime))
    with runtime.writing() as txn:
        _check_memory_exists(txn, memory)
        for each in txn.judged_about([memory], []):
            if isinstance(each.proposal, Forget) and each.verdict.outcome is Outcome.HELD and each.decided_by is None:
                return each
        if _count_waiting_requests(txn) >= MOST_WAITING:
            raise Refused(_too_many_waiting())
        proposal = Forget(memory, clean_note(reason) or "A model says that it should be forgotten.")
        verdict = judge_proposal(proposal, gather_judgement_input(txn, proposal), runtime.curation)
        judged = Judged(runtime.proposal_id(), None, proposal, verdict, runtime.now())
        Ledger(runtime, txn).record_judged(Actor.MODEL, Action.HELD, judged)
        return judged


def _check_request(text: str, kind: Kind) -> None:
    if kind not in KINDS:
        raise BadInput(f"A {kind} is not something to be remembered on request; say one of {', '.join(KINDS)}.")
    if not clean_text(text).strip():
        raise BadInput("There is nothing to remember: the text is empty.")
    if len(text) > MAX_CONTENT:
        raise BadInput(f"A memory has at most {MAX_CONTENT:,} characters; this text has {len(text):,}.")


def _find_known(reader: Reader, text: str) -> Memory | None:
    """The memory that says a text word for word; a message that said so is not yet a memory."""
    words = fold_text(text)
    return next((each for each in reader.with_content(content_hash(text)) if _says_the_same(each, words)), None)


def _says_the_same(memory: Memory, words: str) -> bool:
    stands = memory.status in STANDING and memory.state is State.ACTIVE and memory.valid_until is None
    return stands and memory.transcribes is None and fold_text(memory.content) == words


def _known_receipt(memory: Memory) -> RememberReceipt:
    return RememberReceipt(hold_by_rule("known", f"It is known already as {memory.id}."), memory, known=True)


def is_model_request(memory: Memory) -> bool:
    """Whether a waiting memory was asked for by a model; what thinking drew from a model's words was not."""
    asked = memory.origin is Origin.ASSISTANT and memory.kind in KINDS and memory.reflection is None
    return asked and memory.status is Status.NEEDS_REVIEW


def _count_waiting_requests(reader: Reader) -> int:
    """How many requests of models wait: to remember, and to forget."""
    ends = (each.reflection is None and isinstance(each.proposal, Forget) for each in reader.changes_waiting(_MANY))
    return sum(map(is_model_request, reader.newest_memories(_WAITING, _LOOKED_AT))) + sum(ends)


def _too_many_waiting() -> str:
    return f"{MOST_WAITING} wishes wait for a person already: `atlas curate pending`."


def _make_interaction(runtime: Runtime, text: str, conversation: str) -> Interaction:
    """The model's words as they would be stored, so that they are recognised before anything is stored."""
    own, name, now = runtime.interaction_id(), ConversationId(name_of(conversation, "conversation")), runtime.now()
    words = redact_secrets(clean_text(text))[0].strip()
    message = Message(runtime.message_id(), own, name, 0, Role.ASSISTANT, Origin.ASSISTANT, words, now)
    return Interaction(own, name, runtime.session_id(), now, (message,))


def _store_words(runtime: Runtime, ledger: Ledger, interaction: Interaction) -> None:
    """The words stay, as evidence; as an episode nobody could be given them, since nobody asked for them (C3).

    In service it would only take the places of others in a search. So it is put away by the very entry that keeps it,
    and there is no change that an undo could take back.
    """
    while make_next_episodes(runtime, ledger, BATCH):
        pass  # what others said meanwhile comes first
    session = session_for(ledger.txn, interaction, runtime.sessions)
    placed = replace(interaction, session=session.id)
    ledger.record_interaction(placed, session)
    owe_for_interaction(runtime, ledger.txn, placed.id)
    ledger.record_episodes(
        placed, [replace(make_episode(runtime, ledger.txn, each), state=State.ARCHIVED) for each in placed.messages]
    )
    ((place, _),) = ledger.txn.interactions(ledger.txn.read_mark(KEPT), 1)
    ledger.txn.put_mark(KEPT, place)


def _make_proposal(interaction: Interaction, kind: Kind) -> Remember:
    """A proposal on the model's own words as they were stored, without the secrets that were in them."""
    (message,) = interaction.messages
    evidence = Evidence(message.id, 0, len(message.text), message.text, message.origin)
    return Remember(message.text, kind, Basis.INFERRED, (evidence,), reason="A model asked to remember it.")


def _propose_in_transaction(
    runtime: Runtime, proposal: Remember, interaction: Interaction, near: Neighbours
) -> RememberReceipt:
    with runtime.writing() as txn:
        ledger = Ledger(runtime, txn)
        _store_words(runtime, ledger, interaction)
        close = near.get(proposal.content, {})
        alike = tuple((memory, close[memory.id]) for memory in txn.memories(close))
        known = gather_judgement_input(txn, proposal, alike)
        same = tuple(each for each in known.same_content if not _is_mere_episode(each))
        before = replace(known, same_content=same, ceiling=Trust.ASSISTANT, by_model=True)
        standing = find_restated_memory(proposal, before)
        if standing is not None:  # another process was quicker
            raise _RequestDropped(_known_receipt(standing))
        return _commit_request(runtime, ledger, proposal, before)


def _is_mere_episode(memory: Memory) -> bool:
    """Whether a memory is a message with the same words, this request's own among them: said, and not thereby known."""
    return memory.transcribes is not None and memory.status in STANDING


def _commit_request(runtime: Runtime, ledger: Ledger, proposal: Remember, before: JudgementInput) -> RememberReceipt:
    """Hold a request under every policy, since none may approve it by itself (C3)."""
    verdict = judge_proposal(proposal, before, runtime.curation)
    if verdict.outcome is Outcome.ACCEPTED:
        verdict = hold_by_rule("C3", "A model asked for it; a person decides.")
    outcome = compute_effects(proposal, verdict, before, runtime.make_stamp(), runtime.curation)
    if outcome.is_empty:
        raise _RequestDropped(RememberReceipt(verdict, None))
    judged = Judged(runtime.proposal_id(), None, proposal, verdict, runtime.now(), outcome.main)
    ledger.write_change(Actor.MODEL, Action.HELD, outcome.memories, judged=judged, edges=outcome.edges)
    return RememberReceipt(verdict, outcome.memories[0].after)


def _check_memory_exists(reader: Reader, id: MemoryId) -> None:
    memory = reader.memory(id)
    if memory is None:
        raise NotFound(f"There is no memory {id} here.")
    if memory.state is State.GONE:
        raise Refused(f"The memory {id} was forgotten already.")
