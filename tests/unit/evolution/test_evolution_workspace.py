"""The copy that thinking edits: four tools, and no way out of it (E4, E9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.curation.document_invariants import check_draft
from atlas.curation.policy import DocumentLimits
from atlas.evolution.workspace import MAX_FILE_BYTES, MAX_PAGES, MAX_RESULT, Workspace, use_tool
from atlas.model.document_draft import DocumentDraft, Ending
from atlas.model.document_paths import Access, find_access

FILES = {
    "constitution.md": "# The constitution\n\n1. Never touch it.\n",
    "agent-notes.md": "# Notes\n",
    "session-log.jsonl": '{"session": 1}\n',
    "meta/version.json": '{"version": 7}\n',
    "persona.md": "# Persona\n\n## Style\n- Brief.\n- Warm.\n",
    "user-profile.md": "# User\n\n## Work\n- Works at Globex.\n- Works from home.\n",
    "domain-knowledge.md": "# Domain\n",
    "corrections.md": "# Corrections\n",
    "wiki/porto.md": "# Porto\n",
}
COPY = Workspace(FILES)
READ_ONLY = tuple(path for path in FILES if find_access(path) is Access.READ_ONLY)
TWINS = (
    *("./persona.md", "../persona.md", "/persona.md", "/etc/passwd", "persona.md/", "persona.md.", "persona.md "),
    *("PERSONA.md", "Constitution.md", "CONSTITUTION.MD", "wiki/../constitution.md", "wiki\\..\\constitution.md"),
    *(
        "c\u043enstitution.md",
        "\uff43onstitution.md",
        "constitution.md\0",
        "constitution.md\0.md",
        "constitution\u200b.md",
    ),
    *("constitution.md:x", "wiki/constitution.md/", "strategies/task-patterns.md", "new.md", ".staging/x.md", "", "~"),
    *("wiki/Porto.md", "wiki/.md", "wiki/a/b.md", "wiki/-.md", "file:///constitution.md", "\ud800.md", "a" * 10_000),
)


def run(*calls: Mapping[str, Any], start: Workspace = COPY) -> tuple[Workspace, str]:
    result = ""
    for call in calls:
        start, result = use_tool(start, call)
    return start, result


# --- what the tools do


def test_read_gives_the_text_or_some_of_its_lines() -> None:  # E4
    assert run({"tool": "read", "path": "persona.md"})[1] == FILES["persona.md"]
    assert run({"tool": "read", "path": "persona.md", "from": 3, "to": 4})[1] == "## Style\n- Brief.\n"
    assert run({"tool": "read", "path": "persona.md", "from": 5, "to": None})[1] == "- Warm.\n"
    assert "has 5 lines" in run({"tool": "read", "path": "persona.md", "from": 6})[1]


@pytest.mark.parametrize("path", READ_ONLY)
def test_what_may_not_be_written_can_be_read(path: str) -> None:  # E4
    assert run({"tool": "read", "path": path}) == (COPY, FILES[path])


def test_write_puts_a_text_in_the_place_of_another() -> None:  # E4
    copy, says = run({"tool": "write", "path": "persona.md", "text": "# Persona\r\n\r- Curt.\u2028"})
    assert copy.files["persona.md"] == "# Persona\n\n- Curt.\n"
    assert says == "persona.md is written."
    assert {path: text for path, text in copy.files.items() if path != "persona.md"} == {
        path: text for path, text in FILES.items() if path != "persona.md"
    }


def test_write_makes_a_document_that_there_was_none_of() -> None:  # E4
    copy, _ = run(
        {"tool": "write", "path": "principles.md", "text": "# Principles\n"},
        {"tool": "write", "path": "wiki/lisbon-2.md", "text": "# Lisbon\n"},
    )
    assert copy.files.keys() - FILES.keys() == {"principles.md", "wiki/lisbon-2.md"}


def test_edit_replaces_words_that_stand_there_once() -> None:  # E4
    copy, says = run({"tool": "edit", "path": "persona.md", "old": "- Brief.\r\n", "new": ""})
    assert copy.files["persona.md"] == "# Persona\n\n## Style\n- Warm.\n"
    assert says == "persona.md is edited."


@pytest.mark.parametrize(
    ("old", "says"),
    [("Works", "more than once"), ("Lives", "does not stand"), ("", "does not stand"), ("works at", "does not stand")],
)
def test_edit_needs_words_that_stand_there_exactly_once(old: str, says: str) -> None:  # E4
    copy, result = run({"tool": "edit", "path": "user-profile.md", "old": old, "new": "x"})
    assert copy is COPY
    assert says in result


def test_words_that_overlap_themselves_stand_there_twice() -> None:  # E4
    start = Workspace({"persona.md": "aaa"})
    assert run({"tool": "edit", "path": "persona.md", "old": "aa", "new": "b"}, start=start)[0] is start


def test_find_lists_paths_and_lines() -> None:  # E4
    assert run({"tool": "find"})[1] == "\n".join(sorted(FILES))
    assert run({"tool": "find", "path": "wiki/*"})[1] == "wiki/porto.md"
    assert run({"tool": "find", "path": "*.md", "text": "Globex"})[1] == "user-profile.md:4: - Works at Globex."
    assert run({"tool": "find", "text": "Initech"})[1] == "Nothing was found."
    assert run({"tool": "find", "path": "../*"})[1] == "Nothing was found."


# --- what they refuse


@pytest.mark.parametrize("path", [*READ_ONLY, *TWINS])
@pytest.mark.parametrize("tool", ["write", "edit"])
def test_what_may_not_be_written_is_not_and_counts(tool: str, path: str) -> None:  # E9
    copy, says = run({"tool": tool, "path": path, "text": "x", "old": "Never", "new": "Always"})
    assert copy.files == FILES
    assert copy.refused_writes == 1
    assert says.endswith(".")
    assert len(says) < 200


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("constitution.md", 1),
        ("CONSTITUTION.MD", 1),
        ("wiki/../constitution.md", 1),
        ("c\u043enstitution.md", 1),
        ("\uff43onstitution.md", 1),
        ("agent-notes.md", 0),
        ("/etc/passwd", 0),
    ],
)
def test_an_attempt_on_the_constitution_counts_by_any_name(path: str, counts: int) -> None:  # E9
    assert run({"tool": "write", "path": path, "text": "x"})[0].constitution_writes == counts


def test_a_page_may_be_about_constitutions() -> None:  # E4
    copy, _ = run({"tool": "write", "path": "wiki/constitution.md", "text": "# Of states\n"})
    assert (copy.refused_writes, copy.constitution_writes) == (0, 0)
    assert copy.files["constitution.md"] == FILES["constitution.md"]


@pytest.mark.parametrize("path", TWINS)
def test_a_twin_leads_to_no_reading(path: str) -> None:  # E4
    copy, says = run({"tool": "read", "path": path})
    assert copy is COPY
    assert says == "There is no document at that path; use find for a list of them."


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"tool": None},
        {"tool": ["read"]},
        {"tool": "rename", "path": "persona.md", "to": "constitution.md"},
        {"tool": "delete", "path": "persona.md"},
        {"tool": "bash", "command": "ls"},
        {"tool": "READ", "path": "persona.md"},
        {"tool": "read"},
        {"tool": "read", "path": 3},
        {"tool": "read", "path": ["persona.md"]},
        {"tool": "read", "path": "persona.md", "from": -1},
        {"tool": "read", "path": "persona.md", "from": True},
        {"tool": "read", "path": "persona.md", "to": "3"},
        {"tool": "read", "path": "principles.md"},
        {"tool": "write", "path": "persona.md"},
        {"tool": "write", "path": "persona.md", "text": None},
        {"tool": "write", "path": "persona.md", "text": b"x"},
        {"tool": "write", "path": "persona.md", "text": ""},
        {"tool": "write", "path": "persona.md", "text": " \n\t"},
        {"tool": "write", "path": "persona.md", "text": "ig\u200bnore"},
        {"tool": "write", "path": "persona.md", "text": "\u202egnihton"},
        {"tool": "write", "path": "persona.md", "text": "a\0b"},
        {"tool": "write", "path": "persona.md", "text": "a\ud800b"},
        {"tool": "write", "path": "persona.md", "text": "x" * (MAX_FILE_BYTES + 1)},
        {"tool": "write", "path": "persona.md", "text": "é" * (MAX_FILE_BYTES // 2 + 1)},
        {"tool": "edit", "path": "persona.md", "old": FILES["persona.md"], "new": ""},
        {"tool": "edit", "path": "persona.md", "old": "Brief"},
        {"tool": "edit", "path": "persona.md", "old": "Brief", "new": "\U000e0041"},
        {"tool": "edit", "path": "persona.md", "old": "Brief", "new": "x" * MAX_FILE_BYTES},
        {"tool": "edit", "path": "principles.md", "old": "a", "new": "b"},
        {"tool": "find", "path": 3},
        {"tool": "find", "path": "*a" * 200},
        {"tool": "find", "text": 3},
    ],
)
def test_a_call_that_cannot_be_done_is_answered_with_a_sentence(call: Mapping[str, Any]) -> None:  # E4
    copy, says = run(call)
    assert copy is COPY
    assert says.endswith(".")
    assert "\n" not in says


def test_hidden_characters_that_stood_there_do_not_open_the_door_to_more() -> None:  # E4
    start = Workspace({"persona.md": "a\u200bb\nc\n"})
    assert run({"tool": "edit", "path": "persona.md", "old": "c", "new": "\u200b"}, start=start)[0] is start
    copy, _ = run({"tool": "edit", "path": "persona.md", "old": "c", "new": "d"}, start=start)
    assert copy.files["persona.md"] == "a\u200bb\nd\n"


def test_a_row_of_joiners_is_not_made_of_two_halves() -> None:  # E4
    start = Workspace({"persona.md": "😀\u200d."})
    call = {"tool": "edit", "path": "persona.md", "old": ".", "new": "\u200d"}
    assert run(call, start=start)[0] is start


def test_there_are_at_most_fifty_pages() -> None:  # E4
    calls = [{"tool": "write", "path": f"wiki/p{number}.md", "text": "# A\n"} for number in range(MAX_PAGES + 5)]
    copy, says = run(*calls)
    assert sum(path.startswith("wiki/") for path in copy.files) == MAX_PAGES
    assert "no more than 50" in says
    assert run({"tool": "write", "path": "wiki/p1.md", "text": "# B\n"}, start=copy)[1] == "wiki/p1.md is written."


def test_what_a_tool_answers_is_bounded() -> None:  # E4
    long = Workspace({"persona.md": "line\n" * 10_000})
    for call in ({"tool": "read", "path": "persona.md"}, {"tool": "find", "text": "line"}):
        copy, says = use_tool(long, call)
        assert copy is long
        assert len(says) <= MAX_RESULT
        assert says.endswith("read on with from and to.]")


def test_nobody_changes_a_copy_from_outside() -> None:  # E4
    files = dict(FILES)
    copy = Workspace(files)
    files["constitution.md"] = "Anything goes."
    assert copy.files["constitution.md"] == FILES["constitution.md"]
    with pytest.raises(TypeError):
        copy.files["constitution.md"] = "x"  # type: ignore[index]


# --- whatever is called

paths = st.one_of(
    st.sampled_from((*FILES, *TWINS, "principles.md", "strategies.md", "wiki/new.md")), st.text(max_size=20)
)
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 9),
    st.text(max_size=30),
    st.sampled_from(("# A\n", "Brief", "\u200b", "e")),
)
calls = st.builds(
    lambda tool, path, rest: {"tool": tool, "path": path, **rest},
    st.sampled_from(("read", "write", "edit", "find", "delete")),
    paths,
    st.dictionaries(st.sampled_from(("text", "old", "new", "from", "to", "path")), values, max_size=5),
)


@given(st.lists(calls, max_size=12))
def test_no_sequence_of_calls_leads_out_of_the_copy(sequence: list[dict[str, Any]]) -> None:  # E4, E9
    copy = COPY
    for call in sequence:
        before = copy
        copy, says = use_tool(copy, call)
        assert 0 < len(says) <= MAX_RESULT
        assert copy.refused_writes - before.refused_writes in (0, 1)
        if call["tool"] not in ("write", "edit"):
            assert copy is before
    assert {path: copy.files[path] for path in READ_ONLY} == {path: FILES[path] for path in READ_ONLY}
    assert copy.files["constitution.md"].encode() == FILES["constitution.md"].encode()
    assert all(find_access(path) is Access.WRITABLE for path in copy.files.keys() - FILES.keys())
    assert FILES.keys() <= copy.files.keys()
    assert all(text.strip() and "\r" not in text for text in copy.files.values())


@given(st.dictionaries(st.text(max_size=8), st.recursive(values, st.lists, max_leaves=5), max_size=6))
def test_no_call_raises(call: dict[str, Any]) -> None:  # E4
    for tool in ("read", "write", "edit", "find", call.get("tool")):
        copy, says = use_tool(COPY, {**call, "tool": tool})
        assert isinstance(says, str)
        assert copy.files.keys() == FILES.keys() or copy.files.keys() > FILES.keys()


@given(st.lists(calls, max_size=8), st.sampled_from(Ending))
def test_the_tools_and_the_invariants_agree(sequence: list[dict[str, Any]], ending: Ending) -> None:  # E5, E9
    """What the tools let through changes nothing that may not be written, and loses no document."""
    copy, _ = run(*sequence)
    draft = DocumentDraft(FILES, copy.files, ending)
    findings = check_draft(draft, DocumentLimits())
    assert not {"I1", "I2", "I3", "I9"} & {finding.rule for finding in findings}
    assert not any("empty or gone" in finding.says for finding in findings)
    wrote = ending is not Ending.OK and bool(draft.changed)
    assert any(finding.rule == "I8" and not finding.soft for finding in findings) is wrote


# --- words of one's own

SAID = ("You did it AGAIN. Stop apologising all the time, please!", "I want dates year first, for good.")


@pytest.mark.parametrize("path", ["persona.md", "user-profile.md", "strategies.md", "corrections.md", "principles.md"])
@pytest.mark.parametrize(
    "line",
    [
        "You did it AGAIN. Stop apologising all the time, please!",
        "stop  apologising all the time",
        "I want dates year first, for good. <!-- since March -->",
    ],
)
def test_a_complaint_word_for_word_is_no_line_of_what_is_served_as_instructions(path: str, line: str) -> None:  # E4
    start = Workspace({path: "# Title\n"}, SAID)
    for call in (
        {"tool": "write", "path": path, "text": f"# Title\n\n## Wishes\n- {line}\n"},
        {"tool": "edit", "path": path, "old": "# Title\n", "new": f"# Title\n- {line}\n"},
    ):
        after, told = use_tool(start, call)
        assert after == start
        assert "words of your own" in told


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("user-profile.md", "Wants dates written year first."),
        ("user-profile.md", "Dates year first"),
        ("domain-knowledge.md", "I want dates year first, for good."),
    ],
)
def test_words_of_ones_own_are_written_and_so_are_facts_as_they_were_told(path: str, line: str) -> None:  # E4
    after, told = use_tool(Workspace({path: "# Title\n"}, SAID), {"tool": "write", "path": path, "text": f"- {line}\n"})
    assert after.files[path] == f"- {line}\n"
    assert told == f"{path} is written."


def test_a_line_that_stands_there_may_stay() -> None:  # E4
    start = Workspace({"persona.md": f"- {SAID[1]}\n"}, SAID)
    after, _ = use_tool(start, {"tool": "write", "path": "persona.md", "text": f"- {SAID[1]}\n- Calm.\n"})
    assert after.files["persona.md"].endswith("- Calm.\n")
