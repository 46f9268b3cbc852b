"""How well arguments are weighed (B1): messages with what they argue, written by two writers.

Data: `benchmarks/data/arguments`. `tune` is what the rules were made with; `blind` is another writer's, which nobody
who worked on them has read. `manners` are the messages that the network is trained on (`training/arguments`), each
judged by one that did not see its writer. Beside the rules stand two that anybody would think of first: a message
argues when it is long, or when it has a word like "because".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from training.arguments.corpus import ARGUING, read_corpus

from atlas.beliefs.evidence import EvidenceInput, weigh_by_rules
from atlas.beliefs.policy import BeliefPolicy
from atlas.errors import BadInput
from atlas.language.registry import LANGUAGE
from atlas.language.words import words
from atlas.model.belief import Reasoning, Reliability, Weighed
from atlas.model.ids import ConversationId, InteractionId, MessageId
from atlas.model.interaction import Message, Role
from atlas.model.origin import Origin
from atlas.model.thinking import Embed, Vectors
from atlas.ports.embedder import Embedder
from benchmarks.formats import load

DATA: Final = Path(__file__).parent / "data" / "arguments"
PARTS: Final = ("tune", "blind")
LONG: Final = 25
"""Words from which a message argues, for who goes by length."""
_REASONS: Final = frozenset(
    [
        "because",
        "since",
        "therefore",
        "so",
        "thus",
        "hence",
        "if",
        "study",
        "studies",
        "data",
        "percent",
        "research",
        "evidence",
        "expert",
        "experts",
    ]
)
_GOOD: Final = frozenset(
    ["good", "better", "best", "great", "works", "helps", "right", "fair", "safe", "useful", "worth", "should"]
)
_BAD: Final = frozenset(
    [
        "bad",
        "worse",
        "worst",
        "wrong",
        "unfair",
        "useless",
        "harmful",
        "dangerous",
        "mistake",
        "waste",
        "not",
        "don't",
        "isn't",
    ]
)
_TALK: Final = 2_500
"""Lines of ordinary talk that the network is trained on beside its messages."""
_COUNTS_FROM: Final = BeliefPolicy().counts_from
_SAID: Final = datetime(2026, 3, 4, 12, tzinfo=UTC)

Weigh = Callable[[Sequence[str], str], Sequence[Weighed]]
"""What is argued in a message, after earlier ones of the same user."""


@dataclass(frozen=True, slots=True)
class Labelled:
    earlier: tuple[str, ...]
    message: str
    arguments: tuple[Mapping[str, Any], ...]
    kind: str

    @property
    def counting(self) -> list[Mapping[str, Any]]:
        return [each for each in self.arguments if each["counts"]]


@dataclass(frozen=True, slots=True)
class Scores:
    """What was weighed right."""

    messages: int
    precision: float
    """Of messages in which something counts for the rules: in how many it does."""
    recall: float
    direction: float
    """Of those in which something counts and was found."""
    reasoning: float
    topic: float
    right: float
    """Of messages in which something counts for the rules: in how many it is about the right thing, on its side."""
    let_through: float
    """Of messages that argue nothing, whoever presses: in how many something counted all the same."""
    pressing: float
    """The same, of those that only repeat, insist, praise, threaten, or point at a crowd or at feelings."""


def load_part(part: str) -> list[Labelled]:
    path = DATA / f"{part}.jsonl"
    if part not in PARTS or not path.exists():
        raise BadInput(f"There is no part {part!r}; there are {', '.join(PARTS)}.")
    return [_read_row(json.loads(line)) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _read_row(row: Mapping[str, Any]) -> Labelled:
    return Labelled(tuple(row["earlier"]), row["message"], tuple(row["arguments"]), row["kind"])


# --- who weighs


def weigh_with(embedder: Embedder | None, *, confirmed: bool = False) -> Weigh:
    """The rules, as the engine drives them; alone, or where the network hears an argument, too."""

    def weigh(earlier: Sequence[str], message: str) -> Sequence[Weighed]:
        *_, last = _drive([*earlier, message], embedder, confirmed)
        return last

    return weigh


def load_manners() -> list[Labelled]:
    """Messages in many manners of writing, with what they argue."""
    return [
        Labelled(
            (),
            each.text,
            tuple(
                {"topic": topic, "direction": side, "reasoning": ARGUING.get(each.kind, "none"), "counts": each.argues}
                for topic, side in each.topics
            ),
            each.kind,
        )
        for each in read_corpus()
    ]


def weigh_left_out() -> Weigh:
    """The rules, where a network that did not see the writer hears an argument, too; it trains for a minute or two."""
    from training.arguments.train import hear_left_out

    heard = hear_left_out(_TALK)
    rules = weigh_with(None)

    def weigh(earlier: Sequence[str], message: str) -> Sequence[Weighed]:
        return rules(earlier, message) if message in heard else ()

    return weigh


def _drive(texts: Sequence[str], embedder: Embedder | None, confirmed: bool) -> Iterator[list[Weighed]]:
    said = tuple(
        Message(MessageId(str(at)), InteractionId("i"), ConversationId("c"), at, Role.USER, Origin.USER, text, _SAID)
        for at, text in enumerate(texts)
    )
    thinking = weigh_by_rules(EvidenceInput(said, (), _COUNTS_FROM, confirmed))
    try:
        asked = next(thinking)
        while True:
            texts_asked = [each.texts for each in asked if isinstance(each, Embed)]
            asked = thinking.send(tuple(Vectors(embedder.embed(each) if embedder else None) for each in texts_asked))
    except StopIteration as done:
        found = done.value.judgements
    for message in said:
        yield [each.weighed for each in found if each.message == message.id]


def weigh_by_words(_earlier: Sequence[str], message: str) -> Sequence[Weighed]:
    """A message argues when it has a word like "because"; for what it is about when it has more good words than bad."""
    low = message.casefold().split()
    return _guess(message, not _REASONS.isdisjoint(low))


def weigh_by_length(_earlier: Sequence[str], message: str) -> Sequence[Weighed]:
    return _guess(message, len(message.split()) >= LONG)


def _guess(message: str, counts: bool) -> Sequence[Weighed]:
    low = [word.strip(".,:;!?") for word in message.casefold().split()]
    direction = 1 if sum(word in _GOOD for word in low) >= sum(word in _BAD for word in low) else -1
    topic = next(iter(LANGUAGE.notes.find_topics([message], 1)), "")
    strength = 0.5 if counts else 0.0
    return [Weighed(topic, direction, strength, Reasoning.LOGICAL, Reliability.MEDIUM, 1.0)] if topic else []


# --- scoring


def score(part: Sequence[Labelled], weigh: Weigh) -> Scores:
    found = [[each for each in weigh(row.earlier, row.message) if each.strength >= _COUNTS_FROM] for row in part]
    both = [(row.counting, got) for row, got in zip(part, found, strict=True) if row.counting and got]
    pairs = [pair for gold, got in both for pair in _pair(gold, got)]
    silent = [bool(got) for row, got in zip(part, found, strict=True) if not row.counting]
    pressed = [bool(got) for row, got in zip(part, found, strict=True) if _presses(row)]
    return Scores(
        len(part),
        _share(len(both), sum(map(bool, found))),
        _share(len(both), sum(bool(row.counting) for row in part)),
        _share(sum(gold["direction"] == got.direction for gold, got in pairs), len(pairs)),
        _share(sum(gold["reasoning"] == got.reasoning.value for gold, got in pairs), len(pairs)),
        _share(sum(names_topic(gold["topic"], got.topic) for gold, got in pairs), len(pairs)),
        _share(sum(any(_is_right(*pair) for pair in _pair(gold, got)) for gold, got in both), sum(map(bool, found))),
        _share(sum(silent), len(silent)),
        _share(sum(pressed), len(pressed)),
    )


def load_talk() -> tuple[str, ...]:
    """Lines of ordinary talk, in which hardly anybody argues: the repository's own chats."""
    return tuple(turn.text for talk in load("chats", DATA) for turn in talk.turns)


