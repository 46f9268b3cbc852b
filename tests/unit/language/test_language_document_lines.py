"""The lines of a document: what can be served of it alone (E8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.language.document_lines import DocumentLine, list_lines
from atlas.language.document_sources import make_sourced_line
from atlas.model.ids import BeliefId, MemoryId


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("# Persona\n\n## Tone\n", []),
        ("## Tone\n- Calm.\n\nBrief,\nand kind.\n", ["Calm.", "Brief, and kind."]),
        ("- Calm. <!-- a note of mine -->\n<!-- another -->\n", ["Calm."]),
        ("<!-- over\n\n- many\n\n- lines -->\n- Calm.\n", ["Calm."]),
        ("- Calm. <!-- never closed\n- Loud.\n", ["Calm."]),
        ("#Porto is warm.\n", ["#Porto is warm."]),
    ],
)
def test_headings_and_comments_are_no_lines(text: str, lines: list[str]) -> None:
    assert [line.text for line in list_lines(text)] == lines


def test_a_line_names_the_memories_that_it_comes_from() -> None:
    text = "- Short. <!-- m_1 --> <!-- m_2 -->\n- Calm. <!-- not m_3 -->\n- Kind. <!-- m_4 -->\n"
    assert list(list_lines(text)) == [
        DocumentLine(1, "Short.", (MemoryId("m_1"), MemoryId("m_2"))),
        DocumentLine(2, "Calm."),
        DocumentLine(3, "Kind.", (MemoryId("m_4"),)),
    ]


def test_a_line_names_the_positions_that_it_tells() -> None:  # E8
    text = "- For it. <!-- v_1 -->\n- Calm. <!-- not v_2 -->\n"
    assert list(list_lines(text)) == [
        DocumentLine(1, "For it.", beliefs=(BeliefId("v_1"),)),
        DocumentLine(2, "Calm."),
    ]
    assert [line.beliefs for line in list_lines(make_sourced_line("Against it.", BeliefId("v_3")))] == [("v_3",)]


@given(st.text())
def test_what_is_filed_comes_back_as_one_line_of_its_memory(text: str) -> None:
    lines = list(list_lines(make_sourced_line(text, MemoryId("m_1"))))
    assert all(line.sources == ("m_1",) and "m_1" not in line.text for line in lines)
    assert len(lines) <= 1
