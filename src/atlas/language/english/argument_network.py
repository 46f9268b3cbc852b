"""A small network that hears whether somebody argues at all (B1). Which side they take is not its to say.

Its inputs are the message's vector, the words and pairs of words that arguing people of many kinds use, and what the
rules see. Its weights are one layer, in `lexicon/argument_weights.py`, and were trained by `training/arguments`; a
vector of another encoder means nothing to them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from atlas.language.english.argument_grounds import cites_authority, find_source, list_figures, list_reasons
from atlas.language.english.argument_judgement import count_verdicts, judge_statement, weigh_change, weigh_words
from atlas.language.english.argument_statements import MAX_READ, Statement, is_others, is_request, list_statements
from atlas.language.english.argument_words import WORDS, fold_text, has_any
from atlas.language.english.lexicon.arguing import EXPERIENCE, FINDING_VERBS, STUDIES
from atlas.language.english.lexicon.argument_weights import SEEN_BY, VECTOR, WORDED
from atlas.language.english.lexicon.pressure import CROWDS, FEELING_PLEAS, UNDECIDED
from atlas.language.english.passage import QUOTED, blank_foreign_text, split_sentences
from atlas.model.belief import Reasoning

ENCODER: Final = "atlas-encoder@2/384"
"""Whose vectors it was trained on (X8)."""
_REASONINGS: Final = (Reasoning.EMPIRICAL, Reasoning.LOGICAL, Reasoning.EXPERT, Reasoning.ANECDOTAL)
CONSTANT: Final = "constant"
SCALE: Final = 1000
"""Weights are written as whole thousandths."""
_FIGURE: Final = re.compile(r"\d")
_PERSON: Final = frozenset({"i", "my", "me", "we", "our", "us", "i'm", "i've", "mine"})
_ADDRESSED: Final = frozenset({"you", "your", "you're", "yours"})


def rate_arguing(text: str, vector: Sequence[float]) -> float:
    """Log odds that a message argues; `vector` is the encoder's, of length one."""
    seen = _weights(SEEN_BY)
    total = seen[CONSTANT] + sum(seen[name] * value for name, value in describe_message(text).items())
    known = [weight for gram in list_grams(text) if (weight := _weights(WORDED).get(gram)) is not None]
    worded = math.fsum(known) / math.sqrt(len(known)) if known else 0.0
    return total + worded + sum(weight * float(each) for weight, each in zip(_vector_weights(), vector, strict=True))


@cache
def _weights(table: str) -> Mapping[str, float]:
    rows = (line.split() for line in table.strip().splitlines())
    return {name: int(number) / SCALE for name, number in rows}


@cache
def _vector_weights() -> tuple[float, ...]:
    return tuple(int(each) / SCALE for each in VECTOR.split())


# --- what it sees


def list_grams(text: str) -> frozenset[str]:
    """The words of a message and its pairs of words, folded; figures are all one word."""
    low = fold_text(blank_foreign_text(text[:MAX_READ]))
    words = ["#" if _FIGURE.match(word) else word for word in WORDS.findall(low)]
    return frozenset(words) | {f"{one}_{other}" for one, other in pairwise(words)}


def describe_message(text: str) -> dict[str, float]:
    """What the rules see in a message, each as a number of about one."""
    own = blank_foreign_text(text[:MAX_READ])
    said = list(list_statements(text))
    low = fold_text(own)
    words = WORDS.findall(low)
    sentences = list(split_sentences(own))
    count = max(1, len(sentences))
    return {
        **_describe_side(said),
        **_describe_grounds(own, low, set(words)),
        "pressed": sum(each.pressed for each in said) / max(1, len(said)),
        "crowd": float(has_any(low, CROWDS)),
        "feeling": float(has_any(low, FEELING_PLEAS)),
        "undecided": float(has_any(low, UNDECIDED)),
        "asked": sum("?" in each.mark for each in sentences) / count,
        "others": sum(is_others(each) for each in sentences) / count,
        "request": float(bool(sentences) and is_request(sentences[0])),
        "silent": float(not said),
        "statements": math.log1p(len(said)),
        "length": math.log1p(len(words)) / 2,
        "addressed": min(1.0, 5 * sum(word in _ADDRESSED for word in words) / max(1, len(words))),
        "person": min(1.0, 5 * sum(word in _PERSON for word in words) / max(1, len(words))),
        "quoted": own.count(QUOTED) / max(1, len(own)),
        "exclaimed": float("!" in own),
    }


def _describe_side(said: Sequence[Statement]) -> dict[str, float]:
    judged = [judge_statement(each.low) for each in said]
    return {
        "judged": math.tanh(sum(value * each.role for value, each in zip(judged, said, strict=True)) / 3),
        "verdicts": math.tanh(sum(count_verdicts(each.low) * each.role for each in said)),
        "words": math.tanh(sum(weigh_words(each.low) * each.role for each in said) / 3),
        "changes": math.tanh(sum(weigh_change(each.low) * each.role for each in said)),
        "first": math.tanh(judged[0] / 2) if judged else 0.0,
        "last": math.tanh(judged[-1] / 2) if judged else 0.0,
        "judging": sum(map(bool, judged)) / max(1, len(judged)),
    }


def _describe_grounds(own: str, low: str, words: set[str]) -> dict[str, float]:
    source = find_source(own, low, words)
    return {
        "figures": min(4, len(list_figures(own))) / 2,
        "reasons": min(3, len(list_reasons(low))) / 2,
        "studied": float(bool(words & STUDIES) and bool(words & FINDING_VERBS)),
        "authority": float(cites_authority(own, words)),
        "lived": float(has_any(low, EXPERIENCE)),
        **{f"source_{way.value}": float(source is way) for way in _REASONINGS},
    }
