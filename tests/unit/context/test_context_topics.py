"""Pages of the wiki are found by their topic (C6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas.context.topics import build_shelf
from atlas.model.document import Document, DocumentKind
from atlas.model.ids import DocumentId
from atlas.model.memory import Status
from unit.model._nouns import DOCUMENTS, document


def page(title: str, **more: object) -> Document:
    return document(DocumentKind.WIKI, id=DocumentId(f"d_{title}"), title=title, **more)


SHELF = build_shelf([page(title) for title in ("Porto", "Home automation", "The garden", "東京", "UK")])


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("What do you know of Porto?", ["Porto"]),
        ("PORTO!", ["Porto"]),
        ("How are my gardens?", ["The garden"]),
        ("automation", ["Home automation"]),
        ("Automation at home, and the garden", ["Home automation", "The garden"]),
        ("The time?", []),
        ("東京", ["東京"]),
        ("Is the UK far?", ["UK"]),
        ("transportation", []),
        ("", []),
    ],
)
def test_a_page_is_served_where_the_question_is_about_its_topic(question: str, titles: list[str]) -> None:  # C6
    assert [each.title for each in SHELF.find_pages(question)] == titles


def test_what_was_found_says_what_a_question_is_about() -> None:  # C6
    """Where do I live? In Porto: then that page is on the topic, after those that the question names itself."""
    assert [each.title for each in SHELF.find_pages("Where do I live?", ["The user lives in Porto"])] == ["Porto"]
    both = SHELF.find_pages("Does my garden need water?", ["The user lives in Porto"])
    assert [each.title for each in both] == ["The garden", "Porto"]


def test_only_approved_pages_are_found() -> None:  # C1
    pages = [page(f"Porto {status}", status=status) for status in Status]
    assert [each.status for each in build_shelf(pages).find_pages("Porto")] == [Status.APPROVED]
    persona = document(DocumentKind.PERSONA, title="Porto")
    assert build_shelf([persona]).find_pages("Porto") == ()
    assert build_shelf([persona]).documents == (persona,)


@given(st.lists(DOCUMENTS, max_size=6, unique_by=lambda each: each.id), st.text(max_size=20), st.text(max_size=20))
def test_the_same_pages_in_the_same_order_however_they_are_stored(
    documents: list[Document], question: str, found: str
) -> None:  # C7
    forth, back = (
        build_shelf(documents).find_pages(question, [found]),
        build_shelf(documents[::-1]).find_pages(question, [found]),
    )
    assert forth == back
    assert len(set(forth)) == len(forth)
