"""T16: a plan ends with its day, and one without a day when it was not spoken of for long; time is handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from atlas.consolidation.lapsing import propose_lapse
from atlas.consolidation.policy import ConsolidationPolicy
from atlas.model.claim import Claim
from atlas.model.entity import USER
from atlas.model.ids import MessageId
from atlas.model.journal import Actor
from atlas.model.memory import Evidence, Memory, Status
from atlas.model.origin import Origin
from atlas.testing.samples import memory

SAID = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
POLICY = ConsolidationPolicy()


def _plan(quote: str, referred: datetime | None = None, **more: Any) -> Memory:
    fields: dict[str, Any] = {
        "claim": Claim(USER, "plans", "it"),
        "status": Status.APPROVED,
        "observed_at": SAID,
        "reinforced_at": SAID,
        "referred_at": referred,
        "evidence": (Evidence(MessageId("x_1"), 0, len(quote), quote, Origin.USER),),
    }
    return memory("m_1", "The user plans it", **(fields | more))


def _ends(plan: Memory, now: datetime, zone: Any = UTC, **said: datetime) -> datetime | None:
    times = {MessageId("x_1"): SAID} | {MessageId(id): at for id, at in said.items()}
    wish = propose_lapse(plan, times, now, zone, POLICY)
    return wish.valid_until if wish else None


def _noon(month: int, day: int, year: int = 2026) -> datetime:
    return datetime(year, month, day, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("quote", "referred", "last"),
    [
        ("I'm flying to Hanoi on 21 March", _noon(3, 21), _noon(3, 21)),
        ("I'm going to visit my sister in June", _noon(6, 1), _noon(6, 30)),
        ("Next week I'm going to run in Leeds", _noon(3, 9), _noon(3, 15)),
        ("We are going to Norway from 3 April to 20 April", _noon(4, 3), _noon(4, 20)),
        ("We are in Crete 4-11 july", _noon(7, 4), _noon(7, 11)),
        ("I'm flying to Hanoi then", _noon(3, 21), _noon(3, 21)),
    ],
)
def test_a_plan_stands_through_the_last_day_it_names_and_ends_with_it(
    quote: str, referred: datetime, last: datetime
) -> None:
    assert _ends(_plan(quote, referred), last) is None
    assert _ends(_plan(quote, referred), last + timedelta(days=1)) == last.replace(hour=0) + timedelta(days=1)


def test_a_day_ends_where_the_user_lives() -> None:
    plan, zone = _plan("I'm flying to Hanoi on 21 March", _noon(3, 21)), ZoneInfo("America/Los_Angeles")
    assert _ends(plan, datetime(2026, 3, 22, 3, tzinfo=UTC), zone) is None
    assert _ends(plan, datetime(2026, 3, 22, 8, tzinfo=UTC), zone) == datetime(2026, 3, 22, 7, tzinfo=UTC)


def test_a_plan_that_was_put_off_stands_until_the_later_day() -> None:
    first = _plan("I'm flying to Hanoi on 21 March", _noon(3, 21))
    later = Evidence(MessageId("x_2"), 0, 9, "I'm flying to Hanoi next week", Origin.USER)
    plan = _plan("", _noon(3, 21), evidence=(*first.evidence, later))
    assert _ends(plan, _noon(3, 23), x_2=_noon(3, 20)) is None
    assert _ends(plan, _noon(4, 1), x_2=_noon(3, 20)) == datetime(2026, 3, 30, tzinfo=UTC)


def test_a_plan_without_a_day_lapses_when_it_was_not_spoken_of_for_long() -> None:
    plan, long = _plan("I'm planning to repaint the kitchen"), timedelta(days=POLICY.plan_days)
    assert _ends(plan, SAID + long) is None
    assert _ends(plan, SAID + long + timedelta(minutes=1)) == SAID + long
    assert _ends(_plan("I'm planning it", approved_by=Actor.USER.value), SAID + 2 * long) is None, "a person wants it"


@pytest.mark.parametrize(
    "more",
    [
        {"pinned": True},
        {"status": Status.NEEDS_REVIEW},
        {"evidence": ()},
        {"valid_until": SAID},
        {"claim": Claim(USER, "did", "it")},
        {"claim": None},
    ],
)
def test_nothing_else_lapses(more: dict[str, Any]) -> None:
    assert _ends(_plan("I'm flying to Hanoi on 21 March", _noon(3, 21), **more), _noon(9, 1)) is None
