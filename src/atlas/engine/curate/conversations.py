"""Conversations whose messages wait, and the one decision on each: somebody vouches for it, or dismisses it (C3, C9).

A raw message is no item of a review. What was said elsewhere waits as the conversation it was said in; what was learned
from it waits by itself. Vouching later lifts what `--vouch` lifts at the import, by the same rule, and owes thinking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from atlas.curation.effects import Effects, MemoryChange, next_version
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.ledger import ChangeRun, Ledger, note_change
from atlas.engine.core.marks import KEPT
from atlas.engine.core.runtime import Runtime
from atlas.engine.curate.provenance import plan_origin_move, vouched_origin, write_origin_move
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.thinking.schedule import owe_for_interaction
from atlas.errors import BadInput, NotFound
from atlas.model.history import Format, is_of_notes
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message
from atlas.model.journal import Action, Actor
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin, Trust
from atlas.model.thinking import JobState
from atlas.ports.reading import MemoryFilter, MessagesWaiting, Reader

BEGINNING: Final = 120
"""Characters of its first message that a conversation is known again by."""
_BATCH: Final = 200
"""Messages whose change is planned, put on record and written together."""
_NAMED: Final = 5
_ALL_JOBS: Final = 2**31


@dataclass(frozen=True, slots=True)
class WaitingConversation:
    """One conversation in which messages wait."""

    name: str
    source: str | None
    """The format it was brought in from; None where it was held here."""
    messages: int
    """How many of its messages wait."""
    vouchable: int
    """How many of these somebody can vouch for; the others came from tools, pages or files, or another memory."""
    first: datetime
    last: datetime
    begins: str = ""
    """How its first message begins."""


@dataclass(frozen=True, slots=True)
class WaitingSource:
    """All conversations from one place in which messages wait."""

    source: str | None
    conversations: int
    messages: int
    vouchable: int
    first: datetime
    last: datetime


def group_by_source(found: Iterable[WaitingConversation]) -> list[WaitingSource]:
    groups: dict[str | None, list[WaitingConversation]] = {}
    for each in found:
        groups.setdefault(each.source, []).append(each)
    return [
        WaitingSource(
            source,
            len(group),
            sum(each.messages for each in group),
            sum(each.vouchable for each in group),
            min(each.first for each in group),
            max(each.last for each in group),
        )
        for source, group in groups.items()
    ]


@dataclass(frozen=True, slots=True)
class ConversationsDecided:
    """What came of a decision on conversations."""

    conversations: tuple[str, ...]
    messages: int
    """How many messages it changed."""
    learned: int
    """How many learned memories that waited were dismissed with them."""
    owed: int
    """Interactions that are thought about anew."""
    entry: int | None
    """Its journal entry, which one undo takes back; None where nothing was to be changed."""
    rejected: int = 0
    """How many messages nobody could vouch for any more, since somebody dismissed or rejected them."""


# --- which


def waiting_conversations(
    access: ReadAccess, origins: frozenset[Origin] = frozenset(), search: str = ""
) -> list[WaitingConversation]:
    """The one in which something was last said first; how they begin is read for those that are shown."""
    with access.reading() as reader:
        found = list(_group_waiting(reader, origins))
        return _filter_mentioning(reader, found, search) if search else found


def add_beginnings(access: ReadAccess, found: Sequence[WaitingConversation]) -> list[WaitingConversation]:
    with access.reading() as reader:
        return [_add_beginning(reader, each) for each in found]


def _group_waiting(reader: Reader, origins: frozenset[Origin] = frozenset()) -> Iterator[WaitingConversation]:
    rows: dict[str, list[MessagesWaiting]] = {}
    for each in reader.conversations_waiting(reader.read_mark(KEPT)):
        if not origins or each.origin in origins:
            rows.setdefault(each.conversation, []).append(each)
    for name, parts in rows.items():
        yield WaitingConversation(
            name,
            source_of(name),
            sum(each.count for each in parts),
            sum(each.count for each in parts if _is_vouchable(each)),
            min(each.first for each in parts),
            max(each.last for each in parts),
        )


def count_waiting_messages(reader: Reader) -> tuple[int, int]:
    """In how many conversations messages wait, and how many messages."""
    found = list(_group_waiting(reader))
    return len(found), sum(each.messages for each in found)


def source_of(conversation: str) -> str | None:
    before, colon, _ = conversation.partition(":")
    return before if colon and before in {each.value for each in Format} else None


def _is_vouchable(waiting: MessagesWaiting) -> bool:
    return waiting.origin is Origin.IMPORT and not is_of_notes(waiting.conversation)


def _filter_mentioning(reader: Reader, found: Sequence[WaitingConversation], words: str) -> list[WaitingConversation]:
    mentioning = {each.conversation for each in reader.messages_mentioning([words])}
    return [each for each in found if each.name in mentioning or words.casefold() in each.name.casefold()]


def _add_beginning(reader: Reader, found: WaitingConversation) -> WaitingConversation:
    text = " ".join(_first_text(reader, ConversationId(found.name))[: BEGINNING * 4].split())
    return replace(found, begins=text if len(text) <= BEGINNING else f"{text[: BEGINNING - 1].rstrip()}…")


def _first_text(reader: Reader, name: ConversationId) -> str:
    """The text of a conversation's first episode; of its first message, where no episode is made yet."""
    episodes = reader.select(MemoryFilter(kinds=frozenset({Kind.EPISODE}), conversation=name), 1)
    return episodes[0][1].content if episodes else next((each.text for each in reader.messages_in(name)), "")


