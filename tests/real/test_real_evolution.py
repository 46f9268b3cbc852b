"""Gate and editing of documents through a real model over the wire (E1, E4).

It is too small to edit well: what is asserted is that whatever it says, each session is gated once, every run is
recorded with its ending and its cost, and of the documents nothing changes that a person did not approve.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from atlas import Atlas
from atlas.adapters.llm.openai import OpenAiModel
from atlas.engine.core.document_files import read_document_files
from atlas.engine.core.document_versions import list_versions
from atlas.engine.jobs.registry import QUICK
from atlas.engine.jobs.runner import run_owed_jobs
from atlas.evolution.policy import EvolutionPolicy
from atlas.model.document_paths import CONSTITUTION_PATH
from atlas.model.task import Size, Task
from atlas.testing.virtual import virtual


@pytest.mark.slow
def test_a_session_goes_through_gate_and_editing(real_model: OpenAiModel, tmp_path: Path) -> None:
    small = EvolutionPolicy(steps=2, step_tokens=200)  # it writes a few words a second
    lived = virtual(tmp_path / "real.atlas", models={Size.SMALL: real_model})
    runtime = replace(lived.runtime, evolution=small)
    atlas = Atlas(runtime, background=False)
    atlas.observe("The harbour was quiet this morning.", "I see.", conversation="calm")
    atlas.end_session("calm")
    atlas.observe("What is the port of the printer?", "It is 8080.", conversation="wrong")
    atlas.observe("No, that's wrong. It is 9100, not 8080.", "Thank you.", conversation="wrong")
    atlas.end_session("wrong")
    for _ in range(3):
        run_owed_jobs(runtime, tasks=[*QUICK, Task.GATE, Task.EVOLUTION])
        lived.later(hours=4)
    ran = atlas.jobs.reflections(1_000)
    gates = [each for each in ran if each.task is Task.GATE]
    assert len(gates) == 2
    assert any(each.calls for each in gates), "a calm session is a question for the model"
    runs = [each for each in ran if each.task is Task.EVOLUTION]
    assert any(each.calls and each.tokens for each in runs)
    assert all("status" in each.said for each in runs if each.calls)
    with lived.runtime.reading() as reader:
        files = read_document_files(lived.runtime, reader).files
        versions = list_versions(reader)
    assert files[CONSTITUTION_PATH] == lived.runtime.constitution
    assert all(version.proposals for version in versions)
    assert atlas.admin.verify().ok
