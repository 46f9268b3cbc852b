"""A damaged reader is told in `status`, `health` and `doctor`, and `work` makes up for it once it is mended (X10)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from _person import Person

from atlas.adapters.reading import onnx_annotator

SHIPPED = onnx_annotator.SHIPPED
SAYS = "The reading model has been altered; reinstall ATLAS."


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "reader"
    shutil.copytree(SHIPPED, folder)
    (folder / "reader.onnx").write_bytes(b"not the reader")
    monkeypatch.setattr(onnx_annotator, "SHIPPED", folder)
    return folder / "reader.onnx"


def test_it_is_said_what_waits_and_what_to_do(ana: Person, weights: Path) -> None:
    ana.run("observe", "I live in Porto.")
    ana.run("work", "--once")
    report = ana.data("status")
    assert (report["owed"], report["unread"], report["reader_trouble"]) == (1, 1, SAYS)
    assert "1 interaction waits for the reader: atlas doctor" in ana.run("status").stdout
    assert ana.data("health")["reader_trouble"] == SAYS
    assert SAYS in " ".join(ana.run("health").stdout.split())
    (check,) = (each for each in ana.data("doctor", code=1)["checks"] if each["name"] == "reader")
    assert check == {"name": "reader", "ok": False, "says": f"{SAYS} What is said waits to be read."}
    shutil.copy(SHIPPED / weights.name, weights)
    ana.run("work", "--once")
    report = ana.data("status")
    assert report["owed"] == 0
    assert report.keys().isdisjoint({"unread", "reader_trouble"})
    assert "Porto" in ana.run("memories").stdout
