"""The open claims: what someone did, does, plans, wants, feels or thinks, as a short verb phrase of their own words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from atlas.language.english.lexicon.grammar import AUXILIARIES, VERB_ADVERBS
from atlas.language.english.lexicon.tone import (
    EMPTY_VERBS,
    EVALUATIVE,
    FEELINGS,
    PHATIC,
    REQUESTS,
    SAY_VERBS,
    SMALL_TALK,
)
from atlas.language.english.lexicon.verbs import Form
from atlas.language.english.lexicon.verbs import reading as word_reading
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.rules.clause import Clause, clauses
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.gist import gist, last_kept
from atlas.language.english.rules.phrase import Tokens, substance
from atlas.language.english.rules.reading import Reading, without_date
from atlas.language.english.rules.verbal import Tense
from atlas.language.english.rules.who import Who

OPEN: Final = word_set("has did plans does feels believes knows works_on likes wants trait uses")
"""Claims that are weighed against the whole of what was said before they are proposed."""

SKILLS: Final = word_set(
    "bake bowl climb code cook crochet dance dive draw drive fish fly garden hunt juggle knit lift paint play program "
    "read ride row run sail sew shoot sing skate ski sleep snowboard speak spell surf swim type walk weld whistle "
    "write yodel eat drink digest hear see smell taste tolerate"
)
"""What one can or cannot, and would tell of oneself."""

_PLAN_VERBS: Final = word_set("plan intend aim")
_MOTION: Final = word_set("go fly travel move visit take start come leave get head drive attend meet see turn expect")
_THINK: Final = word_set("think believe reckon")
_EFFECTS: Final = word_set("help make bring matter count mean remind keep give inspire motivate teach show let allow")
_CERTAIN: Final = word_set(
    "the a an you your he she they it this that there his her their its i who what here everyone"
)
SETTLED: Final = word_set("like love hate dislike adore enjoy detest loathe want need prefer")
"""Verbs whose reader has the last word: what it does not take is not told either."""
_TITLE: Final = 40
MIN_OPINION: Final = 4
MIN_BELIEF: Final = 2
_REQUESTS: Final = tuple(re.compile(pattern) for pattern in REQUESTS)
_FOR_HELP: Final = re.compile(
    r"\b(?:can|could|would) (?:you|i get)\b|\bhelp me\b|\bshow me\b|\bnot sure\b|\bhere'?s my\b", re.I
)
"""Who asks for help says what they are trying to do just now; that is the task, not a fact to keep."""
_FRAME: Final = 80
MIN_EMPTY: Final = 4
"""A verb that only carries talk along needs so many telling words behind it."""


def read_telling(reading: Reading) -> list[Draft]:
    """At most one open claim of a clause, where the settled readers found none."""
    if not reading.subject.person and reading.subject.who is not Who.THING:
        return []
    if reading.subject.who in (Who.PERSON, Who.THING) and not reading.subject.sure:
        return []
    if reading.verb.lemma in SETTLED or _quotes(reading) or _told_of_unnamed(reading):
        return []
    made = _told(reading)
    return [made] if made else []


def _told_of_unnamed(reading: Reading) -> bool:
    """As in "she gave it to me": what somebody else did to a thing that nobody names here."""
    rest = reading.rest[:1]
    return reading.subject.who is not Who.SPEAKER and bool(rest) and rest[0].low in {"it", "them", "him"}


def _quotes(reading: Reading) -> bool:
    """Somebody's words are told, not a deed: "my brother goes, …", "the sign says …"."""
    tokens = reading.clause.tokens[reading.verb.head : reading.clause.reach]
    long = any(token.quoted and _speaks(reading.scene.text[token.start : token.end]) for token in tokens)
    says = reading.verb.lemma in SAY_VERBS and not reading.verb.passive
    return long or (reading.subject.who is Who.THING and says)


def _speaks(quote: str) -> bool:
    """A quotation that is a sentence, not a title or a name."""
    return len(quote) > _TITLE or re.search(r"\b(?:i|i'm|i’m|my|me)\b", quote, re.I) is not None


def _told(reading: Reading) -> Draft | None:
    verb = reading.verb
    if verb.lemma == "feel":
        return _feeling(reading)
    if verb.lemma in _THINK:
        return _belief(reading) if verb.tense is Tense.PRESENT else _considered(reading)
    if verb.tense is Tense.UNREAL or (verb.lemma in EMPTY_VERBS and not _substantial(reading)):
        return None
    if verb.tense is Tense.FUTURE or _going_to(reading) or verb.lemma in _PLAN_VERBS:
        return _plan(reading)
    if verb.tense is Tense.PROGRESSIVE:
        return _ongoing(reading)
    if verb.tense is Tense.CAN:
        return _ability(reading)
    return _act(reading)


