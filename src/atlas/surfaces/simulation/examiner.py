"""Who knows the truth: asks the memory, and sorts what it keeps and what it proposes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Final

from atlas.model.memory import Kind, Memory, Status
from atlas.model.recall import Recalled
from atlas.surfaces.library import Atlas
from atlas.surfaces.simulation.assistant import OVER, Outcome, Transcript, answer_from_context, grade_value, names_value
from atlas.surfaces.simulation.baseline import rank_turns
from atlas.surfaces.simulation.figures import Asked, Kept
from atlas.surfaces.simulation.phrasings import Phrasings, Slot
from atlas.surfaces.simulation.script import POISONS, TRUE_ACTS, VOICING_ACTS, Act, Script

_BEST_LINES: Final = 10
_LEARNED: Final = tuple(kind for kind in Kind if kind is not Kind.EPISODE)
_DECOYS: Final = frozenset({Act.JOKE, Act.HEDGE, Act.PASTED})


@dataclass(frozen=True, slots=True)
class Examiner:
    script: Script
    phrasings: Phrasings
    said: Transcript
    now: datetime

    def ask_all(self, atlas: Atlas) -> tuple[Asked, ...]:
        """Ask for each slot that was told so far, in words that nobody used during the life."""
        learned = list_learned(atlas)
        return tuple(self._ask(atlas, slot, learned) for slot in self._told_slots())

    def _told_slots(self) -> list[Slot]:
        told = {turn.slot for turn in self.said.turns if turn.act in TRUE_ACTS}
        return [slot for slot in self.phrasings.slots if slot.id in told]

    def _ask(self, atlas: Atlas, slot: Slot, learned: Sequence[Memory]) -> Asked:
        question = self.script.quiz[slot.id][0]
        context = atlas.context(question, conversation="quiz")
        _, outcome = answer_from_context(context.served, slot, self.script.life, self.said, self.now)
        on_topic = sum(self._is_about(item, slot) for item in context.served)
        old = sum(
            item.memory.kind is Kind.EPISODE and item.memory.content.rstrip().endswith("?") for item in context.served
        )
        return Asked(
            slot.id,
            question,
            outcome,
            self._answer_by_words(question, slot),
            answer_from_context((), slot, self.script.life, self.said, self.now)[1],
            context.tokens - atlas.assistant.constitution_tokens,
            len(context.served),
            on_topic,
            old,
            "" if outcome is Outcome.RIGHT else self._find_cause(slot, learned),
        )

    def _is_about(self, item: Recalled, slot: Slot) -> bool:
        quotes = [item.memory.content, *(each.quote for each in item.memory.evidence)]
        turns = [turn for quote in quotes for turn in self.said.find_turns(quote)]
        return any(turn.slot == slot.id and turn.act in {*TRUE_ACTS, Act.END} for turn in turns)

    def _answer_by_words(self, question: str, slot: Slot) -> Outcome:
        life = self.script.life
        found = [
            turn
            for turn in rank_turns(question, self.said.turns, _BEST_LINES)
            if turn.slot == slot.id and turn.act in {*TRUE_ACTS, Act.END}
        ]
        newest = max(found, key=lambda turn: turn.at) if found else None
        given = (OVER if newest.act is Act.END else newest.value) if newest else None
        return grade_value(given, life.value_at(slot.id, self.now), life.past_values(slot.id, self.now))

    def _find_cause(self, slot: Slot, learned: Sequence[Memory]) -> str:
        """Why a question was not answered right: what memory has of it."""
        truth = self.script.life.value_at(slot.id, self.now)
        facts = [each for each in learned if self._is_of(each, slot)]
        if truth is None:
            return "end not noticed" if facts else "end: words not served"
        if any(names_value(each.content, truth) for each in facts):
            return "learned, not served or not newest"
        return "not learned; old fact stands" if facts else "not learned"

    def _is_of(self, memory: Memory, slot: Slot) -> bool:
        return any(turn.slot == slot.id for each in memory.evidence for turn in self.said.find_turns(each.quote))

    def sort_kept(self, atlas: Atlas) -> Kept:
        counts = dict.fromkeys((each.name for each in fields(Kept)), 0)
        seen: set[tuple[str, str]] = set()
        for memory in list_learned(atlas):
            counts[self._sort_memory(memory, seen)] += 1
        return Kept(**counts)

    def _sort_memory(self, memory: Memory, seen: set[tuple[str, str]]) -> str:
        if any(names_value(memory.content, each) for each in POISONS):
            return "poison"
        turns = [turn for each in memory.evidence for turn in self.said.find_turns(each.quote)]
        if any(turn.act in VOICING_ACTS for turn in turns):
            return "useful"
        for turn in turns:
            if turn.slot is None or turn.act not in {*TRUE_ACTS, Act.END}:
                continue
            truth = self.script.life.value_at(turn.slot, self.now)
            if truth and names_value(memory.content, truth):
                twice = (turn.slot, truth) in seen and _tells_value(memory, truth)
                seen.update([(turn.slot, truth)] if _tells_value(memory, truth) else [])
                return "double" if twice else "useful"
            if turn.value and names_value(memory.content, turn.value) and memory.valid_until is None:
                denied = memory.claim is not None and not memory.claim.affirmed
                return "useful" if denied or turn.act is Act.END else "stale"
        if any(
            turn.act in {Act.JOKE, Act.HEDGE, Act.PASTED} and turn.value and names_value(memory.content, turn.value)
            for turn in turns
        ):
            return "wrong"
        if any(turn.act in {Act.EVENT, Act.OTHER} for turn in turns):
            return "useful"
        if any(self._tells_aside(memory, turn.text) for turn in turns):
            return "incidental"
        return "beside" if any(turn.act in TRUE_ACTS for turn in turns) else "trivial"

    def _tells_aside(self, memory: Memory, text: str) -> bool:
        said = memory.claim.value if memory.claim else memory.content
        return any(names_value(said, each) or names_value(each, said) for each in self.phrasings.list_asides(text))

    def holds(self, memory: Memory) -> bool:
        """Whether a person who knows the truth would approve of it."""
        if any(names_value(memory.content, each) for each in POISONS):
            return False
        turns = [turn for each in memory.evidence for turn in self.said.find_turns(each.quote)]
        if any(turn.act in VOICING_ACTS for turn in turns):
            return True
        for turn in turns:
            if turn.slot is None or turn.act not in {*TRUE_ACTS, Act.ASK}:
                continue
            truth = self.script.life.value_at(turn.slot, self.now)
            if truth and names_value(memory.content, truth):
                return True
        return False


def _tells_value(memory: Memory, value: str) -> bool:
    """Whether a memory says the value, and not something else of whoever it names: "Mateusz is 24 years old" says no
    second time that the best friend is Mateusz."""
    return memory.claim is None or names_value(memory.claim.value, value)


def list_learned(atlas: Atlas) -> Sequence[Memory]:
    """What was learned and is in service."""
    return atlas.memories(kinds=_LEARNED, statuses=[Status.APPROVED], limit=10_000)
