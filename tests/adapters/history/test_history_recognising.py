"""What a file is, is told from what stands in it; notes of people and assistants are read as they are meant (X7)."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.history._exports import MADE, as_file, as_lines
from atlas.adapters.history import markdown, read, recognise
from atlas.adapters.history.splitting import split_lines
from atlas.errors import BadInput
from atlas.model.history import Format, Noted, Skipped
from atlas.model.origin import Origin


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("name", ["export.zip", "notes.md", "MEMORY.md", "conversations.json", "x"])
def test_a_name_decides_nothing(kind: Format, name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(as_file(MADE[kind](1), kind))
    assert recognise(tmp_path / name) is kind


@pytest.mark.parametrize("name", ["MEMORY.md", "notes.MD", "tea.markdown"])
def test_prose_that_is_called_markdown_is_markdown(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("# Tea\n\n- Ada likes it green.\n")
    assert recognise(tmp_path / name) is Format.MARKDOWN


@pytest.mark.parametrize("name", ["make.py", "AGENTS", "notes.txt"])
def test_what_only_looks_like_markdown_is_read_as_such_when_somebody_says_so(name: str, tmp_path: Path) -> None:
    """Headings and bullets stand in programs too."""
    (tmp_path / name).write_text("# Tea\n- Ada likes it green.\n")
    with pytest.raises(BadInput, match="nothing that can be read"):
        recognise(tmp_path / name)
    texts = [item.text for item in read(tmp_path / name, Format.MARKDOWN) if isinstance(item, Noted)]
    assert texts == ["Tea: Ada likes it green."]


@pytest.mark.parametrize("text", ["[Tea](tea.md) is what Ada likes.", "{tea} for Ada", "Ada likes tea."])
def test_markdown_may_begin_like_json(text: str, tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text(text)
    assert recognise(tmp_path / "CLAUDE.md") is Format.MARKDOWN
    assert [item.text for item in read(tmp_path / "CLAUDE.md") if isinstance(item, Noted)] == [text]


@pytest.mark.parametrize(
    "body",
    [b"", b"  \n", b"just words", b"\x89PNG\r\n\0", b"[]", b"{}", b'{"a": 1}', b"[1, 2]", b'[{"a": 1}]', b"- a\0b"],
    ids=str,
)
def test_what_fits_nothing_is_refused_with_what_is_known(body: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(body)
    with pytest.raises(BadInput) as refused:
        recognise(tmp_path / "x")
    assert str(refused.value).startswith("x is nothing that can be read. Known are ")
    assert all(kind in str(refused.value) for kind in Format)
    assert len(str(refused.value)) < 160


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"[1, 2]", "x, item 1: It is not a JSON object."),
        (b'{"role": "user", "role": "system", "text": "hi"}\n', "x, item 1: It has the same key twice."),
        (b"[" * 1_000 + b"]" * 1_000, "x, item 1: It is nested deeper than 200 levels."),
        (b'[{"a": 1}, {"mapping": }]', "x, item 2: It is not valid JSON."),
        (b'{"a": 1}', "Known are " + ", ".join(Format) + "."),
    ],
    ids=str,
)
def test_what_is_refused_is_refused_with_what_is_wrong(body: bytes, why: str, tmp_path: Path) -> None:  # P8
    (tmp_path / "x").write_bytes(body)
    with pytest.raises(BadInput) as refused:
        recognise(tmp_path / "x")
    assert str(refused.value).endswith(why)


def test_an_archive_without_conversations_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK\x05\x06" + b"\0" * 18)
    with pytest.raises(BadInput, match="ZIP archive without conversations"):
        recognise(tmp_path / "x.zip")


def test_a_few_broken_rows_do_not_hide_what_it_is(tmp_path: Path) -> None:
    for kind in (Format.CLAUDE_CODE, Format.TURNS):
        (tmp_path / "x").write_bytes(b'{"broken\n{"odd": 1}\n' + as_lines(MADE[kind](1).rows))
        assert recognise(tmp_path / "x") is kind


def test_a_project_folder_gives_its_notes_and_no_other_pages(tmp_path: Path) -> None:
    for name in ("AGENTS.md", ".claude/CLAUDE.md", "src/claude.md", "memory/tea.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"- {name}")
    for name in ("README.md", "node_modules/x/AGENTS.md", ".git/CLAUDE.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("- not wanted")
    (tmp_path / "package.json").write_text('{"name": "x"}')
    assert recognise(tmp_path) is Format.MARKDOWN
    texts = {item.text for item in read(tmp_path) if isinstance(item, Noted)}
    assert texts == {"AGENTS.md", ".claude/CLAUDE.md", "src/claude.md", "memory/tea.md"}
    assert [item.text for item in read(tmp_path / "memory") if isinstance(item, Noted)] == ["memory/tea.md"]


# --- Markdown


def noted(text: str, file: str = "MEMORY.md") -> list[str]:
    found = list(markdown.read_notes(split_lines([dedent(text).encode()], file), file))
    assert all(isinstance(item, Noted) and item.origin is Origin.FILE for item in found)
    return [item.text for item in found if isinstance(item, Noted)]


def test_bullets_and_paragraphs_stand_under_their_headings() -> None:
    text = """\
        # Ada

        She lives
        in Leeds.

        ## Tea ##
        - green, in
          the morning
        * never after six
        1. first the cup
        2) then the pot

        # Work
        Bees
        ----
        + two hives
        ***
        The end.
        """
    assert noted(text) == [
        "Ada: She lives in Leeds.",
        "Ada > Tea: green, in the morning",
        "Ada > Tea: never after six",
        "Ada > Tea: first the cup",
        "Ada > Tea: then the pot",
        "Work > Bees: two hives",
        "Work > Bees: The end.",
    ]


def test_a_bullet_inside_a_bullet_has_that_one_in_front() -> None:
    text = """\
        - tests
          - run them all
            - twice
          - read them

            and think
        - docs
        \tno bullet
        """
    assert noted(text) == [
        "tests",
        "tests: run them all",
        "run them all: twice",
        "tests: read them",
        "read them: and think",
        "docs no bullet",
    ]


def test_code_comments_and_fields_are_left_out() -> None:
    text = """\
        ---
        name: tea
        tags:
          - green
        ---
        <!-- one --> kept <!-- two
        three
        --> too
        - before
          ```sh
          # no heading
          - no bullet
          ```
        ~~~~
        ```
        ~~~
        ~~~~

        after
        ```
        never closed
        """
    assert noted(text) == ["kept too", "before", "after"]


def test_tables_and_names_of_other_files_are_no_notes() -> None:
    text = """\
        # Ada
        @docs/other.md
        She lives in Leeds.
        - @~/.claude/more.md
        - asks @bo about bees | wasps

        | tea   | when    |
        |:------|--------:|
        | green | morning |
        After a table.

        tea | when
        --- | :---:
        green | morning
        black | noon
        And after another.
        """
    assert noted(text) == [
        "Ada: She lives in Leeds.",
        "Ada: asks @bo about bees | wasps",
        "Ada: After a table.",
        "Ada: And after another.",
    ]


def test_a_rule_at_the_top_hides_nothing_for_long() -> None:
    assert noted("---\n\nAda likes tea.\n\n- green\n") == ["Ada likes tea.", "green"]


@given(
    st.lists(
        st.sampled_from(
            [
                "# a",
                "## b",
                "- c",
                "  - d",
                "e",
                "",
                "```",
                "---",
                "===",
                "<!--",
                "-->",
                "> f",
                "g | h",
                "-|-",
                "| i |",
                "@j",
            ]
        )
    )
)
def test_any_page_is_read_the_same_twice(page: list[str]) -> None:
    body = "\n".join(page)
    once = list(markdown.read_notes(split_lines([body.encode()], "x"), "x"))
    assert once == list(markdown.read_notes(split_lines((bytes([each]) for each in body.encode()), "x"), "x"))
    assert all(isinstance(item, Noted) and item.text.strip() for item in once)


def test_a_note_keeps_its_id_when_others_come_and_go() -> None:
    before = list(markdown.read_notes(split_lines([b"# Tea\n- green\n- black\n"], "x"), "x"))
    after = list(markdown.read_notes(split_lines([b"# Milk\n- no\n\n# Tea\n- white\n- black\n"], "x"), "x"))
    assert before[1] in after
    assert before[0] not in after


def test_the_same_words_in_another_file_are_the_same_note() -> None:  # X3
    one, two = (next(markdown.read_notes(split_lines([b"- green"], file), file)) for file in ("a.md", "b.md"))
    assert one == two


def test_a_page_of_more_notes_than_any_ends_there() -> None:  # P8
    found = markdown.read_notes(split_lines([b"- tea\n" * 20_000], "x"), "x")
    assert len([next(found) for _ in range(10_000)]) == 10_000
    with pytest.raises(BadInput, match=r"x cannot be read further: it has more than 10,000 notes\."):
        next(found)


def test_a_page_larger_than_any_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # P8
    monkeypatch.setattr(markdown, "MAX_BYTES", 2**20)
    (tmp_path / "MEMORY.md").write_bytes(b"- tea\n" * 200_000)
    with pytest.raises(BadInput, match=r"MEMORY\.md is larger than 1 MB, which no memory file is\."):
        list(read(tmp_path / "MEMORY.md"))
    (tmp_path / "CLAUDE.md").write_bytes(b"- milk\n")
    assert [item.text if isinstance(item, Noted) else item.where for item in read(tmp_path)] == ["milk", "MEMORY.md"]


def test_a_line_that_is_no_text_is_named(tmp_path: Path) -> None:  # P8
    (tmp_path / "MEMORY.md").write_bytes(b"- tea\n- \xff\n- " + b"x" * (2 * 2**20) + b"\n- milk\n")
    assert [item for item in read(tmp_path / "MEMORY.md") if isinstance(item, Skipped)] == [
        Skipped("MEMORY.md, line 2", "It is not valid UTF-8."),
        Skipped("MEMORY.md, line 3", "It is larger than 1 MB."),
    ]
    assert [item.text for item in read(tmp_path / "MEMORY.md") if isinstance(item, Noted)] == ["tea", "milk"]


def test_mem0_rows_without_an_id_are_told_from_what_they_say(tmp_path: Path) -> None:
    rows = [{"memory": "likes tea", "user_id": "ada"}, {"memory": "likes tea", "user_id": "bo"}, {"memory": " "}]
    (tmp_path / "x.json").write_text(json.dumps(rows))
    one, two, skipped = read(tmp_path / "x.json")
    assert isinstance(one, Noted)
    assert isinstance(two, Noted)
    assert one.id != two.id
    assert skipped == Skipped("x.json, item 3", "It is not a row of mem0: it has no memory.")
