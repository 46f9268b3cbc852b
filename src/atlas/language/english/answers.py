"""Bare answers and corrections: what "Reykjavík", "yep" or "no, it's 8443, not 8080" say about what went before.

What was said before is read the way the message itself is, with the assistant's *you* as the speaker's *I*, but only to
find out what the answer is about. Agreement is not authorship: where words of the claim are the assistant's, as with a
bare yes or no, the assistant's sentence is evidence beside the answer, and the claim is trusted no further (C3, X1).
Nobody's answer says anything of another speaker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.language.english.draft import Draft, Scene
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.marked_facts import GRAVE
from atlas.language.english.questions import read_question
from atlas.language.entity_ids import related_entity, speaker_entity
from atlas.language.folding import fold_text, has_words
from atlas.language.sentences import sentence_around
from atlas.language.words import asks
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, RELATIONS, Claim
from atlas.model.entity import EntityId, is_self
from atlas.model.interaction import Message, Role
from atlas.model.memory import Evidence
from atlas.model.reading import SERVE

_YES: Final = re.compile(
    r"^\W*(?:yes|yep|yeah|yup|correct|exactly|right|true|indeed|that'?s (?:right|correct|true)"
    r"|i do|i am|i did|of course)"
    r"(?:[,.! ]+(?:that'?s (?:right|correct|true)|correct|right|exactly|i do|i am|indeed|of course))?\W*$",
    re.I,
)
_NO: Final = re.compile(
    r"^\W*(?:no|nope|nah|not really|i don'?t|i'?m not)(?:[,.! ]+(?:i don'?t|i'?m not|not really))?\W*$", re.I
)
_OFFERS: Final = re.compile(r"\b(?:want|like|need|prefer|wish|allow|let)\s+(?:me|(?-i:us))\b", re.I)
"""A question that asks what the assistant shall do: a "yes" to it tells nothing of the user (C3)."""
_ASKED: Final = re.compile(r"\b(?P<helper>do|are|did|have|can) you (?P<rest>[^?.!]{2,120})\?\s*$", re.I)
_STATED: Final = {"do": "I", "are": "I am", "did": "I", "have": "I have", "can": "I can"}
_CORRECTS: Final = re.compile(r"^\W*(?:no|nope|nah|actually|wrong|sorry|correction|wait|not quite|i meant?)\b", re.I)
_BARE_NO: Final = re.compile(
    r"^\W*(?:no|nope|nah|actually|wrong|wait)[,.!: ]+(?:it'?s |that'?s |i meant? |i said )?"
    r"(?P<new>[^,.;!?]{1,60})[.!]?\s*$",
    re.I,
)
_LAUGHS: Final = (
    r"(?:no|nah|lol|haha|ha|sorry|ok|okay|wait|relax|not\s+really|(?:i|it|that)['’]?(?:m|s)\s+not(?:\s+true)?)"
)
_TAKEN_BACK: Final = re.compile(
    rf"^\W*(?:{_LAUGHS}[,.!\s]+){{0,3}}(?:(?:i\s+(?:was|am)|i['’]?m)\s+)?(?:(?:just|only|totally|obviously)\s+)?"
    r"(?:joking|kidding|jk|messing(?:\s+(?:with|about|around)(?:\s+(?:you|u))?)?|april\s+fools?|(?:that|it)\s+was\s+a\s+joke"
    r"|a\s+joke)(?:[,.!\s]+(?:lol|haha|sorry|of\s+course|obviously))*\W*$",
    re.I,
)
"""What takes back as a joke what one has just said."""
_NO_SUCH: Final = re.compile(r"\W*(?:no|wrong|wait)\s+(?!it['’]?s\b|that['’]?s\b|i\s)", re.I)
"""No answer but a word with its noun: "no milk", "no worries", "wrong window"."""
_COURTESY: Final = re.compile(
    r"(?:bye|goodbye|thanks?|thank\s+you|never|not|hell|sorry|please|nothing|none|all\s+good|fine|ok(?:ay)?|really|just|only|at|in|on|for|with|a\s+moment"
    r"|later|tomorrow|today|tonight|that|this|it|don['’]?t|cheers|stop)\b",
    re.I,
)
_MEANT: Final = re.compile(r"^\W*(?:(?:no|sorry|wait)[, ]+)?i meant? (?P<new>[^,.;!?]{1,60})", re.I)
_WRONG_SO: Final = re.compile(
    r"^\W*(?:no\W+)?"
    r"(?:(?:that|it|this)(?:['’]s| is| was) (?:wrong|incorrect|false|not (?:right|correct|true))|wrong|incorrect)"
    r"\W+(?:it['’]?s|it is|it should be|that['’]s|make that) (?P<new>[^,.;!?]{1,60})[.!]*\s*$",
    re.I,
)
"""A verdict, and behind it the value: "that's wrong, it's Lisbon"."""
_ACTUALLY: Final = re.compile(
    r"^\W*(?:it['’]?s|it is) (?:actually (?P<new>[^,.;!?]{1,60})|(?P<last>[^,.;!?]{1,60}),? actually)[.!]*\s*$", re.I
)
_NOT_BUT: Final = re.compile(
    r"^\W*(?:no\W+)?not (?P<old>[^,.;:!?–-]{1,60}?)\s*(?:[,.;:–-]|,? but\b)\s*(?:but |it['’]?s |it is )?"
    r"(?P<new>[^,.;!?]{1,60})[.!]*\s*$",
    re.I,
)
"""The wrong value first: "not Porto, Lisbon"."""
_CONTRAST: Final = re.compile(
    r"(?:\b(?:it'?s|it is|that'?s|i said|i meant?) )?(?P<new>[^,.;!?]{1,60}?),? not (?P<old>[^,.;!?]{1,60})", re.I
)
_BESIDES: Final = re.compile(r"\b(?:too|also|as well|besides|both|and|another|second)\b", re.I)
"""What is told beside something does not take its place."""
_DENIED_BEFORE: Final = (
    r"\b(?:(?:not|isn['’]t|aren['’]t)(?: (?:at|on|in|to|for|a|an|the|called|with))?"
    r"|(?:don['’]t|do not|never|doesn['’]t|didn['’]t) (?:use|have|drive|do|play|drink|eat|live in|work (?:at|for))"
    r"(?: (?:a|an|the))?) "
)
_DENIED_BEHIND: Final = r" (?:isn['’]t|is not) (?:mine|ours|my|our)\b"
_FIRST_PERSON: Final = re.compile(r"\b(?:i|im|me|my|mine|myself|we|us|our|ours)\b", re.I)
_TAG: Final = re.compile(r",?\s*(?:right|correct|yes|no|true|(?:is|do|are|did)n['’]t (?:it|you|that))\s*\?\s*\Z", re.I)
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
_MOST_ELLIPTIC: Final = 5
_LOOK_BACK: Final = 4
_MAX_READ: Final = 2_000
_SECOND: Final = (
    (re.compile(r"\byou(?:'re| are)\b", re.I), "I'm"),
    (re.compile(r"\byour\b", re.I), "my"),
    (re.compile(r"\byou've\b", re.I), "I've"),
    (re.compile(r"\byou\b", re.I), "I"),
)
_OPEN: Final = word_set("has did plans does feels believes knows works_on likes wants trait uses")
"""What holds many values, so that a bare new one does not say which it stands for."""
_LEAD: Final = re.compile(r"\A(?:\W*\b(?:no|nope|it|its|it['’]s|is|['’]s|actually|that|on|at|in|a|an|the)\b)*\W*", re.I)
_TAIL: Final = re.compile(r"\s+(?:and|because|but|so|please|though|instead|now|then|sorry|thanks)\b.*\Z", re.I | re.S)
_MOST_VALUE_WORDS: Final = 6


@dataclass(frozen=True, slots=True)
class Source:
    """An earlier turn that an answer may be about, as the answerer would have said it."""

    message: Message
    as_said: Message

    @property
    def is_reply(self) -> bool:
        return self.message.role is Role.ASSISTANT


def is_elliptic(message: Message) -> bool:
    """Whether a message is some words without a first person, which somebody else's turn before may complete."""
    return len(message.text.split()) <= _MOST_ELLIPTIC and not _FIRST_PERSON.search(message.text)


