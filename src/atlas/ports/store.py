"""Where rows live.

A transaction belongs to one space and sees nothing else: no method takes a space, so nothing can cross (P4). Reading
sees one consistent moment. Writing is all or nothing, and durable when it returns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from atlas.model.entity import Entity, EntityId
from atlas.model.ids import (
    ConversationId,
    InteractionId,
    JobId,
    MemoryId,
    MessageId,
    ProposalId,
    ReflectionId,
    ServingId,
    SpaceId,
)
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import Entry, RowKind
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.model.thinking import Job, JobState, Judged, Reflection
from atlas.model.verdict import Outcome


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories. An empty field means any; all fields hold together."""

    statuses: frozenset[Status] = frozenset()
    states: frozenset[State] = frozenset({State.ACTIVE})
    kinds: frozenset[Kind] = frozenset()
    origins: frozenset[Origin] = frozenset()
    conversation: ConversationId | None = None
    subject: EntityId | None = None
    valid_at: datetime | None = None
    """Only what holds at this moment: valid_from <= it < valid_until, an open end always holds."""
    observed_before: datetime | None = None


SERVABLE = MemoryFilter(statuses=frozenset({Status.APPROVED}))
"""C1: the only filter through which a context is filled."""


@dataclass(frozen=True, slots=True)
class MemoryCount:
    kind: Kind
    status: Status
    state: State
    count: int


