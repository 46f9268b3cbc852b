"""What the thinking that is still owed would come to, for whoever forgets: nothing is thought about first (X3, J15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.lightweight.exchange_input import open_exchange_job, read_exchange
from atlas.engine.thinking.driver import reach_first_question
from atlas.engine.thinking.job_inputs import JobInput
from atlas.language.claim_comparison import have_same_value
from atlas.language.entity_ids import is_called
from atlas.language.folding import fold_text
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.memory import Memory
from atlas.model.proposal import Remember
from atlas.ports.reading import Reader


def find_owed_proposals(runtime: Runtime, reader: Reader, texts: Iterable[str]) -> Iterator[Remember]:
    """Find the proposals that the rules would make of interactions that mention a text and wait for a thought."""
    said = reader.messages_mentioning(tuple(texts))
    for interaction in dict.fromkeys(message.interaction for message in said):
        job = open_exchange_job(reader, interaction)
        seen = read_exchange(runtime, reader, job) if job else None
        if seen is not None:
            yield from _think_by_rules(runtime, seen)


def find_owed_copies(runtime: Runtime, reader: Reader, memory: Memory) -> Iterator[Remember]:
    """Find the owed proposals that would say the same as this memory."""
    claim = memory.claim
    value = fold_text(claim.value) if claim else ""
    for proposal in find_owed_proposals(runtime, reader, [value]) if value else ():
        if claim and proposal.claim and _is_same_statement(proposal.claim, claim):
            yield proposal


def _is_same_statement(one: Claim, other: Claim) -> bool:
    return (one.subject, one.attribute) == (other.subject, other.attribute) and have_same_value(one, other)


def find_owed_entities(runtime: Runtime, reader: Reader, name: str) -> frozenset[EntityId]:
    """Find the entities that owed proposals would know by this name."""
    proposals = find_owed_proposals(runtime, reader, [name])
    return frozenset(each.id for proposal in proposals for each in proposal.entities if is_called(each, name))


def _think_by_rules(runtime: Runtime, seen: JobInput) -> Iterator[Remember]:
    """Run the rules to their end at once: they ask no model."""
    thinking = seen.thinking()
    try:
        reach_first_question(runtime, thinking)
    except StopIteration as done:
        yield from (each.proposal for each in done.value.proposals if isinstance(each.proposal, Remember))
