"""Many processes and threads, one store (R5, J4)."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest
from _processes import finish, start

from _patience import LIMIT_S
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.errors import StoreTrouble, Trouble
from atlas.model.catalogue_row import FeedItem
from atlas.model.ids import MemoryId
from atlas.model.journal import GENESIS, chain_of
from atlas.testing import samples
from atlas.testing.samples import AWAY, HOME, SMALL

PROCESSES = 4
ROUNDS = 60


def test_processes_write_one_file_and_none_is_turned_away(tmp_path: Path) -> None:
    """No lock surfaces, no update is lost, the journal is one chain."""
    path = tmp_path / "store.atlas"
    workers = [start("write", path, f"w{number}", ROUNDS) for number in range(PROCESSES)]
    assert [finish(worker) for worker in workers] == ["wrote"] * PROCESSES
    with closing(SqliteStore.open(path)) as store, store.reading(HOME) as reader:
        total = PROCESSES * ROUNDS
        counter = reader.memory(MemoryId("counter"))
        assert counter is not None
        assert (counter.uses, counter.version) == (total, total)
        assert reader.interaction_count() == total
        previous = GENESIS
        for number, entry in enumerate(reader.entries(0, 2 * total), start=1):
            assert (entry.seq, entry.previous) == (number, previous)
            assert entry.chain == chain_of(previous, entry.header, entry.parts)
            previous = entry.chain
        assert store.health().ok


def test_purging_among_writers_turns_nobody_away(tmp_path: Path) -> None:
    """P3 under load: the file is rewritten while others write it."""
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path, timeout_s=LIMIT_S)) as store:
        workers = [start("write", path, f"w{number}", ROUNDS) for number in range(2)]
        for _ in range(5):
            store.purge()
        assert [finish(worker) for worker in workers] == ["wrote"] * 2
        store.purge()
        assert store.health().ok
        with store.reading(HOME) as reader:
            assert reader.interaction_count() == 2 * ROUNDS


def test_a_follower_among_writers_misses_nothing(tmp_path: Path) -> None:
    """Numbers are given in the order in which others get to see them, so that none turns up behind a follower."""
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path, timeout_s=LIMIT_S)) as store:
        workers = [start("write", path, f"w{number}", ROUNDS) for number in range(2)]
        known: dict[str, FeedItem] = {}
        watermark = 0
        while any(worker.poll() is None for worker in workers):
            with store.reading(HOME) as reader:
                page = reader.changes(SMALL, watermark, 7)
                assert page or watermark == reader.last_change()
            known |= {change.memory: change for change in page}
            watermark = page[-1].seq if page else watermark
        assert [finish(worker) for worker in workers] == ["wrote"] * 2
        with store.reading(HOME) as reader:
            known |= {change.memory: change for change in reader.changes(SMALL, watermark, 9999)}
            assert known == {change.memory: change for change in reader.changes(SMALL, 0, 9999)}
            assert len(known) == 2 * 2 * ROUNDS + 1  # two episodes a round from each, and the counter


def test_processes_create_one_file_together(tmp_path: Path) -> None:
    path = tmp_path / "store.atlas"
    openers = [start("open_once", path) for _ in range(PROCESSES)]
    assert [finish(opener) for opener in openers] == ["True"] * PROCESSES


def test_a_job_is_claimed_by_one_process(tmp_path: Path) -> None:
    """J4: one runner across processes."""
    path = tmp_path / "store.atlas"
    names = {f"j_{number}" for number in range(80)}
    with closing(SqliteStore.open(path)) as store, store.writing(HOME) as writer:
        for name in names:
            writer.add_job(samples.job(name))
    claimers = [start("claim", path, f"c{number}") for number in range(PROCESSES)]
    claimed = [name for claimer in claimers for name in finish(claimer).split()]
    assert len(claimed) == len(names)
    assert set(claimed) == names


def test_threads_share_one_store(tmp_path: Path) -> None:
    troubles: list[BaseException] = []
    with closing(SqliteStore.open(tmp_path / "store.atlas", timeout_s=LIMIT_S)) as store:

        def work(name: str) -> None:
            try:
                for number in range(ROUNDS):
                    with store.writing(HOME) as writer:
                        writer.put_memory(samples.memory(f"m_{name}_{number}", "text"), None)
                    with store.reading(HOME) as reader:
                        assert reader.memory(MemoryId(f"m_{name}_{number}"))
            except BaseException as error:
                troubles.append(error)
                raise

        threads = [threading.Thread(target=work, args=(f"t{number}",)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not troubles
        with store.reading(HOME) as reader:
            assert sum(count.count for count in reader.counts()) == 6 * ROUNDS


def test_a_writer_inside_a_writer_is_told_and_does_not_hang(tmp_path: Path) -> None:
    with closing(SqliteStore.open(tmp_path / "store.atlas", timeout_s=0.05)) as store:
        with store.writing(HOME), pytest.raises(StoreTrouble, match="being written"), store.writing(AWAY):
            pass
        with store.writing(AWAY):
            pass


def test_another_store_on_the_same_file_waits_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "store.atlas"
    with closing(SqliteStore.open(path)) as one, closing(SqliteStore.open(path, timeout_s=0.05)) as other:
        with one.writing(HOME), pytest.raises(StoreTrouble, match="another process"), other.writing(HOME):
            pass
        with other.writing(HOME):
            pass


def test_a_reader_does_not_outlive_its_transaction(tmp_path: Path) -> None:
    with closing(SqliteStore.open(tmp_path / "store.atlas")) as store:
        with store.reading(HOME) as reader:
            pass
        with pytest.raises(Trouble, match="has ended"):
            reader.head()


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "store.atlas")
    store.close()
    store.close()
    with pytest.raises(StoreTrouble, match="is closed"), store.reading(HOME):
        pass
