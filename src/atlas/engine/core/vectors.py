"""Vectors follow the rows: made after the fact, in batches, each batch committed with how far it got (X8).

A mark in the store says up to which change every memory has vectors of an embedder. So what is owed is found without
looking at what is done, a run that was broken off goes on where it stood, and a new embedder simply begins at the
beginning: recall finds by words and by the vectors that are there, and ranks by words, until it has caught up. Vectors
of two embedders are never compared; the old ones go when the new ones are complete.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final

from atlas.engine.core.access import ReadAccess, WriteAccess
from atlas.engine.core.deadline import Deadline
from atlas.engine.core.log_fields import log_fields
from atlas.engine.core.runtime import Runtime
from atlas.errors import AtlasError, EmbedderTrouble, StoreTrouble
from atlas.language.passages import split_passages
from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.ids import MemoryId
from atlas.model.memory import State, Status
from atlas.ports.embedder import Embedder
from atlas.ports.index import Index
from atlas.ports.reading import Reader
from atlas.ports.writing import Writer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Passages = Mapping[str, NDArray[np.float32]]

_LOG: Final = logging.getLogger("atlas.core")
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


def embed_missing(runtime: Runtime, limit: int | None = None) -> int:
    """Give vectors to memories that have none of the present embedder; recall goes on by text meanwhile (R7).

    With a limit, as before a recall, what is far behind is left to the worker, and only the newest are caught up on.
    """
    if limit is not None and len(_next_changes(runtime, PAGE + 1)) > PAGE:
        return _embed_newest(runtime, limit)
    made = 0
    while limit is None or made < limit:
        done = _embed_page(runtime, PAGE if limit is None else min(PAGE, limit - made))
        if done is None:
            break
        made += done
    if limit is None:
        drop_old_vectors(runtime)
    return made


def embed_batch(runtime: Runtime) -> int | None:
    """Embed the next batch of memories without vectors; None when there are none."""
    return _embed_page(runtime, BATCH)


def embed_newest(runtime: Runtime, deadline: Deadline) -> int:
    """The newest that have none, one after the other while there is time: an embedder may take long (R7).

    The first few are done together whatever the time: what was just said, and shares no word with the question, is
    found by its meaning alone. What is longer than a few sentences is left to the worker: it is one text for each.
    """
    found = _find_newest_unembedded(runtime)
    short = [each for each in found if len(_list_passages(each)) <= FEW_PASSAGES][:BATCH]
    made = 0
    for some in (short[:LEAST], *([each] for each in short[LEAST:])):
        if not some or not _embed_listings(runtime, some):
            break
        made += len(some)
        if deadline.has_passed:
            break
    return made


def _find_newest_unembedded(runtime: Runtime) -> list[Listing]:
    """Of the last changes those that need vectors, the newest first."""
    with runtime.reading() as reader:
        done = max(reader.read_mark(_mark_name(runtime.embedder)), _last_seen_change(runtime))
        page, is_whole = _read_newest_changes(runtime, reader, done)
    owing = [change.listing for change in page if _needs_vectors(change) and change.listing]
    if page and not owing and is_whole:
        note_seen_change(runtime, page[-1].seq)
    return owing[::-1]


def _read_newest_changes(runtime: Runtime, reader: Reader, done: int) -> tuple[Sequence[FeedItem], bool]:
    """Read the newest changes behind one, and tell whether they are all that follow it.

    They are counted, since their numbers are those of all spaces together.
    """
    identity = runtime.embedder.identity
    page = reader.changes(identity, done, NEWEST + 1)
    if len(page) <= NEWEST:
        return page, True
    return reader.changes(identity, max(done, reader.last_change() - NEWEST), NEWEST), False


def may_lack_vectors(runtime: Runtime, reader: Reader) -> bool:
    """Whether anything changed since every memory had its vectors, as far as this process knows."""
    return reader.last_change() > max(reader.read_mark(_mark_name(runtime.embedder)), _last_seen_change(runtime))


def count_unembedded(runtime: Runtime) -> int:
    """About how many memories wait for vectors of the present embedder, for people: at most `MANY`."""
    return sum(_needs_vectors(change) for change in _next_changes(runtime, MANY))


def _next_changes(runtime: Runtime, count: int) -> Sequence[FeedItem]:
    """The next changes of this space whose vectors are not made."""
    with runtime.reading() as reader:
        return _read_changes(runtime, reader, reader.read_mark(_mark_name(runtime.embedder)), count)


def _read_changes(runtime: Runtime, reader: Reader, mark: int, count: int) -> Sequence[FeedItem]:
    return reader.changes(runtime.embedder.identity, max(mark, _last_seen_change(runtime)), count)


def _mark_name(embedder: Embedder) -> str:
    return f"vectors:{embedder.identity.key}"


def _last_seen_change(runtime: Runtime) -> int:
    """The change up to which this process found nothing to do, and wrote nothing down."""
    with runtime.memo.lock:
        return runtime.memo.seen.get(f"{runtime.space}|{_mark_name(runtime.embedder)}", 0)


def note_seen_change(runtime: Runtime, change: int) -> None:
    """Note up to which change nothing is left to do, once that is stored for good."""
    with runtime.memo.lock:
        runtime.memo.seen[f"{runtime.space}|{_mark_name(runtime.embedder)}"] = change


def embed_passages(runtime: Runtime, texts: Iterable[tuple[str, str | None]]) -> Passages:
    """Embed what becomes memories in the transaction to come, each text with the name of who said it; no transaction
    is open, since an embedder may take its time. What is longer than a few sentences is left for later, and so is all
    of it where the embedder gives nothing."""
    split = (split_passages(text, speaker) for text, speaker in texts)
    wanted = list(dict.fromkeys(piece for each in split if len(each) <= FEW_PASSAGES for piece in each))[:BATCH]
    rows = query_vectors(runtime, wanted) if wanted else None
    return {} if rows is None else dict(zip(wanted, rows, strict=True))


def put_vectors(runtime: Runtime, txn: Writer, made: Passages) -> int | None:
    """Give the newest memories vectors of passages that were made already, in the transaction that wrote them; the
    change up to which every memory has its vectors then, None where some lack theirs. A transaction of its own would
    cost as much again."""
    if not made:
        return None
    done = max(txn.read_mark(_mark_name(runtime.embedder)), _last_seen_change(runtime))
    page, is_whole = _read_newest_changes(runtime, txn, done)
    whole = is_whole and done <= txn.last_change()  # what was seen of another file tells nothing of this one
    for change in page:
        if change.listing is None or not _needs_vectors(change):
            continue
        pieces = _list_passages(change.listing)
        if made.keys() >= set(pieces):
            txn.put_vector(change.memory, runtime.embedder.identity, b"".join(made[each].tobytes() for each in pieces))
        else:
            whole = False
    if not whole:
        return None
    last = txn.last_change()
    txn.put_mark(_mark_name(runtime.embedder), last)
    return last


def _embed_page(runtime: Runtime, count: int) -> int | None:
    """Embed the next so many changes; None when there are none, or the embedder gives nothing."""
    with runtime.reading() as reader:
        mark = reader.read_mark(_mark_name(runtime.embedder))
        page = _read_changes(runtime, reader, mark, count)
    if not page:
        return None
    last, owing = page[-1].seq, [change.listing for change in page if _needs_vectors(change) and change.listing]
    for at in range(0, len(owing), BATCH):
        if not _embed_listings(runtime, owing[at : at + BATCH], last if at + BATCH >= len(owing) else None):
            return None
        runtime.checkpoint()
    if not owing:
        if last - mark >= PAGE:
            with runtime.writing() as txn:
                txn.put_mark(_mark_name(runtime.embedder), last)
        note_seen_change(runtime, last)
    return len(owing)


def _embed_newest(runtime: Runtime, limit: int) -> int:
    with runtime.reading() as reader:
        page = reader.changes(runtime.embedder.identity, reader.last_change() - PAGE, PAGE)
    owing = [change.listing for change in page if _needs_vectors(change) and change.listing][-limit:]
    return len(owing) if owing and _embed_listings(runtime, owing) else 0


def _needs_vectors(change: FeedItem) -> bool:
    listing = change.listing
    if listing is None or listing.vectors is not None:
        return False
    return listing.state is State.ACTIVE and listing.status not in _UNSEARCHED


def _list_passages(listing: Listing) -> list[str]:
    """What is compared by meaning; a lesson's question is a passage of its own, so that the same question finds it."""
    return [*split_passages(listing.content, listing.speaker), *([listing.question] if listing.question else [])]


