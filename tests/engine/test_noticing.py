"""What was said is looked at afterwards, once, and what went wrong is kept with what it makes owed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from _minds import mind, minded, remade
from numpy.typing import NDArray

from atlas import Atlas
from atlas.adapters.embedding.hashing import HashingEmbedder
from atlas.engine.core.runtime import Checked
from atlas.engine.intake import signals
from atlas.engine.intake.signals import detect_signals
from atlas.model.recall import EmbedderIdentity
from atlas.model.signal import SignalKind, Source
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.signals.out_of_distribution import measure_nearest

QUESTION = "Which port does the staging server use?"
WRONG = "The staging server uses port 8080."
CORRECTION = "No, that is wrong. The staging server uses port 8443."


def kinds(life: Any, source: Source = Source.NOTICED) -> list[SignalKind]:
    return [signal.kind for signal in reversed(life.atlas.inspect.signals()) if signal.source is source]


def jobs(life: Any, task: Task) -> list[Any]:
    return [job for job in life.atlas.jobs.list(limit=1_000) if job.task is task]


def quickly(life: Any, text: str, reply: str = "Done.", seconds: int = 20) -> None:
    life.virtual.later(seconds=seconds)
    life.atlas.observe(user=text, assistant=reply, conversation="c1")
    life.atlas.flush()


# --- what the user does next


def test_a_correction_is_about_the_reply_before_it(life) -> None:  # S7
    life.say(QUESTION, WRONG)
    life.say(CORRECTION)
    (failure,) = life.atlas.inspect.failures()
    (told,) = [signal for signal in life.atlas.inspect.signals() if signal.kind is SignalKind.CORRECTION]
    first, second = [life.atlas.inspect.interaction(signal) for signal in (told.about, told.seen_in)]
    assert [message.text for message in first.interaction.messages] == [QUESTION, WRONG]
    assert second.interaction.messages[0].text[told.start : told.end]
    assert (failure.about, failure.told, failure.signal) == (told.about, told.message, SignalKind.CORRECTION)
    (job,) = jobs(life, Task.ADAPTIVE)
    assert (job.interaction, job.trigger, job.state) == (told.about, "correction", JobState.DONE)


def test_a_question_asked_again_is_thought_about_at_once(life) -> None:  # S6
    life.say("How do I renew my passport in Lisbon?", "You can renew it.")
    life.say("And what about the weather?", "Sunny.")
    life.say("How do I renew my passport in Lisbon?", "Book an appointment.")
    (again,) = [signal for signal in life.atlas.inspect.signals() if signal.kind is SignalKind.RE_ASK]
    assert again.about == life.atlas.jobs.list(limit=1)[0].interaction
    assert [job.interaction for job in jobs(life, Task.ADAPTIVE)] == [again.about]


def test_a_question_of_another_conversation_is_not_asked_again(life) -> None:  # S6
    life.say("How do I renew my passport in Lisbon?", "You can renew it.", conversation="c1")
    life.say("How do I renew my passport in Lisbon?", "You can renew it.", conversation="c2")
    assert kinds(life) == []
    assert jobs(life, Task.ADAPTIVE) == []


@pytest.mark.parametrize(("seconds", "sure"), [(30, 0.0), (31, None)])
def test_what_is_undone_at_once_failed_for_certain(life, seconds: int, sure: float | None) -> None:  # S8
    life.say("Rename the file to notes.md.", "Renamed.")
    quickly(life, "Undo that.", seconds=seconds)
    (undo,) = [signal for signal in life.atlas.inspect.signals() if signal.kind is SignalKind.UNDO]
    assert life.atlas.inspect.confidence(undo.about).value == sure
    assert [failure.signal for failure in life.atlas.inspect.failures()] == [SignalKind.UNDO]
    assert [job.interaction for job in jobs(life, Task.ADAPTIVE)] == [undo.about]


def test_thanks_are_no_failure(life) -> None:  # S9
    life.say("Rename the file to notes.md.", "Renamed.")
    life.say("Thanks, that is great!")
    assert kinds(life) == [SignalKind.ACCEPTANCE]
    assert not life.atlas.inspect.failures()
    assert jobs(life, Task.ADAPTIVE) == []


def test_a_reply_of_low_confidence_is_doubted_once_the_user_is_unhappy(life) -> None:  # S2, S5
    life.say(QUESTION, WRONG, confidence=0.6)
    assert jobs(life, Task.ADAPTIVE) == []  # what the model says of itself covers too little
    life.say("Hm, are you sure? That did not work at all, this is useless.")
    doubted = [signal for signal in life.atlas.inspect.signals() if signal.kind is SignalKind.LOW_CONFIDENCE]
    assert doubted, kinds(life)
    assert life.atlas.inspect.confidence(doubted[0].about).value < 0.5
    assert [job.trigger for job in jobs(life, Task.ADAPTIVE)] == ["doubted"]


def test_a_deeply_doubted_reply_goes_to_the_night_as_well(life) -> None:  # S5, S8
    life.say("Rename the file to notes.md.", "Renamed.")
    quickly(life, "Undo that.", seconds=10)
    assert [job.trigger for job in jobs(life, Task.NIGHTLY)] == ["deeply doubted"]
    (night,) = life.atlas.jobs.reflections(task="nightly")
    assert night.said["doubted"] == 1


# --- a verifier


def test_a_verifiers_no_outranks_what_everybody_says(life) -> None:  # S13
    remade(life, verifier=lambda interaction: Checked(False, "exit code 1"))
    life.say("Run the tests.", "They pass.", confidence=1.0)
    (signal,) = life.atlas.inspect.signals(kind="verified")
    assert (signal.source, signal.score, signal.note) == (Source.VERIFIER, 0.0, "exit code 1")
    assert life.atlas.inspect.confidence(signal.about).value == 0.0
    assert [failure.signal for failure in life.atlas.inspect.failures()] == [SignalKind.VERIFIED]
    assert [job.state for job in jobs(life, Task.ADAPTIVE)] == [JobState.DONE]


def test_a_verifiers_yes_outranks_them_too(life) -> None:  # S13
    remade(life, verifier=lambda interaction: Checked(True))
    life.say("Run the tests.", "Perhaps they pass, maybe, I am not sure.", confidence=0.1)
    (signal,) = life.atlas.inspect.signals(kind="verified")
    assert life.atlas.inspect.confidence(signal.about).value == 1.0
    assert not life.atlas.inspect.failures()
    assert jobs(life, Task.ADAPTIVE) == []


@pytest.mark.parametrize("says", [lambda interaction: None, lambda interaction: 1 / 0])
def test_a_verifier_that_cannot_tell_or_breaks_stops_nothing(life, says: Callable[[Any], Any]) -> None:  # S13
    remade(life, verifier=says)
    life.say(QUESTION, WRONG)
    life.say(CORRECTION)
    assert not life.atlas.inspect.signals(kind="verified")
    assert [failure.signal for failure in life.atlas.inspect.failures()] == [SignalKind.CORRECTION]
    noted = [trouble.says for trouble in life.runtime.memo.troubles]
    assert all("ZeroDivisionError" in says for says in noted)


# --- once


class Interrupting(HashingEmbedder):
    """Lets somebody else go first, the first time that it is asked for vectors."""

    def __init__(self, first: Callable[[], object]) -> None:
        super().__init__()
        self.first: Callable[[], object] | None = first

    def embed(self, texts: Sequence[str]) -> Any:
        first, self.first = self.first, None
        if first:
            first()
        return super().embed(texts)


def test_two_processes_look_at_each_interaction_once(live) -> None:  # J4
    one, looked = live("shared.atlas"), []
    remade(one, verifier=lambda interaction: looked.append(interaction.id))
    other = live("shared.atlas", seed=8)
    remade(other, verifier=lambda interaction: looked.append(interaction.id))
    for text in (QUESTION, CORRECTION):
        one.atlas.observe(user=text, assistant=WRONG, conversation="c1")
        one.virtual.later(minutes=1)
    assert detect_signals(one.runtime) == 2
    assert detect_signals(other.runtime) == 0
    assert len(looked) == 2


def test_whoever_is_slower_writes_nothing_twice(live) -> None:  # J4
    quick, slow = live("shared.atlas"), live("shared.atlas", seed=8)
    for text in (QUESTION, CORRECTION):
        quick.atlas.observe(user=text, assistant=WRONG, conversation="c1")
        quick.virtual.later(minutes=1)
    remade(slow, embedder=Interrupting(lambda: detect_signals(quick.runtime)))
    assert detect_signals(slow.runtime) == 0
    assert len(slow.atlas.inspect.failures()) == 1
    assert len(jobs(slow, Task.ADAPTIVE)) == 1


def test_what_was_forgotten_while_it_was_looked_at_leaves_no_signal(live) -> None:  # X3
    quick, slow = live("shared.atlas"), live("shared.atlas", seed=8)
    for text in (QUESTION, CORRECTION):
        quick.atlas.observe(user=text, assistant=WRONG, conversation="c1")
        quick.virtual.later(minutes=1)
    quick.atlas.observe(user=QUESTION, assistant=WRONG, conversation="c2")
    remade(slow, embedder=Interrupting(lambda: quick.atlas.forget(conversation="c1")))
    detect_signals(slow.runtime)
    assert len(slow.atlas.inspect.failures()) == 0
    assert not [each for each in slow.atlas.inspect.signals() if each.kind is SignalKind.CORRECTION]


def test_what_cannot_be_looked_at_holds_nothing_up(life, monkeypatch: pytest.MonkeyPatch) -> None:  # J6
    from atlas.signals import detection as looking

    def breaks(text: str, *rest: object) -> object:
        if "cursed" in text:
            raise ValueError(text)
        return hedging(text, *rest)

    hedging = looking.find_hedges
    monkeypatch.setattr(looking, "find_hedges", breaks)
    life.say("Is it so?", "It is cursed.")
    life.say("Is it so?", "Perhaps it is, maybe.")
    assert SignalKind.HEDGING in kinds(life)
    noted = [trouble.says for trouble in life.runtime.memo.troubles]
    assert noted
    assert not any("cursed" in says for says in noted)
    assert life.atlas.jobs.owed() == 0


# --- the reply path


class Unwilling(HashingEmbedder):
    def embed(self, texts: Sequence[str]) -> Any:
        raise AssertionError("observe asked for vectors")


class Counting:
    """A store that counts what is opened."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.opened: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def reading(self, space: str) -> Iterator[Any]:
        self.opened.append("reading")
        with self._store.reading(space) as reader:
            yield reader

    @contextmanager
    def writing(self, space: str) -> Iterator[Any]:
        self.opened.append("writing")
        with self._store.writing(space) as writer:
            yield writer


