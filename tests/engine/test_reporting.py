"""What an application says about a reply: one short transaction, and it counts for more than what is noticed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from _minds import remade

from atlas import BadInput, NotFound
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.model.signal import SignalKind, Source
from atlas.model.task import Task

SECRET = "ghp_" + "a1B2c3D4e5F6" * 3


def adaptive(life: Any) -> list[str]:
    return [job.trigger for job in life.atlas.jobs.list(limit=1_000) if job.task is Task.ADAPTIVE]


@pytest.fixture
def asked(life):  # type: ignore[no-untyped-def]
    life.say("Rename the file to notes.md.", "I renamed it to note.md.")
    return life


@pytest.mark.parametrize(("seconds", "sure"), [(0, 0.0), (30, 0.0), (31, None)])
def test_an_undo_within_half_a_minute_is_a_certain_failure(asked, seconds: int, sure: float | None) -> None:  # S8
    asked.virtual.later(seconds=seconds)
    receipt = asked.atlas.feedback.report("undo", conversation="c1")
    assert receipt.confidence.value == sure
    assert [signal.source for signal in receipt.signals] == [Source.APPLICATION]
    assert [failure.signal for failure in asked.atlas.inspect.failures()] == [SignalKind.UNDO]
    assert adaptive(asked) == ["undo"]


def test_the_application_may_say_when_it_happened(asked) -> None:  # S8
    replied = asked.runtime.now()
    asked.virtual.later(hours=1)
    receipt = asked.atlas.feedback.report("undo", conversation="c1", at=replied + timedelta(seconds=10))
    assert receipt.confidence.value == 0.0


@pytest.mark.parametrize(
    ("kind", "signal", "thinks"),
    [
        ("tool_error", SignalKind.TOOL_ERROR, False),
        ("task_failure", SignalKind.TASK_FAILURE, True),
        ("thumbs_down", SignalKind.THUMBS_DOWN, True),
    ],
)
def test_what_went_wrong_is_a_failure(asked, kind: str, signal: SignalKind, thinks: bool) -> None:  # S11, S12
    receipt = asked.atlas.feedback.report(kind, receipt_id(asked), note="exit code 1")
    assert [(each.kind, each.note) for each in receipt.signals] == [(signal, "exit code 1")]
    assert [failure.signal for failure in asked.atlas.inspect.failures()] == [signal]
    assert bool(adaptive(asked)) is thinks


def receipt_id(life: Any) -> str:
    return str(life.atlas.jobs.list(limit=1)[0].interaction)


def test_a_thumb_up_is_no_failure(asked) -> None:  # S9
    asked.atlas.feedback.report("thumbs_up", conversation="c1")
    assert not asked.atlas.inspect.failures()
    assert adaptive(asked) == []


def test_thumbs_move_confidence(life) -> None:  # S5
    life.say("Which port?", "8080.", confidence=0.9)
    id = receipt_id(life)
    assert life.atlas.inspect.confidence(id).value is None
    up = life.atlas.feedback.report("thumbs_up", id).confidence.value
    assert up == pytest.approx((0.2 * 0.9 + 0.3 * 0.7) / 0.5)
    down = life.atlas.feedback.report("thumbs_down", id).confidence.value
    assert down == pytest.approx((0.2 * 0.9 + 0.3 * 0.3) / 0.5)


@pytest.mark.parametrize(
    ("names", "signals"),
    [
        (["read"] * 3, []),
        (["read"] * 4, [SignalKind.REPETITION]),
        (["read", "write"] * 15, []),
        (["read", "write"] * 16, [SignalKind.LONG_TASK]),
        (["read"] * 31, [SignalKind.REPETITION, SignalKind.LONG_TASK]),
        ([], []),
    ],
)
def test_loops_and_endless_tasks_are_seen_in_what_was_done(asked, names: list[str], signals: list[Any]) -> None:
    """S11."""
    receipt = asked.atlas.feedback.report("actions", conversation="c1", actions=names)
    assert [signal.kind for signal in receipt.signals] == signals
    assert bool(adaptive(asked)) is bool(signals)
    assert len(asked.atlas.inspect.failures()) == bool(signals)


@pytest.mark.parametrize(("kind", "sure"), [("right", 1.0), ("wrong", 0.0)])
def test_a_verdict_outranks_everything_else(life, kind: str, sure: float) -> None:  # S13
    life.say("Which port?", "Perhaps 8080, I am not sure.", confidence=0.1 if sure else 1.0)
    id = receipt_id(life)
    life.atlas.feedback.report("thumbs_down" if sure else "thumbs_up", id)
    assert life.atlas.feedback.report(kind, id).confidence.value == sure
    life.say("Thanks!" if not sure else "No, that is wrong. It is 8443.")
    assert life.atlas.inspect.confidence(id).value == sure


def test_the_last_verdict_holds(asked) -> None:  # S13
    id = receipt_id(asked)
    asked.atlas.feedback.report("wrong", id)
    asked.virtual.later(minutes=1)
    assert asked.atlas.feedback.report("right", id).confidence.value == 1.0


def test_a_report_waits_for_no_embedder(asked) -> None:  # J15
    class Unwilling(HashingEmbedder):
        def embed(self, texts: Any) -> Any:
            raise AssertionError("a report asked for vectors")

    remade(asked, embedder=Unwilling())
    asked.atlas.feedback.report("undo", conversation="c1", note="It was the wrong name.")
    remade(asked, embedder=HashingEmbedder())
    asked.atlas.flush()
    (failure,) = asked.atlas.inspect.failures()
    assert failure.vector


def test_a_secret_in_a_note_is_not_kept(asked, tmp_path: Any) -> None:  # P5
    receipt = asked.atlas.feedback.report("tool_error", conversation="c1", note=f"401 with {SECRET}")
    assert SECRET not in receipt.signals[0].note
    assert all(SECRET.encode() not in file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())


def test_without_an_interaction_it_is_about_the_last_one(asked) -> None:
    asked.say("And the other one too.", "Done.")
    receipt = asked.atlas.feedback.report("thumbs_up", conversation="c1")
    assert asked.atlas.inspect.interaction(receipt.interaction).interaction.messages[0].text == "And the other one too."


def test_a_report_about_nothing_is_an_error(asked) -> None:
    with pytest.raises(BadInput, match="no report"):
        asked.atlas.feedback.report("shrug", conversation="c1")
    with pytest.raises(NotFound):
        asked.atlas.feedback.report("undo", conversation="never heard of")
    with pytest.raises(NotFound):
        asked.atlas.feedback.report("undo", "i_0000000000000")
    with pytest.raises(BadInput, match="at most"):
        asked.atlas.feedback.report("actions", conversation="c1", actions=["go"] * 10_001)
    assert not asked.atlas.inspect.failures()


def test_the_same_report_twice_is_one(asked) -> None:  # J4
    asked.atlas.feedback.report("undo", conversation="c1")
    asked.atlas.feedback.report("undo", conversation="c1")
    assert len(asked.atlas.inspect.signals(kind="undo")) == 1
    assert len(asked.atlas.inspect.failures()) == 1
    assert adaptive(asked) == ["undo"]
