"""What a quarantine touches: the messages it names and all that was derived from them, however far (C8, X1).

Only looked for here. A memory is touched by its own message or quotes, by a touched memory that it was derived from or
merged with, and by a model's question that could see a touched message (J17); a reply by what it said again. A position
is touched by an argument, a line of a document by the belief, argument or run of thinking that it names or came from; a
line that names a memory is served only while that memory is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from atlas.curation.effects import MemoryChange, next_version
from atlas.engine.core.belief_replay import ReplayedBelief, replay_without
from atlas.engine.core.document_versions import list_versions
from atlas.engine.core.runtime import Runtime
from atlas.engine.intake.replies import find_reply, read_reply_text
from atlas.engine.thinking.driver import RULES
from atlas.evolution.versions import split_lines, trace_lines
from atlas.language.document_sources import find_argument, find_beliefs, names_source
from atlas.model.belief import Argument
from atlas.model.document import Document, DocumentChange
from atlas.model.ids import ArgumentId, BeliefId, MemoryId, MessageId, ReflectionId
from atlas.model.journal import Row, RowKind
from atlas.model.memory import Evidence, Memory, Relation, State, Status
from atlas.model.plain_data import parse_instant
from atlas.model.quarantine import Quarantine
from atlas.model.version import Version
from atlas.ports.reading import MemoryFilter, Reader
from atlas.retrieval.memory_use import measure_use

_MANY: Final = 2**31
_PAGE: Final = 500
_THERE: Final = frozenset(State) - {State.GONE}
_DERIVED: Final = frozenset({Relation.DERIVED_FROM, Relation.SCHEMA_INSTANCE, Relation.SUPPORTS})


@dataclass(slots=True)
class QuarantinePlan:
    """Everything that goes out of service, gathered before anything is touched."""

    memories: dict[MemoryId, Memory] = field(default_factory=dict)
    messages: set[MessageId] = field(default_factory=set)
    arguments: tuple[Argument, ...] = ()
    beliefs: tuple[ReplayedBelief, ...] = ()
    documents: tuple[DocumentChange, ...] = ()
    reopened: tuple[MemoryChange, ...] = ()
    """What a touched memory had closed, and holds again without it (T16)."""

    def contain_memories(self) -> list[MemoryChange]:
        """The changes that take the memories out of service; those that are out already stay as they are."""
        return [
            MemoryChange(memory, next_version(memory, state=State.QUARANTINED))
            for memory in self.memories.values()
            if memory.state is not State.QUARANTINED
        ]


def plan_quarantine(runtime: Runtime, reader: Reader, quarantine: Quarantine) -> QuarantinePlan:
    """Find all that a quarantine touches; nothing is written yet."""
    plan = QuarantinePlan()
    _take_memories(reader, plan, _find_first(reader, quarantine), runtime.recall.used_above)
    if quarantine.memory is None:
        thought = _find_reflections(reader, plan.messages)
        _take_memories(reader, plan, _find_proposed(reader, thought), runtime.recall.used_above)
    else:
        thought = set()
    plan.arguments = tuple(reader.arguments_from(sorted(plan.messages))) if plan.messages else ()
    plan.beliefs = tuple(replay_without(reader, plan.arguments, runtime.beliefs, runtime.now()))
    plan.documents = tuple(_strip_documents(runtime, reader, plan, thought))
    plan.reopened = tuple(_find_reopened(reader, plan.memories))
    return plan


# --- memories


def _find_first(reader: Reader, quarantine: Quarantine) -> list[Memory]:
    """What the quarantine names; of a single memory also the words that it stands on, wherever else they are told."""
    if quarantine.memory is None:
        where = MemoryFilter(
            states=_THERE,
            origins=frozenset({quarantine.origin} if quarantine.origin else ()),
            conversation=quarantine.conversation,
            observed_after=quarantine.since,
            observed_before=None if quarantine.goes_on else quarantine.at + timedelta.resolution,
        )
        return list(_select_all(reader, where))
    memory = reader.memory(quarantine.memory)
    if memory is None or memory.state is State.GONE:
        return []
    said = {memory.transcribes} if memory.transcribes else {item.message for item in memory.evidence}
    citing = reader.find_citing(id for id in said if id) if said else ()
    return [memory, *(each for each in citing if each.transcribes in said or _quotes_same(each, memory.evidence))]


def _select_all(reader: Reader, where: MemoryFilter) -> Iterator[Memory]:
    after = 0
    while page := reader.select(where, _PAGE, after):
        after = page[-1][0]
        yield from (memory for _, memory in page)


def _quotes_same(memory: Memory, quotes: Iterable[Evidence]) -> bool:
    return any(
        one.message == other.message and one.start < other.end and other.start < one.end
        for one in memory.evidence
        for other in quotes
    )


def _take_memories(reader: Reader, plan: QuarantinePlan, found: Iterable[Memory], used_above: float) -> None:
    """Take memories, then whatever quotes their messages or was derived from them, until nothing is new."""
    fresh = {each.id: each for each in found if each.id not in plan.memories and each.state is not State.GONE}
    while fresh:
        plan.memories |= fresh
        said = {each.transcribes for each in fresh.values() if each.transcribes} - plan.messages
        plan.messages |= said
        recited = _find_reciting_replies(reader, fresh, used_above) - plan.messages
        citing = reader.find_citing(sorted(said | recited)) if said or recited else ()
        above = [*citing, *_find_derived(reader, fresh)]
        fresh = {each.id: each for each in above if each.id not in plan.memories}


def _find_reciting_replies(reader: Reader, memories: dict[MemoryId, Memory], used_above: float) -> set[MessageId]:
    """Replies in whose context one of these stood, and that said it again: they are derived from it too."""
    found: set[MessageId] = set()
    for serving in reader.servings_of(memories, _MANY):
        stood = [memories[item.memory] for item in serving.items if item.memory in memories]
        reply = find_reply(reader, serving)
        if reply is None or reply.id in found:
            continue
        uses = (measure_use(each, read_reply_text(reader, reply), serving.query, used_above) for each in stood)
        if any(use is not None and use.used for use in uses):
            found.add(reply.id)
    return found


def _find_derived(reader: Reader, sources: dict[MemoryId, Memory]) -> Iterator[Memory]:
    """What was made of these: derived, generalised, or merged with one of them."""
    for each in reader.linking_to(sources):
        made = any(link.to in sources and link.relation in _DERIVED for link in each.links)
        absorbed = (sources[id] for id in each.linked(Relation.SUPERSEDES) if id in sources)
        if made or any(_is_absorbed(other) for other in absorbed):
            yield each


def _is_absorbed(memory: Memory) -> bool:
    """Whether it was merged into another, which has its quotes: what is replaced by other words is closed instead."""
    return memory.state is State.ARCHIVED and memory.status is not Status.SUPERSEDED


def _find_reflections(reader: Reader, messages: set[MessageId]) -> set[ReflectionId]:
    """Which runs of thinking saw any of these."""
    if not messages:
        return set()
    return {each.id for each in reader.reflections(_MANY) if not messages.isdisjoint(each.inputs)}


def _find_proposed(reader: Reader, thought: Iterable[ReflectionId]) -> Iterator[Memory]:
    """What models made of questions that could see a touched message (J17); rules quote what they stand on."""
    for id in sorted(thought):
        run = reader.reflection(id)
        if run is None or run.thinker == RULES:
            continue
        made = [MemoryId(each.memory) for each in reader.judged_by(id) if each.memory]
        yield from (each for each in reader.memories(made) if each.reflection == id)


# --- what they had closed


def _find_reopened(reader: Reader, touched: dict[MemoryId, Memory]) -> Iterator[MemoryChange]:
    """What touched memories had closed, as it was before, where nothing else stands in its place (T16)."""
    closing: dict[MemoryId, Memory] = {
        id: memory
        for memory in touched.values()
        if _is_in_force(reader, memory, touched)
        for id in memory.linked(Relation.SUPERSEDES)
        if id not in touched
    }
    for old in reader.memories(closing):
        others = [each for each in reader.linking_to([old.id]) if old.id in each.linked(Relation.SUPERSEDES)]
        if old.state is State.GONE or any(each.id not in touched and each.served for each in others):
            continue
        before = _read_before(reader, old.id, closing[old.id].id)
        if before is not None:
            until = before.get("valid_until")
            status, state = Status(str(before["status"])), State(str(before["state"]))
            after = next_version(
                old, status=status, state=state, valid_until=parse_instant(str(until)) if until else None
            )
            yield MemoryChange(old, after)


def _is_in_force(reader: Reader, memory: Memory, touched: dict[MemoryId, Memory]) -> bool:
    """Whether it is served, or was replaced by touched memories alone."""
    if memory.served:
        return True
    later = [each for each in reader.linking_to([memory.id]) if memory.id in each.linked(Relation.SUPERSEDES)]
    return bool(later) and all(each.id in touched and each.id != memory.id for each in later)


def _read_before(reader: Reader, old: MemoryId, by: MemoryId) -> Row | None:
    """The row of a memory before the change in which the other closed it."""
    for entry in reversed(reader.entries_about(RowKind.MEMORY, old)):
        parts = {part.id: part for part in entry.parts if part.kind is RowKind.MEMORY}
        change = parts[old].change() if old in parts and by in parts else None
        if change and change.before and change.after and _moved_standing(change.before, change.after):
            return change.before
    return None


def _moved_standing(before: Row, after: Row) -> bool:
    return any(before.get(name) != after.get(name) for name in ("status", "state", "valid_until"))


# --- documents


def _strip_documents(
    runtime: Runtime, reader: Reader, plan: QuarantinePlan, thought: set[ReflectionId]
) -> Iterator[DocumentChange]:
    """Documents without the lines that name a touched position or argument, or that a touched run of thinking wrote."""
    beliefs = {each.before.id for each in plan.beliefs}
    arguments = {each.id for each in plan.arguments}
    if not (beliefs or arguments or thought):
        return
    versions = list_versions(reader)
    numbers = {each.number for each in versions if _was_thought(reader, each, thought)}
    for document in reader.documents():
        kept = "".join(_keep_lines(document, versions, numbers, beliefs, arguments))
        if kept != document.text:
            after = replace(document, text=kept, version=document.version + 1, updated_at=runtime.now())
            yield DocumentChange(document, after)


def _was_thought(reader: Reader, version: Version, thought: set[ReflectionId]) -> bool:
    made = (reader.judged(id) for id in version.proposals)
    return any(each is not None and each.reflection in thought for each in made)


def _keep_lines(
    document: Document, versions: list[Version], numbers: set[int], beliefs: set[BeliefId], arguments: set[ArgumentId]
) -> Iterator[str]:
    texts = [
        (version.number, change.after.text if change.after else None)
        for version in versions
        for change in version.changes
        if change.document == document.id
    ]
    traced = trace_lines(texts) if numbers else ()
    lines = split_lines(document.text)
    brought = [each.version for each in traced] if len(traced) == len(lines) else [None] * len(lines)
    for line, number in zip(lines, brought, strict=True):
        plain = not line.strip() or line.startswith("#")
        if plain or not _is_touched_line(line, number, numbers, beliefs, arguments):
            yield line


def _is_touched_line(
    line: str, number: int | None, numbers: set[int], beliefs: set[BeliefId], arguments: set[ArgumentId]
) -> bool:
    if names_source(line):
        return not beliefs.isdisjoint(find_beliefs(line)) or find_argument(line) in arguments
    return number in numbers
