"""What a verb works with: the ports, the space, the stages' policies. Made in compose, replaced whole in tests."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any

from atlas.beliefs.policy import BeliefPolicy
from atlas.consolidation.policy import ConsolidationPolicy
from atlas.consolidation.retention import RetentionPolicy
from atlas.context.policy import ContextPolicy
from atlas.context.topics import Shelf
from atlas.curation.constitution import Constitution
from atlas.curation.effects import Stamp
from atlas.curation.policy import CurationPolicy
from atlas.engine.core.policy import JobPolicy, SessionPolicy
from atlas.engine.core.scheduling import Scheduling
from atlas.evolution.policy import EvolutionPolicy
from atlas.examination.bearing import BearingWords
from atlas.examination.policy import ExaminationPolicy
from atlas.model.entity import Entity
from atlas.model.examination import Probe
from atlas.model.ids import (
    ENTROPY_BYTES,
    ArgumentId,
    BeliefId,
    DocumentId,
    ExamId,
    FailureId,
    InteractionId,
    JobId,
    MemoryId,
    MessageId,
    PatternId,
    Prefix,
    ProposalId,
    QuarantineId,
    ReflectionId,
    ServingId,
    SessionId,
    SpaceId,
    SpendingId,
    SuggestionId,
    make_id,
)
from atlas.model.interaction import Interaction
from atlas.model.journal import Action, Actor
from atlas.model.recall import EmbedderIdentity
from atlas.model.spending import Budget, Price
from atlas.model.task import Size, Task
from atlas.model.thinking import AskAssistant
from atlas.model.trait import Trait
from atlas.model.trigger import Trigger
from atlas.ports.annotator import Annotator
from atlas.ports.clock import Clock
from atlas.ports.embedder import Embedder
from atlas.ports.entropy import Entropy
from atlas.ports.file_reader import FileReader
from atlas.ports.index import Index
from atlas.ports.llm import Model
from atlas.ports.reading import Reader
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.reflection.consistency_policy import ConsistencyPolicy
from atlas.reflection.policy import ReflectionPolicy
from atlas.retrieval.policy import RecallPolicy
from atlas.signals.policy import SignalPolicy
from atlas.triggers.table import DEFAULT

MAX_BACKLOG = 1_000
MAX_TROUBLES = 100
READERS = 2
"""Threads of a process that read for contexts beside those that ask; none is started before the first context."""

_readers: dict[int, ThreadPoolExecutor] = {}
_readers_lock = threading.Lock()


def shared_readers() -> ThreadPoolExecutor:
    """One pool for all spaces and stores of a process. A forked process makes its own: threads do not come along."""
    with _readers_lock:
        own = os.getpid()
        if own not in _readers:
            _readers[own] = ThreadPoolExecutor(READERS, "atlas-layer")
        return _readers[own]


def _no_checkpoint() -> None:
    """The checkpoint of a runtime whose work nobody calls off."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that did not work, kept until it can be journaled."""

    at: datetime
    where: str
    says: str
    action: Action = Action.TROUBLE
    """Under which it is journaled."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A verifier's verdict on a reply (S13)."""

    right: bool
    note: str = ""


Verifier = Callable[[Interaction], Checked | None]
"""Looks at an interaction from outside: runs a test, asks a tool. None when it cannot tell."""


@dataclass(frozen=True, slots=True)
class PreparedReply:
    """What the assistant is given for a question: its context, and what memory alone answers."""

    instructions: str
    data: str
    served: tuple[MemoryId, ...]
    """What was learned and stands in the context."""
    answer_from_memory: Callable[[], str]


Similar = Callable[[str, str], float]
"""How alike a memory's text and a reply are, from 0 to 1: above a half the reply used it (T6)."""


