"""How much of what people say is kept as claims, and how much of what is kept was worth it.

Data: LoCoMo (`conversation.session_N`, `session_N_date_time`, `observation.session_N_observation`); every speaker is a
user in their own right. A memory matches a gold observation of its own turn if it is a claim (a value of at most twelve
words, not the whole turn) and at least half of the gold line's content words stand in it. Recall is over gold lines,
precision over memories from turns that carry gold. Beside it stands what copying the whole turn would score.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from atlas.errors import BadInput
from atlas.language.folding import fold_text
from atlas.model.claim import MAX_VALUE_WORDS
from atlas.model.ids import ConversationId, InteractionId, MessageId, SessionId
from atlas.model.interaction import Interaction, Message, Role
from atlas.model.origin import Origin
from atlas.model.thinking import Material
from atlas.testing.readings import find_facts
from benchmarks.content_words import content_words
from benchmarks.formats import items, locomo_date, locomo_sessions

_TURN_IDS: Final = re.compile(r"[,;\s]+")
_EARLIER: Final = 6


@dataclass(frozen=True, slots=True)
class Turn:
    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Gold:
    """One line that a person wrote down about a turn, or about several."""

    line: str
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation. Turn ids are unique in it."""

    name: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    gold: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A memory as the matcher sees it: its sentence, and the claim's value."""

    sentence: str
    value: str


@dataclass(frozen=True, slots=True)
class Result:
    conversations: int = 0
    turns: int = 0
    turns_with_gold: int = 0
    gold: int = 0
    gold_matched: int = 0
    memories: int = 0
    judged: int = 0
    """Memories from turns that carry gold: what precision is over."""
    judged_matched: int = 0
    copied_gold: int = 0
    copied_turns: int = 0

    @property
    def recall(self) -> float:
        return _share(self.gold_matched, self.gold)

    @property
    def precision(self) -> float:
        return _share(self.judged_matched, self.judged)

    @property
    def memories_per_100_turns(self) -> float:
        return 100 * _share(self.memories, self.turns)

    @property
    def copy_recall(self) -> float:
        return _share(self.copied_gold, self.gold)

    @property
    def copy_precision(self) -> float:
        return _share(self.copied_turns, self.turns_with_gold)

    def __add__(self, other: Result) -> Result:
        names = self.__slots__
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in names})

    def figures(self) -> dict[str, float]:
        """The figures by name, for `--json` and the table."""
        return {
            "recall": round(self.recall, 4),
            "precision": round(self.precision, 4),
            "memories_per_100_turns": round(self.memories_per_100_turns, 1),
            "copy_recall": round(self.copy_recall, 4),
            "copy_precision": round(self.copy_precision, 4),
            "conversations": self.conversations,
            "turns": self.turns,
            "turns_with_gold": self.turns_with_gold,
            "gold": self.gold,
            "memories": self.memories,
        }


Extract = Callable[[str, str, datetime, Sequence[Turn]], Iterable[Found]]
"""From speaker, text, time and the turns before it to what would be remembered."""

Progress = Callable[[int, int], None]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


# --- data


def load(data_dir: Path) -> list[Talk]:
    """Every LoCoMo conversation under a folder, or in one file."""
    files = [data_dir] if data_dir.is_file() else sorted(data_dir.rglob("locomo*.json"))
    if not files:
        raise BadInput(f"There is no locomo*.json under {data_dir}.")
    return [_talk(item, place) for file in files for place, item in enumerate(items(file))]


def _talk(item: dict[str, Any], place: int) -> Talk:
    conversation = item["conversation"]
    speakers = (str(conversation["speaker_a"]), str(conversation["speaker_b"]))
    turns = tuple(turn for number in locomo_sessions(conversation) for turn in _turns(conversation, number))
    gold = tuple(line for number in locomo_sessions(conversation) for line in _gold(item["observation"], number))
    return Talk(str(item.get("sample_id", place)), speakers, turns, gold)


def _turns(conversation: Mapping[str, Any], number: int) -> Iterator[Turn]:
    at = locomo_date(conversation, number)
    for turn in conversation[f"session_{number}"]:
        yield Turn(turn["dia_id"], turn["speaker"], turn["text"], at)


def _gold(observation: Mapping[str, Any], number: int) -> Iterator[Gold]:
    for lines in observation.get(f"session_{number}_observation", {}).values():
        for line, ids in lines:
            parts = (
                _TURN_IDS.split(ids)
                if isinstance(ids, str)
                else [part for item in ids for part in _TURN_IDS.split(item)]
            )
            yield Gold(line, tuple(part for part in parts if part))


# --- scoring


