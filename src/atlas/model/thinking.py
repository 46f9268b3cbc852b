"""Owed thinking, what it is given, what it asks, what comes of it, and the record of one run."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from atlas.errors import AtlasError
from atlas.model.belief import Judgement
from atlas.model.claim import Claim
from atlas.model.document_draft import DocumentDraft
from atlas.model.entity import Entity
from atlas.model.examination import Arm, Harm
from atlas.model.failure import Failure, Pattern
from atlas.model.ids import InteractionId, JobId, MemoryId, MessageId, ProposalId, ReflectionId
from atlas.model.interaction import Interaction, Message
from atlas.model.memory import Memory
from atlas.model.origin import Trust
from atlas.model.proposal import Proposal
from atlas.model.reading import Reading, Unread
from atlas.model.signal import Signal
from atlas.model.task import Size, Task
from atlas.model.verdict import Verdict


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    PARKED = "parked"
    """The world did not work five times: it waits for a person, or for the model to come back (J6)."""
    POISON = "poison"
    """What came of it broke the rules three times, or held a secret: only a person takes it up again (J6)."""
    DROPPED = "dropped"
    """A person said that it need not be done."""


OPEN: Final = frozenset({JobState.QUEUED, JobState.RUNNING, JobState.PARKED, JobState.POISON})


@dataclass(frozen=True, slots=True)
class Job:
    id: JobId
    task: Task
    key: str
    """Two open jobs with one key are one job (J4)."""
    interaction: InteractionId | None
    state: JobState
    priority: int
    created_at: datetime
    trigger: str = ""
    """What made it owed, for people: `every interaction`, `re_ask`, `nightly`, `by hand`."""
    due_at: datetime | None = None
    """Not before: a retry waits."""
    pinned: tuple[str, ...] = ()
    """Ids of what it thinks about, fixed when it first runs, so that it can be taken up again after a crash."""
    attempts: int = 0
    """How often the world did not work."""
    failures: int = 0
    """How often what came of it broke the rules."""
    again: int = 0
    """How often it was triggered while it ran (J5)."""
    size: Size | None = None
    """The larger model that it asked for; once a job (J12)."""
    lease_owner: str | None = None
    lease_until: datetime | None = None
    problem: str | None = None


# --- what it is given


@dataclass(frozen=True, slots=True)
class Material:
    """What one job may see. `earlier` is what went before in the conversation, oldest first, for reference only."""

    interaction: Interaction
    earlier: tuple[Message, ...] = ()
    recited: tuple[Claim, ...] = ()
    """What the last reply among these repeats of its context: approved claims of a user's trust."""
    held: tuple[Claim, ...] = ()
    """What is known of which these messages name the value: likewise approved, and of a user's trust."""
    people: tuple[Entity, ...] = ()
    """Who has a name."""
    relations: tuple[Claim, ...] = ()
    """Who is what to whom: likewise approved, and of a user's trust."""

    @property
    def trust(self) -> Trust:
        """The lowest in all that may be seen (J17)."""
        return min(message.origin.trust for message in (*self.interaction.messages, *self.earlier))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reply that is doubted, for adaptive thinking."""

    about: Material
    after: tuple[Message, ...] = ()
    """What was said next, which may tell how it was wrong; of the trust that `about` has, or more."""
    signals: tuple[Signal, ...] = ()
    known: tuple[Memory, ...] = ()
    """Approved memories that bear on it."""

    @property
    def trust(self) -> Trust:
        seen = [message.origin.trust for message in self.after]
        return min([self.about.trust, *seen, *(memory.trust for memory in self.known)])


@dataclass(frozen=True, slots=True)
class Batch:
    """Interactions that one question may see together: all of one trust (J17)."""

    trust: Trust
    materials: tuple[Material, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """Failures that belong together, the question of each as it was asked; of one trust."""

    failures: tuple[Failure, ...]
    asked: tuple[Message, ...]
    told: tuple[Message, ...]
    known: Pattern | None = None
    """The pattern that they were known as before."""


@dataclass(frozen=True, slots=True)
class Review:
    """A memory that is due for review, with what it stands on and what came since (T4)."""

    memory: Memory
    newer: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """What nightly thinking sees (J9)."""

    start: datetime
    end: datetime
    batches: tuple[Batch, ...] = ()
    clusters: tuple[Cluster, ...] = ()
    reviews: tuple[tuple[Review, ...], ...] = ()
    """In groups of one trust each."""
    zone: str = "UTC"
    doubts: tuple[Doubt, ...] = ()
    """Replies of which somebody complained, and those that are deeply doubted (S5)."""
    lessons: tuple[Memory, ...] = ()
    """Drawn from corrections so far."""
    recurring: tuple[Memory, ...] = ()
    """Uncertain readings of what the user has said on several days."""
    unanswered: tuple[Message, ...] = ()
    """Questions of the users about themselves that nobody could answer, and nothing was said of since."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A figure of this week beside that of the week before; None where there are no data."""

    name: str
    now: float | None
    before: float | None
    better: int = 1
    """1 where more is better, -1 where less is, 0 where neither."""
    chance: float = 0.0
    """So far it may move by chance alone."""
    cases: int = 0
    """How many things this week's was counted over."""
    last: float | None = None
    """Of its last day so far, which no night has computed yet."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A user's correction, with the question whose answer it corrects."""

    asked: Message | None
    told: Message


