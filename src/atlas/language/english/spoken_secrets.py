"""Secrets as English says them: a word for one, and on either side what it is said to be.

"The PIN for my bank card: 7719", "4839 is the PIN of my card", "I use correcthorse9 as my password". What may be the
secret goes by the word: figures after a PIN, twelve words after a seed phrase, nearly any word after a password.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.passwords import is_ordinary_word
from atlas.language.interface import SpokenSecret

_HINTS: Final = word_set(
    """
code comb credential csc cvc cvn cvv dial disarm enter get key mnemonic open p.i.n pass phrase pin press puk punch
digits pw secret security seed social ssn token type unlock words
"""
)
"""A text without any of these says no secret; to look for them is much the quicker."""
_ALSO_LETTERS: Final = str.maketrans("\u0130\u0131\u017f\u212a", "iisk")
"""What a pattern that does not mind the case takes for an i, s or k though it is none of ASCII."""

# --- the words for a secret

_NOUN: Final = re.compile(
    r"(?<![\w-])(?:"
    r"(?P<phrase>(?:(?:seed|recovery|backup|mnemonic|secret|wallet)[\s-]{1,3}){1,2}(?:phrases?|words)|(?:twelve|twenty-four|12|24)\swords|passphrases?|mnemonic|seed)"
    r"|(?P<password>pass(?:word|code|wd)s?|pass\s(?:word|code)s?|pwd?s?)"
    r"|(?P<pin>(?:pins?|p\.i\.n\.?|puks?)(?:[\s-](?:codes?|numbers?|no\.?))?)"
    r"|(?P<card>cv[vc]2?|cvn|csc|(?:card\s(?:security|verification)|security)\s(?:code|number)"
    r"|(?:three|four|3|4)\sdigits\son\sthe\sback)"
    r"|(?P<person>ssn|social(?:\s(?:security|insurance))?(?:\s(?:number|no\.?))?)"
    r"|(?P<lock>codes?|combinations?|combos?|key\s?codes?)"
    r"|(?P<key>(?:(?:secret|private|access|api|encryption|signing|licen[cs]e|product|activation|ssh|deploy|account|master"
    r"|recovery|backup|wi-?fi|wpa2?|wep|network)[\s-]){1,2}keys?|(?:api|bot|access|auth|refresh|session|id|personal"
    r"|deploy|security)[\s-]tokens?|(?:client|app|shared|consumer|webhook)[\s-]secrets?)"
    r"|(?P<bare>keys?|tokens?|secrets?|credentials?)"
    r")(?![\w-])",
    re.IGNORECASE,
)
_RULES: Final = {
    "phrase": "seed phrase",
    "password": "password",
    "pin": "pin",
    "card": "card code",
    "person": "social security number",
    "lock": "access code",
    "key": "secret key",
    "bare": "secret key",
}
_LOCKED: Final = word_set(
    """