def test_observing_is_one_commit_and_nothing_else(life) -> None:  # J15
    store, model = Counting(life.runtime.store), mind()
    minded(life, model, store=store, embedder=Unwilling(), verifier=lambda interaction: 1 / 0)
    receipt = life.atlas.observe(user=CORRECTION, assistant=WRONG, conversation="c1")
    assert receipt.acknowledged
    assert model.calls == ()
    assert store.opened == ["writing"]
    assert [job.task for job in life.atlas.jobs.list()] == [Task.LIGHTWEIGHT, Task.READING]
    remade(life, embedder=HashingEmbedder(), verifier=None)


# --- failures that belong together


PORTS = [
    "Which port does the staging server use?",
    "Which port does the staging server use today?",
    "Which port does the staging server use now?",
]


def fail(life: Any, questions: Sequence[str]) -> None:
    """Each in a conversation of its own."""
    for question in questions:
        life.say(question, WRONG, conversation=question)
        life.say(CORRECTION, conversation=question)


def test_failures_of_one_kind_are_known_as_one_type(life) -> None:  # S12
    fail(life, [*PORTS[:2], "What should I cook for six hungry guests on Sunday?"])
    cooking, later, first = life.atlas.inspect.failures()
    assert first.type == first.id
    assert later.type == first.id
    assert cooking.type == cooking.id
    (same,) = life.atlas.inspect.signals(kind="same_failure")
    assert same.about == later.about
    assert same.score > 0.75


