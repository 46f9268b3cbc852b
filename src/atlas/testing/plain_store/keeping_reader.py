"""Reading how memories of one space of the plain store are kept, what became of them, the graph and the archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from atlas.adapters.storage.archive import check_archived
from atlas.language.folding import content_hash
from atlas.model.archive import Archived
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import Edge
from atlas.model.ids import MemoryId, MessageId
from atlas.model.memory import Memory, State
from atlas.model.retention import Kept, Retained
from atlas.ports.reading import MemoryFilter
from atlas.testing.plain_store.meaning import passes_filter
from atlas.testing.plain_store.source_file_reader import PlainSourceFileReader

_PROVEN = (FeedbackSignal.USED, FeedbackSignal.HELPED)


class PlainKeepingReader(PlainSourceFileReader):
    def kept_rows(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Kept]:
        numbered = ((self._rows.seqs[id], memory) for id, memory in self._rows.memories.items())
        chosen = [(seq, memory) for seq, memory in numbered if seq > after and passes_filter(where, memory)]
        return [_kept(seq, memory) for seq, memory in chosen[:limit]]

    def retained_rows(self, where: MemoryFilter, limit: int, after: int = 0) -> Sequence[Retained]:
        found = self.kept_rows(where, limit, after)
        return [Retained(each.seq, each.reinforced_at, each.stability_days, each.strength) for each in found]

    # --- feedback

    def feedback(self, limit: int, memory: MemoryId | None = None, since: datetime | None = None) -> Sequence[Feedback]:
        newest = (each for each in reversed(self._rows.feedback.values()) if since is None or each.at >= since)
        return [each for each in newest if memory is None or each.memory == memory][:limit]

    def feedback_after(self, after: int, limit: int) -> Sequence[tuple[int, Feedback]]:
        return [(seq, each) for seq, each in self._rows.feedback.items() if seq > after][:limit]

    def last_reviews(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, datetime]:
        asked = set(memories)
        told = (each for each in self._rows.feedback.values() if each.signal is FeedbackSignal.REVIEWED)
        return {each.memory: each.at for each in told if each.memory in asked}

    def count_ignored(self, memories: Iterable[MemoryId]) -> Mapping[MemoryId, int]:
        counts = dict.fromkeys(memories, 0)
        for each in self._rows.feedback.values():
            if each.memory not in counts:
                continue
            if each.signal in _PROVEN:
                counts[each.memory] = 0
            elif each.signal is FeedbackSignal.IGNORED:
                counts[each.memory] += 1
        return {memory: count for memory, count in counts.items() if count}

    # --- the graph

    def edges(self, memories: Iterable[MemoryId]) -> Sequence[Edge]:
        wanted = frozenset(memories)
        touching = (edge for edge in self._rows.edges.values() if edge.one in wanted or edge.other in wanted)
        return sorted(touching, key=lambda edge: (edge.relation.value, edge.one, edge.other))

    def all_edges(self, limit: int, after: str = "") -> Sequence[Edge]:
        return [edge for key, edge in sorted(self._rows.edges.items()) if key > after][:limit]

    # --- the archive

    def archived_texts(self, messages: Iterable[MessageId]) -> Sequence[Archived]:
        return [check_archived(self._rows.archive[id]) for id in dict.fromkeys(messages) if id in self._rows.archive]

    def archived_before(self, at: datetime, limit: int) -> Sequence[Archived]:
        old = (check_archived(each) for each in self._rows.archive.values() if _before(each, at))
        return sorted(old, key=lambda each: each.stored_at)[:limit]


def _before(archived: Archived, at: datetime) -> bool:
    return archived.stored_at < at and (archived.accessed_at is None or archived.accessed_at < at)


def _kept(seq: int, memory: Memory) -> Kept:
    return Kept(
        seq=seq,
        id=memory.id,
        kind=memory.kind,
        form=memory.form,
        status=memory.status,
        state=memory.state,
        basis=memory.basis,
        trust=memory.trust,
        observed_at=memory.observed_at,
        reinforced_at=memory.reinforced_at,
        stability_days=memory.stability_days,
        strength=memory.strength,
        importance=memory.importance,
        uses=memory.uses,
        contexts=memory.contexts,
        applications=memory.applications,
        emotion=memory.emotion,
        pinned=memory.pinned,
        approved_by=memory.approved_by,
        transcript=memory.transcribes is not None,
        content_hash=None if memory.state is State.GONE else content_hash(memory.content),
        version=memory.version,
    )
