"""Bare answers and corrections: what "Reykjavík", "yep" or "no, it's 8443, not 8080" say about what went before.

What was said before is read the way the message itself is, with the assistant's *you* as the speaker's *I*, but only to
find out what the answer is about. Agreement is not authorship: where words of the claim are the assistant's, as with a
bare yes or no, the assistant's sentence is evidence beside the answer, and the claim is trusted no further (C3, X1).
Nobody's answer says anything of another speaker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from atlas.language.english.rules.draft import Draft, Scene
from atlas.language.english.rules.phrase import Tokens, leading, name_at, text_of
from atlas.language.english.rules.telling import OPEN
from atlas.language.english.rules.token import tokenise
from atlas.language.entity_ids import speaker_entity
from atlas.language.folding import fold_text
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence

Read = Callable[[Message], list[Draft]]

_YES: Final = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|correct|exactly|right|true|indeed|that'?s (?:right|correct|true)"
    r"|i do|i am|i did|of course)"
    r"(?:[,.! ]+(?:that'?s (?:right|correct|true)|correct|right|exactly|i do|i am|indeed|of course))?\W*$",
    re.I,
)
_NO: Final = re.compile(
    r"^\W*(?:no|nope|nah|not really|i don'?t|i'?m not)(?:[,.! ]+(?:i don'?t|i'?m not|not really))?\W*$", re.I
)
_ASKED: Final = re.compile(r"\b(?P<helper>do|are|did|have|can) you (?P<rest>[^?.!]{2,120})\?\s*$", re.I)
_STATED: Final = {"do": "I", "are": "I am", "did": "I", "have": "I have", "can": "I can"}
_WANTED: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern, re.I), attribute)
    for pattern, attribute in (
        (
            r"\b(?:where|which (?:city|town|country|place|village)|what (?:city|town|country))"
            r" (?:do|are) you (?:live|living|based)",
            "lives_in",
        ),
        (r"\bwhere are you from|where do you come from", "from"),
        (r"\bwhat (?:should|shall|can|may) i call you|how should i address you", "form_of_address"),
        (
            r"\b(?:what'?s|what is|may i have|can i have|could i have) your name"
            r"|who am i (?:talking|speaking) (?:to|with)",
            "name",
        ),
        (r"\bwhat do you do (?:for a living|for work)|what(?:'s| is) your (?:job|profession|occupation)", "works_as"),
        (r"\bhow old are you|what(?:'s| is) your age", "age"),
        (r"\bwhere do you work|who do you work for|which company do you work", "works_at"),
        (r"\bwhat are you allergic to", "allergic_to"),
        (r"\bwhen(?:'s| is) your birthday|when were you born", "birthday"),
        (r"\bwhat (?:are you studying|do you study)|what(?:'s| is) your major", "studies"),
    )
)
_CORRECTS: Final = re.compile(r"^\W*(?:no|nope|nah|actually|wrong|sorry|correction|wait|not quite|i meant?)\b", re.I)
_BARE_NO: Final = re.compile(
    r"^\W*(?:no|nope|nah|actually|wrong|wait)[,.!: ]+(?:it'?s |that'?s |i meant? |i said )?"
    r"(?P<new>[^,.;!?]{1,60})[.!]?\s*$",
    re.I,
)
_MEANT: Final = re.compile(r"^\W*(?:(?:no|sorry|wait)[, ]+)?i meant? (?P<new>[^,.;!?]{1,60})", re.I)
_CONTRAST: Final = re.compile(
    r"(?:\b(?:it'?s|it is|that'?s|i said|i meant?) )?(?P<new>[^,.;!?]{1,60}?),? not (?P<old>[^,.;!?]{1,60})", re.I
)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.I)
"""What the assistant says of itself is nothing about whoever answers."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
_VERDICT: Final = re.compile(
    r"^\W*(?:(?:so|very|really|just|totally|completely|quite|simply|all|still|plain|not|a|an|the) )*"
    r"(?:wrong|incorrect|false|untrue|inaccurate|mistaken|nonsense|rubbish|bull\w*|terrible|awful|horrible|bad|worse|poor"
    r"|stupid|silly|useless|unhelpful|ridiculous|absurd|impossible|weird|strange|odd|funny|fine|ok|okay|good|great|better"
    r"|true|correct|right|accurate|enough|too \w+|mistake|lie|joke|problem|bug|error|it|that|this|what i (?:said|meant)"
    r"|outdated|old|over|gone|missing|broken|off)\b",
    re.I,
)
"""What judges a reply and is no value: "no, that is wrong" corrects, and does not say to what."""
_MAX_WORDS: Final = 14
_LOOK_BACK: Final = 4
_SECOND: Final = (
    (re.compile(r"\byou(?:'re| are)\b", re.I), "I'm"),
    (re.compile(r"\byour\b", re.I), "my"),
    (re.compile(r"\byou've\b", re.I), "I've"),
    (re.compile(r"\byou\b", re.I), "I"),
)


