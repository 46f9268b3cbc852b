"""What is put aside and taken up in order, and our own exports as they are read (X7, P8)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from atlas.adapters.export_reader import is_export, read_export
from atlas.adapters.spool import in_order
from atlas.errors import BadInput


def test_what_was_put_aside_comes_back_by_key_and_of_one_key_as_it_came() -> None:
    chance = Random(3)
    given = [(chance.randrange(50), chance.randbytes(chance.randrange(20)) + bytes([n % 256])) for n in range(500)]
    assert list(in_order(given)) == [body for _, body in sorted(given, key=lambda each: each[0])]
    assert list(in_order([])) == []


def test_an_export_is_known_by_its_first_line(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    for text, ours in (
        ('{"type": "atlas"}\n{}', True),
        ('{"type": "user"}\n', False),
        ("", False),
        ("nonsense", False),
    ):
        path.write_text(text, "utf-8")
        assert is_export(path) is ours
    assert not is_export(tmp_path)
    assert not is_export(tmp_path / "nowhere")


def test_its_lines_are_read_and_counted_in_bytes(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    rows = [{"type": "atlas"}, *({"type": "memory", "content": "x" * 1_000, "n": n} for n in range(600))]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    heard: list[int] = []
    assert list(read_export(path, heard.append)) == rows
    assert sum(heard) == path.stat().st_size
    assert len(heard) > 1


@pytest.mark.parametrize("broken", ["{", "[1]", '{"a": NaN}', '{"a": 1, "a": 2}', '{"a": ' + "[" * 5_000])
def test_a_broken_line_makes_it_worthless(tmp_path: Path, broken: str) -> None:  # P8
    path = tmp_path / "export.jsonl"
    path.write_text(f'{{"type": "atlas"}}\n{broken}\n', "utf-8")
    with pytest.raises(BadInput, match=r"export\.jsonl, line 2"):
        list(read_export(path))