def share_counted(talk: Sequence[str], weigh: Weigh) -> float:
    """The share of lines in which something counts as an argument."""
    counted = sum(any(each.strength >= _COUNTS_FROM for each in weigh((), line)) for line in talk)
    return _share(counted, len(talk))


def _presses(row: Labelled) -> bool:
    """A message that speaks for something and gives nothing, or nothing new, for it."""
    return bool(row.arguments) and not row.counting


def _pair(gold: Sequence[Mapping[str, Any]], got: Sequence[Weighed]) -> Iterator[tuple[Mapping[str, Any], Weighed]]:
    """Each that was found with the one it is nearest to in topic; the rest in their order."""
    left = list(got)
    for each in gold:
        if not left:
            return
        near = next((one for one in left if names_topic(each["topic"], one.topic)), left[0])
        left.remove(near)
        yield each, near


def _is_right(gold: Mapping[str, Any], got: Weighed) -> bool:
    return bool(gold["direction"] == got.direction) and names_topic(gold["topic"], got.topic)


def names_topic(gold: str, found: str) -> bool:
    """Whether a phrase names the topic: the same by the house's rules, or at least half of its telling words."""
    if LANGUAGE.arguments.is_same_topic(gold, found):
        return True
    wanted = LANGUAGE.arguments.stem_topic(gold)
    return (
        2 * len(wanted & LANGUAGE.arguments.stem_topic(found)) >= len(wanted) > 0
        and len(words(found)) <= 2 * len(words(gold)) + 2
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 0.0
