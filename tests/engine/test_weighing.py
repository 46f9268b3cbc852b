"""Weighing (B1-B3): what users argue is kept as evidence and moves positions by arithmetic; nothing else does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from _minds import mind, remade

from atlas.beliefs.arithmetic import compute_confidence, compute_step, move_stance
from atlas.beliefs.evidence import EvidenceInput, conclude
from atlas.curation.policy import Mode
from atlas.engine.core.marks import BELIEF_TURNS, WEIGHED
from atlas.engine.core.verification import verify_store
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.engine.jobs.tasks.beliefs import argument_input
from atlas.model.belief import Argument, Belief, Judgement, Reasoning, Reliability, Weighed
from atlas.model.journal import Action
from atlas.model.memory import Status
from atlas.model.task import Size, Task
from atlas.model.thinking import Thinking
from atlas.model.verdict import Outcome

TRIAL = (
    "Remote work doesn't hurt output. A two-year Stanford trial with 1,600 employees found no difference in "
    "performance and a third fewer resignations."
)
COSTS = "Another point for remote work: our office costs fell by 60,000 euros a year."
LONELY = "Remote work is bad for beginners, because nobody sees that they are stuck and so nobody helps them."
CHAT = "Good morning, how was your night?"


def talk(life: Any, *texts: str, conversation: str = "c1") -> None:
    for text in texts:
        life.virtual.later(minutes=1)
        assert life.atlas.observe(user=text, assistant="I see.", conversation=conversation).acknowledged


def weigh(life: Any) -> None:
    """Notice what was said, and do what that makes owed of this task."""
    run_owed_jobs(life.runtime, tasks={Task.BELIEFS})


def beliefs(life: Any) -> list[Belief]:
    with life.runtime.reading() as reader:
        return list(reader.beliefs())


def arguments(life: Any, belief: Belief) -> Sequence[Argument]:
    with life.runtime.reading() as reader:
        found: Sequence[Argument] = reader.arguments(belief.id)
        return found


def marks(life: Any) -> tuple[int, int]:
    with life.runtime.reading() as reader:
        return reader.read_mark(WEIGHED), reader.read_mark(BELIEF_TURNS)


def test_an_argument_is_kept_and_moves_its_belief_when_it_has_cooled(life: Any) -> None:
    talk(life, TRIAL)
    weigh(life)
    (belief,) = beliefs(life)
    (made,) = arguments(life, belief)
    assert (belief.topic, belief.stance, belief.formed, belief.status) == ("remote work", 0.0, 1, Status.APPROVED)
    assert (made.turn, made.settled, made.judged_by, made.reasoning) == (1, None, "rules", Reasoning.EMPIRICAL)
    talk(life, CHAT, CHAT)
    weigh(life)
    assert beliefs(life) == [belief]
    talk(life, CHAT)
    weigh(life)
    (moved,) = beliefs(life)
    assert moved.stance == pytest.approx(move_stance(0.0, 0.0, compute_step(made, life.runtime.beliefs)))
    assert (moved.support, moved.confidence) == (1, pytest.approx(compute_confidence(1, life.runtime.beliefs)))
    assert [each.settled for each in arguments(life, moved)] == [4]
    assert verify_store(life.runtime).ok


def test_each_argument_and_each_move_is_one_entry_with_its_cause(life: Any) -> None:
    talk(life, TRIAL, CHAT, CHAT, CHAT)
    weigh(life)
    with life.runtime.reading() as reader:
        entries = reader.entries(0, 1_000)
    (argued,) = [each for each in entries if each.action is Action.ARGUED]
    (moved,) = [each for each in entries if each.action is Action.MOVED]
    heard = next(each for each in entries if each.seq == argued.cause)
    assert heard.action is Action.OBSERVED
    assert moved.cause == argued.seq


def test_opposite_arguments_in_one_window_net_out(life: Any) -> None:
    talk(life, *[CHAT] * 12, TRIAL, LONELY, CHAT, CHAT, CHAT)
    weigh(life)
    (belief,) = beliefs(life)
    made = arguments(life, belief)
    assert [each.direction for each in made] == [1, -1]
    net = sum(each.direction * compute_step(each, life.runtime.beliefs) for each in made)
    assert belief.stance == pytest.approx(move_stance(0.0, 0.0, net))
    assert len({each.settled for each in made}) == 1


def test_what_was_argued_before_counts_no_more_in_whatever_run(life: Any) -> None:
    talk(life, TRIAL)
    weigh(life)
    talk(life, TRIAL, f"As I said. {TRIAL}")
    weigh(life)
    (belief,) = beliefs(life)
    assert len(arguments(life, belief)) == 1


def test_two_names_of_a_topic_are_one_belief(life: Any) -> None:
    talk(life, TRIAL, "Working from home is bad, because nobody sees when somebody is stuck and so nobody helps.")
    weigh(life)
    assert [each.topic for each in beliefs(life)] == ["remote work"]


def test_only_a_users_own_words_argue(life: Any) -> None:
    """X1: a page that was read, a tool's result and the assistant's reply move nothing."""
    life.virtual.later(minutes=1)
    life.atlas.observe(user=f"What do you make of this?\n\n> {TRIAL}", assistant=TRIAL, conversation="c1")
    life.atlas.observe(
        messages=[
            {"role": "user", "content": "Please look it up."},
            {"role": "tool", "content": TRIAL, "origin": "web"},
            {"role": "assistant", "content": TRIAL},
        ],
        conversation="c1",
    )
    talk(life, CHAT, CHAT, CHAT, CHAT)
    weigh(life)
    assert beliefs(life) == []


def test_weighing_is_owed_by_the_words_of_an_argument_or_by_what_has_cooled(life: Any) -> None:
    talk(life, CHAT, CHAT)
    life.atlas.flush()
    assert marks(life) == (0, 0)
    talk(life, TRIAL)
    life.atlas.flush()
    assert marks(life)[1] == 3
    talk(life, CHAT, CHAT)
    life.atlas.flush()
    assert marks(life)[1] == 3
    talk(life, CHAT)
    life.atlas.flush()
    assert marks(life)[1] == 6
    (belief,) = beliefs(life)
    assert belief.stance > 0


def test_it_runs_once_however_often_it_is_looked_for(life: Any) -> None:
    talk(life, TRIAL, CHAT, CHAT, CHAT)
    weigh(life)
    before = beliefs(life)
    weigh(life)
    weigh(life)
    assert beliefs(life) == before
    assert marks(life)[1] == 4


def test_a_run_that_was_split_after_failures_counts_each_interaction_once(
    life: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B1, J6"""
    real = argument_input.weigh_by_rules

    def weigh_alone(seen: EvidenceInput) -> Thinking:
        assert len(seen.messages) < 2, "several at once are too much"
        return real(seen)

    monkeypatch.setattr(argument_input, "weigh_by_rules", weigh_alone)
    talk(life, TRIAL, CHAT, LONELY, CHAT)
    for _ in range(life.runtime.jobs.failures + 1):
        weigh(life)
        life.virtual.later(days=1)
    assert marks(life)[1] == 4
    (belief,) = beliefs(life)
    assert [each.turn for each in arguments(life, belief)] == [1, 3]


