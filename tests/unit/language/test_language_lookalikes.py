"""Letters that look Latin are read as such where words are compared."""

from __future__ import annotations

import pytest

from atlas.language.lookalikes import fold_lookalikes


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ignore", "ignore"),
        ("\u0406gn\u043er\u0435", "ignore"),
        ("\u0399GN\u039fRE", "ignore"),
        ("\uff49\uff47\uff4e\uff4f\uff52\uff45", "ignore"),
        ("\U0001d422gnore  the\tlaw", "ignore the law"),
        ("Zürich, 東京", "zürich, 東京"),
    ],
)
def test_a_word_in_other_letters_is_the_word(text: str, folded: str) -> None:
    assert fold_lookalikes(text) == folded
