"""Which claims are right, by attribute, on messages in which a person marked every value.

Data: `reading/*.jsonl`, one message a line: `t` is its text, with values marked as `{value|attribute|op|subject}`, and
`act` says what the message does (`none`: there is nothing to remember in it). A claim of a settled attribute is right
if the message has a value of that attribute, of the same polarity, that shares a word with it. The last quarter of each
file is blind: the rest was read while it was made.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from atlas.errors import BadInput
from atlas.language.folding import fold_text
from atlas.model.claim import BEHAVIOUR_ATTRIBUTES, RELATIONS, Claim
from benchmarks.extraction import claims_of

_MARK: Final = re.compile(r"\{([^{}|]*)\|([^{}|]*)\|([^{}|]*)\|([^{}|]*)\}")
_WORD: Final = re.compile(r"\w+")
_NOTHING: Final = "none"
_HELD: Final = frozenset({"holds", "begins"})
_SAID: Final = datetime(2026, 3, 2, 12, tzinfo=UTC)
_KIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "partner": "wife husband spouse partner girlfriend boyfriend fiance fiancee ex",
        "child": "son daughter child stepson stepdaughter twin",
        "parent": "mother father mom dad mum parent parents stepmother stepfather",
        "sibling": "sister brother sibling twin",
        "friend": "friend best-friend roommate flatmate neighbour neighbor",
        "boss": "boss manager",
        "colleague": "colleague coworker mentor",
        "pet": "dog cat pet puppy kitten horse rabbit parrot hamster",
        "doctor": "doctor dentist therapist",
    }
)
_MARKED_AS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(RELATIONS, "relative"),
        **{relation: sort for sort, relations in _KIN.items() for relation in relations.split()},
        "has_condition": "condition",
        "takes": "medication",
        "form_of_address": "address_as",
    }
)
"""How the annotators call what is another name here."""
_ALIKE: Final = (frozenset({"diet", "allergic_to", "condition"}),)
IDENTITY: Final = RELATIONS | {
    "name",
    "age",
    "birthday",
    "from",
    "nationality",
    "lives_in",
    "works_as",
    "works_at",
    "marital_status",
}
"""Who somebody is: what hurts most when it is wrong."""
_SETTLED: Final = (
    IDENTITY | BEHAVIOUR_ATTRIBUTES | {"studies", "speaks", "diet", "allergic_to", "has_condition", "takes", "plays"}
)


@dataclass(frozen=True, slots=True)
class Mark:
    value: str
    attribute: str
    op: str


@dataclass(frozen=True, slots=True)
class Annotated:
    """One message and what is marked in it."""

    text: str
    act: str
    marks: tuple[Mark, ...]


@dataclass(slots=True)
class Tally:
    """Right and wrong claims by attribute, and how many messages with nothing in them gave one all the same."""

    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    empty: int = 0
    empty_claimed: int = 0

    def precision(self, attributes: Iterable[str] | None = None) -> float:
        names = list(attributes) if attributes is not None else [*self.right, *self.wrong]
        right, wrong = (sum(counts[name] for name in set(names)) for counts in (self.right, self.wrong))
        return right / (right + wrong) if right + wrong else 0.0

    def figures(self) -> dict[str, object]:
        names = sorted({*self.right, *self.wrong})
        return {
            "precision": round(self.precision(), 4),
            "identity_precision": round(self.precision(IDENTITY), 4),
            "claims": self.right.total() + self.wrong.total(),
            "empty_messages": self.empty,
            "empty_messages_with_a_claim": self.empty_claimed,
            "by_attribute": {name: {"right": self.right[name], "wrong": self.wrong[name]} for name in names},
        }


def load(data_dir: Path) -> tuple[list[Annotated], list[Annotated]]:
    """All messages: the tuned ones, and the blind ones, which are the last quarter of each file."""
    files = sorted((data_dir / "reading").glob("*.jsonl"))
    if not files:
        raise BadInput(f"There is no reading/*.jsonl under {data_dir}.")
    tuned: list[Annotated] = []
    blind: list[Annotated] = []
    for file in files:
        messages = list(_messages(file))
        cut = len(messages) * 3 // 4
        tuned += messages[:cut]
        blind += messages[cut:]
    return tuned, blind


def _messages(file: Path) -> Iterator[Annotated]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            item = json.loads(line)
            text, act = str(item["t"]), str(item["act"])
        except (ValueError, KeyError, TypeError) as problem:
            raise BadInput(f"{file}, line {number}, is no annotated message: {problem!r}.") from None
        marks = tuple(Mark(match[1], match[2], match[3]) for match in _MARK.finditer(text))
        yield Annotated(_MARK.sub(r"\1", text), act, marks)


def count_right(messages: Iterable[Annotated]) -> Tally:
    """What is made of each message, against its marks."""
    tally = Tally()
    for message in messages:
        claims = [claim for claim in claims_of(message.text, _SAID) if claim.attribute in _SETTLED]
        tally.empty += message.act == _NOTHING
        tally.empty_claimed += message.act == _NOTHING and bool(claims)
        for claim in claims:
            (tally.right if is_marked(claim, message.marks) else tally.wrong)[claim.attribute] += 1
    return tally


def is_marked(claim: Claim, marks: Iterable[Mark]) -> bool:
    """Whether a claim says what somebody marked."""
    name = _MARKED_AS.get(claim.attribute, claim.attribute)
    if name.startswith("answer"):  # the annotators sort wishes otherwise
        return any(mark.attribute.startswith(("answer", "address")) for mark in marks)
    words = set(_WORD.findall(fold_text(claim.value)))
    return any(
        _is_same_sort(mark.attribute, name)
        and (mark.op in _HELD) is claim.affirmed
        and bool(words & set(_WORD.findall(fold_text(mark.value))))
        for mark in marks
    )


def _is_same_sort(marked: str, name: str) -> bool:
    return marked == name or any({marked, name} <= sort for sort in _ALIKE)
