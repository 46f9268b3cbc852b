"""What lightweight thinking is given: one exchange, and of it the users' own words for a model (J1, J17)."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from itertools import islice
from typing import Final

from atlas.engine.core.runtime import Runtime
from atlas.engine.thinking.driver import interaction_of, join_thinkings, pick_own_words, read_materials
from atlas.engine.thinking.job_inputs import JobInput, messages_of
from atlas.engine.thinking.schedule import key_of
from atlas.language.entity_ids import speaker_entity
from atlas.language.folding import fold_text, has_words
from atlas.language.words import words
from atlas.model.claim import RELATIONS, Claim
from atlas.model.entity import Entity, EntityKind, belongs_to, split_related
from atlas.model.ids import InteractionId
from atlas.model.interaction import Role
from atlas.model.memory import Kind, Status
from atlas.model.origin import Trust
from atlas.model.task import Task
from atlas.model.thinking import Job, Material, Thinking
from atlas.ports.reading import SERVABLE, Reader

_SERVED_LATELY: Final = 3
"""Contexts before somebody's words: of the words themselves, and of the question before."""
_KNOWN: Final = frozenset({Kind.FACT, Kind.PREFERENCE})
_ONCE_HELD: Final = frozenset({Status.APPROVED, Status.SUPERSEDED})
_ALWAYS_SPOKEN_OF: Final = frozenset({"works_at", "works_as", "lives_in", "name"})
"""What may be ended or replaced in words that do not name it."""
_MOST_RELATIONS: Final = 40
"""People and relations that are looked up for one exchange, those first whom its words name."""
_NEWEST: Final = 200
"""How many of the newest facts are looked through for what a message names."""


def open_exchange_job(reader: Reader, interaction: InteractionId) -> Job | None:
    """The job by which the rules still owe this exchange a thought."""
    return reader.open_job(key_of(Task.LIGHTWEIGHT, interaction))


def read_exchange(_runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    if interaction is None:
        return None
    given = [_read_known(reader, each) for each in read_materials(reader, interaction)]
    from atlas.reflection.lightweight import reflect_by_rules  # heavy to import, and thinking comes later

    def start_thinking() -> Thinking:
        return join_thinkings(reflect_by_rules(each) for each in given)

    return JobInput(start_thinking, messages_of(given), trust=interaction.trust)


def _read_recited(reader: Reader, given: Material) -> tuple[Claim, ...]:
    """The claims that the reply before these words repeats of the contexts that were served just before (S7).

    Only what is of a user's trust: what takes its place is said by a user, and is not to be trusted more than it (X1).
    """
    reply = given.earlier[-1] if given.earlier else None
    if reply is None or reply.role is not Role.ASSISTANT:
        return ()
    servings = reader.servings_until(reply.conversation, given.interaction.at, _SERVED_LATELY)
    stood = reader.memories({item.memory for serving in servings for item in serving.items})
    told = (each.claim for each in stood if each.served and each.claim and each.trust >= Trust.USER)
    return tuple(claim for claim in told if has_words(reply.text, claim.value))


def _read_known(reader: Reader, given: Material) -> Material:
    """With the claims in service whose value the users' words name, in whole or in part (T16), and who is who."""
    messages = (message for message in given.interaction.messages if message.role is Role.USER)
    said = {word for message in messages for word in words(message.text)}
    where = replace(SERVABLE, kinds=_KNOWN, valid_at=given.interaction.at)
    known = reader.newest_memories(where, _NEWEST) if said else ()
    told = [each.claim for each in known if each.claim and each.trust >= Trust.USER]
    people, relations = _read_acquaintances(reader, given) if said else ((), ())
    return replace(
        given,
        recited=_read_recited(reader, given),
        held=tuple(claim for claim in told if _is_spoken_of(claim, said)),
        people=people,
        relations=relations,
    )


def _is_spoken_of(claim: Claim, said: Set[str]) -> bool:
    """Whether words name what a claim says, whose it is or what relation; a job ends without a name: "got laid off"."""
    of_thing = claim.subject.startswith(f"{EntityKind.THING}:")
    named = (
        f"{claim.value} {claim.attribute if claim.attribute in RELATIONS else ''} {claim.subject if of_thing else ''}"
    )
    return claim.attribute in _ALWAYS_SPOKEN_OF or not said.isdisjoint(words(named))


def _read_acquaintances(reader: Reader, given: Material) -> tuple[tuple[Entity, ...], tuple[Claim, ...]]:
    """Who of the speakers' has a name that stands in a fact, and who is what to them now.

    A name of which the fact was rejected, or is sensitive, is nobody's here (C1).
    """
    speakers = {speaker_entity(each.speaker) for each in given.interaction.messages if each.role is Role.USER}
    heard = (*given.earlier[-1:], *given.interaction.messages)
    said = {word for each in heard for word in words(each.text)}
    owned = [each for each in reader.entities() if each.names and any(belongs_to(each.id, who) for who in speakers)]
    owned.sort(key=lambda each: said.isdisjoint(words(" ".join(each.names))))  # whom the words name come first
    slots = dict.fromkeys(slot for each in owned if (slot := split_related(each.id)) is not None)
    named = list(islice(slots, _MOST_RELATIONS))
    facts = [fact for owner, relation in named for fact in reader.in_slot(owner, relation)]
    facts += [fact for each in owned[:_MOST_RELATIONS] for fact in reader.in_slot(each.id, "name")]
    kept = [each for each in facts if each.status in _ONCE_HELD and each.claim and each.trust >= Trust.USER]
    names = {fold_text(each.claim.value) for each in kept if each.claim}
    people = (replace(each, names=tuple(name for name in each.names if fold_text(name) in names)) for each in owned)
    now = (each.claim for each in kept if each.served and each.valid_at(given.interaction.at))
    return tuple(each for each in people if each.names), tuple(claim for claim in now if claim)


def read_own_words(runtime: Runtime, reader: Reader, job: Job) -> JobInput | None:
    interaction = interaction_of(reader, job.interaction)
    given = pick_own_words(reader, interaction) if interaction else None
    if given is None:
        return None
    from atlas.reflection.lightweight import reflect_with_model  # needed by thinking alone

    def start_thinking() -> Thinking:
        return reflect_with_model(given, runtime.reflection)

    return JobInput(start_thinking, messages_of([given]), trust=given.trust, by_model=True)
