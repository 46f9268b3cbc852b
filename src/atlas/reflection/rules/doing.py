"""What someone does, has, likes, wants and plans: verbs with a meaning of their own, and the open rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from atlas.reflection.rules.being import employer
from atlas.reflection.rules.draft import Draft
from atlas.reflection.rules.english.grammar import ARTICLES, NUMBER_WORDS
from atlas.reflection.rules.english.world import (
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
from atlas.reflection.rules.phrase import Tokens, leading, listed, name_at, place_in, substance, text_of, trimmed
from atlas.reflection.rules.reading import Reading, without_date
from atlas.reflection.rules.telling import open_claim, run_on
from atlas.reflection.rules.verbal import Tense
from atlas.reflection.rules.who import Who

Items = Iterator[Draft | None]
_PRESENT: Final = (Tense.PRESENT, Tense.PROGRESSIVE, Tense.PERFECT)


def read_doing(reading: Reading) -> list[Draft]:
    """The claims of a clause with a verb of its own that has a settled place to go."""
    if "rather" in reading.verb.adverbs and reading.verb.tense is Tense.UNREAL:
        return _kept(_rather(reading))
    reader = _FRAMES.get(reading.verb.lemma)
    if reader is None or not (reading.subject.person or (reader is _have and reading.subject.who is Who.THING)):
        return []
    return _kept(reader(reading))


def _kept(items: Items) -> list[Draft]:
    return [item for item in items if item is not None]


def _rather(reading: Reading) -> Items:
    """"I'd rather read than watch the film"."""
    tokens = reading.clause.tokens[reading.verb.head : reading.clause.end]
    cut = next((place for place, token in enumerate(tokens) if token.low == "than" or token.text == ","), len(tokens))
    if "have" not in reading.verb.modal and reading.affirmed:
        yield reading.draft("prefers", tokens[:cut])


def _lows(tokens: Tokens) -> list[str]:
    return [token.low for token in tokens]


def _to(rest: Tokens, *prepositions: str) -> Tokens | None:
    """What follows one of these prepositions, if it comes at once or after an adverb."""
    for place, token in enumerate(rest[:3]):
        if token.low in prepositions:
            return rest[place + 1 :]
        if token.low not in {"just", "back", "right", "out", "over", "here", "mostly", "together", "alone", "now", "happily"}:
            return None
    return None


def _live(reading: Reading) -> Items:
    if reading.verb.tense not in _PRESENT:
        return
    where = _to(reading.rest, "in", "near", "outside", "at", "around", "on")
    found = place_in(where) if where else _antecedent(reading) or _further_on(reading)
    if found:
        made = reading.draft("lives_in", found)
        yield replace(made, referred=_since(reading)) if made else None


def _further_on(reading: Reading) -> Tokens:
    """"I live with my parents in Thessaloniki"."""
    rest = reading.rest
    if not rest or rest[0].low != "with":
        return ()
    at = next((place for place, token in enumerate(rest[:8]) if token.low == "in"), 0)
    return place_in(rest[at + 1 :]) if at and rest[at + 1 : at + 2] and rest[at + 1].capital else ()


def _antecedent(reading: Reading) -> Tokens:
    """"Hanoi, where I live"."""
    clause = reading.clause
    if "where" not in clause.lead.split():
        return ()
    for place in range(clause.begin, max(-1, clause.begin - 5), -1):
        if place < len(clause.tokens) and clause.tokens[place].capital and clause.tokens[place].low != "i":
            return clause.tokens[place : place + 1]
    return ()


def _since(reading: Reading) -> datetime | None:
    when = reading.when(ahead=False)
    stretched = when is not None and when.whole in {"month", "year", "season", "day"} and when.at <= reading.scene.said
    recent = when is not None and (reading.scene.said - when.at).days < 45
    return when.at if when and stretched and not recent else None


def _move(reading: Reading) -> Items:
    where = _to(reading.rest, "to")
    if where is None and _lows(reading.rest)[:1] == ["from"] and "to" in _lows(reading.rest)[:5]:
        where = reading.rest[_lows(reading.rest).index("to") + 1 :]
    if reading.verb.lemma == "settle":
        where = _to(reading.rest, "in")
    if reading.verb.tense not in (Tense.PAST, Tense.PERFECT) or not where or not reading.subject.person:
        return
    found = place_in(where)
    if found and found[0].capital:
        when = reading.when(ahead=False)
        made = reading.draft("lives_in", found)
        if made and reading.affirmed:
            yield replace(made, referred=when.at if when else None, begun=_since(reading))
        elif made:
            yield replace(made, attribute="did", value=f"moved to {made.value}")


def _come(reading: Reading) -> Items:
    where = _to(reading.rest, "from")
    if where and reading.verb.tense is Tense.PRESENT and place_in(where):
        yield reading.draft("from", place_in(where))


def _grow(reading: Reading) -> Items:
    lows = _lows(reading.rest)
    if lows[:2] == ["up", "in"] and place_in(reading.rest[2:]):
        yield reading.draft("from", place_in(reading.rest[2:]))


def _raised(reading: Reading) -> Items:
    lows = _lows(reading.rest)
    if "in" in lows[:4] and (reading.verb.passive or reading.clause.elided):
        yield reading.draft("from", place_in(reading.rest[lows.index("in") + 1 :]))


def _born(reading: Reading) -> Items:
    if reading.verb.modal:
        yield from _stand(reading)
        return
    lows = _lows(reading.rest)
    if lows[:1] == ["on"]:
        yield reading.draft("birthday", reading.rest[1:])
    elif "in" in lows[:4]:
        rest = reading.rest[lows.index("in") + 1 :]
        year = bool(rest) and rest[0].low[:1].isdigit()
        yield reading.draft("birthday" if year else "from", rest[:1] if year else place_in(rest))


def _work(reading: Reading) -> Items:
    if reading.verb.tense not in _PRESENT:
        return
    rest = reading.rest
    lows = _lows(rest)
    if "on" in lows[:2]:
        yield open_claim(reading, "works_on", run_on(reading)[lows.index("on") + 1 :])
        return
    if "as" in lows:
        head = leading(rest[lows.index("as") + 1 :], of=True)
        if head and lows[lows.index("as") + 1 : lows.index("as") + 2] != ["if"]:
            yield reading.draft("works_as", head)
    yield from _workplace(reading, rest)


def _workplace(reading: Reading, rest: Tokens) -> Items:
    for place, token in enumerate(rest[:-1]):
        if token.low in {"at", "for"}:
            target = rest[place + 1 :]
            name = name_at(target) or (leading(target) if target[0].low in ARTICLES else ())
            if name and name[0].low[:1].isalpha():
                yield reading.draft("works_at", name)
            return


def _made(reading: Reading) -> Items:
    """"I've just been made head of procurement at Nestlé"."""
    if reading.verb.passive and reading.rest and reading.affirmed:
        head = leading(reading.rest)
        if head and head[0].low in {"head", "manager", "director", "partner", "team", "chief", "lead", "senior"}:
            yield reading.draft("works_as", head)
            yield from employer(reading, reading.rest)


def _as_trade(reading: Reading) -> Items:
    """"freelancing as an illustrator", "ended up as a wine maker", "started as a waiter"."""
    lows = _lows(reading.rest)
    if "as" in lows[:3]:
        yield reading.draft("works_as", leading(reading.rest[lows.index("as") + 1 :]))


def _like(reading: Reading) -> Items:
    verb = reading.verb
    if verb.tense is Tense.UNREAL:
        regretted = reading.clause.tokens[verb.head - 1].low in {"have", "'ve"}
        if verb.lemma in {"like", "love"} and not regretted and _lows(reading.rest)[:1] in (["to"], ["a"], ["some"]):
            yield _wanted(reading)
        return
    if verb.tense not in _PRESENT or verb.passive:
        return
    dislike = verb.lemma in DISLIKE_VERBS
    if dislike and not reading.affirmed:
        return
    for value in _tastes(reading):
        yield reading.draft("likes", value, affirmed=reading.affirmed and not dislike)


def _tastes(reading: Reading) -> list[Tokens]:
    rest = reading.rest
    if not rest or (rest[0].low in {"you", "your", "it", "that", "this", "how", "what", "when", "to"} and len(rest) < 3):
        return []
    if rest[0].low in {"you", "your", "how", "it", "that", "this", "him", "her", "them", "these", "those"}:
        return []
    members = listed(rest)
    if len(members) > 1 and {"and", "or"} & set(_lows(rest)) and all(len(member) <= 2 for member in members) and _covers(members, rest):
        return members
    return [trimmed(_to_comma(rest))]


def _covers(members: list[Tokens], rest: Tokens) -> bool:
    """Whether the list is all there is, as opposed to "jazz and being with my friends"."""
    return sum(len(member) for member in members) >= sum(1 for token in trimmed(rest) if token.word) - len(members) - 1


def _to_comma(tokens: Tokens) -> Tokens:
    cut = next((place for place, token in enumerate(tokens) if token.text in {",", ";", "(", "-", "–", "—", ":"}), len(tokens))
    return tokens[:cut]


def _stand(reading: Reading) -> Items:
    """"can't stand reality tv"."""
    if reading.verb.modal in {"ca", "can", "could"} and not reading.affirmed and substance(reading.rest):
        yield reading.draft("likes", _to_comma(reading.rest), affirmed=False)


def _prefer(reading: Reading) -> Items:
    if reading.verb.tense in _PRESENT:
        rest = _to_comma(reading.rest)
        cut = next((at for at, token in enumerate(rest) if at and token.low in {"to", "over", "than", "rather"}), len(rest))
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
    value = _possession(without_date(_to_comma(rest), when))
    if not value:
        return
    attribute = "has_condition" if _is_condition(value) else "has"
    affirmed = reading.affirmed and not denied
    if when and value[-1].low in APPOINTMENTS and when.at >= reading.scene.said:
        attribute, value = "plans", without_date(_to_comma(rest), when)
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
    lows = _lows(value)
    if any(low in CONDITIONS for low in lows):
        return True
    if lows[0] in BAD_PART and any(low in BODY_PARTS for low in lows):
        return True
    return lows[-1] in CONDITION_HEADS - BODY_PARTS and len(lows) > 1


def _suffer(reading: Reading) -> Items:
    rest = _to(reading.rest, "from", "with")
    if rest:
        yield reading.draft("has_condition", leading(rest))


def _diagnosed(reading: Reading) -> Items:
    rest = _to(reading.rest, "with")
    if rest and reading.verb.passive:
        yield reading.draft("has_condition", leading(rest))


def _take(reading: Reading) -> Items:
    head = leading(reading.rest)
    if head and reading.verb.tense in _PRESENT and any(token.low in MEDICINES for token in head):
        yield reading.draft("takes", head)


def _speak(reading: Reading) -> Items:
    if reading.verb.tense is not Tense.PRESENT and reading.verb.tense is not Tense.CAN:
        return
    for member in listed(reading.rest):
        while member and member[0].low in {"some", "little", "any", "bit", "fluent", "basic", "of", "good", "only", "a"}:
            member = member[1:]
        if member and member[0].low in LANGUAGES:
            yield reading.draft("speaks", member[:1])
        elif not member or not member[0].capital:
            return


def _play(reading: Reading) -> Items:
    head = leading(reading.rest)
    if head and reading.verb.tense in _PRESENT and any(token.low in INSTRUMENTS | GAMES for token in head):
        yield reading.draft("plays", head)


def _study(reading: Reading) -> Items:
    if reading.verb.tense in _PRESENT:
        head = leading(reading.rest)
        if head and substance(head) and head[0].low not in {"how", "that", "to"}:
            yield reading.draft("studies", head)


def _got(reading: Reading) -> Items:
    """"got three hens in the garden": diary style for having them."""
    rest = reading.rest
    if reading.clause.elided and not reading.clause.who and rest and (rest[0].low in NUMBER_WORDS or rest[0].low[:1].isdigit()):
        yield reading.draft("has", leading(rest))


def _use(reading: Reading) -> Items:
    if _lows(reading.rest)[:1] == ["to"]:
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
    """"switched from Slack to Mattermost": the new one is used, and the old one named as replaced."""
    lows = _lows(reading.rest)
    if reading.verb.tense not in (Tense.PAST, Tense.PERFECT) or "to" not in lows or not reading.affirmed:
        return
    made = reading.draft("uses", leading(reading.rest[lows.index("to") + 1 :]))
    if made and lows[:1] == ["from"]:
        old = text_of(reading.scene.text, leading(reading.rest[1:]))
        yield replace(made, replaces=old or None)


def _swap(reading: Reading) -> Items:
    lows = _lows(reading.rest)
    if reading.verb.tense in (Tense.PAST, Tense.PERFECT) and "for" in lows and reading.affirmed:
        made = reading.draft("has", leading(reading.rest[lows.index("for") + 1 :]))
        if made:
            yield replace(made, replaces=text_of(reading.scene.text, leading(reading.rest)) or None)


def _quit(reading: Reading) -> Items:
    lows = _lows(reading.rest)
    if lows[:2] == ["my", "job"] and "at" in lows and reading.affirmed and reading.verb.tense in (Tense.PAST, Tense.PERFECT):
        yield reading.draft("works_at", name_at(reading.rest[lows.index("at") + 1 :]), affirmed=False)


def _gone_off(reading: Reading) -> Items:
    if _lows(reading.rest)[:1] == ["off"] and reading.verb.tense is Tense.PERFECT:
        yield reading.draft("likes", leading(reading.rest[1:]), affirmed=False)


def _turn(reading: Reading) -> Items:
    number = reading.rest[:1]
    if number and number[0].low.isdigit() and reading.verb.tense in (Tense.PAST, Tense.PERFECT):
        yield reading.draft("age", number)


def _wanted(reading: Reading) -> Draft | None:
    rest = run_on(reading)
    if rest and rest[0].low == "to":
        rest = rest[1:]
    return open_claim(reading, "wants", rest, ahead=True)


def _want(reading: Reading) -> Items:
    if reading.verb.tense in (*_PRESENT, Tense.PAST) and _lows(reading.rest)[:1] not in (["you"], ["your"]):
        yield _wanted(reading)


def _hope(reading: Reading) -> Items:
    if reading.verb.tense in (Tense.PRESENT, Tense.PROGRESSIVE) and _lows(reading.rest)[:1] == ["to"]:
        yield _wanted(reading)


def _eat(reading: Reading) -> Items:
    head = leading(reading.rest)
    if reading.verb.tense is Tense.PRESENT and head and head[0].low in {"halal", "kosher", "vegan", "vegetarian", "keto"}:
        yield reading.draft("diet", head[:1])


_FRAMES: Final[dict[str, Callable[[Reading], Items]]] = {
    "live": _live,
    "reside": _live,
    "move": _move,
    "relocate": _move,
    "settle": _move,
    "come": _come,
    "grow": _grow,
    "raise": _raised,
    "bear": _born,
    "work": _work,
    "make": _made,
    "appoint": _made,
    "freelance": _as_trade,
    "end": _as_trade,
    "stand": _stand,
    "bear with": _stand,
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
    "quit": _quit,
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