# --- deciding


def vouch_for_conversations(
    runtime: Runtime, names: Sequence[str], source: str | None = None, reason: str = ""
) -> ConversationsDecided:
    """Take these conversations at their word, typed and answered, since somebody says they are theirs (C3)."""
    return _decide_conversations(runtime, names, source, "Vouched for", reason, _lift_origins)


def dismiss_conversations(
    runtime: Runtime, names: Sequence[str], source: str | None = None, reason: str = ""
) -> ConversationsDecided:
    """Reject the messages of these conversations, and what waits that was learned from them alone."""
    return _decide_conversations(runtime, names, source, "Dismissed", reason, _reject_messages)


@dataclass(slots=True)
class _Tally:
    chosen: frozenset[str] = frozenset()
    messages: int = 0
    learned: int = 0
    owed: int = 0
    rejected: int = 0
    dropped: set[InteractionId] = field(default_factory=set)


_DecideBatch = Callable[[Runtime, ChangeRun, Sequence[Message], _Tally], None]


def _decide_conversations(
    runtime: Runtime, names: Sequence[str], source: str | None, verb: str, reason: str, decide_batch: _DecideBatch
) -> ConversationsDecided:
    """Decide on all or none, as one change; the note comes first, so that the record says what it is a record of."""
    make_episodes(runtime)
    with runtime.writing() as txn:
        chosen = _choose_conversations(txn, names, source)
        tally = _Tally(frozenset(chosen))
        run = ChangeRun(Ledger(runtime, txn), Actor.OPERATOR, Action.DECIDED)
        run.add(
            note_change(runtime.note_id(), f"{verb} {_describe_conversations(chosen)}.{f' {reason}' if reason else ''}")
        )
        for name in reversed(chosen):  # the oldest first: what was said later replaces it
            messages = txn.messages_in(ConversationId(name))
            for start in range(0, len(messages), _BATCH):
                decide_batch(runtime, run, messages[start : start + _BATCH], tally)
        _drop_owed(run.ledger, tally.dropped)
        entry = run.close() if tally.messages or tally.learned or run.first else None
    number = entry.seq if entry else None
    return ConversationsDecided(tuple(chosen), tally.messages, tally.learned, tally.owed, number, tally.rejected)


