"""What an index learns from the feed of changes, for comparing two stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from atlas.model.catalogue_row import FeedItem, Listing
from atlas.model.ids import MemoryId
from atlas.ports.reading import Reader
from atlas.testing import samples


class Follower:
    """What an index would know that only ever reads on from where it stopped, a page at a time."""

    def __init__(self) -> None:
        self.watermark = 0
        self.listed: dict[MemoryId, Listing] = {}

    def follow(self, reader: Reader) -> dict[MemoryId, Listing]:
        while page := reader.changes(samples.SMALL, self.watermark, 2):
            numbers = [self.watermark, *(change.seq for change in page)]
            assert numbers == sorted(set(numbers))
            self.watermark = numbers[-1]
            for change in page:
                self._take(change)
        assert self.watermark == reader.last_change()
        return self.listed

    def _take(self, change: FeedItem) -> None:
        self.listed.pop(change.memory, None)
        if change.listing:
            self.listed[change.memory] = change.listing


def follow_on(followers: Sequence[Follower], readers: Sequence[Reader]) -> None:
    """Each reads on in its store, and knows what one who begins now is told."""
    for follower, reader in zip(followers, readers, strict=True):
        assert follower.follow(reader) == Follower().follow(reader)


def ranked(listings: Sequence[Listing]) -> list[Listing]:
    """Two stores number rows and messages differently, and in the same order."""
    rows = sorted(found.seq for found in listings)
    places = sorted({found.place for found in listings if found.place is not None})
    ranked = (
        replace(found, seq=rows.index(found.seq), place=None if found.place is None else places.index(found.place))
        for found in listings
    )
    return sorted(ranked, key=lambda found: found.memory)
