"""Everything the judge may look at, gathered by the engine before a proposal is judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from atlas.model.belief import Argument, Belief
from atlas.model.document import Document
from atlas.model.entity import Entity, EntityId
from atlas.model.graph import Edge
from atlas.model.ids import ArgumentId, BeliefId, ConversationId, DocumentId, MemoryId, MessageId
from atlas.model.interaction import Message
from atlas.model.memory import Memory
from atlas.model.origin import Origin, Trust


@dataclass(frozen=True, slots=True)
class Exchange:
    """The messages up to a confirming answer, so that the judge sees whose question the answer meets (C3)."""

    said: tuple[Message, ...]
    """In its order, the answer among it."""
    one_session: bool
    """Whether question and answer belong to one session."""
    read_outside: bool
    """Whether the conversation took in text from further away than the assistant."""


@dataclass(frozen=True, slots=True)
class WrittenSource:
    """Where a text stands that nobody said: a file, or the record of a decision. It is its own evidence (C6)."""

    origin: Origin
    conversation: ConversationId
    written_at: datetime
    vouched: bool
    """Whether an operator brings it on their own word."""


@dataclass(frozen=True, slots=True)
class JudgementInput:
    cited: Mapping[MessageId, Message] = field(default_factory=dict)
    """The messages that the proposal's evidence names, or that a named episode is. Each with its whole text, also
    where a gist stands in its place: what was quoted then is checked against what was said then."""
    named: Mapping[MemoryId, Memory] = field(default_factory=dict)
    """The memories that the proposal names: targets and sources."""
    in_slot: tuple[Memory, ...] = ()
    """Memories with a claim of the same subject and attribute."""
    kindred: tuple[Memory, ...] = ()
    """Memories that say the same of what is called by a kindred word."""
    same_content: tuple[Memory, ...] = ()
    near: tuple[tuple[Memory, float], ...] = ()
    """The nearest by meaning, with their cosine."""
    entities: Mapping[EntityId, Entity] = field(default_factory=dict)
    speakers: Mapping[EntityId, tuple[str, ...]] = field(default_factory=dict)
    """Who speaks in this space, and what they are called: nobody else tells of them (C3)."""
    subject_names: tuple[str, ...] = ()
    """What somebody is called who is known through another, and whom the claim is about."""
    by_model: bool = False
    """Whether a model wrote the proposal, as opposed to a rule."""
    ceiling: Trust | None = None
    """J17: the lowest trust in all that the question behind the proposal could see."""
    served: tuple[str, ...] = ()
    """Texts that ATLAS itself put into contexts of this conversation (X2)."""
    foreign: tuple[str, ...] = ()
    """Those of them that are not a user's (X1)."""
    short: frozenset[MessageId] = frozenset()
    """Which of the cited messages have a gist in their place already (T12)."""
    edges: tuple[Edge, ...] = ()
    """Those between the named memories, or that say of one in the slot that it is contradicted."""
    ignored: Mapping[MemoryId, int] = field(default_factory=dict)
    """How often in a row replies did without a named memory that stood before them (T6)."""
    doubted: frozenset[MemoryId] = frozenset()
    """Which named ones somebody called wrong or stale since they were last of use (T6)."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Of an amendment: the copy of all documents, by path."""
    documents: Mapping[str, Document] = field(default_factory=dict)
    """The rows of these, as far as there are any yet."""
    fresh: Mapping[str, DocumentId] = field(default_factory=dict)
    """Ids for those that the amendment may write and that have no row yet."""
    beliefs: Mapping[BeliefId, Belief] = field(default_factory=dict)
    """Those that an amendment names, and those that the arguments it names are about."""
    arguments: Mapping[ArgumentId, Argument] = field(default_factory=dict)
    """Those that an amendment names."""
    source: WrittenSource | None = None
    """Of what was written and not said: where it stands."""
    exchange: Exchange | None = None
    """Of what stands on a question and its answer: the conversation around them."""
