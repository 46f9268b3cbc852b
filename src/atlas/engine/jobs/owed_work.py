"""What the thinking that is still owed would come to, for whoever forgets: nothing is thought about first (X3, J15)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from atlas.engine.core.runtime import Runtime
from atlas.engine.core.text_masks import find_occurrences
from atlas.engine.jobs.tasks.lightweight.exchange_input import open_exchange_job, read_exchange
from atlas.engine.thinking.driver import reach_first_question
from atlas.engine.thinking.job_inputs import JobInput
from atlas.errors import AnnotatorTrouble
from atlas.language.claim_comparison import have_same_value
from atlas.language.entity_ids import is_called
from atlas.language.folding import fold_text
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.interaction import Message
from atlas.model.memory import Evidence, Memory
from atlas.model.proposal import Remember
from atlas.ports.reading import Reader


def find_owed_words(runtime: Runtime, reader: Reader, memory: Memory) -> Iterator[Evidence]:
    """Find the words that would say the same as this memory once they are thought about.

    Where the reader is in trouble nobody can tell yet: then all that names the value is among them.
    """
    claim = memory.claim
    value = fold_text(claim.value) if claim else ""
    if claim is None or not value:
        return
    for seen, said in _find_owed_exchanges(runtime, reader, value):
        try:
            found = _think_by_rules(runtime, seen)
        except AnnotatorTrouble:
            yield from (each for message in said for each in _quote_occurrences(message, claim.value))
            continue
        copies = (each for each in found if each.claim and _is_same_statement(each.claim, claim))
        yield from (item for copy in copies for item in copy.evidence)


def _find_owed_exchanges(runtime: Runtime, reader: Reader, text: str) -> Iterator[tuple[JobInput, tuple[Message, ...]]]:
    """Find what waits for a thought and mentions a text, each with the messages that do."""
    said = reader.messages_mentioning((text,))
    for interaction in dict.fromkeys(message.interaction for message in said):
        job = open_exchange_job(reader, interaction)
        seen = read_exchange(runtime, reader, job) if job else None
        if seen is not None:
            yield seen, tuple(message for message in said if message.interaction == interaction)


def _quote_occurrences(message: Message, value: str) -> Iterator[Evidence]:
    """Quote the value where it stands; the whole message where it stands in other letters."""
    text = message.text
    for start, end in list(find_occurrences(text, value)) or [(0, len(text))]:
        yield Evidence(message.id, start, end, text[start:end], message.origin)


def _is_same_statement(one: Claim, other: Claim) -> bool:
    return (one.subject, one.attribute) == (other.subject, other.attribute) and have_same_value(one, other)


def find_owed_entities(runtime: Runtime, reader: Reader, name: str) -> frozenset[EntityId]:
    """Find the entities that owed proposals would know by this name; none where the reader is in trouble."""
    found: list[Remember] = []
    with suppress(AnnotatorTrouble):  # the messages that have the name go whole in any case
        for seen, _ in _find_owed_exchanges(runtime, reader, name):
            found += _think_by_rules(runtime, seen)
    return frozenset(each.id for proposal in found for each in proposal.entities if is_called(each, name))


def _think_by_rules(runtime: Runtime, seen: JobInput) -> list[Remember]:
    """Run the rules to their end at once: they ask no model. Raises AnnotatorTrouble."""
    thinking = seen.thinking()
    try:
        reach_first_question(runtime, thinking)
    except StopIteration as done:
        return [each.proposal for each in done.value.proposals if isinstance(each.proposal, Remember)]
    return []
