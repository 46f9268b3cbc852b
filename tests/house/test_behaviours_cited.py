"""A behaviour is done when a test that can fail shows it, and says which one it shows.

The page of behaviours and the citations hold each other: no id is cited that the page does not explain, and the page
claims nothing that no test cites.
"""

from __future__ import annotations

import ast
from functools import cache
from itertools import groupby

import pytest

from house._behaviours import (
    Behaviour,
    behaviours,
    cited_in,
    cites,
    files_with_tests,
    findings_in,
    ids_in,
    parse_page,
    unknown_ids,
)
from house._source import ROOT, SRC

BUILT = [each for each in behaviours() if each.is_built]
TO_COME = [each for each in behaviours() if not each.is_built]


def _name(behaviour: Behaviour) -> str:
    return behaviour.id


def test_every_id_that_is_cited_stands_on_the_page() -> None:
    known = {each.id for each in behaviours()}
    assert not {str(file.relative_to(ROOT)): sorted(ids) for file, ids in unknown_ids(known)}


def test_ids_stand_on_the_page_once_in_order_and_without_a_gap() -> None:
    for letter, group in groupby((each.id for each in behaviours()), key=lambda id: id.rstrip("0123456789")):
        numbers = [int(id.removeprefix(letter)) for id in group]
        assert numbers == list(range(1, len(numbers) + 1)), letter


@pytest.mark.parametrize("behaviour", TO_COME, ids=_name)
def test_what_is_not_built_yet_is_cited_by_none(behaviour: Behaviour) -> None:
    """Whoever builds it takes the mark away."""
    assert not [file for file in files_with_tests() if cites(file, behaviour.id)]


@pytest.mark.parametrize("behaviour", BUILT, ids=_name)
def test_what_is_built_lives_where_the_page_says(behaviour: Behaviour) -> None:
    assert behaviour.places
    assert not [place for place in behaviour.places if not (SRC / place).exists()]


@pytest.mark.parametrize("behaviour", BUILT, ids=_name)
def test_what_is_built_has_proofs_and_each_cites_it(behaviour: Behaviour) -> None:
    assert behaviour.proofs
    for proof in behaviour.proofs:
        file, _, name = proof.partition("::")
        assert ROOT / file in files_with_tests(), proof
        assert cites(ROOT / file, behaviour.id), proof
        assert not name or name in _tests_in(file), proof


@cache
def _tests_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_comments_and_docstrings_cite_and_code_does_not() -> None:
    text = '"""Shows C1."""\nx = "C2"  # C3, (X1)\n"""Rule 7."""\ndef f():\n    """T16: closes."""\n'
    assert cited_in(text) == {"C1", "C3", "X1", "T16", "Rule 7"}


def test_a_range_cites_all_of_it() -> None:
    assert ids_in("S6 to S8, T7-T9, trust rule 15, P95 MS") == {"S6", "S7", "S8", "T7", "T8", "T9", "P95", "Rule 15"}


def test_a_finding_is_a_text_that_is_an_id() -> None:
    assert findings_in('refused("E4", "There are no documents, says C3.")') == {"E4"}


def test_a_page_is_read_by_its_headings_and_items() -> None:
    built = "### T16: Validity\nA fact\n- Where: `a.py`,\n  `b/`\n- Proof:\n  `tests/t.py::test_x`\n"
    page = f"## Time\n\n{built}\n### Rule 2: Later\nA rule\n- *Not built yet.*\n"
    assert list(parse_page(page)) == [
        Behaviour("T16", True, ("a.py", "b/"), ("tests/t.py::test_x",)),
        Behaviour("Rule 2", False, (), ()),
    ]
