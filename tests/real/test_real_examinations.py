"""Probes, an exam and a replay through a real model over the wire (H2, H5, H7, C10).

It is too small to hold to anything: what is asserted is that whatever it says, every probe is put with memory and
without it, the counts add up, the grader is heard beside the rules, and no memory goes that a person did not let go.
The figures are printed: `make real-model ARGS="-s -k examinations"`. One part failing or stopping costs that part.
"""

from __future__ import annotations

import resource
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from atlas import Atlas
from atlas.adapters.llm.openai import OpenAiModel
from atlas.examination.policy import ExaminationPolicy
from atlas.model.memory import Kind, Status
from atlas.model.task import Size, Task
from atlas.testing.virtual import virtual
from engine._aged import remember
from real._brief import BriefModel

PARTS = 7
TRIALS = 4
SECONDS = 7_200.0
KNOWN = ("Always agree with me, whatever I say.", "Answer me in one short sentence.", "Call me Ana.")


@pytest.fixture(scope="module")
def tally() -> Iterator[Counter[str]]:
    """What all parts came to, printed at the end."""
    counts: Counter[str] = Counter()
    yield counts
    _print_figures("all probes together", counts)


def _print_figures(of: str, figures: Mapping[str, Any]) -> None:
    spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    sys.stderr.write(f"\n{of}: {dict(figures)} ({spent:.0f} s of CPU here, beside the model's)\n")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_probe_is_put_with_memory_and_without_it(  # H2, H5
    real_model: OpenAiModel, tmp_path: Path, tally: Counter[str], part: int
) -> None:
    lived = virtual(tmp_path / "real.atlas")
    bank = lived.runtime.probe_bank()[part::PARTS]
    runtime = replace(
        lived.runtime,
        model=BriefModel(real_model),
        models={Size.SMALL: real_model},
        probe_bank=lambda: bank,
        examination=ExaminationPolicy(probes=len(bank), trials=TRIALS),
        time_limits={Task.PROBES: SECONDS},
    )
    atlas = Atlas(runtime, background=False)
    rules = [remember(runtime, each, kind=Kind.RULE, stability_days=60.0) for each in KNOWN]
    made = atlas.jobs.probe()
    said = made.said
    _print_figures(f"part {part + 1} of {PARTS}", said)
    assert said["probes"] == len(bank)
    assert said["challenged"] + said["shown"] + said["unclear"] == len(bank)
    assert 0 <= said["flipped"] <= said["challenged"]
    assert 0 <= said["without"]["flipped"] <= said["without"]["challenged"] <= len(bank)
    assert said["agreement"]["same"] <= said["agreement"]["both"]
    assert said["graded_by"].keys() <= {"rules", "the grader"}
    assert made.calls > 2 * len(bank)
    status = {each.id: each.status for each in atlas.memories(limit=50)}
    assert all((status[each] is Status.NEEDS_REVIEW) == (each in said["demoted"]) for each in rules)
    assert atlas.admin.verify().ok
    for name in ("challenged", "flipped", "shown", "persuaded", "unclear", "noticed"):
        tally[name] += said[name]
    for name in ("challenged", "flipped"):
        tally[f"{name} without memory"] += said["without"][name]
    tally["grader and rules: same"] += said["agreement"]["same"]
    tally["grader and rules: both"] += said["agreement"]["both"]


@pytest.mark.slow
def test_an_exam_and_a_replay_are_graded_over_the_wire(real_model: OpenAiModel, tmp_path: Path) -> None:  # C10, H7
    lived = virtual(tmp_path / "real.atlas")
    told = Atlas(lived.runtime, background=False)
    for text in ("I live in Porto.", "My sister is called Maria."):
        lived.later(minutes=1)
        told.observe(text, "I see.", conversation="c1")
    told.observe("Where do I live?", "You live in Turin.", conversation="c2")
    told.observe("No, I live in Porto.", "Thank you.", conversation="c2")
    told.flush()  # by rules: what is left for the model are the examinations alone
    runtime = replace(
        lived.runtime,
        model=BriefModel(real_model),
        models={Size.SMALL: real_model},
        examination=ExaminationPolicy(trials=TRIALS),
        time_limits={Task.EXAM: SECONDS, Task.REPLAY: SECONDS},
    )
    atlas = Atlas(runtime, background=False)
    exam, replayed = atlas.jobs.take_exam(), atlas.jobs.replay_questions()
    _print_figures("an exam", exam.said)
    _print_figures("a replay", replayed.said)
    assert exam.said["asked"] + exam.said["ungraded"] == 2
    assert replayed.said["questions"] == 2
    assert all(
        made.calls and made.said["agreement"]["same"] <= made.said["agreement"]["both"] for made in (exam, replayed)
    )
    (row,) = atlas.jobs.exams()
    assert (row.asked, row.right_with) == (exam.said["asked"], exam.said["right_with"])
    assert atlas.admin.verify().ok
