"""What adaptive thinking reads: a reply that is doubted, what was said next, and what is known about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from atlas.curation.constitution import list_binding_principles
from atlas.engine.core.runtime import Runtime
from atlas.engine.core.vectors import find_nearest
from atlas.engine.thinking.driver import interaction_of
from atlas.engine.thinking.job_inputs import JobInput, messages_of
from atlas.model.interaction import Interaction, Role
from atlas.model.memory import Kind, Memory
from atlas.model.origin import Trust
from atlas.model.thinking import Doubt, Job, Material, Thinking
from atlas.ports.reading import Reader

KNOWN: Final = 8
"""Memories that bear on a doubted reply."""
_UNASKED: Final = frozenset({Kind.EPISODE, Kind.KNOWLEDGE})
"""What a critique is not shown: the transcript, which it has; and what stands in files, of which nothing is made."""


def read_doubt(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    if interaction is None:
        return None
    doubt = _read_doubt(runtime, reader, interaction)
    if doubt is None:
        return None
    from atlas.reflection.adaptive import reflect_by_rules, reflect_with_model  # needed by thinking alone

    def start_thinking() -> Thinking:
        if not runtime.models:
            return reflect_by_rules(doubt)
        principles = {each.number: each.text for each in list_binding_principles(runtime.constitution)}
        return reflect_with_model(doubt, runtime.consistency, runtime.reflection, principles)

    seen = (*messages_of([doubt.about]), *doubt.after)
    lowest = min(doubt.trust, _find_conversation_trust(reader, interaction))
    return JobInput(start_thinking, seen, doubt.known, lowest, bool(runtime.models))


def _read_doubt(runtime: Runtime, reader: Reader, interaction: Interaction) -> Doubt | None:
    """Read the exchange, the users' next messages and the memories about it; None where no one here said any of it."""
    if all(message.origin.trust < Trust.ASSISTANT for message in interaction.messages):
        return None
    spoken = [
        each for each in interaction.messages if each.origin.trust >= Trust.ASSISTANT or each.role is Role.ASSISTANT
    ]
    earlier = [each for each in reader.messages_before(interaction.id, 6) if each.origin.trust >= Trust.ASSISTANT]
    about = Material(replace(interaction, messages=tuple(spoken)), tuple(earlier))
    signals = tuple(reader.signals([interaction.id]))
    told = reader.messages(signal.message for signal in signals if signal.message)
    here = {message.id for message in interaction.messages}
    after = sorted((each for each in told if each.id not in here), key=lambda each: (each.at, each.ordinal))
    asked = next((each.text for each in spoken if each.role is Role.USER), "")
    return Doubt(about, tuple(after), signals, _find_known_memories(runtime, reader, asked))


def _find_known_memories(runtime: Runtime, reader: Reader, asked: str) -> tuple[Memory, ...]:
    """Find by meaning alone the memories that the reply could have known; no serving is recorded."""
    near = find_nearest(runtime, asked, KNOWN * 4) if asked.strip() else []
    found = [memory for memory in reader.memories(id for id, _ in near) if memory.served]
    return tuple(memory for memory in found if memory.kind not in _UNASKED)[:KNOWN]


def _find_conversation_trust(reader: Reader, interaction: Interaction) -> Trust:
    """Return the trust of a conversation that took in text from afar: the assistant's words may be that text again."""
    if not reader.find_tainted([interaction.conversation]):
        return Trust.OPERATOR
    return min(message.origin.trust for message in reader.messages_in(interaction.conversation))