def is_bare_correction(own: str) -> bool:
    """Whether a message is a verdict and the right value, however long: the turn before says what of."""
    return (_WRONG_SO.match(own) or _ACTUALLY.match(own)) is not None and not _FIRST_PERSON.search(own)


def list_sources(scene: Scene, earlier: Sequence[Message]) -> tuple[Source, ...]:
    """The turns that have to be read before an answer can be: none, for most messages."""
    own = scene.own.strip()
    if not earlier or not own or len(own.split()) > _MAX_WORDS:
        return ()
    if _TAKEN_BACK.match(own):
        mine = (each for each in reversed(earlier) if each.role is Role.USER and each.speaker == scene.message.speaker)
        last = next(mine, None)
        return (Source(last, last),) if last else ()
    question = _find_question(own, earlier[-1])
    if question is not None:
        stated = f"{_STATED[question['helper'].lower()]} {_as_first_person(question['rest'])}."
        return (Source(earlier[-1], _as_said_by(scene, earlier[-1], stated)),)
    if _read_correction(own) is None and not _states_correction(own):
        return ()
    return tuple(Source(each, _restate_turn(scene, each)) for each in _own_words_first(scene, earlier))


def find_answers(
    scene: Scene,
    earlier: Sequence[Message],
    sources: Sequence[tuple[Source, Sequence[Draft]]],
    recited: Sequence[Claim] = (),
) -> list[Draft]:
    """What a short message says only together with what it answers.

    `sources` come with what was read of each; `recited` is what the reply before repeats of what is known.
    """
    own = scene.own.strip()
    if not sources:
        return []
    if _TAKEN_BACK.match(own):
        return _take_back(scene, own, sources[0][1])
    question = _find_question(own, earlier[-1])
    if question is not None:
        return _confirm_question(scene, own, question, sources[0])
    found = _read_correction(own)
    if found is None:
        return []
    known, asked = _replace_recited_value(scene, *found, recited), _replace_asked_value(scene, *found, earlier)
    meant = (
        sources if found[1] else [(each, _list_meant(drafts, own, found[0], earlier[-1])) for each, drafts in sources]
    )
    read = _replace_value(scene, *found, meant)
    ways = (known, asked, read) if is_elliptic(earlier[-1]) else (known, read, asked)
    return next(([draft] for way in ways for draft in way), [])


