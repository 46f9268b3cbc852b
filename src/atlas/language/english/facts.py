"""The facts that English talk states: made of what the reader marks, or of a quote that somebody else found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from atlas.language.acquaintances import Acquaintances, gather_acquaintances
from atlas.language.english.answers import (
    Source,
    find_answers,
    find_denials,
    is_asked_for,
    is_bare_correction,
    is_elliptic,
    list_recited,
    list_sources,
    mark_replaced,
)
from atlas.language.english.directives import is_directive
from atlas.language.english.doses import join_doses
from atlas.language.english.draft import Draft, Scene, make_proposal, make_scene
from atlas.language.english.entry_rules.junk import is_pleasantry
from atlas.language.english.known_claims import (
    doubt_replacements,
    drop_replaced_values,
    find_known_ends,
    find_recital_correction,
    name_held_doses,
    succeed_known_claims,
)
from atlas.language.english.marked_facts import find_drafts, make_facts
from atlas.language.english.passage import blank_foreign_text, split_sentences
from atlas.language.english.stance import is_game_open, opens_game
from atlas.language.english.wishes import drop_misread_wishes, find_wishes, name_known_wish
from atlas.language.pasted import blank_pasted
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, Claim
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence
from atlas.model.proposal import Remember
from atlas.model.reading import SERVE, WAIT, Reading, Unread
from atlas.model.thinking import Material

_LAST: Final = 3
"""Sentences of a turn by which one knows whether it asks in a game."""
__all__ = ["find_facts", "list_unread", "make_fact"]


@dataclass(frozen=True, slots=True)
class _Turn:
    """A message of a user, what went before, and the earlier turns without which it cannot be understood."""

    scene: Scene
    earlier: tuple[Message, ...]
    sources: tuple[Source, ...]

    before: Message | None
    """The turn before, if that was somebody else's."""


def list_unread(material: Material) -> tuple[Unread, ...]:
    """What has to be read of an exchange: the users' messages, and the turns that bare answers are about."""
    return tuple(unread for turn in _list_turns(material) for unread in _list_unread(turn))


def find_facts(material: Material, readings: Sequence[Reading]) -> tuple[Remember, ...]:
    """Find the facts of the users' messages, in their order; `readings` are of what `list_unread` names.

    What a bare "yes" or "no, Lisbon" says stands in the turn that it answers, and whose turn that was, to whom, and how
    far it may be trusted is not for a network to guess (C3): rules decide that, and cite the turn.
    """
    found: list[Remember] = []
    left = iter(readings)
    for turn in _list_turns(material):
        known = turn.scene.acquaintances
        reading = next(left)
        read = [
            (source, find_drafts(_make_own_scene(source.as_said, known), next(left), WAIT)) for source in turn.sources
        ]
        recited = list_recited(turn.scene, turn.earlier, material.recited)
        stated = mark_replaced(turn.scene, _find_stated(turn, reading), read, recited)
        answered = find_answers(turn.scene, turn.earlier, read, recited)
        sure = any(draft.confidence >= SERVE for draft in stated)
        corrected = answered or find_recital_correction(turn.scene, reading, recited)
        drafts = stated if sure or not corrected else corrected
        held = () if _is_bare_answer(turn) else material.held
        drafts = name_held_doses(join_doses(drafts, turn.scene, held), held)
        drafts = doubt_replacements(succeed_known_claims(drafts, turn.scene, held), turn.scene, held)
        ends, drafts = find_known_ends(turn.scene, reading, drafts, held)
        denials = find_denials(turn.scene, [*drafts, *ends], recited)
        found.extend(make_facts(drop_replaced_values([*drafts, *ends, *denials]), turn.scene))
    return tuple(found)


def make_fact(message: Message, claim: Claim, place: Evidence, confidence: float) -> Remember:
    """Make the proposal of a claim that stands on one quote of a message."""
    span = (place.start, place.end)
    draft = Draft(claim.subject, claim.attribute, claim.value, *span, affirmed=claim.affirmed, confidence=confidence)
    return make_proposal(draft, make_scene(message, message.text))


def _make_own_scene(message: Message, known: Acquaintances, before: Message | None = None) -> Scene:
    return make_scene(message, blank_foreign_text(message.text), known, before.text if before else "")


def _list_turns(material: Material) -> Iterator[_Turn]:
    earlier = list(material.earlier)
    known = gather_acquaintances(material.people, material.relations, material.held)
    for message in material.interaction.messages:
        if message.role is Role.USER:
            before = _find_before(message, earlier)
            scene = _make_own_scene(message, known, before)
            yield _Turn(scene, tuple(earlier), list_sources(scene, earlier), before)
        earlier.append(message)


def _find_before(message: Message, earlier: Sequence[Message]) -> Message | None:
    last = earlier[-1] if earlier else None
    return last if last and (last.role is not message.role or last.speaker != message.speaker) else None


def _list_unread(turn: _Turn) -> Iterator[Unread]:
    """What has to be read, without what was pasted; a courtesy before it tells nothing, and "Sure." made a joke of what
    came after."""
    before = turn.before.text if turn.before and not is_pleasantry(turn.before.text) else ""
    yield Unread(blank_pasted(turn.scene.text), before)
    yield from (Unread(source.as_said.text, "") for source in turn.sources)


def _find_stated(turn: _Turn, reading: Reading) -> list[Draft]:
    """What the message says by itself. A few words after somebody's turn say it only if that asked for it."""
    playing = is_game_open(each.text for each in turn.earlier if each.role is Role.USER) or _asks_in_game(turn.before)
    wishes = [] if playing else find_wishes(turn.scene, reading, after_reply=turn.before is not None)
    read = find_drafts(turn.scene, reading, WAIT, playing=playing)
    drafts = drop_misread_wishes([name_known_wish(draft, turn.scene.text) for draft in read], wishes)
    if not _is_bare_answer(turn):
        return [*wishes, *drafts]
    return wishes if turn.sources else [*wishes, *(draft for draft in drafts if _stands_alone(draft, turn))]


def _asks_in_game(before: Message | None) -> bool:
    """Whether the turn before ends by asking something in a game: "Suppose you won. Where do you live?"."""
    asked = list(split_sentences(before.text))[-_LAST:] if before else []
    return bool(asked) and asked[-1].text.rstrip().endswith("?") and any(opens_game(each.text) for each in asked)


def _is_bare_answer(turn: _Turn) -> bool:
    """Whether it is some words after somebody's turn, which say something only together with it."""
    bare = is_elliptic(turn.scene.message) or is_bare_correction(turn.scene.own.strip())
    return turn.before is not None and bare


def _stands_alone(draft: Draft, turn: _Turn) -> bool:
    """Asked for by the turn before, said of somebody whom the message names, or a wish that is spelled out."""
    if draft.attribute in BEHAVIOUR_ATTRIBUTES and is_directive(turn.scene.own.strip()):
        return True
    named = draft.subject != turn.scene.speaker and draft.confidence >= SERVE
    return named or (turn.before is not None and is_asked_for(draft, turn.scene, turn.before))