@dataclass(slots=True)
class Memo:
    """What a process remembers between calls, and may lose: nothing acknowledged lives here alone."""

    backlog: deque[Interaction] = field(default_factory=lambda: deque(maxlen=MAX_BACKLOG))
    """Interactions that could not be stored yet; they were not acknowledged."""
    troubles: deque[Mishap] = field(default_factory=lambda: deque(maxlen=MAX_TROUBLES))
    unjournaled: deque[Mishap] = field(default_factory=lambda: deque(maxlen=MAX_TROUBLES))
    breach: str | None = None
    """What was last noted of the constitution; None while it holds, so that each time it breaks is noted once (E9)."""
    swept_at: datetime | None = None
    """When this process last let expire what waited too long."""
    indexes: dict[str, Index] = field(default_factory=dict)
    shelves: dict[SpaceId, tuple[int, Shelf]] = field(default_factory=dict)
    """The documents, with the edition of them that was read."""
    readers: ThreadPoolExecutor = field(default_factory=shared_readers)
    seen: dict[str, int] = field(default_factory=dict)
    """Up to which change this process knows vectors to be made, by space and embedder."""
    alone: set[str] = field(default_factory=set)
    """Where no vectors of other embedders were found, by space and embedder; forgotten with each sweep."""
    heard: dict[str, Any] = field(default_factory=dict)
    """What noticing keeps between interactions: vectors of what users said, word lists."""
    entities: dict[SpaceId, tuple[int, Sequence[Entity]]] = field(default_factory=dict)
    """Everybody known, with the change up to which that holds."""
    queues: dict[SpaceId, Any] = field(default_factory=dict)
    """What waits for a person, as it was last read (C9)."""
    examined: dict[Any, Any] = field(default_factory=dict)
    """What bears on the questions that are being asked again (H7)."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    storing: threading.RLock = field(default_factory=threading.RLock)
    """One thread of a process stores what could not be stored before; it may wait for the file, and nobody who only
    looks something up waits for it."""
    working: threading.RLock = field(default_factory=threading.RLock)
    """One thread of a process does what takes a moment, so that whoever waits for it finds it done."""
    thinking: threading.RLock = field(default_factory=threading.RLock)
    """One thread of a process does what takes longer; taken before the other, never after it."""


@dataclass(frozen=True, slots=True)
class Runtime:
    store: Store
    clock: Clock
    entropy: Entropy
    embedder: Embedder
    new_index: Callable[[Runtime, EmbedderIdentity], Index]
    space: SpaceId
    constitution: str
    """With which this was started."""
    read_constitution: Callable[[], Constitution]
    """Reads the constitution in force again; raises ConstitutionBroken. Checked by `engine/core/constitution.py`."""
    zone: tzinfo = UTC
    curation: CurationPolicy = field(default_factory=CurationPolicy)
    retention: RetentionPolicy = field(default_factory=RetentionPolicy)
    consolidation: ConsolidationPolicy = field(default_factory=ConsolidationPolicy)
    evolution: EvolutionPolicy = field(default_factory=EvolutionPolicy)
    beliefs: BeliefPolicy = field(default_factory=BeliefPolicy)
    recall: RecallPolicy = field(default_factory=RecallPolicy)
    context: ContextPolicy = field(default_factory=ContextPolicy)
    files: FileReader | None = None
    """What reads files of which knowledge is made (C6)."""
    annotator: Annotator | None = None
    """The small reader of messages; without one no fact is found in them unless a model reads."""
    model: Model | None = None
    """The one that chats."""
    models: Mapping[Size, Model] = field(default_factory=dict)
    """Those that think, by size; none where the reader and the rules think alone (J14)."""
    model_elsewhere: bool = False
    """Whether a model thinks about this store in another process: what is meant for it is owed, and left to it (J7)."""
    self_improvement: bool = True
    """Whether owed work is done that learns or changes something; without, it stays owed, and no clock runs for it."""
    prompts: Mapping[str, str] = field(default_factory=dict)
    """The texts of the prompt files, by name."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    signals: SignalPolicy = field(default_factory=SignalPolicy)
    words: Mapping[str, str] = field(default_factory=dict)
    """The texts of the word lists, by language (S14)."""
    triggers: tuple[Trigger, ...] = DEFAULT
    scheduling: Mapping[Task, Scheduling] = field(default_factory=dict)
    """How the jobs of each task are made that has somebody to do it."""
    time_limits: Mapping[Task, float] = field(default_factory=dict)
    """Seconds, for the tasks of which somebody set them; the others have those of their record (J1)."""
    consistency: ConsistencyPolicy = field(default_factory=ConsistencyPolicy)
    reflection: ReflectionPolicy = field(default_factory=ReflectionPolicy)
    jobs: JobPolicy = field(default_factory=JobPolicy)
    sessions: SessionPolicy = field(default_factory=SessionPolicy)
    examination: ExaminationPolicy = field(default_factory=ExaminationPolicy)
    prepare_reply: Callable[[Runtime, AskAssistant], PreparedReply] | None = None
    """Builds the context of a question that is graded; the serving wing's, which thinking does not know (H2, H7)."""
    probe_bank: Callable[[], tuple[Probe, ...]] = lambda: ()
    """Reads the probes, when somebody puts them (H2)."""
    bearing_words: Callable[[], BearingWords] = lambda: BearingWords((), ())
    """Reads the words by which replies give in or hold."""
    traits: Mapping[Trait, float] = field(default_factory=dict)
    """What observation looks for above all (T17); none unless somebody says so."""
    verifier: Verifier | None = None
    """What an application checks replies with, if it does (S13)."""
    similar: Similar | None = None
    """What an application tells use by, instead of keywords, if it does (T6)."""
    stopwatch: Callable[[], float] = lambda: 0.0
    """Seconds since some moment: tells when the time for catching up is over. It stands still in virtual time."""
    owner: str = "here"
    """Names this process in leases."""
    replaying: bool = False
    """Whether its clock is that of a history which is being lived through (X5)."""
    memo: Memo = field(default_factory=Memo)
    notices: tuple[str, ...] = ()
    """What had to be done without when this was opened, for `doctor`."""
    checkpoint: Callable[[], None] = _no_checkpoint
    """Called when a part of long work is stored for good; raises to leave the rest owed."""

    def now(self) -> datetime:
        return self.clock.now()

    def reading(self) -> AbstractContextManager[Reader]:
        """A reading transaction on the space."""
        return self.store.reading(self.space)

    def writing(self) -> AbstractContextManager[Writer]:
        """A writing transaction on the space."""
        return self.store.writing(self.space)

    def _new_id(self, prefix: Prefix) -> str:
        return make_id(prefix, self.entropy.draw(ENTROPY_BYTES))

    def memory_id(self) -> MemoryId:
        return MemoryId(self._new_id(Prefix.MEMORY))

    def message_id(self) -> MessageId:
        return MessageId(self._new_id(Prefix.MESSAGE))

    def interaction_id(self) -> InteractionId:
        return InteractionId(self._new_id(Prefix.INTERACTION))

    def session_id(self) -> SessionId:
        return SessionId(self._new_id(Prefix.SESSION))

    def job_id(self) -> JobId:
        return JobId(self._new_id(Prefix.JOB))

    def reflection_id(self) -> ReflectionId:
        return ReflectionId(self._new_id(Prefix.REFLECTION))

    def proposal_id(self) -> ProposalId:
        return ProposalId(self._new_id(Prefix.PROPOSAL))

    def document_id(self) -> DocumentId:
        return DocumentId(self._new_id(Prefix.DOCUMENT))

    def belief_id(self) -> BeliefId:
        return BeliefId(self._new_id(Prefix.BELIEF))

    def argument_id(self) -> ArgumentId:
        return ArgumentId(self._new_id(Prefix.ARGUMENT))

    def entity_handle(self) -> str:
        return self._new_id(Prefix.ENTITY)

    def quarantine_id(self) -> QuarantineId:
        return QuarantineId(self._new_id(Prefix.QUARANTINE))

    def note_id(self) -> str:
        return self._new_id(Prefix.NOTE)

    def failure_id(self) -> FailureId:
        return FailureId(self._new_id(Prefix.FAILURE))

    def pattern_id(self) -> PatternId:
        return PatternId(self._new_id(Prefix.PATTERN))

    def suggestion_id(self) -> SuggestionId:
        return SuggestionId(self._new_id(Prefix.SUGGESTION))

    def spending_id(self) -> SpendingId:
        return SpendingId(self._new_id(Prefix.SPENDING))

    def exam_id(self) -> ExamId:
        return ExamId(self._new_id(Prefix.EXAM))

    def serving_id(self) -> ServingId:
        return ServingId(self._new_id(Prefix.SERVING))

    def make_stamp(self, reflection: ReflectionId | None = None, by: str = Actor.POLICY.value) -> Stamp:
        """What a memory that is made now begins with."""
        return Stamp(self.now(), self.memory_id(), reflection, by, self.retention.stability)

    def unjournaled(self) -> tuple[Mishap, ...]:
        with self.memo.lock:
            return tuple(self.memo.unjournaled)

    def settle_troubles(self, mishaps: tuple[Mishap, ...]) -> None:
        """Drop the mishaps that are on record now, and none that came meanwhile."""
        with self.memo.lock:
            while self.memo.unjournaled and self.memo.unjournaled[0] in mishaps:
                self.memo.unjournaled.popleft()

    def note_trouble(self, where: str, says: str, action: Action = Action.TROUBLE) -> None:
        """Report and go on: shown by `doctor` at once, journaled with the next thing that can be written."""
        mishap = Mishap(self.now(), where, says, action)
        with self.memo.lock:
            self.memo.troubles.append(mishap)
            self.memo.unjournaled.append(mishap)
