"""What someone does, has, likes, wants and plans: verbs with a meaning of their own, and the open rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.english.lexicon.topics import (
    APPOINTMENTS,
    BAD_PART,
    BODY_PARTS,
    CONDITION_HEADS,
    CONDITIONS,
    DISLIKE_VERBS,
    GAMES,
    INSTRUMENTS,
    LANGUAGES,
    LIKE_VERBS,
    MEDICINES,
)
from atlas.language.english.rules.draft import Draft
from atlas.language.english.rules.phrase import Tokens, leading, listed, substance, text_of, trimmed
from atlas.language.english.rules.places import born, coming, growing, living, moving, raised
from atlas.language.english.rules.reading import Reading, without_date
from atlas.language.english.rules.steps import DONE, HOLDING, Items, at_once, kept, low_words, to_comma
from atlas.language.english.rules.telling import open_claim, run_on
from atlas.language.english.rules.trades import appointed, as_trade, quitting, working
from atlas.language.english.rules.verbal import Tense
from atlas.language.english.rules.who import Who


def read_doing(reading: Reading) -> list[Draft]:
    """The claims of a clause with a verb of its own that has a settled place to go."""
    if "rather" in reading.verb.adverbs and reading.verb.tense is Tense.UNREAL:
        return kept(_rather(reading))
    reader = _FRAMES.get(reading.verb.lemma)
    if reader is None or not (reading.subject.person or (reader is _have and reading.subject.who is Who.THING)):
        return []
    return kept(reader(reading))


def _rather(reading: Reading) -> Items:
    """As in "I'd rather read than watch the film"."""
    tokens = reading.clause.tokens[reading.verb.head : reading.clause.end]
    cut = next((place for place, token in enumerate(tokens) if token.low == "than" or token.text == ","), len(tokens))
    if "have" not in reading.verb.modal and reading.affirmed:
        yield reading.draft("prefers", tokens[:cut])


def _like(reading: Reading) -> Items:
    verb = reading.verb
    if verb.tense is Tense.UNREAL:
        regretted = reading.clause.tokens[verb.head - 1].low in {"have", "'ve"}
        if (
            verb.lemma in {"like", "love"}
            and not regretted
            and low_words(reading.rest)[:1] in (["to"], ["a"], ["some"])
        ):
            yield _wanted(reading)
        return
    if verb.tense not in HOLDING or verb.passive:
        return
    dislike = verb.lemma in DISLIKE_VERBS
    if dislike and not reading.affirmed:
        return
    for value in _tastes(reading):
        yield reading.draft("likes", value, affirmed=reading.affirmed and not dislike)


def _tastes(reading: Reading) -> list[Tokens]:
    rest = reading.rest
    if not rest or (
        rest[0].low in {"you", "your", "it", "that", "this", "how", "what", "when", "to"} and len(rest) < 3
    ):
        return []
    if rest[0].low in {"you", "your", "how", "it", "that", "this", "him", "her", "them", "these", "those"}:
        return []
    members = listed(rest)
    if (
        len(members) > 1
        and {"and", "or"} & set(low_words(rest))
        and all(len(member) <= 2 for member in members)
        and _covers(members, rest)
    ):
        return members
    return [trimmed(to_comma(rest))]


def _covers(members: list[Tokens], rest: Tokens) -> bool:
    """Whether the list is all there is, as opposed to "jazz and being with my friends"."""
    return sum(len(member) for member in members) >= sum(1 for token in trimmed(rest) if token.word) - len(members) - 1


def _stand(reading: Reading) -> Items:
    """As in "can't stand reality tv"."""
    if reading.verb.modal in {"ca", "can", "could"} and not reading.affirmed and substance(reading.rest):
        yield reading.draft("likes", to_comma(reading.rest), affirmed=False)


def _born_or_bear(reading: Reading) -> Items:
    """*bear* is a verb of its own, and *born* its participle."""
    return _stand(reading) if reading.verb.modal else born(reading)


def _prefer(reading: Reading) -> Items:
    if reading.verb.tense in HOLDING:
        rest = to_comma(reading.rest)
        cut = next(
            (at for at, token in enumerate(rest) if at and token.low in {"to", "over", "than", "rather"}), len(rest)
        )
        yield reading.draft("prefers", trimmed(rest[:cut]))


def _have(reading: Reading) -> Items:
    if reading.verb.tense not in (Tense.PRESENT, Tense.PERFECT) or reading.verb.passive:
        return
    rest = reading.rest
    if not rest or rest[0].low in {"to", "you", "it", "that", "this", "been", "your", "fun"}:
        return
    denied = rest[0].low in {"no", "not"}
    if denied:
        rest = rest[1:]
    when = reading.when(ahead=True)
    value = _possession(without_date(to_comma(rest), when))
    if not value:
        return
    attribute = "has_condition" if _is_condition(value) else "has"
    affirmed = reading.affirmed and not denied
    if when and value[-1].low in APPOINTMENTS and when.at >= reading.scene.said:
        attribute, value = "plans", without_date(to_comma(rest), when)
    made = reading.draft(attribute, value, affirmed=affirmed)
    yield replace(made, referred=when.at if when and attribute == "plans" else None) if made else None


def _possession(rest: Tokens) -> Tokens:
    """The thing had: its noun phrase, with the "of", "in", "on" and "to" that say which."""
    head = leading(rest)
    if not head or not substance(head):
        return ()
    at = rest.index(head[-1]) + 1
    while at < len(rest) - 1 and rest[at].low in {"in", "for", "to", "with", "from", "about"} and at < 9:
        tail = leading(rest[at + 1 :])
        if not tail or tail[0].low in {"it", "me", "us"}:
            break
        at = rest.index(tail[-1]) + 1
    return trimmed(rest[:at])


def _is_condition(value: Tokens) -> bool:
    lows = low_words(value)
    if any(low in CONDITIONS for low in lows):
        return True
    if lows[0] in BAD_PART and any(low in BODY_PARTS for low in lows):
        return True
    return lows[-1] in CONDITION_HEADS - BODY_PARTS and len(lows) > 1


def _suffer(reading: Reading) -> Items:
    rest = at_once(reading.rest, "from", "with")
    if rest:
        yield reading.draft("has_condition", leading(rest))


def _diagnosed(reading: Reading) -> Items:
    rest = at_once(reading.rest, "with")
    if rest and reading.verb.passive:
        yield reading.draft("has_condition", leading(rest))


def _take(reading: Reading) -> Items:
    head = leading(reading.rest)
    if head and reading.verb.tense in HOLDING and any(token.low in MEDICINES for token in head):
        yield reading.draft("takes", head)


def _speak(reading: Reading) -> Items:
    if reading.verb.tense is not Tense.PRESENT and reading.verb.tense is not Tense.CAN:
        return
    for member in listed(reading.rest):
        while member and member[0].low in {
            "some",
            "little",
            "any",
            "bit",
            "fluent",
            "basic",
            "of",
            "good",
            "only",
            "a",
        }:
            member = member[1:]
        if member and member[0].low in LANGUAGES:
            yield reading.draft("speaks", member[:1])
        elif not member or not member[0].capital:
            return


def _play(reading: Reading) -> Items:
    head = leading(reading.rest)
    if head and reading.verb.tense in HOLDING and any(token.low in INSTRUMENTS | GAMES for token in head):
        yield reading.draft("plays", head)


def _study(reading: Reading) -> Items:
    if reading.verb.tense in HOLDING:
        head = leading(reading.rest)
        vague = bool(head) and head[-1].low in {"ton", "tons", "lot", "lots", "things", "stuff"}
        if head and substance(head) and not vague and head[0].low not in {"how", "that", "to"}:
            yield reading.draft("studies", head)


def _got(reading: Reading) -> Items:
    """As in "got three hens in the garden": diary style for having them."""
    rest = reading.rest
    if (
        reading.clause.elided
        and not reading.clause.who
        and rest
        and (rest[0].low in NUMBER_WORDS or rest[0].low[:1].isdigit())
    ):
        yield reading.draft("has", leading(rest))


def _use(reading: Reading) -> Items:
    if low_words(reading.rest)[:1] == ["to"]:
        return
    if reading.verb.tense is Tense.PRESENT:
        head = leading(reading.rest)
        if head and substance(head):
            yield reading.draft("uses", head)


def _know(reading: Reading) -> Items:
    head = leading(reading.rest)
    if head and reading.verb.tense is Tense.PRESENT and head[0].capital and head[0].low != "i":
        yield reading.draft("knows", head[:3])


def _switch(reading: Reading) -> Items:
    """As in "switched from Slack to Mattermost": the new one is used, and the old one named as replaced."""
    lows = low_words(reading.rest)
    if reading.verb.tense not in DONE or "to" not in lows or not reading.affirmed:
        return
    made = reading.draft("uses", leading(reading.rest[lows.index("to") + 1 :]))
    if made and lows[:1] == ["from"]:
        old = text_of(reading.scene.text, leading(reading.rest[1:]))
        yield replace(made, replaces=old or None)


def _swap(reading: Reading) -> Items:
    lows = low_words(reading.rest)
    if reading.verb.tense in DONE and "for" in lows and reading.affirmed:
        made = reading.draft("has", leading(reading.rest[lows.index("for") + 1 :]))
        if made:
            yield replace(made, replaces=text_of(reading.scene.text, leading(reading.rest)) or None)


def _gone_off(reading: Reading) -> Items:
    if low_words(reading.rest)[:1] == ["off"] and reading.verb.tense is Tense.PERFECT:
        yield reading.draft("likes", leading(reading.rest[1:]), affirmed=False)


def _turn(reading: Reading) -> Items:
    number = reading.rest[:1]
    if number and number[0].low.isdigit() and reading.verb.tense in DONE:
        yield reading.draft("age", number)


def _wanted(reading: Reading) -> Draft | None:
    return open_claim(reading, "wants", run_on(reading), ahead=True)


def _wanted_once(reading: Reading) -> Draft | None:
    """What someone wanted then is told as past: whether they still do, nobody said."""
    return open_claim(reading, "did", (reading.clause.tokens[reading.verb.head], *run_on(reading)))


def _want(reading: Reading) -> Items:
    if low_words(reading.rest)[:1] in (["you"], ["your"]):
        return
    if reading.verb.tense in HOLDING:
        yield _wanted(reading)
    elif reading.verb.tense is Tense.PAST:
        yield _wanted_once(reading)


def _hope(reading: Reading) -> Items:
    if reading.verb.tense in (Tense.PRESENT, Tense.PROGRESSIVE) and low_words(reading.rest)[:1] == ["to"]:
        yield _wanted(reading)


def _eat(reading: Reading) -> Items:
    head = leading(reading.rest)
    if (
        reading.verb.tense is Tense.PRESENT
        and head
        and head[0].low in {"halal", "kosher", "vegan", "vegetarian", "keto"}
    ):
        yield reading.draft("diet", head[:1])


_FRAMES: Final[dict[str, Callable[[Reading], Items]]] = {
    "live": living,
    "reside": living,
    "move": moving,
    "relocate": moving,
    "settle": moving,
    "come": coming,
    "grow": growing,
    "raise": raised,
    "bear": _born_or_bear,
    "work": working,
    "make": appointed,
    "appoint": appointed,
    "freelance": as_trade,
    "end": as_trade,
    "stand": _stand,
    "prefer": _prefer,
    "have": _have,
    "own": _have,
    "suffer": _suffer,
    "diagnose": _diagnosed,
    "take": _take,
    "speak": _speak,
    "play": _play,
    "study": _study,
    "learn": _study,
    "use": _use,
    "get": _got,
    "know": _know,
    "switch": _switch,
    "swap": _swap,
    "quit": quitting,
    "go": _gone_off,
    "turn": _turn,
    "want": _want,
    "need": _want,
    "hope": _hope,
    "eat": _eat,
    "keep": _eat,
    **dict.fromkeys(LIKE_VERBS - {"appreciate", "value", "admire", "treasure", "cherish"}, _like),
    **dict.fromkeys(DISLIKE_VERBS, _like),
}
