"""The rule-based thinker: what a user's own words propose to remember."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from atlas.language.english.rules.answering import answers
from atlas.language.english.rules.being import read_being
from atlas.language.english.rules.claim_check import keep_whole_claims
from atlas.language.english.rules.clause import Clause, Tokens, clauses
from atlas.language.english.rules.contrast import by_somebody, contrasted, shared
from atlas.language.english.rules.doing import read_doing
from atlas.language.english.rules.draft import Draft, Scene, remembered, scene_of
from atlas.language.english.rules.naming import called, called_within, name_clause
from atlas.language.english.rules.passage import is_task, own_words, sentences
from atlas.language.english.rules.reading import Reading
from atlas.language.english.rules.salience import weighed
from atlas.language.english.rules.stance import (
    Meant,
    asks,
    foreign,
    meant,
    negated_afterwards,
    pretended,
    returned,
    sarcastic,
    statement_before_question,
    still_playing,
)
from atlas.language.english.rules.styling import styles
from atlas.language.english.rules.telling import OPEN, carries_on, opinion, passing, read_telling
from atlas.language.english.rules.things import ailing, favourite
from atlas.language.english.rules.token import tokenise
from atlas.language.english.rules.trades import trade_here
from atlas.language.english.rules.who import Subject, spoken_of, subject_of
from atlas.language.interface import Sentence
from atlas.model.entity import EntityId
from atlas.model.interaction import Message, Role
from atlas.model.proposal import Remember
from atlas.model.thinking import Material

MAX_PROPOSALS: Final = 40
_OTHERS: Final = re.compile(r"\b(?:her|his|he|she)\b", re.I)
_REDACTED: Final = re.compile(r"\[redacted [^\]\n]{1,60}\]")
"""What stands where a secret stood."""


def propose(material: Material) -> tuple[Remember, ...]:
    """One proposal for each fact that the user's own messages state, in their order."""
    found: list[Remember] = []
    earlier = list(material.earlier)
    for message in material.interaction.messages:
        if message.role is Role.USER:
            found.extend(_of_message(message, tuple(earlier)))
        earlier.append(message)
    return tuple(found)


def _of_message(message: Message, earlier: tuple[Message, ...]) -> list[Remember]:
    scene = scene_of(message, own_words(message.text))
    said = sentences(scene.own)
    whole = keep_whole_claims(drop_secrets(_drafts(scene, said, earlier), message.text), message.text)
    drafts = keep_whole_claims(weighed(drop_repeats(whole), said), message.text)  # what was joined is a new claim
    return [remembered(draft, scene) for draft in islice(drafts, MAX_PROPOSALS)]


def find_answers(message: Message, earlier: tuple[Message, ...]) -> list[Remember]:
    """What a message says only together with the turn that it answers."""
    scene = scene_of(message, own_words(message.text))
    drafts = keep_whole_claims(drop_secrets(answers(scene, earlier, _read_alone), message.text), message.text)
    return [remembered(draft, scene) for draft in islice(drafts, MAX_PROPOSALS)]


def drop_secrets(drafts: Iterable[Draft], text: str) -> Iterator[Draft]:
    """Only what stands on no mark of a secret: that one had a key is nothing without the key, and half a mark less."""
    marks = [match.span() for match in _REDACTED.finditer(text)]
    for draft in drafts:
        places = ((draft.start, draft.end), *draft.also)
        if not any(start < last and first < end for start, end in places for first, last in marks):
            yield draft