def list_recited(scene: Scene, earlier: Sequence[Message], recited: Sequence[Claim]) -> list[Claim]:
    """Of what the reply before repeats, what this speaker may correct: it was told to them, and of no other speaker."""
    if not earlier or not _replies_to_speaker(scene, earlier[-1], earlier):
        return []
    roots = {claim: EntityId(claim.subject.partition("/")[0]) for claim in recited}
    return [claim for claim, root in roots.items() if root == scene.speaker or not is_self(root)]


def mark_replaced(
    scene: Scene, stated: Sequence[Draft], sources: Sequence[tuple[Source, Sequence[Draft]]], recited: Sequence[Claim]
) -> list[Draft]:
    """What a correction states by itself, with the value that it takes the place of.

    That is the one that it names as wrong ("she's called Anna, not Ana"), or the one that the reply before it gave
    ("No, I use Helix"): without it what can have many values would be told beside the wrong one.
    """
    contrast = _CONTRAST.search(scene.own)
    given = [*recited, *(draft.claim for source, drafts in sources if source.is_reply for draft in drafts)]
    denied = [claim for claim in recited if _find_denied(scene.own, claim.value)]
    answered = given if _states_correction(scene.own.strip()) else denied
    return [_with_replaced(draft, contrast, answered) for draft in stated]


def find_denials(scene: Scene, drafts: Sequence[Draft], recited: Sequence[Claim]) -> Iterator[Draft]:
    """What of a reply's recital is said not to be so, unless one of the drafts closes it already."""
    closed = {(draft.claim.slot, fold_text(draft.replaces or draft.value)) for draft in drafts}
    for claim in recited:
        place = _find_denied(scene.own, claim.value)
        if place and claim.affirmed and (claim.slot, fold_text(claim.value)) not in closed:
            yield Draft(claim.subject, claim.attribute, claim.value, *place, affirmed=False)


def _with_replaced(draft: Draft, contrast: re.Match[str] | None, answered: Sequence[Claim]) -> Draft:
    if draft.replaces or not draft.affirmed or draft.attribute in BEHAVIOUR_ATTRIBUTES:
        return draft
    if contrast and fold_text(contrast["new"]).endswith(fold_text(draft.value)):
        old = _take_value(contrast["old"])
        return replace(draft, replaces=old if old and _is_alike(draft.value, old) else None)
    wrong = {each.value for each in answered if each.slot == draft.claim.slot and each.affirmed} - {draft.value}
    return replace(draft, replaces=wrong.pop()) if len(wrong) == 1 else draft


