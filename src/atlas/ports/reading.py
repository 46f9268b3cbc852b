"""What a transaction that reads can ask of one space, and the filter that says which memories.

No method takes a space, so nothing can cross (P4). All of it is seen at one consistent moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from atlas.model.archive import Archived
from atlas.model.catalogue_row import FeedItem
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import (
    ConversationId,
    DocumentId,
    FailureId,
    InteractionId,
    JobId,
    MemoryId,
    MessageId,
    PatternId,
    ProposalId,
    ReflectionId,
    ServingId,
    SuggestionId,
)
from atlas.model.interaction import Interaction, Message, Session
from atlas.model.journal import Entry, RowKind, Tip
from atlas.model.memory import Kind, Memory, State, Status
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.model.retention import Kept, Retained
from atlas.model.signal import Signal, SignalKind
from atlas.model.spending import Spending, Spent
from atlas.model.suggestion import Suggestion, SuggestionState
from atlas.model.task import Task
from atlas.model.thinking import Answer, Job, JobState, Judged, Reflection
from atlas.model.trigger import Standing
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
    observed_after: datetime | None = None
    """From this moment on, the moment itself included."""


SERVABLE = MemoryFilter(statuses=frozenset({Status.APPROVED}))
"""C1: the only filter through which a context is filled."""


@dataclass(frozen=True, slots=True)
class MemoryCount:
    kind: Kind
    status: Status
    state: State
    count: int


@dataclass(frozen=True, slots=True)
class MessagesWaiting:
    """The messages of one conversation and one origin that wait for a person."""

    conversation: ConversationId
    origin: Origin
    count: int
    first: datetime
    last: datetime
    """When the first and the last of them was said."""


class Reader(Protocol):
    # --- the transcript
    def interaction(self, id: InteractionId) -> Interaction | None: ...

    def interactions(self, after: int, limit: int) -> Sequence[tuple[int, Interaction]]:
        """In the order they were observed, with their row sequence, for paging: pass the last one back as `after`."""
        ...

    def message(self, id: MessageId) -> Message | None: ...

    def messages(self, ids: Iterable[MessageId]) -> Sequence[Message]:
        """Those that exist, each once, in no order."""
        ...

    def messages_before(self, interaction: InteractionId, limit: int) -> Sequence[Message]:
        """The last `limit` messages of the same conversation before this interaction, oldest first."""
        ...

    def messages_in(self, conversation: ConversationId) -> Sequence[Message]: ...

    def messages_after(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Message]:
        """The first `limit` messages of this conversation that were taken in after this moment, oldest first.

        That is when their episodes were made, by the store's own clock; a message's own time is its sender's word.
        """
        ...

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

    def conversations_waiting(self, after: int) -> Sequence[MessagesWaiting]:
        """Messages that wait, by conversation and origin; the conversation in which something was last said first.

        Of interactions after this row sequence, which have no episodes yet, what came from further away than the
        assistant.
        """
        ...

    def kept(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Kept]:
        """As `select`, without texts, evidence and links: cheap enough to look at all of them."""
        ...

    def retained(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Retained]:
        """As `kept`, with no more than fading needs."""
        ...

    def in_slot(self, subject: EntityId, attribute: str) -> Sequence[Memory]:
        """Memories not gone whose claim has this subject and attribute, any status, oldest first."""
        ...

    def with_content(self, content_hash: str) -> Sequence[Memory]:
        """Memories not gone whose content has this hash (model.text.content_hash)."""
        ...

    def citing(self, messages: Iterable[MessageId]) -> Sequence[Memory]:
        """Memories not gone that transcribe one of these messages or have evidence in one."""
        ...

    def withdrawn(self, conversations: Iterable[ConversationId]) -> Sequence[Memory]:
        """Memories not gone, and no messages, from these conversations that were rejected, marked sensitive or
        superseded, in the order of writing."""
        ...

    def withdrawn_values(self, limit: int) -> Sequence[tuple[MemoryId, str]]:
        """What memories not gone that were rejected, marked sensitive or superseded claim as a value: the sensitive
        first, then the newest."""
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

    # --- search: an index follows the changes, and asks for rows by name
    def changes(self, identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        """The newest change of each memory that has one after this number, ascending; listed with this identity's
        vectors. A memory changes with its row, its vectors, and the text or speaker of the message it stands on.

        Follow it in reading transactions: what a writer sees may be taken back, and its numbers be given again.
        """
        ...

    def last_change(self) -> int:
        """The number of the newest one; 0 when there is none. It never falls."""
        ...

    def vectors_of(self, identity: EmbedderIdentity, memories: Iterable[MemoryId]) -> Sequence[tuple[MemoryId, bytes]]:
        """Of those that have one, in the order asked."""
        ...

    def identities(self) -> Sequence[tuple[str, int]]:
        """The key of every identity that has vectors here, and how many memories have one of it (X8)."""
        ...

    def passing(self, where: MemoryFilter, ids: Iterable[MemoryId]) -> frozenset[MemoryId]:
        """Which of these pass the filter."""
        ...

    # --- work that goes on in turns
    def mark(self, name: str) -> int:
        """Where somebody got to; 0 when never set."""
        ...

    # --- thinking
    def job(self, id: JobId) -> Job | None: ...

    def open_job(self, key: str) -> Job | None:
        """The one with this key that is not done or dropped."""
        ...

    def jobs(self, state: JobState | None, limit: int) -> Sequence[Job]:
        """In the order in which they would be claimed."""
        ...

    def job_count(self, state: JobState) -> int: ...

    def next_job_at(self, now: datetime) -> datetime | None:
        """When there is next a job to claim: now when there is one, else when one falls due or a lease runs out."""
        ...

    def answers(self, job: JobId) -> Sequence[Answer]:
        """By ordinal and sample."""
        ...

    def reflection(self, id: ReflectionId) -> Reflection | None: ...

    def reflections(
        self, limit: int, task: Task | None = None, since: datetime | None = None, job: JobId | None = None
    ) -> Sequence[Reflection]:
        """Newest first; since this moment, itself included."""
        ...

    # --- noticing
    def signals(self, about: Iterable[InteractionId]) -> Sequence[Signal]:
        """About the replies of these, in the order they were written."""
        ...

    def signals_since(self, since: datetime, limit: int, kind: SignalKind | None = None) -> Sequence[Signal]:
        """Newest first by row; since this moment, itself included."""
        ...

    def failure(self, id: FailureId) -> Failure | None: ...

    def failures(self, limit: int) -> Sequence[Failure]:
        """Newest first."""
        ...

    def pattern(self, id: PatternId) -> Pattern | None: ...

    def patterns(self, active: bool | None = None) -> Sequence[Pattern]:
        """In the order they were first written; only active ones, only the others, or all."""
        ...

    def suggestion(self, id: SuggestionId) -> Suggestion | None: ...

    def suggestions(self, state: SuggestionState | None, limit: int) -> Sequence[Suggestion]:
        """Newest first."""
        ...

    # --- triggers
    def standing(self, trigger: str) -> Standing | None: ...

    def standings(self) -> Sequence[Standing]:
        """By name of the trigger."""
        ...

    # --- what it costs
    def spent(self, day: date | None = None, job: JobId | None = None) -> Spent:
        """The sum of what is reserved or settled: on this day, by this job, or, without either, ever in this space."""
        ...

    def spendings(self, limit: int, since: date | None = None) -> Sequence[Spending]:
        """Newest first, from this day on."""
        ...

    def judged(self, id: ProposalId) -> Judged | None: ...

    def judged_about(self, memories: Iterable[MemoryId], messages: Iterable[MessageId]) -> Sequence[Judged]:
        """Proposals that came to or name one of these memories, or whose evidence stands in one of these messages."""
        ...

    def judged_with(self, outcome: Outcome, limit: int) -> Sequence[Judged]:
        """Newest first, whether somebody has decided since or not."""
        ...

    def changes_waiting(self, limit: int) -> Sequence[Judged]:
        """Held, undecided, come to no memory: what thinking proposed, then what was asked for; each newest first."""
        ...

    def judged_by(self, reflection: ReflectionId) -> Sequence[Judged]:
        """What this run of thinking proposed, in order."""
        ...

    # --- servings
    def serving(self, id: ServingId) -> Serving | None: ...

    def servings(self, limit: int, conversation: ConversationId | None = None) -> Sequence[Serving]:
        """Newest first."""
        ...

    def servings_before(self, conversation: ConversationId, at: datetime, limit: int) -> Sequence[Serving]:
        """Newest first, of this conversation, the moment itself left out."""
        ...

    def servings_of(self, memories: Iterable[MemoryId], limit: int) -> Sequence[Serving]:
        """Those in which any of these stood, newest first."""
        ...

    def servings_with(self, documents: Iterable[DocumentId]) -> Sequence[Serving]:
        """Newest first."""
        ...

    # --- what became of what was served (T6)
    def feedback(self, limit: int, memory: MemoryId | None = None) -> Sequence[Feedback]:
        """Newest first by row; about this memory, or all."""
        ...

    def feedback_after(self, after: int, limit: int) -> Sequence[tuple[int, Feedback]]:
        """In the order of writing, with their row sequence, for paging."""
        ...

    def ignored(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, int]:
        """How often each was ignored since it was last used or helped, or ever; those that never were are left out."""
        ...

    def reviewed(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, datetime]:
        """When each was last reviewed; those that never were are left out."""
        ...

    # --- the graph
    def edges(self, memories: Iterable[MemoryId]) -> Sequence[Edge]:
        """All that touch one of these, by relation and ends."""
        ...

    def all_edges(self, limit: int, after: str = "") -> Sequence[Edge]:
        """By key, ascending, for paging: pass the last one's key back."""
        ...

    # --- the archive (T12)
    def archived(self, messages: Iterable[MessageId]) -> Sequence[Archived]:
        """Of those that have a gist in their place; raises StoreTrouble where a text is not what was stored."""
        ...

    def archived_before(self, at: datetime, limit: int) -> Sequence[Archived]:
        """Stored, and last asked for if ever, before this moment; the oldest first."""
        ...

    # --- documents and exams
    def document(self, id: DocumentId) -> Document | None: ...

    def documents(self) -> Sequence[Document]:
        """Of any status, in the order in which they were first written."""
        ...

    def documents_edition(self) -> int:
        """Grows with every change of a document here and with nothing else; 0 while there is none.

        What was read at an edition holds as long as the edition does, in every process.
        """
        ...

    def exams(self, limit: int) -> Sequence[Exam]:
        """Newest first, by when they were taken."""
        ...

    # --- the journal
    def head(self) -> Entry | None: ...

    def tip(self) -> Tip | None:
        """Of the head, for whoever continues the journal and has no use for its parts."""
        ...

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
