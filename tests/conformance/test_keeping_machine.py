"""The SQLite store against the plain one: feedback, edges and gists, with memories and messages that come and go.

Among so many rules few gists would ever meet a purge of their message in test_state_machine.py: so they have a machine
of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from _following import Follower, follow_on, ranked
from _two_stores import SPACES, TwoStores
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from atlas.adapters.storage.archive import sha256_of
from atlas.language.folding import content_hash
from atlas.model.feedback import Feedback, FeedbackSignal
from atlas.model.graph import Edge, build_edge
from atlas.model.ids import MemoryId, MessageId, ServingId, SpaceId
from atlas.model.memory import Evidence, Kind, Relation, State
from atlas.model.origin import Origin
from atlas.ports.reading import MemoryFilter, Reader
from atlas.ports.writing import Writer
from atlas.testing import samples

ANY = MemoryFilter(states=frozenset())
TEXTS = ("green tea in Porto", "a\x00b, and more of it", "🏳️‍🌈 Émile said so", "tea")
GISTS = ("tea", "", "Émile", "green tea in Porto")
WORDS = ("tea", "porto", "émile", "\x00", "more of")
EVERY = 99

numbers = st.integers(0, 2)
memory_ids = numbers.map(lambda number: MemoryId(f"m_{number}"))
message_ids = numbers.map(lambda number: MessageId(f"u_{number}"))
minutes = st.integers(0, 5)
edges = st.one_of(
    st.builds(build_edge, st.sampled_from(Relation), memory_ids, memory_ids, st.sampled_from((0.1, 1.0))),
    st.builds(Edge, st.sampled_from(Relation), memory_ids, memory_ids, st.sampled_from((0.0, 0.5, 1.5))),
)
remarks = st.builds(
    Feedback,
    memory_ids,
    st.sampled_from(FeedbackSignal),
    minutes.map(samples.at),
    st.sampled_from((None, ServingId("c_1"))),
    st.one_of(st.none(), message_ids),
    st.sampled_from((None, 0.25)),
)


class Keeping(TwoStores):
    def __init__(self) -> None:
        super().__init__()
        self.followers = {space: (Follower(), Follower()) for space in SPACES}

    # --- rows come

    @rule(number=numbers, text=st.sampled_from(TEXTS), quoting=st.booleans())
    def observe(self, number: int, text: str, quoting: bool) -> None:
        """A message and its episode, or a fact that quotes it, with a vector."""

        def act(writer: Writer) -> None:
            said = samples.tell(writer, f"i_{number}", (f"u_{number}", text, Origin.USER)).messages[0]
            kept = samples.episode(f"m_{number}", said)
            span = Evidence(said.id, 0, 1, "x", said.origin)
            fact = replace(kept, content="a fact", transcribes=None, kind=Kind.FACT, evidence=(span,))
            writer.put_memory(fact if quoting else kept, None)
            writer.put_vector(kept.id, samples.SMALL, samples.vector(1, 0))

        self._both(act)

    @rule(memory=memory_ids, archived=st.booleans())
    def use_memory(self, memory: MemoryId, archived: bool) -> None:
        def act(writer: Writer) -> None:
            found = writer.memory(memory)
            if found:
                state = State.ARCHIVED if archived else State.ACTIVE
                writer.put_memory(samples.changed(found, uses=found.uses + 1, state=state), found.version)

        self._both(act)

    @rule(memory=memory_ids)
    def put_vector(self, memory: MemoryId) -> None:
        self._both(lambda writer: writer.put_vector(memory, samples.SMALL, samples.vector(0, 1)))

    # --- what is learned of them

    @rule(remark=remarks)
    def add_feedback(self, remark: Feedback) -> None:
        self._both(lambda writer: writer.add_feedback(remark))

    @rule(edge=edges)
    def put_edge(self, edge: Edge) -> None:
        self._both(lambda writer: writer.put_edge(edge))

    @rule(edge=edges)
    def remove_edge(self, edge: Edge) -> None:
        self._both(lambda writer: writer.remove_edge(edge))

    # --- gists

    @rule(message=message_ids, gist=st.sampled_from(GISTS), minute=minutes)
    def shorten(self, message: MessageId, gist: str, minute: int) -> None:
        self._both(lambda writer: writer.shorten_message(message, gist, samples.at(minute)))

    @rule(message=message_ids)
    def restore(self, message: MessageId) -> None:
        self._both(lambda writer: writer.restore_message(message))

    @rule(message=message_ids, minute=minutes)
    def touch(self, message: MessageId, minute: int) -> None:
        self._both(lambda writer: writer.touch_archived(message, samples.at(minute)))

    @rule(message=message_ids)
    def drop(self, message: MessageId) -> None:
        self._both(lambda writer: writer.drop_archived(message))

    @rule(message=message_ids)
    def there_and_back(self, message: MessageId) -> None:
        """T12: restoring reverses exactly, whatever came before."""

        def act(writer: Writer) -> None:
            found = writer.message(message)
            if found is None or writer.archived_texts([message]):
                return
            before = _standing(writer)
            writer.shorten_message(message, found.text[:1], samples.START)
            writer.restore_message(message)
            assert _standing(writer) == before

        self._both(act)

    # --- rows go

    @rule(message=message_ids, text=st.sampled_from(TEXTS))
    def mask(self, message: MessageId, text: str) -> None:
        self._both(lambda writer: writer.mask_message(message, text))

    @rule(memory=memory_ids, stale=st.integers(0, 1))
    def remove_memory(self, memory: MemoryId, stale: int) -> None:
        def act(writer: Writer) -> None:
            found = writer.memory(memory)
            writer.remove_memory(memory, found.version + stale if found else 1)

        self._both(act)

    @rule(memory=memory_ids)
    def erase_memory(self, memory: MemoryId) -> None:
        self._both(lambda writer: writer.erase_memory(memory, samples.START))

    @rule(message=message_ids, whole=st.booleans())
    def erase_message(self, message: MessageId, whole: bool) -> None:
        """Where the transaction goes on, episodes go first: one without its message says nothing to compare."""
        first = whole or self.open is not None

        def act(writer: Writer) -> None:
            for found in writer.find_citing([message]) if first else ():
                writer.erase_memory(found.id, samples.START)
            writer.erase_message(message)

        self._both(act)

    # --- both say the same

    @invariant()
    def equal(self) -> None:
        """In every space: what happens in one must not be seen in another (P4)."""
        for space in SPACES if self.changed else ():
            self._compare(space, _everything)
            self._follow(space)
        self.changed = self.open is not None

    def _follow(self, space: SpaceId) -> None:
        """An index that read on from any earlier moment knows what one who begins now is told (X3)."""
        with self.plain.reading(space) as plain, self.sqlite.reading(space) as sqlite:
            follow_on(self.followers[space], (plain, sqlite))

    @invariant()
    def nothing_hangs_on_what_is_gone(self) -> None:
        """X3: no feedback and no edge of a memory that is not there, no whole text without a message."""
        with self.sqlite.reading(self.here) as reader:
            there = {each.id for each in reader.kept_rows(ANY, EVERY) if each.state is not State.GONE}
            assert {each.memory for each in reader.feedback(EVERY)} <= there
            assert {end for each in reader.all_edges(EVERY) for end in (each.one, each.other)} <= there
            whole = reader.archived_before(samples.at(9), EVERY)
            assert len(reader.messages(each.message for each in whole)) == len(whole)
            assert all(each.sha256 == sha256_of(each.text) for each in whole)


def _everything(reader: Reader) -> list[object]:
    return [answer for part in (_standing, _learned, _whole) for answer in part(reader)]


def _standing(reader: Reader) -> Sequence[object]:
    listed = [change.listing for change in reader.changes(samples.SMALL, 0, EVERY) if change.listing]
    return [
        [told for _, told in reader.interactions(0, EVERY)],
        [found for _, found in reader.select(ANY, EVERY)],
        [replace(found, seq=0) for found in reader.kept_rows(ANY, EVERY)],
        [[found.id for found in reader.with_content(content_hash(text))] for text in (*TEXTS, *GISTS)],
        [[found.id for found in reader.messages_mentioning([word])] for word in WORDS],
        ranked(listed),
    ]


def _learned(reader: Reader) -> Sequence[object]:
    everyone = [MemoryId(f"m_{number}") for number in range(3)]
    return [
        [list(reader.feedback(EVERY)), list(reader.feedback(2, everyone[0]))],
        [row for _, row in reader.feedback_after(0, EVERY)],
        dict(reader.count_ignored(everyone)),
        [list(reader.edges(everyone[:2])), list(reader.all_edges(EVERY)), list(reader.all_edges(1, "contradicts"))],
    ]


def _whole(reader: Reader) -> Sequence[object]:
    said = [MessageId(f"u_{number}") for number in (2, 0, 1)]
    return [
        list(reader.archived_texts(said)),
        [list(reader.archived_before(samples.at(minute), 2)) for minute in range(7)],
    ]


TestKeeping = Keeping.TestCase
TestKeeping.settings = settings(max_examples=25, stateful_step_count=40)