def _is_alike(value: str, old: str) -> bool:
    """Whether the one may stand for the other: a name for a name, a figure for a figure, and words for as many."""
    kinds = [(each[:1].isupper(), each[:1].isdigit()) for each in (value, old)]
    return kinds[0] == kinds[1] and len(old.split()) <= len(value.split()) + 1


def _find_denied(own: str, value: str) -> tuple[int, int] | None:
    """Where a message says of a value that it is not so: "not Vim", "I don't use Vim", "Vim isn't my editor"."""
    said = rf"(?<!\w){re.escape(value)}(?!\w)"
    match = re.search(_DENIED_BEFORE + said, own, re.I) or re.search(said + _DENIED_BEHIND, own, re.I)
    return match.span() if match and not asks(sentence_around(own, *match.span())) else None


def is_asked_for(draft: Draft, scene: Scene, asked: Message) -> bool:
    """Whether the turn before asks for just this: "Which city do you live in?", before "Porto"."""
    if "?" not in asked.text[-3:] or draft.attribute in BEHAVIOUR_ATTRIBUTES - {"form_of_address"}:
        return False
    question = _SENTENCE.findall(asked.text[-_MAX_READ:])[-1]
    wanted = read_question(_as_first_person(question), scene.speaker)
    named = any(slot == (draft.subject, draft.attribute) for slot in wanted.naming)
    return named or (draft.subject in wanted.subjects and draft.attribute in wanted.attributes)


# --- yes and no


def _find_question(own: str, asked: Message) -> re.Match[str] | None:
    if asked.role is not Role.ASSISTANT or not (_YES.match(own) or _NO.match(own)):
        return None
    question = _ASKED.search(asked.text)
    return None if question is None or _OFFERS.search(question.group()) else question


def _confirm_question(
    scene: Scene, own: str, question: re.Match[str], source: tuple[Source, Sequence[Draft]]
) -> list[Draft]:
    affirmed = bool(_YES.match(own))
    start = scene.own.find(own)
    cited = _cite_sentence(source[0].message, question.start())
    found = [draft for draft in source[1] if draft.name_of is None]
    return [
        replace(draft, affirmed=draft.affirmed is affirmed, start=start, end=start + len(own), also=(), cited=cited)
        for draft in found[:1]
    ]


# --- corrections


def _take_back(scene: Scene, own: str, told: Sequence[Draft]) -> list[Draft]:
    """Deny what the speaker told in the message before, which was a joke."""
    start = scene.own.find(own)
    return [
        replace(draft, affirmed=False, start=start, end=start + len(own), also=(), replaces=draft.value, name_of=None)
        for draft in told
        if draft.affirmed and draft.confidence >= SERVE and draft.attribute not in BEHAVIOUR_ATTRIBUTES
    ]


def opens_correction(own: str) -> bool:
    """Whether a message opens with a "no" or an "actually"."""
    return _CORRECTS.match(own) is not None


def is_besides(own: str) -> bool:
    """Whether something is told beside something else, in whose place it does not stand."""
    return _BESIDES.search(own) is not None


def _states_correction(own: str) -> bool:
    """Whether a "no" or "actually" opens a sentence about the speaker: it says what is so, and not beside something."""
    return opens_correction(own) and _FIRST_PERSON.search(own) is not None and not is_besides(own)


def _read_correction(own: str) -> tuple[str, str | None, int] | None:
    """The new value, the wrong one where it is named, and where the new one stands; a question corrects nothing."""
    if asks(own):
        return None
    named = _NOT_BUT.match(own) or _CONTRAST.search(own)
    if named and not re.match(r"\W*(?:i|my|we|our|the)\b(?! said| mean)", own, re.I):
        return named["new"], named["old"], named.start("new")
    plain = _MEANT.match(own) or _BARE_NO.match(own)
    judged = _WRONG_SO.match(own) or _ACTUALLY.match(own)
    found = judged or (plain if plain and _CORRECTS.match(own) else None)
    if found is None:
        return None
    group = found.lastgroup or "new"
    return None if _VERDICT.match(found[group]) else (found[group], None, found.start(group))


