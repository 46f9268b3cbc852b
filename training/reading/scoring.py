"""Whether what a reader found is what the annotator marked.

A claim is right when its value, its attribute, its subject and its operation are. Two figures are made of it:
*exact*, every label and every word the same; and *right*, what a person would call so: a value may differ by an article
or, where it is a phrase, by some of its words; attributes that say the same of a value fit each other (`FITTING`);
holding and beginning both say that it is so now; a subject may be named by name or by relation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from atlas.model.reading import Mark as ReadMark
from training.reading.annotations import Annotated, Mark

_GROUPS: Final = (
    "husband wife spouse",
    "boyfriend girlfriend partner",
    "fiance fiancee",
    "mother father parent",
    "sister brother sibling twin",
    "son daughter child",
    "friend best-friend",
    "dog cat pet horse rabbit bird fish hamster",
    "is trait",
    "is works_as",
    "is has_condition",
    "is nationality",
    "is marital_status",
    "is diet",
    "is feels",
    "is gender",
    "from lives_in",
    "address lives_in",
    "does plays",
    "does likes",
    "does uses",
    "does works_on",
    "does studies",
    "does diet",
    "has uses",
    "has other",
    "is other",
    "knows uses",
    "knows studies",
    "plans wants",
    "plans deadline",
    "plans schedule",
    "schedule deadline",
    "studies works_on",
    "prefers likes",
    "favourite likes",
    "answer_rule answer_length",
    "answer_rule answer_format",
    "answer_rule answer_language",
    "answer_rule answer_tone",
    "answer_rule answer_units",
    "answer_format answer_length",
    "name form_of_address",
)
FITTING: Final = frozenset(
    frozenset((one, two)) for group in _GROUPS for one in group.split() for two in group.split() if one != two
)
"""Pairs of attributes under which the same value says the same thing; sexes of a relation are not told apart where the
message itself does not tell ("my sibling Kim")."""

_OPEN: Final = frozenset(
    [
        "does",
        "did",
        "plans",
        "wants",
        "believes",
        "feels",
        "answer_rule",
        "answer_format",
        "answer_tone",
        "answer_length",
        "is",
        "trait",
        "has",
        "works_on",
        "other",
        "schedule",
        "likes",
        "has_condition",
        "works_as",
    ]
)
_WORD: Final = re.compile(r"[\w'’&+#@.-]*\w", re.UNICODE)
_LIGHT: Final = frozenset(
    ["a", "an", "the", "my", "our", "your", "his", "her", "their", "to", "in", "at", "on", "of", "for", "and", "some"]
)
_ENOUGH: Final = 0.6
_CALLED_RIGHT: Final = frozenset("sr")


@dataclass(frozen=True, slots=True)
class Found:
    """A mark that a reader made, in the annotators' terms."""

    start: int
    end: int
    value: str
    attribute: str
    operation: str
    subject: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A found mark beside the annotator's: whether it is right and whether it is exact, by the annotator's marks."""

    found: Found
    gold: Mark | None
    right: bool
    exact: bool
    letters: str = ""
    """What readers said of one that the annotator's marks do not bear out (`verdicts.py`)."""
    new: bool = True
    """Whether nothing surer in its message says the same."""

    @property
    def share(self) -> float | None:
        """By how much it is right: wholly where the annotator's marks say so, else by the share of its readers."""
        if self.right or not self.letters:
            return 1.0 if self.right else None
        return sum(letter in _CALLED_RIGHT for letter in self.letters) / len(self.letters)

    @property
    def left_out(self) -> bool:
        """Whether every reader says that it is right and that the annotator left it out."""
        return not self.right and set(self.letters) == {"r"}


def describe_mark(mark: ReadMark) -> Found:
    """A reader's mark in the annotators' terms."""
    subject = mark.subject.text if mark.subject else "user"
    place = mark.place
    return Found(place.start, place.end, place.text, mark.attribute, str(mark.operation), subject, mark.confidence)


def judge_message(
    found: Sequence[Found], message: Annotated, find_letters: Callable[[Found], str] = lambda found: ""
) -> list[Judged]:
    """Each found mark meets at most one of the annotator's marks in earnest."""
    free = [mark for mark in message.marks if not mark.stance]
    judged: list[Judged] = []
    for each in sorted(found, key=lambda one: -one.confidence):
        near = [mark for mark in free if mark.start < each.end and each.start < mark.end]
        gold = max(
            near, key=lambda mark: (is_right(each, mark, message.marks), mark.attribute == each.attribute), default=None
        )
        right = gold is not None and is_right(each, gold, message.marks)
        if gold is not None and right:
            free.remove(gold)
        exact = gold is not None and right and is_exact(each, gold)
        judged.append(Judged(each, gold, right, exact, find_letters(each)))
    return [each if each.right else _meet_rest(each, free) for each in judged]


def _meet_rest(judged: Judged, free: list[Mark]) -> Judged:
    """One that readers call right by a mark of other words: by one that nothing surer meets."""
    if "s" not in judged.letters:
        return judged
    near = [mark for mark in free if mark.start < judged.found.end and judged.found.start < mark.end]
    if near:
        free.remove(near[0])
    return replace(judged, new=bool(near))


def is_right(found: Found, gold: Mark, marks: Iterable[Mark]) -> bool:
    return (
        fits_attribute(found.attribute, gold.attribute)
        and _is_now(found.operation) == _is_now(gold.operation)
        and (
            _is_now(found.operation)
            or found.operation == gold.operation
            or {found.operation, gold.operation} == {"ends", "denied"}
        )
        and same_subject(found.subject, gold.subject, marks)
        and same_value(found.value, gold.value, gold.attribute)
    )


def is_exact(found: Found, gold: Mark) -> bool:
    labels = (found.attribute, found.operation, found.value, _strip(found.subject))
    return labels == (gold.attribute, gold.operation, gold.value, _strip(gold.subject))


def fits_attribute(one: str, two: str) -> bool:
    return one == two or frozenset((one, two)) in FITTING


def _is_now(operation: str) -> bool:
    return operation in {"holds", "begins"}


def same_subject(one: str, two: str, marks: Iterable[Mark]) -> bool:
    """By the same words, or one by name and the other by the relation that a mark of the message gives the name."""
    first, second = _strip(one), _strip(two)
    if first == second:
        return True
    if "user" in (first, second):
        return False
    if set(first.split()) & set(second.split()) - _LIGHT:
        return True
    names = {frozenset((_strip(mark.value), mark.attribute)) for mark in marks}
    return any(
        frozenset((name, word)) in names for name, other in ((first, second), (second, first)) for word in other.split()
    )


def _strip(words: str) -> str:
    low = words.lower().strip(" .,'’\"")
    return " ".join(word for word in re.sub(r"['’]s\b", "", low).split() if word not in _LIGHT) or low


def same_value(one: str, two: str, attribute: str) -> bool:
    first, second = _content(one), _content(two)
    if first == second:
        return True
    figures = {word for word in (*first, *second) if any(character.isdigit() for character in word)}
    if figures - (set(first) & set(second)):
        return False
    shared = len(set(first) & set(second))
    share = 2 * shared / max(1, len(set(first)) + len(set(second)))
    if attribute in _OPEN:
        return share >= _ENOUGH or (shared > 0 and shared == min(len(set(first)), len(set(second))))
    return share >= _ENOUGH


def _content(value: str) -> list[str]:
    words = [word.lower() for word in _WORD.findall(value)]
    return [word for word in words if word not in _LIGHT] or words
