"""What had to be done without is said once, at the start, in one sentence; and everything goes on (S12, R6)."""

from __future__ import annotations

import json
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest
from _person import Person

from atlas import compose
from atlas.compose import signal_preset
from atlas.engine.jobs.runner import run_one, run_owed_jobs
from atlas.engine.thinking.schedule import owe_by_hand
from atlas.model.failure import Failure
from atlas.model.task import Task
from atlas.model.thinking import JobState
from atlas.settings import load_settings
from atlas.signals.policy import DEFAULT, RESEARCH, ClusterRule

NOTICE = (
    "The signals research group failures by HDBSCAN, which needs scikit-learn 1.3 or newer, not installed here; they "
    "are grouped by the default rule instead."
)


def have(monkeypatch: pytest.MonkeyPatch, numbers: str | None) -> None:
    """This version of scikit-learn, or none."""

    def version(name: str) -> str:
        if name != "scikit-learn":
            return real(name)
        if numbers is None:
            raise metadata.PackageNotFoundError(name)
        return numbers

    real = metadata.version
    found = object() if numbers else None
    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr(signal_preset, "find_spec", lambda name: found if name == "sklearn" else find_spec(name))


@pytest.fixture
def ana(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Wants the document's signals, and has no scikit-learn."""
    have(monkeypatch, None)
    return Person(tmp_path / "home", ATLAS_SIGNALS="research")


def test_the_missing_package_is_said_once_on_stderr(ana: Person) -> None:
    done = ana.run("observe", "I live in Porto.")
    assert done.stderr == f"atlas: {NOTICE}\n"
    assert NOTICE not in done.stdout


def test_as_json_where_json_is_asked_for(ana: Person) -> None:
    done = ana.run("status", "--json")
    assert json.loads(done.stderr) == {"notice": NOTICE}
    assert json.loads(done.stdout)


def test_doctor_lists_it_and_says_it_no_second_time(ana: Person) -> None:
    ana.tell("I live in Porto.")
    done = ana.run("doctor", code=None)
    assert done.stdout.replace("\n", " ").count("HDBSCAN") == 1
    assert done.stderr == ""
    checks = ana.data("doctor", code=None)["checks"]
    assert [each["says"] for each in checks if each["name"] == "notice"] == [NOTICE]


def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path) -> None:
    assert Person(tmp_path / "home").run("observe", "I live in Porto.").stderr == ""


def test_everything_else_of_the_preset_holds(ana: Person) -> None:
    runtime = compose.make_runtime(load_settings(ana.home.parent, ana.env), ana.home.parent / "me.atlas")
    assert runtime.signals.clusters is DEFAULT.clusters
    assert (runtime.signals.strange_sigma, runtime.signals.switch) == (RESEARCH.strange_sigma, RESEARCH.switch)
    assert runtime.notices == (NOTICE,)
    runtime.store.close()


def test_where_the_package_is_there_the_preset_is_whole(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, "1.5.2")
    assert (
        compose.make_runtime(load_settings(ana.home.parent, ana.env), ana.home.parent / "me.atlas").signals is RESEARCH
    )


def test_an_older_one_is_no_better_than_none(ana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    have(monkeypatch, "1.2.1")
    made = compose.make_runtime(load_settings(ana.home.parent, ana.env), ana.home.parent / "me.atlas")
    assert made.signals.clusters is ClusterRule.AVERAGE_LINK


def test_no_night_is_poisoned_by_it(ana: Person) -> None:  # S12, J6
    """As it was seen: every night with enough failures to be grouped ended as poison."""
    for number in range(8):
        ana.run("observe", f"What is the port of printer {number}?", "--assistant", "It is 8080.")
        ana.run("observe", "No, that's wrong. It is 9100, not 8080.", "--assistant", "Thank you.")
    runtime = compose.make_runtime(load_settings(ana.home, ana.env))
    run_owed_jobs(runtime)
    with runtime.store.reading(runtime.space) as reader:
        failures: list[Failure] = list(reader.failures(100))
        assert len(failures) > DEFAULT.cluster_least, "there is something to group"
    assert run_one(runtime, owe_by_hand(runtime, Task.NIGHTLY))
    with runtime.store.reading(runtime.space) as reader:
        assert [job.problem for job in reader.jobs(JobState.POISON, 9)] == []
        assert {night.problem for night in reader.reflections(9, Task.NIGHTLY)} == {None}
    runtime.store.close()