def _substantial(reading: Reading) -> bool:
    """Even an empty verb tells something with a name behind it, or with enough words."""
    run = run_on(replace(reading, tail=()))
    past = (
        reading.verb.lemma in {"see", "hear", "catch"}
        and reading.verb.tense is Tense.PAST
        and run[:1] != ()
        and run[0].capital
        and run[0].low != "i"
    )
    return past or substance(run) >= MIN_EMPTY


def passing(reading: Reading) -> bool:
    """Small talk, or the frame of a request: said for the moment, not to be kept."""
    clause = reading.clause
    low = reading.scene.own[reading.start : clause.tokens[clause.reach - 1].end].casefold().replace("’", "'")
    if any(phrase in low for phrase in SMALL_TALK) or any(pattern.search(low[:_FRAME]) for pattern in _REQUESTS):
        return True
    return reading.verb.lemma in {"try", "tell"} and _FOR_HELP.search(reading.scene.own) is not None


def run_on(reading: Reading) -> Tokens:
    """The tokens behind the verb group, on through the clauses that carry the same thought further."""
    clause, others = reading.clause, reading.others
    end = clause.reach
    for other in others[reading.place + 1 :]:
        if not _carries_on(other, clause):
            end = other.begin
            break
        end = other.reach
    rest = clause.tokens[clause.verb.after : end]
    whole = end == len(clause.tokens) and (substance(rest) or clause.verb.lemma not in _HELPING)
    return (*rest, *reading.tail) if whole else rest


_HELPING: Final = word_set("do have know can will")
"""Verbs that answer and tell nothing alone: what follows "I do." and "I know." is another matter."""


def _carries_on(clause: Clause, main: Clause) -> bool:
    if clause.elided and clause.verb.lemma in SETTLED:
        return False
    if clause.embedded or clause.elided:
        return clause.embedded or (clause.verb.tense is main.verb.tense and clause.verb.negated == main.verb.negated)
    first = clause.who[0].low if clause.who else ""
    if first in {"it", "they", "that", "this"}:
        return True
    if first.endswith("ing") and clause.who[-1].low in {"it", "they"} and main.verb.tense is Tense.PROGRESSIVE:
        return True  # "reading a book and hoping it helps"
    if "so" in clause.lead.split() and clause.verb.tense is Tense.CAN:
        return first in {"i", "we"}  # what it is for: "I run so I can sleep"
    return bool(set(clause.lead.split()) & {"because", "when", "while", "where", "after", "before"}) and first != "you"


def carries_on(tokens: Tokens) -> bool:
    """Whether a sentence only adds to the one before: a comment on it, or how it felt."""
    lows = [token.low for token in tokens[:5]]
    if not lows:
        return False
    if _points_at_thing(tokens):
        return False
    if lows[0] in _CARRYING or _adds_remark(tokens):
        return True
    return lows[0] == "i" and lows[1:2] in (["'m"], ["was"], ["felt"], ["feel"]) and bool(set(lows[2:5]) & FEELINGS)


def _points_at_thing(tokens: Tokens) -> bool:
    """As in "That photo looks awesome", "Those moments matter": about a thing of its own, not about what was said."""
    lows = [token.low for token in tokens if token.word][:2]
    if len(lows) < 2 or lows[0] not in {"that", "this", "these", "those"}:
        return False
    return lows[1] not in AUXILIARIES and lows[1] not in VERB_ADVERBS and word_reading(lows[1]) is None


_CARRYING: Final = word_set("it that this they felt was everyone everything these those such")
_REMARKS: Final = word_set("made makes reminds reminded brings brought gave gives helps helped keeps kept feels")
MIN_REMARK: Final = 2


def _adds_remark(tokens: Tokens) -> bool:
    """A sentence without a subject of its own: "Really made me proud.", "So much energy and love everywhere!"."""
    lows = [token.low for token in tokens if token.word]
    said = next((low for low in lows if low not in VERB_ADVERBS), "")
    if not said:
        return False
    found = word_reading(said)
    urges = (found is not None and found[1] is Form.BASE) or lows[0] in {"let", "lets", "do", "never", "please"}
    if urges or _speaks_to_listener(tokens) or lows[0] in PHATIC:
        return False
    return said in _REMARKS or (not clauses(tokens) and substance(tokens) >= MIN_REMARK)


