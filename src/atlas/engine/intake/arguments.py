"""Notice that something was argued, or that what was argued has cooled: then weighing is owed (B1, B2).

This looks at words alone and decides nothing: what is weighed, and how, is the task's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlas.engine.core.marks import BELIEF_TURNS, WEIGHED
from atlas.engine.core.runtime import Runtime
from atlas.language.registry import LANGUAGE
from atlas.model.history import is_of_notes
from atlas.model.ids import InteractionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.origin import Trust
from atlas.ports.reading import Reader
from atlas.triggers.table import ARGUED, COOLED


def list_own_words(interaction: Interaction) -> Iterator[Message]:
    """The messages of an interaction that a user wrote: nothing of a page, a tool, a file or the assistant (X1)."""
    if is_of_notes(interaction.conversation):
        return
    for message in interaction.messages:
        if message.role is Role.USER and message.origin.trust >= Trust.USER:
            yield message


def may_argue(interaction: Interaction) -> bool:
    return any(LANGUAGE.arguments.may_argue(message.text) for message in list_own_words(interaction))


def find_argument_events(
    runtime: Runtime, reader: Reader, interactions: Iterable[Interaction]
) -> list[tuple[str, InteractionId]]:
    """Find what makes weighing owed in these interactions, the newest that were said; one event is enough."""
    said = list(interactions)
    argued = [(ARGUED, each.id) for each in said if may_argue(each)][:1]
    if argued or not said or not has_cooled(runtime, reader):
        return argued
    return [(COOLED, said[-1].id)]


def has_cooled(runtime: Runtime, reader: Reader) -> bool:
    """Whether a window closes once all that was said is counted; a window closes by how much was said since."""
    oldest = min((argument.turn for argument in reader.cooling_arguments()), default=None)
    if oldest is None:
        return False
    missing = oldest + runtime.beliefs.cooling_turns - reader.read_mark(BELIEF_TURNS)
    return missing <= 0 or len(reader.interactions(reader.read_mark(WEIGHED), missing)) >= missing
