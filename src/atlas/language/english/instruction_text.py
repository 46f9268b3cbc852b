"""What a correction tells the assistant to do, as a bare order: "check the calendar before you book anything".

Only where the words hold it: an order, a reproach for something left out ("you forgot to run the tests") or done ("you
keep adding emojis"), or what was asked for before ("I asked you to cite the source"). A correction that only says that
something is wrong, or what is so, tells nobody what to do.
"""

from __future__ import annotations

import re
from typing import Final

from atlas.language.english.imperatives import lacks_subject
from atlas.language.english.negation import opens_with_prohibition
from atlas.language.english.passage import blank_foreign_text, split_sentences
from atlas.language.english.question_forms import is_question

_LEAST_WORDS: Final = 3
_MOST_WORDS: Final = 24
_LEAD: Final = re.compile(
    r"^(?:(?:no+|nope|wrong|hm+|hey|ugh|argh|sorry|but|and|so|also|again|well|ok(?:ay)?|instead|please|pls|kindly"
    r"|next time|in (?:the )?future|from now on|going forward|remember|like i said|as i said|i said|not like that"
    r"|not that)[\s,:;.!–—-]+)+",
    re.IGNORECASE,
)
_TAIL: Final = re.compile(
    r"[\s,;]*(?:\b(?:please|pls|again|ok(?:ay)?|thanks|thank you|will you|would you|instead))*[\s.!?…]*$",
    re.IGNORECASE,
)
_LEFT_OUT: Final = re.compile(
    r"\byou(?:['’]ve| have)? (?:again |still |once more )*"
    r"(?:forgot(?:ten)? to|forget to|were (?:supposed|meant|asked|told) to|should(?: always)?|must(?: always)?|need to"
    r"|have to|did ?n[o'’]t|did not|never)(?: again)? (?P<order>(?!have\b|be\b|n[o'’]t\b)[a-z]+\b.*)",
    re.IGNORECASE,
)
_ASKED_BEFORE: Final = re.compile(
    r"\bi(?:['’]ve| have|['’]d| had| already| did)*(?: already)? (?:ask(?:ed)?|t[eo]ld?|want(?:ed)?|need(?:ed)?) you "
    r"(?P<order>(?:not )?to .*)",
    re.IGNORECASE,
)
_KEPT_DOING: Final = re.compile(
    r"\b(?:you keep|stop|quit|enough of (?:you|your)) (?P<order>[a-z]+ing\b.*)", re.IGNORECASE
)
_NO_ORDER: Final = re.compile(
    r"^(?:wait|hang on|hold on|look|listen|see|come on|let me|lemme|guess|sorry|thanks?|say|mind|never ?mind|nvm"
    r"|forget (?:it|that)|scratch that|no (?:worries|problem|rush|matter)|don['’]?t (?:worry|bother|mind))\b",
    re.IGNORECASE,
)
_PARTS: Final = re.compile(r"\s*[;:–—]\s+|,\s+(?=(?:please|pls|but|so|and)\b)|,\s+")


def find_instruction(text: str, *, reproachful: bool = False) -> str | None:
    """Find the order that a correction holds, worded as one; None where it holds none.

    Where it is not certain that a message is a correction, only a reproach tells that the order is about the reply:
    a bare one may as well be the next errand.
    """
    for sentence in split_sentences(blank_foreign_text(text)):
        if sentence.mark == "?" or is_question(sentence.text):
            continue
        found = _read_reproach(sentence.text) or (None if reproachful else _read_order(sentence.text))
        if found:
            return found
    return None


def _read_reproach(sentence: str) -> str | None:
    if kept := _KEPT_DOING.search(sentence):
        return _check_length(f"stop {_trim(kept['order'])}")
    for pattern in (_LEFT_OUT, _ASKED_BEFORE):
        if found := pattern.search(sentence):
            order = _trim(found["order"])
            negated = order.lower().startswith("not to ")
            bare = re.sub(r"^(?:not )?to ", "", order, flags=re.IGNORECASE)
            return _check_length(f"do not {bare}" if negated else bare)
    return None


def _read_order(sentence: str) -> str | None:
    """The sentence, or what stands behind a comma or a colon in it, where that is an order."""
    starts = [0, *(found.end() for found in _PARTS.finditer(sentence))]
    for start in starts:
        part = _LEAD.sub("", sentence[start:].strip())
        if part and not _NO_ORDER.match(part) and (opens_with_prohibition(part) or lacks_subject(part)):
            return _check_length(_trim(part))
    return None


def _trim(text: str) -> str:
    bare = _TAIL.sub("", text.strip()).strip()
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare


def _check_length(order: str) -> str | None:
    return order if _LEAST_WORDS <= len(order.split()) <= _MOST_WORDS else None