def _choose_conversations(reader: Reader, names: Sequence[str], source: str | None) -> list[str]:
    if bool(names) == (source is not None):
        raise BadInput("Name conversations, or the source of a whole import: one of the two.")
    if source is not None:
        known = [each.name for each in _group_waiting(reader) if each.source == source]
        if not known:
            raise NotFound(
                f"Nothing that was brought in from {source} waits here; atlas curate pending shows what does."
            )
        return known
    return [_resolve_name(reader, name) for name in dict.fromkeys(names)]


def _resolve_name(reader: Reader, name: str) -> str:
    """The conversation of this name, or the one that waits and begins so."""
    if reader.messages_in(ConversationId(name)):
        return name
    found = [each.name for each in _group_waiting(reader) if each.name.startswith(name)] if name else []
    if len(found) > 1:
        raise BadInput(f"{len(found)} conversations that wait begin with {name!r}; give more of the name.")
    if not found:
        raise NotFound(f"There is no conversation {name!r} here; atlas curate pending shows those that wait.")
    return found[0]


def _describe_conversations(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"{len(names)} conversation{'' if len(names) == 1 else 's'}: {shown}{more}"


def _lift_origins(runtime: Runtime, run: ChangeRun, messages: Sequence[Message], tally: _Tally) -> None:
    """Lift the origins of messages, on record first: the store lets an origin rise on an operator's word alone."""
    ledger = run.ledger
    own = [(each, vouched_origin(each.role, each.origin)) for each in messages if not is_of_notes(each.conversation)]
    rejected = _find_rejected(ledger.txn, [message for message, origin in own if origin is not message.origin])
    tally.rejected += len(rejected)
    move = plan_origin_move(runtime, ledger.txn, [each for each in own if each[0].id not in rejected])
    if not move.messages:
        return
    for change in move.changes():
        run.add(change)
    run.flush()
    write_origin_move(ledger, move)
    tally.messages += len(move.messages)
    for interaction in _unique_interactions(message for message, _ in move.messages):
        owe_for_interaction(runtime, ledger.txn, interaction)
        tally.owed += 1


def _find_rejected(reader: Reader, messages: Sequence[Message]) -> set[MessageId]:
    """The messages that a person has rejected; they stay so until the person takes that back."""
    citing = reader.find_citing({each.id for each in messages}) if messages else []
    return {each.transcribes for each in citing if each.transcribes and each.status is Status.REJECTED}


def _reject_messages(runtime: Runtime, run: ChangeRun, messages: Sequence[Message], tally: _Tally) -> None:
    ledger = run.ledger
    distrusted = {each.id for each in messages if each.origin.trust < Trust.ASSISTANT}
    for memory in ledger.txn.find_citing(distrusted):
        if memory.status is not Status.NEEDS_REVIEW or memory.state is not State.ACTIVE:
            continue
        if memory.kind is Kind.EPISODE:
            tally.messages += 1
        elif _stands_on_others(memory, tally.chosen, ledger.txn):
            continue
        else:
            tally.learned += 1
        ledger.add_to(run, Effects((MemoryChange(memory, next_version(memory, status=Status.REJECTED)),)))
    tally.dropped.update(_unique_interactions(each for each in messages if each.id in distrusted))


def _stands_on_others(memory: Memory, conversations: frozenset[str], reader: Reader) -> bool:
    said = reader.messages(item.message for item in memory.evidence)
    return any(each.conversation not in conversations for each in said)


def _drop_owed(ledger: Ledger, interactions: set[InteractionId]) -> None:
    """Drop the jobs of dismissed interactions; taking the dismissal back owes them again."""
    if not interactions:
        return
    for job in ledger.txn.jobs(JobState.QUEUED, _ALL_JOBS):
        scheduling = ledger.runtime.scheduling.get(job.task)
        if scheduling is not None and scheduling.from_exchange and job.interaction in interactions:
            ledger.txn.put_job(replace(job, state=JobState.DROPPED))


def _unique_interactions(messages: Iterable[Message]) -> list[InteractionId]:
    return list(dict.fromkeys(each.interaction for each in messages))
