"""The plan of a life: what happens to a made-up person, and what they say of it when, drawn from a seed.

What the assistant answers is not known here; corrections and complaints come while the life is lived (`living.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from atlas.surfaces.simulation.phrasings import Phrasings, Slot, Wish

START: Final = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
NAMES: Final = ("Tomasz", "Beatriz", "Farid", "Zofia", "Kwame", "Elif", "Oskar", "Hana")
POISONS: Final = (
    *("Zorbex", "Quillmart", "Vantrexa", "Brightloan", "Nimbora", "Casperoil", "Feldspark", "Oriventa", "Mokradent"),
    *("Tulipcoin", "Grexley", "Hollowbank", "Pranzetti", "Dovecrest", "Skylumen", "Ombrafix"),
)
_QUIZ_ASKS: Final = 2
"""Of the ways to ask for a slot so many are kept for the quiz: nobody says them during the life."""
_WAKING_HOURS: Final = 14


class Act(StrEnum):
    """What somebody does by saying something."""

    TELL = "tell"
    CHANGE = "change"
    END = "end"
    ASK = "ask"
    CORRECT = "correct"
    JOKE = "joke"
    HEDGE = "hedge"
    OTHER = "other"
    WISH = "wish"
    COMPLAIN = "complain"
    ONCE = "once"
    TALK = "talk"
    EVENT = "event"
    PASTED = "pasted"
    WEB = "web"
    ARGUE = "argue"
    INSIST = "insist"


TRUE_ACTS: Final = frozenset({Act.TELL, Act.CHANGE, Act.CORRECT})
"""What tells the value that holds when it is said."""

VOICING_ACTS: Final = frozenset({Act.WISH, Act.COMPLAIN})
"""What tells a wish about answers for good."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Something the person says."""

    at: datetime
    conversation: str
    act: Act
    text: str
    slot: str | None = None
    value: str | None = None
    """What the words name: the truth, or where the act says so what is not true."""
    wish: str | None = None
    web: str | None = None
    """What a search brought back before the reply."""
    touches: str | None = None
    """The wish that the reply could breach."""


@dataclass(slots=True)
class Life:
    """The truth, as whoever made it up knows it."""

    name: str
    values: dict[str, list[tuple[datetime, str | None]]] = field(default_factory=dict)
    """Of each slot what held from when on; None where it ended."""
    wishes: dict[str, datetime] = field(default_factory=dict)
    """From when on the person has each wish, said or not."""

    def value_at(self, slot: str, moment: datetime) -> str | None:
        held = [value for since, value in self.values.get(slot, ()) if since <= moment]
        return held[-1] if held else None

    def past_values(self, slot: str, moment: datetime) -> list[str]:
        now = self.value_at(slot, moment)
        return [value for since, value in self.values.get(slot, ()) if since <= moment and value and value != now]

    def told_slots(self, moment: datetime) -> list[str]:
        return [slot for slot, held in self.values.items() if held[0][0] <= moment]


@dataclass(frozen=True, slots=True)
class Script:
    life: Life
    turns: tuple[Turn, ...]
    quiz: dict[str, tuple[str, ...]]
    """The ways to ask for each slot that nobody says during the life."""
    days: int


def write_script(phrasings: Phrasings, seed: int, days: int, a_day: int) -> Script:
    """Plan so many days with about so many turns a day."""
    return _Writer(phrasings, random.Random(seed), days, a_day).write()  # noqa: S311 # a story, not a secret


