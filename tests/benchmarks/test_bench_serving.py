"""`python -m benchmarks serving`, small: real servers on this machine, without memory and with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from _engineer import Engineer
from benchmarks import serving
from benchmarks.serving import Load, measured, said


@pytest.mark.slow
def test_a_small_run_gives_all_figures(tmp_path: Path) -> None:
    """Two users, three turns: nothing that was sent is repeated, and what is counted is there for both ways."""
    ana = Engineer(tmp_path / "home")
    done = ana.process("serving", "--users", "2", "--turns", "3", "--model-ms", "1", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    given = json.loads(done.stdout)
    assert (given["users"], given["turns"], given["model_ms"], given["reply_words"]) == (2, 3, 1, 1)
    for way in ("plain", "memory"):
        assert given[way]["p95_ms"] >= given[way]["p50_ms"] > 0
        assert given[way]["cpu_ms_a_call_all"] >= given[way]["cpu_ms_a_call"] > 0
    assert given["plain"]["with_memory"] == 0.0
    assert given["memory"]["repeats"] == 0
    assert given["memory"]["wrapped"]["calls"] == 8  # two of them to warm up
    assert set(given["bars"]) == {"added_cpu_ms_a_call", "with_memory", "repeats"}


def test_everybody_tells_two_things_first_and_asks_about_them_later() -> None:
    assert said(0, 0) == "I live in Porto."
    assert "nurse" in said(0, 1)
    assert all("live" in said(number, turn) for number in range(3) for turn in range(2, 20))
    assert len({said(number, turn) for number in range(3) for turn in range(2, 20)}) == 54


def test_what_it_needs_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "NEEDED", ("nothing_of_that_name",))
    with pytest.raises(Exception, match="needs nothing_of_that_name: pip install openai"):
        measured(Load(1, 3, 0.0), lambda: None)
