"""Why: what stands behind a memory, and what stood in a context (C8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from atlas.engine.core.access import ReadAccess, TimedReadAccess
from atlas.engine.core.text_masks import LEFT_OUT
from atlas.engine.inspect.corrections import Correction, read_correction
from atlas.engine.inspect.served_lines import ServedLine, read_served_lines
from atlas.engine.intake.replies import (
    CONTEXTS,
    Reply,
    find_reply,
    find_servings,
    find_touched_replies,
    read_reply_text,
)
from atlas.engine.serve.redaction import Redaction
from atlas.engine.serve.redaction_reading import read_redaction, redact_items
from atlas.errors import BadInput, NotFound
from atlas.model.belief import Belief
from atlas.model.document import Document
from atlas.model.ids import ConversationId, InteractionId, MemoryId, MessageId, ProposalId, ReflectionId, ServingId
from atlas.model.interaction import Interaction, Message
from atlas.model.journal import Entry, RowKind
from atlas.model.memory import Memory, Relation, State
from atlas.model.recall import PastFact, Recalled, Serving
from atlas.model.spending import Spending
from atlas.model.thinking import Job, Judged, Reflection
from atlas.ports.reading import Reader
from atlas.retrieval.memory_use import USED_ABOVE, Use, measure_use

_MANY: Final = 10_000


@dataclass(frozen=True, slots=True)
class MemoryStory:
    """Everything that is known about one memory."""

    memory: Memory
    messages: tuple[Message, ...]
    """The messages its evidence stands in."""
    judged: tuple[Judged, ...]
    reflection: Reflection | None
    replaced: tuple[Memory, ...]
    """What it closed."""
    replaced_by: tuple[Memory, ...]
    history: tuple[Entry, ...]
    served: tuple[Serving, ...]
    """The newest 200."""
    replies: tuple[Reply, ...] = ()
    """The replies that it stood behind, the newest first, at most 50."""
    ignored: int = 0
    """How often replies did without it since one last used it (T6)."""
    shortened: frozenset[MessageId] = frozenset()
    """Of the messages, those that have a gist in the place of their text (T12)."""
    as_served: Memory | None = None
    """As it may be served now; None where nothing of it may (C1)."""
    past: tuple[PastFact, ...] = ()
    """What its words tell that holds no longer (T16)."""
    correction: Correction | None = None
    """What was corrected, where it was learned from that (S7)."""
    sources: tuple[Memory, ...] = ()
    """What it was derived from or merged with, as each may be told now."""
    source_messages: tuple[Message, ...] = ()
    """The messages behind those: the lineage ends in what somebody said."""


@dataclass(frozen=True, slots=True)
class ServingStory:
    """What stood in one context, and why."""

    serving: Serving
    memories: tuple[Memory, ...]
    messages: tuple[Message, ...]
    documents: tuple[Document, ...] = ()
    """As they are now; the serving knows which version it was."""
    reply: Message | None = None
    """The reply that followed; None where none was observed."""
    uses: tuple[Use | None, ...] = ()
    """For each item of the serving whether the reply used it; empty without a reply."""
    masked: frozenset[MemoryId] = frozenset()
    """Of the memories, those of which words are left out by now: they were rejected or are sensitive (C1)."""
    past: Mapping[MemoryId, tuple[PastFact, ...]] = field(default_factory=dict)
    """What each of them tells that holds no longer (T16)."""
    lines: tuple[ServedLine, ...] = ()
    """The lines of documents that stood there, each with its cause (E8)."""
    sources: tuple[Memory, ...] = ()
    """The memories behind those lines, as they may be told now."""
    beliefs: tuple[Belief, ...] = ()
    """The positions that stood there, as they are now; the serving knows how they stood then."""


@dataclass(frozen=True, slots=True)
class InteractionStory:
    """What was said in one interaction, and what came of it."""

    interaction: Interaction
    memories: tuple[Memory, ...]
    judged: tuple[Judged, ...]
    served: tuple[ServingStory, ...] = ()
    """The contexts that its reply had, the newest first."""


def explain_interaction(access: TimedReadAccess, id: str, used_above: float = USED_ABOVE) -> InteractionStory:
    with access.reading() as reader:
        message = reader.message(MessageId(id))
        found = reader.interaction(message.interaction if message else InteractionId(id))
        if found is None:
            raise NotFound(f"There is no interaction or message {id} here.")
        ids = [each.id for each in found.messages]
        learned = tuple(memory for memory in reader.find_citing(ids) if memory.transcribes is None)
        servings = find_servings(reader, found)
        served = tuple(_serving_story(reader, each, access.now(), used_above) for each in servings)
        return InteractionStory(found, learned, tuple(reader.judged_about([], ids)), served)


@dataclass(frozen=True, slots=True)
class ReflectionStory:
    """One run of thinking: why, from what, with whom, at what cost, and what came of it."""

    reflection: Reflection
    job: Job | None
    inputs: tuple[Message, ...]
    proposals: tuple[Judged, ...]
    calls: tuple[Spending, ...]


def explain_reflection(access: ReadAccess, prefix: str) -> ReflectionStory:
    with access.reading() as reader:
        exact = reader.reflection(ReflectionId(prefix))
        found = [exact] if exact else [each for each in reader.reflections(_MANY) if each.id.startswith(prefix)]
        if len(found) != 1 or not prefix:
            many = f"{len(found)} reflections begin with {prefix}; give more of the id."
            raise BadInput(many) if len(found) > 1 else NotFound(f"There is no reflection {prefix} here.")
        reflection = found[0]
        said = {message.id: message for message in reader.messages(reflection.inputs)}
        calls = [each for each in reader.spendings(_MANY) if reflection.job and each.job == reflection.job]
        return ReflectionStory(
            reflection,
            reader.job(reflection.job) if reflection.job else None,
            tuple(said[id] for id in reflection.inputs if id in said),
            tuple(reader.judged_by(reflection.id)),
            tuple(reversed(calls)),
        )


def explain_memory(access: TimedReadAccess, id: MemoryId, used_above: float = USED_ABOVE) -> MemoryStory:
    with access.reading() as reader:
        memory = reader.memory(id)
        if memory is None:
            raise NotFound(f"There is no memory {id} here.")
        served = tuple(reader.servings_of([id], CONTEXTS))
        cited = tuple(_cited_messages(reader, memory))
        redacted = redact_items(reader, [Recalled(memory, 0.0, ())], access.now()) if memory.served else []
        sources = _read_sources(reader, memory, access.now())
        behind = dict.fromkeys(message for each in sources for message in _cited_messages(reader, each))
        return MemoryStory(
            memory,
            cited,
            tuple(reader.judged_about([id], [])),
            reader.reflection(memory.reflection) if memory.reflection else None,
            tuple(reader.memories(memory.linked(Relation.SUPERSEDES))),
            tuple(other for other in reader.linking_to([id]) if id in other.linked(Relation.SUPERSEDES)),
            tuple(reader.entries_about(RowKind.MEMORY, id)),
            served,
            find_touched_replies(reader, memory, served, used_above),
            reader.count_ignored([id]).get(id, 0),
            frozenset(each.message for each in reader.archived_texts(message.id for message in cited)),
            redacted[0].memory if redacted else None,
            redacted[0].past if redacted else (),
            read_correction(reader, memory),
            sources,
            tuple(behind),
        )


def _read_sources(reader: Reader, memory: Memory, now: datetime) -> tuple[Memory, ...]:
    """What a memory was made of, without what is forgotten or withheld by now (C1)."""
    known = [each for each in reader.memories(memory.linked(Relation.DERIVED_FROM)) if each.state is not State.GONE]
    told = redact_items(reader, [Recalled(each, 0.0, ()) for each in known if each.served], now)
    return tuple(item.memory for item in told)


def explain_serving(access: TimedReadAccess, id: ServingId, used_above: float = USED_ABOVE) -> ServingStory:
    with access.reading() as reader:
        serving = reader.serving(id)
        if serving is None:
            raise NotFound(f"There is no served context {id} here.")
        return _serving_story(reader, serving, access.now(), used_above)


def redact_memories(access: TimedReadAccess, memories: Iterable[Memory], unapproved: bool = False) -> list[Recalled]:
    """Memories as a context would quote them now, in the same order; those of which nothing may be told left out."""
    with access.reading() as reader:
        items = [Recalled(memory, 0.0, ()) for memory in memories if memory.served or unapproved]
        return redact_items(reader, items, access.now())


def find_last_serving(access: ReadAccess, conversation: str | None = None) -> Serving | None:
    with access.reading() as reader:
        found = reader.servings(1, ConversationId(conversation) if conversation else None)
        return found[0] if found else None


def find_proposal(access: ReadAccess, id: ProposalId) -> Judged:
    with access.reading() as reader:
        found = reader.judged(id)
    if found is None:
        raise NotFound(f"There is no proposal {id} here.")
    return found


def resolve_id(access: ReadAccess, prefix: str) -> str:
    """The one id that begins so; ids may be shortened as far as they stay unique."""
    if len(prefix) < 3:
        raise BadInput(f"{prefix!r} is too short for an id; give at least three characters.")
    with access.reading() as reader:
        found: Sequence[str] = reader.ids_like(prefix, 3)
    if prefix in found:
        return prefix
    if len(found) > 1:
        raise BadInput(f"{prefix!r} is not unique: it could be {', '.join(found)}.")
    if not found:
        raise NotFound(f"There is nothing with the id {prefix!r} here.")
    return found[0]


def _serving_story(reader: Reader, serving: Serving, now: datetime, used_above: float) -> ServingStory:
    """What stood there, as it may be told now: what was rejected or marked sensitive since is left out (C1, C5)."""
    lines = read_served_lines(reader, serving.documents)
    stood = reader.memories(item.memory for item in serving.items)
    behind = reader.memories({source for line in lines for source in line.sources}) if lines else ()
    cited = dict.fromkeys(message for memory in stood for message in _cited_messages(reader, memory))
    redaction = read_redaction(reader, list({memory.id: memory for memory in (*stood, *behind)}.values()), now, cited)
    redacted = {memory.id: redaction.redact_item(Recalled(memory, 0.0, ())) for memory in (*stood, *behind)}
    memories, sources = (
        tuple(_as_redacted(memory, redacted[memory.id]) for memory in each) for each in (stood, behind)
    )
    masked = frozenset(id for id, item in redacted.items() if item is None or item.masked)
    past = {id: item.past for id, item in redacted.items() if item is not None and item.past}
    messages = [_without_withheld(redaction, message) for message in cited]
    written = (reader.document(each.document) for each in serving.documents)
    documents = tuple(each for each in written if each)
    reply = find_reply(reader, serving)
    uses = _find_uses(serving, memories, read_reply_text(reader, reply), used_above) if reply else ()
    told = tuple(_tell_line(line, {memory.id: memory for memory in behind}, masked) for line in lines)
    held = (reader.belief(each.belief) for each in serving.beliefs)
    beliefs = tuple(each for each in held if each)
    return ServingStory(
        serving, memories, tuple(messages), documents, reply, uses, masked, past, told, sources, beliefs
    )


def _tell_line(line: ServedLine, behind: Mapping[MemoryId, Memory], masked: Collection[MemoryId]) -> ServedLine:
    """A line as its memory may be told now: nothing of one that was forgotten (X3)."""
    if any(source not in behind or behind[source].state is State.GONE for source in line.sources):
        return replace(line, text="")
    return replace(line, text=LEFT_OUT) if any(source in masked for source in line.sources) else line


def _as_redacted(memory: Memory, redacted: Recalled | None) -> Memory:
    if redacted is not None:
        return redacted.memory
    return replace(memory, content=LEFT_OUT, evidence=tuple(replace(each, quote=LEFT_OUT) for each in memory.evidence))


def _without_withheld(redaction: Redaction, message: Message) -> Message:
    return replace(message, text=redaction.masked_text(message))


def _find_uses(serving: Serving, memories: Sequence[Memory], spoken: str, used_above: float) -> tuple[Use | None, ...]:
    known = {memory.id: memory for memory in memories}
    there = (known.get(item.memory) for item in serving.items)
    return tuple(measure_use(memory, spoken, serving.query, used_above) if memory else None for memory in there)


def _cited_messages(reader: Reader, memory: Memory) -> list[Message]:
    ids = [memory.transcribes] if memory.transcribes else [item.message for item in memory.evidence]
    unique: dict[MessageId, None] = dict.fromkeys(ids)
    return [message for each in unique if (message := reader.message(each))]