def answers(scene: Scene, earlier: tuple[Message, ...], read: Read) -> list[Draft]:
    """What a short message says only together with what it answers."""
    own = scene.own.strip()
    if not earlier or not own or len(own.split()) > _MAX_WORDS:
        return []
    asked = earlier[-1]
    if asked.role is Role.ASSISTANT:
        found = _yes_or_no(scene, own, asked, read) or _bare(scene, own, asked)
        if found:
            return found
    return _corrected(scene, own, earlier, read)


def _yes_or_no(scene: Scene, own: str, asked: Message, read: Read) -> list[Draft]:
    affirmed = bool(_YES.match(own))
    question = _ASKED.search(asked.text)
    if question is None or not (affirmed or _NO.match(own)):
        return []
    stated = f"{_STATED[question['helper'].lower()]} {_mine(question['rest'])}."
    found = [draft for draft in read(_as_said_by(scene, asked, stated)) if draft.name_of is None]
    start, end = _span(scene, own)
    cited = _cite_sentence(asked, question.start())
    return [
        replace(draft, affirmed=draft.affirmed is affirmed, start=start, end=end, also=(), cited=cited)
        for draft in found[:1]
    ]


def _bare(scene: Scene, own: str, asked: Message) -> list[Draft]:
    """A name or noun phrase that answers "which city do you live in?"."""
    if "?" not in asked.text[-3:] or "?" in own or len(own.split()) > 8:
        return []
    attribute = next((attribute for pattern, attribute in _WANTED if pattern.search(asked.text)), None)
    tokens = tokenise(scene.own)
    if (
        attribute is None
        or not tokens
        or tokens[0].low in {"i", "my", "no", "yes", "why", "what", "not", "none", "you"}
    ):
        return []
    named = attribute in {"name", "form_of_address", "lives_in", "from", "works_at"}
    value = (name_at(tokens) if named else ()) or leading(tokens)
    if not value or (named and not value[0].capital):
        return []
    text = text_of(scene.text, value)
    name_of = scene.speaker if attribute in {"name", "form_of_address"} else None
    return [Draft(scene.speaker, attribute, text, value[0].start, value[-1].end, name_of=name_of)]


def _corrected(scene: Scene, own: str, earlier: tuple[Message, ...], read: Read) -> list[Draft]:
    contrast = _CONTRAST.search(own)
    if contrast and not re.match(r"\W*(?:i|my|we|our|the)\b(?! said| mean)", own, re.I):
        return list(_replaced(scene, contrast["new"], contrast["old"], contrast.start("new"), earlier, read))[:1]
    plain = _MEANT.match(own) or _BARE_NO.match(own)
    if plain and _CORRECTS.match(own) and not _VERDICT.match(plain["new"]):
        return list(_replaced(scene, plain["new"], None, plain.start("new"), earlier, read))[:1]
    return []


def _replaced(
    scene: Scene, new: str, old: str | None, place: int, earlier: tuple[Message, ...], read: Read
) -> Iterator[Draft]:
    value = _core(new)
    wrong = _core(old) if old else None
    start = scene.text.find(value, place) if value else -1
    if start < 0:
        return
    for message in _own_words_first(scene, earlier):
        for draft in _read_before(scene, message, read):
            if _fits(draft, value, wrong):
                said = draft.value
                fresh = re.sub(re.escape(wrong), value, said, flags=re.I) if wrong else value
                corrected = replace(_at(draft, start, start + len(value)), value=fresh, replaces=said)
                yield _with_source(corrected, value, message)
        if wrong and _addressed(message.text, wrong) and value[:1].isupper():
            made = Draft(scene.speaker, "name", value, start, start + len(value), replaces=wrong)
            yield replace(made, name_of=scene.speaker)