class Reader(Protocol):
    # --- the transcript
    def interaction(self, id: InteractionId) -> Interaction | None: ...

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        """In the order they were observed, with their row sequence, for paging: pass the last one back as `after`."""
        ...

    def message(self, id: MessageId) -> Message | None: ...

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        """The last `limit` messages of the same conversation before this interaction, oldest first."""
        ...

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]: ...

    def messages_mentioning(self, words: Sequence[str]) -> Sequence[Message]:
        """Messages whose text or speaker contains any of these, case folded as plain substrings."""
        ...

    def last_session(self, conversation: ConversationId) -> Session | None: ...

    def interaction_count(self) -> int: ...

    def tainted(self, conversations: Iterable[ConversationId]) -> frozenset[ConversationId]:
        """Which of these took in text from further away than the assistant (a tool, a page, a file)."""
        ...

    # --- memories
    def memory(self, id: MemoryId) -> Memory | None: ...

    def memories(self, ids: Iterable[MemoryId]) -> Sequence[Memory]:
        """Those that exist, in the order asked."""
        ...

    def select(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[tuple[int, Memory]]:
        """By row sequence, ascending, for paging."""
        ...

    def newest(self, where: MemoryFilter, limit: int) -> Sequence[Memory]:
        """By row sequence, descending."""
        ...

    def counts(self) -> Sequence[MemoryCount]: ...

    def in_slot(self, subject: EntityId, attribute: str) -> Sequence[Memory]:
        """Memories not gone whose claim has this subject and attribute, any status, oldest first."""
        ...

    def with_content(self, content_hash: str) -> Sequence[Memory]:
        """Memories not gone whose content has this hash (model.text.content_hash)."""
        ...

    def citing(self, messages: Iterable[MessageId]) -> Sequence[Memory]:
        """Memories not gone that transcribe one of these messages or have evidence in one."""
        ...

    def linking_to(self, memories: Iterable[MemoryId]) -> Sequence[Memory]:
        """Memories not gone with a link to one of these."""
        ...

    def ids_like(self, prefix: str, limit: int) -> Sequence[str]:
        """Ids of memories, messages, interactions, held proposals and servings that begin so (prefix of the id)."""
        ...

    # --- entities
    def entity(self, id: EntityId) -> Entity | None: ...

    def entities(self) -> Sequence[Entity]: ...

    # --- search
    def search_text(self, terms: Sequence[str], where: MemoryFilter, limit: int) -> Sequence[tuple[MemoryId, float]]:
        """Memories that hold any of these terms, best first, higher is better. Terms are data, never query syntax."""
        ...

    def vectors(self, identity: EmbedderIdentity, after: int) -> Iterator[tuple[int, MemoryId, bytes]]:
        """(vector row sequence, memory, float32 bytes) in order of sequence."""
        ...

    def without_vector(self, identity: EmbedderIdentity, limit: int) -> Sequence[Memory]:
        """Active memories, of any status but rejected and sensitive, that have no vector of this identity."""
        ...

    def passing(self, where: MemoryFilter, ids: Iterable[MemoryId]) -> frozenset[MemoryId]:
        """Which of these pass the filter."""
        ...

    # --- thinking
    def job(self, id: JobId) -> Job | None: ...

    def jobs(self, state: JobState | None, limit: int) -> Sequence[Job]:
        """In the order in which they would be claimed."""
        ...

    def job_count(self, state: JobState) -> int: ...

    def reflection(self, id: ReflectionId) -> Reflection | None: ...

    def reflections(self, limit: int) -> Sequence[Reflection]:
        """Newest first."""
        ...

    def judged(self, id: ProposalId) -> Judged | None: ...

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        """Proposals that came to or name one of these memories, or whose evidence stands in one of these messages."""
        ...

    def judged_with(self, outcome: Outcome, limit: int, undecided: bool = False) -> Sequence[Judged]:
        """Newest first; `undecided` leaves out held ones that somebody has decided since."""
        ...

    # --- servings
    def serving(self, id: ServingId) -> Serving | None: ...

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        """Newest first."""
        ...

    def servings_of(self, memories: Iterable[MemoryId]) -> Sequence[Serving]:
        """Newest first."""
        ...

    # --- the journal
    def head(self) -> Entry | None: ...

    def entry(self, seq: int) -> Entry | None: ...

    def entries(self, after: int, limit: int) -> Sequence[Entry]:
        """Ascending."""
        ...

    def undoings(self) -> Sequence[tuple[int, int]]:
        """(sequence, cause) of every entry that took another one back, ascending."""
        ...

    def entries_about(self, kind: RowKind, id: str) -> Sequence[Entry]:
        """Ascending, whole entries."""
        ...

    def last_entries(self, limit: int) -> Sequence[Entry]:
        """Descending."""
        ...


class Writer(Reader, Protocol):
    def add_interaction(self, interaction: Interaction, session: Session) -> None:
        """Insert the interaction and its messages, at least one; insert or update the session.

        Raises Refused when one of the ids is already there.
        """
        ...

    def put_memory(self, memory: Memory, expected_version: int | None) -> None:
        """Insert (expected None) or replace the row whose version is the expected one; otherwise raises Refused.

        Trust is enforced here too (X1): raises Refused when the memory's trust is above the origin of any message it
        cites, or above the trust of any memory it links to as derived_from or supports.
        Replaces its evidence, links and text-index row. A changed content drops its vectors. An episode's content is
        its message's text. Only `erase_memory` makes a memory gone, and what is gone is never written again.
        """
        ...

    def remove_memory(self, id: MemoryId, expected_version: int) -> None:
        """Undo of an insertion: the row and all that hangs on it go; raises Refused when it is another version, or
        when another memory links to it."""
        ...

    def put_entity(self, entity: Entity) -> None: ...

    def remove_entity(self, id: EntityId) -> None:
        """Undo of an insertion."""
        ...

    def put_vector(self, memory: MemoryId, identity: EmbedderIdentity, vector: bytes) -> None:
        """Insert or replace, with a new sequence; raises Refused when the memory is not there or gone meanwhile."""
        ...

    def add_job(self, job: Job) -> bool:
        """False, and nothing is added, when a job with this key exists in any state but done."""
        ...

    def claim_job(self, owner: str, now: datetime, until: datetime) -> Job | None:
        """The first runnable job (queued, or running with a lease that ran out), now leased.

        The highest priority comes first, then the oldest. Attempts are counted by whoever runs it, not here.
        """
        ...

    def put_job(self, job: Job) -> None:
        """Replace it; raises NotFound when it was never added, Refused when its key is another open job's."""
        ...

    def add_reflection(self, reflection: Reflection) -> None: ...

    def put_judged(self, judged: Judged) -> None: ...

    def add_serving(self, serving: Serving) -> None: ...

    def append(self, entry: Entry) -> None:
        """Add the next journal entry; raises Refused when it does not continue the head."""
        ...

    # --- erasing (X3): no other method destroys text. To erase what is not there is no error; to mask it is (NotFound).
    # A transaction that erases a message which a memory still quotes or transcribes raises Refused when it ends.
    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        """Leave a tombstone: state gone, and nothing said or named in it, beside it or in an index."""
        ...

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        """Replace a message's text (and the text-index row of the episode that transcribes it), or also its speaker."""
        ...

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None: ...

    def erase_message(self, id: MessageId) -> None:
        """Delete the row; an interaction left without messages goes too, with the last one its conversation's name."""
        ...

    def erase_entity(self, id: EntityId) -> None: ...

    def erase_judged(self, ids: Iterable[ProposalId]) -> None: ...

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        """Drop the query text; which memories were served when stays on record."""
        ...

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        """Null payload and salt of every journal part about these rows; how many still had theirs."""
        ...


@dataclass(frozen=True, slots=True)
class StoreHealth:
    ok: bool
    problems: tuple[str, ...]
    schema: int
    bytes_on_disk: int
    location: str


class Store(Protocol):
    @property
    def location(self) -> str:
        """Where it is, for people: a path, or "in memory"."""
        ...

    def reading(self, space: SpaceId) -> AbstractContextManager[Reader]: ...

    def writing(self, space: SpaceId) -> AbstractContextManager[Writer]: ...

    def spaces(self) -> Sequence[SpaceId]: ...

    def owes_purge(self) -> bool:
        """Whether text was erased since the last purge, by whichever process: it is on record, not in memory."""
        ...

    def purge(self) -> None:
        """Make erased text unreadable in every file: compact the text index, truncate the log (trust.md, P3)."""
        ...

    def health(self) -> StoreHealth:
        """Integrity check of file, foreign keys and text index."""
        ...

    def close(self) -> None: ...
