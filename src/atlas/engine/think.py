"""The driver of thinking: it runs a tier's generator, answers its questions, and brings home what it proposes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from atlas.engine.world import World
from atlas.errors import ModelTrouble
from atlas.model.document import items
from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction, Message
from atlas.model.origin import Trust
from atlas.model.proposal import Proposal
from atlas.model.thinking import Material, Thinking
from atlas.ports.store import Reader

EARLIER_MESSAGES = 12
SERVED_CONTEXTS = 5

RULES = "rules"
"""The thinker's name when no model was there (J14)."""


def materials(reader: Reader, interaction: Interaction) -> tuple[Material, ...]:
    """What one job may see, question by question (J17): of one conversation, and near and far text never together.

    In a conversation that took in text from afar, the assistant's words may be that text again, and a "yes" to them is
    what a page wanted to hear: there the users' own words are read by themselves.
    """
    least = Trust.USER if reader.tainted([interaction.conversation]) else Trust.ASSISTANT
    served = served_texts(reader, interaction)
    earlier = reader.messages_before(interaction.id, EARLIER_MESSAGES)
    near = [message for message in interaction.messages if message.origin.trust >= least]
    alone = [(message,) for message in interaction.messages if message.origin.trust < least]
    questions = [Material(_only(interaction, near), tuple(_from(earlier, least)), served)] if near else []
    return (*questions, *(Material(_only(interaction, said), (), served) for said in alone))


def _only(interaction: Interaction, messages: Iterable[Message]) -> Interaction:
    return replace(interaction, messages=tuple(messages))


def _from(messages: Iterable[Message], least: Trust) -> Iterator[Message]:
    return (message for message in messages if message.origin.trust >= least)


def served_texts(reader: Reader, interaction: Interaction) -> tuple[str, ...]:
    """X2: what ATLAS lately put into contexts here, or anywhere, since not every application says where it asks."""
    servings = [*reader.servings(SERVED_CONTEXTS, interaction.conversation), *reader.servings(SERVED_CONTEXTS)]
    ids = dict.fromkeys(item.memory for serving in servings for item in serving.items)
    memories = reader.memories(ids)
    quotes = (item.quote for memory in memories for item in memory.evidence)
    written = dict.fromkeys(each.document for serving in servings for each in serving.documents)
    documents = [document for each in written if (document := reader.document(each))]
    said = (" ".join(item.split()) for document in documents for item in items(document.text))
    return tuple(dict.fromkeys([*(memory.content for memory in memories), *quotes, *said]))


def drive(thinking: Thinking) -> tuple[Proposal, ...]:
    """Run a tier to its end. Without a model a tier has nothing to ask."""
    try:
        asked = next(thinking)
    except StopIteration as done:
        proposals: tuple[Proposal, ...] = done.value
        return proposals
    raise ModelTrouble(f"{len(asked)} questions were asked, and no model is configured.")


def interaction_of(reader: Reader, id: InteractionId | None) -> Interaction | None:
    return reader.interaction(id) if id else None


def thinker_name(world: World) -> str:
    return RULES
