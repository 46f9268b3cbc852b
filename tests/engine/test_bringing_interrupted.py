"""A replay that was interrupted goes on where it was, whatever was looked at meanwhile, or is given up (X5, X7)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from atlas import Atlas, BadInput, Status
from atlas.engine.transfer import replay
from atlas.errors import Refused
from atlas.testing.virtual import virtual
from benchmarks.history_import import write

START = datetime(2026, 6, 1, 14, 17, tzinfo=UTC)
DAYS = 3
SECOND = 3
EVERY = 1 if os.environ.get("ATLAS_PROVE") == "full" else 4
"""The thought about the second sitting: the first has had its own, and two nights."""


class Killed(BaseException):
    """As Ctrl-C is: nobody catches it on the way."""


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Has a replay die before a thought, so that what was taken in is not thought about; counts them else."""
    think = replay._ReplayLife.run_work

    def arrange(before: int | None = None) -> list[int]:
        seen = [0]

        def counted(life: Any) -> None:
            if seen[0] == before:
                monkeypatch.setattr(replay._ReplayLife, "run_work", think)
                raise Killed
            seen[0] += 1
            think(life)

        monkeypatch.setattr(replay._ReplayLife, "run_work", counted)
        return seen

    return arrange


@pytest.fixture
def history(tmp_path: Path) -> Path:
    path = tmp_path / "conversations.json"
    write(path, DAYS)
    return path


def turns(path: Path, *said: tuple[str, str], conversation: str = "c") -> Path:
    rows = ({"role": "user", "text": text, "at": at, "conversation": conversation} for text, at in said)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def lived(life: Any, path: Path, **wish: Any) -> Any:
    return life.atlas.history.import_file(path, vouch=True, replay=True, **wish)


def killed(life: Any, path: Path) -> None:
    with pytest.raises(Killed):
        lived(life, path)


def looked_at(life: Any) -> None:
    """What somebody does who does not know of it; all of this thinks, keeps or notices first."""
    life.atlas.recall("Where do I live?")
    life.atlas.memories()
    life.atlas.review.pending()
    life.atlas.inspect.failures()
    life.atlas.inspect.status()
    life.atlas.flush()


def memories(life: Any) -> list[tuple[str, str, datetime]]:
    found = life.atlas.memories(limit=10_000, archived=True)
    return sorted((each.content, each.status.value, each.created_at) for each in found)


def fired(life: Any) -> dict[str, int]:
    return {each.trigger.name: each.standing.fired for each in life.atlas.jobs.triggers() if each.standing}


def test_wherever_it_dies_it_comes_to_the_same(live: Any, history: Path, dying: Any) -> None:  # X5, X7
    whole = live("whole.atlas", start=START)
    thoughts = dying()
    lived(whole, history)
    assert thoughts[0] > 2 * DAYS, "sittings and nights"
    for point in range(0, thoughts[0], EVERY):
        life = live(f"{point}.atlas", start=START)
        dying(point)
        killed(life, history)
        looked_at(life)
        lived(life, history)
        assert memories(life) == memories(whole), point
        assert fired(life) == fired(whole), point
        assert life.atlas.history.replay_position() is None
        assert life.atlas.jobs.owed() == whole.atlas.jobs.owed()
        assert life.atlas.admin.verify().ok


def test_killed_in_the_last_sitting_its_night_still_comes(life_at: Any, dying: Any, tmp_path: Path) -> None:  # X5, J3
    life = life_at(START)
    path = turns(tmp_path / "turns.jsonl", ("I live in Porto.", "2026-05-04T10:00:00Z"))
    dying(0)
    killed(life, path)
    again = lived(life, path)
    assert (again.new_turns, again.cycles["nightly"]) == (0, 1)
    assert life.fact("Porto").created_at == datetime(2026, 5, 4, 10, tzinfo=UTC)
    assert lived(life, path).cycles == {}, "it is at its end"


@pytest.fixture
def life_at(live: Any) -> Callable[[datetime], Any]:
    return lambda start: live(start=start)


def test_nobody_else_thinks_while_it_waits_and_the_doctor_says_why(live: Any, history: Path, dying: Any) -> None:  # X5
    life = live(start=START)
    dying(0)
    killed(life, history)
    at, owed = life.atlas.history.replay_position(), life.atlas.jobs.owed()
    assert at is not None
    assert at.year == 2024
    assert owed
    assert (life.atlas.flush(), life.atlas.jobs.owed(), life.atlas.jobs.next_due()) == (0, owed, None)
    says = [check.says for check in life.atlas.admin.doctor() if check.name == "replay"]
    assert len(says) == 1
    assert f"it got to {at:%Y-%m-%d}" in says[0]
    assert "atlas import --give-up" in says[0]
    with pytest.raises(Refused, match="A replay is not at its end"):
        life.atlas.jobs.reflect("nightly")


