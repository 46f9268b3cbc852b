"""Doses: a figure that is told of a medicine, be it beside its name or apart from it, is part of that medicine's fact.

"Raised the ramipril to five milligrams" and "bumped my sertraline to 75" tell of one medicine each, and of none that is
called a figure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from atlas.language.english.draft import Draft, Scene
from atlas.language.english.lexicon.grammar import NUMBER_WORDS
from atlas.language.english.lexicon.word_sets import word_set
from atlas.language.english.word_stems import stem_words
from atlas.language.entity_ids import named_entity
from atlas.language.sentences import sentence_around
from atlas.model.claim import Claim
from atlas.model.entity import EntityKind
from atlas.model.reading import SERVE

_TAKES: Final = "takes"
_UNIT: Final = (
    r"(?:m(?:illi)?g(?:ram(?:me)?s?)?|mcg|micrograms?|ml|millilitres?|iu|drops?|puffs?|tablets?|pills?|capsules?)"
)
_MORE_NUMBERS: Final = word_set("thirty forty fifty sixty seventy eighty ninety hundred and a half quarter")
_WORDS: Final = "|".join(sorted(NUMBER_WORDS | _MORE_NUMBERS, key=len, reverse=True))
_DOSE: Final = re.compile(
    rf"(?:\d[\d.,]*|{_WORDS})(?:[\s-]+(?:\d[\d.,]*|{_WORDS}))*[\s-]*{_UNIT}?(?:\s+(?:a|per|each|every|twice|once|at|in|daily|the)\b.*)?",
    re.I,
)
"""A figure, with its unit or without: "five milligrams", "75"."""
_MEDICAL: Final = re.compile(rf"\b{_UNIT}\b", re.I)


def join_doses(drafts: Sequence[Draft], scene: Scene, held: Sequence[Claim]) -> list[Draft]:
    """Tell each dose with its medicine: the one whose name stands in the same sentence, or is known."""
    doses = [each for each in drafts if each.affirmed and _is_dose(each, held)]
    kept = [each for each in drafts if each not in doses]
    for dose in doses:
        medicine = _find_medicine(dose, kept, scene)
        known = _find_known(dose, held)
        if medicine is None and known is not None:
            value = f"{' '.join(_strip_dose(known.value))} {dose.value}"
            sure = max(dose.confidence, SERVE)
            kept.append(replace(dose, subject=known.subject, attribute=_TAKES, value=value, confidence=sure))
            continue
        if medicine is not None:
            value = f"{medicine.value} {dose.value}"
            sure = max(medicine.confidence, dose.confidence)
            kept[kept.index(medicine)] = replace(
                medicine, value=value, end=max(medicine.end, dose.end), confidence=sure
            )
    return kept


def _is_dose(draft: Draft, held: Sequence[Claim]) -> bool:
    """Whether a draft tells a figure and nothing else, of a medicine."""
    if not _DOSE.fullmatch(draft.value.strip()):
        return False
    if draft.attribute == _TAKES:
        return True
    taken = (" ".join(_strip_dose(each.value)) for each in held if each.attribute == _TAKES)
    return draft.subject in {named_entity(EntityKind.THING, each) for each in taken if each}


def split_dose(value: str) -> tuple[str, frozenset[str]]:
    """Split a medicine into its dose, empty where it has none, and the stems of its name."""
    name = _strip_dose(value)
    said = value.split()
    return " ".join(word for word in said if word not in name), stem_words(" ".join(name))


def _strip_dose(value: str) -> list[str]:
    def tells_dose(word: str) -> bool:
        bare = word.strip(",.")
        return bool(_DOSE.fullmatch(bare) or _MEDICAL.fullmatch(bare))

    return [word for word in value.split() if not tells_dose(word)]


def _find_known(dose: Draft, held: Sequence[Claim]) -> Claim | None:
    """Find the medicine that is known by the name that the dose is said of: "raised *my ramipril* to 5 mg"."""
    name = stem_words(dose.subject.rpartition(":")[2].rpartition("/")[2])
    same = [each for each in held if each.affirmed and each.attribute == _TAKES and split_dose(each.value)[1] == name]
    return same[0] if len(same) == 1 and name else None


def _find_medicine(dose: Draft, drafts: Sequence[Draft], scene: Scene) -> Draft | None:
    around = sentence_around(scene.own, dose.start, dose.end)
    named = [
        each
        for each in drafts
        if each.attribute == _TAKES and each.affirmed and each.value in around and not _has_dose(each.value)
    ]
    if dose.subject == scene.speaker or "/" in dose.subject:
        named = [each for each in named if each.subject == dose.subject]
    if dose.subject.startswith(f"{EntityKind.THING}:"):
        stems = stem_words(dose.subject.partition(":")[2])
        named = [each for each in named if stem_words(each.value) & stems]
    return named[0] if len(named) == 1 else None


def _has_dose(value: str) -> bool:
    return _strip_dose(value) != value.split()
