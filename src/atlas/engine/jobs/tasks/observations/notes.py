"""Observations carried out (T14): what a run sees, what makes one owed, and what leaves service for what it came to.

A note leaves service only when something approved says it from now on. Until then, and where that is refused, rejected
or never comes, it stays what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from atlas.engine.core.foreground import iterate_yielding
from atlas.engine.core.marks import COMPRESSION_TRIED, KEPT, OBSERVED, TOKENS_COUNTED, TOKENS_SINCE, TOKENS_UPTO
from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.driver import pick_own_words
from atlas.engine.thinking.job_inputs import JobInput, build_batches, messages_of
from atlas.engine.thinking.pins import is_part, pin_range, pinned_interactions
from atlas.model.ids import MemoryId, MessageId
from atlas.model.journal import PEOPLE
from atlas.model.memory import MOVING, STANDING, Form, Kind, Memory, Relation, State, Status
from atlas.model.observation import Level, level_of
from atlas.model.origin import Trust
from atlas.model.proposal import Archive
from atlas.model.retention import Kept
from atlas.model.thinking import Job, Material, Proposed, Thinking
from atlas.model.trait import pick_strong_traits
from atlas.ports.reading import SERVABLE, MemoryFilter, Reader
from atlas.ports.writing import Writer

if TYPE_CHECKING:
    from atlas.reflection.compressing import NoteGroup, Step
    from atlas.reflection.observing import ObservationInput, Spans

NOTED: Final[MemoryFilter] = replace(SERVABLE, kinds=frozenset({Kind.OBSERVATION}))
HELPING: Final = 200
"""Interactions that one run takes notes of; where more wait, another follows."""
MOST_NOTES: Final = 300
"""That one run compresses: the newest."""
_PAGE: Final = 500
_LOOKED_AT: Final = 2_000


# --- what a run sees


def pin_helping(reader: Reader) -> tuple[str, ...]:
    """No further than what has its episodes: a note stands on one."""
    after = reader.read_mark(OBSERVED)
    kept = (seq for seq, _ in reader.interactions(after, HELPING) if seq <= reader.read_mark(KEPT))
    return pin_range(after, max(kept, default=after))


def is_helping_left(reader: Reader, upto: int) -> bool:
    return len(reader.interactions(upto, HELPING)) == HELPING


def read_notes(runtime: Runtime, reader: Reader, job: Job) -> JobInput:
    """Only what users said themselves, question by question of one trust (J17); a part of a run compresses nothing."""
    said = pinned_interactions(reader, job)
    given = [material for each in iterate_yielding(said) if (material := pick_own_words(reader, each)) is not None]
    from atlas.reflection.compressing import COMPRESS, REFLECT  # needed by thinking alone
    from atlas.reflection.observing import observe_by_rules, observe_with_model  # needed by thinking alone

    seen = _read_observation(runtime, reader, given)
    if not is_part(job):
        notes, pressed = _group_notes(reader, Level.NOTE, COMPRESS), _group_notes(reader, Level.COMPRESSED, REFLECT)
        seen = replace(seen, notes=notes, compressed=pressed)
    seen = replace(seen, traits=pick_strong_traits(runtime.traits))

    def start_thinking() -> Thinking:
        return observe_with_model(seen, runtime.reflection) if runtime.models else observe_by_rules(seen)

    messages = messages_of(given)
    memories = tuple(note for heap in (*seen.notes, *seen.compressed) for note in heap.notes)
    lowest = min((*(each.origin.trust for each in messages), *(each.trust for each in memories)), default=Trust.USER)
    return JobInput(start_thinking, messages, memories, lowest, bool(runtime.models))


def _read_observation(runtime: Runtime, reader: Reader, given: Sequence[Material]) -> ObservationInput:
    from atlas.reflection.observing import ObservationInput  # needed by thinking alone

    ids = [message.id for material in given for message in material.interaction.messages]
    episodes, told = _find_episodes_and_claims(reader, ids)
    return ObservationInput(
        tuple(build_batches(runtime, given)), episodes, told, zone=getattr(runtime.zone, "key", "UTC")
    )


def _find_episodes_and_claims(
    reader: Reader, ids: Sequence[MessageId]
) -> tuple[dict[MessageId, MemoryId], dict[MessageId, Spans]]:
    """Find the approved episode of each message, and where claims stand in it.

    A message that has only a gist left is not noted any more: it is old, and its words are not all there.
    """
    episodes: dict[MessageId, MemoryId] = {}
    told: dict[MessageId, list[tuple[int, int]]] = {}
    for at in range(0, len(ids), _PAGE):
        page = ids[at : at + _PAGE]
        short = {each.message for each in reader.archived_texts(page)}
        for memory in reader.find_citing(page):
            if memory.transcribes and memory.transcribes not in short and memory.served:
                episodes[memory.transcribes] = memory.id
            elif memory.claim is not None:
                # also one that waits, or was rejected or replaced: a note would say it all the same
                for item in memory.evidence:
                    told.setdefault(item.message, []).append((item.start, item.end))
    return episodes, dict(told)


def _group_notes(reader: Reader, level: Level, step: Step) -> tuple[NoteGroup, ...]:
    """Group the uncompressed notes by trust, where enough of them stand."""
    from atlas.reflection.compressing import NoteGroup  # needed by thinking alone

    standing = _list_uncompressed(reader, level)
    if len(standing) < step.enough:
        return ()
    speakers = _find_speakers(reader, standing)
    trusts = sorted({note.trust for note in standing}, reverse=True)
    return tuple(NoteGroup(tuple(note for note in standing if note.trust is trust), speakers) for trust in trusts)


def _list_uncompressed(reader: Reader, level: Level) -> list[Memory]:
    """List the notes of this level that no successor stands for yet, not even one that waits for a person; oldest
    first."""
    found = [note for note in reader.newest_memories(NOTED, _LOOKED_AT) if level_of(note) is level and _may_leave(note)]
    taken = {id for id, _ in _find_successors(reader, found, STANDING)}
    return [note for note in found if note.id not in taken][:MOST_NOTES][::-1]


def _find_speakers(reader: Reader, notes: Sequence[Memory]) -> dict[MemoryId, str]:
    first = {note.id: note.evidence[0].message for note in notes if note.evidence}
    said = {message.id: message for message in reader.messages(first.values())}
    named = ((id, said[message].speaker) for id, message in first.items() if message in said)
    return {id: speaker for id, speaker in named if speaker}


def _may_leave(note: Memory | Kept) -> bool:
    """T7: what is pinned, moved somebody, or was approved by a person stays as it is."""
    return not (note.pinned or note.emotion > MOVING or note.approved_by in PEOPLE)


def _find_successors(
    reader: Reader, notes: Sequence[Memory], statuses: frozenset[Status]
) -> Iterator[tuple[MemoryId, Memory]]:
    """Find the memories of a higher level that were made from these notes, each with the note's id."""
    wanted = {note.id for note in notes}
    for other in reader.linking_to(wanted):
        if level_of(other) is not None and other.state is State.ACTIVE and other.status in statuses:
            yield from ((id, other) for id in other.linked(Relation.DERIVED_FROM) if id in wanted)