def _embed_listings(runtime: Runtime, owing: Sequence[Listing], last: int | None = None) -> bool:
    """Embed listings and store their vectors; whether the embedder answered.

    `last` is the change up to which all have vectors then: the mark is put there. Where nothing else has changed since,
    the vectors themselves are the only changes behind it, and it stands behind those.
    """
    pieces = [_list_passages(listing) for listing in owing]
    try:
        rows = runtime.embedder.embed([piece for each in pieces for piece in each])
    except EmbedderTrouble as trouble:
        runtime.note_trouble("embed", str(trouble))
        _LOG.warning("Memories wait for their vectors.", extra=log_fields(waiting=len(owing)))
        return False
    ends = accumulate((len(each) for each in pieces), initial=0)
    with runtime.writing() as txn:
        alone = last is not None and txn.last_change() == last
        unchanged = {listing.memory for listing in owing} if alone else _find_unchanged(txn, owing)
        for listing, (start, end) in zip(owing, pairwise(ends), strict=True):
            if listing.memory in unchanged:
                txn.put_vector(listing.memory, runtime.embedder.identity, rows[start:end].tobytes())
        if last is not None:
            last = txn.last_change() if alone else last
            txn.put_mark(_mark_name(runtime.embedder), last)
    if last is not None:
        note_seen_change(runtime, last)
    return True


