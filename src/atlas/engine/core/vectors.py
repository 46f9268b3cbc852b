"""Vectors follow the rows: made after the fact, in batches, each batch committed with how far it got (X8).

A mark in the store says up to which change every memory has vectors of an embedder. So what is owed is found without
looking at what is done, a run that was broken off goes on where it stood, and a new embedder simply begins at the
beginning: recall goes by words, and by the vectors that are there, until it has caught up. Vectors of two embedders are
never compared; the old ones go when the new ones are complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

from atlas.engine.core.deadline import Deadline
from atlas.engine.core.runtime import World
from atlas.errors import AtlasError, EmbedderTrouble, StoreTrouble
from atlas.model.ids import MemoryId
from atlas.model.listing import FeedItem, Listing
from atlas.model.memory import State, Status
from atlas.model.passages import passages
from atlas.ports.index import Index
from atlas.ports.reading import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH: Final = 64
"""Memories that are embedded and committed together."""
PAGE: Final = 256
LEAST: Final = 3
"""The user's message, the fact in it and the reply: what was just said."""
NEWEST: Final = 16
"""Of the last changes, so many are looked at before somebody is answered."""
FEW_PASSAGES: Final = 4
"""Texts that are embedded together before somebody is answered."""
MANY: Final = 10_000
"""More than so many are not counted: to say that there are many is enough."""
_LEASE: Final = timedelta(seconds=60)
_DROPPED: Final = 2_000
"""Old vectors that go in one transaction."""

_UNSEARCHED: Final = frozenset({Status.REJECTED, Status.SENSITIVE})


def embed_missing(world: World, limit: int | None = None) -> int:
    """Give vectors to memories that have none of the present embedder; recall goes on by text meanwhile (R7).

    With a limit, as before a recall, what is far behind is left to the worker, and only the newest are caught up on.
    """
    if limit is not None and len(_owing(world, PAGE + 1)) > PAGE:
        return _embed_newest(world, limit)
    made = 0
    while limit is None or made < limit:
        done = _embed_page(world, PAGE if limit is None else min(PAGE, limit - made))
        if done is None:
            break
        made += done
    if limit is None:
        drop_old_vectors(world)
    return made


def embed_some(world: World) -> int | None:
    """The next batch of them, for whoever has other things to see to in between; None when there are none."""
    return _embed_page(world, BATCH)


def embed_newest(world: World, deadline: Deadline) -> int:
    """The newest that have none, one after the other while there is time: an embedder may take long (R7).

    The first few are done whatever the time: what was just said, and shares no word with the question, is found by its
    meaning alone. What is longer than a few sentences is left to the worker: it is one text for each of them.
    """
    made = 0
    for listing in _owed_newest(world):
        if len(passages(listing.content, listing.speaker)) > FEW_PASSAGES:
            continue
        if not _embed(world, [listing]):
            break
        made += 1
        if made == BATCH or (made >= LEAST and deadline.passed):
            break
    return made


def _owed_newest(world: World) -> list[Listing]:
    """Of the last changes, the newest first."""
    with world.store.reading(world.space) as reader:
        last, done = reader.last_change(), max(reader.mark(_mark(world)), _seen(world))
        page = reader.changes(world.embedder.identity, max(done, last - NEWEST), NEWEST) if done < last else ()
    owing = [change.listing for change in page if _owes(change) and change.listing]
    if page and not owing and done >= last - NEWEST:
        _saw(world, page[-1].seq)
    return owing[::-1]


def behind(world: World) -> int:
    """About how many memories wait for vectors of the present embedder, for people: at most `MANY`."""
    return sum(_owes(change) for change in _owing(world, MANY))


def _owing(world: World, count: int) -> Sequence[FeedItem]:
    """The next changes of this space after those that were seen to."""
    with world.store.reading(world.space) as reader:
        return reader.changes(world.embedder.identity, max(reader.mark(_mark(world)), _seen(world)), count)


def _mark(world: World) -> str:
    return f"vectors:{world.embedder.identity.key}"


def _seen(world: World) -> int:
    """What this process knows to be done and did not write down: to look and find nothing is no reason to write."""
    with world.memo.lock:
        return world.memo.seen.get(f"{world.space}|{_mark(world)}", 0)


def _saw(world: World, change: int) -> None:
    with world.memo.lock:
        world.memo.seen[f"{world.space}|{_mark(world)}"] = change


def _embed_page(world: World, count: int) -> int | None:
    """The next changes, so many; None when there are none, or the embedder gives nothing."""
    page = _owing(world, count)
    if not page:
        return None
    owing = [change.listing for change in page if _owes(change) and change.listing]
    for at in range(0, len(owing), BATCH):
        if not _embed(world, owing[at : at + BATCH]):
            return None
        world.checkpoint()
    with world.store.reading(world.space) as reader:
        written = reader.mark(_mark(world))
    if owing or page[-1].seq - written >= PAGE:
        with world.store.writing(world.space) as txn:
            txn.put_mark(_mark(world), page[-1].seq)
    _saw(world, page[-1].seq)
    return len(owing)