# --- what leaves service


def propose_retirements(reader: Reader) -> list[Proposed]:
    """Propose to archive notes that an approved successor says from now on, each once: a note kept or taken back
    stays."""
    found = [
        note for note in reader.newest_memories(NOTED, _LOOKED_AT) if level_of(note) is not None and _may_leave(note)
    ]
    known = {note.id: note for note in found}
    into = dict(_find_successors(reader, found, frozenset({Status.APPROVED})))
    before = {each.proposal.memory for each in reader.judged_about(into, ()) if isinstance(each.proposal, Archive)}
    return [
        Proposed(Archive(id, into=other.id, reason=f"It is said by {other.id} from now on."), known[id].trust)
        for id, other in into.items()
        if id not in before and other.trust is known[id].trust
    ]


def mark_tried(txn: Writer, seen: Iterable[Memory]) -> None:
    """Mark these notes as tried: the next attempt at compressing waits for as many notes again."""
    ids = {note.id for note in seen}
    newest = max((row.seq for row in _read_notes(txn, txn.read_mark(COMPRESSION_TRIED)) if row.id in ids), default=0)
    if newest:
        txn.put_mark(COMPRESSION_TRIED, newest)


# --- what makes a run owed


def measure_depths(txn: Writer, count: Callable[[str], int]) -> Mapping[str, int]:
    """Measure how many tokens wait to be observed, and how many notes to be compressed."""
    waiting = sum(_may_leave(row) for row in _read_notes(txn, txn.read_mark(COMPRESSION_TRIED)))
    return {"tokens": _count_tokens(txn, count), "notes": waiting}


def _read_notes(reader: Reader, after: int) -> Iterator[Kept]:
    while page := reader.kept_rows(NOTED, _PAGE, after):
        after = page[-1].seq
        yield from (row for row in page if row.form is Form.EPISODIC)


def _count_tokens(txn: Writer, count: Callable[[str], int]) -> int:
    """Count tokens on from where the last count ended; after a run, from where the run ended."""
    done, at, tokens = txn.read_mark(OBSERVED), txn.read_mark(TOKENS_UPTO), txn.read_mark(TOKENS_COUNTED)
    if txn.read_mark(TOKENS_SINCE) != done:
        at, tokens = done, 0
    start = at
    while page := txn.interactions(at, _PAGE):
        tokens += sum(count(message.text) for _, each in page for message in each.messages)
        at = page[-1][0]
    if at > start:
        for name, value in ((TOKENS_SINCE, done), (TOKENS_UPTO, at), (TOKENS_COUNTED, tokens)):
            txn.put_mark(name, value)
    return tokens
