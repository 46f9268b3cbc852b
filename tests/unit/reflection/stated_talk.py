"""Messages as the engine would hand them to the reader."""

from __future__ import annotations

from datetime import UTC, datetime

from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.origin import Origin
from atlas.model.proposal import Remember
from atlas.model.thinking import Material
from atlas.testing.readings import find_facts

SAID = datetime(2026, 3, 11, 9, 30, tzinfo=UTC)  # a Wednesday


def message(
    text: str,
    role: Role = Role.USER,
    *,
    ordinal: int = 0,
    speaker: str | None = None,
    origin: Origin | None = None,
    at: datetime = SAID,
) -> Message:
    source = origin or (Origin.USER if role is Role.USER else Origin.ASSISTANT)
    ids = MessageId(f"u_{ordinal}"), InteractionId("i_1"), ConversationId("c_1")
    return Message(*ids, ordinal, role, source, text, at, speaker)


def material(*said: Message, earlier: tuple[Message, ...] = ()) -> Material:
    interaction = Interaction(InteractionId("i_1"), ConversationId("c_1"), SessionId("s_1"), SAID, said)
    return Material(interaction, earlier)


def learned(text: str, *before: tuple[str, str], speaker: str | None = None) -> list[Remember]:
    earlier = tuple(message(said, Role(role), ordinal=place) for place, (role, said) in enumerate(before))
    return list(find_facts(material(message(text, ordinal=len(earlier), speaker=speaker), earlier=earlier)))


def claims(text: str, *before: tuple[str, str]) -> list[tuple[str, str, str, bool]]:
    """What was learned, as (subject, attribute, value, affirmed)."""
    found = [item.claim for item in learned(text, *before)]
    return [(claim.subject, claim.attribute, claim.value, claim.affirmed) for claim in found if claim]
