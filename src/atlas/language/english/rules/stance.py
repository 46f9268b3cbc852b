"""Whether a sentence, or a clause in it, is meant as a report: not asked, supposed, played, quoted, joked or wished."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from itertools import pairwise
from typing import Final

from atlas.language.english.calendar_words import WEEKDAYS
from atlas.language.english.lexicon.grammar import AUXILIARIES, FILLERS, PRONOUNS, QUESTION_WORDS
from atlas.language.english.lexicon.tone import (
    DIRECT_SPEECH,
    GAMES_OPENED,
    HEDGES,
    IDIOMS,
    JOKE,
    PRETENCE,
    PRETENCE_ENDS,
    SARCASM,
    SARCASM_ADVERBS,
    SARCASM_MARKS,
    SAY_VERBS,
    TRUE_LABELS,
)
from atlas.language.english.lexicon.verbs import lemma_of
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.clause import Clause, Tokens
from atlas.language.english.rules.passage import is_task, their_words
from atlas.language.english.rules.verbal import Tense
from atlas.language.interface import Sentence


class Meant(StrEnum):
    """What to make of one clause."""

    SAID = "said"
    DENIED = "denied"
    """Under "it's not true that": the reverse is said."""
    REPORTED = "reported"
    """A third person says it of themselves: "my daughter says she's a vegetarian"."""
    NOT = "not"


_ACTION: Final = re.compile(r"^\s*\*[^*\n]{3,80} [^*\n]{1,80}\*(?!\*)")
_AS_A: Final = re.compile(r"^(?:speaking )?as (?:a|an|the) [\w' -]{3,40}, i\b", re.I)
_PARTS: Final = re.compile(
    r"\byou(?:'re| are) (?:the|my|a|an) [\w ]{2,30}(?: now\b|(?:,| and) i(?:'m| am|'ll be| play))"
    r"|\bfor this (?:story|game|scene)"
)
_JOKE: Final = re.compile(JOKE)
_UNREALLY: Final = re.compile(r"(?:ok(?:ay)? |no,? |well,? |haha,? |lol,? )*not really\W*$")
_OPENING_WORDS: Final = 3
_ENDS_NOT: Final = re.compile(r"(?:[,.!]\s*|\s)NOT[.!]*\s*$|,\s*not\s*[.!]*$")
_CAPS_SO: Final = re.compile(r"\b(?:SO|HUGE|TOTALLY|LOVE|ADORE|SUCH)\b")
_CONDITIONS: Final = word_set("if unless whether lest suppose supposing assuming")
_PRESUPPOSED: Final = word_set(
    """
    when whenever once until till before after than where how why what which who
    """
)
_ASSERTING: Final = word_set("because cause cuz since as although though tho while whereas")


def pretended(text: str) -> bool:
    """Whether a game or a thought experiment opens here."""
    low = _flat(text)
    played = _ACTION.match(text) or _AS_A.match(low) or _PARTS.search(low)
    return bool(played) or any(_holds(low, cue) for cue in PRETENCE)


def returned(text: str) -> bool:
    return any(_holds(_flat(text), cue) for cue in PRETENCE_ENDS)


def still_playing(earlier: Iterable[str]) -> bool:
    """Whether a game that was opened in the last messages has not been closed."""
    playing = False
    for text in earlier:
        low = _flat(text)
        playing = (playing or any(_holds(low, cue) for cue in GAMES_OPENED)) and not returned(text)
    return playing


def sarcastic(sentence: Sentence, whole: str) -> bool:
    low = _flat(sentence.text)
    opening = any(low.startswith(cue) or f" {cue}" in low for cue in SARCASM)
    marked = any(mark in whole for mark in SARCASM_MARKS) or bool(_ENDS_NOT.search(sentence.text))
    exclaimed = low.startswith(("oh i ", "oh i'm ", "oh, i ", "lol i'm so", "sure, i")) or bool(
        low.startswith("oh ") and _CAPS_SO.search(sentence.text)
    )
    return opening or marked or exclaimed or _joking(low)


def negated_afterwards(following: Sentence | None) -> bool:
    """As in "I love it. NOT.", "I'm a pilot now. Just kidding!"."""
    if following is None:
        return False
    return following.text.strip(" .!") == "NOT" or _takes_back(_flat(following.text))


def _joking(low: str) -> bool:
    return _JOKE.search(low) is not None


def _takes_back(low: str) -> bool:
    """A joke owned up to at the head of the next sentence."""
    found = _JOKE.search(low) or _UNREALLY.match(low)
    return found is not None and len(low[: found.start()].split()) <= _OPENING_WORDS


def foreign(sentence: Sentence) -> bool:
    """Whether the label before the colon gives the word to somebody else, or to a text."""
    label = sentence.label
    if not label:
        return False
    low = _flat(label)
    words = set(re.findall(r"[\w']+", low))
    if is_task(label) or their_words(label):
        return True
    if words & TRUE_LABELS or words & {"i", "me", "my", "we"}:
        return bool(words & {"cents"})
    return True


def asks(tokens: Tokens) -> bool:
    """A question by its form, with or without its mark: "where do I work again", "is it true that …"."""
    words = [token.low for token in tokens if token.word]
    while words and words[0] in FILLERS:
        words = words[1:]
    if len(words) < 2:
        return False
    if words[0] in QUESTION_WORDS:
        return words[1] in AUXILIARIES or words[1] in {
            "'s",
            "about",
            "if",
            "the",
            "kind",
            "time",
            "many",
            "much",
            "long",
        }
    if words[1] == "n't":
        words = [words[0], *words[2:], ""]
    return words[0] in AUXILIARIES and (words[1] in PRONOUNS or words[1] in {"my", "the", "someone", "your", "our"})


def statement_before_question(text: str) -> int:
    """For "My dog is scared of the hoover, any ideas?": where the question that follows a statement begins, else 0."""
    comma = text.rfind(",")
    tail = _flat(text[comma + 1 :]).strip(" ?!")
    if comma <= 0 or not tail or _is_tag(tail):
        return 0
    words = tail.split()
    asking = words[0] in QUESTION_WORDS | {"any", "got", "so", "but", "and"} or words[0] in AUXILIARIES
    return comma if asking else 0


_TAGS: Final = word_set("yeah right huh no yes correct innit eh ok remember true")


def _is_tag(tail: str) -> bool:
    words = tail.replace("n't", " n't").split()
    if words[0] in _TAGS and len(words) <= 2:
        return True
    return len(words) <= 3 and words[0] in AUXILIARIES and words[-1] in PRONOUNS and "believe" not in words


def meant(clause: Clause, place: int, found: list[Clause], own: str) -> Meant:
    """How one clause of a sentence that is itself a report is meant."""
    if clause.inverted or clause.verb.softly or _unreal(clause, own):
        return Meant.NOT
    leads = set(clause.lead.split())
    if leads & {"since", "as"} and clause.verb.tense in (Tense.PAST, Tense.PERFECT):
        return Meant.NOT
    at_home = "where" in leads and clause.verb.lemma in {"live", "work"}
    if at_home or _cleft(clause, found) or _about_that_one(clause):
        return Meant.SAID
    if leads & _CONDITIONS or (leads & _PRESUPPOSED and not clause.embedded) or "like" in leads:
        return Meant.NOT
    if _under_condition(clause, found) or _not_that(clause) or _in_case(clause) or _as_soon_as(clause):
        return Meant.NOT
    return _hosted(clause, place, found)


def _unreal(clause: Clause, own: str) -> bool:
    tokens = clause.tokens[max(0, clause.begin - 3) : clause.end]
    if not tokens:
        return True
    near = _flat(own[tokens[0].start : tokens[-1].end])
    clause_text = _flat(own[clause.tokens[clause.begin].start : tokens[-1].end])
    if _hedged(clause, own) or "who knows" in near or any(idiom in clause_text for idiom in IDIOMS):
        return True
    adverbs = set(clause.verb.adverbs)
    if adverbs & {"almost", "nearly", "maybe", "perhaps"} or any(token.low in SARCASM_ADVERBS for token in tokens):
        return True
    return " anything but " in f" {clause_text} " or " far from a" in f" {clause_text} "


def _hedged(clause: Clause, own: str) -> bool:
    """Uncertain from a little before its subject up to the first comma behind its verb."""
    tokens = clause.tokens
    first = tokens[max(0, clause.begin - 3)]
    last = next(
        (token for token in tokens[clause.verb.after : clause.end] if token.text == ","), tokens[clause.end - 1]
    )
    near = _flat(own[first.start : last.end])
    return any(_holds(near, hedge) for hedge in HEDGES)


def _under_condition(clause: Clause, found: list[Clause]) -> bool:
    conditions = [
        other
        for other in found
        if set(other.lead.split()) & _CONDITIONS and other is not clause and not _parted(clause, other)
    ]
    if not conditions:
        return False
    own = any((other.who and other.who[-1].low in {"i", "we"}) or other.elided for other in conditions)
    return own or clause.verb.tense in (Tense.UNREAL, Tense.FUTURE)


def _parted(clause: Clause, condition: Clause) -> bool:
    """As in "I do nights, so don't be surprised if I write late": the condition hangs on something else."""
    between = clause.tokens[clause.verb.after : condition.begin]
    linked = any(token.low in {"so", "but", "because"} for token in between)
    plain = clause.verb.tense in (Tense.PRESENT, Tense.PAST, Tense.PERFECT) and not clause.verb.modal
    return linked or (plain and any(token.text == "," for token in between))


def _as_soon_as(clause: Clause) -> bool:
    """As in "as soon as I start, my worries vanish": when, not that."""
    before = [token.low for token in clause.tokens[: clause.subject[0]]][-2:]
    return before in (["soon", "as"], ["every", "time"], ["each", "time"])


def _in_case(clause: Clause) -> bool:
    return [token.low for token in clause.tokens[max(0, clause.begin - 2) : clause.begin]] == ["in", "case"]


def _not_that(clause: Clause) -> bool:
    before = clause.tokens[max(0, clause.begin - 1) : clause.begin + 1]
    return len(before) == 2 and before[0].low == "not" and clause.lead.startswith("that")


def _cleft(clause: Clause, found: list[Clause]) -> bool:
    """As in "It was Wednesday that I flew back"."""
    host = found[clause.host] if clause.lead == "that" and clause.host >= 0 else None
    return host is not None and host.who[:1] != () and host.who[0].low == "it" and _names_day(host)


def _names_day(host: Clause) -> bool:
    return host.verb.copula and not host.verb.negated and len(host.rest) == 1 and host.rest[0].low in WEEKDAYS


def _about_that_one(clause: Clause) -> bool:
    """As in "a son, Mateo, who's 11"."""
    before = clause.tokens[clause.begin - 1] if clause.begin else None
    mine = len(clause.who) == 1 and clause.who[0].low == "who" and clause.verb.copula
    return mine and before is not None and (before.text == "," or before.capital)


def _hosted(clause: Clause, place: int, found: list[Clause]) -> Meant:
    if _in_direct_speech(clause, place, found):
        return Meant.NOT
    if _in_their_words(place, found):
        return _own_report(clause, found)
    if not clause.embedded:
        return Meant.SAID
    host = found[clause.host] if 0 <= clause.host < place else None
    if host is None:
        return Meant.NOT
    if _denies(host):
        return Meant.DENIED
    return Meant.NOT


def _denies(host: Clause) -> bool:
    after = " ".join(token.low for token in host.rest)
    first = host.who[0].low if host.who else ""
    if first == "it" and host.verb.copula and host.verb.negated:
        return after.startswith("true")
    return first == "there" and after.startswith("no way")


def _in_their_words(place: int, found: list[Clause]) -> bool:
    """Everything from "she says" to the end of the sentence is hers, unless the speaker plainly takes the word back."""
    for earlier in range(place):
        teller = found[earlier]
        said = (
            teller.verb.lemma in SAY_VERBS
            or _says_last(teller)
            or (teller.verb.copula and teller.rest[:1] and teller.rest[0].low == "like")
        )
        outside = bool(teller.who) and teller.who[-1].low not in {"i", "we"}
        told = earlier + 1 < len(found) and found[earlier + 1].embedded
        if said and outside and told:
            back = any(found[at].lead in {"so", "but", "because"} for at in range(earlier + 2, place + 1))
            return not back
    return False


def _in_direct_speech(clause: Clause, place: int, found: list[Clause]) -> bool:
    """As in "My cousin said, quote, I work at Zalando": somebody's own words, without the marks."""
    for teller, speech in pairwise(found[: place + 1]):
        spoken = teller.verb.lemma in DIRECT_SPEECH or _says_last(teller) or _is_all(teller)
        if not spoken or not teller.who or teller.who[-1].low in {"i", "we", "you", "it"}:
            continue
        if not speech.who or speech.who[-1].low not in {"i", "we"}:
            continue
        between = teller.tokens[teller.verb.after : speech.subject[0]]
        if any(not token.word for token in between) and _only_introduces(between):
            ended = any(token.low in {"unquote", "endquote"} for token in teller.tokens[: clause.begin + 1])
            laughed = clause is not speech and clause.lead in {"and", "but", "so"} and clause.verb.tense is Tense.PAST
            return not ended and not laughed
    return False