def score(talk: Talk, memories: Mapping[str, Sequence[Found]]) -> Result:
    """The figures of one conversation, given what was remembered of each turn."""
    texts = {turn.id: turn.text for turn in talk.turns}
    wanted: dict[str, list[frozenset[str]]] = {}
    matched = copied = 0
    claims = {
        turn: [_words(found, texts[turn], talk) for found in found_there] for turn, found_there in memories.items()
    }
    for line in talk.gold:
        words = content_words(line.line, talk.speakers)
        turns = [turn for turn in line.turns if turn in texts]
        for turn in turns:
            wanted.setdefault(turn, []).append(words)
        matched += any(_half(words, claim) for turn in turns for claim in claims.get(turn, ()))
        copied += any(_half(words, content_words(texts[turn], talk.speakers)) for turn in turns)
    judged = [(turn, claim) for turn in wanted for claim in claims.get(turn, ())]
    return Result(
        conversations=1,
        turns=len(talk.turns),
        turns_with_gold=len(wanted),
        gold=len(talk.gold),
        gold_matched=matched,
        memories=sum(len(found) for found in claims.values()),
        judged=len(judged),
        judged_matched=sum(any(_half(words, claim) for words in wanted[turn]) for turn, claim in judged),
        copied_gold=copied,
        copied_turns=sum(_any_half(wanted[turn], content_words(texts[turn], talk.speakers)) for turn in wanted),
    )


def _words(found: Found, turn: str, talk: Talk) -> frozenset[str]:
    """The content words of a claim; of what is no claim, none."""
    long = len(found.value.split()) > MAX_VALUE_WORDS
    if long or fold_text(found.value) == fold_text(turn):
        return frozenset()
    return content_words(found.sentence, talk.speakers)


def _half(wanted: frozenset[str], there: frozenset[str]) -> bool:
    return bool(wanted) and 2 * len(wanted & there) >= len(wanted)


def _any_half(lines: Iterable[frozenset[str]], there: frozenset[str]) -> bool:
    return any(_half(words, there) for words in lines)


# --- running


def run(data_dir: Path, extract: Extract | None = None, progress: Progress | None = None) -> Result:
    """All conversations under a folder, taken together."""
    return sum(run_each(data_dir, extract, progress).values(), Result())


def run_each(data_dir: Path, extract: Extract | None = None, progress: Progress | None = None) -> dict[str, Result]:
    """Each conversation by name, each speaker as their own user; `extract` is the engine, or the reader alone."""
    talks = load(data_dir)
    total = sum(len(talk.turns) for talk in talks)
    results: dict[str, Result] = {}
    done = 0
    for talk in talks:
        memories: dict[str, list[Found]] = {}
        for place, turn in enumerate(talk.turns):
            earlier = talk.turns[max(0, place - _EARLIER) : place]
            memories[turn.id] = list((extract or find_by_reader)(turn.speaker, turn.text, turn.at, earlier))
            done += 1
            if progress:
                progress(done, total)
        results[talk.name] = results.get(talk.name, Result()) + score(talk, memories)
    return results


@dataclass(frozen=True, slots=True)
class Kept:
    """A claim that was kept without a question, with its turn and the one before."""

    before: str
    turn: str
    claim: str


def draw_claims(kept: Sequence[Kept], count: int, seed: int) -> str:
    """Some of them, drawn by seed, for readers who say of each whether it is right."""
    drawn = random.Random(seed).sample(kept, min(count, len(kept)))  # noqa: S311 — seeded, so that it can be done again
    told = (
        f"{number}.\n{f'before: {each.before}' if each.before else '(the first turn)'}\nturn: {each.turn}\n"
        f"kept: {each.claim}\n"
        for number, each in enumerate(drawn, 1)
    )
    return "\n".join(told)


def summarise(results: Mapping[str, Result]) -> dict[str, Any]:
    """All figures, then by conversation."""
    whole = sum(results.values(), Result())
    return {**whole.figures(), "by_conversation": {name: result.figures() for name, result in results.items()}}


def find_by_reader(speaker: str, text: str, at: datetime, earlier: Sequence[Turn]) -> list[Found]:
    """The reader alone, without the engine around it; others' turns are context, as an assistant's would be."""
    before = tuple(_message(turn, place, turn.speaker == speaker) for place, turn in enumerate(earlier))
    said = _message(Turn("", speaker, text, at), len(before), True)
    interaction = Interaction(said.interaction, said.conversation, SessionId("s"), at, (said,))
    facts = find_facts(Material(interaction, before))
    return [Found(fact.content, fact.claim.value) for fact in facts if fact.claim]


def _message(turn: Turn, ordinal: int, own: bool) -> Message:
    role, origin = (Role.USER, Origin.USER) if own else (Role.ASSISTANT, Origin.ASSISTANT)
    ids = MessageId(f"u_{ordinal}"), InteractionId("i"), ConversationId("c")
    return Message(*ids, ordinal, role, origin, turn.text, turn.at, turn.speaker if own else None)
