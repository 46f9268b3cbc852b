"""The telling: the same bytes for the same seed, readable at eighty columns, everything as JSON too."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from atlas.errors import BadInput
from atlas.settings import STORE_NAME
from atlas.surfaces.demo import run_demo
from atlas.surfaces.demo.events import Event
from atlas.surfaces.demo.lines import lines_of
from atlas.surfaces.demo.script import write_script
from atlas.surfaces.demo.tell import checks_of
from surfaces.demo._month import Month


def told(capsys: pytest.CaptureFixture[str], *args: int, as_json: bool = False, keep: Path | None = None) -> str:
    run_demo(*args, as_json=as_json, keep=keep)
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def week(quick: None) -> str:
    """Six days, told once for all who look at the text."""
    out = StringIO()
    with redirect_stdout(out):
        run_demo(7, 6)
    return out.getvalue()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    return place


def test_the_same_seed_tells_the_same_bytes(capsys: pytest.CaptureFixture[str], week: str, temporary: Path) -> None:
    """X5: a month that can be lived again; nothing of it stays where nobody asked to keep it."""
    assert told(capsys, 7, 6) == week
    assert list(temporary.iterdir()) == []


def test_it_is_told_within_eighty_columns_and_says_what_to_try_next(week: str) -> None:
    assert max(map(len, week.splitlines())) <= 80
    for part in ("Week 1", "What each kind of talk taught", "Checked at the end", "Try next", "atlas chat"):
        assert part in week
    assert "✗" not in week


def test_every_check_passes(month: Month) -> None:
    assert [check.says for check in checks_of(month.story) if not check.ok] == []


def test_every_kind_of_event_can_be_told() -> None:
    assert all(lines_of.dispatch(kind) is not lines_of.dispatch(object) for kind in Event.__args__)


def test_json_holds_the_whole_story(capsys: pytest.CaptureFixture[str]) -> None:
    story = json.loads(told(capsys, 7, 6, as_json=True))
    assert (story["seed"], story["days"]) == (7, 6)
    assert story["closing"]["verified"] is True
    events = [event for scene in story["scenes"] for event in scene["events"]]
    assert all(event["what"] and event["entry"] > 0 for event in events)


def test_the_store_is_kept_only_where_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, temporary: Path
) -> None:
    home = tmp_path / "home"
    text = told(capsys, 7, 2, keep=home)
    assert (home / STORE_NAME).is_file()
    assert home.name in text
    assert list(temporary.iterdir()) == []
    with pytest.raises(BadInput, match="already"):
        run_demo(7, 2, keep=home)


def test_a_place_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(BadInput, match="cannot be made"):
        run_demo(7, 2, keep=tmp_path / "file" / "home")


def test_another_seed_names_other_people(tmp_path: Path) -> None:
    one, other = write_script(7, 30), Month(write_script(8, 6), tmp_path)
    assert one.persona.name != other.script.persona.name
    assert one.persona.unwanted not in repr(other.story)
