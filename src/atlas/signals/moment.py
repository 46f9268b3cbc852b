"""What the signals look at: one interaction, and what was said before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from atlas.model.ids import MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.signal import Signal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

ENDS_ASKING: Final = 2
"""What `asks` says of a text that ends with a question."""


@dataclass(frozen=True, slots=True)
class Moment:
    interaction: Interaction
    earlier: tuple[Interaction, ...] = ()
    """Of the same conversation, oldest first, at most 8."""
    vectors: Mapping[MessageId, Array] | None = None
    """Unit vectors of the messages in it and before it; None when there is no embedder."""
    known: Array | None = None
    """Unit vectors of what users said in this space before, the newest at most 2,000."""
    reports: tuple[Signal, ...] = ()
    """What the application reported about these interactions."""

    @property
    def previous(self) -> Interaction | None:
        return self.earlier[-1] if self.earlier else None

    def vector(self, message: Message) -> Array | None:
        return self.vectors.get(message.id) if self.vectors else None


def asked(interaction: Interaction) -> tuple[Message, ...]:
    """What the user said in it."""
    return tuple(message for message in interaction.messages if message.role is Role.USER)


def replied(interaction: Interaction) -> Message | None:
    """The reply: the last thing that the assistant said in it."""
    replies = [message for message in interaction.messages if message.role is Role.ASSISTANT]
    return replies[-1] if replies else None


def spoken(interactions: Iterable[Interaction]) -> list[Message]:
    """What user and assistant said to each other, in order."""
    return [
        message
        for interaction in interactions
        for message in interaction.messages
        if message.role in (Role.USER, Role.ASSISTANT)
    ]