def test_three_of_a_type_are_thought_over_at_once_and_become_a_pattern(life) -> None:  # S12, H8
    fail(life, PORTS[:2])
    assert jobs(life, Task.NIGHTLY) == []
    fail(life, PORTS[2:])
    (night,) = jobs(life, Task.NIGHTLY)
    assert (night.trigger, night.state) == ("failures", JobState.DONE)
    (pattern,) = life.atlas.inspect.patterns()
    assert pattern.type == "failure"
    assert pattern.count == 3
    assert "staging" in pattern.description
    assert {failure.pattern for failure in life.atlas.inspect.failures()} == {pattern.id}
    assert set(pattern.evidence) == {failure.id for failure in life.atlas.inspect.failures()}


def test_a_pattern_grows_and_is_not_made_twice(life) -> None:  # S12, H8
    fail(life, PORTS)
    (before,) = life.atlas.inspect.patterns()
    life.atlas.jobs.reflect("nightly")
    assert list(life.atlas.inspect.patterns()) == [before]
    life.virtual.later(hours=7)
    fail(life, ["Which port does the staging server use, please?"])
    life.atlas.jobs.reflect("nightly")
    (after,) = life.atlas.inspect.patterns()
    assert (after.id, after.count, after.first_seen) == (before.id, 4, before.first_seen)
    assert after.confidence > before.confidence
    assert after.last_seen > before.last_seen


