"""The store as a hook sees it: few rows of few columns, and no transaction that anything else hangs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

Row = tuple[Any, ...]


class Glance(Protocol):
    def servable(self, now: str, limit: int, *, learned: bool = False, elsewhere: str = "") -> Sequence[Row]:
        """The newest of what may be served (C1, C3): number, id, text, kind, origin, when it was observed, what day it
        speaks of, which message it is, how important, in which conversation, to which question a lesson belongs.
        `learned` leaves out what was said word for word, `elsewhere` what comes from this conversation."""
        ...

    def wishes(self, now: str, limit: int, subject: str, attributes: Sequence[str]) -> Sequence[Row]:
        """The newest rules, and of somebody's claims those with these attributes, that may be served; in the same
        columns (C12)."""
        ...

    def rung(self) -> str:
        """Where the engine stands on the ladder (H6)."""
        ...

    def documents(self, kinds: Sequence[str]) -> Sequence[Row]:
        """The approved documents of these kinds: id, kind, text, origin, trust, when it was written, version."""
        ...

    def beliefs(self) -> Sequence[Row]:
        """The positions in service: id, topic, stance, confidence, how many were for it and against it, origin, trust,
        when it moved last, the stance that a person gave it, at which turn."""
        ...

    def arguments(self, beliefs: Sequence[str]) -> Sequence[Row]:
        """What has moved these, in the order it was made: id, belief, message, turn, direction, strength, reasoning,
        reliability, novelty, when, whether it agrees with itself, insight, the turn at which it counted."""
        ...

    def episodes(self, messages: Sequence[str], now: str) -> Sequence[Row]:
        """Of these messages what may be served; in the columns of `servable`."""
        ...

    def shown_beliefs(self, conversation: str, limit: int) -> Sequence[Row]:
        """Which positions stood in the last contexts of a conversation: id, stance and confidence, as they were."""
        ...

    def filed(self, memories: Sequence[str], now: str, subject: str) -> Sequence[Row]:
        """Of these memories those that may be served and are about somebody, or about nobody; in the columns of
        `servable`."""
        ...

    def evidence(self, memories: Sequence[str]) -> Sequence[Row]:
        """Memory, message, start, end, quote, origin; in order."""
        ...

    def facts_about(self, messages: Sequence[str], conversations: Sequence[str]) -> Sequence[Row]:
        """What quotes these messages, of any status, what was withdrawn in these conversations, and which of these
        messages are sensitive: id, content, kind, status, origin, when it was observed, conversation, the message it
        is, the four parts of its claim, from when and until when it holds."""
        ...

    def facts(self, memories: Sequence[str]) -> Sequence[Row]:
        """These, in the same columns."""
        ...

    def withdrawn_values(self, limit: int) -> Sequence[Row]:
        """What was rejected, marked sensitive or superseded, and the value it claims: the sensitive first, then the
        newest."""
        ...

    def successors(self, memories: Sequence[str], now: str) -> Sequence[Row]:
        """Of each what holds now in its place, however often that was replaced: its id, the other's."""
        ...

    def links(self, memories: Sequence[str]) -> Sequence[Row]:
        """What was derived or replaced, from or to these: memory, relation, target."""
        ...

    def exchanges(self, messages: Sequence[str]) -> Sequence[Row]:
        """In which interaction each message was said."""
        ...

    def shown(self, conversation: str, limit: int) -> frozenset[str]:
        """What stood in the last contexts of a conversation: memories, and the messages that they stand on."""
        ...

    def shown_documents(self, conversation: str, limit: int) -> frozenset[tuple[str, int]]:
        """Which documents stood in the last contexts of a conversation, in which version."""
        ...

    def note(
        self,
        serving: dict[str, object],
        items: Sequence[dict[str, object]],
        documents: Sequence[dict[str, object]] = (),
        beliefs: Sequence[dict[str, object]] = (),
    ) -> None:
        """Write down what was shown, all of it or nothing."""
        ...
