"""The append-only record of every change: with its cause, its inverse, and a chain that outlives erased text.

An entry is a header and one part for each row that changed. A part holds the row before and after; its inverse is the
two swapped. The header's chain runs over the *digests* of the parts, and each digest is salted, so that forgetting can
erase a part's text **and** salt: nobody can then test a guess against the digest, and the chain still verifies (X3).

A part whose row never changes after it is written (a message) keeps no second copy: its text is the row itself, and the
digest is checked against that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

GENESIS: Final = "0" * 64
SALT_BYTES: Final = 16


class Actor(StrEnum):
    """Who did it; a person's name, if any, stands in the note, which can be erased."""

    USER = "user"
    OPERATOR = "operator"
    POLICY = "policy"
    RULES = "rules"
    MODEL = "model"
    ATLAS = "atlas"


PEOPLE: Final = frozenset({Actor.USER, Actor.OPERATOR})
"""Who decides for good; also by their names, as a memory keeps who approved it."""


class Action(StrEnum):
    OBSERVED = "interaction.observed"
    REMEMBERED = "memory.remembered"
    DECIDED = "memory.decided"
    DEMOTED = "memory.demoted"
    """It made answers worse, or the assistant agreeable, and waits for a person with that evidence (H2, H7)."""
    CLOSED = "memory.closed"
    REFUSED = "proposal.refused"
    HELD = "proposal.held"
    CHANGED = "memory.changed"
    FORGOTTEN = "forgotten"
    UNDONE = "undone"
    TROUBLE = "trouble"
    VIOLATED = "constitution.violated"
    """The constitution was seen to be missing or altered: at the start, before a prompt, or after thinking (E9)."""
    PINNED = "constitution.pinned"
    """An operator put another constitution in force."""
    EXPIRED = "memory.expired"
    REINFORCED = "memory.reinforced"
    """How a memory is kept, moved by use or by being ignored; what it says stays."""
    AMENDED = "documents.amended"
    """A set of changes of documents: a version (E7)."""
    ARGUED = "belief.argued"
    """A user's argument, kept as evidence; and the belief, where it is the first on its topic (B1)."""
    MOVED = "belief.moved"
    """A window of arguments closed, a reflection let confidence fade, or a forgotten argument was taken out (B2-B4)."""
    JUDGED = "belief.judged"
    """A person approved, corrected, pinned or retracted one."""
    ESCALATED = "ladder.climbed"
    """The engine is held back further, and why (H6)."""
    RESUMED = "ladder.resumed"
    """An operator let the engine go on."""
    QUARANTINED = "quarantined"
    """A person took what came from somewhere out of service, with all that was derived from it (C8)."""
    INGESTED = "knowledge.ingested"
    """What stands in some files came in, or is gone with them (C6)."""
    CONSOLIDATED = "consolidated"
    """One cycle: the first entry of it, and those that follow with the first as their cause, are one change."""


class RowKind(StrEnum):
    MESSAGE = "message"
    MEMORY = "memory"
    ENTITY = "entity"
    PROPOSAL = "proposal"
    NOTE = "note"
    USE = "use"
    """How a memory is kept, and nothing of what it says: the fields that moved, under the memory's own id."""
    EDGE = "edge"
    """Two memories' edge; its id is the edge's key."""
    GIST = "gist"
    """A message whose text was replaced by a gist, or whole again; the gist alone stands here."""
    DOCUMENT = "document"
    """A document, whole: the parts of an entry with such are a version (E7)."""
    BELIEF = "belief"
    ARGUMENT = "argument"
    ESCALATION = "escalation"
    """Where the engine stands on the ladder."""
    QUARANTINE = "quarantine"
    """What is contained, and whether it still is."""


Row = Mapping[str, object]
Tip = tuple[int, str]
"""The number and the chain of the last entry: all that the next one needs of it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One row before and after, as plain data. `None` is "not there"."""

    kind: RowKind
    id: str
    before: Row | None
    after: Row | None
    by_row: bool = False
    """The text is the row itself, not kept again here."""

    @property
    def inverse(self) -> Change:
        return Change(self.kind, self.id, self.after, self.before)


@dataclass(frozen=True, slots=True)
class Part:
    """A change as it is kept: `payload` and `salt` are None once erased."""

    kind: RowKind
    id: str
    digest: str
    salt: bytes | None
    payload: str | None
    by_row: bool = False

    @property
    def erased(self) -> bool:
        """Both are gone: a salt that vanished while its text stayed is damage, not forgetting."""
        return self.salt is None and self.payload is None

    def change(self) -> Change | None:
        """The change, unless its text was erased or is kept in the row alone."""
        if self.payload is None:
            return None
        body = json.loads(self.payload)
        return Change(self.kind, self.id, body["before"], body["after"], self.by_row)


@dataclass(frozen=True, slots=True)
class Entry:
    seq: int
    at: datetime
    actor: Actor
    action: Action
    cause: int | None
    """The entry that led to this one."""
    parts: tuple[Part, ...]
    previous: str
    chain: str

    @property
    def tip(self) -> Tip:
        return self.seq, self.chain

    @property
    def header(self) -> str:
        return header_text(self.seq, self.at, self.actor, self.action, self.cause)


_CANONICAL: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def encode_canonical(row: object) -> str:
    """Encode plain data in the one spelling that digests are made over."""
    return _CANONICAL.encode(row)


def payload_of(change: Change) -> str:
    return encode_canonical({"before": change.before, "after": change.after})


def digest_of(salt: bytes, payload: str) -> str:
    return hashlib.sha256(salt + payload.encode("ascii")).hexdigest()


def header_text(seq: int, at: datetime, actor: Actor, action: Action, cause: int | None) -> str:
    # In UTC, so that a store which gives the same moment back in another zone does not break the chain.
    return encode_canonical([seq, at.astimezone(UTC).isoformat(), actor.value, action.value, cause])


def chain_of(previous: str, header: str, parts: Sequence[Part]) -> str:
    body = encode_canonical([previous, header, [[part.kind.value, part.id, part.digest] for part in parts]])
    return hashlib.sha256(body.encode("ascii")).hexdigest()


def seal_entry(
    tip: Tip | None,
    at: datetime,
    actor: Actor,
    action: Action,
    changes: Sequence[Change],
    salts: Sequence[bytes],
    cause: int | None = None,
) -> Entry:
    """Build the next entry of a chain."""
    seq, previous = (tip[0] + 1, tip[1]) if tip else (1, GENESIS)
    parts = tuple(_build_part(change, salt) for change, salt in zip(changes, salts, strict=True))
    chain = chain_of(previous, header_text(seq, at, actor, action, cause), parts)
    return Entry(seq, at, actor, action, cause, parts, previous, chain)


def _build_part(change: Change, salt: bytes) -> Part:
    payload = payload_of(change)
    kept = None if change.by_row else payload
    return Part(change.kind, change.id, digest_of(salt, payload), salt, kept, change.by_row)