def test_given_up_it_is_thought_about_today(live: Any, history: Path, dying: Any) -> None:  # X5
    life = live(start=START)
    dying(SECOND)
    killed(life, history)
    at = life.atlas.history.replay_position()
    assert life.atlas.history.give_up_replay() == at
    assert (life.atlas.history.replay_position(), life.atlas.history.give_up_replay()) == (None, None)
    assert not [check for check in life.atlas.admin.doctor() if check.name == "replay"]
    rest = life.atlas.history.import_file(history, vouch=True)
    assert rest.new_turns
    life.atlas.flush()
    assert life.atlas.jobs.owed() == 0
    assert life.atlas.admin.verify().ok


def test_who_lived_on_meanwhile_gives_it_up(live: Any, history: Path, dying: Any) -> None:  # X4
    life = live(start=START)
    dying(SECOND)
    killed(life, history)
    life.atlas.observe("I live in Quuxford.")
    before = list(life.atlas.history.export())
    with pytest.raises(BadInput, match=r"this space has lived on since\. Let it be with atlas import --give-up"):
        lived(life, history)
    assert list(life.atlas.history.export()) == before
    life.atlas.history.give_up_replay()
    life.atlas.flush()
    assert life.fact("lives in Quuxford").status is Status.APPROVED


def test_another_history_waits_for_the_first(live: Any, history: Path, dying: Any, tmp_path: Path) -> None:  # X5
    life = live(start=START)
    dying(SECOND)
    killed(life, history)
    earlier = turns(tmp_path / "earlier.jsonl", ("I live in Porto.", "2020-05-04T10:00:00Z"))
    with pytest.raises(BadInput, match="this history begins before that, on 2020-05-04"):
        lived(life, earlier)


@pytest.mark.parametrize(
    "deed",
    [
        lambda other, path: other.history.import_file(path, vouch=True, replay=True),
        lambda other, path: other.history.give_up_replay(),
    ],
)
def test_two_do_not_live_through_one_history_side_by_side(
    live: Any, history: Path, tmp_path: Path, deed: Callable[..., object]
) -> None:  # J4
    life = live(start=START)
    other = Atlas(virtual(tmp_path / "me.atlas", seed=8, start=START).runtime, background=False)
    done: list[object] = []

    def meanwhile(what: str, more: int, whole: int) -> None:
        if what.startswith("living") and not done:
            done.append(deed(other, history))

    with pytest.raises(Refused, match="Somebody else has gone on with this replay, or has given it up"):
        lived(life, history, progress=meanwhile)
    assert other.history.replay_position() is None
    assert other.admin.verify().ok
    other.close()


def test_an_export_takes_it_along(live: Any, history: Path, dying: Any, tmp_path: Path) -> None:  # X7
    life, other = live(start=START), live("other.atlas", seed=99, start=START)
    dying(SECOND)
    killed(life, history)
    path = tmp_path / "everything.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in life.atlas.history.export()), "utf-8")
    other.atlas.history.import_file(path, restore=True)
    assert other.atlas.history.replay_position() == life.atlas.history.replay_position()
    lived(other, history)
    lived(life, history)
    assert memories(other) == memories(life)


# --- where it may begin, and where it ends


def test_it_ends_now_and_tonight_is_still_to_come(live: Any, tmp_path: Path) -> None:  # J3, X5
    life = live(start=START)
    path = turns(
        tmp_path / "turns.jsonl", ("I live in Porto.", "2026-05-31T10:00:00Z"), ("I like tea.", "2026-06-01T10:00:00Z")
    )
    done = lived(life, path)
    assert (done.days, done.cycles["nightly"]) == (2, 1)
    assert all(entry.at <= START for entry in life.atlas.history.log(10_000))
    assert all(each.at <= START for each in life.atlas.jobs.reflections(1_000))
    life.virtual.later(hours=8)
    life.atlas.flush()
    assert fired(life)["nightly"] == 2


def test_a_dry_run_says_that_it_would_be_refused(live: Any, history: Path) -> None:  # X4
    life = live(start=START)
    assert lived(life, history, dry_run=True).new_turns
    life.say("I live in Porto.")
    with pytest.raises(BadInput, match="into a space that nobody has used yet"):
        lived(life, history, dry_run=True)
    assert life.atlas.history.import_file(history, dry_run=True).new_turns


def test_what_was_said_and_is_not_kept_yet_is_lived_too(live: Any, history: Path) -> None:  # X4
    life = live(start=START)
    life.atlas.observe("I live in Porto.")
    with pytest.raises(BadInput, match="has lived until 2026-06-01"):
        lived(life, history)
