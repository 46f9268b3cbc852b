"""The statements of a message: each clause by itself, with how much its judgement counts (B1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from atlas.language.english.argument_judgement import count_verdicts
from atlas.language.english.argument_words import WORDS, fold_text, has_any
from atlas.language.english.lexicon.arguing import AUTHORITIES
from atlas.language.english.lexicon.pressure import (
    HEARSAY,
    INSISTENCE,
    OTHERS_WORDS,
    PRAISE,
    PRESSING,
    REPORTED,
    THREATS,
    UNDECIDED,
)
from atlas.language.english.passage import QUOTED, blank_foreign_text, is_task, split_sentences
from atlas.language.english.stance import is_asked, list_earnest
from atlas.language.interface import Sentence

_CLAUSE: Final = re.compile(
    r"[,;]?\s+(?=(?:but|whereas|however|although|though|while|even though|because|which means|which is why)\s)"
    r"|,\s+(?=(?:since|so|and|as|for|which makes|therefore|thus|hence|or)\s)|\s+(?=since (?!then|the \d|last|\d"
    r"|we |i )\w)"
    r"|;\s+|\s+[–—]\s+",
    re.I,
)
_OPENING: Final = re.compile(
    r"(?:but|whereas|however|although|though|while|even though|because|since|so|therefore|thus|hence|which means"
    r"|which is why|which makes|as|for|and so|and therefore)\b",
    re.I,
)
_CONCEDING: Final = frozenset({"although", "though", "while", "even though"})
_TURNING: Final = frozenset({"but", "however"})
_GROUNDING: Final = frozenset({"because", "since", "as", "for"})
_CONCLUDING: Final = frozenset({"so", "therefore", "thus", "hence", "which is why", "and so", "and therefore"})
_PRESSING: Final = re.compile(PRESSING)
_REPORTED: Final = re.compile(REPORTED)
_HEARSAY: Final = re.compile(HEARSAY)
_TASTE: Final = re.compile(
    r"\W*(?:and |but |so )?i(?:'m|'ve|'d)? (?:really |just |usually |mostly |always |also |still )*"
    r"(?:prefer|like|love|enjoy|use|need|want|have|had|live|work|moved|slept|bought|weigh|got|am|was)\b"
)
"""What somebody likes, has or did is no judgement."""
MAX_READ: Final = 8_000
"""Characters that are looked through; nobody argues for longer in words of their own."""
_MOSTLY_QUOTED: Final = 0.3


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a message, and what its words show."""

    text: str
    low: str
    role: float
    """How much its judgement counts: a thesis wholly, its ground less, what is only granted least."""
    pressed: bool


def list_statements(text: str) -> Iterator[Statement]:
    own = blank_foreign_text(text[:MAX_READ])
    sentences = list(list_earnest(split_sentences(own), own, playing=False))
    if sentences and is_request(sentences[0]):
        return
    if any(has_any(sentence.low, UNDECIDED) for sentence in sentences):
        return
    for sentence in sentences:
        quoted = sentence.text.count(QUOTED) / max(1, len(sentence.text))
        if quoted > _MOSTLY_QUOTED or is_request(sentence):
            continue
        if _is_asked(sentence) or is_others(sentence):
            yield Statement(sentence.text, sentence.low, 0.0, pressed=False)
        else:
            yield from _split_clauses(sentence)


def _is_asked(sentence: Sentence) -> bool:
    return "?" in sentence.mark or is_asked(sentence.text)


def is_request(sentence: Sentence) -> bool:
    return is_task(sentence.text) or _ORDER.match(sentence.low) is not None


_ORDER: Final = re.compile(
    r"(?:please |can you |could you |now |ok |hey |just |then |and )*"
    r"(?:write|find|give me|make (?:a|an|me)|list|compare|summari[sz]e|translate|explain|draft|book|remind"
    r"|convert|calculate|"
    r"fix|deploy|rename|answer|use|let's use|let us use|tell me|show me|create|send|run|search|look up|check"
    r"|proofread|rewrite|"
    r"don't use|do not use|add|remove|change|update|generate|suggest|recommend me|help me|describe|argue|stop"
    r"|say|agree)\b(?! (?:of|it's))"
)


def is_others(sentence: Sentence) -> bool:
    told = _HEARSAY.search(sentence.low) is not None and AUTHORITIES.isdisjoint(WORDS.findall(sentence.low))
    return told or has_any(sentence.low, OTHERS_WORDS) or _REPORTED.search(sentence.low) is not None


def _split_clauses(sentence: Sentence) -> Iterator[Statement]:
    """Cut a sentence at its turns and reasons; each part keeps the word that it opens with."""
    text = sentence.text
    cuts = [0, *(match.start() for match in _CLAUSE.finditer(text)), len(text)]
    parts = [text[begin:end].strip(" ,;–—") for begin, end in pairwise(cuts)]
    openings = [_OPENING.match(part) for part in parts]
    words = [opening.group().casefold() if opening else "" for opening in openings]
    for place, part in enumerate(parts):
        following = words[place + 1] if place + 1 < len(parts) else ""
        role = 1.0
        if words[place] in _CONCEDING or following in _TURNING:
            role = 0.3
        elif words[place] in _CONCLUDING:
            role = 1.6
        elif words[place] in _GROUNDING or following in _CONCLUDING:
            role = 0.4
        if _TASTE.match(fold_text(part)) and not count_verdicts(fold_text(part)):
            role = 0.05
        if part:
            low = fold_text(part)
            yield Statement(part, low, role, _is_pressing(low))


def _is_pressing(low: str) -> bool:
    return has_any(low, (*INSISTENCE, *THREATS, *PRAISE)) or _PRESSING.search(low) is not None