2fa access alarm apartment authentication authenticator backup bike burglar cabinet deadbolt door entrance entry flat
front garage gate house intercom keybox keypad lobby lock lockbox locker login lock-up lockup mfa one-time otp padlock
phone recovery reset safe screen security shed suitcase two-factor unlock vault verification wi-fi wifi
"""
)
"""What opens to a code, or lets in who has it: other codes are no secrets (an area's, an error's, a shop's)."""
_QUALIFIES: Final = word_set("building cottage office room") | _LOCKED
_DETERMINERS: Final = word_set(
    """
a an and another correct current four-digit her his its it's main my new old our real same secret six-digit that the
their this your is was whose
"""
)
_OWNERS: Final = _DETERMINERS | word_set("card bank phone sim with")

# --- what may be one

_QUOTED: Final = r"[\"“‘'`](?!\[redacted )([^\"“”‘’'`\n]{4,100})[\"”’'`]"
_SINGLE: Final = r"(?!\[redacted )([^\s\"'“‘`,;]{4,100})"
_WORD: Final = re.compile(_QUOTED + "|" + _SINGLE)
_MIXED: Final = re.compile(r"(?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s,;<>=/({\[*\"'`]{6,}(?=[\s,;.]|\Z)")
_MORE_WORDS: Final = re.compile(r"(?: (?!I\b)(?:[A-Z]\w*|\w*\d\w*)(?![\w'’])){1,5}")
_DESCRIBED: Final = re.compile(r"[a-z]+er\s(?:to|than|and|for)\b|[a-z]+ly\s[a-z]")
"""Words that go on as no password does: "harder to guess", "securely hashed"."""
_SPELT: Final = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_FIGURE_ENDS: Final = (
    r"(?![\w%€$£°]|[.,/:]\d|-\d|\s?(?:mm|cm|m|km|kg|lbs?|euros?|eur|usd|dollars?|pounds?|years?|days?|hours?|minutes?"
    r"|times|people|characters|digits|words|pages|pins|codes|metres|meters|miles|am|pm|in\s(?:total|all))\b)"
)
_NO_DATE: Final = r"(?!(?:19|20)\d\d-\d\d-\d\d\b)"


def _figures(least: int) -> str:
    return (
        rf"(?<![\w$€£.,/-]){_NO_DATE}(?:\d(?:[ -]?\d){{{least - 1},11}}{_FIGURE_ENDS}"
        rf"|{_SPELT}(?:[\s,-]{{1,3}}{_SPELT}){{{least - 1},11}}\b)"
    )


_FIGURES: Final = {
    "pin": re.compile(_figures(4), re.IGNORECASE),
    "card": re.compile(_figures(3), re.IGNORECASE),
    "person": re.compile(r"(?<![\w-])\d{3}[ -]?\d{2,3}[ -]?\d{3,4}(?![\w-])"),
    "lock": re.compile(
        rf"(?<![\w$€£.,/-]){_NO_DATE}(?:[#*]?\d(?:[ .-]{{0,3}}\d){{2,11}}[#*]?{_FIGURE_ENDS}"
        r"|[#*]?(?=[A-Z#*-]*\d[A-Z#*-]*\d)[A-Z\d#*-]{4,20}(?![\w#*-])"
        rf"|{_SPELT}(?:[\s,-]{{1,3}}{_SPELT}){{2,11}}\b)",
        re.IGNORECASE,
    ),
}
_KEY: Final = re.compile(
    r"[\"“‘'`]?(?!\[redacted |https?:|\d+-?(?:bit|byte|char))((?=[^\s,;]*\d)(?=[^\s,;]*[A-Za-z])[^\s\"'“”‘’`,;]{8,})",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d{8,64}(?![\w.-]|\s[a-z])")
_LEAST_BARE: Final = 12
_LEAST_DIRECT: Final = 16
_PHRASE_WORD: Final = re.compile(r"(?:[\s,;]|\b\d{1,2}[.)]){0,6}\b([a-z]{3,12})\b", re.IGNORECASE)
_NO_PHRASE_WORD: Final = word_set(
    "and are but for had has her his its not our the their was were which who your been from please"
)
_PHRASE_WORDS: Final = 4
_SEED_WORDS: Final = 11
_MOST_SEED_WORDS: Final = 30

# --- how the two are tied together

_LASTING: Final = (
    r"(?:still|now|currently|always|just|simply|actually|only|also|basically|literally|set\sto|changed\sto|called)"
)
_TURNING: Final = r"(?:not|no\slonger|never|again|already|really|apparently|probably|the\ssame)"
_IS: Final = (
    r"(?:\s{0,3}['’]s\b|\s{1,9}(?:(?:has|have|had|will|would|should|must)\s(?:(?:always|now|still|already)\s)?be(?:en)?"
    r"|is|was|are|were|used\sto\sbe|remains?|stays?|stayed|became|becomes|reads)\b)"
)
_CONJUNCTION: Final = r"(?:if|when|because|so|while|whether|though|although|where|unless|until)"
_ABOUT: Final = (
    r"(?:,?\s{1,9}\(?(?:for|to|of|on|at|in|from|with|behind|by|i|we|he|she|they|that|which|my|everywhere|here|there)\b"
    rf"(?:\s{{1,9}}(?!{_CONJUNCTION}\b)(?:[\w'’@/&+-]|\.(?=\w)){{1,40}}){{0,12}}?\)?,?)?"
)
_BETWEEN: Final = (
    r"[\"'”’]?(?:"
    rf"(?P<about>{_ABOUT})(?:{_IS}(?P<adverb>(?:\s{{1,9}}(?:{_LASTING}|(?P<turning>{_TURNING}))\b){{0,3}})(?:\s{{0,9}}:)?\s{{1,9}}"
    r"|(?P<sign>\s{0,9}(?:=>|->|→|:=|=|:|[–—]|-(?=\s))\s{0,9})|\s{1,9}CHANGED(?:to|from)\s{1,9})"
    rf"|(?P<later>(?:\s{{1,3}}[\w'’-]{{1,20}}){{0,5}}\s{{0,3}}[,;.!]\s{{1,3}}(?:and\s|but\s)?(?:it|that|this|which|they)(?:['’]s|\s(?:is|was|are))"
    rf"(?:\s{_LASTING}){{0,3}}\s{{1,9}})"
    r"|(?P<direct>\s{1,9})"
    r")(?=\S)"
)
_AFTER: Final = re.compile(_BETWEEN.replace("CHANGED", r"changed\s"), re.IGNORECASE)
_AFTER_CHANGE: Final = re.compile(_BETWEEN.replace("CHANGED", r"(?:changed\s)?"), re.IGNORECASE)
"""Where something is changed, "to" and "from" tie as well."""
_CHANGES: Final = re.compile(
    r"\b(?:set|sets|setting|chang\w+|reset\w*|updat\w+|switch\w*|rotat\w+|mov\w+)\b[^.!?;\n]{0,60}\Z", re.IGNORECASE
)
_ONWARD: Final = re.compile(
    r"(?:\s{0,3}[,;/&→]|\s{1,3}(?:and|or|then|but|now|is|it|it['’]s|was|before|to|not|later|again|that|the|other|old|new|one)\b){1,6}\s{1,3}(?=\S)",
    re.IGNORECASE,
)
"""From one secret on to the next: "was 4839 and is now 2580"."""
_TIES: Final = word_set("is was are were as for becomes became")
_PUTS: Final = word_set(
    "use uses used using have has had set put picked pick chose choose take took made make keep kept type enter want"
)
_DETERMINES: Final = word_set("a all an her his its my our the their your same old new current")
_FUNCTION: Final = word_set(
    """
a about after all also am an and are as at be because been before but by can do does for from had has have he her here
his how i if in into is it its me my no not of on or our she so than that the their them there these they this those to
too was we were what when where which who why will with would you your
"""
)
_FOLLOWS: Final = (
    word_set("again anymore anyway btw everywhere lately now once please since still then today until while")
    | _FUNCTION
)
"""Words behind which a noun was the head: what else follows makes it part of another ("my password manager")."""
_NEXT_WORD: Final = re.compile(r"\s{1,9}([A-Za-z][\w'’-]*)")
_TOKENS: Final = re.compile(r"\S+")
_LOOK_BACK: Final = 120
_MOST_MODIFIERS: Final = 4
_TYPED: Final = r"(?<![\w$€£.,/-])([#*]?\d(?:[ .-]?\d){2,11}[#*]?)"
_THING: Final = r"(?:[\w-]{1,20}\s){0,3}?(?:" + "|".join(sorted(map(re.escape, _LOCKED), reverse=True)) + r")\b"
_OPENING: Final = (
    re.compile(rf"{_TYPED}\s(?:opens|unlocks|disarms)\s(?:the|my|our)\s{_THING}", re.IGNORECASE),
    re.compile(rf"\b{_THING}\s(?:opens|unlocks)\swith\s(?:the\s)?{_TYPED}", re.IGNORECASE),
    re.compile(
        rf"\b(?:type|enter|dial|press|punch|key|get|go)(?:\sin(?:to)?)?(?:\swith)?\s{_TYPED}\s(?:at|on|into|in|for)\s{_THING}",
        re.IGNORECASE,
    ),
)
"""That figures open something, without a word for them."""


@dataclass(frozen=True, slots=True)
class _Noun:
    """A word for a secret where it stands, with the words around it that say of what it is."""

    text: str
    kind: str
    start: int
    end: int
    before: tuple[str, ...]


def find_spoken_secrets(text: str) -> list[SpokenSecret]:
    """Find the secrets that a text says in words, in their order and none of them twice."""
    plain = text if text.isascii() else text.translate(_ALSO_LETTERS)
    lower = plain.lower()
    if not any(hint in lower for hint in _HINTS):
        return []
    found = sorted(_find_all(plain), key=lambda each: (each.start, -each.end))
    apart: list[SpokenSecret] = []
    for each in found:
        if not apart or each.start >= apart[-1].end:
            apart.append(each)
    return apart


def _find_all(text: str) -> Iterator[SpokenSecret]:
    for match in _NOUN.finditer(text):
        kind = str(match.lastgroup)
        before = tuple(_TOKENS.findall(text[max(0, match.start() - 40) : match.start()]))
        noun = _Noun(text, kind, match.start(), match.end(), before)
        for start, end in (*_find_after(noun), *_find_before(noun)):
            yield SpokenSecret(_RULES[kind], start, end)
    for pattern in _OPENING:
        yield from (SpokenSecret(_RULES["lock"], *opened.span(1)) for opened in pattern.finditer(text))


# --- behind the word


def _find_after(noun: _Noun) -> Iterator[tuple[int, int]]:
    changes = _CHANGES.search(noun.text, max(0, noun.start - _LOOK_BACK), noun.start)
    tie = (_AFTER_CHANGE if changes else _AFTER).match(noun.text, noun.end)
    if tie is None or (tie["direct"] and noun.kind == "pin" and not _is_owned(noun)):
        return
    if noun.kind == "lock" and not _is_of_lock(noun, _next_words(noun) if tie["direct"] else tie[0]):
        return
    span = _read_secret(noun, tie)
    while span is not None:
        yield span
        onward = _ONWARD.match(noun.text, span[1])
        span = _read_further(noun, onward.end()) if onward else None


def _is_owned(noun: _Noun) -> bool:
    """Whether a pin is somebody's PIN, and not a pin to the wall."""
    owned = noun.before and noun.before[-1].lower() in _OWNERS
    return noun.text[noun.start : noun.end].isupper() or bool(owned)


def _is_of_lock(noun: _Noun, about: str) -> bool:
    """Whether a code is one that opens something, by the word before it or by what it is said to be for."""
    nearest = noun.before[-1].lower().strip("\"'“(,:") if noun.before else ""
    nearest = nearest.removesuffix("'s").removesuffix("’s")
    if nearest in _LOCKED:
        return True
    words = {each.removesuffix("'s").removesuffix("’s") for each in re.split(r"[\s,:()]+", about.lower())}
    return (not nearest or nearest in _DETERMINERS) and bool(words & _QUALIFIES)


def _read_secret(noun: _Noun, tie: re.Match[str]) -> tuple[int, int] | None:
    place, direct = tie.end(), tie["direct"] is not None
    if noun.kind in _FIGURES:
        return _match_figures(noun, place)
    if noun.kind == "key" and (digits := _NUMBER.match(noun.text, place)):
        return digits.span()
    if noun.kind in ("key", "bare"):
        least = _LEAST_DIRECT if direct else _LEAST_BARE if noun.kind == "bare" else 0
        return _match_key(noun.text, place, least)
    if noun.kind == "phrase" and (run := _match_phrase(noun, place, _SEED_WORDS if direct else _PHRASE_WORDS)):
        return run
    if noun.kind == "phrase" and not noun.text[noun.start : noun.end].lower().startswith("passphrase"):
        return None
    if direct and not _MIXED.match(noun.text, place):
        return None
    has_form = direct or bool(tie["later"] or tie["turning"] or (tie["sign"] and not tie["about"]))
    return _match_password(noun.text, place, has_form=has_form, after_adverb=bool(tie["adverb"]))


def _read_further(noun: _Noun, place: int) -> tuple[int, int] | None:
    if noun.kind in _FIGURES:
        return _match_figures(noun, place)
    if noun.kind in ("key", "bare"):
        return _match_key(noun.text, place, _LEAST_BARE)
    plural = noun.text[noun.start : noun.end].lower().endswith("s")
    return _match_password(noun.text, place, has_form=not plural, after_adverb=False)


def _match_figures(noun: _Noun, place: int) -> tuple[int, int] | None:
    if noun.text[place : place + 1] in "\"'“‘`":
        place += 1
    found = _FIGURES[noun.kind].match(noun.text, place)
    return found.span() if found else None


def _match_key(text: str, place: int, least: int) -> tuple[int, int] | None:
    found = _KEY.match(text, place)
    return found.span(1) if found and len(found[1]) >= least else None


def _match_password(text: str, place: int, *, has_form: bool, after_adverb: bool) -> tuple[int, int] | None:
    """A word that nobody says of a password, or whatever stands in quotation marks."""
    found = _WORD.match(text, place)
    if found is None:
        return None
    if found[1] is not None:
        return found.span(1)
    start, end = found.span(2)
    word = found[2].strip(".!?:()…-—")
    if len(word) < 4 or is_ordinary_word(word.casefold()) or (has_form and not _looks_made_up(word)):
        return None
    if (after_adverb and _is_participle(word)) or _DESCRIBED.match(text, start):
        return None
    more = _MORE_WORDS.match(text, end) if _looks_made_up(word) or word[0].isupper() else None
    return start, more.end() if more else end


def _match_phrase(noun: _Noun, place: int, least: int) -> tuple[int, int] | None:
    """A row of words that make no sentence: twelve of them, or a few of which hardly one is said of a phrase."""
    words: list[re.Match[str]] = []
    if noun.text[place : place + 1] in "\"'“‘`":
        place += 1
    at = place
    while len(words) < _MOST_SEED_WORDS and (found := _PHRASE_WORD.match(noun.text, at)):
        if found[1].lower() in _NO_PHRASE_WORD:
            break
        words.append(found)
        at = found.end()
    ordinary = sum(_is_ordinary(each[1]) for each in words)
    if len(words) >= _SEED_WORDS or (len(words) >= least and 2 * ordinary <= len(words)):
        return place, words[-1].end()
    return None


# --- before the word


def _find_before(noun: _Noun) -> Iterator[tuple[int, int]]:
    """ "4839 is the PIN of my card", "I use correcthorse9 as my password"."""
    first = max(0, noun.start - _LOOK_BACK)
    tokens = [(first + each.start(), each[0]) for each in _TOKENS.finditer(noun.text[first : noun.start])]
    place = _find_tie(tokens)
    if place is None or place == 0 or not _is_head(noun):
        return
    if noun.kind == "lock" and not _is_of_lock(noun, _next_words(noun)):
        return
    tie = tokens[place][1].lower()
    span = _read_backwards(noun, tokens[:place], tie)
    if span is not None:
        yield span


def _find_tie(tokens: list[tuple[int, str]]) -> int | None:
    """The place of the word that ties a secret to the word for it, past whose it is and what it is for."""
    place, determined, modifiers = len(tokens) - 1, False, 0
    while place >= 0 and modifiers <= _MOST_MODIFIERS:
        word = tokens[place][1].lower()
        if word in _TIES:
            return place if determined or word == "as" else None
        if word in _DETERMINES or word.endswith(("'s", "’s")):
            determined = True
        elif word in _FUNCTION - word_set("also") or not word[-1:].isalnum():
            return None
        modifiers += 1
        place -= 1
    return None


def _is_head(noun: _Noun) -> bool:
    following = _NEXT_WORD.match(noun.text, noun.end)
    return following is None or following[1].lower() in _FOLLOWS


def _next_words(noun: _Noun) -> str:
    return re.split(r"[.!?;\n]", noun.text[noun.end : noun.end + 60], maxsplit=1)[0]


def _read_backwards(noun: _Noun, tokens: list[tuple[int, str]], tie: str) -> tuple[int, int] | None:
    if tie == "as" and [word.lower() for _, word in tokens[-4:-1]] == ["is", "what", "i"]:
        tokens = tokens[:-4] or tokens
    start, word = tokens[-1]
    if _is_redacted(noun.text, start) or word[-1] in ",;:":
        return None
    if noun.kind in _FIGURES:
        return _read_figures_backwards(noun, tokens)
    bare = word.strip("\"'“”‘’`,.!?:()")
    start += word.find(bare) if bare else 0
    span = start, start + len(bare)
    if noun.kind in ("key", "bare"):
        least = _LEAST_BARE if noun.kind == "bare" else 8
        return span if len(bare) >= least and _KEY.fullmatch(bare) else None
    if len(bare) < 4:
        return None
    if _looks_made_up(bare) and (tie != "for" or re.search(r"[\d!#$%&*+=?@^_~-]\Z", bare)):
        return span
    if tie == "for" or is_ordinary_word(bare.casefold()) or bare.lower() in _FUNCTION:
        return None
    quoted = word[:1] in "\"'“‘`" and word[-1:] in "\"'”’`"
    put = tie == "as" and len(tokens) > 1 and tokens[-2][1].lower() in _PUTS
    opens = tie != "as" and (len(tokens) == 1 or tokens[-2][1][-1:] in ".!?:,;") and not _is_participle(bare)
    return span if quoted or put or (opens and noun.text[noun.start : noun.end].lower() != "seed") else None


def _read_figures_backwards(noun: _Noun, tokens: list[tuple[int, str]]) -> tuple[int, int] | None:
    """The longest row of figures that ends where the tie begins."""
    end = tokens[-1][0] + len(tokens[-1][1].rstrip("\"'”’`,:"))
    for start, _ in tokens[-12:]:
        start += noun.text[start : start + 1] in "\"'“‘`("
        found = _FIGURES[noun.kind].match(noun.text, start)
        if found and found.end() == end:
            return found.span()
    return None


# --- words


def _looks_made_up(word: str) -> bool:
    """Whether a word is written as no word of English is: figures among letters, capitals inside, signs."""
    if re.fullmatch(r"\d+(?:st|nd|rd|th|s)|\d+[\d.,:/-]*|[A-Z]?[a-z]+(?:['’-][a-z]+)*|[A-Z]+s?", word):
        return bool(re.fullmatch(r"\d{6,}", word))
    return bool(re.search(r"\d|[a-z][A-Z]|[!#$%&*+=?@^_~]", word))


def _is_ordinary(word: str) -> bool:
    return word.lower() in _FUNCTION or is_ordinary_word(word.lower()) or _is_participle(word)


def _is_participle(word: str) -> bool:
    return bool(re.fullmatch(r"[a-z-]+(?:ing|ed|able|ible|ly|less|ful)", word))


def _is_redacted(text: str, start: int) -> bool:
    """Whether a word stands in what replaced a secret."""
    opened = text.rfind("[redacted ", max(0, start - 40), start + 10)
    return opened >= 0 and "]" not in text[opened:start]
