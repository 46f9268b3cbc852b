"""A damaged store gives one sentence and an exit code, never half a list (R4)."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw
import pytest

from atlas.settings import load_settings
from atlas.surfaces.library import Atlas
from surfaces.cli._person import Person

LISTING = ("memories", "pending", "log", "export", "jobs", "status", "recall tea", "health")
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store in which every listed table has several pages."""
    path = tmp_path_factory.mktemp("whole") / "memory.atlas"
    with closing(
        Atlas.open(path, background=False, settings=load_settings(environ={"ATLAS_EMBEDDER": "hashing"}))
    ) as atlas:
        for number in range(60):
            atlas.observe(f"I live in Town{number}. My friend Bo{number} likes tea.", "Noted." * 20)
    return path.read_bytes()


def last_page_of(whole: bytes, name: str, at: Path) -> int:
    at.write_bytes(whole)
    with closing(apsw.Connection(str(at))) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchall()
    at.unlink()
    page = int(str(root[0]))
    kind = whole[(page - 1) * PAGE]
    if kind in (0x05, 0x02):  # an inner page: follow its rightmost child
        return int.from_bytes(whole[(page - 1) * PAGE + 8 : (page - 1) * PAGE + 12], "big")
    return page


@pytest.mark.parametrize(
    "name", ["journal", "memories_in_order", "interactions_in_order", "memories_by_status", "sqlite_autoindex_jobs_1"]
)
def test_a_page_of_which_half_is_gone_makes_every_list_fail(ana: Person, whole: bytes, name: str) -> None:
    """As a sector that was never written leaves it: SQLite reads on, and the list is short without a word."""
    ana.home.mkdir()
    store = ana.home / "memory.atlas"
    page = last_page_of(whole, name, store)
    hurt = bytearray(whole)
    hurt[page * PAGE - PAGE // 2 : page * PAGE] = bytes(PAGE // 2)
    store.write_bytes(hurt)
    for command in LISTING:
        failed = ana.run(*command.split(), code=1)
        assert failed.stdout == ""
        assert "memory.atlas is damaged: restore a backup (atlas operate restore)" in failed.stderr
    assert store.read_bytes() == hurt


def test_the_doctor_still_says_what_is_wrong(ana: Person, whole: bytes) -> None:
    ana.home.mkdir()
    store = ana.home / "memory.atlas"
    page = last_page_of(whole, "journal", store)
    hurt = bytearray(whole)
    hurt[page * PAGE - PAGE // 2 : page * PAGE] = bytes(PAGE // 2)
    store.write_bytes(hurt)
    checks = {check["name"]: check for check in ana.data("doctor", code=1)["checks"]}
    assert not checks["store"].get("ok")
    assert "is damaged" in ana.run("verify", code=1).stderr
