"""The feed of changes that search indexes follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from atlas.model.catalogue_row import FeedItem
from atlas.model.recall import EmbedderIdentity


class ChangeReader(Protocol):
    def changes(self, identity: EmbedderIdentity, after: int, limit: int) -> Sequence[FeedItem]:
        """The newest change of each memory that has one after this number, ascending; listed with this identity's
        vectors. A memory changes with its row, its vectors, and the text or speaker of the message it stands on.

        Follow it in reading transactions: what a writer sees may be taken back, and its numbers be given again.
        """
        ...

    def last_change(self) -> int:
        """The number of the newest one; 0 when there is none. It never falls."""
        ...
