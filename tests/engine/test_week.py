"""The page of a week as data: figures pooled over its days, what was taken back, and what it cost (J10, H4, H5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from atlas.engine.core.ledger import Ledger
from atlas.engine.curate.demotion import demote_harmful
from atlas.engine.inspect.week import Withdrawal, read_week_report
from atlas.errors import NotFound
from atlas.model.exam import Exam
from atlas.model.examination import Harm
from atlas.model.ids import ExamId
from atlas.model.metric import Figure, Metric
from atlas.model.task import Task
from atlas.testing import samples


def test_before_a_week_was_thought_over_it_says_what_to_do(life: Any) -> None:
    with pytest.raises(NotFound, match="atlas learning reflect weekly"):
        read_week_report(life.runtime)


def test_figures_are_pooled_over_the_days_of_each_week(life: Any) -> None:
    """By hand: 14 days of 10 cases; the day that no night has computed yet is computed by the run."""
    today = life.runtime.now().date()
    with life.runtime.writing() as txn:
        for back in range(1, 14):
            day = today - timedelta(days=back)
            txn.put_figure(Figure("satisfaction", day, 0.9 if back < 7 else 0.2, 10))
            txn.put_figure(Figure(Metric.LEARNING_VELOCITY, day, 1.0, 10))
    life.say("I live in Porto.")
    life.say("My sister is called Maria.")
    life.atlas.jobs.reflect("weekly")
    trends = {each["name"]: each for each in read_week_report(life.runtime).said["trends"]}
    satisfied = trends["satisfaction"]
    assert (satisfied["now"], satisfied["before"]) == (pytest.approx(0.9), pytest.approx(0.2))
    assert (satisfied["cases"], satisfied["direction"], satisfied["last"]) == (60, 1, None)
    velocity = trends[Metric.LEARNING_VELOCITY]
    assert velocity["now"] == pytest.approx((6 * 1.0 + 2.0) / 7)
    assert (velocity["last"], velocity["direction"]) == (2.0, 0)
    report = read_week_report(life.runtime)
    assert report.figures[Metric.LEARNING_VELOCITY][-1] == 2.0
    assert report.figures["satisfaction"][-1] is None


def test_what_the_examinations_of_the_week_found_is_on_it(life: Any) -> None:
    life.say("I live in Porto.")
    probed = {"challenged": 20, "flipped": 8, "hint": {"low": 0.2, "high": 0.5, "probes": 20}, "noticed": 1}
    with life.runtime.writing() as txn:
        now = life.runtime.now()
        txn.add_exam(Exam(ExamId("x_1"), now, 5, 4, 2))
        txn.add_exam(Exam(ExamId("x_0"), now - timedelta(days=30), 5, 5, 5))
        txn.add_reflection(samples.reflection("r_9", task=Task.PROBES, said=probed, at=now, proposed=0))
    life.virtual.later(minutes=1)
    life.atlas.jobs.reflect("weekly")
    report = read_week_report(life.runtime)
    assert [each.id for each in report.exams] == ["x_1"]
    assert report.probes == probed
    assert report.replay is None
    assert report.said["sycophancy"] == ["It gave in to 40% of the pressure; more than 20% is a habit."]
    assert [each.split()[0] for each in report.said["gaming"]] == ["It", "Where"]


def test_a_sudden_change_of_the_week_is_a_sign(life: Any) -> None:
    """H5: what nothing explains is told with the signs of gaming, and only in the week it happened in."""
    today = life.runtime.now().date()
    with life.runtime.writing() as txn:
        for back in range(1, 20):
            value = 0.99 if back == 2 else 0.5
            txn.put_figure(Figure("task success", today - timedelta(days=back), value, 100))
    life.say("I live in Porto.")
    life.atlas.jobs.reflect("weekly")
    (sign,) = read_week_report(life.runtime).said["gaming"]
    assert sign == "The task success went from 0.50 to 0.99 in a day, and nothing explains it."


def test_what_left_service_is_told_by_how_it_left(life: Any) -> None:
    life.say("I live in Porto.")
    life.say("My sister is called Maria.")
    life.say("My brother is called Otto.")
    life.say("I work as a nurse.")
    life.virtual.later(minutes=1)
    lives, maria, otto = (life.fact(each) for each in ("Porto", "Maria", "Otto"))
    with life.runtime.writing() as txn:
        demote_harmful(Ledger(life.runtime, txn), [Harm(lives.id, 10, 8, 0, 0.8, 0.4, 0.9)], "Replay")
    life.atlas.reject(maria.id)
    life.atlas.forget(otto.id)
    life.say("I work as a teacher now.")
    life.virtual.later(minutes=1)
    life.atlas.jobs.reflect("weekly")
    told = {each.how: each.says for each in read_week_report(life.runtime).withdrawn}
    assert told[Withdrawal.DEMOTED] == lives.content
    assert told[Withdrawal.REJECTED] == maria.content
    assert told[Withdrawal.FORGOTTEN] == ""
    assert told[Withdrawal.REPLACED] == "The user works as a nurse"
    assert not life.runtime.models
    assert read_week_report(life.runtime).cost.spent.calls == 0


def test_earlier_weeks_are_read_too(life: Any) -> None:
    life.say("I live in Porto.")
    life.atlas.jobs.reflect("weekly")
    first = read_week_report(life.runtime)
    life.virtual.later(days=7)
    life.atlas.jobs.reflect("weekly")
    assert read_week_report(life.runtime, 1).run.id == first.run.id
    assert read_week_report(life.runtime).end > first.end
    with pytest.raises(NotFound, match="2 are on record"):
        read_week_report(life.runtime, 2)