def _find_unchanged(reader: Reader, owing: Sequence[Listing]) -> set[MemoryId]:
    """Find the memories that still say what was embedded."""
    current = {memory.id: memory for memory in reader.memories(listing.memory for listing in owing)}
    found = ((listing, current.get(listing.memory)) for listing in owing)
    return {now.id for listing, now in found if now and now.state is not State.GONE and now.content == listing.content}


def drop_old_vectors(runtime: Runtime) -> None:
    """Every memory has its new vectors: those of other embedders go, unless somebody still works with them.

    Where there were none, it is looked at again with the next sweep: counting vectors takes longer the more there are.
    """
    present = runtime.embedder.identity.key
    if f"{runtime.space}|{present}" in runtime.memo.alone:
        return
    with runtime.reading() as reader:
        old = [key for key, _ in reader.identities() if key != present]
        moved = {key: reader.read_mark(f"vectors:{key}") for key in old}
        known = {key: reader.read_mark(f"leaving:{key}") for key in old}
        complete = bool(old) and not may_lack_vectors(runtime, reader)
    if not old:
        runtime.memo.alone.add(f"{runtime.space}|{present}")
    for key in old if complete else ():
        if known[key] == moved[key] + 1:
            while _drop_batch(runtime, key):
                pass
        else:
            with runtime.writing() as txn:
                txn.put_mark(f"leaving:{key}", moved[key] + 1)


def _drop_batch(access: WriteAccess, key: str) -> bool:
    """Drop some old vectors; whether there may be more of them."""
    with access.writing() as txn:
        return txn.drop_vectors(key, _DROPPED) == _DROPPED


def query_vectors(runtime: Runtime, texts: Sequence[str]) -> NDArray[np.float32] | None:
    """A query's vectors, or None where there is no embedder to be had: recall then goes by text alone."""
    try:
        return runtime.embedder.embed(texts)
    except EmbedderTrouble as trouble:
        runtime.note_trouble("embed", str(trouble))
        return None


def open_index(runtime: Runtime, reader: Reader) -> Index:
    """This space's index, brought up to the rows."""
    identity = runtime.embedder.identity
    key = f"{runtime.space}|{identity.key}"
    with runtime.memo.lock:
        found = runtime.memo.indexes.get(key)
        if found is None:
            found = runtime.memo.indexes[key] = runtime.new_index(runtime, identity)
    found.follow(reader)
    return found


def purge_index(runtime: Runtime) -> None:
    """After forgetting: nothing of what went is left in an index or in its files (X3)."""
    with runtime.reading() as reader:
        found = open_index(runtime, reader)
    found.purge()
    _follow_until_settled(runtime, found)


def save_index(runtime: Runtime) -> None:
    """Save the index for the next process when enough has changed; of several processes, the one with the lease."""
    key = f"{runtime.space}|{runtime.embedder.identity.key}"
    with runtime.memo.lock:
        found = runtime.memo.indexes.get(key)
    if found is None or not found.worth_saving:
        return
    try:
        with runtime.writing() as txn:
            now = runtime.now()
            ours = txn.take_lease(f"index:{runtime.embedder.identity.key}", runtime.owner, now, now + _LEASE)
        if ours:
            found.save()
            _follow_until_settled(runtime, found)
    except StoreTrouble as trouble:
        runtime.note_trouble("index", str(trouble))
        _LOG.warning("The index could not be saved.", extra=log_fields(memories=len(found)))


def _follow_until_settled(access: ReadAccess, found: Index) -> None:
    """Follow what other processes forgot while files were written, so that it leaves the files too (X3)."""
    before = -1
    while found.watermark != before:
        before = found.watermark
        with access.reading() as reader:
            found.follow(reader)


def find_nearest(runtime: Runtime, text: str, limit: int) -> list[tuple[MemoryId, float]]:
    """The memories nearest to a text, or none where vectors are not to be had.

    Read for itself: an index follows what is committed, and its caller may be in the middle of a change.
    """
    try:
        vectors = query_vectors(runtime, [text])
        if vectors is None:
            return []
        with runtime.reading() as reader:
            return open_index(runtime, reader).nearest(vectors[0], limit)
    except AtlasError as trouble:
        runtime.note_trouble("embed", str(trouble))
        return []