def _own_words_first(scene: Scene, earlier: tuple[Message, ...]) -> list[Message]:
    """The speaker's own messages, then the replies to them alone, each from the newest; others' are not theirs."""
    near = earlier[-_LOOK_BACK:]
    own = [each for each in reversed(near) if _is_own(scene, each)]
    return [*own, *(each for each in reversed(near) if _replies_to_speaker(scene, each, earlier))]


def _replies_to_speaker(scene: Scene, message: Message, earlier: tuple[Message, ...]) -> bool:
    """Whether it is the assistant's, in an interaction in which this speaker speaks and nobody else does."""
    said = (*earlier, scene.message)  # who answers what opened their own interaction was there to hear it
    asked = [each for each in said if each.role is Role.USER and each.interaction == message.interaction]
    return message.role is Role.ASSISTANT and bool(asked) and all(_is_own(scene, each) for each in asked)


def _is_own(scene: Scene, message: Message) -> bool:
    return message.role is Role.USER and speaker_entity(message.speaker) == scene.speaker


def _with_source(draft: Draft, value: str, message: Message) -> Draft:
    """Where more of the claim than the speaker's own value comes from another message, that is evidence too."""
    is_authored = fold_text(draft.value) == fold_text(value) and draft.attribute not in BEHAVIOUR_ATTRIBUTES | OPEN
    if is_authored or message.role is Role.USER:
        return draft
    return replace(draft, cited=_cite_sentence(message, message.text.find(draft.replaces or "")))


def _at(draft: Draft, start: int, end: int) -> Draft:
    return replace(draft, start=start, end=end, also=(), affirmed=True, referred=None, begun=None, confidence=0.9)


def _fits(draft: Draft, value: str, wrong: str | None) -> bool:
    """The claim that named the wrong value, or, where none is named, the one the new value could stand in for."""
    if wrong:
        return re.search(rf"(?<!\w){re.escape(fold_text(wrong))}(?!\w)", fold_text(draft.value)) is not None
    if draft.attribute in OPEN or not draft.affirmed or draft.name_of:
        return False
    alike = value[:1].isupper() == draft.value[:1].isupper() and value[:1].isdigit() == draft.value[:1].isdigit()
    return alike and len(value.split()) <= 3


def _core(text: str) -> str:
    """The noun phrase of an answer, without what leads up to it."""
    tokens = tokenise(text)
    while tokens and tokens[0].low in {
        "no",
        "nope",
        "it",
        "'s",
        "is",
        "its",
        "actually",
        "that",
        "on",
        "at",
        "in",
        "a",
        "an",
        "the",
        ",",
    }:
        tokens = tokens[1:]
    kept: Tokens = leading(tokens)
    return text_of(text, kept)


def _addressed(text: str, name: str) -> bool:
    return re.search(rf"(?:, |^|hi |hey |hello ){re.escape(name)}\b[,!.]", text, re.I) is not None


def _read_before(scene: Scene, message: Message, read: Read) -> list[Draft]:
    if message.role is Role.USER:
        return read(message)
    told = "".join(each for each in _SENTENCE.findall(message.text[:2000]) if not _FIRST_PERSON.search(each))
    return read(_as_said_by(scene, message, _mine(told)))


def _as_said_by(scene: Scene, message: Message, text: str) -> Message:
    """The assistant's words to somebody, as they would say them of themselves."""
    return replace(message, text=text, role=Role.USER, speaker=scene.message.speaker)


def _cite_sentence(message: Message, place: int) -> Evidence:
    """The sentence that stands there, word for word."""
    spans = [each.span() for each in _SENTENCE.finditer(message.text)]
    start, end = next((span for span in spans if span[0] <= place < span[1]), (0, len(message.text)))
    start += len(message.text[start:end]) - len(message.text[start:end].lstrip())
    return Evidence(message.id, start, end, message.text[start:end], message.origin)


def _mine(text: str) -> str:
    for pattern, first in _SECOND:
        text = pattern.sub(first, text[:2000])
    return text


def _span(scene: Scene, own: str) -> tuple[int, int]:
    start = scene.own.find(own)
    return start, start + len(own)