def _is_all(teller: Clause) -> bool:
    """As in "and he's all, I'm a vegan"."""
    return teller.verb.copula and (not teller.rest or teller.rest[0].low in {"all", "like"} or not teller.rest[0].word)


def _only_introduces(between: Tokens) -> bool:
    """Nothing but marks, whom it is said to, and one name or title that is called."""
    words = [token.low for token in between if token.word]
    return sum(low not in _INTRODUCING for low in words) <= (between[0].text == ",")


_INTRODUCING: Final = word_set(
    "quote like all me us him her them to that saying yelling shouting out loud today yesterday and then"
)


def _says_last(teller: Clause) -> bool:
    """As in "keeps replying …", "was shouting …"."""
    rest = [token for token in teller.rest if token.word]
    return bool(rest) and lemma_of(rest[-1].low) in SAY_VERBS


def _own_report(clause: Clause, found: list[Clause]) -> Meant:
    """As in "My daughter says she's a vegetarian": she of herself."""
    pronoun = len(clause.who) == 1 and clause.who[0].low in {"he", "she"}
    teller = found[clause.host] if clause.host >= 0 else None
    known = teller is not None and bool(teller.who) and teller.who[0].low in {"my", "our"}
    return Meant.REPORTED if pronoun and known and clause.embedded else Meant.NOT


def _flat(text: str) -> str:
    return text.casefold().replace("’", "'").strip()


def _holds(low: str, cue: str) -> bool:
    place = low.find(cue)
    while place >= 0:
        before = low[place - 1] if place else " "
        after = low[place + len(cue) : place + len(cue) + 1] or " "
        if not before.isalnum() and (not after.isalnum() or not cue[-1].isalnum()):
            return True
        place = low.find(cue, place + 1)
    return False
