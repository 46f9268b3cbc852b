"""What became of what was served, told from each reply after the fact (T3, T6).

Being fetched is not being used: only a reply that has it moves how a memory is kept, and each reply does so once. A
mark says up to which interaction replies were looked at, so that it is owed where nobody does it, and done once,
whichever process does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.consolidation import retention
from atlas.curation.effects import MemoryChange
from atlas.engine.core.access import ReadAccess
from atlas.engine.core.foreground import iterate_yielding
from atlas.engine.core.ledger import Ledger
from atlas.engine.core.marks import KEPT, REINFORCED
from atlas.engine.core.policy import SessionPolicy
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.episodes import make_episodes
from atlas.engine.intake.replies import find_memories_behind
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.ids import MemoryId, MessageId, ServingId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.journal import Action, Actor
from atlas.model.memory import Memory, State
from atlas.model.recall import Serving
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer
from atlas.retrieval.memory_use import Use, measure_use, use_from_similarity

BATCH: Final = 16
"""Replies that are told of together: few, so that whoever observes meanwhile does not wait long for their turn."""
PAGE: Final = 256
"""Interactions that are looked at for them: most that are imported never had a context."""
LATELY: Final = 32
"""Of what was told of a memory before, the newest: among them is what was told of this reply."""
USES: Final = frozenset({FeedbackSignal.USED, FeedbackSignal.HELPED})
_OF_A_REPLY: Final = USES | {FeedbackSignal.IGNORED}


@dataclass(frozen=True, slots=True)
class _ServedReply:
    """A reply, and the memories in the contexts that it had."""

    reply: Message
    spoken: str
    """All that the assistant said with it."""
    served: tuple[tuple[Memory, Serving], ...]


@dataclass(frozen=True, slots=True)
class _ReplyPage:
    """The next page of interactions, from one mark to another, with their replies."""

    after: int
    upto: int
    count: int
    replies: tuple[_ServedReply, ...]


def reinforce_from_replies(runtime: Runtime) -> int:
    """Measure use in the replies that nobody has looked at yet; how many interactions."""
    make_episodes(runtime)
    done = 0
    while (page := _next_page(runtime)) is not None:
        done += _commit_page(runtime, page, [_measure_use(runtime, each) for each in iterate_yielding(page.replies)])
        runtime.checkpoint()
    return done


def _next_page(access: ReadAccess) -> _ReplyPage | None:
    """The next interactions whose episodes are made: which context a reply had is told from when it was stored."""
    with access.reading() as reader:
        after, kept = reader.read_mark(REINFORCED), reader.read_mark(KEPT)
        page = [(seq, each) for seq, each in reader.interactions(after, PAGE) if seq <= kept]
        with_contexts = {each for each in {one.conversation for _, one in page} if reader.servings(1, each)}
        replies: list[_ServedReply] = []
        known: dict[ServingId, Message | None] = {}
        for count, (seq, interaction) in enumerate(page, start=1):
            if interaction.conversation in with_contexts:
                replies += _find_served_replies(reader, interaction, known)
            if len(replies) == BATCH or count == len(page):
                return _ReplyPage(after, seq, count, tuple(replies))
        return None


def _find_served_replies(
    reader: Reader, interaction: Interaction, known: dict[ServingId, Message | None]
) -> Iterator[_ServedReply]:
    spoken = [each for each in interaction.messages if each.role is Role.ASSISTANT]
    first = find_memories_behind(reader, interaction, known) if spoken else {}
    served = [(each, first[each.id]) for each in reader.memories(first) if each.state is State.ACTIVE] if first else []
    if served:
        yield _ServedReply(spoken[0], "\n".join(each.text for each in spoken), tuple(served))


def _measure_use(runtime: Runtime, served_reply: _ServedReply) -> tuple[MessageId, list[Feedback]]:
    """Feedback on each memory behind a reply; no transaction is open, since a similarity may take its time."""
    at = min(served_reply.reply.at, runtime.now())  # when it was said, however late this is looked at
    rows = []
    for (memory, serving), use in zip(served_reply.served, _find_uses(runtime, served_reply), strict=True):
        if use is not None and (use.used or not _was_unasked(memory, serving)):
            signal = FeedbackSignal.USED if use.used else FeedbackSignal.IGNORED
            rows.append(Feedback(memory.id, signal, at, serving.id, served_reply.reply.id, round(use.share, 4)))
    return served_reply.reply.id, rows


def _was_unasked(memory: Memory, serving: Serving) -> bool:
    return any(item.memory == memory.id and item.is_unasked for item in serving.items)


def _find_uses(runtime: Runtime, served_reply: _ServedReply) -> list[Use | None]:
    if runtime.similar is not None:
        try:
            return [
                use_from_similarity(runtime.similar(memory.content, served_reply.spoken))
                for memory, _ in served_reply.served
            ]
        except Exception as error:  # noqa: BLE001 # the application's own code; words tell instead
            runtime.note_trouble("feedback", f"The similarity failed ({type(error).__name__}); words are compared.")
    above, spoken = runtime.recall.used_above, served_reply.spoken
    return [measure_use(memory, spoken, serving.query, above) for memory, serving in served_reply.served]


def _commit_page(runtime: Runtime, page: _ReplyPage, feedback: Iterable[tuple[MessageId, list[Feedback]]]) -> int:
    with runtime.writing() as txn:
        if txn.read_mark(REINFORCED) != page.after:
            return 0  # another process was quicker
        reinforcement = _Reinforcement(runtime, txn)
        for reply, rows in feedback:
            if txn.message(reply) is not None:  # not forgotten meanwhile
                reinforcement.apply_feedback(rows)
        if changed := reinforcement.changed_memories():
            Ledger(runtime, txn).write_change(Actor.ATLAS, Action.REINFORCED, changed)
        txn.put_mark(REINFORCED, page.upto)
    return page.count


class _Reinforcement:
    """What some replies move, one after the other. Each memory is read and written once, in one entry for all of them:
    what is served often would be written anew for every reply."""

    def __init__(self, runtime: Runtime, txn: Writer) -> None:
        self._runtime = runtime
        self._txn = txn
        self._before: dict[MemoryId, Memory | None] = {}
        """As it stood; None where it was forgotten or archived meanwhile, and stays as it is."""
        self._now: dict[MemoryId, Memory] = {}
        self._feedback: dict[MemoryId, list[Feedback]] = {}
        """What was told of it, the newest first."""
        self._places: dict[ServingId, str | None] = {}

    def apply_feedback(self, rows: Sequence[Feedback]) -> None:
        """Apply what one reply did with the memories it was given."""
        self._read_memories([row.memory for row in rows if row.memory not in self._before])
        known = [(row, list(self._earlier_feedback(row.memory))) for row in rows if self._before[row.memory]]
        new = [(row, told) for row, told in known if not is_counted(row, told) and self._txn.add_feedback(row)]
        times = self._txn.count_ignored(row.memory for row, _ in new)
        for row, told in new:
            self._now[row.memory] = self._move_memory(row, told, times.get(row.memory, 0))
            self._feedback[row.memory].insert(0, row)

    def changed_memories(self) -> list[MemoryChange]:
        return [
            MemoryChange(old, self._now[id]) for id, old in self._before.items() if old and self._now[id] is not old
        ]

    def _move_memory(self, row: Feedback, told: Sequence[Feedback], times: int) -> Memory:
        memory = self._now[row.memory]
        if row.signal is FeedbackSignal.USED:
            away = is_other_context(self._txn, row, told, self._runtime.sessions, self._places)
            return retention.record_use(memory, row.at, self._runtime.retention, elsewhere=away)
        return retention.record_ignored(memory, times, self._runtime.retention)

    def _read_memories(self, ids: Sequence[MemoryId]) -> None:
        found = {each.id: each for each in self._txn.memories(ids) if each.state is State.ACTIVE} if ids else {}
        self._before |= {id: found.get(id) for id in ids}
        self._now |= found

    def _earlier_feedback(self, memory: MemoryId) -> list[Feedback]:
        if memory not in self._feedback:
            self._feedback[memory] = list(self._txn.feedback(LATELY, memory))
        return self._feedback[memory]


def is_counted(row: Feedback, before: Iterable[Feedback], signals: frozenset[FeedbackSignal] = _OF_A_REPLY) -> bool:
    """Whether this reply was counted already: a context has one reply, though another may have been taken for it."""
    return any(
        each.signal in signals
        and ((row.reply is not None and each.reply == row.reply) or (row.serving and each.serving == row.serving))
        for each in before
    )


def is_other_context(
    reader: Reader,
    row: Feedback,
    before: Iterable[Feedback],
    sessions: SessionPolicy,
    places: dict[ServingId, str | None] | None = None,
) -> bool:
    """T5 counts uses in different contexts: in another conversation than the last use, or in another session of it.

    `places` keeps where each context was served, for whoever asks often.
    """
    last = next((each for each in before if each.signal in USES), None)
    if last is None or abs(row.at - last.at) > sessions.idle:
        return True
    known: dict[ServingId, str | None] = places if places is not None else {}
    return _serving_conversation(reader, row, known) != _serving_conversation(reader, last, known)


def _serving_conversation(reader: Reader, row: Feedback, known: dict[ServingId, str | None]) -> str | None:
    if row.serving is None:
        return None
    if row.serving not in known:
        serving = reader.serving(row.serving)
        known[row.serving] = serving.conversation if serving else None
    return known[row.serving]