def test_where_a_person_decides_everything_a_belief_waits(life: Any) -> None:
    """C3"""
    from dataclasses import replace

    remade(life, curation=replace(life.runtime.curation, mode=Mode.MANUAL))
    talk(life, TRIAL)
    weigh(life)
    assert [each.status for each in beliefs(life)] == [Status.NEEDS_REVIEW]


def test_a_line_of_a_context_that_comes_back_argues_nothing(life: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """X2: whoever weighs it, the judge refuses it, and that is on record; what nobody served is an argument."""
    line = f"{TRIAL} (user, 2026-03-01, 9 days ago)"
    weighed = Weighed("remote work", 1, 0.8, Reasoning.EMPIRICAL, Reliability.HIGH, 1.0)

    def weigh_blindly(seen: EvidenceInput) -> Thinking:
        yield from ()
        return conclude([Judgement(each.id, weighed, quote=TRIAL) for each in seen.messages if each.text == line])

    monkeypatch.setattr(argument_input, "weigh_by_rules", weigh_blindly)
    talk(life, TRIAL)
    life.atlas.context(TRIAL)
    talk(life, line, CHAT, CHAT, CHAT)
    weigh(life)
    assert beliefs(life) == []
    with life.runtime.reading() as reader:
        (judged,) = reader.judged_with(Outcome.REFUSED, 9)
    assert (judged.proposal.topic, judged.verdict.findings[0].rule) == ("remote work", "X2")
    life.atlas.forget(conversation="c1")
    with life.runtime.reading() as reader:
        assert not [each for each in reader.judged_with(Outcome.REFUSED, 9) if each.proposal.evidence]


# --- with a model


def judged(**more: Any) -> dict[str, Any]:
    usual = {
        "topic": "remote work",
        "direction": 1,
        "strength": 0.8,
        "reasoning": "empirical",
        "reliability": "high",
        "novelty": 1.0,
        "consistent": True,
        "quote": "found no difference in performance",
        "insight": "A trial found that output does not suffer.",
    }
    return {"arguments": [{**usual, **more}]}


def with_model(life: Any, answer: Any) -> None:
    remade(life, models={Size.SMALL: mind(evidence=answer)})


def test_what_a_model_judged_waits_for_a_person(life: Any) -> None:
    """C3"""
    with_model(life, judged())
    talk(life, TRIAL)
    weigh(life)
    (belief,) = beliefs(life)
    (made,) = arguments(life, belief)
    assert (belief.status, made.judged_by, made.strength) == (Status.NEEDS_REVIEW, "scripted", 0.8)


def test_no_secret_and_nothing_hidden_is_kept_of_what_a_model_worded(life: Any) -> None:
    """X1"""
    key = "sk-ant-" + "a1b2" * 8
    told = {TRIAL: "The trial\u200b counts.", TRIAL.replace("Stanford", "Turin"): f"The key is {key}."}
    for text, insight in told.items():
        with_model(life, judged(insight=insight))
        talk(life, text)
        weigh(life)
    insights = [made.insight for belief in beliefs(life) for made in arguments(life, belief)]
    assert insights[0] == "The trial counts."
    assert not [insight for insight in insights if key in insight]


@pytest.mark.parametrize(
    "answer",
    [
        judged(quote="words that nobody wrote"),
        judged(reasoning="social pressure"),
        judged(reasoning="none"),
        judged(novelty=0.0),
        judged(strength=0.2),
        {"arguments": []},
    ],
)
def test_a_models_word_for_what_is_no_evidence_moves_nothing(life: Any, answer: Any) -> None:
    with_model(life, answer)
    talk(life, TRIAL)
    weigh(life)
    assert beliefs(life) == []


@pytest.mark.parametrize("answer", ["nonsense", judged(strength=7), judged(direction=0), {"arguments": [{}]}])
def test_an_answer_that_cannot_be_read_leaves_it_to_the_rules(life: Any, answer: Any) -> None:
    with_model(life, answer)
    talk(life, TRIAL)
    weigh(life)
    (belief,) = beliefs(life)
    (made,) = arguments(life, belief)
    assert (belief.status, made.judged_by) == (Status.APPROVED, "rules")
