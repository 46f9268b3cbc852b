"""What thinking may cost: set aside before a call, settled after it, and never exceeded (J13, P9)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from _minds import asked_of, mind, minded, remade
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlas.engine.thinking.budget import Estimate, give_back, reserve_spending, settle_spending
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.errors import BudgetSpent, ModelTrouble
from atlas.model.spending import MICRO, Budget, Limit, Price, SpendingState, Spent
from atlas.model.task import Size, Task
from atlas.model.thinking import Job, JobState
from atlas.ports.llm import Completion
from atlas.reflection.consistency_policy import ConsistencyPolicy, Sampling
from atlas.testing.models import ScriptedModel

FREE = Limit()
FILES = count()


def budget(**limits: Limit) -> Budget:
    """Only these."""
    return Budget(**{"call": FREE, "job": FREE, "day": FREE, "space": FREE, **limits})


def talk(life: Any, count: int = 1) -> None:
    for number in range(count):
        life.virtual.later(minutes=1)
        text = f"Thing number {number}."
        assert life.atlas.observe(user=text, assistant="Noted.", conversation=f"c{number}").acknowledged


def states(life: Any, task: Task) -> list[JobState]:
    return [job.state for job in life.atlas.jobs.list(limit=1_000) if job.task is task]


# --- each budget


@pytest.mark.parametrize(
    "limits",
    [
        {"call": Limit(tokens=300)},
        {"call": Limit(money=1)},
        {"job": Limit(tokens=300)},
        {"job": Limit(money=1)},
        {"space": Limit(tokens=300)},
        {"space": Limit(money=1)},
        {"call": Limit(tokens=0)},
    ],
)
def test_what_a_budget_leaves_no_room_for_is_not_asked(life, limits: dict[str, Limit]) -> None:  # J13
    model = mind()
    minded(life, model, budget=budget(**limits), prices={"scripted": Price(3 * MICRO, 15 * MICRO)})
    talk(life)
    life.atlas.flush()
    assert model.calls == ()
    assert states(life, Task.READING) == [JobState.PARKED]
    (thought,) = life.atlas.jobs.reflections(task="reading")
    assert "budget" in thought.problem
    assert life.atlas.jobs.costs().ever == Spent()
    assert states(life, Task.LIGHTWEIGHT) == [JobState.DONE]  # the rules cost nothing


@pytest.mark.parametrize("limit", ["tokens", "money"])
def test_a_days_budget_begins_anew_the_next_local_day(life, limit: str) -> None:  # J13
    one_call = 3_000 if limit == "tokens" else 20_000
    model = mind()
    minded(
        life,
        model,
        budget=budget(day=Limit(**{limit: one_call})),
        prices={"scripted": Price(3 * MICRO, 15 * MICRO)},
        zone=ZoneInfo("America/New_York"),
        triggers=(life.runtime.triggers[0],),  # no nights
    )
    talk(life, 12)
    life.atlas.flush()
    first = len(model.calls)
    assert 0 < first < 12
    waiting = [job for job in life.atlas.jobs.list("queued") if job.task is Task.READING]
    midnight = datetime(2026, 3, 3, 5, 0, tzinfo=UTC)
    assert {job.due_at for job in waiting} == {midnight}
    assert all("budget of today" in job.problem for job in waiting)
    assert all(job.attempts == 0 for job in waiting)
    life.virtual.clock.advance(midnight - life.runtime.now() - timedelta(seconds=1))
    life.atlas.flush()
    assert len(model.calls) == first
    life.virtual.later(seconds=1)
    life.atlas.flush()
    assert first < len(model.calls) <= 2 * first
    for _ in range(12):
        life.virtual.later(days=1)
        life.atlas.flush()
    assert set(states(life, Task.READING)) == {JobState.DONE}
    spent = dict(life.atlas.jobs.costs().by_day)
    assert all(getattr(each, limit) <= one_call for each in spent.values())
    assert len(spent) >= 3


def test_chatting_goes_on_when_the_budget_is_spent(life) -> None:  # J13
    chat = ScriptedModel("chat", lambda *asked: "Hello to you too.")
    minded(life, mind(), budget=budget(day=Limit(tokens=0)), model=chat)
    life.say("I live in Porto.")
    assert life.atlas.assistant.answer_through_model("Hello!").text == "Hello to you too."
    assert life.facts() == {"The user lives in Porto": "approved_for_reuse"}
    assert "Porto" in life.atlas.context("Where do I live?").text


def test_a_jobs_budget_counts_all_its_questions(life, monkeypatch: pytest.MonkeyPatch) -> None:  # J13
    monkeypatch.setattr("atlas.engine.thinking.job_inputs.BATCH_INTERACTIONS", 1)
    model = mind()
    talk(life, 6)
    life.atlas.flush()
    minded(life, model, budget=budget(job=Limit(tokens=8_000)))
    owe_by_hand(life.runtime, Task.NIGHTLY)
    life.atlas.flush()
    assert 0 < len(asked_of(model, "nightly")) < 6
    assert life.atlas.jobs.costs().ever.tokens <= 8_000
    assert states(life, Task.NIGHTLY) == [JobState.PARKED]
    before = len(model.calls)
    remade(life, budget=budget())
    (parked,) = life.atlas.jobs.list("parked")
    life.atlas.jobs.retry(parked.id)
    life.atlas.flush()
    assert len(model.calls) == 6  # what was paid for is not paid for again
    assert before < 6


def test_a_retry_storm_costs_what_was_answered(life) -> None:  # J13, P9
    down = mind(reading=ModelTrouble("Down.", transient=True))
    minded(life, down, budget=budget(day=Limit(tokens=10_000)), triggers=(life.runtime.triggers[0],))
    talk(life, 5)
    for _ in range(20):
        life.atlas.flush()
        life.virtual.later(hours=1)
    told = life.atlas.jobs.costs()
    assert told.ever == Spent()
    assert told.failed == 25
    assert {call.state for call in told.calls} == {SpendingState.FAILED}
    assert {call.problem for call in told.calls} == {"Down."}


def test_a_thinking_loop_cannot_outspend_the_day(life) -> None:  # P9
    """Replies that are of no use are asked for again and again, in ever smaller parts."""
    limit = 60_000
    minded(life, ScriptedModel("bad", lambda *asked: "no"), budget=budget(day=Limit(tokens=limit)))
    talk(life, 30)
    for _ in range(80):
        life.atlas.flush()
        life.virtual.later(minutes=40)
    for _, spent in life.atlas.jobs.costs(days=90).by_day:
        assert spent.tokens <= limit


# --- the ledger


def test_the_ledger_tells_every_call_by_tier_model_and_day(life) -> None:  # J13
    price = Price(3 * MICRO, 15 * MICRO)
    minded(life, mind(), prices={"scripted": price}, triggers=(life.runtime.triggers[0],))
    talk(life, 2)
    life.atlas.flush()
    life.virtual.later(days=1)
    talk(life, 1)
    life.atlas.flush()
    life.atlas.jobs.reflect("nightly")
    told = life.atlas.jobs.costs()
    assert [name for name, _ in told.by_day] == ["2026-03-02", "2026-03-03"]
    assert {name: spent.calls for name, spent in told.by_task} == {"reading": 3, "nightly": 1}
    assert [name for name, _ in told.by_model] == ["scripted"]
    assert told.ever.calls == len(told.calls) == 4
    assert told.ever.tokens == sum(call.tokens for call in told.calls)
    assert told.ever.money == sum(price.of(call.input_tokens, call.output_tokens) for call in told.calls) > 0
    assert all(call.state is SpendingState.SETTLED for call in told.calls)
    spent = [thought.money for thought in life.atlas.jobs.reflections(limit=100)]
    assert sum(spent) == told.ever.money
    assert life.atlas.jobs.costs(days=1).by_day[0][0] == "2026-03-03"


def test_where_the_provider_does_not_count_what_was_set_aside_is_spent(life) -> None:  # J13
    class Silent(ScriptedModel):
        def complete(self, *asked: Any, **more: Any) -> Completion:
            made = super().complete(*asked, **more)
            return Completion(made.text, made.model)

    inner = mind()
    minded(life, Silent("silent", lambda system, turns, schema: inner.complete(system, turns, 1, schema=schema).text))
    talk(life)
    life.atlas.flush()
    (call,) = life.atlas.jobs.costs().calls
    assert call.state is SpendingState.SETTLED
    assert call.tokens > 300  # all that it might have said


# --- never more than that


JOB = Job(id="j_1", task=Task.NIGHTLY, key="k", interaction=None, state=JobState.RUNNING, priority=1,
          created_at=datetime(2026, 3, 2, tzinfo=UTC))  # fmt: skip
AMOUNT = st.integers(0, 1_000)
CALLS = st.lists(st.tuples(AMOUNT, AMOUNT, st.sampled_from(["settled", "failed", "died", "tomorrow"])), max_size=40)


@given(
    calls=CALLS,
    limits=st.fixed_dictionaries(
        {name: st.builds(Limit, st.none() | st.integers(0, 5_000), st.none() | st.integers(0, 20_000))
         for name in ("call", "job", "day", "space")}
    ),
)  # fmt: skip
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_budget_is_ever_exceeded(live, calls: list[tuple[int, int, str]], limits: dict[str, Limit]) -> None:
    """J13, P9: whatever is asked in whatever order, whatever fails, and whoever dies on the way."""
    life, model = live(f"{next(FILES)}.atlas"), mind()
    remade(life, budget=Budget(**limits), prices={"scripted": Price(2 * MICRO, 9 * MICRO)})
    runtime = life.runtime
    for read, written, then in calls:
        most = Estimate(read + written, runtime.prices["scripted"].of(read, written))
        with runtime.store.writing(runtime.space) as txn:
            try:
                spending = reserve_spending(runtime, txn, JOB, model, Size.MEDIUM, most)
            except BudgetSpent:
                continue
            if then == "failed":
                txn.put_spending(give_back(spending, "Down."))
            elif then == "settled":
                txn.put_spending(
                    settle_spending(runtime, spending, Completion("", "scripted", read // 2, written // 2))
                )
        if then == "tomorrow":
            life.virtual.later(days=1)
        _within(runtime, limits)
    life.atlas.close()


def _within(runtime: Any, limits: dict[str, Limit]) -> None:
    with runtime.store.reading(runtime.space) as reader:
        rows = reader.spendings(1_000)
        sums = {
            "job": reader.sum_spent(job=JOB.id),
            "space": reader.sum_spent(),
            "day": reader.sum_spent(day=runtime.now().date()),
        }
    alive = [row for row in rows if row.state is not SpendingState.FAILED]
    assert sums["space"] == Spent(len(alive), sum(row.tokens for row in alive), sum(row.money for row in alive))
    sums |= {"call": Spent(1, max(row.tokens for row in rows), max(row.money for row in rows))} if rows else {}
    for name, spent in sums.items():
        limit = limits[name]
        assert limit.tokens is None or spent.tokens <= limit.tokens, name
        assert limit.money is None or spent.money <= limit.money, name


@pytest.mark.parametrize("limit", [2_500, 4_000, 5_500])
def test_questions_that_are_out_at_once_share_one_budget(life, limit: int) -> None:  # J13
    """Five samples of one answer are bought at the same time."""
    life.say("Which port does the staging server use?", "Port 8080.", conversation="c1")
    life.say("Which port does the staging server use?", "Port 8080.", conversation="c1")
    (doubted,) = [job.interaction for job in life.atlas.jobs.list() if job.task is Task.ADAPTIVE]
    seen: list[int] = []

    def again(asked: str, schema: Any) -> str:
        with life.runtime.store.reading(life.runtime.space) as reader:
            seen.append(reader.sum_spent().tokens)
        return "Port 8080."

    five = ConsistencyPolicy(when=Sampling.ALWAYS, first=5)
    minded(life, mind(again=again), budget=budget(day=Limit(tokens=limit)), consistency=five)
    life.atlas.feedback.report("thumbs_down", doubted)
    life.atlas.flush()
    assert seen
    assert max(seen) <= limit
    assert life.atlas.jobs.costs().today.tokens <= limit


def test_a_night_that_waited_does_not_take_later_nights_back(life, monkeypatch: pytest.MonkeyPatch) -> None:  # J7, J13
    monkeypatch.setattr("atlas.engine.thinking.job_inputs.BATCH_INTERACTIONS", 1)
    talk(life, 6)
    life.atlas.flush()
    minded(life, mind(), budget=budget(job=Limit(tokens=8_000)))
    owe_by_hand(life.runtime, Task.NIGHTLY)
    life.atlas.flush()
    (parked,) = life.atlas.jobs.list("parked")
    remade(life, budget=budget())
    talk(life, 2)
    life.atlas.jobs.reflect("nightly")
    with life.runtime.store.reading(life.runtime.space) as reader:
        later = reader.read_mark("nightly")
    life.atlas.jobs.retry(parked.id)
    life.atlas.flush()
    with life.runtime.store.reading(life.runtime.space) as reader:
        assert reader.read_mark("nightly") == later
    assert not life.atlas.jobs.list("parked")
