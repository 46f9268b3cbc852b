"""A log tells an operator which one, how many and how long, and never a word that somebody said (C5)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from _minds import minded

from atlas import engine
from atlas.adapters.storage.sqlite import opening
from atlas.adapters.storage.sqlite.store import SqliteStore
from atlas.engine.core.log_fields import WITHHELD, log_fields
from atlas.engine.forget import forget
from atlas.engine.jobs import finish_job
from atlas.engine.jobs.runner import try_owed_jobs
from atlas.errors import EmbedderTrouble, StoreTrouble
from atlas.model.task import Task
from atlas.model.thinking import Job, JobState
from atlas.testing.models import ScriptedModel

WINGS = Path(engine.__file__).parent
SECRET = "zanzibarine"  # noqa: S105 # a word like any other
"""Stands in all that is said, and nowhere in the program."""
SAID = [
    f"I live in {SECRET}ville.",
    f"My password is {SECRET}99 and my sister {SECRET.title()} likes tea.",
    f"No, that is wrong: I moved to {SECRET}burg.",
    f"Please always answer in {SECRET}.",
]


def told(record: logging.LogRecord) -> str:
    """All that any handler could write down of a record."""
    text = logging.Formatter("%(name)s %(message)s").format(record)
    return f"{text} {sorted(vars(record).items(), key=lambda each: each[0])!r}"


def fields(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in vars(record).items() if name.startswith("atlas_")}


def of_atlas(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.split(".")[0] == "atlas"]


def loggers(caplog: pytest.LogCaptureFixture) -> set[str]:
    return {record.name for record in of_atlas(caplog)}


def quoting_records(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Records in which anything stands that was said."""
    return [record for record in of_atlas(caplog) if SECRET in told(record).casefold()]


def live_a_day(life: Any) -> None:
    for said in SAID:
        life.say(said, f"You said: {said}", conversation=SECRET)
    life.atlas.recall(f"Where is {SECRET}?")
    life.atlas.context(f"What about {SECRET}?", conversation=SECRET)
    life.atlas.assistant.answer(f"Who likes {SECRET}?")
    life.virtual.later(days=1)
    life.atlas.jobs.reflect("nightly")
    life.atlas.jobs.consolidate()
    life.atlas.undo()
    life.atlas.admin.doctor()
    life.atlas.forget(conversation=SECRET)


def test_no_word_of_a_user_is_in_any_record_of_a_day(life: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "atlas")
    live_a_day(life)
    assert {"atlas.consolidate", "atlas.curate", "atlas.inspect", "atlas.serve"} <= loggers(caplog)
    assert quoting_records(caplog) == []


@pytest.mark.parametrize("text", [f'{{"facts": []}} {SECRET}', f"The key is sk-ant-api03-{SECRET * 4}"])
def test_no_word_of_a_model_is_in_any_record(
    live: Callable[..., Any], caplog: pytest.LogCaptureFixture, text: str
) -> None:
    caplog.set_level(logging.DEBUG, "atlas")
    life = minded(live(), ScriptedModel("scripted", lambda *_: text))
    life.say(SAID[0])
    life.atlas.flush()
    assert "atlas.thinking" in loggers(caplog)
    assert quoting_records(caplog) == []


def test_every_wing_has_a_logger_of_its_name() -> None:
    wings = {folder.name for folder in WINGS.iterdir() if (folder / "__init__.py").exists()}
    named = {wing for wing in wings for file in (WINGS / wing).rglob("*.py") if f'"atlas.{wing}"' in file.read_text()}
    assert named == wings


def test_an_ordinary_day_says_nothing_to_an_operator(life: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "atlas")
    live_a_day(life)
    assert of_atlas(caplog) == []


class Broken:
    """Whatever is asked of it fails, in words that quote what was said."""

    def __init__(self, trouble: Exception) -> None:
        self.trouble = trouble

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise self.trouble


def test_no_word_of_a_user_is_in_any_record_of_trouble(
    live: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "atlas")
    life = live()
    quoting = f"It does not like “{SECRET}”."
    life.say(SAID[0])
    with monkeypatch.context() as broken:
        broken.setattr(type(life.runtime.embedder), "embed", Broken(EmbedderTrouble(quoting)))
        life.say(SAID[1])
    with monkeypatch.context() as broken:
        broken.setattr(type(life.runtime.store), "writing", Broken(StoreTrouble(quoting)))
        assert not life.atlas.observe(user=SAID[2], assistant="I see.").acknowledged
        try_owed_jobs(life.runtime)
    with monkeypatch.context() as broken:
        broken.setattr(type(life.runtime.store), "owes_purge", Broken(StoreTrouble(quoting)))
        broken.setattr(forget, "purge_index", Broken(StoreTrouble(quoting)))
        life.atlas.forget(text=SAID[0])
    assert {"atlas.core", "atlas.intake", "atlas.jobs", "atlas.forget"} <= loggers(caplog)
    assert quoting_records(caplog) == []


def test_a_job_that_stops_is_named(life: Any, caplog: pytest.LogCaptureFixture) -> None:  # J6
    caplog.set_level(logging.INFO, "atlas")
    job_id = life.runtime.job_id()
    job = Job(job_id, Task.NIGHTLY, f"nightly:{SECRET}", None, JobState.RUNNING, 0, life.runtime.now())
    finish_job._stop_job(job, JobState.POISON, f"It broke on {SECRET}.")
    (record,) = of_atlas(caplog)
    assert (record.name, record.levelname) == ("atlas.jobs", "WARNING")
    assert fields(record) == {
        "atlas_job": job_id,
        "atlas_task": "nightly",
        "atlas_state": "poison",
        "atlas_attempts": 0,
    }
    assert SECRET not in told(record)


def test_a_store_that_is_brought_forward_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "atlas")
    steps = opening.migrations()
    with monkeypatch.context() as earlier:
        earlier.setattr(opening, "migrations", lambda: steps[:-1])
        SqliteStore.open(tmp_path / "me.atlas").close()
    assert of_atlas(caplog) == [], "a new store is no news"
    for _ in range(2):
        SqliteStore.open(tmp_path / "me.atlas").close()
    (record,) = of_atlas(caplog)
    assert fields(record) == {"atlas_from": len(steps) - 1, "atlas_to": len(steps)}
    assert str(tmp_path) not in told(record)


def test_a_field_that_is_no_id_and_no_number_is_withheld() -> None:
    given = log_fields(job="j_0123456789abc", said="I live in Porto", count=3, took=0.5, task=Task.NIGHTLY, none=None)
    assert given == {
        "atlas_job": "j_0123456789abc",
        "atlas_said": WITHHELD,
        "atlas_count": 3,
        "atlas_took": 0.5,
        "atlas_task": "nightly",
        "atlas_none": None,
    }
    assert log_fields(trouble=StoreTrouble) == {"atlas_trouble": "StoreTrouble"}