def drop_repeats(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Each claim once, where it was said first."""
    seen: set[tuple[str, str, str, bool]] = set()
    for draft in drafts:
        key = (draft.subject, draft.attribute, draft.value.casefold(), draft.affirmed)
        if key not in seen:
            seen.add(key)
            yield draft


def _drafts(scene: Scene, said: list[Sentence], earlier: tuple[Message, ...]) -> Iterator[Draft]:
    if _OTHERS.search(scene.own):
        scene.people.extend(_spoken_of(earlier))
    stated = list(_stated_drafts(scene, said, earlier))
    if not any(draft.affirmed for draft in stated):
        yield from answers(scene, earlier, _read_alone)
    yield from stated


def _spoken_of(earlier: tuple[Message, ...]) -> list[EntityId]:
    """Whom the user spoke of just before: *she* may be one of them."""
    for message in reversed(earlier[-4:]):
        if message.role is Role.USER:
            scene = scene_of(message, own_words(message.text[:2000]))
            list(_stated_drafts(scene, sentences(scene.own), ()))
            if scene.people:
                return scene.people
    return []


def _read_alone(message: Message) -> list[Draft]:
    """What a message says by itself: how an answer finds out what it is about."""
    scene = scene_of(message, own_words(message.text[:2000]))
    return list(_stated_drafts(scene, sentences(scene.own), ()))


def _stated_drafts(scene: Scene, said: list[Sentence], earlier: tuple[Message, ...]) -> Iterator[Draft]:
    playing = still_playing(message.text for message in earlier if message.role is Role.USER)
    for place, sentence in enumerate(said):
        if returned(sentence.text):
            playing = False
        elif pretended(sentence.text):
            playing = True
        following = said[place + 1] if place + 1 < len(said) else None
        if playing or foreign(sentence) or sarcastic(sentence, scene.own) or negated_afterwards(following):
            continue
        yield from read_sentence(sentence, scene, continuation(said, place, scene))


def continuation(said: list[Sentence], place: int, scene: Scene) -> Tokens:
    """The sentences that go on about what this one said: "It was great.", "Felt so good!", "I'm so thankful"."""
    tail: Tokens = ()
    for following in said[place + 1 : place + 3]:
        if following.label or "?" in following.mark or sarcastic(following, scene.own):
            break
        tokens = tokenise(scene.own, following.start, following.end)
        if asks(tokens) or not carries_on(tokens):
            break
        tail = (*tail, *tokens)
    return tail


def read_sentence(sentence: Sentence, scene: Scene, tail: Tokens = ()) -> Iterator[Draft]:
    """All claims of one sentence that is meant as a report."""
    tokens = tokenise(scene.own, sentence.start, sentence.end)
    style = list(styles(tokens, sentence, scene))
    if style:
        yield from style
        return
    tokens = _stated(tokens, sentence)
    if not tokens or asks(tokens):
        return
    names = [*called(tokens, scene), *trade_here(tokens, scene)]
    yield from names
    if is_task(sentence.text):
        return
    for draft in _of_clauses(tokens, sentence, scene, tail):
        if draft.attribute not in OPEN or not any(name.start < draft.end and draft.start < name.end for name in names):
            yield draft


def _stated(tokens: Tokens, sentence: Sentence) -> Tokens:
    """The part of a sentence before a question that follows it; nothing of a mere question."""
    if "?" not in sentence.mark:
        return tokens
    cut = statement_before_question(sentence.text)
    return tuple(token for token in tokens if token.end <= sentence.start + cut) if cut else ()


def _of_clauses(tokens: Tokens, sentence: Sentence, scene: Scene, tail: Tokens) -> Iterator[Draft]:
    found = clauses(tokens)
    told = -1
    before: list[Draft] = []
    for place, clause in enumerate(found):
        clause, wrong = contrasted(clause, scene.text)
        how = meant(clause, place, found, scene.own)
        subject = subject_of(clause, scene)
        scene.people.extend(spoken_of(clause.rest, scene))
        if how is Meant.NOT:
            continue
        if subject.named:
            yield subject.named
        reading = replace(
            _reading(clause, subject, how, scene, sentence.start), others=tuple(found), place=place, tail=tail
        )
        drafts = [replace(draft, replaces=wrong) if wrong else draft for draft in _of_clause(reading)] or shared(
            reading, before
        )
        before = drafts or before
        covered = clause.tokens[clause.verb.head].start < told  # by an earlier clause; one list has many members
        for draft in drafts:
            if draft.attribute in OPEN and (covered or passing(reading)):
                continue
            told = max(told, draft.end) if draft.attribute in OPEN else told
            yield draft


def _of_clause(reading: Reading) -> Iterator[Draft]:
    clause, scene = reading.clause, reading.scene
    stolen = by_somebody(reading)
    if stolen:
        yield stolen
        return
    yield from called_within(clause.tokens[clause.verb.start : clause.end], reading.subject.entity, scene)
    yield from _claims(reading)


def _reading(clause: Clause, subject: Subject, how: Meant, scene: Scene, fronted: int) -> Reading:
    affirmed = clause.verb.negated == (how is Meant.DENIED)
    if subject.negated:
        affirmed = not affirmed
    confidence = 0.8 if how is Meant.REPORTED else 1.0 if subject.sure else 0.85
    return Reading(clause, subject, scene, affirmed, confidence, fronted)


def _claims(reading: Reading) -> Iterator[Draft]:
    named = list(name_clause(reading))
    if named:
        yield from named
        return
    settled = favourite(reading) or ailing(reading)
    if settled:
        yield settled
        return
    found = read_being(reading) if reading.verb.copula else read_doing(reading) or read_telling(reading)
    judged = opinion(reading) if not found else None
    yield from found or ([judged] if judged else [])
