"""A reader that cannot be loaded loses nothing: what was said stays owed, and is read once it can (X10, J7)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from atlas import Status
from atlas.adapters.reading.onnx_annotator import SHIPPED, OnnxAnnotator
from atlas.errors import AnnotatorTrouble
from atlas.model.reading import Unread
from engine.conftest import Life

HOME = "The user lives in Porto"
SAYS = "The reading model has been altered; reinstall ATLAS."


@dataclass(frozen=True, slots=True)
class Weights:
    """A copy of the reader on board that can be broken and mended."""

    folder: Path

    def spoil(self) -> None:
        (self.folder / "reader.onnx").write_bytes(b"not the reader")

    def mend(self) -> None:
        shutil.copy(SHIPPED / "reader.onnx", self.folder / "reader.onnx")


@pytest.fixture
def weights(tmp_path: Path) -> Weights:
    shutil.copytree(SHIPPED, tmp_path / "reader")
    found = Weights(tmp_path / "reader")
    found.spoil()
    return found


@pytest.fixture
def broken(live: Callable[..., Life], weights: Weights) -> Life:
    life = live()
    object.__setattr__(life.runtime, "annotator", OnnxAnnotator(weights.folder))
    return life


def bad_checks(life: Life) -> dict[str, str]:
    return {check.name: check.says for check in life.atlas.admin.doctor() if not check.ok}


def test_what_cannot_be_read_stays_owed_and_is_read_once_the_reader_is_mended(broken: Life, weights: Weights) -> None:
    broken.say("I live in Porto.")
    assert broken.facts() == {}
    report = broken.atlas.inspect.status()
    assert (report.owed, report.poisoned, report.unread, report.reader_trouble) == (1, 0, 1, SAYS)
    assert broken.atlas.inspect.health().reader_trouble == SAYS
    weights.mend()
    assert broken.facts() == {HOME: Status.APPROVED.value}
    report = broken.atlas.inspect.status()
    assert (report.owed, report.unread, report.reader_trouble) == (0, 0, None)


def test_it_is_owed_however_long_that_takes(broken: Life, weights: Weights) -> None:  # J6
    broken.say("I live in Porto.")
    for _ in range(40):
        broken.virtual.later(hours=7)
        broken.think()
    report = broken.atlas.inspect.status()
    assert (report.owed, report.poisoned, report.unread) == (1, 0, 1)
    weights.mend()
    assert broken.facts() == {HOME: Status.APPROVED.value}


def test_a_mended_reader_reads_all_that_waits_in_the_next_process(live: Callable[..., Life], broken: Life) -> None:
    for place in ("Porto", "Rome", "Lyon"):
        broken.say(f"My sister Maria lives in {place}.")
    broken.atlas.close(think=False)
    again = live(seed=8)
    again.virtual.later(minutes=3, seconds=30)
    assert "Maria lives in Lyon" in again.facts()
    assert again.atlas.inspect.status().owed == 0


def test_the_doctor_says_what_to_do_and_what_waits(broken: Life, weights: Weights) -> None:
    broken.say("I live in Porto.")
    broken.say("I work at Acme.")
    told = bad_checks(broken)
    assert told["reader"] == f"{SAYS} What is said waits to be read."
    assert [each.says for each in broken.runtime.memo.troubles] == [SAYS]
    weights.mend()
    broken.think()
    assert "reader" not in bad_checks(broken)


def test_a_reader_that_is_gone_is_trouble_with_a_remedy(weights: Weights) -> None:
    for name in ("reader.onnx", "calibration.json"):
        (weights.folder / name).unlink()
        with pytest.raises(AnnotatorTrouble, match=r"cannot be read.*; reinstall ATLAS\.$"):
            OnnxAnnotator(weights.folder).annotate([Unread("I live in Porto.")])


def test_without_a_reader_nothing_is_owed(live: Callable[..., Life]) -> None:
    life = live(reader="none")
    life.say("I live in Porto.")
    report = life.atlas.inspect.status()
    assert (report.owed, report.unread, report.reader_trouble) == (0, 0, None)
    assert "reader" not in bad_checks(life)


def test_who_does_without_the_reader_from_now_on_owes_nothing(broken: Life) -> None:
    broken.say("I live in Porto.")
    object.__setattr__(broken.runtime, "annotator", None)
    assert broken.facts() == {}
    assert broken.atlas.inspect.status().owed == 0


def test_what_waits_to_be_read_is_no_way_back_for_what_was_forgotten(
    live: Callable[..., Life], weights: Weights
) -> None:  # X3
    life = live()
    life.say("I live in Porto.")
    object.__setattr__(life.runtime, "annotator", OnnxAnnotator(weights.folder))
    life.say("Yes, I live in Porto. My dog is called Rex.", conversation="c2")
    life.atlas.forget(memory=life.fact("Porto").id)
    weights.mend()
    known = life.facts()
    assert not any("Porto" in content for content in known)
    assert any("Rex" in content for content in known)
    assert not any("Porto" in found.memory.content for found in life.atlas.recall("Porto"))


def test_a_person_is_forgotten_without_a_reader(broken: Life, weights: Weights) -> None:  # X3
    broken.say("My sister Maria lives in Rome.")
    broken.atlas.forget(person="Maria")
    weights.mend()
    assert not any("Maria" in content for content in broken.facts())