def _list_meant(drafts: Sequence[Draft], own: str, new: str, reply: Message) -> list[Draft]:
    """What a bare "no, Paris" can put right: what the reply before it named; else a name for a name or a figure for a
    figure, where the reply asks for nothing, and nothing that a life hangs on. "No worries." puts nothing right."""
    asks_for = reply.role is Role.ASSISTANT and "?" in reply.text
    shaped = new[:1].isupper() or new[:1].isdigit()
    if not shaped and (_NO_SUCH.match(own) or _COURTESY.match(new)):
        return []
    return [
        draft
        for draft in drafts
        if has_words(reply.text, draft.value) or (shaped and not asks_for and draft.attribute not in GRAVE)
    ]


def _replace_value(
    scene: Scene, new: str, old: str | None, place: int, sources: Sequence[tuple[Source, Sequence[Draft]]]
) -> Iterator[Draft]:
    value = _take_value(new)
    wrong = _take_value(old) if old else None
    start = scene.text.find(value, place) if value else -1
    if start < 0:
        return
    for source, drafts in sources:
        for draft in drafts:
            if _fits(draft, value, wrong) and not _is_guessed(scene, draft, source):
                said = draft.value
                fresh = re.sub(re.escape(wrong), value, said, flags=re.I) if wrong else value
                moved = replace(draft, start=start, end=start + len(value), also=(), affirmed=True, referred=None)
                name_of = moved.name_of if fresh[:1].isupper() else None
                corrected = replace(moved, begun=None, over=False, value=fresh, replaces=said, name_of=name_of)
                yield _with_source(corrected, value, source.message)
        if wrong and _addresses(source.message.text, wrong) and value[:1].isupper():
            made = Draft(scene.speaker, "name", value, start, start + len(value), replaces=wrong)
            yield replace(made, name_of=scene.speaker)


def _replace_asked_value(
    scene: Scene, new: str, old: str | None, place: int, earlier: Sequence[Message]
) -> Iterator[Draft]:
    """What the speaker's own question asked for, where the reply to it was the bare value: "Rex." before "no, Max"."""
    value, wrong = _take_value(new), _take_value(old) if old else None
    start = scene.text.find(value, place) if value else -1
    reply = earlier[-1]
    question = next((each for each in reversed(earlier) if each.role is Role.USER), None)
    if start < 0 or question is None or "?" in reply.text or not _replies_to_speaker(scene, reply, earlier):
        return
    brief = len(reply.text.split()) <= _MAX_WORDS if wrong is None else has_words(reply.text, wrong)
    asked = read_question(question.text, scene.speaker)
    told = [(subject, name) for subject in asked.subjects[:1] for name in asked.attributes]
    slots = list(asked.naming[:1]) or told
    if not brief or len(slots) != 1 or slots[0][1] in BEHAVIOUR_ATTRIBUTES or (wrong is None and slots[0][1] in _OPEN):
        return
    given = wrong or _take_value(reply.text.rpartition(":")[2].strip(" .!\n")) or None
    draft = name_value(Draft(*slots[0], value, start, start + len(value), replaces=given))
    if draft.name_of or draft.attribute not in RELATIONS:
        yield draft


def _replace_recited_value(
    scene: Scene, new: str, old: str | None, place: int, recited: Sequence[Claim]
) -> Iterator[Draft]:
    """What stood in the context of the reply and was repeated by it, where that was one thing."""
    value, wrong = _take_value(new), _take_value(old) if old else None
    start = scene.text.find(value, place) if value else -1
    meant = [each for each in recited if wrong is None or has_words(each.value, wrong)]
    slots = {each.slot for each in meant if each.affirmed and each.attribute not in BEHAVIOUR_ATTRIBUTES}
    if start < 0 or len(slots) != 1:
        return
    (claim, *_) = meant
    if value[:1].isupper() == claim.value[:1].isupper() and value[:1].isdigit() == claim.value[:1].isdigit():
        fresh = re.sub(re.escape(wrong), value, claim.value, flags=re.I) if wrong else value
        yield name_value(Draft(claim.subject, claim.attribute, fresh, start, start + len(value), replaces=claim.value))


def name_value(draft: Draft) -> Draft:
    """With whom its value names, where it is a name."""
    if not draft.value[:1].isupper():
        return draft
    named = related_entity(draft.subject, draft.attribute) if draft.attribute in RELATIONS else draft.subject
    return replace(draft, name_of=named) if draft.attribute in RELATIONS | {"name"} else draft