def open_claim(reading: Reading, attribute: str, tokens: Tokens, *, ahead: bool = False) -> Draft | None:
    """A claim whose value is a gist of these tokens."""
    when = reading.when(ahead=ahead)
    if attribute != "does":
        tokens = without_date(tokens, when)
    if not substance(tokens):
        return None
    value = gist(reading.scene.text, tokens)
    if not value:
        return None
    end = last_kept(reading.scene.text, tokens, value).end
    start = min(reading.start, tokens[0].start)
    made = Draft(reading.entity, attribute, value, start, end, reading.affirmed, reading.confidence)
    return replace(made, referred=when.at if when else None)


def _phrase(reading: Reading) -> Tokens:
    """The verb and all that hangs on it."""
    return (reading.clause.tokens[reading.verb.head], *run_on(reading))


def _feeling(reading: Reading) -> Draft | None:
    rest = run_on(reading)
    if not rest or rest[0].low in {"like", "that", "it", "you", "free", "i", "as"}:
        return None
    return open_claim(reading, "feels", rest)


def _belief(reading: Reading) -> Draft | None:
    rest = run_on(reading)
    if rest and rest[0].low == "that":
        rest = rest[1:]
    if not rest or rest[0].low in {"i", "so", "of", "about", "you", "it", "we", "in"}:
        return None
    if substance(run_on(replace(reading, tail=()))) < MIN_BELIEF:
        return None
    return open_claim(reading, "believes", rest) if reading.affirmed else None


def _considered(reading: Reading) -> Draft | None:
    """As in "I'm thinking of moving to Porto": not a plan yet, but on someone's mind."""
    rest = reading.rest
    weighs = len(rest) > 1 and rest[0].low in {"of", "about"} and rest[1].low.endswith("ing")
    ongoing = reading.verb.tense is Tense.PROGRESSIVE and reading.affirmed
    return open_claim(reading, "does", _phrase(reading)) if weighs and ongoing else None


def _going_to(reading: Reading) -> bool:
    rest = reading.rest
    return (
        reading.verb.lemma == "go" and reading.verb.tense is Tense.PROGRESSIVE and len(rest) > 1 and rest[0].low == "to"
    )


def _plan(reading: Reading) -> Draft | None:
    tokens = _phrase(reading)
    if reading.verb.lemma in _PLAN_VERBS and len(tokens) > 2:
        tokens = tokens[2:] if tokens[1].low in {"to", "on"} else tokens[1:]
    elif _going_to(reading) and not _heads_somewhere(tokens):
        tokens = tokens[2:]
    if reading.verb.tense is Tense.FUTURE and reading.verb.lemma in {"be", "keep", "have"}:
        return None
    return open_claim(reading, "plans", tokens, ahead=True)


def _heads_somewhere(tokens: Tokens) -> bool:
    """As in "going to Kyoto", "going to the dentist", as opposed to "going to learn"."""
    return len(tokens) < 3 or tokens[2].capital or tokens[2].low in {"the", "a", "an", "my", "our"}


def _ongoing(reading: Reading) -> Draft | None:
    when = reading.when(ahead=True)
    future = when is not None and when.at > reading.scene.said
    lemma = reading.verb.lemma
    married = lemma == "get" and reading.rest[:1] != () and reading.rest[0].low in {"married", "engaged", "divorced"}
    if lemma in _MOTION and (future or married or lemma in {"expect", "turn", "take", "fly", "move"}):
        return open_claim(reading, "plans", _phrase(reading), ahead=True)
    made = open_claim(reading, "does", _phrase(reading))
    mine = [token.low for token in reading.clause.who] in (["my", "job"], ["my", "work"])
    return replace(made, subject=reading.scene.speaker) if made and mine else made


def _ability(reading: Reading) -> Draft | None:
    """A skill; most of what people *can* is talk ("I can't picture it", "it can be overwhelming")."""
    tokens = _phrase(reading)
    if reading.verb.lemma not in SKILLS or reading.subject.who is Who.THING:
        return None
    if (reading.clause.who and reading.clause.who[-1].low == "we") or any(
        token.low in {"you", "your"} for token in tokens
    ):
        return None
    return open_claim(reading, "knows", tokens)


