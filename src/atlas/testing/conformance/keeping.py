"""How memories are kept over time: without their texts, what became of them, and how they hang together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from atlas.errors import BadInput, Refused
from atlas.language.folding import content_hash
from atlas.model.feedback import BY_REPLY, Feedback, FeedbackSignal
from atlas.model.graph import EDGES, UNDIRECTED, Edge, build_edge
from atlas.model.ids import MemoryId, MessageId, ServingId
from atlas.model.memory import Kind, Memory, Relation, State, Status
from atlas.model.origin import Origin
from atlas.model.retention import Kept
from atlas.ports.reading import SERVABLE, MemoryFilter
from atlas.ports.store import Store
from atlas.ports.writing import Writer
from atlas.testing.conformance.common import ANY, PORTO, REPLY, assert_refused, assert_same, full_memory, make_link
from atlas.testing.samples import AWAY, HOME, START, at, changed, episode, memory, tell

_ONE, _TWO, _THREE, _NOWHERE = (MemoryId(f"m_{number}") for number in (1, 2, 3, 9))


class KeptConformance:
    """T13: a cycle looks at all of them, and reads no text for it."""

    def test_it_says_how_each_is_kept(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            kept = episode("m_1", told.messages[0])
            full = full_memory(told)
            for each in (kept, full):
                writer.put_memory(each, None)
            numbers = [seq for seq, _ in writer.select(ANY, 9)]
            found = list(writer.kept_rows(ANY, 9))
        assert_same(found, [_build_kept(seq, each) for seq, each in zip(numbers, (kept, full), strict=True)])
        assert_same([each.transcript for each in found], [True, False])

    def test_a_tombstone_has_no_hash(self, store: Store) -> None:
        """X3: a hash of a short text can be guessed."""
        with store.writing(HOME) as writer:
            writer.put_memory(memory("m_1", "tea"), None)
            writer.erase_memory(_ONE, START)
            (found,) = writer.kept_rows(ANY, 9)
        assert_same((found.state, found.content_hash, found.version), (State.GONE, None, 2))

    def test_use_alone_is_written_without_the_rest(self, store: Store) -> None:
        """T6: what else a row says stays as it is, and the change is told of."""
        with store.writing(HOME) as writer:
            told = tell(writer, "i_1", PORTO)
            full = full_memory(told)
            for each in (episode("m_1", told.messages[0]), full):
                writer.put_memory(each, None)
            since = writer.last_change()
            used = changed(full, uses=7, contexts=2, applications=3, strength=0.5, stability_days=9.0)
            later = replace(used, reinforced_at=at(5))
            writer.put_use(replace(later, content="of no account"), full.version)
            assert_same(writer.memory(full.id), later)
            assert_same(writer.last_change() > since, True)

    def test_use_is_written_over_the_version_that_was_read(self, store: Store) -> None:
        first = memory("m_1", "tea")
        with store.writing(HOME) as writer:
            writer.put_memory(first, None)
            writer.put_use(changed(first, uses=1), 1)
        assert_refused(store, lambda writer: writer.put_use(replace(first, version=3), 1))
        assert_refused(store, lambda writer: writer.put_use(replace(first, version=2), 2), BadInput)
        assert_refused(store, lambda writer: writer.put_use(changed(memory("m_2", "tea"), uses=1), 1))
        with store.writing(HOME) as writer:
            writer.erase_memory(_ONE, START)
        assert_refused(store, lambda writer: writer.put_use(replace(first, version=9), 3))

    def test_a_filter_and_a_page_choose_as_they_do_elsewhere(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            for number in range(6):
                status = Status.REJECTED if number % 2 else Status.APPROVED
                kind = Kind.RULE if number < 3 else Kind.FACT
                writer.put_memory(memory(f"m_{number}", "x", status=status, kind=kind, observed_at=at(number)), None)
            writer.put_memory(changed(memory("m_0", "x"), uses=3), 1)
            for where in (
                ANY,
                SERVABLE,
                MemoryFilter(kinds=frozenset({Kind.RULE})),
                MemoryFilter(observed_after=at(2)),
            ):
                chosen = [(seq, each.id) for seq, each in writer.select(where, 9)]
                assert_same([(each.seq, each.id) for each in writer.kept_rows(where, 9)], chosen)
                lean = [
                    (each.seq, each.reinforced_at, each.stability_days, each.strength)
                    for each in writer.kept_rows(where, 9)
                ]
                assert_same([tuple(each) for each in writer.retained_rows(where, 9)], lean)
                assert_same(_read_in_pages(writer, where), [id for _, id in chosen])


class FeedbackConformance:
    """T3, T6: each event is a row, and a reply is told from once."""

    def test_rows_come_back_as_they_went(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _two_memories(writer)
            rows = [_make_feedback("m_1", signal) for signal in FeedbackSignal]
            rows += [replace(_make_feedback("m_2", FeedbackSignal.USED, "u_2"), serving=ServingId("c_1"), share=0.25)]
            assert_same([writer.add_feedback(each) for each in rows], [True] * len(rows))
            assert_same(list(writer.feedback(9)), rows[::-1])
            assert_same(list(writer.feedback(2)), rows[:-3:-1])
            assert_same((list(writer.feedback(9, _TWO)), list(writer.feedback(1, _ONE))), (rows[-1:], [rows[-2]]))
            assert_same(list(writer.feedback(9, _NOWHERE)), [])

    def test_rows_are_read_from_a_moment_on(self, store: Store) -> None:
        """T6."""
        with store.writing(HOME) as writer:
            _two_memories(writer)
            rows = [
                _make_feedback(id, FeedbackSignal.REVIEWED, minute=minute)
                for minute in range(4)
                for id in ("m_1", "m_2")
            ]
            for each in rows:
                writer.add_feedback(each)
            since = rows[4].at
            assert_same(list(writer.feedback(9, since=since)), rows[:3:-1])
            assert_same(list(writer.feedback(1, _ONE, since)), [rows[6]])
            assert_same(list(writer.feedback(9, _NOWHERE, since)), [])

    def test_it_knows_when_each_was_last_reviewed(self, store: Store) -> None:
        """T4."""
        with store.writing(HOME) as writer:
            _two_memories(writer)
            for minute in range(4):
                writer.add_feedback(_make_feedback("m_1", FeedbackSignal.REVIEWED, minute=minute))
            writer.add_feedback(_make_feedback("m_1", FeedbackSignal.HELPED, minute=9))
            writer.add_feedback(_make_feedback("m_2", FeedbackSignal.HELPED, minute=9))
            last = _make_feedback("m_1", FeedbackSignal.REVIEWED, minute=3).at
            assert_same(dict(writer.last_reviews([_ONE, _TWO, _ONE, _NOWHERE])), {_ONE: last})
            assert_same(dict(writer.last_reviews([])), {})

    def test_a_reply_is_told_from_once_for_each_memory(self, store: Store) -> None:
        """T3. What somebody says of it counts each time, and so does what no reply is named for."""
        with store.writing(HOME) as writer:
            _two_memories(writer)
            for signal, told in ((FeedbackSignal.IGNORED, True), (FeedbackSignal.USED, False)):
                assert_same(writer.add_feedback(_make_feedback("m_1", signal, "u_2", minute=9)), told)
            assert_same(writer.add_feedback(_make_feedback("m_2", FeedbackSignal.USED, "u_2")), True)
            assert_same(writer.add_feedback(_make_feedback("m_1", FeedbackSignal.USED, "u_1")), True)
            for signal in [*FeedbackSignal, *FeedbackSignal]:
                reply = None if signal in BY_REPLY else "u_2"
                assert_same(writer.add_feedback(_make_feedback("m_1", signal, reply)), True)
            assert_same(len(writer.feedback(99)), 3 + 2 * len(FeedbackSignal))

    def test_rows_are_read_by_pages(self, store: Store) -> None:
        """A number is given once: what was erased leaves no room for another row."""
        with store.writing(HOME) as writer:
            _two_memories(writer)
            for minute in range(5):
                writer.add_feedback(
                    _make_feedback("m_1" if minute % 2 else "m_2", FeedbackSignal.HELPED, minute=minute)
                )
            pages: list[tuple[int, Feedback]] = []
            while page := writer.feedback_after(pages[-1][0] if pages else 0, 2):
                assert_same(len(page) <= 2, True)
                pages += page
            assert_same([each.at for _, each in pages], [at(minute) for minute in range(5)])
            writer.erase_memory(_TWO, START)
            assert_same([seq for seq, _ in writer.feedback_after(0, 9)], [pages[1][0], pages[3][0]])
            writer.add_feedback(_make_feedback("m_1", FeedbackSignal.STALE))
            assert_same([each.signal for _, each in writer.feedback_after(pages[-1][0], 9)], [FeedbackSignal.STALE])

    def test_it_counts_how_often_each_was_ignored_since_it_was_of_use(self, store: Store) -> None:
        """T6: being used or helpful ends the count; somebody's other words do not."""
        with store.writing(HOME) as writer:
            _two_memories(writer)
            writer.put_memory(memory("m_3", "milk"), None)
            assert_same(dict(writer.count_ignored([_ONE, _TWO])), {})
            _tell_all(writer, "m_1", "ignored ignored wrong ignored stale")
            _tell_all(writer, "m_2", "ignored used ignored")
            _tell_all(writer, "m_3", "ignored ignored helped")
            assert_same(dict(writer.count_ignored([_THREE, _TWO, _ONE, _ONE, _NOWHERE])), {_ONE: 3, _TWO: 1})
            _tell_all(writer, "m_1", "helped ignored")
            _tell_all(writer, "m_2", "used")
            assert_same(dict(writer.count_ignored([_ONE, _TWO])), {_ONE: 1})
            assert_same(dict(writer.count_ignored([])), {})

    def test_it_is_about_what_is_there(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _two_memories(writer)
            writer.erase_memory(_TWO, START)
        for wrong in ("m_2", "m_9"):
            assert_refused(store, lambda writer, wrong=wrong: writer.add_feedback(_make_feedback(wrong)))  # type: ignore[misc]
        assert_refused(store, lambda writer: writer.add_feedback(_make_feedback("m_1", FeedbackSignal.HELPED, "u_9")))
        blurred = replace(_make_feedback("m_1"), share=float("nan"))
        assert_refused(store, lambda writer: writer.add_feedback(blurred), BadInput)
        with store.reading(HOME) as reader:
            assert_same(list(reader.feedback(9)), [])

    def test_it_goes_with_its_memory_and_with_its_reply(self, store: Store) -> None:
        """X3; and a memory that is withdrawn takes along what was said of it."""
        rows = [
            _make_feedback(name, signal, "u_2")
            for name in ("m_1", "m_2")
            for signal in FeedbackSignal
            if signal != "used"
        ]
        with store.writing(HOME) as writer:
            _two_memories(writer)
            other = _make_feedback("m_1", FeedbackSignal.USED, "u_1")
            for each in (*rows, other):
                writer.add_feedback(each)
            writer.erase_message(MessageId("u_2"))
            assert_same(list(writer.feedback(99)), [other])
            writer.remove_memory(_ONE, 1)
            assert_same(list(writer.feedback(99)), [])
            writer.put_memory(memory("m_1", "tea again"), None)
            assert_same((list(writer.feedback(99, _ONE)), dict(writer.count_ignored([_ONE]))), ([], {}))


class GraphConformance:
    """Learned edges belong to neither end and go with either."""

    def test_edges_are_found_from_both_ends(self, store: Store) -> None:
        near = build_edge(Relation.CO_ACTIVATED, _TWO, _ONE, 0.25)
        against = build_edge(Relation.CONTRADICTS, _TWO, _THREE)
        there, back = (
            build_edge(Relation.SUPPORTS, _ONE, _THREE, 0.5),
            build_edge(Relation.SUPPORTS, _THREE, _ONE, 0.75),
        )
        with store.writing(HOME) as writer:
            _three_memories(writer)
            for each in (back, against, there, near):
                writer.put_edge(each)
            assert_same(list(writer.edges([_ONE])), [near, there, back])
            assert_same(list(writer.edges([_TWO, _ONE, _TWO])), [near, against, there, back])
            assert_same((list(writer.edges([_NOWHERE])), list(writer.edges([]))), ([], []))
            assert_same([near.beyond(_ONE), near.beyond(_TWO)], [_TWO, _ONE])
        with store.reading(AWAY) as reader:
            assert_same((list(reader.edges([_ONE])), list(reader.all_edges(9))), ([], []))

    def test_an_edge_is_weighed_anew(self, store: Store) -> None:
        first = build_edge(Relation.CO_ACTIVATED, _ONE, _TWO, 0.1)
        with store.writing(HOME) as writer:
            _three_memories(writer)
            writer.put_edge(first)
            writer.put_edge(replace(first, weight=1.0))
            assert_same(list(writer.all_edges(9)), [replace(first, weight=1.0)])
            writer.remove_edge(replace(first, weight=0.7))
            writer.remove_edge(first)
            assert_same(list(writer.all_edges(9)), [])

    def test_all_edges_come_by_key(self, store: Store) -> None:
        """Also where one id begins another, which sorts otherwise in a key than by itself."""
        names = ["m", "m!", "m_1", "m_é"]
        made = [
            build_edge(relation, MemoryId(one), MemoryId(two)) for relation in EDGES for one, two in _list_pairs(names)
        ]
        with store.writing(HOME) as writer:
            for name in names:
                writer.put_memory(memory(name, name), None)
            for each in made:
                writer.put_edge(each)
            found: list[Edge] = []
            while page := writer.all_edges(4, found[-1].key if found else ""):
                assert_same(len(page) <= 4, True)
                found += page
        assert_same(found, sorted(made, key=lambda each: each.key))

    def test_it_joins_two_memories_that_are_there(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _three_memories(writer)
            writer.erase_memory(_THREE, START)
            writer.put_memory(memory("m_4", "put away", state=State.ARCHIVED), None)
            writer.put_edge(build_edge(Relation.SUPPORTS, MemoryId("m_4"), _ONE))
        for relation in EDGES:
            for one, two in ((_ONE, _THREE), (_ONE, _NOWHERE), (_ONE, _ONE)):
                wrong = build_edge(relation, one, two)
                assert_refused(store, lambda writer, wrong=wrong: writer.put_edge(wrong))  # type: ignore[misc]

    def test_what_is_no_edge_is_bad_input(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _three_memories(writer)
        bad = [Edge(relation, _ONE, _TWO) for relation in Relation if relation not in EDGES]
        bad += [Edge(relation, _TWO, _ONE) for relation in UNDIRECTED]
        bad += [Edge(Relation.SUPPORTS, _ONE, _TWO, weight) for weight in (0.0, -0.5, 1.25, float("nan"), float("inf"))]
        for wrong in bad:
            assert_refused(store, lambda writer, wrong=wrong: writer.put_edge(wrong), BadInput)  # type: ignore[misc]
        with store.reading(HOME) as reader:
            assert_same(list(reader.all_edges(9)), [])

    def test_what_a_memory_is_about_is_no_link(self, store: Store) -> None:
        """It is told from its claim whenever somebody looks."""
        with store.writing(HOME) as writer:
            _three_memories(writer)
        about = memory("m_4", "x", links=(make_link("m_1", Relation.ABOUT),))
        assert_refused(store, lambda writer: writer.put_memory(about, None), BadInput)

    def test_edges_go_with_either_end(self, store: Store) -> None:
        """X3, and the undo of an insertion; an edge keeps nobody from being withdrawn."""
        with store.writing(HOME) as writer:
            _three_memories(writer)
            kept = build_edge(Relation.SUPPORTS, _TWO, _THREE)
            for each in (
                kept,
                build_edge(Relation.SUPPORTS, _ONE, _TWO),
                build_edge(Relation.CONTRADICTS, _THREE, _ONE),
            ):
                writer.put_edge(each)
            writer.remove_memory(_ONE, 1)
            assert_same(list(writer.all_edges(9)), [kept])
            writer.put_edge(build_edge(Relation.SUPPORTS, _THREE, _TWO))
            writer.erase_memory(_TWO, START)
            assert_same(list(writer.all_edges(9)), [])
            writer.put_memory(memory("m_1", "again"), None)
            assert_same(list(writer.edges([_ONE])), [])

    def test_a_refused_withdrawal_leaves_all_that_hangs_on_it(self, store: Store) -> None:
        with store.writing(HOME) as writer:
            _three_memories(writer)
            writer.put_edge(build_edge(Relation.SUPPORTS, _ONE, _TWO))
            writer.add_feedback(_make_feedback("m_1"))
        assert_refused(store, lambda writer: writer.remove_memory(_ONE, 7), Refused)
        with store.reading(HOME) as reader:
            assert_same((len(reader.all_edges(9)), len(reader.feedback(9))), (1, 1))


def _build_kept(seq: int, of: Memory) -> Kept:
    same_name = {field.name for field in fields(Kept)} & {field.name for field in fields(Memory)}
    shared: dict[str, Any] = {name: getattr(of, name) for name in same_name}
    transcript = of.transcribes is not None
    return Kept(seq=seq, transcript=transcript, content_hash=content_hash(of.content), **shared)


def _read_in_pages(writer: Writer, where: MemoryFilter) -> list[str]:
    found: list[Kept] = []
    while page := writer.kept_rows(where, 2, found[-1].seq if found else 0):
        found += page
    return [each.id for each in found]


def _make_feedback(
    about: str, signal: FeedbackSignal = FeedbackSignal.USED, reply: str | None = None, minute: int = 0
) -> Feedback:
    return Feedback(MemoryId(about), signal, at(minute), reply=MessageId(reply) if reply else None)


def _tell_all(writer: Writer, about: str, signals: str) -> None:
    for signal in signals.split():
        writer.add_feedback(_make_feedback(about, FeedbackSignal(signal)))


def _two_memories(writer: Writer) -> None:
    tell(writer, "i_1", PORTO, REPLY)
    tell(writer, "i_2", ("u_3", "and tea", Origin.USER))
    for name in ("m_1", "m_2"):
        writer.put_memory(memory(name, name), None)


def _three_memories(writer: Writer) -> None:
    for name in (_ONE, _TWO, _THREE):
        writer.put_memory(memory(name, name), None)


def _list_pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, two) for number, one in enumerate(names) for two in names[:number]]
