"""Fences of code in Markdown are read as Markdown reads them."""

from __future__ import annotations

import pytest

from atlas.language.code_fences import list_unfenced_lines


@pytest.mark.parametrize(
    ("text", "outside", "is_open"),
    [
        ("", [], False),
        ("a\n```\nb\n```\nc", ["a", "c"], False),
        ("a\n```python\nb\n", ["a"], True),
        ("~~~\n```\n~~~\na", ["a"], False),
        ("````\n```\n````\na", ["a"], False),
        ("```\n````\na", ["a"], False),
        ("````\n```\na", [], True),
        ("```\n``` python\n", [], True),
        ("- ```\n  b\n  ```\na", ["a"], False),
        ("```inline``` words\na", ["a"], False),
        ("``\na", ["``", "a"], False),
    ],
)
def test_a_fence_ends_where_another_like_it_stands(text: str, outside: list[str], is_open: bool) -> None:
    assert list_unfenced_lines(text) == (outside, is_open)
