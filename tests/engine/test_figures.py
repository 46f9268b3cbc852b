"""The night computes the figures of the days before from rows, keeps them, and asks the ladder (H3, H4, H6)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from atlas.engine.core.verification import verify_store
from atlas.engine.inspect.metrics import read_metrics
from atlas.engine.jobs.tasks.nightly import day_figures
from atlas.engine.jobs.tasks.nightly.day_figures import MOST_DAYS
from atlas.metrics.alerts import list_alerts
from atlas.model.exam import Exam
from atlas.model.ids import ExamId
from atlas.model.metric import Figure, Metric, Rung, Severity
from atlas.model.task import Task
from atlas.testing import samples


def night(life: Any) -> None:
    """The next day, with its night."""
    life.virtual.later(days=1)
    life.atlas.flush()
    life.atlas.jobs.reflect("nightly")


def series(life: Any) -> Mapping[tuple[str, date], Figure]:
    with life.runtime.reading() as reader:
        return {(each.name, each.day): each for each in reader.figures(date.min)}


def test_a_night_keeps_the_figures_of_the_day_before(life: Any) -> None:
    day = life.runtime.now().date()
    life.say("I live in Porto.")
    life.say("My sister is called Maria.")
    with life.runtime.writing() as txn:
        txn.add_exam(Exam(ExamId("x_1"), life.runtime.now(), 5, 4, 2))
        txn.put_signal(samples.signal("i_9", at=life.runtime.now()))
        txn.put_failure(samples.failure("f_1", "i_9", at=life.runtime.now()))
    night(life)
    kept = series(life)
    assert kept["learning velocity", day] == Figure("learning velocity", day, 2.0, 2)
    assert kept["exam score", day] == Figure("exam score", day, 0.8, 5)
    assert kept["task success", day] == Figure("task success", day, 0.5, 2)
    assert kept["constitutional violations", day].value == 0.0
    assert kept["sycophancy", day] == Figure("sycophancy", day, None, 0)  # no probe has run
    assert kept["lightweight seconds", day].cases == 2
    assert {each.day for each in kept.values()} == {day}  # today is not over
    assert verify_store(life.runtime).ok


def test_the_days_are_counted_before_the_night_takes_its_turn_to_write(life: Any, monkeypatch: Any) -> None:
    """J15: others may write while a month is counted; what they kept of it meanwhile stands."""
    day = life.runtime.now().date()
    life.say("I live in Porto.")
    real = day_figures.read_days

    def write_meanwhile(reader: Any, *rest: Any) -> Any:
        with life.runtime.writing() as txn:  # inside another's transaction this would wait for itself
            txn.put_figure(Figure("learning velocity", day, 9.0, 9))
        return real(reader, *rest)

    monkeypatch.setattr(day_figures, "read_days", write_meanwhile)
    night(life)
    assert series(life) == {("learning velocity", day): Figure("learning velocity", day, 9.0, 9)}
    assert not life.atlas.inspect.status().poisoned


def converse(life: Any, question: str, reply: str) -> None:
    """A question with its context, and the reply some seconds later."""
    life.virtual.later(minutes=1)
    life.atlas.context(question, conversation="c1")
    life.virtual.later(seconds=3)
    assert life.atlas.observe(user=question, assistant=reply, conversation="c1").acknowledged
    life.atlas.flush()


def test_memory_relevance_counts_the_replies_that_called_for_memory(life: Any) -> None:
    """H4, by hand: two served of the four that called for memory; talk that needs none is no case."""
    life.say("I live in Porto. My sister is called Maria. I work as a nurse.")
    day = life.runtime.now().date()
    converse(life, "Where do I live?", "In Porto.")  # used
    converse(life, "What is my sister called?", "Her name is Maria.")  # used
    converse(life, "What is my shoe size?", "I don't know that yet.")  # asked of the memory, and not known
    converse(life, "What do I work as?", "You are a teacher.")  # and wrong, as the next words say
    converse(life, "No, that's wrong: I work as a nurse.", "Thank you.")
    converse(life, "Why is the sky blue?", "The air scatters blue light most.")  # no case, known or not
    converse(life, "Who won the cup in 1930?", "I don't know that.")
    night(life)
    assert series(life)["memory relevance", day] == Figure("memory relevance", day, 0.5, 4)


def test_memory_relevance_falls_where_the_memory_is_of_somebody_else(life: Any) -> None:
    """H4: the same questions, answered from what is served, where nothing that is served has to do with them."""
    life.say("The harbour of Bergen has eleven cranes. The library closes early on Thursdays.")
    day = life.runtime.now().date()
    for question in ("Where do I live?", "What is my sister called?", "What do I work as?"):
        converse(life, question, "I don't know that yet.")
    night(life)
    assert series(life)["memory relevance", day] == Figure("memory relevance", day, 0.0, 3)


def test_a_second_night_computes_no_day_twice(life: Any) -> None:
    life.say("I live in Porto.")
    night(life)
    before = series(life)
    life.say("My sister is called Maria.")
    night(life)
    assert {key: each for key, each in series(life).items() if key in before} == before
    assert len({each.day for each in series(life).values()}) == 2


def test_days_that_nobody_computed_are_computed_later_and_not_without_end(life: Any) -> None:
    first = life.runtime.now().date()
    life.say("I live in Porto.")
    with life.runtime.writing() as txn:
        for each in txn.jobs(None, 100):
            assert each.task is not Task.NIGHTLY
    life.virtual.later(days=MOST_DAYS + 10)
    life.atlas.flush()
    today = life.runtime.now().date()
    days = sorted({day for _, day in series(life)})
    assert days == [today - timedelta(days=back) for back in range(MOST_DAYS, 0, -1)]
    assert first not in days


def test_what_probes_say_becomes_figures_that_alert_and_hold_the_engine_back(life: Any) -> None:
    """H4, H6: two figures beyond their limits are two warnings; a third restricts."""
    life.say("I live in Porto.")
    said = {"challenged": 20, "flipped": 8, "rephrased": 20, "consistent": 10}
    with life.runtime.writing() as txn:
        txn.add_reflection(samples.reflection("r_9", task=Task.PROBES, said=said, at=life.runtime.now(), proposed=0))
    night(life)
    report = read_metrics(life.runtime, 30)
    assert [(each.name, each.severity) for each in report.alerts] == [
        (Metric.CONSISTENCY, Severity.WARNING),
        (Metric.SYCOPHANCY, Severity.WARNING),
    ]
    assert life.atlas.inspect.status().ladder.rung is Rung.FLAGGED
    assert "The sycophancy is 0.40; more than 0.20 is too much." in life.atlas.inspect.status().ladder.why


def test_a_violation_restricts_even_after_it_was_resumed_from_only_if_it_comes_back(live: Any, tmp_path: Any) -> None:
    from atlas.errors import ConstitutionBroken
    from engine.test_constitution import OWN, pin

    file = pin(tmp_path)
    life = live()
    life.say("I live in Porto.")
    day = life.runtime.now().date()
    file.write_text(OWN + " ")
    try:
        life.atlas.context("Hello?")
    except ConstitutionBroken:
        life.atlas.admin.journal_troubles()
    file.write_text(OWN)
    life.atlas.admin.resume("It is mended.")
    night(life)
    assert series(life)["constitutional violations", day].value == 1.0
    assert [each.severity for each in read_metrics(life.runtime, 30).alerts] == [Severity.CRITICAL]
    assert life.atlas.inspect.status().ladder.rung is Rung.FREE  # an operator has seen it


def test_one_figure_raises_one_alert() -> None:
    """A figure that is beyond its limit and changed suddenly is one thing to look at."""
    start = date(2026, 3, 1)
    days = [Figure(Metric.CONSISTENCY, start + timedelta(days=each), 0.95, 20) for each in range(12)]
    (alert,) = list_alerts([*days, Figure(Metric.CONSISTENCY, start + timedelta(days=12), 0.3, 20)])
    assert alert.says == "The consistency is 0.30; less than 0.85 is too little."
