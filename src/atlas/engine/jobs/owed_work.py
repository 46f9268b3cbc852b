"""What the thinking that is still owed would come to, for whoever forgets: nothing is thought about first (X3, J15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlas.engine.core.runtime import Runtime
from atlas.engine.jobs.tasks.lightweight.exchange_input import open_exchange_job, read_exchange
from atlas.engine.thinking.job_inputs import JobInput
from atlas.model.claim import Claim
from atlas.model.entity import EntityId
from atlas.model.memory import Memory
from atlas.model.proposal import Remember
from atlas.model.text import fold_text
from atlas.ports.reading import Reader


def owed_proposals(runtime: Runtime, reader: Reader, texts: Iterable[str]) -> Iterator[Remember]:
    """What the rules would propose of the interactions that mention any of these and were not thought about yet."""
    said = reader.messages_mentioning(tuple(texts))
    for interaction in dict.fromkeys(message.interaction for message in said):
        job = open_exchange_job(reader, interaction)
        seen = read_exchange(runtime, reader, job) if job else None
        if seen is not None:
            yield from _by_rules(seen)


def owed_copies(runtime: Runtime, reader: Reader, memory: Memory) -> Iterator[Remember]:
    """Those that would say the same as this memory."""
    claim = memory.claim
    value = fold_text(claim.value) if claim else ""
    for proposal in owed_proposals(runtime, reader, [value]) if value else ():
        if claim and proposal.claim and _says_the_same(proposal.claim, claim):
            yield proposal


def _says_the_same(one: Claim, other: Claim) -> bool:
    return (one.subject, one.attribute) == (other.subject, other.attribute) and one.same_value(other)


def owed_names(runtime: Runtime, reader: Reader, name: str) -> frozenset[EntityId]:
    """Who would be known by this name."""
    proposals = owed_proposals(runtime, reader, [name])
    return frozenset(each.id for proposal in proposals for each in proposal.entities if each.is_called(name))


def _by_rules(seen: JobInput) -> Iterator[Remember]:
    """The rules ask nothing: what they come to is there at once."""
    thinking = seen.thinking()
    try:
        next(thinking)
    except StopIteration as done:
        yield from (each.proposal for each in done.value.proposals if isinstance(each.proposal, Remember))
