"""What the signals look at: one interaction, and what was said before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from atlas.model.ids import MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.signal import Signal
from atlas.signals.text_parts import ends

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

ENDS_ASKING: Final = 2
"""What `asks` says of a text that ends with a question."""
_SPEAKING: Final = (Role.USER, Role.ASSISTANT)
_FIRST: Final = 2
_LAST: Final = 2
"""Of what one side said in one interaction so much is looked at: it reacts first and concludes last."""


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


def bounded(moment: Moment) -> Moment:
    """The moment as signals look at it: however much was said in it, looking takes about as long."""
    earlier = tuple(_bounded(each) for each in moment.earlier)
    return replace(moment, interaction=_bounded(moment.interaction), earlier=earlier)


def _bounded(interaction: Interaction) -> Interaction:
    kept = {message.id for role in _SPEAKING for message in _outer(_of(interaction, role))}
    messages = (message for message in interaction.messages if message.id in kept)
    return replace(interaction, messages=tuple(replace(each, text=ends(each.text)) for each in messages))


def _of(interaction: Interaction, role: Role) -> tuple[Message, ...]:
    return tuple(message for message in interaction.messages if message.role is role)


def _outer(messages: Sequence[Message]) -> Sequence[Message]:
    return messages if len(messages) <= _FIRST + _LAST else (*messages[:_FIRST], *messages[-_LAST:])


def asked(interaction: Interaction) -> tuple[Message, ...]:
    """What the user said in it."""
    return _of(interaction, Role.USER)


def replied(interaction: Interaction) -> Message | None:
    """The reply: the last thing that the assistant said in it."""
    replies = _of(interaction, Role.ASSISTANT)
    return replies[-1] if replies else None


def spoken(interactions: Iterable[Interaction]) -> list[Message]:
    """What user and assistant said to each other, in order."""
    return [message for interaction in interactions for message in interaction.messages if message.role in _SPEAKING]
