"""How many examples are drawn, and for how long, is said in one place: the profile in `tests/conftest.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from house._source import ROOT

TESTS = ROOT / "tests"
EXAMPLES = 50
"""Of the ordinary run; whoever asks for as many, or for more, would ask for fewer where all is proved."""


def settings_made(path: Path) -> Iterator[ast.Call]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "settings(" in text else ():
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"settings", "hypothesis.settings"}:
            yield node


def repeated(made: ast.Call) -> Iterator[str]:
    for option in made.keywords:
        value = ast.unparse(option.value)
        if option.arg == "deadline" or "too_slow" in value or "list(HealthCheck)" in value:
            yield f"{option.arg}={value}"
        if option.arg == "max_examples" and not (value.isdecimal() and int(value) < EXAMPLES):
            yield f"{option.arg}={value}"


def test_no_test_says_again_what_the_profile_says() -> None:
    files = [path for path in sorted(TESTS.rglob("*.py")) if path != TESTS / "conftest.py"]
    found = [
        f"{path.relative_to(TESTS)}:{made.lineno} {told}"
        for path in files
        for made in settings_made(path)
        for told in repeated(made)
    ]
    assert found == []
