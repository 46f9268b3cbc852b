"""The input of signal detection: one interaction and the turns before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from atlas.model.ids import MessageId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.signal import Signal
from atlas.signals.text_parts import keep_both_ends

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
    nearest: Array | None = None
    """Of each of these how alike it and the nearest of the others are."""
    reports: tuple[Signal, ...] = ()
    """What the application reported about these interactions."""
    embedder: str = ""
    """The name of the model of these vectors, by which some weights are fitted."""

    @property
    def previous(self) -> Interaction | None:
        return self.earlier[-1] if self.earlier else None

    def vector(self, message: Message) -> Array | None:
        return self.vectors.get(message.id) if self.vectors else None


def bound_moment(moment: Moment) -> Moment:
    """Cut a moment to bounded size, so that detection takes about as long for any input."""
    earlier = tuple(_bound_interaction(each) for each in moment.earlier)
    return replace(moment, interaction=_bound_interaction(moment.interaction), earlier=earlier)


def _bound_interaction(interaction: Interaction) -> Interaction:
    kept = {message.id for role in _SPEAKING for message in _first_and_last(_select_messages(interaction, role))}
    messages = (message for message in interaction.messages if message.id in kept)
    return replace(interaction, messages=tuple(_bound_message(each) for each in messages))


def _bound_message(message: Message) -> Message:
    text = keep_both_ends(message.text)
    return message if text == message.text else replace(message, text=text)


def _select_messages(interaction: Interaction, role: Role) -> tuple[Message, ...]:
    return tuple(message for message in interaction.messages if message.role is role)


def _first_and_last(messages: Sequence[Message]) -> Sequence[Message]:
    return messages if len(messages) <= _FIRST + _LAST else (*messages[:_FIRST], *messages[-_LAST:])


def user_messages(interaction: Interaction) -> tuple[Message, ...]:
    """Return the user's messages of an interaction."""
    return _select_messages(interaction, Role.USER)


def last_reply(interaction: Interaction) -> Message | None:
    """Return the assistant's last message of an interaction."""
    replies = _select_messages(interaction, Role.ASSISTANT)
    return replies[-1] if replies else None


def spoken_messages(interactions: Iterable[Interaction]) -> list[Message]:
    """List the messages of user and assistant, in order."""
    return [message for interaction in interactions for message in interaction.messages if message.role in _SPEAKING]
