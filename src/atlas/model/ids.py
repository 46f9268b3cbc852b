"""Names of rows. A prefix says what a row is, so that an id means something wherever it turns up."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

SpaceId = NewType("SpaceId", str)
ConversationId = NewType("ConversationId", str)
SessionId = NewType("SessionId", str)
InteractionId = NewType("InteractionId", str)
MessageId = NewType("MessageId", str)
MemoryId = NewType("MemoryId", str)
ProposalId = NewType("ProposalId", str)
ReflectionId = NewType("ReflectionId", str)
JobId = NewType("JobId", str)
ServingId = NewType("ServingId", str)
DocumentId = NewType("DocumentId", str)
ExamId = NewType("ExamId", str)
FailureId = NewType("FailureId", str)
PatternId = NewType("PatternId", str)
SuggestionId = NewType("SuggestionId", str)
SpendingId = NewType("SpendingId", str)
BeliefId = NewType("BeliefId", str)
ArgumentId = NewType("ArgumentId", str)
QuarantineId = NewType("QuarantineId", str)

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o, u, so that ids survive being read aloud."""

_PAIRS: Final = tuple(_ALPHABET[pair % 32] + _ALPHABET[pair // 32] for pair in range(32 * 32))
_STEPS: Final = range(0, 60, 10)
"""Thirteen digits are six pairs and one more; the lowest comes first."""
ENTROPY_BYTES: Final = 9


class Prefix(StrEnum):
    SESSION = "s"
    INTERACTION = "i"
    MESSAGE = "u"
    MEMORY = "m"
    PROPOSAL = "p"
    REFLECTION = "r"
    JOB = "j"
    SERVING = "c"
    ENTITY = "e"
    NOTE = "n"
    DOCUMENT = "d"
    EXAM = "x"
    FAILURE = "f"
    PATTERN = "k"
    SUGGESTION = "g"
    SPENDING = "b"
    BELIEF = "v"
    ARGUMENT = "a"
    QUARANTINE = "q"


def make_id(prefix: Prefix, entropy: bytes) -> str:
    """`m_4kq9zt1w8c3ha`: 65 random bits, drawn by the caller."""
    number = int.from_bytes(entropy[:ENTROPY_BYTES], "big")
    pairs = "".join([_PAIRS[number >> bits & 0x3FF] for bits in _STEPS])
    return f"{prefix.value}_{pairs}{_ALPHABET[number >> 60 & 0x1F]}"
