"""A life in a moment (X5): a seeded user talks with an assistant for weeks on a virtual clock, and everything runs.

What is said is made of hidden facts, questions, replies that are sometimes wrong, corrections, questions asked again,
thanks and plans. The same seed tells the same story.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final

from atlas.engine.intake.observe import Said, observe
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.model.interaction import Role
from atlas.testing.virtual import Virtual

TOWNS: Final = ("Porto", "Rome", "Oslo", "Kyoto", "Lima", "Accra", "Perth", "Tunis")
THINGS: Final = ("staging server", "printer", "front gate", "car park", "bicycle", "boiler", "spare key", "fuse box")
PLACES: Final = ("port", "code", "number", "colour", "price")
_WAKES: Final = time(8, 0)
_BEDTIME: Final = time(23, 30)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One thing that is said, and the reply to it."""

    user: str
    assistant: str
    kind: str


@dataclass(slots=True)
class Simulated:
    """What happened, as whoever made it up knows it."""

    interactions: int = 0
    said: dict[str, int] = field(default_factory=dict)
    """How many exchanges of each kind."""
    awake: list[date] = field(default_factory=list)
    """The days on which anybody was there in the evening."""

    def count(self, kind: str) -> None:
        self.interactions += 1
        self.said[kind] = self.said.get(kind, 0) + 1


def simulate(virtual: Virtual, days: int, a_day: int, *, seed: int = 7, asleep: Sequence[int] = ()) -> Simulated:
    """Live so many days from the clock's own moment on, with so many exchanges each; on days asleep nothing runs."""
    done = Simulated()
    chance = random.Random(seed)  # noqa: S311 # a story, not a secret
    first = virtual.runtime.now().astimezone(virtual.runtime.zone).date()
    for number in range(days):
        day = first + timedelta(days=number)
        if number in asleep:
            continue
        _live_day(virtual, chance, day, a_day, done)
        done.awake.append(day)
    return done


def _live_day(virtual: Virtual, chance: random.Random, day: date, a_day: int, done: Simulated) -> None:
    for number, (at, exchange) in enumerate(
        zip(_spread_times(virtual, day, a_day), _make_talk(chance, a_day), strict=True)
    ):
        _advance_until(virtual, at)
        said = [Said(Role.USER, exchange.user), Said(Role.ASSISTANT, exchange.assistant)]
        observe(virtual.runtime, said, f"{day}-{number // 10}")
        run_owed_jobs(virtual.runtime)
        done.count(exchange.kind)
    _advance_until(virtual, datetime.combine(day, _BEDTIME, virtual.runtime.zone))
    run_owed_jobs(virtual.runtime)


def _spread_times(virtual: Virtual, day: date, count: int) -> Iterator[datetime]:
    morning = datetime.combine(day, _WAKES, virtual.runtime.zone)
    step = timedelta(hours=13) / max(1, count)
    return (morning + step * number for number in range(count))


def _advance_until(virtual: Virtual, moment: datetime) -> None:
    """Advance the clock to the moment; the clock never goes back by itself."""
    wait = moment.timestamp() - virtual.runtime.now().timestamp()
    if wait > 0:
        virtual.later(seconds=wait)


def _make_talk(chance: random.Random, count: int) -> list[Exchange]:
    """Make exchanges in which one thing leads to another."""
    said: list[Exchange] = []
    while len(said) < count:
        said += chance.choice((_tell_fact, _ask_question, _ask_question, _correct_answer, _asked_again, _tell_plan))(
            chance
        )
    return said[:count]


def _tell_fact(chance: random.Random) -> list[Exchange]:
    return [Exchange(f"I moved to {chance.choice(TOWNS)} last week.", "I hope you like it there.", "fact")]


def _ask_question(chance: random.Random) -> list[Exchange]:
    what, thing = chance.choice(PLACES), chance.choice(THINGS)
    answer = Exchange(
        f"What is the {what} of the {thing}?", f"The {what} of the {thing} is {_pick_number(chance)}.", "asked"
    )
    return [answer, Exchange("Thanks, that helps.", "You are welcome.", "thanks")][: chance.choice((1, 2))]


def _correct_answer(chance: random.Random) -> list[Exchange]:
    what, thing = chance.choice(PLACES), chance.choice(THINGS)
    wrong, right = _pick_number(chance), _pick_number(chance)
    return [
        Exchange(f"What is the {what} of the {thing}?", f"The {what} of the {thing} is {wrong}.", "asked"),
        Exchange(f"No, that's wrong. It is {right}, not {wrong}.", "Thank you, I will remember that.", "corrected"),
    ]


def _asked_again(chance: random.Random) -> list[Exchange]:
    what, thing = chance.choice(PLACES), chance.choice(THINGS)
    question = f"What is the {what} of the {thing}?"
    return [
        Exchange(question, "I am not sure, perhaps you could look it up.", "asked"),
        Exchange(question, f"It is {_pick_number(chance)}.", "asked again"),
    ]


def _tell_plan(chance: random.Random) -> list[Exchange]:
    day = chance.choice(("tomorrow", "on Friday", "next Monday"))
    return [Exchange(f"I have an interview {day}.", "Good luck.", "plan")]


def _pick_number(chance: random.Random) -> int:
    return chance.randrange(1_000, 9_999)
