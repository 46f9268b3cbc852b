"""Interactions, vectors and the shipped words for the tests of signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import atlas.signals
from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.origin import Origin
from atlas.model.signal import Signal, SignalKind
from atlas.signals.detection import find_signals
from atlas.signals.interaction_view import Moment
from atlas.signals.policy import DEFAULT, SignalPolicy
from atlas.signals.word_lists import WordLists, read_words

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
Rows = NDArray[np.float32]


@cache
def english() -> WordLists:
    folder = Path(atlas.signals.__file__).parent / "languages"
    return read_words({file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.toml")})


def said(
    number: int, user: str, reply: str | None = None, *, seconds: float = 60, confidence: float | None = None
) -> Interaction:
    """The number orders interactions, so many seconds apart; a reply comes at once."""
    name = InteractionId(f"i_{number}")
    at = START + timedelta(seconds=number * seconds)
    texts = [(Role.USER, Origin.USER, user), (Role.ASSISTANT, Origin.ASSISTANT, reply)]
    messages = tuple(
        Message(
            MessageId(f"u_{number}_{place}"),
            name,
            ConversationId("talk"),
            place,
            role,
            origin,
            text,
            at,
            confidence=confidence if role is Role.ASSISTANT else None,
        )
        for place, (role, origin, text) in enumerate(texts)
        if text is not None
    )
    return Interaction(name, ConversationId("talk"), SessionId("s_1"), at, messages)


def reaction(
    reply: str,
    user: str,
    policy: SignalPolicy = DEFAULT,
    *,
    asked: str = "Which port does it use?",
    seconds: float = 60,
) -> dict[SignalKind, Signal]:
    """What is seen when a user says something after a reply; without vectors."""
    earlier, now = said(0, asked, reply), said(1, user, seconds=seconds)
    return by_kind(find_signals(Moment(now, (earlier,)), policy, english()))


def by_kind(signals: Sequence[Signal]) -> dict[SignalKind, Signal]:
    return {signal.kind: signal for signal in signals}


def unit(*numbers: float) -> Rows:
    row = np.array(numbers, dtype=np.float32)
    return row / np.float32(np.linalg.norm(row))


def at_cosine(similarity: float) -> Rows:
    """A unit vector that is so similar to (1, 0, 0)."""
    return unit(similarity, (1 - similarity**2) ** 0.5, 0.0)


def vectors(*interactions: Interaction, rows: Mapping[str, Rows]) -> dict[MessageId, Rows]:
    """Vectors of messages by their texts."""
    messages = [message for interaction in interactions for message in interaction.messages]
    return {message.id: rows[message.text] for message in messages if message.text in rows}
