"""The serial order of writers, which the journal's chain and the feed of changes stand on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event
from typing import TypeVar

from atlas.model.ids import MemoryId
from atlas.ports.store import Store
from atlas.testing.conformance.common import ANY, assert_same
from atlas.testing.samples import HOME, SMALL, entry, memory, note

Result = TypeVar("Result")
ROUNDS = 5
PAUSE_S = 0.1
"""How long a writer stays for another one that a store may let in beside it; nothing is asserted about the time."""


class OrderConformance:
    """P11, R3: writers of a space come one after the other, and readers see them in that order."""

    def test_a_writer_begins_when_the_one_before_has_ended(self, store: Store) -> None:
        first_in, second_asks, second_in = Event(), Event(), Event()

        def write_first() -> bool:
            with store.writing(HOME) as writer:
                first_in.set()
                second_asks.wait()
                alone = not second_in.wait(PAUSE_S)
                writer.put_memory(memory("m_1", "first"), None)
            return alone

        def write_second() -> bool:
            first_in.wait()
            second_asks.set()
            with store.writing(HOME) as writer:
                second_in.set()
                found = writer.memory(MemoryId("m_1")) is not None
                writer.put_memory(memory("m_2", "second"), None)
            return found

        assert_same(_at_once(write_first, write_second), [True, True])
        assert_same([each for each, _ in _follow_changes(store, 0)], ["m_1", "m_2"])

    def test_writers_at_once_make_one_chain(self, store: Store) -> None:
        """Each goes on from the head that it finds: none is lost, none is refused, and the chain does not fork."""
        inside = Barrier(2)

        def write(who: str) -> None:
            for number in range(ROUNDS):
                with store.writing(HOME) as writer:
                    head, count = writer.head(), writer.read_mark("count")
                    _meet_other_writer(inside)
                    writer.append(entry(head, note(f"{who}{number}")))
                    writer.put_mark("count", count + 1)

        _at_once(lambda: write("a"), lambda: write("b"))
        with store.reading(HOME) as reader:
            entries = reader.entries(0, 99)
            assert_same((len(entries), reader.read_mark("count")), (2 * ROUNDS, 2 * ROUNDS))
        assert_same([each.seq for each in entries], list(range(1, len(entries) + 1)))
        assert_same([each.previous for each in entries[1:]], [each.chain for each in entries[:-1]])

    def test_who_follows_the_feed_misses_nothing(self, store: Store) -> None:
        """No number appears below one that was seen: a gap is a change that was taken back, and stays one."""
        inside, read = Barrier(2), Event()
        followed: list[tuple[str, int]] = []

        def write_and_stay() -> None:
            with store.writing(HOME) as writer:
                writer.put_memory(memory("m_1", "stays open"), None)
                _meet_other_writer(inside)
                read.wait(PAUSE_S)

        def write_and_follow() -> None:
            with store.writing(HOME) as writer:
                writer.put_memory(memory("m_2", "is read at once"), None)
                _meet_other_writer(inside)
            followed.extend(_follow_changes(store, 0))
            read.set()

        _at_once(write_and_stay, write_and_follow)
        followed.extend(_follow_changes(store, followed[-1][1]))
        assert_same(sorted(each for each, _ in followed), ["m_1", "m_2"])
        with store.reading(HOME) as reader:
            assert_same([each for each, _ in followed], [each.id for _, each in reader.select(ANY, 9)])
            assert_same(followed[-1][1], reader.last_change())

    def test_a_reader_sees_whole_writers_in_their_order(self, store: Store) -> None:
        """What is numbered by rows is followed the same way: whoever read up to a row has read all before it."""
        for number in range(3):
            with store.writing(HOME) as writer:
                writer.put_memory(memory(f"m_{number}", "note"), None)
                writer.append(entry(writer.head(), note(str(number))))
            with store.reading(HOME) as reader:
                with store.writing(HOME) as writer:
                    writer.put_memory(memory(f"m_{number}_later", "note"), None)
                rows, feed = reader.select(ANY, 99), reader.changes(SMALL, 0, 99)
                assert_same(
                    (len(rows), len(feed), len(reader.entries(0, 99))), (2 * number + 1, 2 * number + 1, number + 1)
                )
                assert_same(rows[-1][1].id, f"m_{number}")


def _meet_other_writer(inside: Barrier) -> None:
    """Wait once for the other writer to be in its transaction too, where a store lets it in."""
    with suppress(BrokenBarrierError):
        inside.wait(PAUSE_S)


def _follow_changes(store: Store, after: int) -> list[tuple[str, int]]:
    """Read the memories that changed after a number, each with the number of its change."""
    with store.reading(HOME) as reader:
        return [(each.memory, each.seq) for each in reader.changes(SMALL, after, 99)]


def _at_once(*acts: Callable[[], Result]) -> list[Result]:
    with ThreadPoolExecutor(len(acts)) as pool:
        return _wait_for_results([pool.submit(act) for act in acts])


def _wait_for_results(running: Sequence[Future[Result]]) -> list[Result]:
    return [each.result() for each in running]