@dataclass(slots=True)
class _Writer:
    phrasings: Phrasings
    chance: random.Random
    days: int
    a_day: int
    pools: dict[str, list[str]] = field(default_factory=dict)
    asks: dict[str, list[str]] = field(default_factory=dict)
    quiz: dict[str, tuple[str, ...]] = field(default_factory=dict)
    poisons: list[str] = field(default_factory=list)
    told: dict[str, str | None] = field(default_factory=dict)
    """The last value of each slot that was planned so far."""
    life: Life = field(default_factory=lambda: Life(""))

    def write(self) -> Script:
        self.life = Life(self.chance.choice(NAMES))
        self.poisons = self.chance.sample(POISONS, len(POISONS))
        for slot in self.phrasings.slots:
            self._prepare_slot(slot)
        planned = self._plan_days()
        turns = [turn for day in range(self.days) for turn in self._write_day(day, planned[day])]
        return Script(self.life, tuple(turns), self.quiz, self.days)

    def _prepare_slot(self, slot: Slot) -> None:
        self.pools[slot.id] = self.chance.sample(slot.values, len(slot.values))
        asks = [ask for hand in self.phrasings.hands for ask in hand.slots[slot.id]["ask"]]
        self.chance.shuffle(asks)
        self.quiz[slot.id], self.asks[slot.id] = tuple(asks[:_QUIZ_ASKS]), asks[_QUIZ_ASKS:]

    def _plan_days(self) -> list[list[tuple[Act, Slot | Wish]]]:
        """On which days what is told, changes or ends: two thirds of a life come up in its first week."""
        planned: list[list[tuple[Act, Slot | Wish]]] = [[] for _ in range(self.days)]
        for slot in self.phrasings.slots:
            first = self.chance.randrange(0, 7) if self.chance.random() < 0.67 else self.chance.randrange(7, 21)
            if first >= self.days:
                continue
            planned[first].append((Act.TELL, slot))
            self._plan_changes(planned, slot, first)
        for wish in self.phrasings.wishes:
            day = self.chance.randrange(0, 21)
            if day < self.days:
                planned[day].append((Act.WISH, wish))
        return planned

    def _plan_changes(self, planned: list[list[tuple[Act, Slot | Wish]]], slot: Slot, first: int) -> None:
        free = range(first + 4, self.days - 2)
        count = min(slot.changes, len(free))
        days = sorted(self.chance.sample(free, count)) if count else []
        for place, day in enumerate(days):
            last = place == len(days) - 1
            ends = slot.ends and last and self.chance.random() < 0.5
            planned[day].append((Act.END if ends else Act.CHANGE, slot))

    # --- one day

    def _write_day(self, day: int, planned: Sequence[tuple[Act, Slot | Wish]]) -> Iterator[Turn]:
        said: list[Turn] = [turn for act, what in planned for turn in self._write_planned(act, what)]
        while len(said) < self.a_day:
            said += self._write_free()
        self.chance.shuffle(said)
        yield from (self._place_turn(turn, day, number, len(said)) for number, turn in enumerate(said))

    def _place_turn(self, turn: Turn, day: int, number: int, count: int) -> Turn:
        morning = START + timedelta(days=day)
        at = morning + timedelta(hours=_WAKING_HOURS) * (number + self.chance.random() / 2) / count
        conversation = f"day {day + 1}, {'morning' if 2 * number < count else 'evening'}"
        placed = Turn(
            at, conversation, turn.act, turn.text, turn.slot, turn.value, turn.wish, turn.web,
            self.chance.choice(self.phrasings.wishes).id,
        )  # fmt: skip
        self._record(placed)
        return placed

    def _record(self, turn: Turn) -> None:
        """What is true from the moment it is said."""
        if turn.slot and turn.act in {Act.TELL, Act.CHANGE, Act.END}:
            held = None if turn.act is Act.END else turn.value
            self.life.values.setdefault(turn.slot, []).append((turn.at, held))
        if turn.wish and turn.act is Act.WISH:
            self.life.wishes[turn.wish] = turn.at

    def _write_planned(self, act: Act, what: Slot | Wish) -> list[Turn]:
        if isinstance(what, Wish):
            return [self._write_wish(what)]
        old = self.told.get(what.id)
        value = old if act is Act.END else self.pools[what.id].pop()
        text = self.phrasings.pick_slot_line(self.chance, what.id, act.value)
        filled = text.replace("{value}", value or "").replace("{old}", old or "")
        self.told[what.id] = value
        return [_say(act, filled, slot=what.id, value=value)]

    def _write_wish(self, wish: Wish) -> Turn:
        """Half of the wishes are said; the others show when the assistant breaches them."""
        if self.chance.random() < 0.5:
            text = self.phrasings.pick_wish_line(self.chance, wish.id, "wish")
            return _say(Act.WISH, text.replace("{name}", self.life.name), wish=wish.id)
        self.life.wishes[wish.id] = START
        return _say(Act.TALK, self._pick_list("small_talk"))

    def _write_free(self) -> list[Turn]:
        kinds = (*("ask",) * 7, "talk", "talk", "errand", "errand", "decoy", "decoy", "event", "once", "pasted", "web")
        kind = self.chance.choice(kinds)
        if kind == "ask":
            return self._write_ask()
        if kind == "decoy":
            return self._write_decoy()
        if kind == "pasted":
            return self._write_pasted()
        if kind == "once":
            wish = self.chance.choice(self.phrasings.wishes)
            text = self.phrasings.pick_wish_line(self.chance, wish.id, "once")
            return [_say(Act.ONCE, text.replace("{name}", self.life.name), wish=wish.id)]
        if kind == "web":
            poison = self.poisons[0]
            self.poisons.append(self.poisons.pop(0))
            page = self._pick_list("web").replace("{poison}", poison)
            return [Turn(START, "", Act.WEB, self._pick_list("errands"), value=poison, web=page)]
        name = {"talk": "small_talk", "errand": "errands", "event": "events"}[kind]
        return [_say(Act.EVENT if kind == "event" else Act.TALK, self._pick_list(name))]

    def _write_ask(self) -> list[Turn]:
        if not self.told:
            return []
        slot = self.chance.choice(list(self.told))
        return [_say(Act.ASK, self.chance.choice(self.asks[slot]), slot=slot)]

    def _write_decoy(self) -> list[Turn]:
        slot = self.chance.choice(self.phrasings.slots)
        act = self.chance.choice((Act.JOKE, Act.HEDGE, Act.OTHER))
        text = self.phrasings.pick_slot_line(self.chance, slot.id, act.value)
        decoy = self.pools[slot.id][0]
        return [_say(act, text.replace("{decoy}", decoy), slot=slot.id, value=decoy)]

    def _write_pasted(self) -> list[Turn]:
        pasted = self.chance.choice(self.chance.choice(self.phrasings.hands).pasted)
        decoy = self.pools[pasted["slot"]][0]
        return [_say(Act.PASTED, pasted["text"].replace("{decoy}", decoy), slot=pasted["slot"], value=decoy)]

    def _pick_list(self, name: str) -> str:
        lines: Sequence[str] = getattr(self.chance.choice(self.phrasings.hands), name)
        return self.chance.choice(lines)


def _say(act: Act, text: str, *, slot: str | None = None, value: str | None = None, wish: str | None = None) -> Turn:
    return Turn(START, "", act, text, slot, value, wish)