def _fits(draft: Draft, value: str, wrong: str | None) -> bool:
    """The claim that named the wrong value, or, where none is named, the one the new value could stand in for."""
    if wrong:
        return has_words(draft.value, wrong)
    if draft.attribute in _OPEN or not draft.affirmed or (draft.name_of and draft.attribute not in RELATIONS):
        return False
    alike = value[:1].isupper() == draft.value[:1].isupper() and value[:1].isdigit() == draft.value[:1].isdigit()
    return alike and len(value.split()) <= 3


def _is_guessed(scene: Scene, draft: Draft, source: Source) -> bool:
    """Whether only the reader takes a reply for one about the speaker: "It is Sydney." tells of nobody."""
    told = sentence_around(source.as_said.text, draft.start, draft.end)
    return source.is_reply and draft.subject == scene.speaker and not _FIRST_PERSON.search(told)


def _take_value(text: str) -> str:
    """The words of an answer without what leads up to it or follows."""
    kept = _TAIL.sub("", text[_LEAD.match(text).end() :])  # type: ignore[union-attr] # it matches nothing, too
    return kept.strip() if len(kept.split()) <= _MOST_VALUE_WORDS else ""


def _with_source(draft: Draft, value: str, message: Message) -> Draft:
    """Where more of the claim than the speaker's own value comes from another message, that is evidence too."""
    is_authored = fold_text(draft.value) == fold_text(value) and draft.attribute not in BEHAVIOUR_ATTRIBUTES | _OPEN
    if is_authored or message.role is Role.USER:
        return draft
    return replace(draft, cited=_cite_sentence(message, message.text.find(draft.replaces or "")))


# --- whose turn it was


def _own_words_first(scene: Scene, earlier: Sequence[Message]) -> list[Message]:
    """The speaker's own messages, then the replies to them alone, each from the newest; others' are not theirs."""
    near = earlier[-_LOOK_BACK:]
    own = [each for each in reversed(near) if _is_own(scene, each)]
    return [*own, *(each for each in reversed(near) if _replies_to_speaker(scene, each, earlier))]


def _replies_to_speaker(scene: Scene, message: Message, earlier: Sequence[Message]) -> bool:
    """Whether it is the assistant's, in an interaction in which this speaker speaks and nobody else does."""
    said = (*earlier, scene.message)  # who answers what opened their own interaction was there to hear it
    asked = [each for each in said if each.role is Role.USER and each.interaction == message.interaction]
    return message.role is Role.ASSISTANT and bool(asked) and all(_is_own(scene, each) for each in asked)


def _is_own(scene: Scene, message: Message) -> bool:
    return message.role is Role.USER and speaker_entity(message.speaker) == scene.speaker


def _restate_turn(scene: Scene, message: Message) -> Message:
    """Its own words; of the assistant's those that do not speak of itself, as the answerer would say them."""
    if message.role is Role.USER:
        return replace(message, text=message.text[:_MAX_READ])
    told = (each for each in _SENTENCE.findall(message.text[:_MAX_READ]) if not _FIRST_PERSON.search(each))
    return _as_said_by(scene, message, "".join(map(_restate_sentence, told)))


def _restate_sentence(sentence: str) -> str:
    """Also what is asked: "You live in Porto, right?" and "Do you live in Porto?" say what the answer is about."""
    asked = _ASKED.search(sentence)
    if asked:
        return f" {_STATED[asked['helper'].lower()]} {_as_first_person(asked['rest'])}."
    return _as_first_person(_TAG.sub(".", sentence))


def _as_said_by(scene: Scene, message: Message, text: str) -> Message:
    """The assistant's words to somebody, as they would say them of themselves."""
    return replace(message, text=text, role=Role.USER, speaker=scene.message.speaker)


def _as_first_person(text: str) -> str:
    for pattern, first in _SECOND:
        text = pattern.sub(first, text[:_MAX_READ])
    return text


def _addresses(text: str, name: str) -> bool:
    called = re.escape(name)
    return re.search(rf"(?:, |hi |hey |hello ){called}\b[,!.]|^{called},", text, re.I) is not None


def _cite_sentence(message: Message, place: int) -> Evidence:
    """The sentence that stands there, word for word."""
    spans = [each.span() for each in _SENTENCE.finditer(message.text)]
    start, end = next((span for span in spans if span[0] <= place < span[1]), (0, len(message.text)))
    start += len(message.text[start:end]) - len(message.text[start:end].lstrip())
    return Evidence(message.id, start, end, message.text[start:end], message.origin)