@dataclass(frozen=True, slots=True)
class Week:
    """What weekly thinking sees (J10)."""

    start: datetime
    end: datetime
    reflections: tuple[Reflection, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    trends: tuple[Trend, ...] = ()
    learned: tuple[tuple[Memory, ...], ...] = ()
    """What was learned this week and is approved, in groups of one trust each."""
    since: datetime | None = None
    """When a week was last thought over: what was counted then is not counted again."""
    zone: str = "UTC"
    changes: tuple[tuple[Memory, Memory], ...] = ()
    """Facts that took the place of others this week, the older first."""
    corrections: tuple[Correction, ...] = ()
    repeats: tuple[Cluster, ...] = ()
    """What went wrong this week and had gone wrong before."""
    conflicts: tuple[tuple[Memory, Memory], ...] = ()
    """What the user is known to have said and cannot both hold."""
    sudden: tuple[str, ...] = ()
    """Figures that changed in a day, and nothing explains it (H5)."""


# --- what it asks


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model: a prompt file by name, and what fills it."""

    prompt: str
    values: tuple[tuple[str, str], ...]
    max_tokens: int
    schema: Mapping[str, Any] | None = None
    """The shape of the reply (JSON Schema); None for free text."""
    size: Size = Size.MEDIUM
    temperature: float = 0.0
    samples: int = 1


@dataclass(frozen=True, slots=True)
class Embed:
    """Vectors of texts, for a stage that compares meanings while it thinks."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Annotate:
    """Readings of messages, for a stage that finds facts in them."""

    messages: tuple[Unread, ...]


@dataclass(frozen=True, slots=True)
class AskAssistant:
    """A question as a user asks it, with the context that a user gets (H2, H7, C10).

    The model that chats answers it; where there is none, memory alone does.
    """

    text: str
    arm: Arm = Arm.WITH
    left_out: MemoryId | None = None
    """Of an arm that leaves one memory out: which."""
    as_of: datetime | None = None
    """Of an arm as of a version: when that was."""
    documents_as_of: datetime | None = None
    """Where the documents alone are those of another moment."""
    earlier: tuple[tuple[str, str], ...] = ()
    """What was said before in the same conversation: roles and words."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer, one text for each sample."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AssistantReply:
    """What the assistant said, and which memories stood in its context."""

    text: str
    served: tuple[MemoryId, ...] = ()


@dataclass(frozen=True, slots=True)
class Vectors:
    """One row a text, of length 1; None where there is no embedder to be had."""

    rows: Any


@dataclass(frozen=True, slots=True)
class Annotations:
    """One reading a message; None where there is no reader to be had."""

    readings: tuple[Reading, ...] | None


Request = Ask | Embed | Annotate | AskAssistant
Given = Reply | Vectors | Annotations | AssistantReply


# --- what comes of it


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal with what its judge has to know about how it was thought."""

    proposal: Proposal
    ceiling: Trust
    """J17: the lowest trust in all that its question could see."""
    by_model: bool = False


@dataclass(frozen=True, slots=True)
class Tomorrow:
    """Something worth offering (J16)."""

    text: str
    sources: tuple[MessageId, ...]
    trust: Trust
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A pattern as thinking sees it: new, stronger or weaker than before."""

    type: str
    description: str
    confidence: float
    failures: tuple[Failure, ...] = ()
    sources: tuple[MessageId, ...] = ()
    known: Pattern | None = None


@dataclass(frozen=True, slots=True)
class Thoughts:
    """Everything that one run of thinking comes to. Nothing in it has happened yet."""

    proposals: tuple[Proposed, ...] = ()
    said: Mapping[str, Any] = field(default_factory=dict)
    """What was thought, in the shape that its tier has, for the record."""
    tomorrow: tuple[Tomorrow, ...] = ()
    patterns: tuple[Seen, ...] = ()
    signals: tuple[Signal, ...] = ()
    """What was noticed while thinking, such as samples that disagree."""
    left: tuple[str, ...] = ()
    """What the model's reply was of no use for, interactions or sessions: thought about again in smaller parts (J6)."""
    problem: str | None = None
    """Why something was left, in one sentence that quotes nobody."""
    escalate: bool = False
    """Whether the model asked for a larger one (J12)."""
    target: Size = Size.LARGE
    """How large a one."""
    judgements: tuple[Judgement, ...] = ()
    """Arguments as they were weighed (B1)."""
    harms: tuple[Harm, ...] = ()
    """Memories that made answers worse: they wait for a person (H2, H7)."""
    draft: DocumentDraft | None = None
    """What it made of its copy of the documents, however it ended (E5)."""
    trouble: AtlasError | None = None
    """What kept it from its end: nothing of it is committed, and the job fails."""


Thinking = Generator[tuple[Request, ...], tuple[Given, ...], Thoughts]
"""A tier: it asks, is answered, and returns what it proposes. No I/O inside."""


# --- the record


@dataclass(frozen=True, slots=True)
class Answer:
    """A model's answer as it came, stored before it is used, until its job is done (J7)."""

    job: JobId
    ordinal: int
    """Which question of the job."""
    sample: int
    prompt_hash: str
    model: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Reflection:
    """The record of one run of thinking."""

    id: ReflectionId
    job: JobId | None
    task: Task
    thinker: str
    """`rules` when no language model was there (J14): the small reader and the rules; else the model's name."""
    inputs: tuple[MessageId, ...]
    at: datetime
    proposed: int
    trigger: str = ""
    trust: Trust = Trust.UNKNOWN
    """The lowest in all that it could see (J17)."""
    said: Mapping[str, Any] = field(default_factory=dict)
    prompt_hash: str | None = None
    """Of all its prompts together."""
    calls: int = 0
    tokens: int = 0
    money: int = 0
    """In millionths."""
    problem: str | None = None
    duration_ms: int = 0
    """How long the thinking took (J1), without what was thought before it in the same batch."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A proposal with what became of it; refused ones are kept too, so that a refusal can be explained."""

    id: ProposalId
    reflection: ReflectionId | None
    proposal: Proposal
    verdict: Verdict
    at: datetime
    memory: str | None = None
    """The memory that came of it or that it concerns."""
    decided_by: str | None = None
    """Who decided a held one later."""