def _embed_newest(world: World, limit: int) -> int:
    with world.store.reading(world.space) as reader:
        page = reader.changes(world.embedder.identity, reader.last_change() - PAGE, PAGE)
    owing = [change.listing for change in page if _owes(change) and change.listing][-limit:]
    return len(owing) if owing and _embed(world, owing) else 0


def _owes(change: FeedItem) -> bool:
    listing = change.listing
    if listing is None or listing.vectors is not None:
        return False
    return listing.state is State.ACTIVE and listing.status not in _UNSEARCHED


def _embed(world: World, owing: Sequence[Listing]) -> bool:
    """Whether the embedder answered. What was changed or forgotten meanwhile, the next round sees to."""
    pieces = [passages(listing.content, listing.speaker) for listing in owing]
    try:
        rows = world.embedder.embed([piece for each in pieces for piece in each])
    except EmbedderTrouble as trouble:
        world.note_trouble("embed", str(trouble))
        return False
    ends = accumulate((len(each) for each in pieces), initial=0)
    with world.store.writing(world.space) as txn:
        current = {memory.id: memory for memory in txn.memories(listing.memory for listing in owing)}
        for listing, (start, end) in zip(owing, pairwise(ends), strict=True):
            now = current.get(listing.memory)
            if now is not None and now.state is not State.GONE and now.content == listing.content:
                txn.put_vector(listing.memory, world.embedder.identity, rows[start:end].tobytes())
    return True


def drop_old_vectors(world: World) -> None:
    """Every memory has its new vectors: those of other embedders go, unless somebody still works with them."""
    present = world.embedder.identity.key
    with world.store.reading(world.space) as reader:
        old = [key for key, _ in reader.identities() if key != present]
        moved = {key: reader.mark(f"vectors:{key}") for key in old}
        known = {key: reader.mark(f"leaving:{key}") for key in old}
        complete = reader.last_change() - max(reader.mark(_mark(world)), _seen(world)) <= 0
    for key in old if complete else ():
        if known[key] == moved[key] + 1:
            while _drop_some(world, key):
                pass
        else:
            with world.store.writing(world.space) as txn:
                txn.put_mark(f"leaving:{key}", moved[key] + 1)


def _drop_some(world: World, key: str) -> bool:
    """Whether there may be more of them."""
    with world.store.writing(world.space) as txn:
        return txn.drop_vectors(key, _DROPPED) == _DROPPED


def query_vectors(world: World, texts: Sequence[str]) -> NDArray[np.float32] | None:
    """A query's vectors, or None where there is no embedder to be had: recall then goes by text alone."""
    try:
        return world.embedder.embed(texts)
    except EmbedderTrouble as trouble:
        world.note_trouble("embed", str(trouble))
        return None


def index(world: World, reader: Reader) -> Index:
    """This space's index, brought up to the rows."""
    identity = world.embedder.identity
    key = f"{world.space}|{identity.key}"
    with world.memo.lock:
        found = world.memo.indexes.get(key)
        if found is None:
            found = world.memo.indexes[key] = world.new_index(world, identity)
    found.follow(reader)
    return found


def purge_index(world: World) -> None:
    """After forgetting: nothing of what went is left in an index or in its files (X3)."""
    with world.store.reading(world.space) as reader:
        found = index(world, reader)
    found.purge()
    _settle(world, found)


def keep_index(world: World) -> None:
    """Save the index for the next process when enough has changed; of several processes, the one with the lease."""
    key = f"{world.space}|{world.embedder.identity.key}"
    with world.memo.lock:
        found = world.memo.indexes.get(key)
    if found is None or not found.worth_saving:
        return
    try:
        with world.store.writing(world.space) as txn:
            now = world.now()
            ours = txn.take_lease(f"index:{world.embedder.identity.key}", world.owner, now, now + _LEASE)
        if ours:
            found.save()
            _settle(world, found)
    except StoreTrouble as trouble:
        world.note_trouble("index", str(trouble))


def _settle(world: World, found: Index) -> None:
    """What another process forgot while files were written leaves them too: to follow that is to purge them (X3)."""
    before = -1
    while found.watermark != before:
        before = found.watermark
        with world.store.reading(world.space) as reader:
            found.follow(reader)


def nearest(world: World, text: str, limit: int) -> list[tuple[MemoryId, float]]:
    """The memories nearest to a text, or none where vectors are not to be had.

    Read for itself: an index follows what is committed, and its caller may be in the middle of a change.
    """
    try:
        vectors = query_vectors(world, [text])
        if vectors is None:
            return []
        with world.store.reading(world.space) as reader:
            return index(world, reader).nearest(vectors[0], limit)
    except AtlasError as trouble:
        world.note_trouble("embed", str(trouble))
        return []
