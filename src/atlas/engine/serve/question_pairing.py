"""C3: a reply is served only beside the user's message, and not from a conversation that read outside text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Origin
from atlas.model.recall import Recalled
from atlas.ports.reading import Reader


@dataclass(frozen=True, slots=True)
class QuestionPairing:
    """In which interaction each message was said, and which conversations took in text from afar.

    It is read once for all that may be served; what a cut leaves is judged without reading again.
    """

    interactions: Mapping[MessageId, InteractionId] = field(default_factory=dict)
    tainted: frozenset[ConversationId] = frozenset()

    def drop_unpaired(self, ranked: Sequence[Recalled]) -> list[Recalled]:
        """Leave out replies without their question; asked again after every cut, since a cut can take the message."""
        if not any(is_reply(item.memory) for item in ranked):
            return list(ranked)
        others = (item.memory for item in ranked if item.memory.origin is not Origin.ASSISTANT)
        asked = {self.interactions.get(message) for memory in others for message in _source_messages(memory)} - {None}
        return [item for item in ranked if not is_reply(item.memory) or self._has_question(item.memory, asked)]

    def best_servable(self, ranked: Sequence[Recalled], limit: int) -> list[Recalled]:
        """The first so many that may be served; a reply whose question was cut away gives its place to the next."""
        rest = self.drop_unpaired(ranked)
        while True:
            best = rest[:limit]
            fit = self.drop_unpaired(best)
            if len(fit) == len(best):
                return best
            rest = [*fit, *rest[limit:]]

    def _has_question(self, reply: Memory, asked: set[InteractionId | None]) -> bool:
        if reply.conversation in self.tainted:
            return False
        return any(self.interactions.get(message) in asked for message in _source_messages(reply))


def read_question_pairing(reader: Reader, ranked: Sequence[Recalled]) -> QuestionPairing:
    """The pairing of replies with their questions; nothing is read where there is no reply."""
    replies = [item.memory for item in ranked if is_reply(item.memory)]
    if not replies:
        return QuestionPairing()
    messages = reader.messages(message for item in ranked for message in _source_messages(item.memory))
    tainted = reader.find_tainted(memory.conversation for memory in replies if memory.conversation)
    return QuestionPairing({message.id: message.interaction for message in messages}, tainted)


def is_reply(memory: Memory) -> bool:
    return memory.kind is Kind.EPISODE and memory.origin is Origin.ASSISTANT


def _source_messages(memory: Memory) -> Sequence[MessageId]:
    """The messages a memory was said in; a fact stands for the messages that it quotes."""
    return [memory.transcribes] if memory.transcribes else [item.message for item in memory.evidence]
