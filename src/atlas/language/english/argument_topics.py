"""What an argument is about: the short noun phrase that a judgement is passed on, as people say it (B1).

There is no grammar behind it: the subject of a sentence ends before its verb, and where the subject is somebody, the
topic stands behind one of a few turns of phrase ("I'm against …", "we moved to …").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from atlas.language.english.lexicon.argued_topics import (
    ACTS,
    ACTS_OR_THINGS,
    NO_TOPICS,
    SAME_TOPICS,
    STRONG_FRAMES,
    TOPIC_FRAMES,
)
from atlas.language.english.lexicon.arguing import (
    AS_WRITTEN,
    AUTHORITIES,
    AUTHORITY_VERBS,
    BAD,
    FINDING_VERBS,
    GOOD,
    LESS,
    RELATIVES,
)
from atlas.language.english.lexicon.grammar import (
    COORDINATORS,
    DETERMINERS,
    FILLERS,
    MODALS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    STOP_WORDS,
    SUBORDINATORS,
    VERB_ADVERBS,
)
from atlas.language.english.opposites import NUMBERS
from atlas.language.text_cache import cache_text
from atlas.language.words import spelled, words

MOST_WORDS: Final = 5
_TOKEN: Final = re.compile(r"n't\b|'(?:s|re|ve|ll|m|d)\b|[^\W_]+(?:[-/'&+#.][^\W_]+)*(?:\+\+|#)?|[,:;()–—…!?.]")
_CLITIC: Final = re.compile(r"(?<=\w)(n't|'(?:re|ve|ll|m|d|s))\b", re.I)
_PAUSES: Final = frozenset(",:;()–—…!?.")
_RELATIVE: Final = frozenset({"that", "which", "who", "whose", "where"})
_JOINING: Final = frozenset({"of", "for", "in", "on", "from", "without", "to", "by", "with", "at", "as"})
_BARE_VERBS: Final = MODALS | {"is", "are", "was", "were", "has", "have", "had", "does", "do", "did"}
_SKIPPED: Final = FILLERS | COORDINATORS | VERB_ADVERBS | {"also", "while", "that", "another", "hm", "idk"}
_OPENINGS: Final = (
    re.compile(
        r"(?:i(?:'d|'m| would| am| do)? (?:still |really |also |just |honestly |personally )*"
        r"(?:think|believe|say|argue|find|feel|guess|maintain|hold|convinced|sure|suppose|know|disagree|agree|admit)"
        r"(?: it's true)?(?: that)?|(?:in|to) my (?:opinion|view|experience|mind|eyes)|imho|imo|if you ask me|for me"
        r"|as far as i can (?:see|tell)|the (?:fact|truth|point|problem|thing|reason) is(?: that)?|my (?:point"
        r"|view) is(?: that)?"
        r"|as i (?:said|keep saying)|like i said|look|again|once more|honestly|let me (?:give you an example"
        r"|tell you)"
        r"|for what it's worth|on the other hand|from a \w+ standpoint|what also|fair enough|looking back"
        r"|in hindsight|to be fair|admittedly|after all|well|btw)\b[\s,:]*",
        re.I,
    ),
)
_INTRODUCED: Final = re.compile(
    r"\W*(?:and |but |so |now |ok |well )*(?:on|about|regarding|concerning|as for|as to|when it comes to"
    r"|speaking of|re)"
    r"(?: the (?:topic|subject|question|matter) of)? ([^,:]{3,50})[,:]",
    re.I,
)
_BETWEEN: Final = (
    STOP_WORDS | PRONOUNS | (ACTS - ACTS_OR_THINGS) | VERB_ADVERBS | PREPOSITIONS | DETERMINERS | LESS
    | AUTHORITIES | NUMBERS.keys() | RELATIVES | AUTHORITY_VERBS | FINDING_VERBS | FILLERS | POSSESSIVES | COORDINATORS
    | SUBORDINATORS
)  # fmt: skip
_TRAILING: Final = frozenset(
    {"again", "here", "anymore", "today", "tomorrow", "alone", "themselves", "itself", "thing", "things", "stuff"}
)
_QUOTED: Final = "\x01"


@dataclass(frozen=True, slots=True)
class Token:
    low: str
    text: str
    opens: bool
    """Whether a sentence begins with it, so that its capital says nothing."""


def tokenize(text: str) -> list[Token]:
    plain = _CLITIC.sub(r" \1", text.replace("’", "'").replace(_QUOTED, " "))
    found = [match.group() for match in _TOKEN.finditer(plain)]
    return [Token(word.casefold(), word, place == 0 or found[place - 1] in ".!?…") for place, word in enumerate(found)]


@cache_text(16_384)
def judge_word(low: str) -> int:
    """1 for a word that praises, -1 for one that blames, in any of its forms; 0 for all others."""
    if low in GOOD or low in BAD:
        return (low in GOOD) - (low in BAD)
    (stem,) = words(low) if len(words(low)) == 1 else ("",)
    return (stem in _good_stems()) - (stem in _bad_stems())


@cache
def _good_stems() -> frozenset[str]:
    return _stem_all(GOOD - AS_WRITTEN)


@cache
def _bad_stems() -> frozenset[str]:
    return _stem_all(BAD - AS_WRITTEN)


def _stem_all(listed: Iterable[str]) -> frozenset[str]:
    return frozenset(words(word)[0] for word in listed if len(words(word)) == 1)


# --- candidates


def list_phrases(sentence: str) -> Iterator[tuple[str, int]]:
    """List the phrases that a sentence may be about, each with how likely: the subject first, then behind a frame."""
    rest = strip_opening(sentence)
    subject = find_subject(rest)
    if subject:
        yield subject, 3
    if sentence.rstrip().endswith(":"):
        label = _read_phrase(tokenize(rest))
        if label:
            yield label, 4
    introduced = _INTRODUCED.match(sentence)
    if introduced:
        named = _read_phrase(tokenize(introduced[1]))
        if named:
            yield named, 4
    told = _find_told(tokenize(rest))
    if told:
        yield told, 3
    tokens = tokenize(sentence)
    low = _join_tokens(tokens)
    for framed, likely in _list_frames():
        for place in _find_ends(low, framed):
            phrase = _read_phrase(tokens[place:])
            if phrase:
                yield phrase, likely


def list_chunks(sentence: str) -> Iterator[str]:
    """List the runs of telling words in a sentence: what it may be about where nothing else tells."""
    held: list[Token] = []
    for token in (*tokenize(sentence), Token(".", ".", False)):
        if (
            token.low in _BETWEEN
            or token.low in _PAUSES
            or judge_word(token.low)
            or token.low[0].isdigit()
            or token.low.endswith("ly")
        ):
            if 0 < len(held) <= 3 and held[-1].low not in NO_TOPICS:
                yield " ".join(_write_word(each, alone=len(held) == 1) for each in held)
            held = []
        else:
            held.append(token)


def strip_opening(sentence: str) -> str:
    """The sentence without what only says that something is thought, or when and where it holds."""
    rest = sentence.lstrip(" -–—,")
    for _ in range(4):
        before = rest
        for opening in _OPENINGS:
            found = opening.match(rest)
            if found and found.end() < len(rest):
                rest = rest[found.end() :]
        if rest == before:
            break
    first = (tokenize(rest[:40]) or [Token("", "", False)])[0].low
    head, comma, tail = rest.partition(", ")
    if comma and (first in SUBORDINATORS or first in PREPOSITIONS) and len(head.split()) < 16:
        return strip_opening(tail)
    return rest


def find_subject(sentence: str) -> str:
    tokens = tokenize(sentence)
    while tokens and (tokens[0].low in _SKIPPED or tokens[0].low in _PAUSES):
        tokens = tokens[1:]
    if not tokens or tokens[0].low in PRONOUNS | SUBORDINATORS | {"however"}:
        return ""
    gerund = tokens[0].low.endswith("ing") and len(tokens[0].low) > 5
    taken: list[Token] = []
    for place, token in enumerate(tokens):
        if token.low in _PAUSES or token.low in _RELATIVE or (token.low in SUBORDINATORS and token.low != "as"):
            break
        if place and _is_verb(tokens, place, gerund):
            break
        if place and token.low.isdigit():
            return ""
        taken.append(token)
        if len(taken) > 9:
            return ""
    else:
        return ""  # no verb: no sentence
    verb = next((token.low for token in tokens[len(taken) :] if token.low not in VERB_ADVERBS | _PAUSES), "")
    if _names_source(taken) or verb in AUTHORITY_VERBS | {"who"}:
        return ""
    return _trim_phrase(taken)


def _names_source(taken: Sequence[Token]) -> bool:
    """Whoever knows, found or lived it is not what it is about."""
    own = taken[0].low in POSSESSIVES and any(token.low in RELATIVES for token in taken)
    return own or any(token.low in AUTHORITIES | FINDING_VERBS for token in taken)


def _find_told(tokens: Sequence[Token]) -> str:
    """What somebody says, found or advises: "my vet says that grain-free food …"."""
    for place, token in enumerate(tokens):
        if place and token.low in AUTHORITY_VERBS | FINDING_VERBS and tokens[place - 1].low not in {"i", "we", "the"}:
            rest = list(tokens[place + 1 :])
            named = [token.low for token in rest[:4]]
            rest = rest[named.index("that") :] if "that" in named else rest
            while rest and rest[0].low in {
                "that",
                "us",
                "me",
                "you",
                "against",
                "using",
                "for",
                "years",
                "in",
                ":",
                "it",
            }:
                rest = rest[1:]
            return _read_phrase(rest)
    return ""


def _is_verb(tokens: Sequence[Token], place: int, gerund: bool) -> bool:
    low = tokens[place].low
    following = tokens[place + 1].low if place + 1 < len(tokens) else "."
    if low in {"n't", "therefore", "thus", "hence"} or low in _BARE_VERBS or low in {"'re", "'ll", "'ve", "ca", "wo"}:
        return True
    if low == "'s":
        return following in VERB_ADVERBS | DETERMINERS | {"not", "n't", "better", "worse", "good", "bad", "fine"}
    if low in VERB_ADVERBS and low not in {"long", "last", "half", "well", "first", "super"}:
        return True
    if low.endswith("ed") and len(low) > 4 and _opens_object(following):
        return True
    single = low.endswith("s") and not low.endswith(("ss", "us", "is")) and not tokens[place - 1].low.endswith("s")
    if single and (following in DETERMINERS | POSSESSIVES | PRONOUNS or following[:1].isdigit()):
        return True
    if low not in ACTS or gerund:
        return False
    if low not in ACTS_OR_THINGS:
        return True
    verb_next = following in _BARE_VERBS or following in (ACTS - ACTS_OR_THINGS) or following in {"n't", "'s", "of"}
    return not verb_next


def _opens_object(low: str) -> bool:
    return low in DETERMINERS | POSSESSIVES | PREPOSITIONS | PRONOUNS or low[:1].isdigit()


def _read_phrase(tokens: Sequence[Token]) -> str:
    """The noun phrase at the beginning of these, which ends before a verb, a pause or a clause."""
    taken: list[Token] = []
    for place, token in enumerate(tokens[:9]):
        stops = token.low in _PAUSES or token.low in PRONOUNS or token.low in SUBORDINATORS | COORDINATORS
        following = tokens[place + 1].low if place + 1 < len(tokens) else "."
        thing = token.low in ACTS_OR_THINGS and (following in _PAUSES or not _opens_object(following))
        if stops or (taken and not thing and (_is_verb(tokens, place, gerund=False) or token.low[0].isdigit())):
            break
        if taken and token.low in PREPOSITIONS and token.low not in {"of", "for", "on", "from"}:
            break
        taken.append(token)
    return _trim_phrase(taken)


def _trim_phrase(taken: Sequence[Token]) -> str:
    kept = list(taken)
    while kept and kept[0].low in DETERMINERS | POSSESSIVES | _SKIPPED | PREPOSITIONS | {"hm", "idk", "here", "there"}:
        kept = kept[1:]
    if "'s" in [token.low for token in kept[:3]]:  # whose it is says nothing of what it is
        cut = [token.low for token in kept].index("'s")
        kept = kept[cut + 1 :] or kept[:cut]
    while len(kept) > MOST_WORDS:
        cut = max((place for place, token in enumerate(kept) if token.low in PREPOSITIONS), default=0)
        kept = kept[:cut] if cut else kept[:MOST_WORDS]
        if not cut:
            break
    while kept and (kept[-1].low in PREPOSITIONS | DETERMINERS | VERB_ADVERBS | _SKIPPED | _TRAILING | _PAUSES):
        kept = kept[:-1]
    if not kept or not _can_be_topic(kept):
        return ""
    return " ".join(_write_word(token, alone=len(kept) == 1) for token in kept)


def _write_word(token: Token, *, alone: bool) -> str:
    plain = token.opens and token.text[:1].isupper() and token.text[1:].islower()
    return token.text.lower() if plain and not alone else token.text


def _can_be_topic(kept: Sequence[Token]) -> bool:
    telling = [token for token in kept if token.low not in STOP_WORDS and not token.low.isdigit()]
    if not telling or (len(telling) == 1 and (telling[0].low in NO_TOPICS or judge_word(telling[0].low))):
        return False
    head = next((kept[place - 1] for place, token in enumerate(kept) if place and token.low in PREPOSITIONS), kept[-1])
    tailed = head is not kept[-1]
    if (
        head.low in BAD
        or (tailed and head.low in NO_TOPICS | STOP_WORDS)
        or (head.low in NO_TOPICS and len(telling) < 2)
        or head.low in AUTHORITIES
    ):
        return False
    return not kept[0].low.isdigit()


@cache
def _list_frames() -> tuple[tuple[str, int], ...]:
    """The frames behind which a topic stands, cut as sentences are, each with how likely it stands there."""
    return tuple((_join_tokens(tokenize(frame)), 4 if frame in STRONG_FRAMES else 2) for frame in TOPIC_FRAMES)


def _join_tokens(tokens: Iterable[Token]) -> str:
    """The folded text, with a space around every token."""
    return f" {' '.join(token.low for token in tokens)} "


def _find_ends(low: str, framed: str) -> Iterator[int]:
    """Find behind which token of the folded text a frame ends."""
    place = low.find(framed)
    while place >= 0:
        yield len(low[: place + len(framed)].split())
        place = low.find(framed, place + 1)


# --- choosing


@dataclass(frozen=True, slots=True)
class SentenceTopics:
    """What one sentence may be about."""

    phrases: tuple[tuple[str, int], ...]
    chunks: tuple[str, ...]
    stems: tuple[str, ...]


def read_topics(sentence: str) -> SentenceTopics:
    stems = tuple(stem for _, stem in spelled(sentence))
    return SentenceTopics(tuple(list_phrases(sentence)), tuple(list_chunks(sentence)), stems)


def choose_topic(sentences: Sequence[tuple[SentenceTopics, float]]) -> str:
    """Choose what the sentences are about, each given with its weight: named most often and in the best places."""
    scores: dict[str, float] = {}
    stems: dict[str, frozenset[str]] = {}
    all_stems = [stem for sentence, _ in sentences for stem in sentence.stems]
    for order, (sentence, weight) in enumerate(sentences):
        for phrase, likely in sentence.phrases:
            known = next((other for other in scores if is_same_topic(other, phrase)), None)
            key = known or phrase
            stems.setdefault(key, stem_topic(key))
            scores[key] = scores.get(key, 0.0) + likely * weight + (1.0 if order == 0 else -0.01 * order)
        for chunk in sentence.chunks:
            known = next((other for other in scores if is_same_topic(other, chunk)), None)
            stems.setdefault(known or chunk, stem_topic(known or chunk))
            scores[known or chunk] = scores.get(known or chunk, 0.0) + (0.5 if known is None else 0.2) * weight
    for key in scores:
        named = [all_stems.count(stem) for stem in stems[key]]
        scores[key] += (min(named, default=1) - 1) * 2.0 + (0.3 if 2 <= len(key.split()) <= 3 else 0.0)
    return max(scores, key=lambda key: scores[key], default="")


# --- comparing


def stem_topic(topic: str) -> frozenset[str]:
    """The telling stems of a topic, or of the name that stands for all its names."""
    named = _standard_names().get(_fold_topic(topic), topic)
    telling = {stem for word, stem in spelled(named.replace("-", " ")) if word not in STOP_WORDS}
    return frozenset(telling or {stem for _, stem in spelled(named)})


def is_same_topic(one: str, other: str) -> bool:
    """Tell whether two phrases name one topic: the same words in any order and form, its other name, its initials."""
    first, second = stem_topic(one), stem_topic(other)
    if not first or not second:
        return False
    if first == second or _are_initials(one, other) or _are_initials(other, one):
        return True
    fewer, more = sorted((first, second), key=len)
    return len(fewer) > 1 and fewer < more and len(more) <= len(fewer) + 1


def _are_initials(short: str, words: str) -> bool:
    letters = [word[0] for word in re.findall(r"[^\W_]+", words)]
    return len(letters) > 2 and short.strip().casefold() == "".join(letters).casefold()


def _fold_topic(topic: str) -> str:
    words = [word for word in topic.casefold().split() if word not in DETERMINERS]
    return " ".join(words)


@cache
def _standard_names() -> dict[str, str]:
    rows: Iterable[list[str]] = (row.split("|") for row in SAME_TOPICS)
    return {name: row[0] for row in rows for name in row}
