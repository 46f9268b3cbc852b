"""Two texts compared, and each line traced to the version that brought it (E7)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from atlas.evolution.versions import (
    LineOrigin,
    count_changed_lines,
    diff_texts,
    list_changed_lines,
    split_lines,
    trace_lines,
)

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "- d"]), max_size=8).map("\n".join)


@given(st.text(alphabet="ab\n\r\u2028 ", max_size=20))
def test_joined_again_lines_are_the_text(text: str) -> None:
    assert "".join(split_lines(text)) == text


def test_a_diff_is_one_that_other_programs_read() -> None:  # E7
    diff = diff_texts("a\nb\n", "a\nc", ("one", "two"))
    assert diff == "--- one\n+++ two\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n"
    assert diff_texts("a\n", "a\n", ("one", "two")) == ""


def test_changed_lines_are_told_and_counted() -> None:  # E7
    assert list(list_changed_lines("a\nb\n", "a\nc\nd\n")) == ["-b", "+c", "+d"]
    assert count_changed_lines("a\nb\n", "a\nc\nd\n") == (2, 1)


def test_each_line_is_traced_to_the_version_that_brought_it() -> None:  # E7
    traced = trace_lines([(1, "a\n"), (2, "a\nb\n"), (4, "c\na\nb\n")])
    assert traced == (LineOrigin("c\n", 4), LineOrigin("a\n", 1), LineOrigin("b\n", 2))


def test_what_came_up_while_the_text_was_forgotten_has_no_version() -> None:  # E7, X3
    traced = trace_lines([(1, "a\n"), (2, None), (3, "a\nb\n"), (4, "a\nb\nc\n")])
    assert [each.version for each in traced] == [1, None, 4]


@given(st.lists(LINES, min_size=1, max_size=6))
def test_a_trace_is_the_last_text_and_names_versions_in_which_the_line_stood(texts: list[str]) -> None:  # E7
    traced = trace_lines(list(enumerate(texts, start=1)))
    assert "".join(each.text for each in traced) == texts[-1]
    for each in traced:
        assert each.version is not None
        assert each.text in split_lines(texts[each.version - 1])