def test_what_the_application_reports_is_of_a_type_too(life) -> None:  # S12
    for number, question in enumerate(PORTS):
        life.say(question, WRONG, conversation=f"f{number}")
        life.atlas.feedback.report("thumbs_down", conversation=f"f{number}")
    life.atlas.flush()
    assert len({failure.type for failure in life.atlas.inspect.failures()}) == 1
    assert all(failure.vector for failure in life.atlas.inspect.failures())
    (pattern,) = life.atlas.inspect.patterns()
    assert pattern.count == 3


def test_one_reply_fails_once_however_many_say_so(life) -> None:  # S12
    life.say(QUESTION, WRONG)
    life.atlas.feedback.report("undo", conversation="c1")
    life.atlas.feedback.report("thumbs_down", conversation="c1")
    life.say(CORRECTION)
    assert len(life.atlas.inspect.failures()) == 1


# --- unlike anything before


class Meaning:
    """The lexical embedder under another name, so that its vectors count as meanings."""

    identity = EmbedderIdentity("meaning", 256, "1")
    embed = staticmethod(HashingEmbedder(256).embed)


def test_vectors_that_know_no_meanings_say_nothing_of_strange_ground(life) -> None:  # S10
    for number in range(31):
        life.say(f"Please water the garden plants and tomatoes, bed {number % 3}.", conversation=f"g{number}")
    life.say("Is Byzantine mosaic iconography heterodox?", conversation="s1")
    assert not life.atlas.inspect.signals(kind="out_of_distribution")


def test_what_is_unlike_everything_is_strange_once_enough_is_known(live) -> None:  # S10
    life = live(embedder=Meaning())
    strange = "Quantum chromodynamics lattice gauge quark confinement?"
    life.say(strange, conversation="s0")
    for number in range(30):
        life.say(f"Please water the garden plants and tomatoes, bed {number % 3}.", conversation=f"g{number}")
    life.say("Is Byzantine mosaic iconography heterodox?", conversation="s1")
    said = life.atlas.inspect.signals(kind="out_of_distribution")
    texts = [life.atlas.inspect.interaction(signal.about).interaction.messages[0].text for signal in said]
    assert "Is Byzantine mosaic iconography heterodox?" in texts
    assert strange not in texts


def test_a_new_process_remembers_what_was_heard(live) -> None:  # S10
    first = live("shared.atlas", embedder=Meaning())
    for number in range(30):
        first.say(f"Please water the garden plants and tomatoes, bed {number % 3}.", conversation=f"g{number}")
    second = live("shared.atlas", seed=8, embedder=Meaning())
    second.virtual.later(hours=1)
    second.say("Is Byzantine mosaic iconography heterodox?", conversation="s1")
    second.say("Please water the garden plants and tomatoes, bed 1.", conversation="s2")
    said = second.atlas.inspect.signals(kind="out_of_distribution")
    texts = [second.atlas.inspect.interaction(signal.about).interaction.messages[0].text for signal in said]
    assert texts == ["Is Byzantine mosaic iconography heterodox?"]


def test_a_space_notices_only_its_own(life) -> None:  # P4
    from atlas import compose

    other = Atlas(compose.in_space(life.runtime, "other"), background=False)
    life.say(QUESTION, WRONG)
    life.say(CORRECTION)
    other.observe(user="Hello.", assistant="Hi.", conversation="c1")
    other.flush()
    assert not other.inspect.failures()
    assert not other.inspect.signals()


def test_vectors_of_what_was_heard_are_added_to_and_not_measured_anew() -> None:  # S10
    rows = [unit_row(number) for number in range(signals.HEARD + 3)]
    heard = signals._HeardVectors(rows[:2])
    before = heard.rows
    for row in rows[2:]:
        heard._add_row(row)
    assert np.array_equal(before, np.stack(rows[:2])), "who holds them keeps them"
    assert np.array_equal(heard.rows, np.stack(rows[3:]))
    few = signals._HeardVectors([])
    for row in rows[:9]:
        few._add_row(row)
    assert np.allclose(few.nearest, measure_nearest(np.stack(rows[:9])))


def unit_row(number: int) -> NDArray[np.float32]:
    row = np.random.default_rng(number).normal(size=4).astype(np.float32)
    return row / np.float32(np.linalg.norm(row))
