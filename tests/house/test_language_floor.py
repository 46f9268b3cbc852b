"""Text is read on the language floor: the nouns fold none, and English words stand in the English package alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from house._source import Module, modules, parse

_STAYS: Final = {
    "adapters/history/typed_text.py": "what other programs write round a message, word for word",
    "adapters/storage/sqlite/glance.py": "SQL",
    "model/reading.py": "attributes, some of which are words: from, is, does, did, has",
    "curation/retrieved.py": "the headings of applications' templates, a format like tags; speech is not read there",
}
"""Modules that have such words for another reason than to read English."""
_FUNCTION_TEXT: Final = """
about am an and any are at be been but by can could did do does for from had has have he her his how if in into is it
its me my not of on or our she should so than that the their them then there these they this those to too us was we were
what when where which while who why will with would you your never no always yes
"""
_FUNCTION_WORDS: Final = frozenset(_FUNCTION_TEXT.split())
_LEAST: Final = 4
"""So many different ones make an assignment a list of English; three are also in names of attributes."""
_WORD: Final = re.compile(r"[a-z_]+")
_ESCAPE: Final = re.compile(r"\\[a-zA-Z]")
_ALTERNATIVES: Final = re.compile(r"\(\?:|\w\|\w|\\b")


def test_english_word_lists_stand_in_the_english_package() -> None:
    found = {module.path for module in _package() if any(_english_lists(module))}
    assert found - _STAYS.keys() == set()


def test_every_exception_is_one_still() -> None:
    found = {module.path for module in _package() if any(_english_lists(module))}
    assert _STAYS.keys() - found == set()


@pytest.mark.parametrize(
    ("line", "noticed"),
    [
        (r'OWN = re.compile(r"\b(?:my|our|your|their)\b")', True),
        ('COMMON = frozenset("the of and with".split())', True),
        ('COMMON = {"the", "of", "and", "with"}', True),
        ('SAYS = "It is as it was, and nobody has to do with it."', False),
        ('ATTRIBUTES = frozenset("lives_in works_at is did does".split())', False),
    ],
)
def test_a_word_list_is_told_from_a_sentence(line: str, noticed: bool) -> None:
    assert any(_english_lists(parse("stage/module.py", line))) is noticed


def test_the_nouns_fold_no_text() -> None:
    """Whether two spellings are one is the language floor's to say (`language/folding.py`)."""
    nouns = [module for module in _package() if module.top == "model"]
    assert nouns
    assert not [module.path for module in nouns if "unicodedata" in {name for _, name in module.imports()}]


def _package() -> Iterator[Module]:
    """Whatever reads text: surfaces speak to people in English, and tests make it up."""
    away = {"language", "surfaces", "testing", "benchmarks"}
    return (module for module in modules() if module.top not in away)


def _english_lists(module: Module) -> Iterator[int]:
    for node in module.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and _is_word_list(node.value):
            spelt = " ".join(_ESCAPE.sub(" ", text.lower()) for text in _strings(node.value))
            if len(_FUNCTION_WORDS.intersection(_WORD.findall(spelt))) >= _LEAST:
                yield node.lineno


def _is_word_list(value: ast.expr) -> bool:
    """Tell whether a value is made of words side by side: alternatives of a pattern, a set, a text that is split."""
    texts = _strings(value)
    lists = (node for node in ast.walk(value) if isinstance(node, ast.Set | ast.Tuple | ast.List))
    return (
        any(_ALTERNATIVES.search(text) for text in texts)
        or any(len(node.elts) >= _LEAST and all(_is_one_word(each) for each in node.elts) for node in lists)
        or any(_is_split(node) for node in ast.walk(value))
        or any(text.startswith("\n") for text in texts)
    )


def _is_split(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split"


def _is_one_word(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value


def _strings(value: ast.expr) -> list[str]:
    return [node.value for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
