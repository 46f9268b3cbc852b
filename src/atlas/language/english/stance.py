"""Whether a sentence is meant as a report: not asked, played, quoted, joked or taken back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from atlas.language.english.lexicon.grammar import AUXILIARIES, FILLERS, PRONOUNS, QUESTION_WORDS
from atlas.language.english.lexicon.tone import (
    CUE_FORMS,
    GAMES_OPENED,
    JOKE,
    PRETENCE,
    PRETENCE_ENDS,
    SARCASM,
    SARCASM_MARKS,
    TRUE_LABELS,
)
from atlas.language.english.passage import gives_word_away, is_task
from atlas.language.interface import Sentence

_ACTION: Final = re.compile(r"^\s*\*[^*\n]{3,80} [^*\n]{1,80}\*(?!\*)")
_AS_A: Final = re.compile(r"^(?:speaking )?as (?:a|an|the) [\w' -]{3,40}, i\b", re.I)
_PARTS: Final = re.compile(
    r"\byou(?:'re| are) (?:the|my|a|an) [\w ]{2,30}(?: now\b|(?:,| and) i(?:'m| am|'ll be| play))"
    r"|\bfor this (?:story|game|scene)"
)
_JOKE: Final = re.compile(JOKE)
_UNREALLY: Final = re.compile(r"(?:ok(?:ay)? |no,? |well,? |haha,? |lol,? )*not really\W*$")
_FORMS: Final = {cue: re.compile(form) for cue, form in CUE_FORMS.items()}
_OPENING_WORDS: Final = 3
_MOST_NAMES: Final = 3
_ENDS_NOT: Final = re.compile(r"(?:[,.!]\s*|\s)NOT[.!]*\s*$|,\s*not\s*[.!]*$")
_WORD: Final = re.compile(r"n't\b|'?[^\W_]+(?:[-'][^\W_]+)*")
_CLITIC: Final = re.compile(r"(?<=\w)(n't|'(?:re|ve|ll|m|d|s))\b")
_AFTER_QUESTION_WORD: Final = frozenset({"'s", "about", "if", "the", "kind", "time", "many", "much", "long"})
_FORGET: Final = re.compile(
    r"\W*(?:(?:please|now|ok(?:ay)?|just|and|can you|could you|would you)\W+)*"
    r"(?:forget|erase|delete|unlearn|(?:do not|don['’]t|stop) rememb\w+)\b(?! to\b)",
    re.I,
)
_OH_I: Final = re.compile(r"oh,? i (?!never\b|forgot\b|see\b|know\b|thought\b|used\b|don't\b|didn't\b|have\b|had\b)")
_CAPS_SO: Final = re.compile(r"\b(?:SO|HUGE|TOTALLY|LOVE|ADORE|SUCH)\b")


def opens_game(text: str) -> bool:
    """Whether a game or a thought experiment opens here."""
    low = _fold_case(text)
    played = _ACTION.match(text) or _AS_A.match(low) or _PARTS.search(low)
    return bool(played) or any(_has_cue(low, cue) for cue in PRETENCE)


def closes_game(text: str) -> bool:
    return any(_has_cue(_fold_case(text), cue) for cue in PRETENCE_ENDS)


def is_game_open(earlier: Iterable[str]) -> bool:
    """Whether a game that was opened in the last messages has not been closed."""
    playing = False
    for text in earlier:
        low = _fold_case(text)
        playing = (playing or any(_has_cue(low, cue) for cue in GAMES_OPENED)) and not closes_game(text)
    return playing


def is_sarcastic(sentence: Sentence, whole: str) -> bool:
    low = _fold_case(sentence.text)
    opening = any(low.startswith(cue) or f" {cue}" in low for cue in SARCASM)
    marked = any(mark in whole for mark in SARCASM_MARKS) or bool(_ENDS_NOT.search(sentence.text))
    exclaimed = (
        low.startswith(("oh i'm ", "lol i'm so", "sure, i"))
        or bool(_OH_I.match(low))
        or bool(low.startswith("oh ") and _CAPS_SO.search(sentence.text))
    )
    return opening or marked or exclaimed or _JOKE.search(low) is not None


def is_taken_back(following: Sentence | None) -> bool:
    """As in "I love it. NOT.", "I'm a pilot now. Just kidding!"."""
    if following is None:
        return False
    return following.text.strip(" .!") == "NOT" or _opens_with_joke(_fold_case(following.text))


def _opens_with_joke(low: str) -> bool:
    """A joke owned up to at the head of the next sentence."""
    found = _JOKE.search(low) or _UNREALLY.match(low)
    return found is not None and len(low[: found.start()].split()) <= _OPENING_WORDS


def is_foreign(sentence: Sentence) -> bool:
    """Whether the label before the colon gives the word to somebody else ("Dana: …"), or to a text."""
    label = sentence.label
    if not label:
        return False
    low = _fold_case(label)
    words = set(re.findall(r"[\w']+", low))
    if is_task(label) or gives_word_away(label):
        return True
    if words & TRUE_LABELS or words & {"i", "me", "my", "we"}:
        return bool(words & {"cents"})
    names = label.split()
    return len(names) <= _MOST_NAMES and all(name[:1].isupper() or not name[:1].isalpha() for name in names)


def is_asked(text: str) -> bool:
    """A question by its form, with or without its mark: "where do I work again", "is it true that …"."""
    words = list_words(text)
    while words and words[0] in FILLERS:
        words = words[1:]
    if len(words) < 2:
        return False
    if words[0] in QUESTION_WORDS:
        return words[1] in AUXILIARIES or words[1] in _AFTER_QUESTION_WORD
    if words[1] == "n't":
        words = [words[0], *words[2:], ""]
    return words[0] in AUXILIARIES and (words[1] in PRONOUNS or words[1] in {"my", "the", "someone", "your", "our"})


def list_words(text: str) -> list[str]:
    """Its words in small letters, contractions taken apart."""
    return _WORD.findall(_CLITIC.sub(r" \1", _fold_case(text)))


def asks_to_forget(text: str) -> bool:
    """As in "please forget that I live in Porto", which tells nothing."""
    return _FORGET.match(text) is not None


def list_earnest(said: Sequence[Sentence], own: str, *, playing: bool) -> Iterator[Sentence]:
    """The sentences that are their speaker's own and meant; `playing` where a game was open before."""
    for place, sentence in enumerate(said):
        playing = (playing or opens_game(sentence.text)) and not closes_game(sentence.text)
        following = said[place + 1] if place + 1 < len(said) else None
        unmeant = playing or is_foreign(sentence) or is_sarcastic(sentence, own) or is_taken_back(following)
        if not unmeant and not asks_to_forget(sentence.text):
            yield sentence


def _fold_case(text: str) -> str:
    return text.casefold().replace("’", "'").strip()


def _has_cue(low: str, cue: str) -> bool:
    if cue in _FORMS:
        return cue in low and _FORMS[cue].search(low) is not None
    place = low.find(cue)
    while place >= 0:
        before = low[place - 1] if place else " "
        after = low[place + len(cue) : place + len(cue) + 1] or " "
        if not before.isalnum() and (not after.isalnum() or not cue[-1].isalnum()):
            return True
        place = low.find(cue, place + 1)
    return False
