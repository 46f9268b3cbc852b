"""Wishes about how to be answered, where they are meant to last (C3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from atlas.language.english.lexicon.topics import (
    ANSWER_NOUNS,
    FORMAT_WORDS,
    LANGUAGES,
    LASTING,
    LENGTH_WORDS,
    STYLE_LANGUAGE_VERBS,
    TONE_WORDS,
    UNIT_WORDS,
)
from atlas.language.english.lexicon.verbs import Form, reading
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.negation import denies_wish, is_wish_denial
from atlas.language.english.rules.draft import Draft, Scene
from atlas.language.english.rules.phrase import Tokens, short, text_of
from atlas.language.english.rules.token import Token
from atlas.language.interface import Sentence

_ASKING: Final = re.compile(
    r"^(?:(?:ok|so|and|also|but|hey|hi|from now on|in future|in the future|from here on|going forward|generally|always|"
    r"whenever i [\w ]{1,30})[,:]? )*"
    r"(?:please |pls |can you |could you |would you |you can |you should "
    r"|i (?:want|need|prefer|like|'d like|would like|'d prefer|would prefer|'d rather)\b)?",
    re.I,
)
_VERBS: Final = word_set(
    """
    answer reply respond write speak talk communicate keep use be give cite stop avoid skip address call make
    format include add explain don't never always do go remember show tell no begin start end put leave
    """
)
_LIMIT: Final = re.compile(
    r"\b(?:no more than|at most|under|max(?:imum)?|less than|fewer than|up to)\s+[\w-]+"
    r"\s+(?:sentence|word|line|paragraph|bullet)s?",
    re.I,
)
_STANDING: Final = re.compile(
    r"go back to|\byour (?:answers|replies|responses|explanations)\b"
    r"|^(?:please )?stop (?:calling|apologi[sz]ing|using|saying|adding|asking|repeating|giving|starting|ending)\b"
)
_RULE_VERBS: Final = word_set(
    """
    cite use give apologise apologize apologising apologizing explain include add show tell start begin end hold
    ask assume mention say repeat recommend suggest write link check double-check sugar-coat swear
    """
)


def styles(tokens: Tokens, sentence: Sentence, scene: Scene) -> Iterator[Draft]:
    """The style claims of one sentence: imperatives and wishes that are meant for every answer."""
    low = sentence.low
    if not _wishes(tokens, low) or any(token.quoted for token in tokens):
        return
    found = list(_aspects(tokens, low, scene))
    yield from found
    if not found and (_lasting(low) or _STANDING.search(low)):
        yield from _rule(tokens, low, scene)


def _wishes(tokens: Tokens, low: str) -> bool:
    """A request to the assistant: an imperative, "could you", or a wish about answers."""
    opening = _ASKING.match(low)
    rest = low[opening.end() :].lstrip(" ,") if opening else low
    first = re.match(r"[\w'-]+", rest)
    wished = re.match(
        r"(?:\w+[,:]? )*i (?:want|need|prefer|like|'d like|'d prefer|would like|would prefer|love|hate)\b", low
    )
    if wished:
        return bool({token.low for token in tokens} & ANSWER_NOUNS) or ("you to" in low and _lasting(low))
    if first is None or not (first.group() in _VERBS or _is_base(first.group()) or _LIMIT.match(rest)):
        return False
    return _lasting(low) or bool(_STANDING.search(low))


def _is_base(low: str) -> bool:
    found = reading(low)
    return found is not None and found[1] is Form.BASE


def _lasting(low: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(cue)}(?!\w)", low) for cue in LASTING)


def _aspects(tokens: Tokens, low: str, scene: Scene) -> Iterator[Draft]:
    limit = _LIMIT.search(low)
    if limit:
        yield _said("answer_length", limit.group(), tokens, scene)
        return
    rivals = find_rivals(tokens)
    for place, token in enumerate(tokens):
        if place not in rivals:
            affirmed = not denies_wish(_said_of(tokens, place, rivals, low))
            yield from _aspect(tokens, place, token, affirmed, scene)


def find_rivals(tokens: Tokens) -> frozenset[int]:
    """The places of what is *not* wanted in "paragraphs rather than bullets", "English, not German"."""
    found: set[int] = set()
    inside = False
    for place, token in enumerate(tokens):
        if _opens_rival(tokens, place):
            inside = True
        elif inside and (not token.word or token.low in _VERBS - {"no", "never", "always"} or token.low == "but"):
            inside = False
        if inside:
            found.add(place)
    return frozenset(found)


def _opens_rival(tokens: Tokens, place: int) -> bool:
    low = tokens[place].low
    before = [token.low for token in tokens[:place]]
    following = tokens[place + 1].low if place + 1 < len(tokens) else ""
    if (low, following) in {("rather", "than"), ("instead", "of"), ("opposed", "to")}:
        return True
    if low in {"over", "than"} or (low == "to" and _names_aspect(before)):
        return bool({"prefer", "rather"} & set(before))
    return low == "not" and bool(before) and before[-1] in {",", "and", "but"} and _names_aspect(before)


def _names_aspect(lows: list[str]) -> bool:
    return any(low in LANGUAGES | LENGTH_WORDS.keys() | FORMAT_WORDS.keys() | UNIT_WORDS | TONE_WORDS for low in lows)


def _said_of(tokens: Tokens, place: int, rivals: frozenset[int], low: str) -> str:
    """The words that may deny this one: not those of its rivals, and not what goes before a *but* ("no x but y")."""
    turn = next((at for at in range(place, -1, -1) if tokens[at].low == "but"), 0)
    if not rivals and not turn:
        return low
    return " ".join(token.low for at, token in enumerate(tokens) if at not in rivals and at >= turn)


def _aspect(tokens: Tokens, place: int, token: Token, affirmed: bool, scene: Scene) -> Iterator[Draft]:
    low = token.low
    if low in LANGUAGES and place and tokens[place - 1].low in {"in", "plain", "simple"}:
        plain = tokens[place - 1].low in {"plain", "simple"}
        value = f"{tokens[place - 1].text} {token.text}" if plain else token.text
        if any(other.low in STYLE_LANGUAGE_VERBS | ANSWER_NOUNS for other in tokens):
            yield _said("answer_tone" if plain else "answer_language", value, tokens, scene, affirmed)
    elif low in LENGTH_WORDS and _about_answers(tokens) and not (place and tokens[place - 1].low == "no"):
        yield _said("answer_length", LENGTH_WORDS[low], tokens, scene, _length_affirmed(tokens, place))
    elif low in FORMAT_WORDS and _about_format(tokens, place):
        yield _said("answer_format", FORMAT_WORDS[low], tokens, scene, affirmed)
    elif low in UNIT_WORDS:
        yield _said("answer_units", low, tokens, scene, affirmed)
    elif low in TONE_WORDS and _about_tone(tokens, place):
        yield _said("answer_tone", low, tokens, scene, affirmed)


def _length_affirmed(tokens: Tokens, place: int) -> bool:
    return not any(is_wish_denial(token.low) for token in tokens[max(0, place - 4) : place])


def _about_answers(tokens: Tokens) -> bool:
    lows = {token.low for token in tokens}
    return bool(lows & (ANSWER_NOUNS | STYLE_LANGUAGE_VERBS)) or {"keep", "it"} <= lows or {"be"} <= lows


def _about_format(tokens: Tokens, place: int) -> bool:
    return not (place and tokens[place - 1].low in {"a", "the", "this", "my"})


def _about_tone(tokens: Tokens, place: int) -> bool:
    lows = [token.low for token in tokens]
    return "tone" in lows or "style" in lows or lows[max(0, place - 2) : place + 1].count("be") > 0 or "with" in lows


def _rule(tokens: Tokens, low: str, scene: Scene) -> Iterator[Draft]:
    """The wish as said: "always cite your sources"."""
    lows = {token.low for token in tokens}
    if (
        not (lows & _RULE_VERBS or "me" in lows)
        or lows & {"call", "address", "remember"}
        or "give up" in low
        or "giving up" in low
    ):
        return
    kept = short(scene.text, _until_stop(tokens))
    value = text_of(scene.text, kept)
    if value:
        yield Draft(scene.speaker, "answer_rule", value, kept[0].start, kept[-1].end)


def _until_stop(tokens: Tokens) -> Tokens:
    start = 0
    while start < len(tokens) and tokens[start].low in {
        "please",
        "could",
        "can",
        "would",
        "you",
        "and",
        "also",
        "so",
        ",",
    }:
        start += 1
    if start < len(tokens) and tokens[start].low in {"whenever", "from", "in", "going"}:
        start = next((at + 1 for at, token in enumerate(tokens) if token.text == ","), start)
    cut = next(
        (at for at, token in enumerate(tokens) if at > start and not token.word and token.text != "-"), len(tokens)
    )
    if cut < start + 3:
        cut = len(tokens)
    return tokens[start:cut]


def _said(attribute: str, value: str, tokens: Tokens, scene: Scene, affirmed: bool = True) -> Draft:
    kept = tuple(token for token in tokens if token.word)
    return Draft(scene.speaker, attribute, value, kept[0].start, kept[-1].end, affirmed)
