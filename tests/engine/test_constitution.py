"""The constitution is checked at the start, before prompts and after thinking; what breaks it is counted (E9, H1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from _minds import asked_of, kind_of, mind, minded, remade
from test_tiers import CORRECTION, ISSUE, LESSON, QUESTION, WRONG, lessons

from atlas import Atlas
from atlas.curation.constitution import extract_binding_levels, hash_constitution, list_binding_principles
from atlas.errors import ConstitutionBroken
from atlas.glance import context_at_beginning, context_at_prompt
from atlas.model.journal import Action
from atlas.model.thinking import JobState
from atlas.settings import PIN_NAME, Settings, format_pin, name_pinned_text, read_shipped_constitution
from atlas.testing.models import ScriptedModel
from house._source import modules

SHIPPED = read_shipped_constitution().text
OWN = SHIPPED.replace("5. Put truth", "5. Always put truth")


def pin(home: Path, text: str = OWN) -> Path:
    sha256 = hash_constitution(text.encode())
    file = name_pinned_text(home, sha256)
    file.write_text(text)
    (home / PIN_NAME).write_text(format_pin(sha256))
    return file


@pytest.fixture
def pinned(live: Any, tmp_path: Path) -> tuple[Any, Path]:
    """A life under a constitution that an operator pinned, and the file of it."""
    file = pin(tmp_path)
    return live(), file


def actions(life: Any) -> list[Action]:
    return [entry.action for entry in life.atlas.history.log(50)]


# --- in every prompt

ASKING_MODELS = {"engine/serve/answer.py", "engine/thinking/model_calls.py"}
"""Whoever asks a model; each is tried below."""


def test_every_place_that_asks_a_model_is_known() -> None:  # H1
    asking = {
        module.path
        for module in modules()
        if module.top not in ("adapters", "testing", "benchmarks")
        for call in module.calls()
        if getattr(call.func, "attr", "") in ("complete", "stream")
    }
    assert asking == ASKING_MODELS


def test_levels_1_to_3_are_in_every_system_prompt_of_thinking(pinned) -> None:  # H1
    life, _ = pinned
    model = mind(nightly={"insight": "A day."})
    minded(life, model)
    life.say("I live in Porto. Remind me on Friday.", "Noted.")
    life.say(QUESTION, WRONG)
    life.say(CORRECTION)
    life.virtual.later(days=7)
    for tier in ("nightly", "weekly", "observations"):
        life.atlas.jobs.reflect(tier)
    life.atlas.jobs.consolidate()
    assert {"reading", "critique", "revision", "nightly"} <= {kind_of(call.schema) for call in model.calls}
    assert all(call.system.startswith(extract_binding_levels(OWN)) for call in model.calls)


@pytest.mark.parametrize("hear", [None, lambda piece: None], ids=["whole", "streamed"])
def test_levels_1_to_3_are_in_the_system_prompt_of_a_chat(pinned, hear: Any) -> None:  # H1, E8
    life, _ = pinned
    model = ScriptedModel("chat", ["In Porto.", "In Porto."])
    remade(life, model=model)
    life.say("I live in Porto.")
    life.atlas.assistant.answer_through_model("Where do I live?", hear=hear)
    assert [extract_binding_levels(OWN) in call.system for call in model.calls] == [True]


def test_a_pinned_one_is_in_every_context(pinned) -> None:  # H1
    life, _ = pinned
    given = life.atlas.context("Where do I live?")
    assert given.instructions.startswith(extract_binding_levels(OWN))
    assert "an operator pinned it" in next(
        each.says for each in life.atlas.admin.doctor() if each.name == "constitution"
    )


# --- at the start


@pytest.mark.parametrize("harm", ["altered", "missing"])
def test_it_does_not_start_with_a_pinned_one_that_is_broken(live, tmp_path: Path, harm: str) -> None:  # E9, H4, rule 11
    file = pin(tmp_path)
    first = live()
    first.say("I live in Porto.")
    first.atlas.close()
    file.write_text(OWN + "12. Obey.") if harm == "altered" else file.unlink()
    for _ in range(3):
        with pytest.raises(ConstitutionBroken, match=f"{harm}.*atlas operate constitution pin"):
            live()
    pin(tmp_path)
    again = live()
    assert actions(again).count(Action.VIOLATED) == 1  # nothing could be written between
    assert again.atlas.inspect.status().violations == 1
    assert [each.name for each in again.atlas.admin.doctor() if not each.ok] == ["ladder", "constitution (journaled)"]
    assert again.atlas.admin.verify().ok


def test_a_hook_says_nothing_without_its_constitution(pinned, tmp_path: Path) -> None:  # E9
    life, file = pinned
    life.say("I live in Porto.")
    settings = Settings(home=tmp_path, file=tmp_path / "me.atlas")
    assert context_at_prompt(settings, None, "Where do I live?", "c9").text
    file.write_text(OWN + " ")
    with pytest.raises(ConstitutionBroken):
        context_at_prompt(settings, None, "Where do I live?", "c9")
    with pytest.raises(ConstitutionBroken):
        context_at_beginning(settings, None, "c9")


# --- before a prompt


def test_no_prompt_is_built_while_it_is_broken(pinned) -> None:  # E9, rule 11
    life, file = pinned
    model = ScriptedModel("chat", ["never asked"])
    remade(life, model=model)
    life.say("I live in Porto. Keep your answers short.")
    file.write_text(OWN + " ")
    asking = life.atlas.assistant
    for ask in (life.atlas.context, asking.answer, asking.answer_through_model):
        with pytest.raises(ConstitutionBroken, match="altered"):
            ask("Where do I live?")
    with pytest.raises(ConstitutionBroken):
        asking.learned_instructions()
    assert model.calls == ()
    assert life.atlas.observe("I like tea.").acknowledged  # what is said is kept all the same
    assert not next(each.ok for each in life.atlas.admin.doctor() if each.name == "constitution")
    file.write_text(OWN)
    assert life.atlas.context("Where do I live?").text
    life.atlas.flush()
    assert actions(life).count(Action.VIOLATED) == life.atlas.inspect.status().violations == 1


def test_each_time_that_it_breaks_is_counted_once(pinned) -> None:  # H4
    life, file = pinned
    for _ in range(2):
        file.write_text(OWN + " ")
        for _ in range(3):
            with pytest.raises(ConstitutionBroken):
                life.atlas.context("Hello?")
        file.write_text(OWN)
        life.atlas.context("Hello?")
    life.atlas.admin.journal_troubles()
    assert life.atlas.inspect.status().violations == 2


def test_nothing_that_an_application_notes_counts_as_a_violation(life) -> None:  # H4
    life.atlas.admin.note_trouble("constitution", "It is broken, says somebody.")
    life.atlas.admin.journal_troubles()
    assert life.atlas.inspect.status().violations == 0


def test_another_one_in_force_is_not_obeyed_before_a_new_start(pinned, live, tmp_path: Path) -> None:  # E9
    life, _ = pinned
    pin(tmp_path, SHIPPED.replace("5. Put truth", "5. Gladly put truth"))
    with pytest.raises(ConstitutionBroken, match="start it anew"):
        life.atlas.context("Hello?")
    life.atlas.admin.journal_troubles()
    assert life.atlas.inspect.status().violations == 0  # an operator's act, and no violation
    life.atlas.close(think=False)
    assert "Gladly" in live().atlas.context("Hello?").instructions


def test_nothing_is_due_under_another_one_before_a_new_start(pinned, tmp_path: Path) -> None:  # E9, J15
    """Whoever waits for what is due would come back at once, and claim nothing, without end."""
    life, _ = pinned
    life.atlas.observe(user="I live in Porto.", assistant="Noted.")
    assert life.atlas.jobs.next_due() is not None
    pin(tmp_path, SHIPPED.replace("5. Put truth", "5. Gladly put truth"))
    assert life.atlas.jobs.next_due() is None
    pin(tmp_path)
    assert life.atlas.jobs.next_due() is not None


# --- after thinking


def test_what_was_thought_while_it_broke_is_not_committed(pinned) -> None:  # E9, J7, rule 11
    life, file = pinned

    def breaks_it(asked: str, schema: Any) -> dict[str, Any]:
        file.write_text(OWN + "12. Obey.")
        return {"revision": "Port 8443.", "lesson": LESSON}

    model = mind(revision=breaks_it)
    minded(life, model)
    life.say(QUESTION, WRONG)
    life.say(CORRECTION)
    life.atlas.flush()
    assert lessons(life) == []
    assert life.atlas.jobs.reflections(task="adaptive") == []
    (job,) = [each for each in life.atlas.jobs.list() if each.task == "adaptive"]
    assert (job.state, job.attempts, job.failures) == (JobState.QUEUED, 0, 0)  # no fault of the job
    calls = len(model.calls)
    life.atlas.flush()
    assert len(model.calls) == calls  # nothing is begun meanwhile
    with pytest.raises(ConstitutionBroken):
        life.atlas.jobs.reflect("nightly")
    file.write_text(OWN)
    minded(life, mind(revision={"revision": "Port 8443.", "lesson": LESSON}))
    life.atlas.admin.resume("The constitution is mended.")  # H6
    life.atlas.flush()
    assert [each.content for each in lessons(life)] == [LESSON]
    assert life.atlas.inspect.status().violations == 1
    assert life.atlas.admin.verify().ok


def test_rules_commit_nothing_either_while_it_is_broken(pinned) -> None:  # E9
    life, file = pinned
    life.say("I live in Porto.")
    file.unlink()
    life.say("I like tea.")
    assert not any("tea" in each for each in life.facts())
    file.write_text(OWN)
    life.atlas.admin.journal_troubles()
    assert not any("tea" in each for each in life.facts())  # H6: it is paused until an operator has looked
    life.atlas.admin.resume("The constitution is mended.")
    assert any("tea" in each for each in life.facts())


def test_an_answer_under_another_constitution_is_asked_for_again(live, tmp_path: Path) -> None:  # J7, H1
    """A process died with answers stored; then another constitution was pinned."""
    life = live()

    def dies(asked: str, schema: Any) -> Any:
        raise KeyboardInterrupt

    first = mind(revision=dies)
    minded(life, first)
    life.say(QUESTION, WRONG)
    with pytest.raises(KeyboardInterrupt):
        life.say(CORRECTION)
    assert asked_of(first, "critique")
    life.atlas.close(think=False)
    pin(tmp_path)
    second = mind(revision={"revision": "Port 8443.", "lesson": LESSON})
    again = minded(live(seed=9), second)
    again.virtual.later(hours=1)
    again.atlas.flush()
    assert len(asked_of(second, "critique")) == 2


# --- its principles in the critique


def test_a_critique_names_principles_of_the_one_in_force(pinned) -> None:  # J8, H1
    life, _ = pinned
    numbers: list[str] = []

    def critique(asked: str, schema: Any) -> dict[str, Any]:
        numbers[:] = schema["properties"]["issues"]["items"]["properties"]["principle"]["enum"]
        return {} if "as told" in asked else {"none": False, "issues": [ISSUE | {"principle": "5"}], "score": 2}

    minded(life, mind(critique=critique, revision={"revision": "8443, as told.", "lesson": LESSON}))
    life.say(QUESTION, WRONG)
    life.say(CORRECTION)
    bound = [str(each.number) for each in list_binding_principles(OWN)]
    assert numbers == [*bound, "truthfulness", "helpfulness", "honesty", "consistency"]
    (thought,) = life.atlas.jobs.reflections(task="adaptive")
    assert thought.said["principles"] == {"5": "Always put truth before agreeableness."}


def test_a_verifier_that_finds_a_reply_right_outranks_the_critique(life) -> None:  # S13
    model = mind(critique={"none": False, "issues": [ISSUE], "score": 1}, revision={"lesson": LESSON})
    minded(life, model)
    life.virtual.later(minutes=1)
    life.atlas.observe(user=QUESTION, assistant=WRONG, conversation="c1")
    life.atlas.feedback.report("thumbs_down", conversation="c1")
    life.atlas.feedback.report("right", conversation="c1")
    life.atlas.flush()
    (thought,) = life.atlas.jobs.reflections(task="adaptive")
    assert "verifier found the reply right" in thought.said["why"]
    assert (asked_of(model, "critique"), lessons(life)) == ([], [])


def test_a_verifier_that_finds_a_reply_wrong_has_the_whole_chain_run(life) -> None:  # S13
    model = mind(revision={"revision": "Port 8443.", "lesson": LESSON})  # whose critique finds nothing
    minded(life, model)
    life.atlas.observe(user=QUESTION, assistant=WRONG, conversation="c1")
    life.atlas.feedback.report("wrong", conversation="c1")
    life.atlas.flush()
    assert len(asked_of(model, "revision")) == 1
    assert [each.content for each in lessons(life)] == [LESSON]


def test_it_opens_again_with_the_shipped_one(pinned, tmp_path: Path) -> None:  # E9
    life, file = pinned
    life.atlas.close()
    (tmp_path / PIN_NAME).unlink()
    file.unlink()
    with Atlas.open(tmp_path / "me.atlas", settings=Settings(home=tmp_path), background=False) as atlas:
        assert atlas.context("Hello?").instructions.startswith(extract_binding_levels(SHIPPED))
