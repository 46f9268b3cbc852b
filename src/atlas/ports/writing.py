"""What a transaction that writes can do in one space: all or nothing, and durable when it returns."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.exam import Exam
from atlas.model.failure import Failure, Pattern
from atlas.model.feedback import Feedback
from atlas.model.graph import Edge
from atlas.model.ids import (
    DocumentId,
    JobId,
    MemoryId,
    MessageId,
    ProposalId,
    ReflectionId,
    ServingId,
)
from atlas.model.interaction import Interaction, Session
from atlas.model.journal import Entry, RowKind
from atlas.model.memory import Memory
from atlas.model.origin import Origin
from atlas.model.recall import EmbedderIdentity, Serving
from atlas.model.signal import Signal
from atlas.model.spending import Spending
from atlas.model.suggestion import Suggestion
from atlas.model.task import Task
from atlas.model.thinking import Answer, Job, Judged, Reflection
from atlas.model.trigger import Standing
from atlas.ports.reading import Reader


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
        Replaces its evidence and links. A changed content drops its vectors. An episode's content is its message's
        text. Only `erase_memory` makes a memory gone, and what is gone is never written again.
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
        """Insert or replace; raises Refused when the memory is not there or gone meanwhile.

        It may be several vectors end to end, one for each passage: BadInput when it is not at least one and whole ones.
        """
        ...

    def drop_vectors(self, identity_key: str, limit: int) -> int:
        """Remove up to so many of this identity, whoever's they are; how many there were to remove."""
        ...

    def take_lease(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        """True when it was free, had run out (its end is not after now), or is the owner's already: then extended."""
        ...

    def give_up_lease(self, name: str, owner: str) -> None:
        """Free it before its time; nothing happens when it is not the owner's."""
        ...

    def put_mark(self, name: str, value: int) -> None: ...

    def add_job(self, job: Job) -> bool:
        """False, and nothing is added, when a job with this key is open (any state but done and dropped).

        When that one is running, it counts the call (`again`, J5): it will have to look whether to run once more.
        """
        ...

    def claim_job(
        self,
        owner: str,
        now: datetime,
        until: datetime,
        tasks: Iterable[Task] | None = None,
        id: JobId | None = None,
        *,
        newest: bool = False,
        least: int | None = None,
    ) -> Job | None:
        """The first runnable job (queued and due, or running with a lease that ran out), now leased.

        The highest priority comes first, then the oldest; or the newest, for whoever has time for a few only. Only of
        these tasks, when some are named; only this job, when one is; only of this priority or a higher one. Attempts
        are counted by whoever runs it, not here.
        """
        ...

    def put_job(self, job: Job) -> None:
        """Replace it; raises NotFound when it was never added, Refused when its key is another open job's."""
        ...

    def put_answer(self, answer: Answer) -> None:
        """Insert; the same question and sample again is no error and changes nothing: the first answer holds (J7)."""
        ...

    def drop_answers(self, job: JobId) -> None: ...

    def add_reflection(self, reflection: Reflection) -> None: ...

    def put_signal(self, signal: Signal) -> None:
        """Insert, or replace the one of the same kind, source, `about` and `seen_in`."""
        ...

    def put_failure(self, failure: Failure) -> None:
        """Insert or replace."""
        ...

    def put_pattern(self, pattern: Pattern) -> None:
        """Insert or replace."""
        ...

    def put_suggestion(self, suggestion: Suggestion) -> None:
        """Insert or replace."""
        ...

    def put_standing(self, standing: Standing) -> None:
        """Insert or replace."""
        ...

    def add_period(self, trigger: str, period: str) -> bool:
        """False when this period of the trigger has run, or is owed, already: whatever the clock does, once (J3)."""
        ...

    def put_spending(self, spending: Spending) -> None:
        """Insert or replace."""
        ...

    def put_judged(self, judged: Judged) -> None: ...

    def add_serving(self, serving: Serving) -> None: ...

    def add_feedback(self, feedback: Feedback) -> bool:
        """False, and nothing is added, when this reply has been told from already for this memory (T3)."""
        ...

    def put_edge(self, edge: Edge) -> None:
        """Insert or replace its weight. Refused when either memory is not there or gone, or both are one; BadInput
        when the relation is none of an edge's, an undirected one is spelt the wrong way round, or the weight is not
        above 0 and up to 1."""
        ...

    def remove_edge(self, edge: Edge) -> None:
        """Whatever its weight; to remove what is not there is no error."""
        ...

    def shorten_message(self, id: MessageId, gist: str, now: datetime) -> None:
        """Store the whole text, read it back, check its hash, and only then put the gist in its place.

        Search goes on finding it by its whole text, and its vectors stay. Refused when it is short already, or when
        the gist is not shorter.
        """
        ...

    def restore_message(self, id: MessageId) -> None:
        """The whole text again, and nothing of it in the archive; Refused when there is none to restore."""
        ...

    def touch_archived(self, id: MessageId, now: datetime) -> None:
        """Somebody asked for it."""
        ...

    def drop_archived(self, id: MessageId) -> None:
        """The whole text goes for good, and the gist is all there is: also for search and for its vectors."""
        ...

    def put_document(self, document: Document, expected_version: int | None) -> None:
        """Insert (expected None) or replace the row whose version is the expected one; otherwise raises Refused.

        Trust is enforced here too (X1): raises Refused when it is above that of the document's origin, or above what
        it was. A document is never deleted.
        """
        ...

    def add_exam(self, exam: Exam) -> None:
        """Raises Refused when its id is there, BadInput when more was right than asked. A grade never changes."""
        ...

    def append(self, entry: Entry) -> None:
        """Add the next journal entry; raises Refused when it does not continue the head."""
        ...

    # --- erasing (X3): no other method destroys text. To erase what is not there is no error; to mask it is (NotFound).
    # A transaction that erases a message which a memory still quotes or transcribes raises Refused when it ends.
    def erase_memory(self, id: MemoryId, now: datetime) -> None:
        """Leave a tombstone: state gone, and nothing said or named in it, beside it or in an index."""
        ...

    def move_origin(self, id: MessageId, origin: Origin) -> None:
        """Between `import` and the origin that the message's role has, once an operator's entry about it is in the
        journal (C3); raises Refused else, and where a memory that is drawn from it would be trusted more than it."""
        ...

    def mask_message(self, id: MessageId, text: str, nameless: bool = False) -> None:
        """Replace a message's text, and so that of the episode that transcribes it, or also its speaker."""
        ...

    def mask_evidence(self, memory: MemoryId, message: MessageId, start: int, end: int, quote: str) -> None: ...

    def erase_message(self, id: MessageId) -> None:
        """Delete the row; an interaction left without messages goes too, with the last one its conversation's name."""
        ...

    def erase_entity(self, id: EntityId) -> None: ...

    def mask_document(self, id: DocumentId, title: str, text: str) -> None:
        """Replace what it is called and says, as its next version."""
        ...

    def erase_judged(self, ids: Iterable[ProposalId]) -> None: ...

    def erase_thoughts(self, messages: Iterable[MessageId]) -> None:
        """What was noticed and thought about these: their signals and failures, patterns and suggestions made from
        them, what reflections over them say (the record that they ran stays), and every stored answer."""
        ...

    def blank_reflections(self, reflections: Iterable[ReflectionId]) -> None:
        """What these say goes; the record that they ran stays."""
        ...

    def blank_servings(self, ids: Iterable[ServingId]) -> None:
        """Drop the query text; which memories were served when stays on record."""
        ...

    def erase_parts(self, kind: RowKind, ids: Iterable[str]) -> int:
        """Null payload and salt of every journal part about these rows; how many still had theirs."""
        ...