def _act(reading: Reading) -> Draft | None:
    tense = reading.verb.tense
    attribute = "does" if tense is Tense.PRESENT else "did"
    tokens = _phrase(reading)
    if reading.verb.lemma == "work" and reading.rest[:1] and reading.rest[0].low == "out" and len(reading.rest) > 2:
        return None
    if tense is Tense.PRESENT and reading.subject.person and _soon(reading):
        return _in_base_form(open_claim(reading, "plans", tokens, ahead=True), reading)
    if reading.verb.passive and tense is Tense.PRESENT and len(tokens) < 2:
        return None
    helper = reading.clause.tokens[reading.verb.head - 1]
    if reading.verb.passive and helper.low[:1] != "'":
        tokens = (helper, *tokens)
    if tense is Tense.PAST and tokens[0].low.endswith("ing"):
        tokens = (*_was_or_were(reading), *tokens)
    if reading.subject.who is Who.THING and tense is Tense.PRESENT and not _precise(reading.rest):
        return None
    return open_claim(reading, attribute, tokens)


def _was_or_were(reading: Reading) -> Tokens:
    """As in "was falling out": without its helper the verb tells of no past."""
    group = reading.clause.tokens[reading.verb.start : reading.verb.head]
    return next(((token,) for token in group if token.low in {"was", "were"}), ())


def _in_base_form(draft: Draft | None, reading: Reading) -> Draft | None:
    """One plans *to start*: the one word that a plan does not keep as it was said."""
    said = reading.clause.tokens[reading.verb.head].text
    if draft is None or not draft.value.startswith(said):
        return draft
    return replace(draft, value=f"{reading.verb.lemma}{draft.value[len(said) :]}")


def _soon(reading: Reading) -> bool:
    """As in "Next month I start at Airbus" is a plan."""
    when = reading.when(ahead=True)
    return when is not None and when.at > reading.scene.said and when.whole in {"day", "week", "month"}


def _precise(tokens: Tokens) -> bool:
    return any(token.low[:1].isdigit() or token.capital or token.quoted for token in tokens)


def opinion(reading: Reading) -> Draft | None:
    """A judgement without "I think": "staying focused is key", "it's important to help others"."""
    clause = reading.clause
    who = clause.who
    if not who or not reading.affirmed or reading.verb.tense is Tense.PAST or not _general(reading):
        return None
    tokens = (*clause.tokens[clause.subject[0] : clause.verb.after], *run_on(reading))
    if substance(tokens) < MIN_OPINION or _speaks_to_listener(clause.tokens) or _leans_back(who):
        return None
    if any(token.quoted and _speaks(reading.scene.text[token.start : token.end]) for token in tokens):
        return None
    made = open_claim(reading, "believes", tokens)
    return replace(made, subject=reading.scene.speaker) if made else None


def _speaks_to_listener(tokens: Tokens) -> bool:
    """A judgement with *you* in it is a compliment or advice: said to please, not to be remembered."""
    return any(token.low in {"you", "your", "yourself", "u"} for token in tokens)


def _leans_back(who: Tokens) -> bool:
    """As in "events like these", "those milestones": a judgement of something that stands elsewhere."""
    return who[0].low == "their" or any(token.low in {"this", "that", "these", "those"} for token in who)


def _general(reading: Reading) -> bool:
    first = reading.clause.who[0].low
    if first == "we":
        return reading.verb.tense is Tense.CAN or reading.verb.modal in {"should", "must", "need"}
    if first == "it":
        return False  # "it's awesome to see", "it's nice that": the mood of the moment
    gerund = (
        first.endswith("ing") and len(first) > 5 and first not in {"something", "everything", "anything", "nothing"}
    )
    if reading.verb.tense not in (Tense.PRESENT, Tense.CAN, Tense.PERFECT):
        return False
    if _touches_us(reading) or _means_to_us(reading):
        return True
    return gerund or (_sort(reading.clause.who[-1].low, first) and (_values(reading) or reading.verb.lemma in _EFFECTS))


_SPOKEN_OF: Final = word_set("you your i we he she they it who that here there")


def _touches_us(reading: Reading) -> bool:
    """What something does to the speaker: "the group has made me feel accepted", "family time matters to me"."""
    first = reading.clause.who[0].low
    if first in _SPOKEN_OF:
        return False
    return any(token.low in {"me", "us", "myself"} for token in reading.rest[:4])


def _means_to_us(reading: Reading) -> bool:
    """What something is to the speaker: "pottery is a huge part of my life", "my friends are my rocks"."""
    who = reading.clause.who
    if not reading.verb.copula or who[0].low in _SPOKEN_OF:
        return False
    return any(token.low in {"my", "our", "me", "us", "myself"} for token in reading.rest[:7])


def _sort(last: str, first: str) -> bool:
    """A kind of thing, not a certain one: "little acts of kindness", "these reminders", "music"."""
    return first not in _CERTAIN and (last.endswith("s") or last.isalpha())


def _values(reading: Reading) -> bool:
    return reading.verb.copula and any(token.low in EVALUATIVE for token in reading.rest[:6])
