"""What an argument rests on: something found, somebody who knows, a thought, something lived (B1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from atlas.language.english.argument_statements import Statement
from atlas.language.english.argument_topics import judge_word
from atlas.language.english.argument_words import WORDS, fold_text, has_any, list_telling_stems, pad_words
from atlas.language.english.lexicon.arguing import (
    AUTHORITIES,
    AUTHORITY_VERBS,
    EXPERIENCE,
    FINDING_VERBS,
    REASONS,
    STRONG_STUDIES,
    STUDIES,
)
from atlas.language.english.lexicon.grammar import STOP_WORDS
from atlas.language.english.lexicon.pressure import CROWDS, FEELING_PLEAS
from atlas.language.words import spelled
from atlas.model.belief import Reasoning

_IDLE_FIGURES: Final = re.compile(
    r"\b\d+(?:st|nd|rd|th)\b"  # for the 15th time
    r"|\b\d[\d,]*\s+times\b(?!\s+(?:a|an|as|faster|fewer|higher|in|larger|less|lower|more|over|per|slower|smaller|the)\b)"
    r"|\b(?:give|giving|gave)\s+you\s+\d+|\byou(?:'ve|\s+have)\s+(?:got\s+)?\d+\s+(?:second|minute|hour|day)s?\b"
    r"|\b(?:next|last|these)\s+\d+\s+(?:message|repl|time)\w*"  # for the next 100 messages
    r"|\b\d+\s+stars?\b(?:\s+out\s+of\s+\d+)?|\b(?:give|gives|rate)\s+it\s+(?:a\s+)?\d+\s*(?:/|out\s+of)\s*\d+",
    re.I,
)
"""Figures that measure nothing of the matter: how often it was said, until when one is to agree, how one rates it."""
_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?:\s?(?:%|percent\b|per cent\b))?")
_SHARE: Final = re.compile(
    r"\d\s?(?:%|percent\b|per cent\b)|\b(?:half|halved|third|quarter|doubled|tripled|twice|times as)\b", re.I
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d\Z")
_IF_THEN: Final = re.compile(
    r"\b(?:if|when|once|whoever|without|as soon as|the moment)\b.{6,}?,\s?(?!but\b)\w|\bthen\b", re.I
)
_SO: Final = re.compile(
    r"(?:^|[,.;:]\s?|\band )so (?!far|much|many|good|bad|happy|angry|sad|sorry|long|you should|change)\w", re.I
)
_AS: Final = re.compile(r",\s(?:as|for) (?:a |an |the |it |they |you |people |nobody |no one |most |this |that )", re.I)
_LIVED: Final = re.compile(
    r"\b(?:i|we|(?:my|our) [\w-]+(?: [\w-]+)?|ours|mine)(?:'ve|'d| have| has)?(?: (?!said|told you"
    r"|you)[\w'-]+){0,3}? "
    r"(?:was|were|had|did|went|got|took|gave|came|made|found|lost|bought|sold|learned|learnt|moved|switched|tried|"
    r"stopped|started|quit|spent|saw|became|left|felt|grew|died|kept|put|ran|paid|slept|been|done|[a-z]{3,}ed)\b"
    r"|\b(?:my|our) [\w-]+(?: [\w-]+)? (?:can't|never|hasn't|haven't|no longer|always|even|still)\b"
)
_OURS: Final = re.compile(r"\b(?:we|our|us)\b")
_MINE: Final = re.compile(r"\b(?:i|my|me|friend)\b")
_WHO: Final = re.compile(r"\bWHO\b")
_PLAIN_STUDIES: Final = frozenset({"study", "studies", "trial", "trials", "experiment", "experiments", "meta-analysis"})
_EMPHATIC: Final = frozenset({"always", "never", "simply", "just", "obviously", "clearly", "ever", "been", "true"})
_PRESSED_SHARE: Final = 1 / 3
"""Of its statements, from which on a message presses, and a mere thought or story beside that is none."""
_ENOUGH: Final = 7
"""Telling words that a reason takes with what it is for."""
_EASY: Final = frozenset({Reasoning.LOGICAL, Reasoning.ANECDOTAL})
"""Ways of arguing that need no more than words to look like."""


def gives_nothing(each: Statement) -> bool:
    return each.pressed or has_any(each.low, (*CROWDS, *FEELING_PLEAS))


def is_substantial(each: Statement) -> bool:
    return len(list_telling_stems(each.low)) >= 8 and bool(list_figures(each.text))


def find_reasoning(backing: Sequence[Statement], part: Sequence[Statement]) -> Reasoning:
    text = ", ".join(each.text for each in backing)
    low = fold_text(text)
    if len(list_telling_stems(low)) >= _ENOUGH and not _is_circular(backing):
        tokens = set(WORDS.findall(low))
        found = find_source(text, low, tokens) or (Reasoning.LOGICAL if list_reasons(low) else None)
        if found is not None and not (found in _EASY and presses_mostly(part)):
            return found
    pressed = fold_text(" ".join(each.text for each in part))
    if has_any(pressed, CROWDS):
        return Reasoning.SOCIAL_PRESSURE
    return Reasoning.EMOTIONAL if has_any(pressed, FEELING_PLEAS) else Reasoning.NONE


def presses_mostly(part: Sequence[Statement]) -> bool:
    said = [each for each in part if each.role]
    return sum(gives_nothing(each) for each in said) >= _PRESSED_SHARE * len(said) > 0


def find_source(text: str, low: str, tokens: set[str]) -> Reasoning | None:
    """What it rests on beside thought: something that was found, somebody who knows, something that happened."""
    figures, reasons = list_figures(text), list_reasons(low)
    studied = bool(tokens & STRONG_STUDIES) or (bool(tokens & STUDIES) and bool(tokens & FINDING_VERBS))
    shared = _SHARE.search(low) is not None
    if studied and (figures or shared or tokens & FINDING_VERBS or tokens & _PLAIN_STUDIES):
        return Reasoning.EMPIRICAL if figures or not cites_authority(text, tokens) else Reasoning.EXPERT
    if cites_authority(text, tokens):
        return Reasoning.EXPERT
    lived = has_any(low, EXPERIENCE) or (_LIVED.search(low) is not None and bool(reasons or figures))
    if lived and not (len(figures) >= 2 and _OURS.search(low) and not _MINE.search(low)):
        return Reasoning.ANECDOTAL
    if len(figures) >= 2 or (figures and (shared or not reasons)):
        return Reasoning.EMPIRICAL
    return None


def _is_circular(backing: Sequence[Statement]) -> bool:
    """As in "It is nonsense because it is nonsense"."""
    for each in backing:
        head, because, tail = each.low.partition("because ")
        others = {stem for one in backing if one is not each for stem in list_telling_stems(one.low)}
        said = others | set(list_telling_stems(head))
        given = [word for word, stem in spelled(tail) if word not in STOP_WORDS and stem not in said]
        if because and all(judge_word(word) or word in _EMPHATIC for word in given):
            return True
    return False


def cites_authority(text: str, tokens: set[str]) -> bool:
    known = bool(tokens & AUTHORITIES) or _WHO.search(text) is not None
    return known and (bool(tokens & AUTHORITY_VERBS) or "according to" in text.casefold())


def list_figures(text: str) -> list[str]:
    return [found for found in _FIGURE.findall(_IDLE_FIGURES.sub(" ", text)) if not _YEAR.match(found)]


def list_reasons(low: str) -> list[str]:
    padded = pad_words(low)
    found = [reason for reason in REASONS if f" {reason} " in padded]
    found += [name for name, pattern in (("so", _SO), ("if", _IF_THEN), ("as", _AS)) if pattern.search(low)]
    return found
